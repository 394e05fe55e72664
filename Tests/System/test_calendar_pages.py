"""Every page of the calendar in each of its states, in Chromium: by axe-core's rules, narrow, magnified, dark and in
forced colours."""

import pytest

from support.chromium import DESKTOP, NARROW, PHONE, PICTURES
from support.people import DAY, MONTH, Person, fill, timed

LANGUAGES = ["en", "ar"]
# Every page of a view, by the name of its picture.
VIEWS = {
    "month": "/calendar", "month-six-weeks": f"/calendar/{MONTH}", "month-chosen": f"/calendar/{MONTH}?day={DAY}",
    "week": f"/calendar/week/{DAY}", "week-now": "/calendar/week",
    "day": f"/calendar/day/{DAY}", "day-now": "/calendar/day",
    "list": f"/calendar/list/{DAY}", "list-now": "/calendar/list", "today": "/today",
    "calendars-drawer": "/calendar/week#calendars",
}
# What lists something else than days.
LISTS = {
    "search": "/calendar/search", "search-found": "/calendar/search?q=walk", "search-none": "/calendar/search?q=zzzz",
    "tasks": "/tasks", "task-new": "/tasks/new",
    "calendars": "/calendars", "calendar-new": "/calendars/new", "import": "/calendars/import",
    "trash": "/calendar/trash", "settings": "/settings",
}
EMPTY = {
    "empty-month": "/calendar", "empty-week": "/calendar/week", "empty-day": "/calendar/day",
    "empty-list": "/calendar/list", "empty-today": "/today", "empty-search": "/calendar/search?q=a",
    "empty-tasks": "/tasks", "empty-trash": "/calendar/trash",
}
# Every way of beginning an event, as an address.
NEW = {
    "event-new": "/events/new", "event-new-at": f"/events/new?day={DAY}&at=10:00",
    "event-new-line": "/events/new?q=Coffee+with+Sara+tomorrow+15+minutes+after+Asr+at+Panda",
    "event-new-line-ar": "/events/new?q=غداء مع سارة بكرة الساعة ٢",
}


@pytest.fixture(scope="module")
def people(server):
    """A person of each language with a full month."""
    return {language: fill(Person(server, language)) for language in LANGUAGES}


@pytest.fixture(scope="module")
def beginners(server):
    """A person of each language who has nothing yet."""
    return {language: Person(server, language) for language in LANGUAGES}


@pytest.fixture
def tab_of(chromium):
    tabs = []

    def make(person, **options):
        tabs.append(person.tab(chromium, **options))
        return tabs[-1]

    yield make
    for tab in tabs:
        tab.close()


# --- the states, each a name that is reached -------------------------------------------------------

def addresses(tab):
    """{title: address} of the events of the day."""
    tab.go(f"/calendar/day/{DAY}")
    links = tab.page.locator("main a[href^='/events/']:has(bdi, .n), main a[href^='/tasks/']:has(bdi, .n)")
    return dict(links.evaluate_all(
        "all => all.map(one => [one.querySelector('bdi, .n').textContent.trim(), one.getAttribute('href')])"))


def at(tab, pages):
    for name, address in pages.items():
        tab.go(address)
        yield name


def path_of(address, step):
    """`/events/1/a?on=x` with `edit` → `/events/1/a/edit?on=x`."""
    path, _, query = address.partition("?")
    return f"{path}/{step}" + (f"?{query}" if query else "")


def event_states(tab, found):
    """The page of an event, and every step from it but the last."""
    for name, title in [
        ("event", "Review of the plan with everybody who is concerned"), ("event-ar", "زيارة الطبيب"),
        ("event-series", "Walk"), ("event-all-day", "Conference in Jeddah"), ("event-cancelled", "Lunch"),
    ]:
        tab.go(found[title])
        yield name
    for step in ["edit", "delete", "move"]:
        tab.go(path_of(found["Call"], step))
        yield f"event-{step}"
    tab.go(path_of(found["Walk"], "edit"))
    tab.fill(title="Long walk")
    tab.page.click(".sticky button.primary")
    tab.page.wait_for_selector("input[name=which]")
    yield "series-choice"
    tab.go(path_of(found["Walk"], "delete"))
    tab.page.wait_for_selector("input[name=which]")
    yield "series-delete"
    tab.go(found["Write the report"])
    yield "task"
    tab.page.fill("#title", " ")
    tab.page.click("main form button.primary")
    tab.page.wait_for_selector(".err")
    yield "task-problem"


