"""Pictures of every step from the first page to the settings, from a running development server.

Each look (language, size, colours) is a browser of its own with a person of its own, who walks the
whole road: eight mails, of the twenty that the limit allows in an hour. The server is one that nobody
has walked on: a second walk would meet the plans of the first.
"""

import argparse
import re
import sys
from datetime import datetime
from io import BytesIO
from itertools import product
from pathlib import Path
from urllib.parse import quote
from zoneinfo import ZoneInfo

from PIL import Image
from playwright.sync_api import Error, sync_playwright

from plans import PLANS, TYPED, calendar_file

HERE = Path(__file__).resolve().parent
SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}
PEOPLE = ["maryam", "omar", "sara", "yusuf", "huda", "ali", "nora", "zayd"]
LOOKS = list(product(["en", "ar"], SIZES, ["light", "dark"]))

# README.md and docs/contributing.md show these; everything else is for whoever works on the look.
SHOWN = {
    "month-en-desktop-light", "check-your-mail-en-phone-light", "mail-en-phone-light",
    "confirm-ar-phone-light", "settings-ar-desktop-light", "login-en-phone-dark",
    "city-en-desktop-light", "city-ar-phone-light", "iphone-steps-ar-phone-light",
}


ZONE = "Asia/Riyadh"


def today():
    """The day of the people who walk, which is not always that of the machine."""
    return datetime.now(ZoneInfo(ZONE)).date()


