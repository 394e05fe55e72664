"""Notices in Chromium. A reminder is set in the event form, is in the list at its time, and opens its event. The
service worker shows what the server sent, and a press on it opens the page.

Chromium has no push service here. The messages go over the one of `support.push`, and reach the worker as Chromium's
own debugging protocol delivers them.
"""

import json
import time
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from support.chromium import PHONE
from support.mail import letters_to
from support.people import Person
from support.push import Subscription, base64url, point
from support.server import Server, wait_until

SETTINGS = "/settings/notifications"
WAYS = {
    f"{language} {'with' if script else 'without'} JavaScript": (language, script)
    for language in ("en", "ar") for script in (True, False)}
TITLES = {"en": "Dinner", "ar": "عشاء"}


@pytest.fixture(scope="module")
def server(push_service):
    with Server(settings=push_service.settings) as started:
        yield started


@pytest.fixture(params=WAYS.values(), ids=WAYS)
def opened(request, chromium, server):
    """A person, and their browser."""
    language, script = request.param
    person = Person(server, language, city=None)
    tab = person.tab(chromium, script=script, size=PHONE)
    yield person, tab
    tab.close()


def event(uid, title, alarm_in):
    """An event whose alarm, a quarter of an hour before it, goes off in some seconds."""
    start = datetime.now(timezone.utc) + timedelta(seconds=alarm_in, minutes=15)
    return [
        "BEGIN:VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"DTSTART:{start:%Y%m%dT%H%M%SZ}", "DURATION:PT1H",
        f"SUMMARY:{title}", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:Soon", "END:VALARM",
        "END:VEVENT"]


def test_a_reminder_that_is_set_in_the_form_is_an_alarm_on_the_phone(opened):
    person, tab = opened
    # axe-core is a script itself.
    check = tab.check if tab.script else tab.check_width
    day = datetime.now(timezone.utc).date() + timedelta(days=3)
    tab.go(f"/events/new?day={day}&at=19:00")
    tab.page.fill("#title", TITLES[tab.language])
    tab.unfold()
    tab.page.fill("#reminder-count", "20")
    tab.page.select_option("#reminder-unit", "minutes")
    tab.page.select_option("#reminder-side", "before")
    tab.follow("button[name=do][value=remind]")
    expect(tab.page.locator("input[name=reminder][value='before:20']")).to_have_count(1)
    check("event-form-reminder")
    tab.follow(".sticky button.primary")
    assert "/events/new" not in tab.page.url, tab.page.url
    with person.device() as device:
        listed = device.propfind(person.calendar, "d:getetag", depth=1).members
    path = next(path for path in listed if path.endswith(".ics"))
    stored = person.get(path)
    assert "BEGIN:VALARM" in stored and "TRIGGER:-PT20M" in stored


def test_a_reminder_comes_at_its_time_in_the_list_and_opens_its_event(opened):
    person, tab = opened
    check, title = tab.check if tab.script else tab.check_width, TITLES[tab.language]
    tab.go(SETTINGS)
    tab.page.check("input[name='mail.reminder']")
    tab.follow(f"form[action='{SETTINGS}'] .btn.primary")
    expect(tab.page.locator("input[name='mail.reminder']")).to_be_checked()
    check("settings-notifications")
    person.put("dinner", *event("dinner", title, 2))
    # The sign-in itself is in the list, too.
    row = tab.page.locator(".rows li").filter(has_text=title)

    def is_listed():
        tab.go("/notifications")
        return row.count() == 1

    wait_until(is_listed, 30, "the reminder")
    expect(row.locator(".here")).to_have_count(1)
    check("notifications")
    with tab.page.expect_navigation():
        row.locator("h2 a").click()
    assert tab.page.url.endswith("/dinner.ics")
    expect(tab.page.locator("h1")).to_contain_text(title)
    tab.go("/notifications")
    expect(row.locator(".here")).to_have_count(0)


def test_a_reminder_that_was_chosen_as_mail_comes_as_mail(server, chromium):
    for language, title in TITLES.items():
        person = Person(server, language, city=None)
        tab = person.tab(chromium, script=False, size=PHONE)
        tab.go(SETTINGS)
        tab.page.check("input[name='mail.reminder']")
        tab.follow(f"form[action='{SETTINGS}'] .btn.primary")
        person.put("dinner", *event("dinner", title, 2))
        found = wait_until(
            lambda: [one for one in letters_to(server, person.account.email) if title in one.subject], 30, "the mail")
        assert len(found) == 1
        tab.close()


# What Chromium would have from its own push service.
PUSH_MANAGER = """
(() => {
    const given = %s;
    const bytes = (text) => Uint8Array.from(
        atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0)).buffer;
    PushManager.prototype.subscribe = async (options) => ({
        endpoint: given.endpoint, options, getKey: (name) => bytes(given[name]),
    });
})();
"""


