"""The inbox and the pages of WhatsApp in Chromium: an exported chat from the upload to the answer, in both languages
and sizes, with and without scripts, by axe-core's rules and by keyboard."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from support.browser import new_address
from support.chromium import DESKTOP, NARROW, PHONE, Tab
from support.server import wait_until

WAYS = [("en", True, DESKTOP), ("en", False, PHONE), ("ar", False, DESKTOP), ("ar", True, PHONE)]
CHATS = {
    "en": {
        "agreed": ["Sara: Shall we have coffee at Brew House on {day} at 5pm?", "Zaid: Ok, see you then"],
        "proposed": ["Noor: Can we meet on {day} at 4pm at the office?", "Zaid: Let me check and tell you"],
        "none": ["Maha: Good morning", "Zaid: Good morning to you"],
    },
    "ar": {
        "agreed": ["سارة: نتعشى سوا يوم {day} الساعة 9 مساء في مطعم الرومانسية؟", "Zaid: تمام"],
        "proposed": ["نورة: نتقابل يوم {day} الساعة 4 العصر في المكتب؟", "Zaid: بشوف وأرد عليك"],
        "none": ["مها: صباح الخير", "Zaid: صباح النور"],
    },
}
DAYS = {
    "en": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
    "ar": ["الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت", "الأحد"],
}


def name_of(way):
    language, script, size = way
    return f"{language} {'with' if script else 'without'} scripts {size['width']}"


@pytest.fixture(params=WAYS, ids=name_of)
def tab(request, chromium, server):
    language, script, size = request.param
    made = Tab(chromium, server, language, script=script, size=size)
    made.sign_in(new_address("chats"))
    yield made
    made.close()


def check(tab, name):
    """axe-core needs scripts; without them the width is looked at."""
    if tab.script:
        tab.check(name)
    else:
        tab.check_width(name)


def exported(language, kind):
    """The lines of a chat that was written in the last hours, about a day three days from now."""
    now = datetime.now(ZoneInfo("Asia/Dubai"))
    day = DAYS[language][(now + timedelta(days=3)).weekday()]
    first = now - timedelta(hours=2)
    lines = [
        f"{first + timedelta(minutes=number):%d/%m/%Y, %H:%M} - {line.format(day=day)}\n"
        for number, line in enumerate(CHATS[language][kind])
    ]
    return {"name": "chat.txt", "mimeType": "text/plain", "buffer": "".join(lines).encode()}


def upload(tab, kind):
    """Uploads a chat, says who is who, and waits until it is read; the page reloads by its header."""
    tab.go("/settings/whatsapp/upload")
    tab.page.set_input_files("#file", exported(tab.language, kind))
    tab.follow("main form button.primary")
    expect(tab.page.locator("button[name=own]")).to_have_count(2)
    check(tab, f"upload-who-{kind}")
    tab.follow("button[name=own][value=Zaid]")
    tab.page.wait_for_selector("main .notice[role=status]", timeout=30_000)


def count(tab):
    """The number beside the inbox in the navigation."""
    shown = tab.page.locator(".tabs .count")
    return shown.inner_text().split()[0] if shown.count() else None


def test_an_exported_chat_becomes_an_event_that_is_kept_or_dismissed(tab):
    page = tab.page
    tab.go("/inbox")
    check(tab, "inbox-empty")
    assert count(tab) is None
    upload(tab, "agreed")
    expect(page.locator("article.deal")).to_have_count(1)
    check(tab, "inbox-found")
    assert count(tab) in ("1", "١")
    expect(page.locator("article.deal mark").first).to_be_visible()

    tab.follow("article.deal .deal-head a")
    expect(page.locator("dl.fx figure.chat")).to_be_visible()
    check(tab, "event-from-chat")
    assert count(tab) in ("1", "١")

    tab.go("/inbox")
    tab.follow("button[value=keep]")
    expect(page.locator(".notice.undo")).to_be_visible()
    check(tab, "inbox-kept")
    assert page.locator("article.deal").count() == 0
    tab.follow(".notice.undo button")
    expect(page.locator("article.deal")).to_have_count(1)
    tab.follow("button[value=dismiss]")
    assert count(tab) is None
    tab.go("/inbox?show=done")
    expect(page.locator("article.deal")).to_have_count(1)
    check(tab, "inbox-done")


def test_a_proposal_waits_until_it_is_added(tab):
    page = tab.page
    upload(tab, "proposed")
    expect(page.locator("article.deal .flag").first).to_be_visible()
    assert page.locator("article.deal .deal-head a").count() == 0
    check(tab, "inbox-proposed")
    tab.follow("button[value=add]")
    tab.go("/inbox?show=done")
    expect(page.locator("article.deal .deal-head a")).to_have_count(1)


def test_a_chat_without_a_plan_says_so(tab):
    upload(tab, "none")
    assert tab.page.locator("article.deal").count() == 0
    check(tab, "inbox-nothing")


def test_the_settings_of_chats(tab):
    page = tab.page
    tab.go("/settings/whatsapp")
    check(tab, "whatsapp-missing")
    upload(tab, "agreed")
    tab.go("/settings/whatsapp")
    check(tab, "whatsapp-chats")
    tab.follow("button[name=to][value=off]")
    expect(page.locator(".notice[role=status]")).to_be_visible()
    expect(page.locator("button[name=to][value=on]")).to_have_count(1)
    tab.go("/settings/whatsapp/upload")
    tab.follow("main form button.primary")
    expect(page.locator("#file-problem")).to_be_visible()
    check(tab, "upload-problem")
    tab.go("/settings/whatsapp/forget")
    check(tab, "forget")
    tab.follow("main form button.danger")
    expect(page.locator(".notice[role=status]")).to_be_visible()
    tab.go("/inbox?show=done")
    assert page.locator("article.deal").count() == 0


@pytest.mark.parametrize("language", ["en", "ar"])
def test_nothing_is_wider_than_a_narrow_phone(chromium, server, language):
    tab = Tab(chromium, server, language, size=NARROW)
    tab.sign_in(new_address("narrow"))
    upload(tab, "agreed")
    for path in ["/inbox", "/inbox?show=done", "/settings/whatsapp", "/settings/whatsapp/upload",
                 "/settings/whatsapp/forget", "/about/connections"]:
        tab.go(path)
        tab.check_width(path)
        assert tab.page.locator(".tabs a").count() == 5
    tab.close()


def test_a_finding_is_answered_by_keyboard_alone(chromium, server):
    tab = Tab(chromium, server, "en")
    tab.sign_in(new_address("keys"))
    upload(tab, "agreed")
    tab.go("/inbox")
    reached = []
    for _ in range(60):
        tab.page.keyboard.press("Tab")
        value = tab.page.evaluate("document.activeElement.value ?? ''")
        reached.append(value)
        if value == "keep":
            break
    assert reached[-1] == "keep"
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_selector(".notice.undo")
    wait_until(lambda: tab.page.locator("article.deal").count() == 0, what="an empty inbox")
    tab.close()


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_connections_of_the_server(chromium, server, language):
    tab = Tab(chromium, server, language)
    tab.go("/about/connections")
    check(tab, "connections")
    assert tab.page.locator("article.prose h2").count() >= 4
    tab.close()
