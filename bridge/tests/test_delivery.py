"""Delivery by signed requests: in order, nothing lost while Jadwal is away, nothing stuck behind an unfit message."""

import json
import logging

import pytest
from jadwal_bridge.delivery import Deliverer, Ingest, again_in
from jadwal_bridge.outbox import Outbox
from receiver import SECRET, Receiver, wait_until

CUSTOMER = "6f1b4f0e-7f65-4a3b-9a54-0d1f1c6a2b3c"
OTHER = "11111111-7f65-4a3b-9a54-0d1f1c6a2b3c"


class Clock:
    """A clock that waits until a test moves it."""

    now = 1_800_000_000

    def __call__(self):
        return self.now

    def move(self, minutes=0, seconds=0):
        self.now += 60 * minutes + seconds


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def outbox(tmp_path, clock):
    made = Outbox(tmp_path / "bridge.db", clock=clock)
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


def add(outbox, *numbers, body="x", customer=CUSTOMER):
    for number in numbers:
        outbox.add({"customer_id": customer, "id": f"id-{number}", "body": body})


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


def tries(receiver, id):
    return sum(one["id"] == id for batch in receiver.batches for one in batch)


def test_messages_that_jadwal_cannot_store_yet_wait_and_all_others_go_on(outbox, receiver, deliver, clock):
    receiver.locked = {CUSTOMER}
    for number in range(6):
        add(outbox, number, customer=CUSTOMER if number % 2 else OTHER)
    deliver()
    wait_until(lambda: receiver.ids == ["id-0", "id-2", "id-4"] and len(outbox) == 3)
    add(outbox, 6, customer=OTHER)
    add(outbox, 7)
    wait_until(lambda: receiver.ids[3:] == ["id-6"] and tries(receiver, "id-7") == 1 and len(outbox) == 4)
    receiver.locked = set()
    add(outbox, 8)
    wait_until(lambda: receiver.ids[4:] == ["id-8"] and len(outbox) == 4)
    assert outbox.first(1, 1) == [], "nothing is sent again before its time"
    clock.move(minutes=1)
    wait_until(lambda: len(outbox) == 0)
    assert receiver.ids[5:] == ["id-1", "id-3", "id-5", "id-7"], "in their order"


def test_a_message_that_jadwal_cannot_store_is_sent_again_after_growing_waits(outbox, receiver, deliver, clock, caplog):
    receiver.locked = {CUSTOMER}
    add(outbox, 1, body="a secret sentence")
    with caplog.at_level(logging.INFO):
        deliver()
        for count, minutes in enumerate([1, 2, 4, 8, 16, 32, 60, 60, 60], 1):
            wait_until(lambda count=count: tries(receiver, "id-1") == count and outbox.first(1, 1) == [])
            clock.move(minutes, seconds=-1)
            assert outbox.first(1, 1) == [], f"not before {minutes} minutes"
            clock.move(seconds=1)
    receiver.locked = set()
    clock.move(minutes=60)
    wait_until(lambda: receiver.ids == ["id-1"] and len(outbox) == 0)
    assert set(record.getMessage() for record in caplog.records) == {
        "Jadwal cannot store 1 of 1 messages yet; they are sent again later"}
    receiver.locked = {CUSTOMER}
    add(outbox, 2)
    wait_until(lambda: tries(receiver, "id-2") == 1 and outbox.first(1, 1) == [])
    clock.move(minutes=1)
    wait_until(lambda: tries(receiver, "id-2") == 2)


def test_messages_to_be_sent_again_survive_a_restart(tmp_path, receiver, clock):
    receiver.locked = {CUSTOMER}
    for start in range(2):
        outbox = Outbox(tmp_path / "restarted.db", clock=clock)
        if start == 0:
            add(outbox, 1, 2, 3)
        deliverer = Deliverer(outbox, Ingest(receiver.url, SECRET), first_wait=0.05, longest_wait=0.2)
        deliverer.start()
        if start == 0:
            wait_until(lambda: tries(receiver, "id-3") == 1 and outbox.first(1, 1) == [])
        else:
            add(outbox, 4, customer=OTHER)
            wait_until(lambda: receiver.ids == ["id-4"])
            assert tries(receiver, "id-1") == 1, "the wait is not over"
            receiver.locked = set()
            clock.move(minutes=1)
            wait_until(lambda: len(outbox) == 0)
        deliverer.stop()
        outbox.close()
    assert receiver.ids == ["id-4", "id-1", "id-2", "id-3"]


def test_of_one_batch_unfit_messages_are_dropped_and_only_those_to_be_sent_again_are_kept(outbox, receiver, deliver, clock):
    receiver.answers = [(400, json.dumps({"errors": [
        {"index": 0, "error": "the timestamp is out of range"}, {"index": 2, "error": "the key does not open", "again": True},
        {"index": 3, "error": "the key does not open", "again": True}, {"index": 4, "error": "not JSON", "again": False},
    ]}).encode())]
    add(outbox, *range(6))
    deliver()
    wait_until(lambda: len(outbox) == 2)
    clock.move(minutes=1)
    wait_until(lambda: receiver.ids == ["id-2", "id-3"] and len(outbox) == 0)


def test_many_messages_that_are_kept_go_out_in_requests_of_100_in_their_order(outbox, receiver, deliver, clock):
    receiver.locked = {CUSTOMER}
    add(outbox, *range(250))
    deliver()
    wait_until(lambda: tries(receiver, "id-249") == 1 and outbox.first(1, 1) == [])
    clock.move(minutes=1)
    wait_until(lambda: tries(receiver, "id-0") == 2 and outbox.first(1, 1) == [])
    assert tries(receiver, "id-100") == 1, "one refused request is enough until the next wait is over"
    receiver.locked = set()
    clock.move(minutes=2)
    wait_until(lambda: len(outbox) == 0)
    assert receiver.ids == [f"id-{number}" for number in range(250)]


@pytest.mark.parametrize(("errors", "kept"), [
    ([], set()), ([{"index": 1, "error": "x"}], set()), ([{"index": 1, "again": True}], {1}),
    ([{"index": 1, "again": "true"}, {"index": 2, "again": 1}, {"index": 0, "again": None}, "again", None, 7], set()),
    ([{"index": 1, "error": "x"}, {"index": 1, "again": True}], {1}),
    # An entry that names no message of the batch: none of it may be lost.
    *[([{"index": index, "again": True}], {0, 1, 2}) for index in (None, 3, -1, "1", True, 1.0)],
    ([{"again": True}], {0, 1, 2})])
def test_an_answer_names_the_messages_to_be_sent_again(errors, kept):
    assert again_in(errors, 3) == kept


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
