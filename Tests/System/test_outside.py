"""Calendars of others, with a host on this machine: feeds, redirects, slow answers and broken ones.

The numbers are those of the cases in docs/outside-calendars.md's design.
"""

import subprocess
import time

import pytest

from support.browser import Browser, Page
from support.caldav import Device, add_customer, clark, proppatch_body
from support.devices import DAVX5, IOS, MACOS, THUNDERBIRD
from support.feeds import FeedHost, event, feed
from support.mail import letters_to
from support.server import ROOT, Server, free_port, wait_until

TEN = [event(f"e{number}", f"2027010{number}", f"Day {number}") for number in range(1, 10)]


@pytest.fixture(scope="module")
def host():
    with FeedHost(free_port()) as started:
        yield started


@pytest.fixture(scope="module")
def place(cluster, host):
    """A server that may ask the host, and nothing else of this machine."""
    settings = {"JADWAL_OUTSIDE_NETWORKS": "127.0.0.1", "JADWAL_OUTSIDE_PORTS": f"443 80 {host.port}"}
    with Server("--restart", cluster=cluster, settings=settings) as started:
        yield started


@pytest.fixture
def account(place):
    return add_customer(place)


@pytest.fixture
def person(place, account):
    with Browser(place) as browser:
        yield browser.sign_in(account.email)


def subscribe(person, address, **fields):
    return person.submit_form(
        "/calendars/subscribe", "/calendars/subscribe", address=address, plain="yes", **fields)


def join(place, person, address, **fields):
    """Subscribes and waits for the first answer. Returns the calendar's id and the last part of its address."""
    answer = subscribe(person, address, **fields)
    assert answer.status_code == 303, answer.text[:500]
    number = int(answer.headers["location"].split("calendar=")[1])
    wait_until(
        lambda: place.sql(f"SELECT 1 FROM subscription WHERE collection_id = {number} AND applied_digest IS NOT NULL"),
        30, "the first answer")
    return number, place.sql(f"SELECT segment FROM calendar_collection WHERE id = {number}")[0][0]


def fetch_again(place, number):
    """Makes the source of a calendar due, and waits until it was asked."""
    source = place.sql(f"SELECT source_id FROM subscription WHERE collection_id = {number}")[0][0]
    place.sql(f"UPDATE outside_source SET next_at = now(), asked_at = now() - interval '1 hour' WHERE id = {source}")
    wait_until(
        lambda: place.sql(f"""SELECT 1 FROM outside_source WHERE id = {source} AND leased_until IS NULL
                              AND next_at > now() AND asked_at > now() - interval '30 minutes'"""),
        60, "the next answer")


def entries(place, number):
    return int(place.sql(f"SELECT object_count FROM calendar_collection WHERE id = {number}")[0][0])


def counter(place, number):
    return place.sql(f"SELECT counter FROM calendar_collection WHERE id = {number}")[0][0]


def test_a_school_s_calendar_is_on_the_page_and_in_the_month_and_on_devices(place, host, account, person):
    host.serve("/school.ics", feed(*TEN))
    number, segment = join(place, person, host.url("/school.ics"))
    page = person.page("/calendars")
    assert "School of Ibn Sina" in page.text and "up to date" in page.text and "9 events" in page.text
    assert "Day 3" in person.page("/calendar/2027-01").text
    for headers in (IOS, THUNDERBIRD, DAVX5, MACOS):
        with Device(account, headers) as device:
            found = device.propfind(f"{account.home}{segment}/", "d:resourcetype", "d:current-user-privilege-set").only
            assert found.names("d:resourcetype") == {clark("d:collection"), clark("c:calendar")}
            privileges = found.names("d:current-user-privilege-set")
            assert clark("d:read") in privileges and clark("d:write-properties") in privileges
            assert not privileges & {clark("d:write"), clark("d:write-content"), clark("d:bind"), clark("d:unbind")}


def test_a_device_cannot_write_into_it_but_may_choose_its_colour(place, host, account, person):
    """Case 37."""
    host.serve("/closed.ics", feed(*TEN))
    number, segment = join(place, person, host.url("/closed.ics"))
    before = counter(place, number)
    with Device(account, DAVX5) as device:
        own = feed(event("own", "20270101", "Mine"))
        refused = device.put(f"{account.home}{segment}/own.ics", own)
        assert refused.status == 403 and b"need-privileges" in refused.body
        name = place.sql(f"SELECT segment FROM calendar_object WHERE collection_id = {number} LIMIT 1")[0][0]
        refused = device.send("DELETE", f"{account.home}{segment}/{name}")
        assert refused.status == 403 and b"need-privileges" in refused.body
        body = proppatch_body("<a:calendar-color>#112233FF</a:calendar-color>")
        assert device.send("PROPPATCH", f"{account.home}{segment}/", body).status == 207
    assert counter(place, number) == before
    assert place.sql(f"SELECT color FROM calendar_collection WHERE id = {number}") == [["#112233FF"]]


