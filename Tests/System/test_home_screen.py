"""The app on a home screen: the last page of each view can be read without network, and goes at sign-out. A browser's
window keeps nothing."""

import pytest

from support.chromium import PHONE
from support.people import DAY, Person, fill

WEEK, MONTH = f"/calendar/week/{DAY}", "/calendar/2026-11"
# Chromium has no home screen here: the page is made to believe that it stands on one.
ON_HOME_SCREEN = """
    const ask = window.matchMedia.bind(window);
    window.matchMedia = text => text.includes("standalone") ? { matches: true, addEventListener() {} } : ask(text);
"""
KEPT = "caches.has('seen').then(has => has ? caches.open('seen').then(one => one.keys()) : []).then(all => all.length)"


@pytest.fixture(scope="module", params=["en", "ar"])
def person(request, server):
    return fill(Person(server, request.param))


@pytest.fixture
def tab(chromium, person):
    made = person.tab(chromium, size=PHONE)
    yield made
    made.close()


def ready(page):
    page.wait_for_function("navigator.serviceWorker.getRegistration('/').then(one => Boolean(one?.active))")


def test_the_last_week_is_read_without_network_and_goes_at_sign_out(tab):
    page = tab.page
    page.add_init_script(ON_HOME_SCREEN)
    tab.go("/today")
    ready(page)
    for path, view in ((WEEK, 0), (MONTH, 4)):
        tab.go(path)
        page.wait_for_function(f"caches.match('/seen/{view}').then(Boolean)")
    assert not page.locator(".offline-only").is_visible()
    tab.context.set_offline(True)
    tab.go(WEEK)
    assert page.locator(".offline-only").is_visible()
    assert "Conference in Jeddah" in page.inner_text("main")
    assert not any(one.is_visible() for one in page.locator("main form, main .btn, .tabs .add").all())
    assert page.evaluate("getComputedStyle(document.body).fontFamily") != "", "the style sheets are kept too"
    tab.picture("offline-week")
    # What was not seen is the last week.
    tab.go("/calendar/list/2026-12-01")
    assert page.locator(".week").count() == 1
    tab.context.set_offline(False)
    # What the pages asked for without network failed, as it must.
    tab.troubles.clear()
    tab.go("/settings")
    page.evaluate("document.querySelector('form[action=\"/logout\"]').submit()")
    page.wait_for_url(lambda address: not address.endswith("/settings"))
    assert page.evaluate(KEPT) == 0


def test_a_window_of_a_browser_keeps_nothing(tab):
    page = tab.page
    tab.go(WEEK)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(KEPT) == 0
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0