class Walk:
    """One look's way through the product."""

    def __init__(self, chromium, origin, look, folder, wanted):
        language, size, colours = look
        self.language, self.folder, self.wanted = language, folder, wanted
        self.name = f"{language}-{size}-{colours}"
        self.address = f"{PEOPLE[LOOKS.index(look)]}@example.org"
        self.context = chromium.new_context(
            base_url=origin, locale=language, color_scheme=colours, viewport=SIZES[size],
            timezone_id=ZONE, reduced_motion="reduce", ignore_https_errors=True)
        self.page = self.context.new_page()

    def picture(self, step, whole=True):
        name = f"{step}-{self.name}"
        if self.wanted is None or name in self.wanted:
            picture = Image.open(BytesIO(self.page.screenshot(full_page=whole)))
            # A palette that keeps rare colours makes a third of the bytes, and nobody sees the difference.
            palette = picture.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
            palette.save(self.folder / f"{name}.png", optimize=True)
            print(f"{name}.png", flush=True)

    def run(self):
        self.page.goto("/")
        self.picture("first-page")
        self.page.goto("/prayer")
        self.picture("find-city")
        self.page.goto("/prayer/sa/riyadh")
        self.picture("city", whole=False)
        self.picture("city-whole")
        self.page.goto("/login")
        self.picture("login")
        self.page.fill("#email", self.address)
        self.page.click("form[action='/login'] button")
        self.page.wait_for_url("**/login/sent*", timeout=5_000)
        self.picture("check-your-mail")
        link = self.open_mail()
        self.page.goto(link)
        self.picture("confirm")
        self.page.click("form[action='/magic-link'] button")
        self.page.wait_for_url("**/first/language", timeout=5_000)
        for question in ["language", "city", "clock", "week"]:
            self.page.goto(f"/first/{question}")
            self.picture(f"first-{question}")
        self.page.check("input[name=firstDay][value='7']")
        self.page.click("form[action^='/first/'] button.primary")
        self.page.wait_for_url("**/first/phone*", timeout=5_000)
        self.picture("first-phone")
        self.page.goto("/settings")
        self.picture("settings")
        self.page.goto("/settings/prayer/place")
        self.picture("own-place")
        self.page.goto("/settings/prayer?city=108410")
        self.page.click("button[form=own]:not([name])")
        self.page.wait_for_url("**/settings/prayer?done=saved", timeout=5_000)
        self.show_calendar()
        self.page.goto("/settings/prayer")
        self.picture("own-prayer-times", whole=False)
        self.picture("own-prayer-times-whole")
        self.page.click("form[action='/profiles'] button")
        self.page.wait_for_url("**/settings/prayer/iphone*", timeout=5_000)
        self.picture("iphone-steps", whole=False)
        self.page.goto("/settings/prayer")
        self.page.goto("/settings/prayer/renew")
        self.picture("renew-feed")
        self.page.goto("/settings/prayer/delete")
        self.picture("remove-feed")
        self.page.click("form[action='/settings/prayer/delete'] button")
        self.page.wait_for_url("**/settings?*", timeout=5_000)
        self.page.goto("/settings/delete")
        self.picture("delete-account")
        self.page.goto("/settings/delete/confirm?token=00000000-0000-4000-8000-000000000000")
        self.picture("delete-confirm")
        self.page.goto("/settings/address")
        self.picture("change-address")
        self.page.goto("/settings/time-zone")
        self.picture("time-zone")
        self.page.goto("/privacy")
        self.picture("privacy", whole=False)
        self.page.goto("/nothing-here")
        self.picture("not-found")
        # Leaves no session behind, so that the next settings page looks the same.
        self.page.goto("/settings")
        self.page.click("form[action='/logout'] button")
        self.page.wait_for_url("**/?*", timeout=5_000)

    def show_calendar(self):
        """Fills this month, through files and through the pages themselves, and shows every page of it."""
        day = today()
        for name, plans in PLANS[self.language].items():
            self.bring_in(name, calendar_file(plans, day))
        self.picture("imported")
        self.add_events()
        for view, path in [
            ("month", f"/calendar/{day:%Y-%m}"), ("week", f"/calendar/week/{day}"), ("day", f"/calendar/day/{day}"),
            ("list", f"/calendar/list/{day}"),
        ]:
            self.page.goto(path)
            self.picture(view, whole=False)
        self.page.goto("/today")
        self.picture("today")
        self.page.goto(f"/calendar/search?q={quote(TYPED[self.language]['search'])}")
        self.picture("search")
        self.change_events()
        for name, path in [("calendars", "/calendars"), ("new-calendar", "/calendars/new"), ("import", "/calendars/import")]:
            self.page.goto(path)
            self.picture(name)

    def bring_in(self, name, file):
        self.page.goto("/calendars/import")
        self.page.set_input_files("#file", {"name": f"{name}.ics", "mimeType": "text/calendar", "buffer": file})
        self.page.select_option("#calendar", index=self.page.locator("#calendar option").count() - 1)
        self.page.fill("#name", name)
        self.page.click("form[action='/calendars/import'] button")
        self.page.wait_for_selector("form[action='/calendars/import']", state="detached")

    def add_events(self):
        """Adds an event by one line, one by the form, one that repeats, one at a prayer, and a task."""
        words = TYPED[self.language]
        self.page.goto("/events/new")
        self.page.fill("#line", words["line"])
        self.page.click(".line-form button")
        self.page.wait_for_selector(".line-form .says")
        self.picture("new-event-line")
        self.save()
        self.picture("event-at-prayer")
        self.new_event(words["event"], "13:00", "13:45")
        self.page.fill("#place", words["place"])
        self.picture("new-event")
        self.save()
        self.picture("event")
        self.new_event(words["series"], "19:30", "20:30")
        self.page.select_option("#repeat", "weekly")
        self.picture("new-event-repeating")
        self.save()
        self.page.goto("/events/new")
        self.page.fill("#title", words["anchored"])
        self.page.check("#at-prayer")
        self.page.fill("#minutes", "20")
        self.page.select_option("#prayer", "maghrib")
        self.page.select_option("#repeat", "weekly")
        self.picture("new-event-anchored")
        self.save()
        self.page.goto("/tasks/new")
        self.page.fill("#title", words["task"])
        self.picture("new-task")
        self.page.click("form[action='/tasks/new'] .primary")
        self.page.wait_for_url(lambda url: "/tasks/new" not in url)
        self.page.goto("/tasks")
        self.picture("tasks")

    def change_events(self):
        """Changes one of a series and deletes another, which shows the choices, the way back and the trash."""
        self.page.goto(f"/calendar/day/{today()}")
        self.page.click(f".hours a:has-text('{TYPED[self.language]['series']}')")
        self.picture("event-of-series")
        self.page.click(".acts .primary")
        self.page.fill("#title", TYPED[self.language]["renamed"])
        self.picture("edit-event")
        self.page.click(".sticky .primary")
        self.page.wait_for_selector(".choice")
        self.picture("change-series")
        self.page.click(".acts .primary")
        self.page.wait_for_url("**done=*")
        self.page.click(".acts .danger")
        self.page.wait_for_url("**/delete*")
        self.picture("delete-event")
        self.page.click("main form .danger")
        self.page.wait_for_url("**done=deleted*")
        self.picture("deleted", whole=False)
        self.page.goto("/calendar/trash")
        self.picture("trash")

    def new_event(self, title, start, end):
        """Fills the form of a new event of today."""
        self.page.goto("/events/new")
        self.page.fill("#title", title)
        self.page.fill("#start-time", start)
        self.page.fill("#end-time", end)

    def save(self):
        """Saves the form of an event, which leads to the event's page."""
        self.page.click(".sticky .primary")
        self.page.wait_for_url("**done=added*")

    def open_mail(self):
        """Waits for the mail, shows it as a page and as a mail program would; returns its link."""
        newest = self.page.locator("main li", has_text=self.address).first
        for _ in range(50):
            self.page.goto("/dev/mailbox")
            if newest.count():
                break
            self.page.wait_for_timeout(100)
        self.picture("mailbox", whole=False)
        newest.locator("a").click()
        self.picture("message")
        link, message = self.page.get_attribute("#link", "href"), self.page.url
        self.page.goto(f"{message.split('?')[0]}/html")
        self.picture("mail")
        return link


def main():
    parser = argparse.ArgumentParser(
        prog="script/screenshots", description="Takes pictures of a running `script/server`.")
    parser.add_argument("--port", type=int, default=8443, help="of the server (8443)")
    parser.add_argument("--all", metavar="DIR", type=Path, help="every page in every look, into DIR; "
                        f"else the {len(SHOWN)} pictures that the documents show, into {HERE.relative_to(HERE.parents[1])}")
    options = parser.parse_args()
    wanted, folder = (None, options.all) if options.all else (SHOWN, HERE)
    folder.mkdir(parents=True, exist_ok=True)
    looks = [look for look in LOOKS if wanted is None or any(n.endswith("-".join(look)) for n in wanted)]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-dev-shm-usage"])
        for look in looks:
            walk = Walk(chromium, f"https://localhost:{options.port}", look, folder, wanted)
            try:
                walk.run()
            except Error as error:
                seen = re.sub(r"\s+", " ", walk.page.inner_text("body"))[:200] if walk.page.url != "about:blank" else ""
                sys.exit(f"{walk.name}: {error.message.splitlines()[0]}\nThe page says: {seen}")
            walk.context.close()
        chromium.close()


if __name__ == "__main__":
    main()