def test_new_stamps_write_nothing_and_one_title_is_one_change(place, host, person):
    """Cases 18 to 21."""
    host.serve("/stamps.ics", feed(*TEN), 'ETag: W/"first"')
    number, _ = join(place, person, host.url("/stamps.ics"))
    before = counter(place, number)
    host.serve("/stamps.ics", feed(*[text.replace("20261101T", "20261128T") for text in reversed(TEN)]))
    fetch_again(place, number)
    assert 'If-None-Match: W/"first"\r\n' in host.asked("/stamps.ics")[-1]
    assert counter(place, number) == before
    host.serve("/stamps.ics", feed(event("e1", "20270101", "Another title"), *TEN[1:]))
    fetch_again(place, number)
    assert int(counter(place, number)) == int(before) + 1


@pytest.mark.parametrize("status, words", [
    (500, "not reachable since"), (404, "not reachable since"), (410, "gone there"), (429, "asked too often")])
def test_a_host_that_is_ill_changes_a_sentence_and_no_event(place, host, person, status, words):
    """Cases 24 and 25."""
    path = f"/ill-{status}.ics"
    host.serve(path, feed(*TEN))
    number, _ = join(place, person, host.url(path))
    before = counter(place, number)
    host.serve(path, "", "Retry-After: 3600", status=status)
    fetch_again(place, number)
    assert counter(place, number) == before
    assert words in person.page("/calendars").text


def test_a_web_page_half_a_calendar_and_an_empty_one_leave_the_events(place, host, person):
    """Cases 26 to 28."""
    host.serve("/broken.ics", feed(*TEN))
    number, _ = join(place, person, host.url("/broken.ics"))
    for body in ("<!DOCTYPE html><title>Sign in</title>", feed(*TEN)[:300], feed(*TEN) + "<html>oops</html>", feed()):
        host.serve("/broken.ics", body)
        fetch_again(place, number)
        assert entries(place, number) == 9
    page = person.page("/calendars")
    assert "held: 9 of 9 entries vanished" in page.text
    answer = person.submit(f"/calendars/{number}/accept", page.form(f"/calendars/{number}/accept"))
    assert answer.status_code == 303
    wait_until(lambda: entries(place, number) == 0, 30, "the answer is believed")


@pytest.mark.parametrize("spelling", [
    "127.0.0.2", "2130706434", "0x7f.2", "127.2", "0177.0.0.2", "0", "0.0.0.0", "[::1]", "[::ffff:127.0.0.2]", "[::ffff:7f00:2]",
    "10.0.0.1", "169.254.169.254", "[64:ff9b::7f00:2]", "[2002:7f00:2::]", "[fe80::1]"])
def test_no_spelling_of_a_private_address_is_reached(place, host, person, spelling):
    """Cases 2, 3 and 8: it looks like an outage."""
    asked = len(host.heads)
    answer = subscribe(person, f"http://{spelling}:{host.port}/a.ics")
    assert answer.status_code == 303
    number = int(answer.headers["location"].split("calendar=")[1])
    problem = f"""SELECT o.problem FROM subscription s JOIN outside_source o ON o.id = s.source_id
                   WHERE s.collection_id = {number} AND o.problem IS NOT NULL"""
    wait_until(lambda: place.sql(problem), 30, "the fetch fails")
    assert place.sql(problem)[0][0] in ("unreachable", "timed-out")
    assert len(host.heads) == asked
    assert "not reachable since" in person.page("/calendars").text


@pytest.mark.parametrize("target", [
    "http://169.254.169.254/latest", "file:///etc/passwd", "http://127.0.0.1:22/", "gopher://127.0.0.1/", "http://10.0.0.1/"])
