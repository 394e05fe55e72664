"""Calendars and requests of `script/bench caldav`, the same for every server, from one seed.

caldav.py text CALENDAR FIRST COUNT           one text with events of a calendar
caldav.py files CALENDAR FOLDER               each event of a calendar in a file
caldav.py puts BASE CALENDAR FIRST COUNT      requests that store new events in a calendar
caldav.py requests ORIGIN BASE LOGIN FOLDER   a file of requests for each work, after its answer was checked
caldav.py changed ORIGIN BASE LOGIN FOLDER    stores ten events, and writes the request for those changes
caldav.py month ORIGIN BASE LOGIN FOLDER      writes the request for a month of `huge`
caldav.py rows CALENDAR                       rows of calendar_object after owner and collection, for COPY

A server's calendars are BASE/CALENDAR/, and its objects are named after their UID. LOGIN is NAME:PASSWORD.
caldav.c tells what a request looks like.
"""

import base64
import hashlib
import http.client
import pathlib
import random
import re
import sys
import urllib.parse
from datetime import datetime, timedelta
from xml.etree import ElementTree

# Objects of a calendar, and its years. The largest has the density of `large`, so June holds as much of it.
CALENDARS = {"small": (1_000, 2024, 2027), "large": (10_000, 2024, 2027), "huge": (100_000, 2011, 2041),
             "writes": (1_000, 2024, 2027)}
JUNE = datetime(2025, 6, 1), datetime(2025, 7, 1)
WORDS = ("review of the plans for the next quarter with the whole team in the large room on the second floor and "
         "a call to the office abroad about open questions before lunch then notes to everybody who could not come").split()


def stamp(moment):
    return moment.strftime("%Y%m%dT%H%M%SZ")


def event(calendar, number):
    """Returns the UID of an event, its text, and its start, length and number of occurrences."""
    _, first_year, last_year = CALENDARS[calendar]
    chance = random.Random(f"{calendar} {number}")
    uid = f"{calendar}-{number:06}"
    days = (datetime(last_year, 1, 1) - datetime(first_year, 1, 1)).days
    start = datetime(first_year, 1, 1, 6) + timedelta(chance.randrange(days), minutes=15 * chance.randrange(48))
    length = timedelta(minutes=15 * chance.randint(1, 8))
    repeats = 10 if chance.random() < 0.05 else 1
    words = " ".join(chance.choice(WORDS) for _ in range(chance.randint(16, 30)))
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Jadwal//Bench//EN", "BEGIN:VEVENT", f"UID:{uid}",
             "DTSTAMP:20240101T000000Z", "CREATED:20240101T000000Z", "LAST-MODIFIED:20240101T000000Z",
             f"DTSTART:{stamp(start)}", f"DTEND:{stamp(start + length)}",
             f"SUMMARY:{chance.choice(WORDS)} {chance.choice(WORDS)}", "LOCATION:Room 2",
             f"DESCRIPTION:{words[:60]}", *(f" {words[at:at + 70]}" for at in range(60, len(words), 70)),
             "SEQUENCE:0", "TRANSP:OPAQUE"]
    if repeats > 1:
        lines.append(f"RRULE:FREQ=WEEKLY;COUNT={repeats}")
    if chance.random() < 0.2:
        lines += ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Soon", "TRIGGER:-PT15M", "END:VALARM"]
    lines += ["END:VEVENT", "END:VCALENDAR", ""]
    return uid, "\r\n".join(lines), start, length, repeats


def events(calendar):
    return (event(calendar, number) for number in range(CALENDARS[calendar][0]))


def in_june(calendar):
    """Returns how many events have an occurrence in June."""
    return sum(any(start + timedelta(7 * week) < JUNE[1] and start + timedelta(7 * week) + length > JUNE[0]
                   for week in range(repeats)) for _, _, start, length, repeats in events(calendar))


def text(calendar, first, count):
    """Returns one calendar with `count` events."""
    some = (event(calendar, number)[1] for number in range(int(first), int(first) + int(count)))
    inner = "".join(text[text.index("BEGIN:VEVENT"):text.index("END:VCALENDAR")] for text in some)
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Jadwal//Bench//EN\r\n{inner}END:VCALENDAR\r\n"


def request(method, path, status, marker, times, body="", depth="-"):
    """Returns a request as caldav.c reads it; its answer has the status, and the marker `times` times."""
    octets = body.encode()
    return f"{method} {path} {depth} {status} {times} {marker} {len(octets)}\n".encode() + octets


def puts(base, calendar, first, count):
    for number in range(first, first + count):
        uid, body, *_ = event(calendar, number)
        yield request("PUT", f"{base}/{calendar}/{uid}.ics", 201, "-", 0, body)


HEAD = '<?xml version="1.0" encoding="utf-8"?>'
NAMES = 'xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"'
DATA = "<D:prop><D:getetag/><C:calendar-data/></D:prop>"


def listing():
    return f"{HEAD}<D:propfind {NAMES}><D:prop><D:getetag/><D:resourcetype/><D:getcontenttype/></D:prop></D:propfind>"


def multiget(paths):
    hrefs = "".join(f"<D:href>{path}</D:href>" for path in paths)
    return f"{HEAD}<C:calendar-multiget {NAMES}>{DATA}{hrefs}</C:calendar-multiget>"


def month():
    window = f'<C:time-range start="{stamp(JUNE[0])}" end="{stamp(JUNE[1])}"/>'
    return (f'{HEAD}<C:calendar-query {NAMES}>{DATA}<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">'
            f"{window}</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>")


