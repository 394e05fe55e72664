"""Check p-29 of the pipeline: the bridge restarts with 500 sessions. They reconnect spread over time, and messages received
meanwhile arrive once. Nothing waits for a clock: the pauses between two starts are written down, and a session is a script
in this process."""

import json
import threading

import pytest
from jadwal_bridge.delivery import Deliverer, Ingest
from jadwal_bridge.outbox import Outbox
from jadwal_bridge.sessions import Refused, Sessions, Timing
from receiver import SECRET, Receiver, wait_until

CUSTOMERS = [f"00000000-0000-4000-8000-{number:012}" for number in range(500)]


def message(customer, words="meanwhile"):
    """A message that a session receives as soon as it is connected again."""
    return {"customer_id": customer, "id": f"{words}-{customer}", "body": words}


class ScriptedProcess:
    """The process of a saved link, its events and its input: ready at once, the messages that wait at WhatsApp, then
    silence to the end."""

    def __init__(self, messages):
        self.stdin, self._messages, self._ended = self, messages, threading.Event()

    def __iter__(self):
        yield json.dumps({"event": "ready", "number": "966501234567", "name": "Zaid"}) + "\n"
        for one in self._messages:
            yield json.dumps({"event": "message", "message": one}) + "\n"
        self._ended.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def write(self, _):
        pass

    def close(self):
        self._ended.set()

    def wait(self, _=None):
        return 0


class Restart:
    """A bridge that starts with saved links. `turns` is the number of pauses that end by themselves; the one after them
    ends with the bridge. `seen` has, for each pause, how many processes were started until then. `whatsapp` has a message
    for each customer, and hands it out once."""

    def __init__(self, folder, outbox, whatsapp, turns):
        self.started, self.pauses, self.seen, self._whatsapp = [], [], [], whatsapp
        self._turns, self._news, self._long_pause = turns, threading.Condition(), threading.Event()
        self.sessions = Sessions(folder / "sessions", outbox, limit=1_000, start_process=self._start, pause=self._pause)
        self.sessions.restore()

    def _start(self, orders):
        assert orders["number"] is None, "a saved link does not pair again"
        customer = orders["customer"]
        process = ScriptedProcess([self._whatsapp.pop(customer)] if customer in self._whatsapp else [])
        with self._news:
            self.started.append(customer)
            self._news.notify_all()
        return process, process

    def _pause(self, seconds):
        with self._news:
            # The thread of the link that was started before this pause begins when it likes.
            self._news.wait_for(lambda: len(self.started) > len(self.pauses), 20)
            self.pauses.append(seconds)
            self.seen.append(len(self.started))
        if len(self.pauses) > self._turns:
            self._long_pause.wait()

    def end_pause(self):
        """Ends the long pause."""
        self._long_pause.set()

    def stop(self):
        self.sessions.stop()
        self.end_pause()


@pytest.fixture
def outbox(tmp_path):
    made = Outbox(tmp_path / "bridge.db")
    made._database.execute("PRAGMA synchronous = OFF")  # Only for speed: the disk has tests of its own.
    yield made
    made.close()


@pytest.fixture
def restart(tmp_path, outbox):
    made, whatsapp = [], {customer: message(customer) for customer in CUSTOMERS}

    def begin(links, turns):
        for customer in CUSTOMERS[:links]:
            outbox.save_link(customer)
        made.append(Restart(tmp_path, outbox, whatsapp, turns))
        return made[-1]

    yield begin
    for one in made:
        one.stop()


@pytest.fixture
def receiver(outbox):
    made = Receiver()
    deliverer = Deliverer(outbox, Ingest(made.url, SECRET), first_wait=0.05, longest_wait=0.2)
    deliverer.start()
    yield made
    deliverer.stop()
    made.close()


def test_p_29_500_sessions_reconnect_one_after_another_some_seconds_apart(restart):
    bridge = restart(links=500, turns=500)
    wait_until(lambda: len(bridge.pauses) == 500, 60)
    assert sorted(bridge.started) == CUSTOMERS
    assert bridge.seen == list(range(1, 501)), "after each start there is a pause"
    assert all(0.5 * Timing.between_starts <= seconds <= 1.5 * Timing.between_starts for seconds in bridge.pauses)
    assert len(set(bridge.pauses)) > 400, "the moments are random"
    assert sum(bridge.pauses) > 1_500, "all of them take more than 25 minutes"


def test_p_29_messages_received_meanwhile_arrive_once(restart, receiver, outbox):
    outbox.add(message(CUSTOMERS[400], "before"))
    bridge = restart(links=500, turns=500)
    wait_until(lambda: len(receiver.ids) >= 501 and len(outbox) == 0, 60)
    expected = [message(CUSTOMERS[400], "before"), *map(message, CUSTOMERS)]
    assert sorted(receiver.ids) == sorted(one["id"] for one in expected)
    assert all(bridge.sessions.status(customer)["isReady"] for customer in CUSTOMERS)


def test_p_29_a_message_from_before_does_not_wait_for_the_turn_of_its_session(restart, receiver, outbox):
    outbox.add(message(CUSTOMERS[19], "before"))
    bridge = restart(links=20, turns=0)
    wait_until(lambda: message(CUSTOMERS[19], "before")["id"] in receiver.ids)
    assert CUSTOMERS[19] not in bridge.started


def test_p_29_a_restart_in_the_middle_of_a_restart_delivers_nothing_twice(restart, receiver, outbox):
    first = restart(links=20, turns=9)
    wait_until(lambda: len(receiver.ids) == 10 and len(outbox) == 0)
    first.stop()
    assert sorted(first.started) == CUSTOMERS[:10], "a stop starts none that waited for its turn"
    second = restart(links=20, turns=20)
    wait_until(lambda: len(second.pauses) == 20 and len(receiver.ids) >= 20 and len(outbox) == 0)
    assert sorted(second.started) == CUSTOMERS[:20]
    assert sorted(receiver.ids) == [message(customer)["id"] for customer in CUSTOMERS[:20]]


def test_p_29_a_session_that_waits_for_its_turn_is_not_linked_twice_and_can_be_ended(restart, outbox):
    bridge = restart(links=20, turns=0)
    last = CUSTOMERS[19]
    assert bridge.sessions.status(last)["status"] == "INITIALIZING"
    with pytest.raises(Refused):
        bridge.sessions.initialize(last, "966501234567")
    bridge.sessions.disconnect(last)
    assert bridge.sessions.status(last) is None
    assert outbox.links() == CUSTOMERS[:19]


def test_p_29_a_session_that_was_ended_before_its_turn_costs_no_start_and_no_pause(restart):
    bridge = restart(links=20, turns=4)
    wait_until(lambda: len(bridge.pauses) == 5)
    for customer in CUSTOMERS[5:19]:
        bridge.sessions.disconnect(customer)
    bridge.end_pause()
    wait_until(lambda: len(bridge.pauses) == 6)
    assert sorted(bridge.started) == [*CUSTOMERS[:5], CUSTOMERS[19]]