def test_a_redirect_inside_is_refused(place, host, person, target):
    """Case 7."""
    path = f"/leads-{abs(hash(target))}.ics"
    host.serve(path, "", f"Location: {target}", status=302)
    answer = subscribe(person, host.url(path))
    number = int(answer.headers["location"].split("calendar=")[1])
    wait_until(
        lambda: place.sql(f"""SELECT 1 FROM subscription s JOIN outside_source o ON o.id = s.source_id
                              WHERE s.collection_id = {number} AND o.failures > 0"""), 40, "the fetch fails")
    assert "passwd" not in person.page("/calendars").text
    assert entries(place, number) == 0


def test_redirects_in_a_circle_end(place, host, person):
    """Case 14."""
    host.serve("/one.ics", "", "Location: /two.ics", status=302)
    host.serve("/two.ics", "", "Location: /one.ics", status=302)
    answer = subscribe(person, host.url("/one.ics"))
    number = int(answer.headers["location"].split("calendar=")[1])
    problem = f"""SELECT o.problem FROM subscription s JOIN outside_source o ON o.id = s.source_id
                   WHERE s.collection_id = {number}"""
    wait_until(lambda: place.sql(problem) == [["redirect"]], 30, "the circle is seen")
    assert len(host.asked("/one.ics")) == 1


def test_a_mail_does_not_wait_for_a_host_of_one_byte_a_second(place, host, person):
    """Case 16, and the lane of its own."""
    for number in range(4):
        host.serve_slowly(f"/slow-{number}.ics")
        subscribe(person, host.url(f"/slow-{number}.ics"))
    wait_until(lambda: any(host.asked(f"/slow-{number}.ics") for number in range(4)), 20, "a slow host is asked")
    with Browser(place) as other:
        began = time.monotonic()
        letter = other.ask_for_link("not-slowed@example.com")
        assert letter and time.monotonic() - began < 5
    wait_until(
        lambda: place.sql("SELECT 1 FROM outside_source WHERE problem IN ('timed-out', 'broken')"), 60, "it is cut")


def test_two_customers_share_one_fetch_and_the_last_one_ends_it(place, host, person):
    """Cases 36 and 70."""
    host.serve("/shared.ics", feed(*TEN))
    first, _ = join(place, person, host.url("/shared.ics"))
    other = add_customer(place)
    with Browser(place) as second:
        second.sign_in(other.email)
        joined, _ = join(place, second, host.url("/shared.ics"))
        source = f"SELECT count(DISTINCT source_id) FROM subscription WHERE collection_id IN ({first}, {joined})"
        assert place.sql(source) == [["1"]]
        asked = len(host.asked("/shared.ics"))
        fetch_again(place, joined)
        assert len(host.asked("/shared.ics")) == asked + 1
        answer = second.submit_form(f"/calendars/{joined}/leave", f"/calendars/{joined}/leave", events="remove")
        assert answer.status_code == 303
    assert entries(place, first) == 9
    sources = place.sql("SELECT count(*) FROM outside_source")[0][0]
    answer = person.submit_form(f"/calendars/{first}/leave", f"/calendars/{first}/leave", events="keep")
    assert answer.status_code == 303
    assert int(place.sql("SELECT count(*) FROM outside_source")[0][0]) == int(sources) - 1
    # Case 64: what is kept is the customer's own.
    assert place.sql(f"SELECT is_read_only, object_count FROM calendar_collection WHERE id = {first}") == [["f", "9"]]


def test_a_calendar_that_a_mac_made_is_seen_by_phones(place, host, account, person):
    host.serve("/mac.ics", feed(*TEN))
    body = f"""<?xml version="1.0"?><d:mkcol xmlns:d="DAV:" xmlns:cs="http://calendarserver.org/ns/"><d:set><d:prop>
        <d:resourcetype><d:collection/><cs:subscribed/></d:resourcetype><d:displayname>School</d:displayname>
        <cs:source><d:href>https://127.0.0.1/mac.ics</d:href></cs:source></d:prop></d:set></d:mkcol>"""
    with Device(account, MACOS) as mac, Device(account, IOS) as phone:
        assert mac.send("MKCOL", f"{account.home}mac/", body).status == 201
        wait_until(
            lambda: place.sql("SELECT 1 FROM subscription WHERE program_url LIKE '%/mac.ics'"), 60, "it is subscribed")
        seen = mac.propfind(f"{account.home}mac/", "d:resourcetype").only
        assert clark("cs:subscribed") in seen.names("d:resourcetype")
        seen = phone.propfind(f"{account.home}mac/", "d:resourcetype").only
        assert seen.names("d:resourcetype") == {clark("d:collection"), clark("c:calendar")}


