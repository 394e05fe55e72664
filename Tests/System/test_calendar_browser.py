"""The views of calendars in a real browser: arrows, single keys, dragging, and changes without loading the page."""

from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from support.chromium import PHONE, Tab, box

TODAY = date.today()


def event(uid, title, day, hour, lines=()):
    return "\r\n".join([
        "BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"DTSTART:{day:%Y%m%d}T{hour:02}0000",
        f"DTEND:{day:%Y%m%d}T{hour + 1:02}0000", f"SUMMARY:{title}", *lines, "END:VEVENT"])


def calendar_file(*events):
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//A//B//EN", *events, "END:VCALENDAR", ""]).encode()


def middle_of_month():
    """A day whose neighbours are in the same month and week of the grid."""
    day = TODAY.replace(day=10)
    return day + timedelta(days=(1 - day.weekday()) % 7)


def bring(tab, *events):
    """Imports events into the first calendar, as a person does."""
    tab.go("/calendars/import")
    tab.page.set_input_files("#file", {"name": "a.ics", "mimeType": "text/calendar", "buffer": calendar_file(*events)})
    tab.press("/calendars/import")
    tab.page.wait_for_selector(".list li")


@pytest.fixture
def tab(chromium, server):
    tabs = []

    def open_tab(**options):
        tabs.append(Tab(chromium, server, **options))
        tabs[-1].sign_in()
        return tabs[-1]

    yield open_tab
    for one in tabs:
        one.close()


def mark(tab):
    """Marks the document: the mark is gone after a load."""
    tab.page.evaluate("window.mark = true")


def is_same_document(tab):
    return tab.page.evaluate("window.mark === true")


def focused_day(tab):
    return tab.page.evaluate("document.activeElement.closest('td')?.querySelector('a.dn').getAttribute('aria-label')")


def days(tab):
    return tab.page.eval_on_selector_all("table.grid a.dn", "all => all.map(one => one.getAttribute('aria-label'))")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_arrows_move_over_the_days_of_the_month(tab, language):
    one = tab(language=language)
    one.go("/calendar")
    assert one.page.locator("table.grid a.dn:not([tabindex])").count() == 1, "one tab stop"
    names = days(one)
    one.page.locator("table.grid a.dn").nth(8).focus()
    onward, back = ("ArrowLeft", "ArrowRight") if language == "ar" else ("ArrowRight", "ArrowLeft")
    for key, index in [(onward, 9), ("ArrowDown", 16), (back, 15), ("ArrowUp", 8), ("End", 13), ("Home", 7)]:
        one.page.keyboard.press(key)
        assert focused_day(one) == names[index], key
    assert one.page.locator("table.grid a.dn:not([tabindex])").count() == 1


def test_another_month_comes_without_a_load_and_keeps_the_place(tab):
    one = tab()
    one.go("/calendar")
    mark(one)
    first = one.page.title()
    one.page.locator("table.grid a.dn").nth(9).focus()
    one.page.keyboard.press("PageDown")
    expect(one.page).not_to_have_title(first)
    assert is_same_document(one)
    assert focused_day(one) == days(one)[9]
    one.page.go_back()
    expect(one.page).to_have_title(first)
    assert is_same_document(one)


def test_single_keys_act_and_are_listed(tab):
    one = tab()
    one.go("/calendar")
    here = one.page.title()
    one.page.keyboard.press("j")
    expect(one.page).not_to_have_title(here)
    next_month = one.page.title()
    one.page.keyboard.press("Control+k")
    assert one.page.title() == next_month
    one.page.keyboard.press("k")
    expect(one.page).to_have_title(here)
    one.page.keyboard.press("?")
    expect(one.page.locator("#keys")).to_be_visible()
    assert one.page.locator("#keys dt").count() >= 4
    one.check("calendar-keys")
    one.page.keyboard.press("Escape")
    expect(one.page.locator("#keys")).to_be_hidden()


def test_single_keys_are_switched_off_in_the_settings(tab):
    one = tab()
    one.go("/settings/views")
    one.page.uncheck("input[name=shortcuts]")
    with one.page.expect_navigation():
        one.press("/settings/calendars")
    one.go("/calendar")
    here = one.page.url
    one.page.keyboard.press("j")
    one.page.keyboard.press("?")
    assert one.page.url == here
    assert not one.page.locator("#keys").is_visible()
    assert one.page.locator("[aria-keyshortcuts]").count() == 0


@pytest.mark.parametrize("script", [True, False])
def test_a_calendar_is_hidden_by_one_press(tab, script):
    one = tab(script=script)
    day = middle_of_month()
    bring(one, event("a", "Coffee with Sara", day, 10))
    one.go("/calendar")
    assert one.page.locator("table.grid").get_by_text("Coffee with Sara").count() == 1
    if script:
        mark(one)
    one.page.click("form.cals button:has-text('Personal')")
    one.page.wait_for_selector("form.cals button:has-text('Personal')[aria-pressed=false]")
    expect(one.page.locator("table.grid").get_by_text("Coffee with Sara")).to_have_count(0)
    if script:
        assert is_same_document(one)
        expect(one.page.locator("form.cals button:has-text('Personal')")).to_be_focused()
    one.page.click("form.cals button:has-text('Personal')")
    one.page.wait_for_selector("form.cals button:has-text('Personal')[aria-pressed=true]")


def test_a_change_from_elsewhere_appears(tab):
    one = tab()
    one.go("/calendar")
    other = one.context.new_page()
    first, one.page = one.page, other
    bring(one, event("a", "Coffee with Sara", middle_of_month(), 10))
    other.close()
    one.page = first
    mark(one)
    one.page.wait_for_function("!document.hidden")
    one.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    one.page.wait_for_selector("table.grid :text('Coffee with Sara')")
    assert is_same_document(one)


