"""An event goes from the form to other programs and back: vdirsyncer and the caldav library read what was meant, and
an edit here changes only what was edited."""

import difflib
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import caldav
import icalendar
import pytest

from support.browser import Browser, Page
from support.people import Person
from support.vdirsyncer import Replica

RIYADH, LONDON = ZoneInfo("Asia/Riyadh"), ZoneInfo("Europe/London")
NOTE = "Bring the book; and tea, please.\n\nأحضر الكتاب، والشاي 🫖\n" + "A long line that has to be folded. " * 6
# Every field of the form.
FIELDS = {
    "title": "Coffee, with Sara; and عمر", "when": "time", "start-day": "2026-10-14", "start-time": "10:15",
    "start-zone": "Asia/Riyadh", "end-day": "2026-10-14", "end-time": "09:45", "end-zone": "Europe/London", "lasts": "",
    "repeat": "weekly", "weekday": ["1", "3"], "interval": "2", "until": "", "count": "6", "rule": "",
    "place": "Panda, شارع التحلية", "map": "https://maps.example.org/?q=24.7,46.7", "link": "https://example.org/a?b=c&d=é",
    "reminder": ["before:10", "end:0", "at:2026-10-13T20:00"], "reminder-count": "1", "reminder-unit": "days",
    "reminder-side": "before", "reminder-at": "", "busy": "free", "priority": "high", "status": "tentative",
    "visibility": "private", "color": "rose", "category": "Friends, عمل", "note": NOTE,
}
# What a program of another maker writes: properties, parameters and alarms that the form here does not know, oddly folded.
FOREIGN = "\r\n".join([
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example Corp.//CalDAV Client//EN", "X-WR-TIMEZONE:Asia/Riyadh",
    "CALSCALE:GREGORIAN", "BEGIN:VTIMEZONE", "TZID:Riyadh/Own", "BEGIN:STANDARD", "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0300", "TZOFFSETTO:+0300", "END:STANDARD", "END:VTIMEZONE",
    "BEGIN:VEVENT", "uid:foreign-1", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Riyadh/Own:20261021T100000",
    "DURATION:PT45M", "SEQUENCE:3", "SUMMARY;LANGUAGE=en-GB;X-ODD=\"a;b:c\":Board", "  meeting", "CLASS:X-TEAM",
    "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS=\"1 King Rd\\n", " Riyadh\";X-TITLE=Office:geo:24.713600,46.675300",
    "LOCATION;ALTREP=\"http://example.org/office\":Office", "X-MOZ-LASTACK:20260101T000000Z",
    "ATTENDEE;CN=\"Sara, B.\";PARTSTAT=NEEDS-ACTION;RSVP=TRUE;X-NUM=0:mailto:sara@exa", " mple.org",
    "ORGANIZER;SCHEDULE-AGENT=CLIENT;CN=Me:mailto:me@example.org", "DESCRIPTION:a\\nb\\, c", "categories:One,Two",
    "RRULE:FREQ=DAILY;COUNT=3;WKST=SU", "EXDATE;TZID=Riyadh/Own:20261022T100000",
    "BEGIN:VALARM", "X-WR-ALARMUID:1", "ACTION:EMAIL", "TRIGGER;RELATED=START:-PT1H", "SUMMARY:Board", "DESCRIPTION:Soon",
    "ATTENDEE:mailto:me@example.org", "REPEAT:2", "DURATION:PT5M", "END:VALARM",
    "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Reminder", "TRIGGER:-PT15M", "ACKNOWLEDGED:20260101T000000Z", "END:VALARM",
    "END:VEVENT", "END:VCALENDAR", ""])


@pytest.fixture(scope="module")
def person(server):
    return Person(server)


@pytest.fixture
def browser(person):
    with Browser(person.server) as opened:
        for one in person.cookies:
            opened.cookies.set(one["name"], one["value"], domain="localhost.local", path="/")
        yield opened


def library(person):
    """The calendar, as the caldav library sees it."""
    client = caldav.DAVClient(
        url=person.account.url, username=person.account.email, password=person.account.password,
        ssl_verify_cert=str(person.server.certificate))
    return client.calendar(url=person.server.origin + person.calendar)


def event_of(text):
    (event,) = icalendar.Calendar.from_ical(text).walk("VEVENT")
    return event


def read_both_ways(person, replica, title):
    """The event with a title, read by vdirsyncer and by the library; both have the same octets."""
    replica.sync()
    (mirrored,) = [data for data in replica.contents() if str(event_of(data)["SUMMARY"]) == title]
    (loaded,) = [one for one in library(person).events() if str(event_of(one.data)["SUMMARY"]) == title]
    assert event_of(loaded.data).to_ical() == event_of(mirrored).to_ical()
    return mirrored.decode()