def test_a_killed_worker_loses_nothing(place, host, person):
    """Case 68."""
    host.serve("/killed.ics", feed(*[event(f"k{number}", "20270201", f"Lesson {number}") for number in range(2_000)]))
    answer = subscribe(person, host.url("/killed.ics"))
    number = int(answer.headers["location"].split("calendar=")[1])
    wait_until(lambda: host.asked("/killed.ics"), 20, "it is asked")
    place.kill("worker")
    # The source belongs to the dead worker for some minutes.
    place.sql("UPDATE outside_source SET leased_until = NULL, next_at = now()")
    wait_until(lambda: entries(place, number) == 2_000, 120, "all is there")
    unfinished = f"SELECT count(*) FROM subscription_entry WHERE collection_id = {number} AND content_digest = decode(repeat('00', 16), 'hex')"
    wait_until(lambda: place.sql(unfinished) == [["0"]], 60, "nothing is unfinished")


def test_no_address_is_in_logs_dumps_exports_and_commands(place, host, account, person):
    """Case 63."""
    host.serve("/path-of-secrets.ics", feed(*TEN))
    join(place, person, f"http://sara:hidden-word@127.0.0.1:{host.port}/path-of-secrets.ics")
    assert "Authorization: Basic" in host.asked("/path-of-secrets.ics")[-1]
    dump = place.dump()
    logs = b"".join(path.read_bytes() for path in place.logs)
    said = b""
    for words in (["list"], ["check"]):
        done = subprocess.run(
            [ROOT / "script/jadwal", "--data", place.data, "accounts", *words], capture_output=True, timeout=60,
            stdin=subprocess.DEVNULL)
        assert b"127.0.0.1" in done.stdout, done.stderr
        said += done.stdout + done.stderr
    for text in (dump if isinstance(dump, bytes) else dump.encode(), logs, said, person.get("/calendars").content):
        assert b"path-of-secrets" not in text and b"hidden-word" not in text
    assert "127.0.0.1" in Page(person.get("/about/connections").text).text


def test_an_address_that_is_no_calendar_s_is_explained(person):
    """What people paste by mistake."""
    for address, words in [
        ("", "That is not the address of a calendar"), ("file:///etc/passwd", "That is not the address of a calendar"),
        ("https://example.org:22/a.ics", "a port that is not asked here"),
        ("https://calendar.google.com/calendar/u/0/r", "Secret address in iCal format"),
    ]:
        answer = subscribe(person, address)
        assert answer.status_code == 422 and words in Page(answer.text).text, address


def test_the_page_speaks_arabic(place, host, account):
    host.serve("/arabic.ics", feed(*TEN))
    with Browser(place, language="ar") as person:
        person.sign_in(add_customer(place, language="ar").email)
        join(place, person, host.url("/arabic.ics"))
        page = person.page("/calendars")
        assert "من الآخرين" in page.text and "محدَّث" in page.text


def test_sign_in_mails_do_not_wait_for_many_sources_due_at_once(place, host, person):
    """Case 69."""
    host.serve("/many.ics", feed(*TEN))
    number, _ = join(place, person, host.url("/many.ics"))
    place.sql(f"""
        INSERT INTO outside_source (address_digest, sealed_address, host)
        SELECT sha256(n::text::bytea), sealed_address, 'host-' || n || '.example'
          FROM outside_source, generate_series(1, 500) n
         WHERE id = (SELECT source_id FROM subscription WHERE collection_id = {number})""")
    place.sql(f"""
        WITH made AS (
            INSERT INTO calendar_collection (customer_id, segment, display_name, components, epoch)
            SELECT c.customer_id, 'many-' || o.id, 'Many', ARRAY['VEVENT'], 1
              FROM outside_source o, calendar_collection c WHERE o.host LIKE 'host-%' AND c.id = {number}
            RETURNING customer_id, id, segment)
        INSERT INTO subscription (customer_id, collection_id, source_id)
        SELECT customer_id, id, substr(segment, 6)::bigint FROM made""")
    address = "punctual@example.com"
    with Browser(place) as other:
        began = time.monotonic()
        other.ask_for_link(address)
        assert time.monotonic() - began < 5
    assert letters_to(place, address)
    wait_until(
        lambda: place.sql("SELECT count(*) FROM outside_source WHERE host LIKE 'host-%' AND problem = 'locked'") == [["500"]],
        120, "all were tried")
