"""Calendar files of `script/bench calendar`, from one seed.

calendar_files.py ordinary|busy|large YEAR MONTH

ordinary: about 80 events of the month. busy: 1,000 events of the month. large: 20,000 events of ten years around it.
"""

import calendar
import random
import sys
from datetime import date, datetime, time, timedelta

WORDS = "Review Lunch Call Dentist School Football Visit Budget Rehearsal Walk Delivery Interview غداء اجتماع زيارة مكالمة".split()
PLACES = ("", "", "Room 2", "Panda, Olaya Street", "المكتب")


def stamp(moment):
    return moment.strftime("%Y%m%dT%H%M%S")


def single(chance, number, day):
    """Returns an event on a day: one of eight lasts whole days."""
    title = f"{chance.choice(WORDS)} {chance.choice(WORDS).lower()} {number}"
    lines = ["BEGIN:VEVENT", f"UID:bench-{number:06}", "DTSTAMP:20240101T000000Z", f"SUMMARY:{title}"]
    if number % 8 == 0:
        last = day + timedelta(chance.choice((1, 1, 2, 4)))
        lines += [f"DTSTART;VALUE=DATE:{day:%Y%m%d}", f"DTEND;VALUE=DATE:{last:%Y%m%d}"]
    else:
        start = datetime.combine(day, time(chance.randrange(7, 21), chance.choice((0, 15, 30, 45))))
        lines += [f"DTSTART;TZID=Asia/Riyadh:{stamp(start)}",
                  f"DTEND;TZID=Asia/Riyadh:{stamp(start + timedelta(minutes=15 * chance.randint(1, 8)))}"]
    if place := chance.choice(PLACES):
        lines.append(f"LOCATION:{place}".replace(",", "\\,"))
    return lines


def event(chance, number, day, is_series):
    rule = ["RRULE:FREQ=WEEKLY;COUNT=5"] if is_series else []
    return "\r\n".join([*single(chance, number, day), *rule, "END:VEVENT", ""])


def events(kind, year, month):
    chance = random.Random(kind)
    first, days = date(year, month, 1), calendar.monthrange(year, month)[1]
    if kind == "large":
        first, days, count = first - timedelta(1826), 3652, 20_000
    else:
        count = {"ordinary": 68, "busy": 1_000}[kind]
    for number in range(count):
        # Four weekly series make the 68 events of an ordinary month about 80.
        is_series = number < 4 if kind == "ordinary" else kind == "large" and chance.random() < 0.05
        day = first + timedelta(number if kind == "ordinary" and is_series else chance.randrange(days))
        yield event(chance, number + 1, day, is_series)


def main(kind, year, month):
    print("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Jadwal//Bench//EN\r\n"
          + "".join(events(kind, int(year), int(month))) + "END:VCALENDAR\r\n", end="")


main(*sys.argv[1:])
