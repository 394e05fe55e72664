"""caldav-server-tester: a program that tries what the CalDAV clients of the world do, and says how well it went."""

import re
import subprocess
import sys

import pytest
import yaml

from support.caldav import add_customer

# Checks that are not `full`, each with its reason.
NOT_FULL = {
    # Invitations between people come later, and nothing of them is announced.
    "scheduling": "unsupported",
    # A mistyped address would make a calendar.
    "create-calendar.auto": "unsupported",
    # Programs read #RRGGBB and #RRGGBBAA, so nothing else is kept.
    "calendar-color.name": "unsupported",
    # A filter of VCALENDAR asks for VCALENDAR's own properties (RFC 4791 §9.7.2), and has no time range (§9.9).
    "search.text.comp-type-optional": "unsupported",
    "search.time-range.comp-type-optional": "unsupported",
    # `@` and `%40` are one letter here, since programs write either.
    "url.encode-at.identity": "unsupported",
    # No address that Jadwal gives out has an `@`.
    "url.encode-at.literal.principal": "unknown",
}
# Found out about the server, and no ability of it: a new customer has calendars.
OBSERVED = {"get-current-user-principal.has-calendar"}

# The tester asks /.well-known/caldav only of a host that is not called localhost. With a dot at its end it is the same
# host for nginx and for the certificate, and this resolves it.
RUN = """
import socket
real = socket.getaddrinfo
socket.getaddrinfo = lambda host, *rest, **named: real(host.rstrip("." if isinstance(host, str) else b"."), *rest, **named)
from caldav_server_tester.caldav_server_tester import check_server_compatibility
check_server_compatibility()
"""


@pytest.fixture(scope="module")
def report(server, tmp_path_factory):
    """{check: (level, what the tester says beside it)}"""
    config = tmp_path_factory.mktemp("tester") / "config.yaml"
    sections = {}
    for name in ("default", "second", "third"):
        account = add_customer(server)
        sections[name] = {
            "caldav_url": f"https://localhost.:{server.port}{account.home}", "caldav_username": account.email,
            "caldav_password": account.password, "caldav_ssl_verify_cert": str(server.certificate)}
    config.write_text(yaml.safe_dump(sections))
    done = subprocess.run(
        [sys.executable, "-c", RUN, "--verbose", "--format", "text", *(f"--config-section={name}" for name in sections)],
        env={"CALDAV_CONFIG_FILE": str(config), "HOME": str(config.parent), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
        capture_output=True, text=True, timeout=150, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr[-4000:]
    found = re.findall(
        r"^## (\S+)\nFeature support level found: (\S+)\n(?:Extra check information:\n  (.*)\n)?", done.stdout, re.MULTILINE)
    assert len(found) == done.stdout.count("Feature support level found:"), done.stdout
    return {name: (level, extra) for name, level, extra in found}


def test_the_tester_has_tried_everything_it_can_try(report):
    assert len(report) >= 95


def test_nothing_is_broken_or_answered_rudely(report):
    assert {name: found for name, found in report.items() if found[0] in ("broken", "ungraceful", "fragile", "quirk")} == {}


def test_everything_without_invitations_is_fully_supported(report):
    less = {name: found for name, found in report.items() if found[0] != "full" and name not in OBSERVED}
    assert {name: level for name, (level, _) in less.items()} == NOT_FULL, less


def test_the_way_from_the_host_name_to_the_calendars_is_found(report):
    assert report["well-known"] == ("full", "behaviour=redirects to /dav/")
    assert "Basic realm=\"Jadwal\"" in report["auth.www-authenticate"][1]
