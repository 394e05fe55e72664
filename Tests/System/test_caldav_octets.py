"""Whatever octets are stored, every answer about them is XML that another reader takes.

`JADWAL_TEST_FUZZ_SEED` repeats a run, and is printed.
"""

import json
import os
import random
import re
import time
from xml.sax.saxutils import escape, quoteattr

import pytest

from support.caldav import DECLARATIONS, Device, add_customer, clark

SECONDS = 20
SEED = os.environ.get("JADWAL_TEST_FUZZ_SEED") or str(random.SystemRandom().randrange(1 << 32))
OBJECTS = 24
FOLDS = [b"\r\n ", b"\r\n\t", b"\n ", b"\n\t", b"\r\n \r\n "]
# Characters of one to four octets, and markup.
CHARACTERS = [
    "é".encode(), "موعد".encode(), "漢".encode(), "😀".encode(), "e\u0301".encode(), "\u202e".encode(), "\ufffd".encode(),
    b"]]>", b"<![CDATA[", b"<!--", b"&amp;", b"&#0;", b"&", b"<", b"</c:calendar-data>", b"\t", b"\\n", b"^n", b"%00", b"a", b" ",
]
# Pieces that are no UTF-8, or no XML; most objects with one are refused.
PIECES = CHARACTERS + [
    b"\xc3", b"\xa9", b"\xe2\x82", b"\xf0\x9f\x98", b"\xc0\xaf", b"\xe0\x80\xaf", b"\xf8\x88\x80\x80\x80", b"\xfe", b"\xff",
    b"\xed\xa0\xbd\xed\xb8\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xef\xbf\xbe", b"\xef\xbf\xbf", b"\xef\xbb\xbf",
    b"\x00", b"\x01", b"\x08", b"\x0b", b"\x0c", b"\x1b", b"\x1f", b"\x7f", b"\xc2\x85", b"\xc2\x80", b"\xe2\x80\xa8",
    b"\r", b"\\", b"\"",
]


def hostile(draw, pieces):
    """Some octets for a value."""
    return b"".join(draw.choice(pieces) for _ in range(draw.randint(1, 8)))


def folded(draw, line):
    """A line with folds between any two octets."""
    for _ in range(draw.choice([0, 1, 1, 2, 5])):
        place = draw.randint(0, len(line))
        line = line[:place] + draw.choice(FOLDS) + line[place:]
    return line


def event(draw, uid):
    """An object: nearly all of them have folds inside characters, and a third has octets that are no text."""
    pieces = draw.choice([CHARACTERS, CHARACTERS, PIECES])
    lines = [b"BEGIN:VCALENDAR", b"VERSION:2.0", b"PRODID:-//Fuzz//EN", b"BEGIN:VEVENT", b"UID:" + uid.encode(),
             b"DTSTAMP:20260101T000000Z", b"DTSTART:20260105T100000Z", b"DURATION:PT1H"]
    if draw.random() < 0.3:
        lines.append(b"RRULE:FREQ=DAILY;COUNT=3")
    for name in draw.sample([b"SUMMARY", b"DESCRIPTION", b"LOCATION", b"COMMENT", b"CATEGORIES", b"X-NOTE", b"URL"], 3):
        lines.append(folded(draw, name + b":caf\xc3\xa9 " + hostile(draw, pieces)))
    if draw.random() < 0.3:
        lines.append(folded(draw, b"ATTENDEE;CN=\"" + hostile(draw, pieces).replace(b"\"", b"") + b"\":mailto:a@example.org"))
    if draw.random() < 0.05:
        lines.append(b"X-" + hostile(draw, pieces) + b":x")
    lines += [b"END:VEVENT", b"END:VCALENDAR", b""]
    text = draw.choice([b"\r\n", b"\r\n", b"\n"]).join(lines)
    if draw.random() < 0.03:
        text = text.decode("utf-8", "replace").encode("utf-16")
    if draw.random() < 0.05:
        text = b"\xef\xbb\xbf" + text
    if draw.random() < 0.05:
        place = draw.randint(0, len(text))
        text = text[:place] + bytes([draw.randrange(256)]) + text[place:]
    return text


FORMS = {
    "whole": "<c:calendar-data/>",
    "expanded": '<c:calendar-data><c:expand start="20260101T000000Z" end="20260201T000000Z"/></c:calendar-data>',
    "part": '<c:calendar-data><c:comp name="VCALENDAR"><c:comp name="VEVENT"><c:prop name="SUMMARY"/><c:prop name="X-NOTE"/>'
            "</c:comp></c:comp></c:calendar-data>",
    "jCal": '<c:calendar-data content-type="application/calendar+json" version="2.0"/>',
}


def reports(form, hrefs, token):
    properties = f"<d:prop><d:getetag/>{FORMS[form]}</d:prop>"
    return {
        "query": f'<c:calendar-query {DECLARATIONS}>{properties}<c:filter><c:comp-filter name="VCALENDAR"/></c:filter>'
                 "</c:calendar-query>",
        "multiget": f"<c:calendar-multiget {DECLARATIONS}>{properties}"
                    + "".join(f"<d:href>{escape(one)}</d:href>" for one in hrefs) + "</c:calendar-multiget>",
        "sync": f"<d:sync-collection {DECLARATIONS}><d:sync-token>{token}</d:sync-token><d:sync-level>1</d:sync-level>"
                f"{properties}</d:sync-collection>",
    }


