"""Python's icalendar and recurring-ical-events in `script/bench icalendar`: the tasks of icalendar.c, each run once.

pycalendars.py text FILE | weekly FILE FROM TO [EVERY] | month FILE FROM TO

With EVERY = 50 only each 50th object is used, because all of them would take minutes.
"""

import sys
import time
from datetime import datetime, timezone

import icalendar
import recurring_ical_events


def tally(component):
    """Returns the number of components in this one, itself included, and of their properties."""
    count, total = 1, sum(len(value) if isinstance(value, list) else 1 for value in component.values())
    for inner in component.subcomponents:
        more = tally(inner)
        count, total = count + more[0], total + more[1]
    return count, total


def text(octets):
    """Reads and writes a text."""
    calendars = icalendar.Calendar.from_ical(octets, multiple=True)
    written = b"".join(calendar.to_ical() for calendar in calendars)
    if len(written) < len(octets) // 2:
        sys.exit("The text was not read.")
    tallies = [tally(calendar) for calendar in calendars]
    return sum(count for count, _ in tallies), sum(total for _, total in tallies)


def objects(octets):
    """Returns the objects of a file: both bounds and the text of each."""
    found, at = [], 0
    while at < len(octets):
        end = octets.index(b"\n", at)
        first, last, length = map(int, octets[at:end].split())
        found.append((first, last, octets[end + 1:end + 1 + length]))
        at = end + 1 + length
    return found


def seconds(value):
    """Returns a time in seconds since 1970; a day begins in UTC."""
    if not isinstance(value, datetime):
        value = datetime(value.year, value.month, value.day, tzinfo=timezone.utc)
    return int(value.timestamp())


def expand(calendar, window):
    """Returns the number of occurrences in the window and the sum over them."""
    count = total = 0
    for event in recurring_ical_events.of(calendar).between(*(datetime.fromtimestamp(at, timezone.utc) for at in window)):
        start, end = seconds(event["DTSTART"].dt), seconds(event["DTEND"].dt)
        # `between` may also return a day that is outside the window in UTC.
        if start < window[1] and end > window[0]:
            count, total = count + 1, total + start + 3 * end
    return count, total


with open(sys.argv[2], "rb") as file:
    content = file.read()
if sys.argv[1] == "text":
    began = time.perf_counter()
    result = text(content)
else:
    bounds = int(sys.argv[3]), int(sys.argv[4])
    stored = objects(content)
    if sys.argv[1] == "weekly":
        read = [icalendar.Calendar.from_ical(octets) for _, _, octets in stored[::int(sys.argv[5])]]
        began = time.perf_counter()
        results = [expand(calendar, bounds) for calendar in read]
    else:
        began = time.perf_counter()
        results = [
            expand(icalendar.Calendar.from_ical(octets), bounds)
            for first, last, octets in stored if first < bounds[1] and last > bounds[0]
        ]
    result = sum(count for count, _ in results), sum(total for _, total in results)
print(f"{time.perf_counter() - began:.6f}", *result)
