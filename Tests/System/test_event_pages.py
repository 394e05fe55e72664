"""Use cases of the calendar in Chromium, in both languages, with and without scripts, on a desk and a phone.

UC06: all calendars in one view. UC07: the days and what is on them. UC12: an event by hand, from its first letter to
its deletion. And the whole road once without a mouse.
"""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from support.browser import new_address
from support.chromium import DESKTOP, PHONE, Tab
from support.mail import sign_in_letter
from support.people import Person

WAYS = [("en", True, DESKTOP), ("en", False, PHONE), ("ar", False, DESKTOP), ("ar", True, PHONE)]
WORDS = {
    "en": {
        "title": "Coffee with Sara", "new": "Tea with Sara", "series": "Stand-up", "calendar": "Family",
        "mine": "Personal", "nothing": "Nothing is planned on this day.", "month": "October 2026",
    },
    "ar": {
        "title": "قهوة مع سارة", "new": "شاي مع سارة", "series": "اجتماع الصباح", "calendar": "العائلة",
        "mine": "شخصي", "nothing": "لا شيء في هذا اليوم.", "month": "أكتوبر ٢٠٢٦",
    },
}


@pytest.fixture(scope="module")
def people(server):
    return {language: Person(server, language, city=None) for language in WORDS}


def name_of(way):
    language, script, size = way
    return f"{language} {'with' if script else 'without'} scripts {size['width']}"


@pytest.fixture(params=WAYS, ids=name_of)
def tab(request, chromium, people):
    language, script, size = request.param
    made = people[language].tab(chromium, script=script, size=size)
    yield made
    made.close()


def save(tab):
    tab.follow(".sticky button.primary")


def titles(tab, day):
    """The titles of a day, by its list, in their order."""
    tab.go(f"/calendar/list/{day}")
    return tab.page.locator(f"section.aday:has(a[href*='day={day}']) li.e b").all_inner_texts()


def dates(tab, month, title):
    """The days of a month's table that name an event, as numbers."""
    tab.go(f"/calendar/{month}")
    return tab.page.locator(f"table.grid td.dd:not(.out):has(.ev a:has-text('{title}')) a.dn").evaluate_all(
        "all => all.map(one => Number(new URL(one.href).searchParams.get('day')?.slice(-2)))")


def open_event(tab, day, title):
    tab.go(f"/calendar/list/{day}")
    tab.follow(f"section.aday:has(a[href*='day={day}']) li.e a:has-text('{title}')")


def test_an_event_by_hand(tab):
    """UC12, and UC07: a day is chosen, is empty, gets an event, which is shown, changed, moved and deleted."""
    page, words = tab.page, WORDS[tab.language]
    tab.go("/calendar/2026-10")
    assert words["month"] in page.inner_text(".picker .h")
    page.click("td.dd a.dn[href*='2026-10-14']")
    add = ".chosen-day a[href='/events/new?day=2026-10-14']"
    page.wait_for_selector(add)
    expect(page.locator(".chosen-day")).to_contain_text(words["nothing"])
    tab.follow(add)
    assert page.input_value("#start-day") == "2026-10-14"

    # A title is wanted, and the end after the start; what was typed is kept.
    tab.fill(start_time="10:00", end_time="09:00")
    save(tab)
    assert {one.get_attribute("href") for one in page.locator(".sum a").all()} == {"#title", "#end-time"}
    expect(page.locator("#title")).to_be_focused()
    assert page.input_value("#start-time") == "10:00"
    tab.fill(title=words["title"], end_time="11:00", place="Panda")
    save(tab)
    expect(page.locator("h1")).to_have_text(words["title"])
    assert titles(tab, "2026-10-14") == [words["title"]]
    assert dates(tab, "2026-10", words["title"]) == [14]

    open_event(tab, "2026-10-14", words["title"])
    tab.follow("a[href*='/edit']")
    tab.fill(title=words["new"], start_day="2026-10-15", end_day="2026-10-15")
    save(tab)
    assert titles(tab, "2026-10-14") == []
    assert titles(tab, "2026-10-15") == [words["new"]]

    for stays in [True, False]:
        open_event(tab, "2026-10-15", words["new"])
        tab.follow("a[href*='/delete']")
        tab.follow("main form button.danger")
        expect(page.locator(".undo")).to_be_visible()
        assert page.locator(f"main a:has-text('{words['new']}')").count() == 0
        if stays:
            tab.follow(".undo button")
        assert titles(tab, "2026-10-15") == ([words["new"]] if stays else [])


