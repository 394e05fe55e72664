"""Accounts at other services, with real servers: Radicale and Xandikos.

The numbers are those of the cases in docs/outside-calendars.md's design.
"""

import pytest

from support.browser import Browser
from support.caldav import Device, add_customer
from support.devices import DAVX5
from support.feeds import event, feed
from support.remotes import PASSWORD, USER, Radicale, Xandikos
from support.server import Server, wait_until

TEN = [(f"e{number}", event(f"e{number}", f"2027010{number}", f"Day {number}")) for number in range(1, 10)]
OLD = ("old", event("old", "20200105", "Long ago"))


@pytest.fixture(scope="module", params=[Radicale, Xandikos], ids=["radicale", "xandikos"])
def remote(request, tmp_path_factory):
    with request.param(tmp_path_factory.mktemp("remote")) as started:
        yield started


@pytest.fixture(scope="module")
def place(cluster, remote):
    """A server that may ask the remote one, and nothing else of this machine."""
    settings = {"JADWAL_OUTSIDE_NETWORKS": "127.0.0.1", "JADWAL_OUTSIDE_PORTS": f"443 80 {remote.port}"}
    with Server("--restart", cluster=cluster, settings=settings) as started:
        yield started


@pytest.fixture
def account(place):
    return add_customer(place)


@pytest.fixture
def person(place, account):
    with Browser(place) as browser:
        yield browser.sign_in(account.email)


def ask(place, person, remote, password=PASSWORD):
    """Fills in the form and waits until a worker has tried the password. Returns the page of the account."""
    answer = person.submit_form(
        "/calendars/join", "/calendars/join", provider="other", address=remote.url, user=USER, password=password)
    assert answer.status_code == 303, answer.text[:500]
    path = answer.headers["location"].replace(place.origin, "")
    number = path.rsplit("/", 1)[1]
    wait_until(
        lambda: place.sql(f"SELECT 1 FROM outside_account WHERE id = {number} AND state <> 'asked'"), 30, "an answer")
    return path


def join(place, person, remote, *names):
    """Joins the account and reads these calendars. Returns their numbers here, by name."""
    path = ask(place, person, remote)
    page = person.page(path)
    number = path.rsplit("/", 1)[1]
    wanted = {row[0]: row[1] for row in place.sql(
        f"SELECT name, id FROM remote_calendar WHERE account_id = {number}")}
    assert set(names) <= set(wanted), wanted
    form = [(name, value) for name, value in page.form(path).items() if name != "calendar"]
    answer = person.submit(path, {**dict(form), "calendar": [wanted[name] for name in names]})
    assert answer.status_code == 303, answer.text[:500]
    wait_until(lambda: not place.sql(
        f"SELECT 1 FROM remote_calendar WHERE account_id = {number} AND collection_id IS NOT NULL AND checked_at IS NULL"),
        60, "everything is read")
    return number, {row[0]: int(row[1]) for row in place.sql(
        f"SELECT name, collection_id FROM remote_calendar WHERE account_id = {number} AND collection_id IS NOT NULL")}


def look_again(place, number, hours=1):
    """Makes an account due, and waits until it was read."""
    place.sql(f"""UPDATE outside_account SET next_at = now(), asked_at = now() - interval '1 hour' WHERE id = {number}""")
    wait_until(
        lambda: place.sql(f"""SELECT 1 FROM outside_account WHERE id = {number} AND leased_until IS NULL
                              AND next_at > now() AND asked_at > now() - interval '30 minutes'"""), 60, "another look")


def titles(place, calendar):
    return sorted(row[0] for row in place.sql(f"SELECT summary FROM calendar_object WHERE collection_id = {calendar}"))


def counter(place, calendar):
    return place.sql(f"SELECT counter FROM calendar_collection WHERE id = {calendar}")[0][0]


@pytest.fixture(scope="module")
def work(remote):
    path = remote.make("Work")
    for name, text in [*TEN, OLD]:
        remote.put(path, name, feed(text, head=""))
    return path


def test_a_wrong_password_is_refused_and_nothing_is_kept(place, person, remote):
    """Case 40."""
    if isinstance(remote, Xandikos):
        pytest.skip("it checks no password over plain HTTP")
    path = ask(place, person, remote, "another-password")
    assert "refused this password" in person.page(path).text
    number = path.rsplit("/", 1)[1]
    assert place.sql(f"SELECT sealed_password, sealed_user, sealed_address FROM outside_account WHERE id = {number}") == [
        ["", "", ""]]


def test_an_account_is_joined_and_its_events_are_everywhere(place, person, account, remote, work):
    """Cases 38 and 42: the near part first, then all."""
    number, calendars = join(place, person, remote, "Work")
    assert titles(place, calendars["Work"]) == sorted([f"Day {day}" for day in range(1, 10)] + ["Long ago"])
    page = person.page("/calendars")
    assert "sara@…" in page.text and "up to date" in page.text
    # Xandikos does not say that the calendar is for events alone.
    assert "10 events" in page.text or "10 entries" in page.text
    assert "Day 3" in person.page("/calendar/2027-01").text
    segment = place.sql(f"SELECT segment FROM calendar_collection WHERE id = {calendars['Work']}")[0][0]
    with Device(account, DAVX5) as device:
        refused = device.put(f"{account.home}{segment}/own.ics", feed(event("own", "20270101", "Mine")))
        assert refused.status == 403
    assert "127.0.0.1" in person.page("/about/connections").text


