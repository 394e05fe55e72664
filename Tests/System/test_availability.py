"""What one person with an account can do to everybody else: nothing, with the largest requests that are allowed."""

import collections
import http.client
import json
import os
import signal
import socket
import subprocess
import threading

import pytest

from support import raw
from support.browser import Browser
from support.caldav import DECLARATIONS, Device, add_customer, sync_body
from support.server import wait_until
from test_faults import running
from test_import_command import calendar, run_import

MEGABYTE = 1 << 20
# The units limit a service to 512 MB (MemoryMax). A limit of the address space stands in for it: it counts from what
# is mapped at rest, and a process that reaches it ends by itself.
ROOM = 470 * MEGABYTE
EXPANDED = '<c:calendar-data><c:expand start="20260101T000000Z" end="20260115T000000Z"/></c:calendar-data>'


def kilobytes(process, name):
    with open(f"/proc/{process}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name + ":"))


def series(count, interval):
    """Events of a second that repeat every `interval` minutes, without end."""
    return calendar(*(
        f"BEGIN:VEVENT\r\nUID:s{interval}-{number}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260101T000000Z\r\n"
        f"DURATION:PT1S\r\nRRULE:FREQ=MINUTELY;INTERVAL={interval}\r\nSUMMARY:Again\r\nEND:VEVENT\r\n"
        for number in range(count)))


def many(count):
    return calendar(*(
        f"BEGIN:VEVENT\r\nUID:m{number}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260102T090000Z\r\nEND:VEVENT\r\n"
        for number in range(count)))


def many_zones(count, note):
    """Events that each have a zone of their own, whose rule has a transition every second."""
    return calendar(*(
        f"BEGIN:VTIMEZONE\r\nTZID:Zone {number}\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
        "RRULE:FREQ=SECONDLY\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
        f"BEGIN:VEVENT\r\nUID:z{number}-{len(note)}\r\nDTSTAMP:20260101T000000Z\r\n"
        f"DTSTART;TZID=Zone {number}:20260102T090000\r\nDESCRIPTION:{note}\r\nEND:VEVENT\r\n"
        for number in range(count)))


def query(properties):
    return (f'<c:calendar-query {DECLARATIONS}><d:prop>{properties}</d:prop>'
            '<c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>')


def names(count, length):
    return "".join(f'<x{"n" * length}{number} xmlns="urn:q"/>' for number in range(count))


def limit_memory(process, most):
    """Limits the address space of a process, as the account that it runs as: root may lack the right."""
    owner = os.stat(f"/proc/{process}")
    become = ["setpriv", f"--reuid={owner.st_uid}", f"--regid={owner.st_gid}", "--clear-groups"] if os.geteuid() == 0 else []
    subprocess.run([*become, "prlimit", f"--pid={process}", f"--as={most}:{most}"], check=True)


@pytest.fixture(scope="module")
def attacked(cluster):
    """A server whose responders have the memory that production gives them."""
    from support.server import Server

    with Server(cluster=cluster) as server:
        processes = [server.process_of(part) for part in ("responder-1", "responder-2")]
        for process in processes:
            limit_memory(process, kilobytes(process, "VmSize") * 1024 + ROOM)
        yield server
        assert [server.process_of(part) for part in ("responder-1", "responder-2")] == processes, "none has ended"
        assert [raw.request(server, "/login").status for _ in range(4)] == [200] * 4


@pytest.fixture(scope="module")
def attacker(attacked):
    account = add_customer(attacked)
    with Device(account) as device:
        assert device.make_calendar("minutes") and device.make_calendar("objects")
    for text, name in ((series(60, 1), "minutes"), (many(4_000), "objects")):
        done = run_import(attacked, text, "--customer", account.email, "--calendar", name)
        assert done.returncode == 0, done.stderr
    return account


def error(answer):
    assert b"number-of-matches-within-limits" in answer.body, answer.body[:200]
    return answer.status


def hrefs(account, count):
    with Device(account) as device:
        listed = device.sync(account.home + "minutes/")
    found = sorted(href for href in listed.members if href.endswith(".ics"))[:count]
    assert len(found) == count
    return "".join(f"<d:href>{href}</d:href>" for href in found)


def test_long_names_of_many_objects_are_refused(attacked, attacker):
    path = attacker.home + "objects/"
    with Device(attacker) as device:
        assert device.send("REPORT", path, query(names(200, 15_000)), Depth=1).status == 400
        # The longest names that are allowed, of 4,000 objects: 34 MB.
        assert error(device.send("REPORT", path, query(names(8, 1_000)), Depth=1)) == 403
        body = f'<d:propfind {DECLARATIONS}><d:prop>{names(8, 1_000)}</d:prop></d:propfind>'
        assert error(device.send("PROPFIND", path, body, Depth=1)) == 403
        usual = device.send("PROPFIND", path, f'<d:propfind {DECLARATIONS}><d:allprop/></d:propfind>', Depth=1)
        assert usual.status == 207 and len(usual.members) == 4_001


def test_expanding_many_series_is_refused(attacked, attacker):
    path = attacker.home + "minutes/"
    body = (f'<c:calendar-multiget {DECLARATIONS}><d:prop>{EXPANDED}</d:prop>{hrefs(attacker, 40)}</c:calendar-multiget>')
    with Device(attacker) as device:
        assert error(device.send("REPORT", path, body, Depth=1)) == 403
        assert error(device.send("REPORT", path, query(EXPANDED), Depth=1)) == 403


def test_sixteen_reports_in_flight_leave_everybody_else_their_pages(attacked, attacker):
    path = attacker.home + "minutes/"
    body = (f'<c:calendar-multiget {DECLARATIONS}><d:prop>{EXPANDED}</d:prop>{hrefs(attacker, 2)}</c:calendar-multiget>')
    done, statuses, lock, impolite = threading.Event(), collections.Counter(), threading.Lock(), []

    def attack():
        with Device(attacker) as device:
            while not done.is_set():
                device.connection.request("REPORT", path, body, {"Authorization": device.credentials, "Depth": "1"})
                answer = device.connection.getresponse()
                answer.read()
                with lock:
                    statuses[answer.status] += 1
                    if answer.status != 207 and not answer.headers["Retry-After"]:
                        impolite.append(answer.status)

    threads = [threading.Thread(target=attack) for _ in range(16)]
    for thread in threads:
        thread.start()
    try:
        wait_until(lambda: sum(statuses.values()) > 4, 60)
        visits = [raw.request(attacked, path, seconds=30).status for _ in range(10) for path in ("/healthz", "/login")]
    finally:
        done.set()
        for thread in threads:
            thread.join()
    assert set(visits) == {200}, visits
    assert not impolite, impolite
    assert statuses[207] > 0 and set(statuses) <= {207, 429, 503}, statuses


@pytest.fixture(scope="module")
def browser(attacked, attacker):
    with Browser(attacked) as signed_in:
        yield signed_in.sign_in(attacker.email)


def upload(browser, path, file, content, **fields):
    """Sends a file with a form, as a browser does."""
    form = browser.page(path).form(path) | fields
    form.pop("file", None)
    return browser.submit(path, form, files={"file": (file, content)})


def test_views_of_series_that_repeat_every_fourteen_minutes_are_pages(attacked, attacker, browser):
    with Device(attacker) as device:
        assert device.make_calendar("often")
    done = run_import(attacked, series(240, 14), "--customer", attacker.email, "--calendar", "often")
    assert done.returncode == 0, done.stderr
    for path in ("/calendar/list", "/calendar/week", "/today", "/calendar", "/calendar/search?q=Again"):
        assert browser.get(path, follow_redirects=True).status_code == 200, path


def test_ten_uploads_of_many_zones_at_once_leave_everybody_else_their_pages(attacked, browser):
    # A debug build takes about the time for one zone that a release takes for forty.
    content = many_zones(100, "x" * 10_500).encode()
    assert len(content) > MEGABYTE
    form = browser.page("/calendars/import").form("/calendars/import") | {"calendar": "new", "name": "Zones"}
    form.pop("file", None)
    statuses = []

    def attack():
        with Browser(attacked) as another:
            another.cookies = browser.cookies
            answer = another.submit("/calendars/import", form, files={"file": ("zones.ics", content)})
            statuses.append((answer.status_code, "Retry-After" in answer.headers))

    threads = [threading.Thread(target=attack) for _ in range(10)]
    for thread in threads:
        thread.start()
    visits = [raw.request(attacked, path, seconds=30).status for _ in range(5) for path in ("/healthz", "/login")]
    for thread in threads:
        thread.join()
    assert set(visits) == {200}, visits
    assert (200, False) in statuses and set(statuses) <= {(200, False), (503, True)}, statuses


def test_the_largest_files_are_taken_or_refused(attacker, browser):
    content = many_zones(50, "x" * 105_000).encode()
    assert len(content) > 5 * MEGABYTE
    assert upload(browser, "/calendars/import", "large.ics", content, calendar="new", name="Large").status_code == 200
    exported = browser.submit("/calendars/export", browser.page("/calendars").form("/calendars/export"))
    assert exported.status_code == 200 and exported.content.startswith(b"PK")
    chat = "".join(f"1/1/25, 10:00 - a{number}: x\n" for number in range(6_000)).encode()
    answer = upload(browser, "/settings/whatsapp/upload", "chat.txt", chat)
    assert answer.status_code == 422 and "More than two people" in answer.text
    with Device(attacker) as device:
        event = calendar("BEGIN:VEVENT\r\nUID:l\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260102T090000Z\r\n"
                         f"DESCRIPTION:{'x' * (10 * MEGABYTE - 1_000)}\r\nEND:VEVENT\r\n")
        refused = device.put(attacker.home + "personal/large.ics", event)
        assert refused.status == 403 and b"max-resource-size" in refused.body


def test_memory_stayed_within_what_production_gives(attacked, attacker):
    for part in ("responder-1", "responder-2"):
        assert kilobytes(attacked.process_of(part), "VmHWM") * 1024 < 512 * MEGABYTE, part


def test_a_body_of_two_megabytes_does_not_turn_gone_responders_into_too_large(new_server):
    server = new_server("--restart").start()
    account = add_customer(server)
    with Device(account) as device:
        headers = {"Authorization": device.credentials}
    asked = [("PUT", account.home + "personal/a.ics", headers), ("POST", "/calendars/import", {})]
    for method, path, headers in asked:
        statuses = []
        # They are started again after a moment, so one try may come too late.
        while 502 not in statuses and len(statuses) < 5:
            for part in ("responder-1", "responder-2"):
                wait_until(lambda: running(server, part), 20)
                server.kill(part)
            connection = http.client.HTTPSConnection("localhost", server.port, context=server.tls_context())
            connection.request(method, path, b"x" * 2 * MEGABYTE, headers)
            answer = connection.getresponse()
            statuses.append(answer.status)
        assert 502 in statuses and 413 not in statuses, statuses
        assert int(answer.headers["Retry-After"]) > 0


def connections(server):
    """The connections of nginx at the responders' sockets, accepted or not."""
    with open("/proc/net/unix") as table:
        rows = [line.split() for line in table]
    # The fields are number, references, protocol, flags, type, state, inode and path; 2 and 3 are connections.
    return sum(row[5] in ("02", "03") for row in rows if row[-1].startswith(str(server.data / "run/responder-")))


def listens(path):
    """True if a process takes connections at a socket. One that was killed leaves its file behind."""
    with socket.socket(socket.AF_UNIX) as one:
        return one.connect_ex(str(path)) == 0


def test_a_report_goes_to_the_other_responder_only_if_nothing_of_it_was_sent(new_server):
    server = new_server("--restart").start()
    account = add_customer(server)
    path = account.home + "personal/"
    with Device(account) as device:
        device.sync(path)
        for part in ("responder-1", "responder-2"):
            server.kill(part, signal.SIGSTOP)
        before, statuses, sentences = connections(server), [], []

        def report():
            connection = http.client.HTTPSConnection("localhost", server.port, context=server.tls_context(), timeout=30)
            connection.request("REPORT", path, sync_body(), {"Authorization": device.credentials, "Depth": "1"})
            answer = connection.getresponse()
            statuses.append(answer.status)
            if answer.status == 502:
                sentences.append((answer.headers["Content-Type"], int(answer.headers["Retry-After"]) > 0))

        waiting = [threading.Thread(target=report) for _ in range(10)]
        for thread in waiting:
            thread.start()
        # Some are sent to the one, some to the other. One of them is killed while it has its part.
        wait_until(lambda: connections(server) >= before + 8)
        server.kill("responder-1")
        server.kill("responder-2", signal.SIGCONT)
        for thread in waiting:
            thread.join()
        assert set(statuses) == {207, 502}, statuses
        assert sentences == [("text/plain; charset=utf-8", True)] * statuses.count(502)
    wait_until(lambda: listens(server.data / "run/responder-1.sock"), 30, "the new responder")
    # While its socket is gone, nothing can be sent to it, and the other answers all.
    (server.data / "run/responder-2.sock").unlink(missing_ok=True)
    with Device(account) as device:
        for _ in range(12):
            device.sync(path)
    lines = [json.loads(line) for line in (server.data / "log/access.log").read_text().splitlines()]
    # An error page is logged as a GET.
    refused = [line for line in lines if line["status"] == 502]
    assert len(refused) == statuses.count(502)
    assert all(line["responder"].count("responder-") == 1 for line in refused), refused
