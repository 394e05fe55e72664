"""The time from a PUT that clashes to the record of the clash and to its push, in `script/bench scheduling`.

conflicts.py ORIGIN BASE LOGIN MOMENTS PSQL...

Stores an event a day for some weeks, then events that overlap them, one at a time, and waits for each one's row with
the psql that the further words start, and for its push in the file MOMENTS, which has a line of the monotonic clock for
each. Prints the milliseconds of the PUTs (median), from the beginning of a PUT to the row that others can read (median,
p99), and from there to the push service (median, p99).
"""

import base64
import http.client
import ssl
import statistics
import subprocess
import sys
import time
import urllib.parse
from datetime import datetime, timedelta, timezone
from pathlib import Path

CLASHES = 100
# After the sixtieth notice of an hour a customer gets summaries. The notices so far are forgotten before.
NOTICES = 50
EVENT = """BEGIN:VCALENDAR\r
VERSION:2.0\r
PRODID:-//jadwal//bench//EN\r
BEGIN:VEVENT\r
UID:{uid}\r
DTSTAMP:20260101T000000Z\r
DTSTART:{start:%Y%m%dT%H%M%SZ}\r
DTEND:{end:%Y%m%dT%H%M%SZ}\r
SUMMARY:{uid}\r
END:VEVENT\r
END:VCALENDAR\r
"""


class Calendar:
    def __init__(self, origin, base, login):
        host = urllib.parse.urlsplit(origin)
        # The certificate is the development server's own.
        self.connection = http.client.HTTPSConnection(
            host.hostname, host.port, context=ssl._create_unverified_context())
        self.base = base
        self.headers = {"Authorization": "Basic " + base64.b64encode(login.encode()).decode(),
                        "Content-Type": "text/calendar"}

    def put(self, uid, start):
        text = EVENT.format(uid=uid, start=start, end=start + timedelta(hours=1))
        self.connection.request("PUT", f"{self.base}/personal/{uid}.ics", text, self.headers)
        answer = self.connection.getresponse()
        answer.read()
        assert answer.status == 201, answer.status


class Database:
    """One psql that answers queries, a line each."""

    def __init__(self, command):
        self.psql = subprocess.Popen([*command, "-qAtX"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, query):
        self.psql.stdin.write(query + ";\n")
        self.psql.stdin.flush()
        return self.psql.stdout.readline().strip()


def wait(began, what, is_done):
    while not is_done():
        if time.monotonic() - began > 30:
            sys.exit(f"{what} within 30 seconds.")
        time.sleep(0.001)


def percentile(times):
    return sorted(times)[int(len(times) * 0.99) - 1]


def main():
    origin, base, login, moments, *command = sys.argv[1:]
    calendar, database = Calendar(origin, base, login), Database(command)
    first = datetime.now(timezone.utc).replace(hour=9, minute=0, second=0, microsecond=0) + timedelta(days=2)
    days = [first + timedelta(days=number) for number in range(CLASHES)]
    for number, day in enumerate(days):
        calendar.put(f"taken-{number}", day)
    while database.ask("SELECT count(*) FROM job WHERE finished_at IS NULL AND run_at <= now()") != "0":
        time.sleep(0.05)
    puts, records, pushes = [], [], []
    for number, day in enumerate(days):
        if number % NOTICES == 0:
            database.ask("WITH gone AS (DELETE FROM notification RETURNING 1) SELECT count(*) FROM gone")
        began = time.monotonic()
        calendar.put(f"clash-{number}", day + timedelta(minutes=30))
        puts.append((time.monotonic() - began) * 1e3)
        wait(began, "A clash was not recorded", lambda: database.ask(
            f"SELECT count(*) FROM conflict WHERE uid = 'clash-{number}'") == "1")
        records.append((time.monotonic() - began) * 1e3)
        wait(began, "A clash was not announced", lambda: len(lines(moments)) > number)
        pushes.append((float(lines(moments)[number]) - began) * 1e3)
        # The next clash is not announced together with this one.
        wait(began, "A push did not end", lambda: database.ask(
            "SELECT count(*) FROM delivery WHERE state = 'queued'") == "0")
    print(f"{statistics.median(puts):.1f} {statistics.median(records):.1f} {percentile(records):.1f} "
          f"{statistics.median(pushes):.1f} {percentile(pushes):.1f}")


def lines(path):
    """The whole lines of a file."""
    return Path(path).read_text().split("\n")[:-1]


main()