def test_the_end_follows_the_start(tab):
    """With a script at once, without one when the form is sent: the length stays. The line has the cursor."""
    page = tab.page
    tab.go("/events/new?day=2026-10-20&at=09:00")
    expect(page.locator("#line")).to_be_focused()
    tab.fill(title="Dentist", start_day="2026-10-21", start_time="16:00")
    if tab.script:
        assert (page.input_value("#end-day"), page.input_value("#end-time")) == ("2026-10-21", "17:00")
    save(tab)
    tab.follow("a[href*='/edit']")
    assert (page.input_value("#end-day"), page.input_value("#end-time")) == ("2026-10-21", "17:00")
    tab.fill(start_time="23:30")
    save(tab)
    tab.follow("a[href*='/edit']")
    assert (page.input_value("#end-day"), page.input_value("#end-time")) == ("2026-10-22", "00:30")


def test_an_event_that_repeats(tab):
    """UC12 and UC07: every Monday, four times; one of them otherwise, the last two gone, then all of it."""
    page, title = tab.page, WORDS[tab.language]["series"]
    tab.go("/events/new?day=2026-11-02&at=09:00")
    tab.fill(title=title)
    tab.change(page.select_option, "#repeat", "weekly")
    tab.change(page.check, "input[name=weekday][value='1']")
    tab.fill(count="4")
    save(tab)
    assert dates(tab, "2026-11", title) == [2, 9, 16, 23]

    def change(day, which, step, act):
        open_event(tab, day, title)
        tab.follow(f"a[href*='/{step}']")
        act()
        page.check(f"input[name=which][value={which}]")
        tab.follow("main form .acts button")

    def later():
        tab.fill(start_day="2026-11-10", end_day="2026-11-10")
        save(tab)

    change("2026-11-09", "one", "edit", later)
    assert dates(tab, "2026-11", title) == [2, 10, 16, 23]
    change("2026-11-16", "following", "delete", lambda: None)
    assert dates(tab, "2026-11", title) == [2, 10]
    change("2026-11-02", "all", "delete", lambda: None)
    assert dates(tab, "2026-11", title) == []


def colors(tab, address, title):
    tab.go(address)
    found = tab.page.locator(f"main :is(.ev, .hours, .ln) li:has(a:has-text('{title}'))").first
    return [one for one in ("rose", "teal", "blue", "violet") if one in found.get_attribute("class").split()]


def test_all_calendars_in_one_view(tab):
    """UC06: a calendar of one's own beside the first, each in its colour, in every view; one press hides it."""
    page, words = tab.page, WORDS[tab.language]
    name = f"{words['calendar']} {tab.size['width']}"
    day = "2026-12-09" if tab.size is DESKTOP else "2026-12-16"
    tab.go("/calendars/new")
    page.fill("#name", name)
    page.check("input[name=color][value='#BD4A6A'], input[name=color][value=rose]", force=True)
    tab.follow("main form button.primary")
    for title, calendar in [(words["title"], words["mine"]), (words["new"], name)]:
        tab.go(f"/events/new?day={day}&at=10:00")
        tab.fill(title=title)
        # The last one used comes first.
        if page.locator("#calendar option:checked").inner_text() != calendar:
            tab.change(lambda: page.select_option("#calendar", label=calendar))
        save(tab)
        if page.locator("#clash-warning").count():
            save(tab)  # the second one is at the same time, and the form has warned of it
    for view in ["/calendar/2026-12", f"/calendar/week/{day}", f"/calendar/day/{day}", f"/calendar/list/{day}"]:
        one, other = colors(tab, view, words["title"]), colors(tab, view, words["new"])
        assert other == ["rose"] and one != other, view

    tab.go(f"/calendar/list/{day}")
    switch = page.locator(f"form.cals button:has-text('{name}')")
    for pressed in ["false", "true"]:
        if not switch.is_visible():
            page.click("a.tool[href='#calendars']:visible")
        switch.click()
        page.wait_for_selector(f"form.cals button[aria-pressed={pressed}]:has-text('{name}')", state="attached")
        expect(page.locator(f"li.e:has-text('{words['new']}')")).to_have_count(int(pressed == "true"))
        expect(page.locator(f"li.e:has-text('{words['title']}')")).to_have_count(1)


# --- without a mouse ---------------------------------------------------------------------------------

