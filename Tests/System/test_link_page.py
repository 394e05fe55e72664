"""The page of a link to WhatsApp while it is made, in Chromium: it goes on by itself, with and without scripts."""

import pytest
from playwright.sync_api import expect

from support.chromium import DESKTOP, PHONE, Tab
from test_agreements_road import Road


@pytest.fixture(scope="module")
def road():
    made = Road(is_linked=False)
    yield made
    made.close()


@pytest.mark.parametrize(("language", "script", "size"), [("en", True, PHONE), ("ar", False, DESKTOP)])
def test_the_page_goes_from_number_to_code_to_connected_by_itself(chromium, road, language, script, size):
    tab = Tab(chromium, road.server, language, script=script, size=size)
    try:
        tab.sign_in(road.account.email)
        tab.go("/settings/whatsapp")
        tab.page.fill("#number", "+966 50 123 4567")
        tab.follow("main form[action$=connect] button")
        expect(tab.page.locator(".bigcode")).to_be_visible(timeout=30_000)
        if script:
            tab.check("link-code")
            # The page is the same one after the time at which its header asks for a reload: nothing was new.
            tab.page.evaluate("window.isTheSame = true")
            tab.page.wait_for_timeout(7_000)
            assert tab.page.evaluate("window.isTheSame")
        road.bridge.set_state(road.account.id, "READY", "Zaid")
        expect(tab.page.locator(".status-line.good")).to_be_visible(timeout=30_000)
        (tab.check if script else tab.check_width)("link-connected")

        tab.follow("form[action$=disconnect] button")
        expect(tab.page.locator(".notice[role=status]")).to_be_visible()
        tab.page.check("input[name=agree]")
        tab.follow("form[action$=consent] button")
    finally:
        tab.close()


def test_another_number_and_cancel_lead_back_to_the_form(chromium, road):
    tab = Tab(chromium, road.server, "en", script=False, size=PHONE)
    try:
        tab.sign_in(road.account.email)
        for button, has_notice in [("button[name=for]", 0), ("button.bare:not([name])", 1)]:
            tab.go("/settings/whatsapp")
            tab.page.fill("#number", "+966 50 123 4567")
            tab.follow("main form[action$=connect] button")
            expect(tab.page.locator(".bigcode")).to_be_visible(timeout=30_000)
            tab.follow(f"main {button}")
            expect(tab.page.locator("#number")).to_be_visible()
            assert tab.page.locator("main .notice[role=status]").count() == has_notice
    finally:
        tab.close()
