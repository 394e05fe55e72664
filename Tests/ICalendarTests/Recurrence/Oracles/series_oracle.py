"""Answers questions about series with RDATE, EXDATE, EXRULE and overrides with recurring-ical-events.

Reads lines of: a VCALENDAR with | between its lines, first and last moment wanted (UTC), tab-separated.
Writes one line for each: start/end of every occurrence in the window, comma-separated and ascending; moments in
UTC, days as 8 digits. python-dateutil turns EXRULE, which the library does not support, into EXDATEs.
"""

import signal
import sys
from datetime import datetime, timezone

import icalendar
import recurring_ical_events
from dateutil.rrule import rrulestr

FORMAT = "%Y%m%dT%H%M%S"


def excluded(line, start):
    """EXDATE for EXRULE, with the value and the parameters that DTSTART has."""
    parameters, _, value = start.removeprefix("DTSTART").partition(":")
    is_day = len(value) == 8
    first = datetime.strptime(value.rstrip("Z"), "%Y%m%d" if is_day else FORMAT)
    suffix = "Z" if value.endswith("Z") else ""
    times = rrulestr(line.removeprefix("EXRULE:"), dtstart=first)
    values = [time.strftime("%Y%m%d" if is_day else FORMAT) + suffix for time in times]
    return f"EXDATE{parameters}:{','.join(values)}"


def text(value):
    if not isinstance(value, datetime):
        return value.strftime("%Y%m%d")
    if value.tzinfo is None:
        return value.strftime(FORMAT)
    return value.astimezone(timezone.utc).strftime(FORMAT + "Z")


def main():
    # Whoever started this may have blocked signals for itself.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for line in sys.stdin:
        calendar, first, last = line.rstrip("\n").split("\t")
        lines = calendar.split("|")
        start = next(line for line in lines if line.startswith("DTSTART"))
        lines = [excluded(line, start) if line.startswith("EXRULE") else line for line in lines]
        window = (datetime.strptime(moment, FORMAT + "Z").replace(tzinfo=timezone.utc) for moment in (first, last))
        events = recurring_ical_events.of(icalendar.Calendar.from_ical("\r\n".join(lines) + "\r\n")).between(*window)
        print(",".join(sorted(f"{text(event['DTSTART'].dt)}/{text(event['DTEND'].dt)}" for event in events)))


main()
