"""An import with 10,000 clashes floods nobody and holds up nobody: one notice says how many, others hear of theirs."""

from datetime import datetime, timedelta, timezone

import pytest

from support.browser import Browser
from support.caldav import Device, add_customer
from support.people import timed
from support.push import Subscription
from support.server import Server, wait_until
from test_import_command import run_import

SETTINGS = "/settings/notifications"
# Of five events at one time, each clashes with four: ten pairs.
GROUPS, AT_ONCE, PAIRS = 1_000, 5, 10_000
TIMES_A_DAY = 10


@pytest.fixture(scope="module")
def server(push_service):
    with Server(settings=push_service.settings) as started:
        yield started


def hears_of_clashes(browser, push_service, address, name):
    """Signs a customer without quiet hours in, whose browser is to hear of clashes."""
    browser.sign_in(address)
    week = browser.page("/settings/my-week").form("/settings/my-week")
    assert browser.submit("/settings/my-week", week | {"quiet-from": "", "quiet-until": ""}).status_code == 303
    browser.subscription = Subscription(f"https://{push_service.host}/push/{name}")
    browser.submit_form(SETTINGS, "/settings/devices/web-push", **browser.subscription.fields)
    csrf = browser.page(SETTINGS).form(SETTINGS)["csrf"]
    browser.submit(SETTINGS, {"csrf": csrf, "push.conflict": "yes"})


def crowded_calendar():
    """Events of the coming hundred days, five at each of ten times a day."""
    first, lines = datetime.now(timezone.utc) + timedelta(days=2), []
    for group in range(GROUPS):
        day = (first + timedelta(days=group // TIMES_A_DAY)).strftime("%Y%m%d")
        hour = 3 + group % TIMES_A_DAY * 2
        for number in range(AT_ONCE):
            lines += timed(f"crowd-{group}-{number}", f"Crowd {group}", day, f"{hour:02}00", f"{hour + 1:02}00")
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//A//B//EN", *lines, "END:VCALENDAR", ""])


def put(account, name, start, end):
    day = (datetime.now(timezone.utc) + timedelta(days=3)).strftime("%Y%m%d")
    text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//A//B//EN", *timed(name, name, day, start, end), "END:VCALENDAR", ""]
    with Device(account) as device:
        assert device.put(f"{account.home}personal/{name}.ics", "\r\n".join(text)).status == 201


def test_ten_thousand_clashes_at_once_are_one_notice_and_hold_up_nobody(server, push_service):
    push_service.requests.clear()
    importer, calm = add_customer(server), add_customer(server)
    with Browser(server) as crowd, Browser(server) as other:
        hears_of_clashes(crowd, push_service, importer.email, "importer")
        hears_of_clashes(other, push_service, calm.email, "calm")
        put(calm, "first", "0900", "1000")
        done = run_import(server, crowded_calendar(), "--customer", importer.email)
        assert done.returncode == 0, done.stderr
        put(calm, "second", "0930", "1030")

        def heard(browser):
            path = browser.subscription.endpoint.partition(push_service.host)[2]
            return [browser.subscription.read(one.body) for one in push_service.requests if one.path == path]

        notice, = wait_until(lambda: heard(other), 60, "the notice of the other customer")
        assert "second" in notice["title"] + notice["body"]
        wait_until(lambda: not server.sql(
            f"SELECT 1 FROM job WHERE customer_id = '{importer.id}' AND kind = 'planning.find-clashes'"
            " AND finished_at IS NULL"), 240, "the search for clashes")
        pairs = server.sql(
            "SELECT count(*), sum((SELECT count(*) FROM unnest(clashes) c WHERE c LIKE 'overlap%')) FROM conflict"
            f" WHERE customer_id = '{importer.id}'")
        assert pairs == [[str(GROUPS * (AT_ONCE - 1)), str(PAIRS)]]
        wait_until(lambda: heard(crowd), 60, "the notice about all")
        wait_until(lambda: not server.sql(
            f"SELECT 1 FROM notification WHERE customer_id = '{importer.id}' AND look_at IS NOT NULL LIMIT 1"), 60)
        assert len(heard(crowd)) <= 3
        assert server.sql(f"SELECT count(*) FROM conflict WHERE customer_id = '{calm.id}'") == [["1"]]
        inbox = crowd.get("/inbox")
        assert inbox.status_code == 200 and len(inbox.content) < 200_000
