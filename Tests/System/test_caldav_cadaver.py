"""Debian's cadaver: a client of plain WebDAV that knows nothing of calendars, typed into as a person would."""

import os
import pty
import re
import select
import subprocess
import time

import pytest

from support.caldav import Device, add_customer
from support.shapes import two_hundred

EVENT, OTHER = two_hundred()[:2]
CERTIFICATE, PROMPT = re.compile(r"\(y/n\) ?$"), re.compile(r"dav:\S*[>?] ?$")


class Cadaver:
    """cadaver at a terminal of its own, since it asks about a certificate only there."""

    def __init__(self, account, path, folder):
        (folder / ".netrc").write_text(f"machine localhost\n  login {account.email}\n  password {account.password}\n")
        (folder / ".netrc").chmod(0o600)
        self.terminal, end = pty.openpty()
        self.process = subprocess.Popen(
            ["cadaver", account.server.origin + path], stdin=end, stdout=end, stderr=end, cwd=folder,
            env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "TERM": "dumb", "LC_ALL": "C.UTF-8", "COLUMNS": "200"})
        os.close(end)
        self.read_to(CERTIFICATE)
        self.welcome = self.type("y")

    def read_to(self, pattern, seconds=20):
        output, deadline = "", time.monotonic() + seconds
        while not pattern.search(output):
            ready, _, _ = select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"no {pattern.pattern} after: {output}"
            output += os.read(self.terminal, 65536).decode().replace("\r", "")
        return output

    def type(self, line):
        os.write(self.terminal, line.encode() + b"\n")
        return self.read_to(PROMPT)

    def close(self):
        os.close(self.terminal)
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def account(server):
    # ~/.netrc ends a password at a space.
    return add_customer(server, password="horse-battery-staple")


@pytest.fixture
def device(account):
    with Device(account) as made:
        yield made


@pytest.fixture
def calendar(device):
    path = device.make_calendar(f"cadaver-{time.monotonic_ns()}")
    yield path
    device.send("DELETE", path)


@pytest.fixture
def open_at(account, tmp_path):
    opened = []

    def start(path):
        opened.append(Cadaver(account, path, tmp_path))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def test_ls_lists_the_calendars_and_what_is_in_them(device, account, calendar, open_at):
    device.put(calendar + "event.ics", EVENT.data)
    name = calendar.rstrip("/").rpartition("/")[2]
    assert re.search(rf"^Coll:\s+{name}\s", open_at(account.home).type("ls"), re.MULTILINE)
    assert re.search(rf"^\s+event\.ics\s+{len(EVENT.data)}\s+\S", open_at(calendar).type("ls"), re.MULTILINE)


def test_get_gives_the_octets(device, calendar, open_at, tmp_path):
    device.put(calendar + "event.ics", EVENT.data)
    assert "succeeded" in open_at(calendar).type("get event.ics copy.ics")
    assert (tmp_path / "copy.ics").read_bytes() == EVENT.data


def test_put_stores_an_event_and_replaces_it(device, calendar, open_at, tmp_path):
    cadaver = open_at(calendar)
    for data in (EVENT.data, EVENT.edited("again")):
        (tmp_path / "event.ics").write_bytes(data)
        assert "succeeded" in cadaver.type("put event.ics")
        assert device.send("GET", calendar + "event.ics").body == data


def test_put_of_anything_else_is_refused(device, calendar, open_at, tmp_path):
    (tmp_path / "note.txt").write_text("no calendar")
    assert "failed" in open_at(calendar).type("put note.txt")
    assert device.send("GET", calendar + "note.txt").status == 404


def test_mkcol_makes_no_folder_inside_a_calendar(device, calendar, open_at):
    assert "failed" in open_at(calendar).type("mkcol inside")
    assert set(device.propfind(calendar, "d:resourcetype", depth=1).members) == {calendar}


def test_propnames_and_propget_read_properties(device, calendar, open_at):
    etag = device.put(calendar + "event.ics", EVENT.data).etag
    cadaver = open_at(calendar)
    assert "DAV: getetag" in cadaver.type("propnames event.ics")
    cadaver.type("set namespace DAV:")
    assert etag in cadaver.type("propget event.ics getetag")


def test_propset_keeps_a_property_that_no_standard_knows(account, calendar, open_at):
    name = calendar.rstrip("/").rpartition("/")[2]
    cadaver = open_at(account.home)
    assert "succeeded" in cadaver.type(f"propset {name} mood cheerful")
    assert "cheerful" in cadaver.type(f"propget {name} mood")


def test_move_keeps_the_event_under_the_new_name(device, calendar, open_at):
    device.put(calendar + "event.ics", EVENT.data)
    assert "succeeded" in open_at(calendar).type("move event.ics moved.ics")
    assert device.send("GET", calendar + "event.ics").status == 404
    assert device.send("GET", calendar + "moved.ics").body == EVENT.data


def test_delete_deletes_the_event_and_no_other(device, calendar, open_at):
    device.put(calendar + "event.ics", EVENT.data)
    device.put(calendar + "other.ics", OTHER.data)
    assert "succeeded" in open_at(calendar).type("delete event.ics")
    assert device.send("GET", calendar + "event.ics").status == 404
    assert device.send("GET", calendar + "other.ics").body == OTHER.data