def test_changes_there_come_here_and_nothing_else_moves(place, person, remote, work):
    number, calendars = join(place, person, remote, "Work")
    calendar, before = calendars["Work"], None
    look_again(place, number)
    before = counter(place, calendar)
    look_again(place, number)
    assert counter(place, calendar) == before
    remote.put(work, "e1", feed(event("e1", "20270101", "Another title"), head=""))
    remote.put(work, "new", feed(event("new", "20270111", "New"), head=""))
    remote.delete(work, "e9")
    look_again(place, number)
    assert int(counter(place, calendar)) == int(before) + 3
    found = titles(place, calendar)
    assert "Another title" in found and "New" in found and "Day 9" not in found and "Day 1" not in found
    remote.put(work, "e1", feed(TEN[0][1], head=""))
    remote.put(work, "e9", feed(TEN[8][1], head=""))
    remote.delete(work, "new")


def test_a_token_that_is_unknown_leads_to_the_whole_list(place, person, remote, work):
    """Case 43."""
    number, calendars = join(place, person, remote, "Work")
    before = counter(place, calendars["Work"])
    place.sql(f"UPDATE remote_calendar SET sync_token = 'http://example.org/unknown' WHERE account_id = {number}")
    remote.put(work, "e2", feed(event("e2", "20270102", "Second"), head=""))
    look_again(place, number)
    assert "Second" in titles(place, calendars["Work"]) and int(counter(place, calendars["Work"])) == int(before) + 1
    remote.put(work, "e2", feed(TEN[1][1], head=""))


@pytest.mark.parametrize("abilities", ["has_sync = false", "has_sync = false, ctag = 'another'", "checked_at = now() - interval '2 days'"])
def test_without_sync_tags_are_compared(place, person, remote, work, abilities):
    """Case 44."""
    number, calendars = join(place, person, remote, "Work")
    place.sql(f"UPDATE remote_calendar SET {abilities} WHERE account_id = {number}")
    remote.put(work, "e3", feed(event("e3", "20270103", "Third"), head=""))
    look_again(place, number)
    assert "Third" in titles(place, calendars["Work"])
    remote.put(work, "e3", feed(TEN[2][1], head=""))


def test_most_events_that_vanish_at_once_are_held(place, person, remote):
    """Case 59."""
    path = remote.make("Many")
    for number in range(30):
        remote.put(path, f"m{number}", feed(event(f"m{number}", "20270201", f"Many {number}"), head=""))
    account, calendars = join(place, person, remote, "Many")
    for number in range(25):
        remote.delete(path, f"m{number}")
    look_again(place, account)
    assert len(titles(place, calendars["Many"])) == 30
    page = person.page("/calendars")
    assert "held: 25 entries vanished" in page.text
    action = f"/calendars/{calendars['Many']}/accept"
    assert person.submit(action, page.form(action)).status_code == 303
    wait_until(lambda: len(titles(place, calendars["Many"])) == 5, 30, "the answer is believed")


def test_a_calendar_that_is_gone_there_stays_here(place, person, remote):
    """Case 58."""
    path = remote.make("Short")
    remote.put(path, "s1", feed(event("s1", "20270301", "Kept"), head=""))
    account, calendars = join(place, person, remote, "Short")
    remote.delete(path)
    look_again(place, account)
    assert titles(place, calendars["Short"]) == ["Kept"]
    assert "gone there" in person.page("/calendars").text


def test_a_server_that_is_down_changes_a_sentence_and_no_event(place, person, remote, work):
    number, calendars = join(place, person, remote, "Work")
    before = counter(place, calendars["Work"])
    remote.stop()
    look_again(place, number)
    assert counter(place, calendars["Work"]) == before
    assert "not reachable since" in person.page("/calendars").text
    remote.start()
    look_again(place, number)
    assert "up to date" in person.page("/calendars").text and counter(place, calendars["Work"]) == before


@pytest.mark.parametrize("events", ["keep", "remove"])
def test_leaving_deletes_the_password_and_keeps_or_removes_the_events(place, person, remote, work, events):
    """Case 64."""
    number, calendars = join(place, person, remote, "Work")
    path = f"/calendars/accounts/{number}/leave"
    assert person.submit_form(path, path, events=events).status_code == 303
    assert place.sql(f"SELECT 1 FROM outside_account WHERE id = {number}") == []
    row = place.sql(f"SELECT is_read_only, deleted_at IS NULL FROM calendar_collection WHERE id = {calendars['Work']}")
    assert row == [["f", "t" if events == "keep" else "f"]]
    remote.send("PROPFIND", work, b"", Depth="0")


def test_the_password_is_in_no_row_and_no_log(place, person, remote, work):
    """Case 63."""
    join(place, person, remote, "Work")
    for table in ("outside_account", "remote_calendar", "remote_object", "outside_key"):
        rows = place.sql(f"SELECT t::text FROM {table} t")
        assert rows and not any(PASSWORD in row[0] or PASSWORD.encode().hex() in row[0] for row in rows)
    assert not any(PASSWORD in log.read_text(errors="replace") for log in place.logs)
