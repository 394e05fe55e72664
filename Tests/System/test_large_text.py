"""Pages whose reader has set the browser's text to twice its size: nothing lies over anything else, and nothing is cut off
at the side."""

from datetime import date, timedelta

import pytest

from support.chromium import PHONE, Tab
from test_calendar_browser import bring, event

DESK = {"width": 1280, "height": 800}
TODAY = date.today()

# The texts of a page whose lines lie over each other. What scrolls below a bar that stays is not one of them.
OVERLAPS = """() => {
  const stays = (one) => { for (let a = one; a && a !== document.body; a = a.parentElement)
      if (["fixed", "sticky"].includes(getComputedStyle(a).position)) return true; return false };
  const lines = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode, part = text.parentElement;
    if (!text.data.trim() || !part.checkVisibility({ visibilityProperty: true })) continue;
    if (part.closest(".hidden, .skip, option") || stays(part)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      // The letters are in the middle of a line.
      const seen = { left, right, top: top + (bottom - top) / 5, bottom: bottom - (bottom - top) / 5 };
      for (let a = part; a && a !== document.body; a = a.parentElement) {
        const style = getComputedStyle(a);
        if (style.overflowX === "visible" && style.clipPath === "none") continue;
        const frame = a.getBoundingClientRect();
        seen.left = Math.max(seen.left, frame.left);
        seen.right = Math.min(seen.right, frame.right);
        seen.top = Math.max(seen.top, frame.top);
        seen.bottom = Math.min(seen.bottom, frame.bottom);
      }
      if (seen.right - seen.left > 2 && seen.bottom - seen.top > 2) lines.push({ text: text.data.trim(), part, ...seen });
    }
  }
  const found = [];
  for (const [index, one] of lines.entries()) for (const other of lines.slice(index + 1)) {
    // An event covers the band of a prayer behind it.
    if (one.part === other.part || one.part.closest(".hours") && other.part.closest(".hours")) continue;
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (across > 2 && down > 2) found.push(`${one.text} / ${other.text}`);
  }
  return found;
}"""


@pytest.fixture(scope="module")
def large_text(chromium):
    browser = chromium.browser_type.launch(
        executable_path="/usr/bin/chromium",
        args=["--no-sandbox", "--disable-dev-shm-usage", "--blink-settings=defaultFontSize=32"])
    yield browser
    browser.close()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_text_of_twice_the_size_is_read_whole(large_text, server, language, size):
    tab = Tab(large_text, server, language=language, size=size)
    tab.sign_in()
    tab.go("/settings/prayer?city=108410")
    tab.page.locator("button.primary[form=own]").click()
    tab.page.wait_for_load_state()
    bring(
        tab, event("a", "Stand-up", TODAY, 9), event("b", "Design review with the whole team", TODAY, 9),
        event("c", "Zoom with Anna", TODAY, 16, ["LOCATION:https://us02web.zoom.us/j/812?pwd=abcdefghijklmnopqrstuvwxyz"]),
        *(event(f"d{day}", "Quran class", TODAY + timedelta(days=day), 17) for day in range(-3, 4)))
    assert tab.page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    for path in (
        f"/calendar/{TODAY:%Y-%m}", f"/calendar/week/{TODAY}", f"/calendar/day/{TODAY}", f"/calendar/list/{TODAY}", "/today",
        "/events/new", "/calendar/search?q=Zoom", "/calendars", "/tasks", "/inbox", "/settings", "/prayer/sa/riyadh",
    ):
        tab.go(path)
        tab.page.wait_for_load_state()
        tab.picture(f"large{path.replace('/', '-')}")
        tab.check_width(path)
        assert tab.page.evaluate(OVERLAPS) == [], path
    tab.close()
