"""Reads and writes a calendar file with the icalendar library; prints megabytes a second."""

import sys
import time

import icalendar

with open(sys.argv[1], "rb") as file:
    text = file.read()
start = time.perf_counter()
written = b"".join(calendar.to_ical() for calendar in icalendar.Calendar.from_ical(text, multiple=True))
took = time.perf_counter() - start
if len(written) < len(text) // 2:
    sys.exit("the text was not read")
print(f"{len(text) / 1e6 / took:.3f}")