def test_an_event_of_the_form_is_what_was_meant(person, browser, tmp_path):
    form = next(form["fields"] for form in browser.page("/events/new").forms if "uid" in form["fields"])
    answer = browser.submit("/events/new", {
        "csrf": form["csrf"], "uid": form["uid"], "calendar": first_calendar(browser), **FIELDS})
    assert answer.status_code == 303, Page(answer.text).text[:3000]
    event = event_of(read_both_ways(person, Replica(tmp_path / "a", person.account, person.calendar), FIELDS["title"]))

    assert event["UID"] == form["uid"]
    assert event.start == datetime(2026, 10, 14, 10, 15, tzinfo=RIYADH)
    assert event.end == datetime(2026, 10, 14, 9, 45, tzinfo=LONDON)
    assert (event["DTSTART"].params["TZID"], event["DTEND"].params["TZID"]) == ("Asia/Riyadh", "Europe/London")
    rule = event["RRULE"]
    assert (rule["FREQ"], rule["INTERVAL"], rule["COUNT"], sorted(rule["BYDAY"])) == (["WEEKLY"], [2], [6], ["MO", "WE"])
    assert event["LOCATION"] == FIELDS["place"]
    assert event["LOCATION"].params["ALTREP"] == FIELDS["map"]
    assert event["URL"] in (FIELDS["link"], "https://example.org/a?b=c&d=%C3%A9")
    assert event["DESCRIPTION"] == NOTE.strip()
    assert (event["TRANSP"], event["PRIORITY"], event["STATUS"], event["CLASS"]) == ("TRANSPARENT", 1, "TENTATIVE", "PRIVATE")
    assert event["COLOR"] == "palevioletred"
    assert event["CATEGORIES"].cats == ["Friends", "عمل"]
    alarms = event.walk("VALARM")
    assert {alarm["ACTION"] for alarm in alarms} == {"DISPLAY"}
    assert {(alarm["TRIGGER"].dt, alarm["TRIGGER"].params.get("RELATED")) for alarm in alarms} == {
        (timedelta(minutes=-10), None), (timedelta(0), "END"), (timedelta(days=-1), None),
        (datetime(2026, 10, 13, 17, 0, tzinfo=timezone.utc), None)}


def first_calendar(browser):
    text = browser.get("/events/new").text.partition('<select id="calendar"')[2]
    return text.partition('value="')[2].partition('"')[0]


def changed_lines(before, after):
    """The names of properties whose lines differ, by the raw lines of both texts."""
    lines = [line[2:] for line in difflib.ndiff(before.split("\r\n"), after.split("\r\n")) if line[0] in "+-"]
    return {line.partition(":")[0].partition(";")[0].upper() for line in lines}


@pytest.mark.parametrize("way", ["vdirsyncer", "caldav library"])
def test_an_edit_here_changes_only_what_was_edited(person, chromium, tmp_path, way):
    name = f"foreign-{way.partition(' ')[0]}"
    text = FOREIGN.replace("foreign-1", name).replace("meeting", f"meeting {name}")
    if way == "vdirsyncer":
        replica = Replica(tmp_path / "b", person.account, person.calendar)
        replica.sync()
        before = addresses(person)
        replica.write(name, text.encode())
        replica.sync()
        (path,) = addresses(person) - before
    else:
        path = library(person).save_event(text).url.path
    stored = person.get(path)
    assert way != "vdirsyncer" or stored == text

    tab = person.tab(chromium, script=False)
    tab.go("/calendar/2026-10")
    assert [cell.get_attribute("href").rpartition("=")[2][-2:] for cell in tab.page.locator(
        f"td.dd:has(.ev a:has-text('meeting {name}')) a.dn").all()] == ["21", "23"]
    tab.page.click(f".ev a:has-text('meeting {name}') >> nth=0")
    tab.page.wait_for_selector("h1#title")
    assert "Sara, B." in tab.page.inner_text("main")
    tab.page.click("a[href*='/edit']")
    tab.page.fill("#title", "Council")
    tab.page.click(".sticky button.primary")
    tab.page.check("input[name=which][value=all]")
    tab.page.click("main form .acts button")
    tab.page.wait_for_selector("h1#title")
    assert tab.page.inner_text("h1#title") == "Council"
    tab.close()
    edited = person.get(path)
    assert changed_lines(stored, edited) - {"DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "  MEETING " + name.upper()} == {"SUMMARY"}
    assert 'SUMMARY;LANGUAGE=en-GB;X-ODD="a;b:c":Council\r\n' in edited


def addresses(person):
    with person.device() as device:
        return set(device.propfind(person.calendar, "d:getetag", depth=1).members)
