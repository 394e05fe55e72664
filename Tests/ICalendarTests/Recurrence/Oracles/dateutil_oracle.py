"""Answers questions about recurrence rules with python-dateutil and zoneinfo.

Reads lines of: rule, DTSTART on the wall, zone, first and last moment wanted (UTC), tab-separated.
Writes one line for each: the starts in UTC, comma-separated; "error" if it refuses the rule; "slow" if the
rule takes more than 3 milliseconds of processor time, as rules do that rarely match.
"""

import signal
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

FORMAT = "%Y%m%dT%H%M%S"


def moments(rule, start, zone, first, last):
    zone = ZoneInfo(zone)
    start = datetime.strptime(start, FORMAT)
    first, last = (datetime.strptime(text, FORMAT + "Z").replace(tzinfo=timezone.utc) for text in (first, last))
    parts = dict(part.split("=", 1) for part in rule.split(";"))
    # dateutil compares UNTIL on the wall; it is a moment.
    until = parts.pop("UNTIL", None)
    if until:
        last = min(last, datetime.strptime(until, FORMAT + "Z").replace(tzinfo=timezone.utc))
    wall_end = last.replace(tzinfo=None) + timedelta(days=2)
    # fold=0 is RFC 5545's reading of times shown twice and of those left out.
    found = {start.replace(tzinfo=zone).astimezone(timezone.utc)}
    for wall in rrulestr(";".join(f"{name}={value}" for name, value in parts.items()), dtstart=start):
        if wall > wall_end:
            break
        found.add(wall.replace(tzinfo=zone).astimezone(timezone.utc))
    return sorted(moment for moment in found if first <= moment <= last)


class Slow(Exception):
    pass


def give_up(signal_number, frame):
    raise Slow


def answer(line):
    try:
        try:
            signal.setitimer(signal.ITIMER_PROF, 0.003)
            found = moments(*line.rstrip("\n").split("\t"))
            return ",".join(moment.strftime(FORMAT + "Z") for moment in found)
        finally:
            # Before anything is printed: a line that is out must not become a second one.
            signal.setitimer(signal.ITIMER_PROF, 0)
    except Slow:
        return "slow"
    except (ValueError, TypeError, OverflowError):
        # Among others for a rule that matches nothing, which dateutil does not allow.
        return "error"


def main():
    # Whoever started this may have blocked signals for itself.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    signal.signal(signal.SIGPROF, give_up)
    for line in sys.stdin:
        print(answer(line))


main()
