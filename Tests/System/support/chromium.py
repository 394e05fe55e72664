"""Chromium as people use it: tabs that remember what went wrong on them, with axe-core's rules and pictures.

SCREENSHOTS=1 leaves pictures in var/screenshots, phone and desktop, light and dark.
"""

import os
import re
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from support.browser import new_address
from support.mail import letters_to, sign_in_letter
from support.server import ROOT, wait_until

PICTURES = ROOT / "var/screenshots" if os.environ.get("SCREENSHOTS") else None
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
# A small phone, and a computer at 400 %.
NARROW = {"width": 320, "height": 640}


@contextmanager
def launched():
    """Debian's Chromium, without a window."""
    with sync_playwright() as playwright:
        # A service worker is loaded over a certificate that Chromium does not know with the last flag only.
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-dev-shm-usage", "--ignore-certificate-errors"])
        yield browser
        browser.close()


def box(part):
    """Returns the place of a part of a page. It has none while a script replaces it; this asks until it has one."""
    return wait_until(part.bounding_box, what="a part of the page in its place")


class Tab:
    """A page that remembers what went wrong on it."""

    def __init__(
        self, chromium, server, language="en", script=True, scheme="light", size=DESKTOP, cookies=()
    ):
        self.server, self.language, self.scheme, self.size, self.script = server, language, scheme, size, script
        self.context = chromium.new_context(
            base_url=server.origin, locale=language, java_script_enabled=script, color_scheme=scheme,
            viewport=size, ignore_https_errors=True, timezone_id="Asia/Dubai", accept_downloads=True)
        self.context.add_cookies(cookies)
        self.page = self.context.new_page()
        self.troubles = []
        self.page.on("console", lambda message: self.note(message))
        self.page.on("pageerror", lambda error: self.troubles.append(f"script: {error}"))
        self.page.on("requestfailed", lambda request: self.troubles.append(
            f"failed: {request.url} {request.failure}") if "ERR_ABORTED" not in (request.failure or "") else None)

    def note(self, message):
        # A page that is itself a refusal is reported as a failed resource; that is what it is.
        expected = re.search(r"status of (404|403|409|410|422|429)", message.text)
        if message.type in ("error", "warning") and not expected:
            self.troubles.append(f"{message.type}: {message.text}")

    def close(self):
        self.context.close()
        assert self.troubles == [], self.troubles

    def go(self, path):
        return self.page.goto(path)

    def picture(self, name):
        if PICTURES:
            PICTURES.mkdir(parents=True, exist_ok=True)
            kind = {PHONE["width"]: "phone", NARROW["width"]: "narrow"}.get(self.size["width"], "desktop")
            self.page.screenshot(path=PICTURES / f"{name}-{self.language}-{kind}-{self.scheme}.png", full_page=True)

    def check(self, name):
        """Nothing for axe-core to find, nothing wider than the window, the right language."""
        self.page.wait_for_load_state()
        self.picture(name)
        assert self.page.get_attribute("html", "lang") == self.language
        assert self.page.get_attribute("html", "dir") == ("rtl" if self.language == "ar" else "ltr")
        self.check_width(name)
        found = Axe().run(self.page)
        assert found.violations_count == 0, f"{name}: {found.generate_report()}"

    def check_width(self, name):
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{name} scrolls sideways by {wide} px"

    def unfold(self):
        self.page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")

    @contextmanager
    def previewed(self):
        """Changes a field of the event form, and waits for the day beside it to follow."""
        if self.script:
            self.page.evaluate("document.getElementById('near-day').dataset.old = 'yes'")
        yield
        if self.script:
            self.page.wait_for_selector("#near-day:not([data-old])", state="attached")

    def change(self, act, *arguments):
        with self.previewed():
            act(*arguments)
            self.page.evaluate("document.activeElement.blur()")

    def fill(self, **fields):
        """Fills fields of the event form, each by its name: `start_time` for `start-time`."""
        for name, value in fields.items():
            self.change(self.page.fill, f"#{name.replace('_', '-')}", value)

    def follow(self, selector):
        """Presses something, and waits for the page that it leads to."""
        with self.page.expect_navigation():
            self.page.click(selector)

    def ask_for_link(self, address):
        self.go("/login")
        self.page.fill("#email", address)
        self.page.click("form[action='/login'] button")
        self.page.wait_for_url("**/login/sent*")

    def open_link_in_mailbox(self, address):
        """As a person does in development: the mailbox page, their newest mail, its link.

        Theirs by the address: the last mail of another test may arrive at any moment.
        """
        self.go("/dev/mailbox")
        self.page.click(f"main li:has-text('{address}') a >> nth=0")
        self.page.click("#link")

    def press(self, action):
        self.page.click(f"form[action='{action}'] button")

    def skip_questions(self):
        """Goes past the first minutes of a new account to the calendar."""
        self.page.wait_for_url("**/first/language*")
        self.page.click("button[value='skip-all']")
        self.page.wait_for_url("**/first/phone*")
        self.page.click("main a[href='/calendar']")
        self.page.wait_for_url("**/calendar/**")

    def sign_in(self, address=None):
        address = address or new_address()
        # Whoever signs in again has an older mail, whose link is used.
        before = len(letters_to(self.server, address))
        self.ask_for_link(address)
        letter = sign_in_letter(self.server, address, after=before)
        self.go(letter.link)
        self.press("/magic-link")
        # A new account begins with questions.
        self.page.wait_for_url(re.compile("/calendar/|/first/"))
        self.go("/settings")
        return address
