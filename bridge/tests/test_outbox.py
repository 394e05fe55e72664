"""The outbox: on disk, in order, bounded, for the bridge's account alone."""

import sqlite3

import pytest
from jadwal_bridge.outbox import Outbox

CUSTOMER = "6f1b4f0e-7f65-4a3b-9a54-0d1f1c6a2b3c"
OTHER = "11111111-7f65-4a3b-9a54-0d1f1c6a2b3c"


def message(number, customer=CUSTOMER, body="x"):
    return {"customer_id": customer, "id": f"id-{number}", "body": body}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "bridge.db"


@pytest.fixture
def outbox(path):
    made = Outbox(path, limit=5)
    yield made
    made.close()


def ids(outbox, count=100, size=1 << 20):
    return [id for _, id, _ in outbox.first(count, size)]


def test_messages_come_out_in_order_and_stay_until_they_are_removed(outbox):
    for number in range(3):
        outbox.add(message(number))
    assert ids(outbox) == ids(outbox) == ["id-0", "id-1", "id-2"]
    outbox.remove([outbox.first(1, 1)[0][0]])
    assert ids(outbox) == ["id-1", "id-2"] and len(outbox) == 2


def test_messages_survive_an_end_without_a_goodbye(path, outbox):
    outbox.add(message(1))
    outbox.save_link(CUSTOMER)
    again = Outbox(path)
    assert (ids(again), len(again), again.links()) == (["id-1"], 1, [CUSTOMER])
    again.close()


def test_a_message_twice_is_kept_twice(outbox):
    outbox.add(message(1))
    outbox.add(message(1))
    assert ids(outbox) == ["id-1", "id-1"]


def test_the_oldest_make_room_in_a_full_outbox(outbox):
    for number in range(8):
        outbox.add(message(number))
    assert ids(outbox) == [f"id-{number}" for number in range(3, 8)]
    assert (len(outbox), outbox.dropped) == (5, 3)
    outbox.remove([1])
    assert len(outbox) == 5


def test_a_batch_is_bounded_but_never_empty(outbox):
    for number in range(3):
        outbox.add(message(number, body="x" * 1_000))
    assert ids(outbox, count=2) == ["id-0", "id-1"]
    assert ids(outbox, size=2_200) == ["id-0", "id-1"]
    assert ids(outbox, size=1) == ["id-0"]


def keep(outbox, *wanted):
    outbox.keep([number for number, id, _ in outbox.first(100, 1 << 20) if id in wanted])


def test_messages_that_are_kept_back_come_again_in_order_and_no_one_elses_wait(path):
    now = [1_000]
    outbox = Outbox(path, clock=lambda: now[0])
    for number in range(6):
        outbox.add(message(number, OTHER if number == 3 else CUSTOMER))
    keep(outbox, "id-1", "id-3")
    assert ids(outbox) == ["id-0", "id-2", "id-4", "id-5"] and len(outbox) == 6
    now[0] = 1_030
    keep(outbox, "id-4")  # It joins the line of its customer.
    now[0] = 1_060
    assert ids(outbox) == ["id-0", "id-1", "id-2", "id-3", "id-4", "id-5"]
    keep(outbox, "id-1")  # The second wait is for all that are kept of the customer.
    assert ids(outbox) == ["id-0", "id-2", "id-3", "id-5"]
    now[0] = 1_179
    assert ids(outbox) == ["id-0", "id-2", "id-3", "id-5"]
    now[0] = 1_180
    assert ids(outbox) == [f"id-{number}" for number in range(6)]
    assert ids(outbox, count=2) == ["id-1", "id-3"], "those that waited are not pushed away by newer ones"
    outbox.close()


def test_a_wait_survives_an_end_without_a_goodbye_and_grows_from_there(path):
    now = [1_000]
    first = Outbox(path, clock=lambda: now[0])
    first.add(message(1))
    keep(first, "id-1")
    now[0] = 1_060
    keep(first, "id-1")
    again = Outbox(path, clock=lambda: now[0])
    now[0] = 1_179
    assert ids(again) == [] and len(again) == 1
    now[0] = 1_180
    assert ids(again) == ["id-1"]
    keep(again, "id-1")
    now[0] = 1_180 + 239
    assert ids(again) == []
    now[0] += 1
    assert ids(again) == ["id-1"]
    first.close()
    again.close()


def test_a_wait_ends_with_the_last_message_that_is_kept(path):
    now = [1_000]
    outbox = Outbox(path, clock=lambda: now[0])
    for number in range(2):
        outbox.add(message(number))
    keep(outbox, "id-0", "id-1")
    now[0] = 1_060
    keep(outbox, "id-0")
    outbox.remove([1, 2])
    outbox.add(message(2))
    keep(outbox, "id-2")
    now[0] += 60
    assert ids(outbox) == ["id-2"], "the first wait again"
    outbox.forget(CUSTOMER)
    assert outbox._database.execute("SELECT count(*) FROM wait").fetchone() == (0,)
    outbox.close()


def test_a_clock_that_was_wrong_keeps_nothing_back_for_ever(path):
    now = [4_000_000_000]
    outbox = Outbox(path, clock=lambda: now[0])
    outbox.add(message(1))
    keep(outbox, "id-1")
    assert ids(outbox) == []
    now[0] = 1_000
    assert ids(outbox) == ["id-1"]
    outbox.close()


def test_kept_messages_make_room_as_others_do(outbox):
    for number in range(3):
        outbox.add(message(number))
    keep(outbox, "id-0", "id-1", "id-2")
    for number in range(3, 9):
        outbox.add(message(number))
    assert ids(outbox) == [f"id-{number}" for number in range(4, 9)]
    assert (len(outbox), outbox.dropped) == (5, 4)
    outbox.keep([1])  # It made room meanwhile.
    assert len(outbox) == 5 and outbox._database.execute("SELECT count(*) FROM wait").fetchone() == (0,)


def test_a_file_of_an_earlier_release_is_read_on(path):
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE message (number INTEGER PRIMARY KEY AUTOINCREMENT, customer TEXT NOT NULL, "
                         "id TEXT NOT NULL, body BLOB NOT NULL)")
        database.execute("INSERT INTO message (customer, id, body) VALUES (?, 'id-1', '{}')", (CUSTOMER,))
    database.close()
    outbox = Outbox(path)
    assert ids(outbox) == ["id-1"] and len(outbox) == 1
    keep(outbox, "id-1")
    assert ids(outbox) == []
    outbox.close()


def test_a_wait_for_messages_ends_at_once_if_one_came_since_the_last_look(outbox):
    assert outbox.first(1, 1) == []
    outbox.add(message(1))
    outbox.wait(600)
    keep(outbox, "id-1")
    outbox.add(message(2))
    assert ids(outbox) == ["id-2"]
    outbox.add(message(3))
    outbox.wait(600)


def test_a_forgotten_customer_leaves_nothing_on_disk(outbox, path):
    outbox.add(message(1, body="a secret sentence"))
    outbox.add(message(2, OTHER))
    outbox.save_link(CUSTOMER)
    outbox.forget(CUSTOMER)
    assert ids(outbox) == ["id-2"] and outbox.links() == [] and len(outbox) == 1
    assert all(b"a secret sentence" not in file.read_bytes() for file in path.parent.iterdir())


def test_nobody_else_can_read_it(path, outbox):
    assert path.stat().st_mode & 0o777 == 0o600
