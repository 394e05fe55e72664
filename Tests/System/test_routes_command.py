"""`jadwal routes`: the route table, as the server answers it."""

import json
import subprocess

import pytest

from support import raw
from support.server import ROOT

PROGRAM = ROOT / ".build-debug/debug/jadwal"


def routes(*arguments):
    done = subprocess.run([str(PROGRAM), "routes", *arguments], env={}, capture_output=True, text=True, timeout=20)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_lines_and_json_say_the_same():
    lines = [line.split("\t") for line in routes().splitlines()]
    assert lines == [[one["method"], one["pattern"], one["audience"]] for one in json.loads(routes("--json"))]
    assert ["GET", "/login", "anyone"] in lines
    assert ["POST", "/settings", "customer"] in lines
    assert ["GET", "/prayer/{feed}.ics", "machine"] in lines
    assert not any(pattern.startswith("/dev/") for _, pattern, _ in lines)
    assert ["GET", "/dev/mailbox", "anyone"] in [line.split("\t") for line in routes("--development").splitlines()]


@pytest.mark.parametrize("method, pattern, audience", [
    line.split("\t") for line in routes("--development").splitlines()] if PROGRAM.exists() else [])
def test_every_route_is_answered_to_whom_the_table_says(server, method, pattern, audience):
    concrete = pattern.replace("{", "").replace("}", "")
    if audience in ("device", "positions", "positions by name"):
        answer = raw.request(server, concrete, method)
        assert answer.status == 401 and answer.values("www-authenticate")[0].startswith("Basic ")
        return
    if pattern.startswith(("/.well-known/caldav", "/dav.php")):
        answer = raw.request(server, concrete, method)
        assert (answer.status, answer.values("location")[0]) == (301, "/dav/")
        return
    if "{" not in pattern:
        answer = raw.request(server, pattern, method, ["Content-Type: application/x-www-form-urlencoded"], b"x=1" if method == "POST" else b"")
        assert answer.status not in (405, 500)
        if audience in ("app", "any app"):
            # An app sends messages, and no forms; a query without a message is none.
            assert answer.status == (415 if method == "POST" else 400)
        elif method == "POST" and audience == "machine":
            assert answer.status == 404, "without a shared secret there are no signed deliveries"
        elif method == "POST":
            assert answer.status == 403, "no form is taken without its token"
        elif audience == "customer":
            assert answer.status == 303 and answer.values("location")[0].startswith("/login?next=")
    # A method that no route has is refused with those there are.
    refused = raw.request(server, concrete, "DELETE")
    assert refused.status == 405
    assert method in refused.values("allow")[0]