def cell(one, day):
    return one.page.locator(f"td.dd:has(a.dn[href*='{day}'])")


def drag(one, source, target, release=True, down=0):
    start, end = box(source), box(target)
    one.page.mouse.move(start["x"] + 20, start["y"] + 6)
    one.page.mouse.down()
    one.page.mouse.move(end["x"] + end["width"] / 2, (start["y"] + 6 + down) if down else end["y"] + end["height"] / 2,
                        steps=6)
    if release:
        one.page.mouse.up()


def test_an_event_is_dragged_to_another_day(tab):
    one = tab()
    day = middle_of_month()
    bring(one, event("a", "Coffee with Sara", day, 10))
    one.go("/calendar")
    mark(one)
    entry = cell(one, day).locator("li:has-text('Coffee with Sara')")
    drag(one, entry, cell(one, day + timedelta(days=1)), release=False)
    expect(one.page.locator("#moved")).to_contain_text("Coffee with Sara")
    one.page.keyboard.press("Escape")
    one.page.mouse.up()
    expect(one.page.locator(".moving, .sent")).to_have_count(0)
    expect(cell(one, day).get_by_text("Coffee with Sara")).to_be_visible()
    drag(one, entry, cell(one, day + timedelta(days=1)))
    expect(cell(one, day + timedelta(days=1)).get_by_text("Coffee with Sara")).to_be_visible()
    assert is_same_document(one)
    one.page.reload()
    assert cell(one, day + timedelta(days=1)).get_by_text("Coffee with Sara").count() == 1


def test_a_drag_whose_answer_is_lost_moves_the_event_once(tab):
    """The server does it, the network loses the answer, and the browser sends the form again."""
    one = tab()
    day = middle_of_month()
    bring(one, event("a", "Coffee with Sara", day, 10))
    one.go("/calendar")
    answers = []

    def lose_the_first(route):
        if answers:
            return route.continue_()
        answers.append(route.fetch(max_redirects=0).status)
        return route.abort()

    one.page.route("**/shift", lose_the_first)
    drag(one, cell(one, day).locator("li:has-text('Coffee with Sara')"), cell(one, day + timedelta(days=1)))
    one.page.wait_for_url("**done=edited**")
    assert answers == [303]
    assert cell(one, day + timedelta(days=1)).get_by_text("Coffee with Sara").count() == 1
    assert one.page.locator("form[action='/calendar/undo']").count() == 1
    # The browser reports the answer that was lost.
    one.troubles.clear()


def test_an_event_of_the_week_is_dragged_to_another_time_and_made_longer(tab):
    one = tab()
    day = middle_of_month()
    bring(one, event("a", "Coffee with Sara", day, 10))
    one.go(f"/calendar/week/{day}")
    block = one.page.locator(".hours li.b:has-text('Coffee with Sara')")
    # Two pixels part a block from what is below it.
    hour = box(block)["height"] + 2
    drag(one, block, block, down=hour * 2)
    # The time is that of the answer: while it is under way, the block is where it was.
    expect(block.locator("time")).to_have_text("12:00 PM–1:00 PM")
    place = box(block)
    x, edge = place["x"] + 20, place["y"] + place["height"] - 2
    one.page.mouse.move(x, edge)
    one.page.mouse.down()
    one.page.mouse.move(x, edge + hour / 2, steps=6)
    one.page.mouse.up()
    expect(block.locator("time")).to_have_text("12:00 PM–1:30 PM")
    assert box(block)["height"] > hour * 1.3, "a longer block"


def test_one_of_a_series_is_dragged_after_a_question(tab):
    one = tab()
    day = middle_of_month()
    bring(one, event("a", "Stand-up", day, 10, ["RRULE:FREQ=WEEKLY;COUNT=2"]))
    one.go("/calendar")
    drag(one, cell(one, day).locator("li:has-text('Stand-up')"), cell(one, day + timedelta(days=1)))
    one.page.wait_for_selector("input[name=which]")
    one.check("series-dragged")
    with one.page.expect_navigation():
        one.page.click("main form button.primary")
    one.go("/calendar")
    assert cell(one, day).get_by_text("Stand-up").count() == 0
    assert cell(one, day + timedelta(days=1)).get_by_text("Stand-up").count() == 1


@pytest.mark.parametrize("name", [
    "Work – Strategy & Transformation Office (Riyadh HQ)", "تقويم العمل – مكتب الاستراتيجية والتحول في المقر الرئيس",
])
def test_a_long_name_of_a_calendar_widens_no_view(tab, name):
    one = tab()
    one.go("/calendars/new")
    one.page.fill("#name", name)
    one.press("/calendars/new")
    for view in ("", "/week", "/day", "/list"):
        one.go(f"/calendar{view}")
        one.check_width(view)
        shown = one.page.locator(".cals .n", has_text=name)
        if shown.is_visible():
            assert box(shown)["width"] <= box(one.page.locator(".cals"))["width"], view


def test_a_press_on_an_empty_time_begins_an_event(tab):
    one = tab()
    day = middle_of_month()
    one.go(f"/calendar/week/{day}")
    hours = one.page.locator("section.col .hours").nth(3)
    place = box(hours)
    one.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + 3)
    one.page.wait_for_url("**/events/new?day=*&at=*")


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_views_work_without_scripts_on_a_phone(tab, language):
    one = tab(language=language, script=False, size=PHONE)
    one.go("/calendar")
    first = one.page.title()
    one.page.click(".moves a[rel=next]")
    expect(one.page).not_to_have_title(first)
    one.page.click(".moves a[rel=prev]")
    expect(one.page).to_have_title(first)
