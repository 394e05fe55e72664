"""Fixtures: one server for most tests; a test that breaks things starts its own."""

import collections
import signal

import pytest

from support.browser import Browser
from support.secrecy import check_whole_run
from support.server import Server


# As `slowest files` of a run on a quiet machine says; others follow in the order of their names.
LONGEST = [
    "test_model_server.py", "test_fuzz_routes.py", "test_clash_flood.py", "test_first_minutes.py", "test_calendar_pages.py",
    "test_browser.py", "test_commands.py", "test_outside.py", "test_availability.py", "test_agreements_road.py",
    "test_feeds.py", "test_sign_in.py", "test_mail_faults.py", "test_notice_browser.py", "test_today_browser.py",
    "test_plan.py", "test_faults.py", "test_planning_pages.py", "test_position.py", "test_event_pages.py",
    "test_caldav_octets.py", "test_agreements_pages.py", "test_caldav_kills.py", "test_headers.py",
]


def pytest_configure(config):
    """A TERM ends the run as Ctrl-C does, so that every server is stopped on the way out."""

    def interrupt(*_):
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)


def pytest_collection_modifyitems(items):
    """The files that take longest come first, so that two processes are done at about the same time."""
    place = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path.name, len(place)))


def pytest_terminal_summary(terminalreporter):
    """Prints the files that took longest, from which `LONGEST` is made."""
    seconds = collections.Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds[report.nodeid.partition("::")[0]] += report.duration
    terminalreporter.section("slowest files")
    for name, taken in seconds.most_common(30):
        terminalreporter.write_line(f"{taken:.0f}s {name}")


@pytest.fixture(scope="session")
def server():
    """The server of most tests, one for each worker. What it wrote is searched for secrets when all tests are over."""
    with Server() as started:
        yield started
        check_whole_run(started)


@pytest.fixture(scope="module")
def chromium():
    """Loaded here, since most tests have no need of it."""
    from support.chromium import launched

    with launched() as opened:
        yield opened


@pytest.fixture(scope="module")
def strict(cluster):
    """A server with the limits that it ships with."""
    with Server(cluster=cluster, generous=False) as started:
        yield started


@pytest.fixture(scope="module")
def push_service(tmp_path_factory):
    """A push service on this machine. A server speaks to it that was started with its settings."""
    from support.push import PushService

    with PushService(tmp_path_factory.mktemp("push")) as started:
        yield started


@pytest.fixture
def browser(server):
    with Browser(server) as opened:
        yield opened


@pytest.fixture(scope="session")
def cluster():
    """A Postgres cluster as a first start and a stop leave it."""
    first = Server()
    try:
        assert first.start().stop() == 0
        yield first.data / "postgres"
    finally:
        first.remove()


@pytest.fixture
def new_server(cluster):
    """Makes servers with options or settings of a test's own, and removes them after it.

    One that is given no data directory begins with the migrations applied.
    """
    made = []

    def make(*options, data=None, **arguments):
        made.append(Server(*options, data=data, cluster=None if data else cluster, **arguments))
        return made[-1]

    yield make
    for one in made:
        one.remove()
