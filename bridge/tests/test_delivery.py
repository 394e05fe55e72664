"""Delivery by signed requests: in order, nothing lost while Jadwal is away, nothing stuck behind an unfit message."""

import json
import logging

import pytest
from jadwal_bridge.delivery import Deliverer, Ingest
from jadwal_bridge.outbox import Outbox
from receiver import SECRET, Receiver, wait_until

CUSTOMER = "6f1b4f0e-7f65-4a3b-9a54-0d1f1c6a2b3c"


@pytest.fixture
def outbox(tmp_path):
    made = Outbox(tmp_path / "bridge.db")
    yield made
    made.close()


@pytest.fixture
def receiver():
    made = Receiver()
    yield made
    made.close()


@pytest.fixture
def deliver(outbox, receiver):
    started = []

    def start(url=None, secret=SECRET):
        deliverer = Deliverer(outbox, Ingest(url or receiver.url, secret), first_wait=0.05, longest_wait=0.2)
        deliverer.start()
        started.append(deliverer)
        return deliverer

    yield start
    for deliverer in started:
        deliverer.stop()


def add(outbox, *numbers, body="x"):
    for number in numbers:
        outbox.add({"customer_id": CUSTOMER, "id": f"id-{number}", "body": body})


def test_messages_are_delivered_in_order_and_leave_the_outbox(outbox, receiver, deliver):
    add(outbox, *range(110))
    deliver()
    wait_until(lambda: len(outbox) == 0)
    assert receiver.ids == [f"id-{number}" for number in range(110)]
    assert [len(batch) for batch in receiver.batches] == [100, 10]
    add(outbox, 110)
    wait_until(lambda: len(receiver.ids) == 111)


def test_nothing_is_lost_while_jadwal_is_away(outbox, deliver):
    receiver = Receiver()
    receiver.close()
    deliver(receiver.url)
    add(outbox, 1, 2)
    again = Receiver(receiver.port)
    try:
        wait_until(lambda: len(outbox) == 0)
        assert again.ids == ["id-1", "id-2"]
    finally:
        again.close()


@pytest.mark.parametrize("answer", [(503, b""), (500, b"oops"), (401, b""), (404, b""), (302, b""), (200, b""),
                                    (400, b"<html>"), (400, b"[]"), (400, b'{"errors": 2}')])
def test_an_answer_that_is_no_promise_is_asked_for_again(outbox, receiver, deliver, answer):
    receiver.answers = [answer]
    add(outbox, 1)
    deliver()
    wait_until(lambda: len(outbox) == 0)
    assert receiver.ids == ["id-1"] and len(receiver.batches) == 2


def test_unfit_messages_do_not_stop_the_others(outbox, receiver, deliver):
    receiver.answers = [(400, json.dumps({"errors": [{"index": 1, "error": "the timestamp is out of range"}]}).encode())]
    add(outbox, 1, 2, 3)
    deliver()
    wait_until(lambda: len(outbox) == 0)
    add(outbox, 4)
    wait_until(lambda: receiver.ids == ["id-4"])


def test_a_request_that_is_too_large_is_halved_until_one_is_left(outbox, receiver, deliver):
    receiver.answers = [(413, b"")] * 3
    add(outbox, *range(4))
    deliver()
    wait_until(lambda: len(outbox) == 0)
    assert [len(batch) for batch in receiver.batches[:3]] == [4, 2, 1]
    assert receiver.ids == ["id-1", "id-2", "id-3"]


def test_a_request_stays_below_512_kib(outbox, receiver, deliver):
    add(outbox, *range(12), body="x" * (60 << 10))
    deliver()
    wait_until(lambda: len(outbox) == 0)
    assert len(receiver.ids) == 12
    assert all(len(json.dumps(batch)) < 512 << 10 for batch in receiver.batches)


def test_a_wrong_secret_is_said_once_and_loses_nothing(outbox, receiver, deliver, caplog):
    add(outbox, 1)
    with caplog.at_level(logging.WARNING):
        deliver(secret="another secret of mine")
        wait_until(lambda: len(receiver.batches) > 3)
    assert [record.getMessage() for record in caplog.records] == [
        "Jadwal answered 401: is the secret the same?; 1 messages wait"]
    assert len(outbox) == 1