FOCUS = """() => {
    const one = document.activeElement;
    // A choice among several has its ring around the words, too.
    const style = getComputedStyle(one.matches('[type=radio]') ? one.closest('label') : one);
    // A button inside a field has a ring of the browser's own.
    const seen = style.outlineStyle !== 'none' || style.boxShadow !== 'none' || one.matches('input:not(:focus)');
    return [one.tagName, one.id || one.textContent.trim().slice(0, 30), seen];
}"""


def tab_to(page, selector, most=120):
    """Presses Tab until an element has the focus, which must be seen on every one before it."""
    for _ in range(most):
        page.keyboard.press("Tab")
        tag, name, is_seen = page.evaluate(FOCUS)
        assert is_seen or tag == "BODY", f"the focus on {name} cannot be seen"
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is not reached by Tab")


DAY = "document.activeElement.closest('td')?.querySelector('a.dn').getAttribute('aria-label')"


def walk_to(page, title, onward):
    """Moves over the days of the month by an arrow to one that has an event."""
    for _ in range(14):
        if page.evaluate("title => document.activeElement.closest('td').textContent.includes(title)", title):
            return
        before = page.evaluate(DAY)
        page.keyboard.press(onward)
        # Another month comes a little later.
        page.wait_for_function(f"before => {{ const day = {DAY}; return day && day !== before }}", arg=before)
    raise AssertionError(f"{title} is not in the next two weeks")


def test_another_repetition_takes_the_old_sentences_away(tab):
    line = {"en": "Fast 27 Rajab every year", "ar": "صيام ٢٧ رجب كل سنة"}[tab.language]
    tab.go(f"/events/new?q={quote(line)}")
    page = tab.page
    expect(page.locator("#line-understood .says")).to_have_count(1)
    assert page.input_value("#repeat") == "hijri-year"
    before = page.inner_text("#event-dates")
    tab.change(page.select_option, "#repeat", "yearly")
    if not tab.script:
        page.click("button[value=preview]")
        page.wait_for_load_state()
    expect(page.locator("#line-understood .says")).to_have_count(0)
    after = page.inner_text("#event-dates")
    assert after != before
    assert ("2030" if tab.language == "en" else "٢٠٣٠") in after


@pytest.mark.parametrize("language", ["en", "ar"])
def test_from_signing_in_to_a_series_without_a_mouse(server, chromium, language):
    """UC12 by Tab, Enter, Space and arrows alone."""
    tab, address, title = Tab(chromium, server, language=language), new_address(), WORDS[language]["series"]
    page, keyboard = tab.page, tab.page.keyboard
    tab.go("/login")
    tab_to(page, "#email")
    keyboard.type(address)
    keyboard.press("Enter")
    page.wait_for_url("**/login/sent*")
    tab_to(page, "#code")
    keyboard.type(sign_in_letter(server, address).code)
    keyboard.press("Enter")
    page.wait_for_url("**/first/language")
    tab_to(page, "button[value='skip-all']")
    keyboard.press("Enter")
    page.wait_for_url("**/first/phone*")
    tab_to(page, "main a[href='/calendar']")
    keyboard.press("Enter")
    page.wait_for_url("**/calendar/**")
    tab_to(page, "nav.tabs a.add")
    keyboard.press("Enter")
    page.wait_for_url("**/events/new")
    tab_to(page, "#title")
    with tab.previewed():
        keyboard.type(title)
        keyboard.press("Tab")
    tab_to(page, "#repeat")
    for _ in range(3):
        with tab.previewed():
            keyboard.press("ArrowDown")
    assert page.input_value("#repeat") == "weekly"
    tab_to(page, "input[name=weekday]")
    with tab.previewed():
        keyboard.press("Space")
    tab_to(page, "#count")
    with tab.previewed():
        keyboard.type("3")
        keyboard.press("Tab")
    tab_to(page, ".sticky button.primary")
    keyboard.press("Enter")
    page.wait_for_selector("h1#title")
    assert page.inner_text("h1#title") == title
    event = page.url.partition("?")[0].rpartition("/")[2]
    # Back to the month, whose days are one tab stop: its events come after their day.
    tab_to(page, "nav.tabs a[href='/calendar']")
    keyboard.press("Enter")
    page.wait_for_selector("table.grid")
    tab_to(page, "table.grid a.dn")
    walk_to(page, title, "ArrowLeft" if language == "ar" else "ArrowRight")
    tab_to(page, f"table.grid .ev a[href*='{event}']")
    keyboard.press("Enter")
    page.wait_for_selector("h1#title")
    assert page.inner_text("h1#title") == title
    tab.close()
