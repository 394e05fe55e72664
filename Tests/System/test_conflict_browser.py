"""A clash that a phone made waits in the inbox by itself. One press moves the event, and the phone's calendar follows."""

import pytest
from playwright.sync_api import expect

from support.chromium import PHONE
from support.people import Person, timed
from support.server import wait_until

DAY = "20270310"
TITLES = {"en": ("Lunch", "Dentist"), "ar": ("غداء", "طبيب")}


WAYS = {
    f"{language} {'with' if script else 'without'} JavaScript": (language, script)
    for language in ("en", "ar") for script in (True, False)}


@pytest.fixture(params=WAYS.values(), ids=WAYS)
def waiting(request, chromium, server):
    """A person with a clash in their inbox, and their browser."""
    language, script = request.param
    person = Person(server, language, city=None)
    lunch, dentist = TITLES[language]
    person.put("lunch", *timed("lunch", lunch, DAY, "1300", "1400"))
    path = person.put("dentist", *timed("dentist", dentist, DAY, "1330", "1430"))
    tab = person.tab(chromium, script=script, size=PHONE)

    def is_found():
        tab.go("/inbox")
        return tab.page.locator("article.deal").count() == 1

    wait_until(is_found, 20, "the clash")
    # axe-core is a script itself.
    yield tab, tab.check if script else tab.check_width, lambda: person.get(path)
    tab.close()


def test_one_press_moves_the_event_and_undo_brings_it_back(waiting):
    tab, check, on_phone = waiting
    article = tab.page.locator("article.deal")
    expect(article).to_contain_text(TITLES[tab.language][1])
    expect(article).to_contain_text(TITLES[tab.language][0])
    assert tab.page.locator("svg.dl").count() == 1
    check("inbox-clash")
    tab.follow("article.deal button[value^='move ']")
    expect(tab.page.locator(".notice.undo")).to_be_visible()
    assert tab.page.locator("article.deal").count() == 0
    assert "T133000" not in on_phone(), "the phone sees the new time"
    tab.follow(".notice.undo button")
    assert "T133000" in on_phone()


def test_the_page_of_a_clash_has_every_way_out(waiting):
    tab, check, on_phone = waiting
    tab.follow("article.deal h3 a")
    assert tab.page.locator("input[name=do][value^='move ']").count() == 3
    check("conflict")
    # The chosen time is drawn in the hours of its day, and the day as a list says the same.
    for number in ("1", "2"):
        tab.page.check(f"#s{number}")
        expect(tab.page.locator(f".ghost.g{number}")).to_be_visible()
        expect(tab.page.locator(".ghost:visible")).to_have_count(1)
    expect(tab.page.locator(".tl .was-here")).to_have_count(1)
    tab.page.click(".tl .fold summary")
    expect(tab.page.locator(".day-items .in-the-way")).to_have_count(2)
    tab.check_width("conflict-list")
    tab.page.check("input[name=do][value=own]")
    tab.page.fill("input[name=day]", "2027-03-10")
    tab.page.fill("input[name=time]", "13:15")
    tab.follow(".sticky button.primary")
    expect(tab.page.locator("[role=alert]")).to_contain_text(TITLES[tab.language][0])
    tab.page.check("input[name=do][value=keep]")
    tab.follow(".sticky button.primary")
    expect(tab.page.locator(".notice.undo")).to_be_visible()
    assert tab.page.locator("article.deal").count() == 0
    assert "T133000" in on_phone()