def changes(token=""):
    return (f"{HEAD}<D:sync-collection {NAMES}><D:sync-token>{token}</D:sync-token><D:sync-level>1</D:sync-level>"
            "<D:prop><D:getetag/></D:prop></D:sync-collection>")


class Server:
    """One server, asked once to see that it answers what is measured."""

    def __init__(self, origin, base, login):
        self.address = urllib.parse.urlsplit(origin).netloc
        self.base = base
        self.login = "Basic " + base64.b64encode(login.encode()).decode()

    def ask(self, method, path, body, depth="1", kind="application/xml; charset=utf-8"):
        connection = http.client.HTTPConnection(self.address, timeout=120)
        connection.request(method, path, body.encode(), {
            "Host": "localhost", "Authorization": self.login, "Depth": depth, "Content-Type": kind})
        response = connection.getresponse()
        return response.status, response.read()

    def objects(self, method, calendar, body, expected, depth="1", data=False):
        """Returns the request whose answer has `expected` objects. Each has an ETag and, if asked for, its text."""
        path = f"{self.base}/{calendar}/"
        status, answer = self.ask(method, path, body, depth)
        if status != 207:
            sys.exit(f"{method} {path}: {status} {answer[:300]}")
        responses = ElementTree.fromstring(answer).findall("{DAV:}response")
        found = [response for response in responses
                 if urllib.parse.urlsplit(response.findtext("{DAV:}href")).path.endswith(".ics")
                 and any(prop.findtext("{DAV:}prop/{DAV:}getetag") for prop in response.findall("{DAV:}propstat"))]
        if len(found) != expected or data and answer.count(b"BEGIN:VEVENT") != expected:
            sys.exit(f"{method} {path}: {len(found)} objects with an ETag, not {expected}: {answer[:300]}")
        marker, times = ("BEGIN:VEVENT", expected) if data else ("response>", 2 * len(responses))
        return request(method, path, 207, marker, times, body, depth)

    def token(self, calendar):
        answer = self.ask("REPORT", f"{self.base}/{calendar}/", changes(), "0")[1]
        return ElementTree.fromstring(answer).findtext("{DAV:}sync-token")

    def nothing_new(self, calendar):
        """Returns the request that finds no change."""
        body = changes(self.token(calendar))
        self.objects("REPORT", calendar, body, 0, "0")
        return request("REPORT", f"{self.base}/{calendar}/", 207, "response>", 0, body, "0")


def write_requests(server, folder):
    some = random.Random("some").sample(range(1_000), 500)
    paths = [f"{server.base}/small/{event('small', number)[0]}.ics" for number in some]
    month_of = {calendar: in_june(calendar) for calendar in ("small", "large")}
    for path in paths[:3]:
        status, answer = server.ask("GET", path, "")
        assert status == 200 and b"UID:small-" in answer, (path, status, answer[:300])
    files = {"get": b"".join(request("GET", path, 200, "BEGIN:VEVENT", 1) for path in paths),
             "multiget": server.objects("REPORT", "small", multiget(paths), 500, "1", data=True),
             "unchanged": server.nothing_new("small")}
    for calendar in ("small", "large"):
        count = CALENDARS[calendar][0]
        files[f"list-{calendar}"] = server.objects("PROPFIND", calendar, listing(), count)
        files[f"month-{calendar}"] = server.objects("REPORT", calendar, month(), month_of[calendar], data=True)
        files[f"first-{calendar}"] = server.objects("REPORT", calendar, changes(), count, "0")
    for name, octets in files.items():
        (folder / name).write_bytes(octets)


def write_changed(server, folder):
    # An import into DAViCal and its token have the same instant, and so each of its events is a change since then.
    store_more(server, 0, 1)
    token = server.token("small")
    store_more(server, 1, 10)
    (folder / "changed").write_bytes(server.objects("REPORT", "small", changes(token), 10, "0"))


def write_month(server, folder):
    (folder / "month-huge").write_bytes(server.objects("REPORT", "huge", month(), in_june("huge"), data=True))


def store_more(server, first, count):
    """Stores events in `small`, beside those that it has."""
    for number in range(1_000_000 + first, 1_000_000 + first + count):
        uid, body, *_ = event("small", number)
        status, answer = server.ask("PUT", f"{server.base}/small/{uid}.ics", body, "0", "text/calendar; charset=utf-8")
        assert status == 201, (status, answer[:300])


def rows(calendar):
    """Returns a calendar's events with the facts that Jadwal keeps beside them."""
    for number, (uid, text, start, length, repeats) in enumerate(events(calendar), 1):
        octets = text.encode()
        end = start + length + timedelta(7 * (repeats - 1))
        yield "\t".join((
            f"{uid}.ics", uid, "VEVENT", "\\\\x" + hashlib.sha256(octets).hexdigest()[:32], "\\\\x" + octets.hex(),
            str(len(octets)), stamp(start), stamp(end), str(repeats > 1), str(number), str(number))) + "\n"


def main(task, *words):
    if task == "text":
        sys.stdout.write(text(*words))
    elif task == "files":
        for uid, body, *_ in events(words[0]):
            pathlib.Path(words[1], f"{uid}.ics").write_bytes(body.encode())
    elif task == "puts":
        sys.stdout.buffer.writelines(puts(words[0], words[1], int(words[2]), int(words[3])))
    elif task == "rows":
        sys.stdout.writelines(rows(*words))
    elif task in ("requests", "changed", "month"):
        write = {"requests": write_requests, "changed": write_changed, "month": write_month}[task]
        write(Server(*words[:3]), pathlib.Path(words[3]))
    else:
        sys.exit(__doc__)


main(*sys.argv[1:])