@pytest.fixture(params=TITLES)
def subscribed(request, chromium, server, push_service):
    """A person whose browser takes notices, with its keys, and the deliverer of messages to its service worker."""
    push_service.faults.clear()
    push_service.requests.clear()
    person = Person(server, request.param, city=None)
    tab = person.tab(chromium, size=PHONE)
    tab.context.grant_permissions(["notifications"], origin=server.origin)
    subscription = Subscription(f"https://{push_service.host}/push/{time.monotonic_ns()}")
    tab.context.add_init_script(PUSH_MANAGER % json.dumps({
        "endpoint": subscription.endpoint, "p256dh": base64url(point(subscription.key.public_key())),
        "auth": base64url(subscription.auth)}))
    tab.go(SETTINGS)
    tab.follow("#browser button")
    expect(tab.page.locator("button[name=device]").first).to_be_visible()
    yield tab, subscription, deliverer(tab, server)
    tab.close()


def deliverer(tab, server):
    session, found = tab.context.new_cdp_session(tab.page), []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")

    def registrations():
        # Events arrive while the page is asked something.
        tab.page.evaluate("1")
        return [one for one in found if one["scopeURL"] == f"{server.origin}/"]

    registration = wait_until(registrations, 10, "the service worker")[-1]["registrationId"]
    # A message to a worker that is not active yet gets lost.
    state = "navigator.serviceWorker.ready.then((registration) => registration.active.state)"
    wait_until(lambda: tab.page.evaluate(state) == "activated", 10, "an active service worker")

    def deliver(text):
        # Chromium's tools lose a message now and then, about one in twenty; a push service would not.
        before = listed(tab)
        for _ in range(3):
            session.send("ServiceWorker.deliverPushMessage", {
                "origin": server.origin, "registrationId": registration, "data": text})
            until = time.monotonic() + 3
            while time.monotonic() < until:
                if listed(tab) != before:
                    return
                time.sleep(0.02)

    return deliver


def listed(tab):
    return tab.page.evaluate("""
        navigator.serviceWorker.ready.then((registration) => registration.getNotifications()).then((all) =>
            all.map((one) => ({title: one.title, body: one.body, tag: one.tag, lang: one.lang, dir: one.dir,
                url: one.data.url})))""")


def shown(tab, count=1):
    """The notices that Chromium shows."""
    return wait_until(
        lambda: (lambda found: found if len(found) == count else None)(listed(tab)), 10, "the notice")


# A press on the notice. Chromium gives a worker the right to open a page by a real press only, which needs a desktop:
# the two functions of Chromium that need it write down what they were asked for.
PRESS = """async (pages) => {
    const [notification] = await registration.getNotifications(), asked = [];
    clients.matchAll = async () => pages.map((url) => ({
        url, focused: false, focus: async () => asked.push("focus"), navigate: async (to) => asked.push(to),
    }));
    clients.openWindow = async (to) => asked.push(to);
    const event = new NotificationEvent("notificationclick", {notification});
    let done;
    event.waitUntil = (promise) => { done = promise };
    dispatchEvent(event);
    await done;
    return [asked, (await registration.getNotifications()).length];
}"""


def test_chromium_shows_what_the_server_sent_and_a_press_opens_it(subscribed, server, push_service):
    tab, subscription, deliver = subscribed
    tab.follow("form[action='/settings/notifications/test'] button")
    request = wait_until(lambda: push_service.requests, 20, "the message")[0]
    sent = subscription.read(request.body)
    deliver(json.dumps(sent))
    notice = shown(tab)[0]
    assert (notice["title"], notice["body"]) == (sent["title"], sent.get("body", ""))
    assert notice["lang"] == tab.language and notice["dir"] == ("rtl" if tab.language == "ar" else "ltr")
    assert notice["tag"] == sent["tag"] and notice["url"] == sent["url"]
    worker = tab.context.service_workers[0]
    address = server.origin + sent["url"]
    assert worker.evaluate(PRESS, []) == [[address], 0], "no page is open: a new one"
    # Chromium closes a notice later than it says so, and a new one of the same tag with it.
    deliver(json.dumps(sent | {"tag": "again"}))
    shown(tab)
    assert worker.evaluate(PRESS, [f"{server.origin}/today"]) == [["focus", address], 0], "the page that is open"
    assert tab.go(sent["url"]).status == 200


def test_a_message_that_cannot_be_read_is_shown_too_and_leads_nowhere_else(subscribed, server):
    tab, _, deliver = subscribed
    deliver("no JSON")
    assert [(one["title"], one["url"]) for one in shown(tab)] == [("Jadwal", "/notifications")]
    worker = tab.context.service_workers[0]
    assert worker.evaluate(PRESS, []) == [[f"{server.origin}/notifications"], 0]
    deliver(json.dumps({"title": "Elsewhere", "tag": "x", "url": "https://example.com/"}))
    shown(tab)
    assert worker.evaluate(PRESS, []) == [[f"{server.origin}/notifications"], 0]


def test_the_same_thing_is_one_notice(subscribed):
    tab, _, deliver = subscribed
    for body in ("in 20 minutes", "in 10 minutes"):
        deliver(json.dumps({"title": "Dinner", "body": body, "tag": "dinner", "url": "/today"}))
        wait_until(lambda: [one for one in shown(tab) if one["body"] == body], 10, "the newest one")
