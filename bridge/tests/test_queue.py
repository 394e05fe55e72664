"""Delivery by AMQP, with the real broker that JADWAL_TEST_RABBITMQ names."""

import json
import os
import uuid

import pika
import pytest
from jadwal_bridge.delivery import Deliverer, Queue, Unavailable
from jadwal_bridge.outbox import Outbox
from receiver import wait_until

CUSTOMER = "6f1b4f0e-7f65-4a3b-9a54-0d1f1c6a2b3c"
BROKER = os.environ.get("JADWAL_TEST_RABBITMQ")


@pytest.fixture
def channel():
    assert BROKER, "JADWAL_TEST_RABBITMQ names no broker"
    connection = pika.BlockingConnection(pika.URLParameters(BROKER))
    yield connection.channel()
    connection.close()


@pytest.fixture
def name(channel):
    made = f"wasapp.bridge-test-{uuid.uuid4()}"
    yield made
    if channel.is_closed:
        channel = channel.connection.channel()
    channel.queue_delete(made)


@pytest.fixture
def outbox(tmp_path):
    made = Outbox(tmp_path / "bridge.db")
    yield made
    made.close()


def test_messages_are_persistent_ordered_and_named(channel, name, outbox):
    for number in range(30):
        outbox.add({"customer_id": CUSTOMER, "id": f"id-{number}", "body": "نلتقي"})
    deliverer = Deliverer(outbox, Queue(BROKER, name))
    deliverer.start()
    try:
        wait_until(lambda: len(outbox) == 0)
    finally:
        deliverer.stop()
    # The same queue again, durable and without arguments: another declaration would be refused.
    assert channel.queue_declare(name, durable=True).method.message_count == 30
    for number in range(30):
        _, properties, body = channel.basic_get(name, auto_ack=True)
        assert (properties.message_id, properties.delivery_mode) == (f"id-{number}", 2)
        assert json.loads(body) == {"customer_id": CUSTOMER, "id": f"id-{number}", "body": "نلتقي"}


def test_a_queue_that_vanished_loses_nothing(channel, name):
    queue, removed = Queue(BROKER, name), []
    queue.deliver([(1, "id-1", b"{}")], removed.extend)
    channel.queue_delete(name)
    with pytest.raises(Unavailable):
        queue.deliver([(2, "id-2", b"{}")], removed.extend)
    queue.deliver([(2, "id-2", b"{}")], removed.extend)
    queue.close()
    assert removed == [1, 2]
    assert channel.basic_get(name, auto_ack=True)[2] == b"{}"


def test_a_queue_with_other_arguments_is_unavailable(channel, name):
    channel.queue_declare(name, durable=True, arguments={"x-max-length": 5})
    removed = []
    with pytest.raises(Unavailable, match="ChannelClosedByBroker"):
        Queue(BROKER, name).deliver([(1, "id-1", b"{}")], removed.extend)
    assert removed == []


def test_a_broker_that_is_away_is_unavailable_and_shows_no_password():
    with pytest.raises(Unavailable) as raised:
        Queue("amqp://bridge:hush@127.0.0.1:1/jadwal", "any").deliver([(1, "id-1", b"{}")], list)
    assert "hush" not in str(raised.value)