def form_states(tab):
    """The form of an event: each way of saying when, each repetition that has fields, reminders, and wrong input."""
    yield from at(tab, NEW)
    tab.go("/events/new")
    tab.unfold()
    yield "event-new-unfolded"
    for when in ["at-prayer", "at-day"]:
        tab.change(choose, tab, when)
        yield f"event-new-{when}"
    for repeat in ["weekly", "custom"]:
        tab.change(tab.page.select_option, "#repeat", repeat)
        yield f"event-new-{repeat}"
    tab.go("/events/new")
    tab.unfold()
    tab.fill(reminder_count="20")
    tab.follow("button[value=remind]")
    yield "event-new-reminder"
    tab.go(f"/events/new?day={DAY}")
    tab.unfold()
    tab.change(tab.page.select_option, "#repeat", "custom")
    tab.fill(end_day="2026-08-11", link="javascript:alert(1)", rule="FREQ=NEVER", count="-1", reminder_count="many")
    tab.follow(".sticky button.primary")
    tab.page.wait_for_selector(".sum")
    yield "event-new-problems"


def choose(tab, identifier):
    tab.page.locator(f"label:has(> #{identifier})").click()


def changed_states(tab, person):
    """What is shown after a change, and after one from elsewhere."""
    name = f"draft-{id(tab)}"
    person.put(name, *timed(name, "Draft", "20260821", "0900", "1000"))
    tab.go("/calendar/day/2026-08-21")
    address = tab.page.locator("main a:has-text('Draft')").first.get_attribute("href")
    tab.go(path_of(address, "edit"))
    person.put(name, *timed(name, "Draft of Omar", "20260821", "1000", "1100"))
    tab.fill(title="Draft of Sara")
    tab.page.click(".sticky button.primary")
    tab.page.wait_for_selector("input[name=choose-title]")
    yield "event-overtaken"
    tab.go(path_of(address, "delete"))
    tab.page.click("main form button.danger")
    tab.page.wait_for_selector(".undo")
    yield "deleted-undo"
    tab.go("/calendar/trash")
    tab.page.click("main .menu summary >> nth=0")
    yield "trash-menu"
    tab.page.click("main .menu[open] a.red")
    yield "trash-delete"
    tab.go("/calendar/trash/delete")
    yield "trash-empty-all"


def calendar_states(tab):
    """The pages of a calendar: its form, its secret address, its end."""
    tab.go("/calendars")
    tab.page.click("main .menu summary >> nth=0")
    yield "calendars-menu"
    tab.page.click("main .rows a.btn[href^='/calendars/'] >> nth=-1")
    tab.page.wait_for_selector("#look")
    address = tab.page.url
    yield "calendar"
    if tab.page.locator("form[action$='/unpublish']").count() == 0:
        tab.page.click("form[action$='/publish'] button")
        tab.page.wait_for_selector("#feed")
    tab.unfold()
    yield "calendar-secret"
    tab.go(address + "/delete")
    yield "calendar-delete"
    tab.go("/calendars/new")
    tab.press("/calendars/new")
    tab.page.wait_for_selector(".err")
    yield "calendar-new-problem"


def picker_states(tab):
    for view in [f"/calendar/{MONTH}", f"/calendar/day/{DAY}"]:
        tab.go(view)
        tab.page.click("details.picker summary")
        yield "picker" + view.replace("/", "-")


PARTS = {
    "views": lambda tab, person: at(tab, VIEWS),
    "lists": lambda tab, person: at(tab, LISTS),
    "picker": lambda tab, person: picker_states(tab),
    "event": lambda tab, person: event_states(tab, addresses(tab)),
    "form": lambda tab, person: form_states(tab),
    "changed": changed_states,
    "calendars": lambda tab, person: calendar_states(tab),
}


# --- the tests -------------------------------------------------------------------------------------

