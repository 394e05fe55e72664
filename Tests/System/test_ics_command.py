"""`jadwal ics`: what the calendar engine makes of a file, in a terminal."""

import json
import subprocess

from icalendar import Calendar

from support.server import ROOT

PROGRAM = ROOT / ".build-debug/debug/jadwal"

GOOD = (
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//A//B//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20260101T000000Z\r\n"
    "DTSTART;TZID=Asia/Riyadh:20260101T090000\r\nSUMMARY:صلاة الفجر\r\nX-UNKNOWN;A=\"b:c\":d\r\n"
    "END:VEVENT\r\nEND:VCALENDAR\r\n")
BAD = GOOD.replace("20260101T090000", "tomorrow").replace("Asia/Riyadh", "The Moon").replace("\r\n", "\n")


def ics(command, text, *arguments):
    return subprocess.run(
        [str(PROGRAM), "ics", command, "-", *arguments], input=text.encode(), capture_output=True, timeout=20, env={})


def test_a_correct_calendar_has_no_problem():
    answer = ics("check", GOOD)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, b"", b"")


def test_every_problem_is_told_with_its_line():
    answer = ics("check", BAD)
    assert answer.returncode == 1
    assert answer.stdout.decode().splitlines() == [
        "line 1: warning: lines end in a line feed alone",
        "line 7: error: DTSTART: not a valid DATE-TIME",
        "line 7: error: DTSTART: nobody knows this time zone",
    ]


def test_what_cannot_be_read_at_all_is_an_error():
    answer = ics("check", "x" * (11 << 20))
    assert answer.returncode == 1
    assert answer.stdout == b"error: the text is too long\n"


def test_a_calendar_is_written_as_the_standard_wants_it_and_says_the_same():
    assert ics("format", GOOD).stdout.decode() == GOOD
    written = ics("format", GOOD.replace("\r\n", "\n").replace("SUMMARY", "summary").replace("صلاة الفجر", "ص" * 100)).stdout
    assert all(len(line) <= 75 for line in written.split(b"\r\n"))
    event, = Calendar.from_ical(written).walk("VEVENT")
    assert event["SUMMARY"] == "ص" * 100


def test_jcal():
    name, properties, (event,) = json.loads(ics("format", GOOD, "--json").stdout)
    assert name == "vcalendar"
    assert ["version", {}, "text", "2.0"] in properties
    assert ["dtstart", {"tzid": "Asia/Riyadh"}, "date-time", "2026-01-01T09:00:00"] in event[1]