def check_reports(device, calendar, stored, token):
    """Asks for all that is stored in all ways. `Device` reads each answer with Python's expat, and fails if it cannot."""
    for form in FORMS:
        for report, text in reports(form, sorted(stored), token).items():
            answer = device.report(calendar, text)
            answer.body.decode("utf-8")
            assert set(answer.members) >= set(stored), (report, form)
            for href in stored:
                data = answer.members[href].text("c:calendar-data")
                if form == "jCal":
                    assert json.loads(data)[0] == "vcalendar", (report, data)
                else:
                    # White space and marks in the first line are taken, and the line stays as it was written.
                    written = re.match(r"\s*[^\r\n]*", stored[href].decode("utf-8", "replace"))[0]
                    assert data.startswith(("BEGIN:VCALENDAR", "\ufeffBEGIN:VCALENDAR", written)), (report, form, data)
                    assert all(len(line.encode()) <= 75 for line in data.split("\r\n")) or form == "whole", (report, data)


def test_no_stored_octets_break_an_answer(server):
    print("seed", SEED)
    draw, account = random.Random(SEED), add_customer(server)
    calendar = account.home + "personal/"
    ends, rounds, taken = time.monotonic() + SECONDS, 0, 0
    with Device(account) as device:
        device.propfind(account.home, "d:resourcetype", depth=1)
        stored, token = {}, device.sync(calendar).token
        while rounds < 5 or time.monotonic() < ends:
            rounds += 1
            for number in range(OBJECTS):
                path, text = f"{calendar}{number}.ics", event(draw, f"fuzz-{number}")
                answer = device.send("PUT", path, text, Content_Type="text/calendar; charset=utf-8")
                if answer.status in (201, 204):
                    stored[path], taken = text, taken + 1
                else:
                    assert answer.status == 403, (answer.status, text)
                    answer.preconditions()
            check_reports(device, calendar, stored, token)
            for path in draw.sample(sorted(stored), 3):
                got = device.send("GET", path, Accept="application/calendar+json")
                assert json.loads(got.body)[0] == "vcalendar"
    # Many are taken, so the answers above were about hostile octets.
    assert taken >= rounds * OBJECTS / 3, (taken, rounds)


NAMES = ["caf%C3%A9.ics", "%EF%BF%BE.ics", "%EF%BF%BF%ED%9F%BF.ics", "%3C%26%22%27%3E.ics", "%5D%5D%3E.ics", "%C2%85%E2%80%A8.ics", "%F0%9F%98%80.ics"]


@pytest.mark.parametrize("name", NAMES)
def test_no_address_breaks_an_answer(server, name):
    account = add_customer(server)
    path = f"{account.home}personal/{name}"
    with Device(account) as device:
        device.propfind(account.home, "d:resourcetype", depth=1)
        text = (b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Fuzz//EN\r\nBEGIN:VEVENT\r\nUID:one\r\n"
                b"DTSTAMP:20260101T000000Z\r\nDTSTART:20260105T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
        answer = device.send("PUT", path, text, Content_Type="text/calendar")
        assert answer.status == 201
        check_reports(device, account.home + "personal/", {path: text}, "")
        assert path in device.propfind(account.home + "personal/", "d:getetag", "d:resource-id", depth=1).members


# What a program can write into a request is XML already. Names and namespaces come back as elements.
VALUES = ["]]&gt;", "&lt;/d:prop&gt;", "&#13;&#10;&#9;", "\u0085\u2028", "\U0001f600", "\ufffd", "&#xE000;", "&amp;amp;", "--&gt;"]
PROPERTIES = [
    "<d:displayname>{}</d:displayname>", "<c:calendar-description>{}</c:calendar-description>",
    '<x:a xmlns:x="urn:x" b="{}" xml:lang="en">{}<y xmlns=""/></x:a>', '<x:a xmlns:x="{}">{}</x:a>', "<xml:a>{}</xml:a>",
    '<a:calendar-color symbolic-color="{}">#aabbcc</a:calendar-color>', "<cs:source><d:href>http://example.org/{}</d:href></cs:source>",
]


@pytest.mark.parametrize("properties", PROPERTIES)
def test_no_kept_value_breaks_an_answer(server, properties):
    account = add_customer(server)
    calendar = account.home + "personal/"
    with Device(account) as device:
        device.propfind(account.home, "d:resourcetype", depth=1)
        for value in VALUES:
            text = properties.replace("{}", value)
            set_them = f"<d:propertyupdate {DECLARATIONS}><d:set><d:prop>{text}</d:prop></d:set></d:propertyupdate>"
            assert device.send("PROPPATCH", calendar, set_them).only is not None
            for body in ("<d:allprop/>", "<d:propname/>"):
                answer = device.send("PROPFIND", account.home, f"<d:propfind {DECLARATIONS}>{body}</d:propfind>", Depth=1)
                assert calendar in answer.members


@pytest.mark.parametrize("name, namespace", [("a b", "urn:x"), ("a/><b", "urn:x"), ("a", "http://www.w3.org/2000/xmlns/"), ("1", "DAV:"), ("x:y", "DAV:")])
def test_no_name_in_an_attribute_breaks_an_answer(server, name, namespace):
    account = add_customer(server)
    with Device(account) as device:
        text = f"<d:expand-property {DECLARATIONS}><d:property name={quoteattr(name)} namespace={quoteattr(namespace)}/></d:expand-property>"
        answer = device.send("REPORT", account.principal, text, Depth=0)
        assert answer.status == 400 and clark("d:error").encode() not in answer.body