LOOKS = [("en", "light", DESKTOP), ("ar", "dark", NARROW)]
# The views and the form, which have most of the rules of layout and colour, are looked at in the other looks, too.
OTHER_LOOKS, OTHER_PARTS = [("ar", "dark", DESKTOP), ("en", "dark", NARROW)], ["views", "form"]
if PICTURES:
    LOOKS += OTHER_LOOKS + [
        ("en", "dark", DESKTOP), ("ar", "light", DESKTOP), ("ar", "light", NARROW), ("en", "light", PHONE),
        ("ar", "dark", PHONE)]


def faults(tab, names):
    """What is wrong with any state, so that one run tells everything."""
    found = []
    for name in names:
        try:
            tab.check(name)
        except AssertionError as fault:
            found.append(str(fault))
    return found


def name_of(look):
    return f"{look[0]} {look[1]} {look[2]['width']}"


@pytest.fixture(params=LOOKS, ids=name_of)
def look(request):
    return request.param


@pytest.mark.parametrize("look, part", [
    pytest.param(look, part, id=f"{part} {name_of(look)}")
    for look in LOOKS + ([] if PICTURES else OTHER_LOOKS)
    for part in (PARTS if look in LOOKS else OTHER_PARTS)])
def test_every_page_is_accessible(people, tab_of, look, part):
    language, scheme, size = look
    tab = tab_of(people[language], scheme=scheme, size=size)
    assert faults(tab, PARTS[part](tab, people[language])) == []


def test_every_empty_page_is_accessible(beginners, tab_of, look):
    language, scheme, size = look
    tab = tab_of(beginners[language], scheme=scheme, size=size)
    assert faults(tab, at(tab, EMPTY)) == []


# --- forced colours, and 400 % ---------------------------------------------------------------------

# What is left of a look where all colours are the reader's own: lines.
LINES = """one => {
    const style = getComputedStyle(one);
    return [style.outlineStyle, style.outlineWidth, style.borderStyle, style.borderWidth].join(" ");
}"""
# On each page, what is chosen and what is not.
CHOICES = {
    f"/calendar/{MONTH}": [
        (".views [aria-current]", ".views a:not([aria-current])"), (".dd.chosen", ".dd:not(.chosen):not(.out)"),
        (".ev .bar a", ".ev li:not(.bar) a"), (".top .tabs [aria-current]", ".top .tabs a:not([aria-current])")],
    "/calendar": [(".dd.today .dn b", ".dd:not(.today) .dn b")],
    "/events/new": [
        (".seg label:has(:checked)", ".seg label:not(:has(:checked))"),
        (".swatches label:has(:checked) span:not(.hidden)", ".swatches label:not(:has(:checked)) span:not(.hidden)")],
}


def test_choices_are_seen_in_forced_colours(people, tab_of):
    tab = tab_of(people["en"])
    tab.page.emulate_media(forced_colors="active")
    for address, pairs in CHOICES.items():
        tab.go(address)
        tab.picture("forced" + address.replace("/", "-"))
        for chosen, other in pairs:
            looks = [tab.page.locator(one).first.evaluate(LINES) for one in (chosen, other)]
            assert looks[0] != looks[1], (address, chosen)
    colors = tab.page.locator(".swatches label:not(:first-of-type) span:not(.hidden)").evaluate_all(
        "all => all.map(one => getComputedStyle(one).borderColor)")
    assert len(set(colors)) == 12, "no two colours to choose from look the same"


