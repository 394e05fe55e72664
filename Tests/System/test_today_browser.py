"""The buttons of the planned day: done, pin, not today, put back, ways out, and the question about what was missed."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from support.chromium import DESKTOP, PHONE, Tab
from support.server import wait_until

# Tasks lie from 9:00 to 22:00, so people of these tests live where it is about noon.
ZONES = [
    "Pacific/Honolulu", "America/Denver", "America/Sao_Paulo", "Europe/London", "Asia/Dubai", "Asia/Bangkok",
    "Asia/Tokyo", "Pacific/Auckland",
]
PLANNED = ".ln .e.task"


@pytest.fixture
def open_tab(chromium, server):
    tabs = []

    def make(**options):
        tabs.append(Tab(chromium, server, **options))
        return tabs[-1]

    yield make
    for tab in tabs:
        tab.close()


def noon_zone():
    return min(ZONES, key=lambda name: abs(datetime.now(ZoneInfo(name)).hour * 60 - 12 * 60))


def begin(server, tab):
    """Signs in a person for whom it is about noon. Returns their time and their address."""
    address, zone = tab.sign_in(), noon_zone()
    server.sql(f"UPDATE customer SET time_zone = '{zone}' WHERE email = '{address}'")
    return datetime.now(ZoneInfo(zone)), address


def add_task(tab, title, takes, due):
    page = tab.page
    tab.go("/tasks/new")
    page.fill("#title", title)
    page.fill("#takes", str(takes))
    page.fill("input[name=day]", due.strftime("%Y-%m-%d"))
    page.click("main form.card button.primary")
    page.wait_for_url("**/tasks?done=added*")


def shown(tab, selector, count=1):
    """Opens the page of today until it has what a worker does meanwhile."""
    def is_there():
        tab.go("/today")
        return tab.page.locator(selector).count() == count

    wait_until(is_there, 30, selector, interval=0.3)


def answer(tab, value):
    """Presses a button of the menu of the planned time."""
    tab.page.click(f"{PLANNED} .menu summary")
    tab.page.click(f"{PLANNED} .menu button[value={value}]")
    tab.page.wait_for_url("**/today?done=edited*")


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_planned_time_is_pinned_let_go_done_and_taken_off(server, open_tab, script):
    tab = open_tab(script=script)
    page = tab.page
    now, _ = begin(server, tab)
    add_task(tab, "Report", 30, now)
    shown(tab, PLANNED)
    assert page.locator(f"{PLANNED} .fit").count() == 1, "the word for its room"
    answer(tab, "pin")
    assert page.locator(f"{PLANNED}.pinned").count() == 1
    answer(tab, "unpin")
    assert page.locator(f"{PLANNED}.pinned").count() == 0
    answer(tab, "not-today")
    assert page.locator(PLANNED).count() == 0
    add_task(tab, "Essay", 30, now)
    shown(tab, PLANNED)
    page.click(f"{PLANNED} .tick button")
    page.wait_for_url("**/today?done=task-done*")
    assert page.locator(PLANNED).count() == 0
    tab.go("/tasks")
    assert page.locator(".todos li.done").count() == 1


@pytest.mark.parametrize("language, size", [("en", PHONE), ("ar", DESKTOP)], ids=str)
def test_a_meeting_moves_a_task_and_it_is_put_back(server, open_tab, language, size):
    tab = open_tab(language=language, size=size)
    page = tab.page
    now, _ = begin(server, tab)
    tab.go("/tasks/new")
    page.fill("#title", "Report")
    page.fill("#takes", "30")
    # What begins within the hour stays.
    page.fill("input[name=from]", f"{now.hour + 2}:00")
    page.fill("input[name=day]", now.strftime("%Y-%m-%d"))
    page.click("main form.card button.primary")
    page.wait_for_url("**/tasks?done=added*")
    shown(tab, PLANNED)
    before = page.get_attribute(f"{PLANNED} time", "datetime")
    tab.go(f"/events/new?day={now:%Y-%m-%d}&at={before}")
    tab.fill(title="Meeting")
    tab.follow(".sticky button.primary")
    shown(tab, "button[value=put-back]")
    assert page.get_attribute(f"{PLANNED} time", "datetime") != before
    assert "Meeting" in page.inner_text(".notice.undo p")
    tab.check("today-moved")
    page.click("button[value=put-back]")
    page.wait_for_url("**/today?done=edited*")
    assert page.get_attribute(f"{PLANNED}.pinned time", "datetime") == before
    assert page.locator("button[value=put-back]").count() == 0


@pytest.mark.parametrize("language, size", [("en", DESKTOP), ("ar", PHONE)], ids=str)
def test_a_task_that_is_left_out_takes_a_way_out(server, open_tab, language, size):
    tab = open_tab(language=language, size=size)
    page = tab.page
    now, _ = begin(server, tab)
    # From the next full hour on, there are forty minutes between two events.
    for start, end in ((now.hour + 1, f"{now.hour + 2}:00"), (f"{now.hour + 2}:40", "23:30")):
        at = start if isinstance(start, str) else f"{start}:00"
        tab.go(f"/events/new?day={now:%Y-%m-%d}&at={at}")
        tab.fill(title="Workshop", end_time=end)
        tab.follow(".sticky button.primary")
    tab.go("/tasks/new")
    page.fill("#title", "Paint")
    page.fill("#takes", "60")
    page.fill("input[name=from]", f"{now.hour + 1}:00")
    page.fill("input[name=until]", "23:30")
    page.fill("input[name=day]", now.strftime("%Y-%m-%d"))
    # What must be done does not count against the load of the day.
    page.select_option("select[name=priority]", "high")
    page.click("main form.card button.primary")
    page.wait_for_url("**/tasks?done=added*")
    shown(tab, "#left li")
    tab.check("today-left-out")
    assert page.inner_text("#left h3 bdi") == "Paint" and page.inner_text("#left li p")
    page.click("#left button[name=minutes]")
    page.wait_for_url("**/today?done=edited*")
    assert page.locator("#left li").count() == 0
    assert page.locator(PLANNED).count() == 1


@pytest.mark.parametrize("value, done, planned", [("done", 1, 0), ("again", 0, 1), ("drop", 0, 0)])
def test_what_was_missed_is_asked_once(server, open_tab, value, done, planned):
    tab = open_tab()
    page = tab.page
    now, address = begin(server, tab)
    add_task(tab, "Report", 30, now)
    shown(tab, PLANNED)
    server.sql(f"""
        UPDATE plan_item SET day = day - 1, starts_at = starts_at - interval '1 day',
                             ends_at = ends_at - interval '1 day'
         WHERE customer_id = (SELECT id FROM customer WHERE email = '{address}')""")
    shown(tab, "form.missed")
    assert page.locator("form.missed input[name=item]").count() == 1
    tab.check("today-missed")
    page.click(f"form.missed button[value={value}]")
    page.wait_for_url(re.compile(r"/today\?done=edited"))
    assert page.locator("form.missed").count() == 0
    assert page.locator(PLANNED).count() == planned
    tab.go("/tasks")
    assert page.locator(".todos li.done").count() == done
