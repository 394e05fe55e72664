"""The app on a home screen: the last page of each view can be read without network, and goes at sign-out. A browser's
window keeps nothing, also beside the app."""

import pytest

from support.chromium import PHONE
from support.people import DAY, Person, fill, timed
from support.server import wait_until

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


def until(page, promise):
    """Waits for a promise of something true: wait_for_function takes the promise itself for it."""
    wait_until(lambda: page.evaluate(promise), what=promise)


def ready(page):
    until(page, "navigator.serviceWorker.getRegistration('/').then(one => one?.active?.state === 'activated')")


def test_what_is_shown_without_a_load_is_kept_too(chromium, person):
    person.put("gone", *timed("gone", "Soon deleted", "20260813", "1500", "1600"))
    tab = person.tab(chromium)
    page = tab.page
    page.add_init_script(ON_HOME_SCREEN)
    tab.go("/calendar/week/2026-08-05")
    ready(page)
    page.click(".moves a[rel=next]")
    until(page, f"caches.match('/seen/0').then(one => one?.headers.get('X-Seen') === '{WEEK}')")
    text = "caches.match('/seen/0').then(one => one.text()).then(text => text.includes('Soon deleted'))"
    assert page.evaluate(text)
    page.focus(".hours .b a:has-text('Soon deleted')")
    page.keyboard.press("Delete")
    page.click("#card button.danger")
    until(page, f"{text}.then(is => !is)")
    tab.context.set_offline(True)
    tab.go(WEEK)
    assert page.locator(".offline-only").is_visible()
    # The first view from the network ends it.
    tab.context.set_offline(False)
    tab.troubles.clear()
    page.click(".moves a[rel=next]")
    page.wait_for_selector("body:not(.offline)")
    tab.close()


@pytest.mark.parametrize("path", [
    "/logout", "/settings/sessions/end", "/settings/sessions/end-all", "/settings/delete/confirm",
])
def test_the_end_of_a_session_leaves_nothing_behind(chromium, server, path):
    tab = Person(server).tab(chromium)
    page = tab.page
    page.add_init_script(ON_HOME_SCREEN)
    tab.go("/today")
    ready(page)
    tab.go("/settings")
    until(page, f"{KEPT}.then(count => count > 0)")
    # What is kept goes as soon as somebody asks, whatever the answer is.
    page.evaluate(f"fetch('{path}', {{ method: 'POST' }})")
    until(page, f"{KEPT}.then(count => count === 0)")
    tab.close()


def test_a_window_beside_the_app_keeps_nothing(tab):
    tab.page.add_init_script(ON_HOME_SCREEN)
    tab.go("/today")
    ready(tab.page)
    tab.go(WEEK)
    until(tab.page, "caches.match('/seen/0').then(Boolean)")
    window = tab.context.new_page()
    window.goto(MONTH)
    window.wait_for_load_state("networkidle")
    assert window.evaluate("Boolean(navigator.serviceWorker.controller)")
    assert not window.evaluate("caches.match('/seen/4').then(Boolean)")


def test_a_window_of_a_browser_keeps_nothing(tab):
    page = tab.page
    tab.go(WEEK)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(KEPT) == 0
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)") == 0


def test_the_last_week_is_read_without_network_and_goes_at_sign_out(tab):
    """The last one, because it ends the session of all of them."""
    page = tab.page
    page.add_init_script(ON_HOME_SCREEN)
    tab.go("/today")
    ready(page)
    for path, view in ((WEEK, 0), (MONTH, 4)):
        tab.go(path)
        until(page, f"caches.match('/seen/{view}').then(Boolean)")
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
