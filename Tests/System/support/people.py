"""A person whose calendars are seen in Chromium and by devices: one account, signed in once for many tabs."""

from .browser import Browser
from .caldav import Device, add_customer, proppatch_body
from .chromium import Tab

RIYADH = "108410"


class Person:
    """An account with the prayer times of a city, a device password and the cookies of a browser."""

    def __init__(self, server, language="en", city=RIYADH):
        self.server, self.language = server, language
        self.account = add_customer(server, language=language)
        with Browser(server, language) as browser:
            browser.sign_in(self.account.email)
            if city:
                browser.submit_form(f"/settings/prayer?city={city}", "/settings/prayer", city=city)
            self.cookies = [
                {"name": one.name, "value": one.value, "domain": "localhost", "path": "/", "secure": True}
                for one in browser.cookies.jar]
        with self.device() as device:
            listed = device.propfind(self.account.home, "c:supported-calendar-component-set", depth=1).members
        self.calendar = next(path for path, one in listed.items() if path != self.account.home and not one.missing)

    def tab(self, chromium, **options):
        return Tab(chromium, self.server, language=self.language, cookies=self.cookies, **options)

    def device(self):
        return Device(self.account)

    def put(self, name, *lines, calendar=None):
        """Stores an object of one component, as a phone does; returns its address."""
        path = f"{calendar or self.calendar}{name}.ics"
        text = "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//A//B//EN", *lines, "END:VCALENDAR", ""])
        with self.device() as device:
            answer = device.put(path, text)
        assert answer.status in (201, 204), (answer.status, answer.body)
        return path

    def get(self, path):
        with self.device() as device:
            answer = device.send("GET", path)
        assert answer.status == 200, (path, answer.status)
        return answer.body.decode()

    def make_calendar(self, name, kind, title, color):
        with self.device() as device:
            path = device.make_calendar(name, kind, display_name=title)
            answer = device.send("PROPPATCH", path, proppatch_body(f"<a:calendar-color>{color}</a:calendar-color>"))
        assert answer.status == 207, answer.body
        return path


def component(kind, uid, title, *lines):
    return [f"BEGIN:{kind}", f"UID:{uid}", "DTSTAMP:20260101T000000Z", f"SUMMARY:{title}", *lines, f"END:{kind}"]


def timed(uid, title, day, start, end, *lines):
    """An event of one day: `timed("a", "Tea", "20260812", "0900", "1000")`."""
    return component("VEVENT", uid, title, f"DTSTART;TZID=Asia/Riyadh:{day}T{start}00",
                     f"DTEND;TZID=Asia/Riyadh:{day}T{end}00", *lines)


def all_day(uid, title, first, after, *lines):
    return component("VEVENT", uid, title, f"DTSTART;VALUE=DATE:{first}", f"DTEND;VALUE=DATE:{after}", *lines)


# A month of six weeks, whether weeks begin with Sunday or Monday; the day on which most happens in it.
MONTH, DAY = "2026-08", "2026-08-12"


def fill(person):
    """Fills a person's calendars for August 2026; every state of an event is in it, and a series reaches today."""
    is_arabic = person.language == "ar"
    work = person.make_calendar("work", "VEVENT", "العمل" if is_arabic else "Work", "#BD4A6A")
    errands = person.make_calendar("errands", "VTODO", "مشاوير" if is_arabic else "Errands", "#7A848D")
    put = person.put
    put("conference", *all_day("conference", "Conference in Jeddah", "20260811", "20260814", "LOCATION:Jeddah"))
    put("leave", *all_day("leave", "إجازة العائلة الطويلة", "20260813", "20260820"), calendar=work)
    put("birthday", *all_day("birthday", "Birthday", "20260812", "20260813", "TRANSP:TRANSPARENT"))
    put("walk", *timed(
        "walk", "Walk", "20260801", "1730", "1800", "RRULE:FREQ=DAILY", "CATEGORIES:Health",
        "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Walk", "TRIGGER:-PT10M", "END:VALARM"))
    put("review", *timed(
        "review", "Review of the plan with everybody who is concerned", "20260812", "0900", "1030", "LOCATION:Room 5",
        "ORGANIZER:mailto:sara@example.org", "ATTENDEE;CN=Sara;PARTSTAT=ACCEPTED:mailto:sara@example.org",
        "ATTENDEE;CN=Omar;PARTSTAT=DECLINED:mailto:omar@example.org"))
    put("call", *timed("call", "Call", "20260812", "0930", "1000", "STATUS:TENTATIVE", "PRIORITY:1"), calendar=work)
    put("visit", *timed("visit", "زيارة الطبيب", "20260812", "0945", "1100", "CLASS:PRIVATE", "COLOR:teal"))
    put("lunch", *timed("lunch", "Lunch", "20260812", "1300", "1400", "STATUS:CANCELLED"), calendar=work)
    put("night", *timed("night", "Night shift", "20260812", "2200", "2330", "TRANSP:TRANSPARENT"))
    put("early", *timed("early", "Run", "20260812", "0500", "0530", "URL:https://example.org/run"))
    for task in [
        component("VTODO", "report", "Write the report", "DUE;TZID=Asia/Riyadh:20260812T160000"),
        component("VTODO", "books", "كتب للمكتبة", "PRIORITY:1", "DESCRIPTION:Two of them"),
        component("VTODO", "done", "Pay the rent", "STATUS:COMPLETED", "COMPLETED:20260801T080000Z"),
    ]:
        put(task[1].removeprefix("UID:"), *task, calendar=errands)
    return person
