"""Reminders of a phone's events, from the PUT to the decrypted message, and mails that a mail program ends."""

import re
import time
from datetime import datetime, timedelta, timezone

import httpx
import pytest

from support.browser import Browser
from support.caldav import Device, add_customer
from support.mail import letters_to
from support.push import Subscription
from support.server import Server, wait_until

SETTINGS = "/settings/notifications"


@pytest.fixture(scope="module")
def server(push_service):
    with Server(settings=push_service.settings) as started:
        yield started


def new_account(server):
    account = add_customer(server)
    with Device(account) as device:
        assert device.make_calendar("work", "VEVENT")
    return account


@pytest.fixture
def account(server):
    return new_account(server)


@pytest.fixture
def person(server, push_service, account):
    push_service.requests.clear()
    with Browser(server) as browser:
        browser.sign_in(account.email)
        browser.subscription = Subscription(f"https://{push_service.host}/push/{time.monotonic_ns()}")
        answer = browser.submit_form(SETTINGS, "/settings/devices/web-push", **browser.subscription.fields)
        assert answer.status_code == 303 and "done=saved" in answer.headers["location"]
        yield browser


def event(uid, alarm_in, action="DISPLAY"):
    """An event whose alarm, a quarter of an hour before it, goes off in some seconds."""
    start = datetime.now(timezone.utc) + timedelta(seconds=alarm_in, minutes=15)
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Phone//EN", "BEGIN:VEVENT", f"UID:{uid}",
        "DTSTAMP:20260101T000000Z", f"DTSTART:{start:%Y%m%dT%H%M%SZ}", "DURATION:PT1H", f"SUMMARY:{uid}",
        "BEGIN:VALARM", f"ACTION:{action}", "TRIGGER:-PT15M", "DESCRIPTION:Soon", "END:VALARM", "END:VEVENT",
        "END:VCALENDAR", ""]
    return "\r\n".join(lines).encode()


def put(account, uid, alarm_in, action="DISPLAY"):
    with Device(account) as device:
        answer = device.put(f"{account.home}work/{uid}.ics", event(uid, alarm_in, action))
        assert answer.status == 201, answer.text


def choose(person, **fields):
    answer = person.submit(SETTINGS, {"keepsPrayers": "yes", "takesMail": "yes", "csrf": person.page(SETTINGS).form(
        SETTINGS)["csrf"]} | {name.replace("_", "."): "yes" for name in fields if fields[name]})
    assert answer.status_code == 303, answer.text[:500]


def test_an_alarm_of_a_phone_reaches_the_browser_at_its_time_and_opens_its_event(person, push_service, account):
    put(account, "first", 3600)
    assert "rings for your reminders itself" in person.get(SETTINGS).text
    choose(person, push_reminder=True)
    begun = time.monotonic()
    put(account, "dinner", 4)
    request = wait_until(lambda: push_service.requests, 30)[0]
    assert time.monotonic() - begun > 2, "not before its time"
    notice = person.subscription.read(request.body)
    assert "dinner" in notice["title"]
    opened = person.get(notice["url"])
    assert opened.status_code == 303 and re.fullmatch(r"/events/\d+/dinner\.ics", opened.headers["location"])
    assert person.get(opened.headers["location"]).status_code == 200


def test_a_phone_that_rings_itself_is_not_doubled(person, push_service, server, account):
    put(account, "quiet", 1)
    wait_until(lambda: server.sql(
        f"SELECT 1 FROM notification WHERE customer_id = '{account.id}' AND look_at IS NULL"), 30)
    assert not push_service.requests
    assert "quiet" in person.get("/notifications").text


def test_an_event_that_is_deleted_before_its_alarm_is_silent(person, push_service, server, account):
    put(account, "first", 3600)
    choose(person, push_reminder=True)
    put(account, "gone", 6)
    wait_until(lambda: server.sql(f"SELECT 1 FROM notification WHERE customer_id = '{account.id}'"), 5)
    with Device(account) as device:
        assert device.send("DELETE", f"{account.home}work/gone.ics").status == 204
    put(account, "kept", 4)
    request = wait_until(lambda: push_service.requests, 30)[0]
    assert "kept" in person.subscription.read(request.body)["title"]
    wait_until(lambda: not server.sql(
        f"SELECT 1 FROM notification WHERE customer_id = '{account.id}' AND look_at IS NOT NULL"), 15)
    assert len(push_service.requests) == 1


def test_an_alarm_that_asks_for_a_mail_is_one_which_a_program_can_end(person, server, account):
    put(account, "letter", 1, "EMAIL")
    letter = wait_until(lambda: [one for one in letters_to(server, account.email) if "letter" in one.subject], 20)[0]
    assert letter.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter.message["References"].endswith(">")
    assert letter.message["References"] == letter.message["In-Reply-To"]
    address = letter.message["List-Unsubscribe"].strip("<>")
    path = address.removeprefix(server.origin)
    stranger = httpx.Client(base_url=server.origin, verify=server.tls_context())
    for method in ("HEAD", "GET"):
        assert stranger.request(method, path).status_code == 303
    assert 'name="takesMail" value="yes" checked' in person.get(SETTINGS).text
    assert stranger.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 204
    assert 'name="takesMail" value="yes" checked' not in person.get(SETTINGS).text
    assert stranger.post(path[:-3], data={"List-Unsubscribe": "One-Click"}).status_code == 404


def test_a_flood_of_one_customer_does_not_hold_up_another(person, push_service, server, account):
    put(account, "first", 3600)
    choose(person, push_reminder=True)
    flooded = new_account(server)
    put(flooded, "flood", 3600)
    server.sql(f"""
        INSERT INTO reminder (customer_id, collection_id, segment, key, due_at, starts_at, is_all_day, is_mail, title)
        SELECT customer_id, collection_id, segment, lpad(number::text, 22, 'a'), now() + interval '2 seconds',
               now() + interval '1 hour', false, false, 'Flood'
          FROM calendar_object, generate_series(1, 10000) number
         WHERE customer_id = '{flooded.id}'
        RETURNING 1
        """)
    put(account, "mine", 3)
    wait_until(lambda: push_service.requests, 60)
    assert "mine" in person.subscription.read(push_service.requests[0].body)["title"]
    wait_until(lambda: not server.sql(
        f"SELECT 1 FROM notification WHERE customer_id = '{flooded.id}' AND look_at IS NOT NULL LIMIT 1"), 60)
    count = server.sql(f"SELECT count(*) FROM notification WHERE customer_id = '{flooded.id}'")
    assert int(count[0][0]) >= 10_000
