"""Fixtures: one server for most tests; a test that breaks things starts its own."""

import signal

import pytest

from support.browser import Browser
from support.secrecy import check_whole_run
from support.server import Server


def pytest_configure(config):
    """A TERM ends the run as Ctrl-C does, so that every server is stopped on the way out."""

    def interrupt(*_):
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)


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
