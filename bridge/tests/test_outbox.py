"""The outbox: on disk, in order, bounded, for the bridge's account alone."""

import pytest
from jadwal_bridge.outbox import Outbox

CUSTOMER = "6f1b4f0e-7f65-4a3b-9a54-0d1f1c6a2b3c"


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


def test_a_forgotten_customer_leaves_nothing_on_disk(outbox, path):
    other = "11111111-7f65-4a3b-9a54-0d1f1c6a2b3c"
    outbox.add(message(1, body="a secret sentence"))
    outbox.add(message(2, other))
    outbox.save_link(CUSTOMER)
    outbox.forget(CUSTOMER)
    assert ids(outbox) == ["id-2"] and outbox.links() == [] and len(outbox) == 1
    assert all(b"a secret sentence" not in file.read_bytes() for file in path.parent.iterdir())


def test_nobody_else_can_read_it(path, outbox):
    assert path.stat().st_mode & 0o777 == 0o600
