"""The time from a PUT that clashes to the record of the clash, in `script/bench scheduling`.

conflicts.py ORIGIN BASE LOGIN PSQL...

Stores an event a day for some weeks, then events that overlap them, one at a time, and waits for each one's row with
the psql that the further words start. Prints the milliseconds of the PUTs (median), and from the beginning of a PUT to
the row that others can read (median, p99).
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

CLASHES = 100
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


def main():
    origin, base, login, *command = sys.argv[1:]
    calendar, database = Calendar(origin, base, login), Database(command)
    first = datetime.now(timezone.utc).replace(hour=9, minute=0, second=0, microsecond=0) + timedelta(days=2)
    days = [first + timedelta(days=number) for number in range(CLASHES)]
    for number, day in enumerate(days):
        calendar.put(f"taken-{number}", day)
    while database.ask("SELECT count(*) FROM job WHERE finished_at IS NULL AND run_at <= now()") != "0":
        time.sleep(0.05)
    puts, records = [], []
    for number, day in enumerate(days):
        began = time.perf_counter()
        calendar.put(f"clash-{number}", day + timedelta(minutes=30))
        puts.append((time.perf_counter() - began) * 1e3)
        while database.ask(f"SELECT count(*) FROM conflict WHERE uid = 'clash-{number}'") != "1":
            if time.perf_counter() - began > 30:
                sys.exit("A clash was not recorded within 30 seconds.")
            time.sleep(0.001)
        records.append((time.perf_counter() - began) * 1e3)
    records.sort()
    print(f"{statistics.median(puts):.1f} {statistics.median(records):.1f} {records[int(len(records) * 0.99) - 1]:.1f}")


main()
