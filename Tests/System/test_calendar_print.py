"""The views on paper: nothing to press, black on white, the month and the week on one sheet."""

import re

import pytest

from support.people import DAY, MONTH, Person, fill

VIEWS = {"month": f"/calendar/{MONTH}", "week": f"/calendar/week/{DAY}", "list": f"/calendar/list/{DAY}"}
# What is pressed on a screen and useless on paper.
CONTROLS = ["header.top", "footer", "nav", "button", "form", "aside", ".tool", ".btn", "input", "select", "summary .i"]
COLORS = """all => all.map(one => {
    const style = getComputedStyle(one);
    return [style.color, style.textDecorationLine, style.backgroundColor];
})"""
# The bar of an event: its own border in the week, else what is before it.
BARS = {
    "month": (".ev a", "::before"), "week": (".hours .b > a", None), "list": (".ln .e > a", "::before"),
}


@pytest.fixture(scope="module", params=["en", "ar"])
def person(request, server):
    return fill(Person(server, request.param))


@pytest.fixture(params=["light", "dark"])
def tab(request, chromium, person):
    made = person.tab(chromium, scheme=request.param)
    yield made
    made.close()


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_on_paper(tab, view):
    page = tab.page
    tab.go(VIEWS[view])
    page.emulate_media(media="print")
    tab.picture(f"print-{view}")
    for part in CONTROLS:
        assert not any(one.is_visible() for one in page.locator(part).all()), part
    assert page.locator(".picker .h").is_visible(), "the name of the view"
    assert "Conference in Jeddah" in page.inner_text("main")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    links = page.locator("main a:visible").evaluate_all(COLORS)
    assert {(color, line) for color, line, _ in links} == {("rgb(0, 0, 0)", "none")}
    assert {ground for _, _, ground in links} <= {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}
    bars, part = BARS[view]
    colors = page.locator(bars).evaluate_all(
        "(all, part) => all.map(one => getComputedStyle(one, part).borderInlineStartColor)", part)
    assert len(set(colors)) >= 3, "each calendar has its colour"
    sheets = len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format="A4", prefer_css_page_size=True)))
    assert sheets == 1 or view == "list"


# The place of an event's title on paper.
TITLES = """all => all.map(one => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const place = words.getBoundingClientRect();
    return [one.textContent, place.left, place.right, place.bottom, one.getBoundingClientRect().width];
})"""


def test_an_event_without_room_is_listed_below_its_day(chromium, person):
    """The third of three events at one time."""
    tab = person.tab(chromium)
    tab.go(VIEWS["week"])
    tab.page.emulate_media(media="print")
    titles = {title: place for title, *place in tab.page.locator(".hours .b bdi").evaluate_all(TITLES)}
    left, right, bottom, width = titles.pop("زيارة الطبيب")
    day = tab.page.locator(".col:has(.sliver)").bounding_box()
    assert day["x"] <= left and right <= day["x"] + day["width"]
    assert width > 30, "seen on paper"
    assert all(bottom > other for _, _, other, _ in titles.values()), "below the hours"
    tab.close()


def test_the_sheet_of_the_month_lies_on_its_side(chromium, person):
    tab = person.tab(chromium)
    tab.go(VIEWS["month"])
    width, height = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", tab.page.pdf(prefer_css_page_size=True)).groups()
    assert float(width) > float(height)
    tab.close()


def test_what_is_folded_on_the_screen_is_on_paper(chromium, person):
    tab = person.tab(chromium)
    tab.go("/calendar/list")
    tab.page.emulate_media(media="print")
    for part in tab.page.locator(".was details .e").all():
        assert part.is_visible()
    tab.close()
