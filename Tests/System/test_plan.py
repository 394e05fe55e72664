"""A flexible task is planned, a meeting comes by CalDAV, and a second device sees by its sync token what moved."""

import os
import re
import signal
import subprocess
import time
from datetime import datetime, timedelta, timezone

import pytest

from support.people import Person, component, timed
from support.server import ROOT, wait_until


def coming_day(days=3):
    return (datetime.now(timezone.utc) + timedelta(days=days)).strftime("%Y%m%d")


@pytest.fixture(scope="module")
def person(server):
    """A person without prayers; two tasks can be done on one day only, at times that do not touch."""
    made = Person(server, city=None)
    with made.device() as device:
        listed = device.propfind(made.account.home, "c:supported-calendar-component-set", depth=1).members
    tasks = next(path for path in listed if path.endswith("/tasks/"))
    day = coming_day()
    for name, hours in (("report", "0900/1100"), ("walk", "1500/2000")):
        start, end = hours.split("/")
        made.put(name, *component(
            "VTODO", name, f"Do the {name}", f"DUE;VALUE=DATE:{day}", "X-JADWAL-FLEXIBLE:TAKES=60;DAYS="
            + ["MO", "TU", "WE", "TH", "FR", "SA", "SU"][datetime.strptime(day, "%Y%m%d").weekday()],
            f"X-JADWAL-WINDOW:FROM={start};TO={end}"), calendar=tasks)
    return made


def plan(person):
    """The planned events, by the to-do of each."""
    calendar = f"{person.account.home}plan/"
    with person.device() as device:
        if calendar not in device.propfind(person.account.home, "d:displayname", depth=1).members:
            return {}
        found = device.sync(calendar)
        texts = [device.send("GET", path).body.decode() for path, one in found.members.items() if one.status != 404]
    return {re.search(r"RELATED-TO:(\S+)", text)[1]: text for text in texts}


def start(text):
    return re.search(r"DTSTART:(\S+)", text)[1]


def test_a_meeting_of_one_device_moves_the_task_on_another_one(person, server):
    wait_until(lambda: set(plan(person)) == {"report", "walk"}, 30, "the plan")
    before, calendar = plan(person), f"{person.account.home}plan/"
    with person.device() as second:
        token = second.sync(calendar).token
        zone = timedelta(hours=3)
        walk = datetime.strptime(start(before["walk"]), "%Y%m%dT%H%M%SZ") + zone
        person.put("meeting", *timed(
            "meeting", "Meeting", walk.strftime("%Y%m%d"), walk.strftime("%H%M"),
            (walk + timedelta(hours=1)).strftime("%H%M")))
        changed = wait_until(lambda: (one := second.sync(calendar, token)).members and one, 20, "the new plan")
        path, = changed.members
        after = second.send("GET", path).body.decode()
    assert "RELATED-TO:walk" in after and start(after) != start(before["walk"])
    assert plan(person)["report"] == before["report"], "all else is as it was, octet by octet"
    cause = server.sql("SELECT moved_because FROM plan_item WHERE task_uid = 'walk' AND state = 'planned'")
    assert cause == [["meeting"]]


def test_an_operator_sees_the_plan_without_titles(person, server):
    day = datetime.strptime(coming_day(), "%Y%m%d").strftime("%Y-%m-%d")
    wait_until(lambda: len(plan(person)) == 2, 30, "the plan")
    done = subprocess.run(
        [ROOT / "script/jadwal", "--data", server.data, "plan", "show", "--customer", person.account.email, "--day", day],
        capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
    *lines, total = done.stdout.splitlines()
    assert [line.split("\t")[-1] for line in lines] == ["report", "walk"], done.stdout + done.stderr
    assert total.startswith(f"{day}: 2 planned, 0 left out, ") and total.endswith(", proven")
    assert "Do the" not in done.stdout


def planned_and_written(server, person):
    """The times of the plan, and those of its events, as one statement sees both."""
    (planned, written), = server.sql(f"""
        SELECT (SELECT string_agg(starts_at::text, ' ' ORDER BY starts_at, task_uid) FROM plan_item
                 WHERE customer_id = '{person.account.id}' AND state = 'planned'),
               (SELECT string_agg(o.first_start::text, ' ' ORDER BY o.first_start) FROM plan p
                  JOIN calendar_object o USING (customer_id, collection_id) WHERE p.customer_id = '{person.account.id}')""")
    return planned, written


def test_a_worker_that_is_killed_while_it_plans_leaves_the_old_plan_or_the_new_one(new_server):
    server = new_server("--restart").start()
    busy = Person(server, city=None)
    with busy.device() as device:
        listed = device.propfind(busy.account.home, "c:supported-calendar-component-set", depth=1).members
    # Each meeting takes the rest of one day, so the days must be more than the meetings.
    tasks, day = next(path for path in listed if path.endswith("/tasks/")), coming_day(12)
    for number in range(8):
        busy.put(f"task-{number}", *component(
            "VTODO", f"task-{number}", f"Task {number}", f"DUE;VALUE=DATE:{day}", "X-JADWAL-FLEXIBLE:TAKES=30"), calendar=tasks)
    wait_until(lambda: len(plan(busy)) == 8, 60, "the first plan")
    before = planned_and_written(server, busy)[0]
    for number in range(6):
        # It lies on all that is planned in its turn, so that much is written.
        first = wait_until(lambda: plan(busy).get("task-0"), 60, "a time for the task")
        local = datetime.strptime(start(first), "%Y%m%dT%H%M%SZ") + timedelta(hours=3)
        busy.put(f"meeting-{number}", *timed(
            f"meeting-{number}", "Meeting", local.strftime("%Y%m%d"), local.strftime("%H%M"), "2350"))
        time.sleep(0.05 + number * 0.08)
        for process, words in server.processes().items():
            if words.endswith("/jadwal work"):
                os.kill(process, signal.SIGKILL)
        planned, written = planned_and_written(server, busy)
        assert planned == written, f"half a plan after the kill number {number}"
        # The job of a dead worker is free again after a minute; here at once.
        wait_until(lambda: any(words.endswith("/jadwal work") for words in server.processes().values()), 30, "a worker")
    wait_until(lambda: "meeting" not in clashes(server, busy) and planned_and_written(server, busy)[0] != before, 120, "the last plan")
    planned, written = planned_and_written(server, busy)
    assert planned == written and len(plan(busy)) == 8


def clashes(server, person):
    """The events on which a planned time lies, as one text."""
    rows = server.sql(f"""
        SELECT string_agg(o.uid, ' ') FROM plan_item i JOIN calendar_object o USING (customer_id)
         WHERE i.customer_id = '{person.account.id}' AND i.state = 'planned' AND o.uid LIKE 'meeting-%'
           AND o.first_start < i.ends_at AND o.last_end > i.starts_at""")
    return rows[0][0] if rows else ""
