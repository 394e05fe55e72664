"""Pictures of every step from the first page to the settings, from a running development server.

Each look (language, size, colours) is a browser of its own with a person of its own, who walks the
whole road: so eight mails are asked for, which the limit of twenty an hour allows twice.
"""

import argparse
import re
import sys
from datetime import date
from itertools import product
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

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


class Walk:
    """One look's way through the product."""

    def __init__(self, chromium, origin, look, folder, wanted):
        language, size, colours = look
        self.language, self.folder, self.wanted = language, folder, wanted
        self.name = f"{language}-{size}-{colours}"
        self.address = f"{PEOPLE[LOOKS.index(look)]}@example.org"
        self.context = chromium.new_context(
            base_url=origin, locale=language, color_scheme=colours, viewport=SIZES[size],
            timezone_id="Asia/Riyadh", reduced_motion="reduce", ignore_https_errors=True)
        self.page = self.context.new_page()

    def picture(self, step, whole=True):
        name = f"{step}-{self.name}"
        if self.wanted is None or name in self.wanted:
            self.page.screenshot(path=self.folder / f"{name}.png", full_page=whole)
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
        self.page.wait_for_url("**/calendar/**", timeout=5_000)
        self.page.goto("/settings")
        self.picture("settings")
        self.page.goto("/settings/prayer/place")
        self.picture("own-place")
        self.page.goto("/settings/prayer?city=108410")
        self.page.click("#options form button:not([name])")
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
        """Brings a file of events in, and shows the views of this month."""
        self.page.goto("/calendars/import")
        self.page.set_input_files("#file", {
            "name": "plans.ics", "mimeType": "text/calendar", "buffer": plans(date.today()).encode()})
        self.page.click("main form button:not([name])")
        for view in ["month", "week", "day", "list"]:
            path = f"/calendar/{date.today():%Y-%m}" if view == "month" else f"/calendar/{view}/{date.today()}"
            self.page.goto(path)
            self.picture(view, whole=False)
        for name, path in [("today", "/today"), ("new-event", "/events/new"), ("tasks", "/tasks"), ("calendars", "/calendars")]:
            self.page.goto(path)
            self.picture(name)

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


# A month of somebody's plans: the day of the month, the time and the minutes (none for whole days), the title, COLOR.
PLANS = [
    (1, "0900", 60, "Quarter planning", "royalblue"), (4, "1600", 45, "Dentist", "mediumpurple"),
    (6, "1245", 90, "Family lunch", "brown"), (7, "0730", 90, "Football", "mediumpurple"), (8, None, 1, "Budget draft due", "royalblue"),
    (10, None, 3, "Site visit, Jeddah", "royalblue"), (13, None, 1, "Nora’s birthday", "brown"), (13, "1245", 90, "Family lunch", "brown"),
    (15, None, 5, "Mid-term exams", "darkgoldenrod"), (17, "1300", 60, "Design review", "royalblue"),
    (18, "0900", 120, "Board meeting", "royalblue"), (18, "1330", 45, "Passport renewal", "mediumpurple"),
    (19, None, 5, "Grandparents visiting", "brown"), (20, "1245", 90, "Family lunch", "brown"), (22, "1300", 60, "Lunch with Ali", "teal"),
    (23, "1000", 60, "Team meeting", "royalblue"), (23, "1515", 60, "Coffee with Sara", "teal"), (24, "0900", 30, "Stand-up", "royalblue"),
    (24, "1300", 60, "Interview", "royalblue"), (25, "0930", 90, "Hiring panel", "royalblue"), (25, "1500", 60, "Walk with Maryam", "mediumpurple"),
    (26, "1200", 60, "Team lunch", "royalblue"), (26, "1500", 60, "Flat viewing", "teal"), (27, "1245", 90, "Family lunch", "brown"),
    (28, "0930", 90, "Farmers’ market", "mediumpurple"), (28, "2000", 180, "Wedding", "brown"),
]


def plans(today):
    """Returns a calendar file with the plans, in the month of a day."""
    events = []
    for number, (day, time, length, title, color) in enumerate(PLANS):
        first = today.replace(day=day)
        times = (f"DTSTART:{first:%Y%m%d}T{time}00\r\nDURATION:PT{length}M" if time
                 else f"DTSTART;VALUE=DATE:{first:%Y%m%d}\r\nDURATION:P{length}D")
        events.append(f"BEGIN:VEVENT\r\nUID:plan-{number}\r\nDTSTAMP:20260101T000000Z\r\n{times}\r\nSUMMARY:{title}\r\n"
                      f"COLOR:{color}\r\nEND:VEVENT\r\n")
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Jadwal//Screenshots//EN\r\n{''.join(events)}END:VCALENDAR\r\n"


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
