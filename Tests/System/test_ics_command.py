"""`jadwal ics`: the calendar engine in a terminal."""

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
        [str(PROGRAM), "ics", command, "-", *arguments], input=text.encode(), capture_output=True, timeout=120, env={})


def test_a_correct_calendar_has_no_problem():
    answer = ics("check", GOOD.replace("DTSTART;TZID=Asia/Riyadh:20260101T090000", "DTSTART:20260101T060000Z"))
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, b"", b"")


def test_a_warning_is_listed_and_is_no_failure():
    answer = ics("check", GOOD)
    assert answer.returncode == 0
    assert answer.stdout.decode() == "line 7: warning: DTSTART: the time zone's VTIMEZONE is not in the calendar\n"


def test_every_problem_is_listed_with_its_line():
    answer = ics("check", BAD)
    assert answer.returncode == 1
    assert answer.stdout.decode().splitlines() == [
        "line 1: warning: lines end in a line feed alone",
        "line 7: error: DTSTART: not a valid DATE-TIME",
        "line 7: error: DTSTART: unknown time zone",
    ]


def test_a_file_that_cannot_be_read_is_an_error():
    answer = ics("check", "x" * (11 << 20))
    assert answer.returncode == 1
    assert b"-: error: the text is too long" in answer.stderr
    assert b"-: there is no calendar in it" in ics("check", "").stderr
    folder = subprocess.run([str(PROGRAM), "ics", "check", "/tmp"], capture_output=True, timeout=120, env={})
    assert b"/tmp: is a folder" in folder.stderr
    absent = subprocess.run([str(PROGRAM), "ics", "check", "/nowhere.ics"], capture_output=True, timeout=120, env={})
    assert b"/nowhere.ics: No such file or directory" in absent.stderr


def test_a_calendar_is_written_in_the_standard_form_with_the_same_content():
    assert ics("format", GOOD).stdout.decode() == GOOD
    written = ics("format", GOOD.replace("\r\n", "\n").replace("SUMMARY", "summary").replace("صلاة الفجر", "ص" * 100)).stdout
    assert all(len(line) <= 75 for line in written.split(b"\r\n"))
    event, = Calendar.from_ical(written).walk("VEVENT")
    assert event["SUMMARY"] == "ص" * 100


def test_a_calendar_is_written_as_jcal():
    name, properties, (event,) = json.loads(ics("format", GOOD, "--json").stdout)
    assert name == "vcalendar"
    assert ["version", {}, "text", "2.0"] in properties
    assert ["dtstart", {"tzid": "Asia/Riyadh"}, "date-time", "2026-01-01T09:00:00"] in event[1]


WINDOW = ("--from", "20260101T000000Z", "--to", "20260115T000000Z")
WEEKLY = GOOD.replace("END:VEVENT", (
    "RRULE:FREQ=WEEKLY\r\nDURATION:PT1H\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:2\r\nDTSTAMP:20260101T000000Z\r\n"
    "DTSTART;VALUE=DATE:20260102\r\nTRANSP:TRANSPARENT\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:3\r\n"
    "DTSTAMP:20260101T000000Z\r\nDTSTART:20260103T100000\r\nDTEND:20260103T113000\r\nEND:VEVENT"))


def test_occurrences_are_lines_of_start_end_uid_and_summary():
    assert ics("occurrences", WEEKLY, *WINDOW, "--time-zone", "Asia/Riyadh").stdout.decode().splitlines() == [
        "20260101T060000Z\t20260101T070000Z\t1\tصلاة الفجر",
        "20260102\t20260103\t2\t",
        "20260103T100000\t20260103T113000\t3\t",
        "20260108T060000Z\t20260108T070000Z\t1\tصلاة الفجر",
    ]


def test_what_does_not_take_place_is_marked():
    cancelled = WEEKLY.replace("UID:2", "UID:2\r\nSTATUS:CANCELLED")
    lines = ics("occurrences", cancelled, *WINDOW, "--time-zone", "Asia/Riyadh").stdout.decode().splitlines()
    assert lines[1] == "20260102\t20260103\t2\t\tCANCELLED"
    assert lines[2] == "20260103T100000\t20260103T113000\t3\t"


def test_entries_that_share_a_uid_are_all_listed_and_noted():
    event = GOOD[GOOD.index("BEGIN:VEVENT"):GOOD.index("END:VCALENDAR")]
    text = GOOD.replace("END:VCALENDAR", event.replace("20260101T09", "20260102T09") + "END:VCALENDAR")
    lines = ics("occurrences", text, *WINDOW).stdout.decode().splitlines()
    assert [line[:16] for line in lines] == ["20260101T060000Z", "20260102T060000Z"]
    assert "line 12: warning: VEVENT: another component has the same UID, and none is newer" in ics(
        "check", text).stdout.decode().splitlines()


