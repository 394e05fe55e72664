"""A chat and a phone agree on the same hour. The clash is found by itself, and the notice about it comes as push and as
mail. One press moves the event, and the phone's calendar follows. Nothing is lost and nothing comes twice if the worker
is killed meanwhile."""

import itertools
import os
import re
import signal
from datetime import datetime, timedelta, timezone

import pytest

from support.caldav import Device
from support.mail import letters_to, next_letter
from support.people import timed
from support.push import Subscription
from support.server import wait_until
from test_agreements_road import Road, coming_day, value

SETTINGS = "/settings/notifications"
NUMBERS = itertools.count(1)


@pytest.fixture(scope="module")
def road(push_service):
    """A customer without quiet hours, whose clashes come to a browser and by mail."""
    made = Road(**push_service.settings)
    browser = made.browser
    week = browser.page("/settings/my-week").form("/settings/my-week")
    saved = browser.submit("/settings/my-week", week | {"quiet-from": "", "quiet-until": ""})
    assert saved.status_code == 303
    browser.subscription = Subscription(f"https://{push_service.host}/push/1")
    browser.submit_form(SETTINGS, "/settings/devices/web-push", **browser.subscription.fields)
    csrf = browser.page(SETTINGS).form(SETTINGS)["csrf"]
    browser.submit(SETTINGS, {"csrf": csrf, "takesMail": "yes", "mail.conflict": "yes", "push.conflict": "yes"})
    yield made
    made.close()


def put(road, start, end):
    """Stores an event of the phone, three days from now; returns its address."""
    name = f"phone-{next(NUMBERS)}"
    day = (datetime.now(timezone.utc) + timedelta(days=3)).strftime("%Y%m%d")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//A//B//EN", *timed(name, f"Meeting {name}", day, start, end),
             "END:VCALENDAR", ""]
    path = f"{road.account.home}personal/{name}.ics"
    with Device(road.account) as device:
        assert device.put(path, "\r\n".join(lines)).status == 201
    return path


def notices(road, push_service, kind="clash"):
    """The messages to the browser about clashes, by their tags, in the order in which they came."""
    read = [road.browser.subscription.read(request.body) for request in push_service.requests]
    return [one for one in read if kind in one["title"]]


def kill_worker(road):
    """False while the next worker has not begun."""
    found = [process for process, words in road.server.processes().items() if words.endswith("/jadwal work")]
    for process in found:
        os.kill(process, signal.SIGKILL)
    return bool(found)


def test_a_clash_is_announced_moved_by_one_press_and_seen_by_the_phone(road, push_service):
    road.talk(f"Dinner on {coming_day()} at 8?", ">Yes, deal")
    dinner, = road.wait_for_events(1)
    zone = re.search(r"DTSTART;TZID=([^:]+)", dinner)[1]
    assert zone == "Asia/Riyadh"
    path = put(road, "2030", "2130")
    notice, = wait_until(lambda: notices(road, push_service), 20, "the notice")
    assert "Dinner with Sara" in notice["title"] + notice["body"]
    opened = road.browser.get(notice["url"])
    assert opened.status_code == 303 and re.fullmatch(r"/conflicts/\d+", opened.headers["location"])
    page = road.browser.get(opened.headers["location"]).text
    assert "Dinner with Sara" in page
    assert value(road.events()[0], "DTSTART") == value(dinner, "DTSTART"), "nothing moves by itself"

    inbox = road.browser.get("/inbox").text
    action, = set(re.findall(r'action="(/conflicts/\d+)"', inbox))
    move = re.search(r'name="do" value="(move [^"]+)"', inbox)[1]
    answer = road.browser.submit_form("/inbox", action, do=move)
    assert answer.status_code == 303
    with Device(road.account) as device:
        texts = [device.send("GET", path).body.decode(), road.events()[0]]
    assert sum("T203000" in value(text, "DTSTART") or "T200000" in value(text, "DTSTART") for text in texts) == 1
    assert road.server.sql("SELECT count(*) FROM conflict WHERE state = 'open'") == [["0"]]


def test_a_notice_that_was_chosen_as_mail_comes_as_mail(road, push_service):
    before = len(letters_to(road.server, road.account.email))
    put(road, "1000", "1100")
    put(road, "1030", "1130")
    # Mails gather what comes within five minutes.
    waiting = "SELECT count(*) FROM job WHERE kind = 'notifications.mail' AND finished_at IS NULL"
    wait_until(lambda: road.server.sql(waiting) != [["0"]], 20, "the job of the mail")
    road.server.sql("UPDATE delivery SET next_at = now() WHERE state = 'queued'; "
                    "UPDATE job SET run_at = now() WHERE kind = 'notifications.mail' AND finished_at IS NULL")
    letter = next_letter(road.server, road.account.email, before, 30, having=lambda one: "clash" in one.subject)
    assert "/notifications/" in letter.text


def test_a_worker_that_is_killed_while_it_notifies_loses_nothing(road, push_service):
    push_service.requests.clear()
    push_service.faults = [("slow", 1)] * 6
    for hour in range(12, 15):
        put(road, f"{hour}00", f"{hour}40")
        put(road, f"{hour}30", f"{hour}50")
        wait_until(lambda: len(push_service.requests) > hour - 12, 20, "a message")
        wait_until(lambda: kill_worker(road), 30, "a worker")
        # What the dead worker had claimed is free after a minute; here at once, before the next one claims.
        road.server.sql("UPDATE delivery SET next_at = now() WHERE state = 'queued'")

    wait_until(lambda: len({one["tag"] for one in notices(road, push_service)}) == 3, 90, "all notices", 1)
    wait_until(lambda: road.server.sql(
        "SELECT count(*) FROM delivery WHERE state = 'queued' AND device_id IS NOT NULL") == [["0"]], 90, "the end", 1)
    seen = notices(road, push_service)
    assert len(seen) <= 9, "at most one repeat of each of the two senders for each kill"
    by_tag = {one["tag"]: one for one in seen}
    assert all(one == by_tag[one["tag"]] for one in seen), "a repeat replaces what it repeats"
