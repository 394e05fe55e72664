"""`jadwal import ics`: a calendar file into a customer's calendar, from a terminal."""

import os
import subprocess

import pytest

from support.browser import Browser, new_address
from support.server import ROOT, read_environment

EVENT = (
    "BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260102T090000Z\r\n"
    "SUMMARY:Event {uid}\r\n{more}END:VEVENT\r\n")


def calendar(*events):
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//A//B//EN\r\n" + "".join(events) + "END:VCALENDAR\r\n"


def event(uid, more=""):
    return EVENT.format(uid=uid, more=more)


@pytest.fixture(scope="module")
def customer(server):
    address = new_address("importer")
    with Browser(server) as browser:
        browser.sign_in(address)
    return address


def run_import(server, text, *arguments):
    """Runs the command with the settings that the server's worker has."""
    worker = server.process_of("worker")
    settings = dict(
        entry.split("=", 1) for entry in read_environment(worker).decode().split("\0") if entry.startswith("JADWAL_"))
    return subprocess.run(
        [ROOT / ".build-debug/debug/jadwal", "import", "ics", "-", *arguments],
        env={**os.environ, **settings}, input=text.encode(), capture_output=True, timeout=120)


def test_a_file_is_stored_once_however_often_it_comes(server, customer):
    text = calendar(event("once-1"), event("once-2"))
    done = run_import(server, text, "--customer", customer)
    assert (done.returncode, done.stdout) == (0, b"stored 2, replaced 0, unchanged 0, refused 0\n"), done.stderr
    done = run_import(server, text, "--customer", customer, "--calendar", "Personal")
    assert (done.returncode, done.stdout) == (0, b"stored 0, replaced 0, unchanged 2, refused 0\n")
    done = run_import(server, calendar(event("once-1", "SEQUENCE:1\r\n")), "--customer", customer, "--calendar", "personal")
    assert (done.returncode, done.stdout) == (0, b"stored 0, replaced 1, unchanged 0, refused 0\n")
    stored = server.sql("SELECT uid FROM calendar_object WHERE uid LIKE 'once-%' ORDER BY uid")
    assert stored == [["once-1"], ["once-2"]]


def test_what_is_refused_is_listed_with_its_line_and_the_status_is_1(server, customer):
    done = run_import(server, calendar(event("good"), event("bad", "RRULE:FREQ=SOMETIMES\r\n")), "--customer", customer)
    assert done.returncode == 1
    assert done.stdout.decode().splitlines() == [
        "stored 1, replaced 0, unchanged 0, refused 1",
        "line 10: Event bad (2 January 2026, 12:00): Its rule of repetition cannot be understood.",
    ]


@pytest.mark.parametrize("arguments, said", [
    (["--customer", "nobody@example.org"], b"There is no customer nobody@example.org."),
    (["--customer", "{customer}", "--calendar", "Nowhere"], b"There is no calendar Nowhere."),
])
def test_a_wrong_name_is_a_sentence(server, customer, arguments, said):
    done = run_import(server, calendar(event("x")), *[one.format(customer=customer) for one in arguments])
    assert done.returncode != 0
    assert said in done.stderr
    assert done.stdout == b""


def test_a_file_that_is_no_calendar_is_a_sentence(server, customer):
    done = run_import(server, "hello", "--customer", customer)
    assert done.returncode != 0
    assert b"this is no calendar file" in done.stderr


def test_thousands_of_events_take_seconds(server, customer):
    text = calendar(*[event(f"many-{number}") for number in range(5_000)])
    done = run_import(server, text, "--customer", customer)
    assert (done.returncode, done.stdout) == (0, b"stored 5000, replaced 0, unchanged 0, refused 0\n"), done.stderr