def test_busy_times_are_in_utc_and_leave_transparent_events_out():
    assert ics("freebusy", WEEKLY, *WINDOW, "--time-zone", "Asia/Riyadh").stdout.decode().splitlines() == [
        "20260101T060000Z\t20260101T070000Z\tBUSY",
        "20260103T070000Z\t20260103T083000Z\tBUSY",
        "20260108T060000Z\t20260108T070000Z\tBUSY",
    ]


def test_a_day_that_ends_on_the_day_it_starts_is_busy_for_that_day():
    day = GOOD.replace("DTSTART;TZID=Asia/Riyadh:20260101T090000", "DTSTART;VALUE=DATE:20260102\r\nDTEND;VALUE=DATE:20260102")
    busy = ics("freebusy", day, "--from", "20260102T120000Z", "--to", "20260103T120000Z").stdout.decode()
    assert busy.splitlines() == ["20260102T120000Z\t20260103T000000Z\tBUSY"]
    lines = ics("occurrences", day, "--from", "20260102T120000Z", "--to", "20260103T120000Z").stdout.decode()
    assert lines.startswith("20260102\t20260103\t1\t")


def test_an_answer_lists_on_stderr_what_it_leaves_out():
    answer = ics("occurrences", WEEKLY.replace("FREQ=WEEKLY", "FREQ=SOMETIMES"), *WINDOW)
    assert answer.returncode == 0
    assert answer.stderr.decode() == 'line 10: error: RRULE: FREQ cannot be "SOMETIMES"\n'
    assert len(answer.stdout.splitlines()) == 3


def test_a_wrong_window_is_refused_with_an_example():
    for wrong, sentence in [
        (("--from", "2026", *WINDOW[2:]), "--from must be a moment in UTC, as in 20260101T000000Z."),
        ((*WINDOW[:2], "--to", "20250101T000000Z"), "and not before --from."),
        ((*WINDOW, "--time-zone", "Nowhere/City"), "There is no time zone Nowhere/City."),
    ]:
        answer = ics("occurrences", WEEKLY, *wrong)
        assert answer.returncode == 64 and sentence in answer.stderr.decode()


def test_floating_times_are_in_the_zone_that_the_calendar_names():
    named = WEEKLY.replace("VERSION:2.0", "VERSION:2.0\r\nX-WR-TIMEZONE:Europe/Berlin")
    answer = ics("occurrences", named, *WINDOW, "--time-zone", "Asia/Riyadh")
    lines = answer.stdout.decode().splitlines()
    assert lines[1:3] == ["20260102\t20260103\t2\t", "20260103T090000Z\t20260103T103000Z\t3\t"]
    busy = ics("freebusy", named, *WINDOW, "--time-zone", "Asia/Riyadh").stdout.decode().splitlines()
    assert busy[1] == "20260103T090000Z\t20260103T103000Z\tBUSY"
    unknown = WEEKLY.replace("VERSION:2.0", "VERSION:2.0\r\nX-WR-TIMEZONE:Nowhere/City")
    assert "20260103T100000\t20260103T113000\t3\t" in ics("occurrences", unknown, *WINDOW).stdout.decode().splitlines()
    assert "line 3: warning: X-WR-TIMEZONE: " in ics("check", unknown).stdout.decode()


def test_an_event_without_its_end_does_not_hide_the_rest_of_the_file():
    torn = WEEKLY.replace("END:VEVENT", "END:VEVNET", 1)
    answer = ics("occurrences", torn, *WINDOW)
    assert [line.split("\t")[2] for line in answer.stdout.decode().splitlines()] == ["1", "2", "3", "1"]
    assert "error: VEVENT: " in answer.stderr.decode()


def test_an_unknown_zone_is_floating_and_endless_work_is_refused():
    unknown = GOOD.replace("TZID=Asia/Riyadh", "TZID=Nowhere/City")
    assert ics("occurrences", unknown, *WINDOW, "--time-zone", "Europe/Berlin").stdout.startswith(b"20260101T090000\t20260101T090000\t")
    century = GOOD.replace("END:VEVENT", "RRULE:FREQ=SECONDLY\r\nEND:VEVENT")
    answer = ics("occurrences", century, "--from", "20260101T000000Z", "--to", "21260101T000000Z")
    assert answer.returncode == 1 and b"ask for a shorter window" in answer.stderr and not answer.stdout