# The focused element, or what belongs to it, is seen at one of its corners or in its middle.
IS_SEEN = """() => {
    const one = document.activeElement, box = one.getBoundingClientRect();
    if (one === document.body || !box.width || !box.height) return true;
    const xs = [box.left + 2, (box.left + box.right) / 2, box.right - 2];
    const ys = [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2];
    return xs.some((x) => ys.some((y) => {
        const found = document.elementFromPoint(x, y);
        return found && (one.contains(found) || found.contains(one) && !found.matches("main, body, html")
            || found.closest("label")?.contains(one));
    }));
}"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", [f"/calendar/{MONTH}", f"/calendar/list/{DAY}", "/events/new"])
def test_the_focus_is_not_covered_at_400_percent(people, tab_of, language, address):
    tab = tab_of(people[language], size={"width": 320, "height": 256})
    tab.go(address)
    tab.check_width(address)
    for _ in range(45):
        tab.page.keyboard.press("Tab")
        assert tab.page.evaluate(IS_SEEN), tab.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")


# --- what lies beside each other ---------------------------------------------------------------------

# The elements of a kind in which two parts lie on each other.
OVERLAPS = """(all, [first, second]) => all.filter((one) => {
    const [a, b] = [first, second].map((part) => one.querySelector(part)?.getBoundingClientRect());
    return a?.width && b?.width && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}).map((one) => one.textContent.trim().slice(0, 60))"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_do_not_lie_on_each_other(people, tab_of, language):
    tab = tab_of(people[language])
    tab.go(f"/calendar/{MONTH}")
    days = tab.page.locator("td.dd")
    for parts in [(".jum", ".dn small"), (".jum", ".mo"), (".dn .mo", ".dn small"), (".dn b", ".dn small")]:
        assert days.evaluate_all(OVERLAPS, parts) == [], parts
    small = tab_of(people[language], size=NARROW)
    small.go("/tasks")
    assert small.page.locator(".todos > li").evaluate_all(OVERLAPS, [".tick .tool", "h3"]) == []
    small.go("/tasks/new")
    note, field = (small.page.locator(one).bounding_box()["width"] for one in ("textarea", ".field:has(> textarea)"))
    assert note == field, "the note is as wide as the other fields"


# The blocks of a week in which the first word of the title is broken or cut off.
BROKEN = """all => all.filter((one) => {
    const words = document.createRange(), text = one.querySelector("bdi").firstChild;
    words.setStart(text, 0);
    words.setEnd(text, (text.data + " ").indexOf(" "));
    const found = [...words.getClientRects()], box = one.firstElementChild.getBoundingClientRect();
    return new Set(found.map((part) => part.top)).size !== 1
        || found.some((part) => part.left < box.left - .5 || part.right > box.right + .5);
}).map((one) => one.textContent.trim().slice(0, 60))"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [721, 834, 1000])
def test_titles_are_read_in_a_narrow_week(people, tab_of, language, width):
    tab = tab_of(people[language], size={"width": width, "height": 900})
    tab.go(VIEWS["week"])
    tab.check(f"week-{width}")
    blocks = tab.page.locator(".hours .b:not(.sliver)")
    assert blocks.count() > 7
    assert blocks.evaluate_all(BROKEN) == []


# True if nothing lies on the words of an element.
UNCOVERED = """(one) => {
    one.scrollIntoView({ block: "center" });
    const words = document.createRange();
    words.selectNodeContents(one);
    const box = words.getBoundingClientRect();
    return [box.left + 2, (box.left + box.right) / 2, box.right - 2].every((x) =>
        one.contains(document.elementFromPoint(x, (box.top + box.bottom) / 2)));
}"""


@pytest.mark.parametrize(
    "size", [DESKTOP, {"width": 800, "height": 900}, PHONE], ids=["desktop", "tablet", "phone"])
@pytest.mark.parametrize("language, name", [("en", "Jumu‘ah"), ("ar", "الجمعة")], ids=LANGUAGES)
def test_an_event_at_noon_does_not_cover_the_name_of_the_friday_prayer(people, tab_of, language, name, size):
    people[language].put("noon", *timed("noon", "Noon", "20260814", "1200", "1230"))
    tab = tab_of(people[language], size=size)
    for view in ["week", "day"]:
        tab.go(f"/calendar/{view}/2026-08-14")
        tab.picture(f"jumuah-{view}")
        # In the head of the day, on the axis or in a list; one pixel wide are words for screen readers.
        seen = [one for one in tab.page.locator(".named, .axis .p span, .band span").all()
                if one.is_visible() and name in one.inner_text() and one.bounding_box()["width"] > 1]
        assert seen, view
        for words in seen + [tab.page.locator(".week .hours .b bdi:text-is('Noon')")]:
            assert words.evaluate(UNCOVERED), (view, words.inner_text())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [PHONE, NARROW], ids=["phone", "narrow"])
def test_all_sections_of_the_settings_are_seen(people, tab_of, language, size):
    tab = tab_of(people[language], size=size)
    tab.go("/calendars")
    tab.picture("sections")
    links = tab.page.locator(".subnav a")
    assert links.count() == 5
    for link in links.all():
        place = link.bounding_box()
        assert place["x"] >= 0 and place["x"] + place["width"] <= size["width"], link.inner_text()
