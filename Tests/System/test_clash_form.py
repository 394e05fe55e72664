"""The event form warns of a clash and offers better times, in both languages, without scripts; what is kept is marked."""

import pytest
from playwright.sync_api import expect

from support.chromium import PHONE
from support.people import Person, timed

DAY = "2027-03-10"
WORDS = {
    "en": {"lunch": "Lunch", "new": "Dentist", "tea": "Tea", "clashes": "clashes", "anyway": "Save anyway"},
    "ar": {"lunch": "غداء", "new": "طبيب", "tea": "شاي", "clashes": "يتعارض", "anyway": "حفظ رغم ذلك"},
}


@pytest.fixture(params=WORDS)
def tab(request, chromium, server):
    person = Person(server, request.param, city=None)
    person.put("lunch", *timed("lunch", WORDS[request.param]["lunch"], DAY.replace("-", ""), "1300", "1400"))
    made = person.tab(chromium, script=False, size=PHONE)
    yield made
    made.close()


def warned(tab, title):
    """The form of an event that overlaps lunch, with its warning."""
    tab.go(f"/events/new?day={DAY}&at=13:30")
    tab.fill(title=title)
    tab.follow(".sticky button.primary")
    warning = tab.page.locator("[role=group][aria-labelledby=warn]")
    expect(warning.locator("#warn")).to_contain_text(WORDS[tab.language]["lunch"])
    assert warning.locator("input[type=radio][name=better]").count() == 3
    assert tab.page.get_attribute("#start-time", "aria-describedby") == "warn"
    return warning


def marked(tab):
    """The titles of the day that carry the mark, by its list."""
    tab.go(f"/calendar/list/{DAY}")
    return sorted(tab.page.locator("li.e:has(small.warn) b").all_inner_texts())


def test_a_clash_is_kept_or_a_better_time_is_taken(tab):
    words = WORDS[tab.language]
    warned(tab, words["new"])
    expect(tab.page.locator(".sticky button.primary")).to_have_text(words["anyway"])
    tab.check_width("event-form-clash")
    tab.follow(".sticky button.primary")
    expect(tab.page.locator("h1")).to_have_text(words["new"])
    assert marked(tab) == sorted([words["new"], words["lunch"]])
    expect(tab.page.locator("li.e small.warn").first).to_have_text(words["clashes"])

    warning = warned(tab, words["tea"])
    start = warning.locator("input[name=better]").first.get_attribute("value")
    warning.locator("input[name=better]").first.check()
    tab.follow("button[value=better]")
    expect(tab.page.locator("h1")).to_have_text(words["tea"])
    tab.go(f"/calendar/list/{start[:10]}")
    expect(tab.page.locator(f"li.e:has-text('{words['tea']}') time")).to_have_attribute("datetime", start[11:])
    assert marked(tab) == sorted([words["new"], words["lunch"]])


def test_a_series_is_warned_of_all_its_clashes_and_search_shows_the_mark(tab):
    words = WORDS[tab.language]
    tab.go("/events/new?day=2027-03-03&at=13:30")
    tab.fill(title=words["new"])
    tab.unfold()
    tab.page.select_option("#repeat", "weekly")
    tab.follow(".sticky button.primary")
    warning = tab.page.locator("#warn")
    expect(warning).to_contain_text(words["lunch"])
    # The first one clashes a week after the first of the series.
    expect(warning).to_contain_text({"en": "10 March", "ar": "مارس"}[tab.language])
    better = tab.page.locator("input[name=better]").first.get_attribute("value")
    assert better.startswith("2027-03-03T"), "the time of the first one"
    tab.follow(".sticky button.primary")
    tab.go(f"/calendar/search?q={words['lunch']}")
    expect(tab.page.locator("li.e.clash small.warn")).to_have_text(words["clashes"])
    tab.check_width("search-clash")
