"""Parts that stop, hang or are killed while people use Jadwal."""

import collections
import json
import os
import signal
import socket
import threading
import time

import httpx
import pytest

from support import raw
from support.browser import Browser, new_address
from support.mail import letters_to
from support.server import wait_until


@pytest.fixture
def fragile(new_server):
    return new_server("--restart").start()


class Load:
    """Threads that ask again and again; what they got, by status."""

    def __init__(self, server, ask, threads=8, pause=0.0):
        self.server, self.ask, self.pause = server, ask, pause
        self.statuses, self.slowest = collections.Counter(), 0.0
        self.done, self.lock = threading.Event(), threading.Lock()
        self.threads = [threading.Thread(target=self.run) for _ in range(threads)]

    def run(self):
        with Browser(self.server, http2=False) as browser:
            while not self.done.is_set():
                started = time.monotonic()
                try:
                    answer = self.ask(browser)
                    status = answer.status_code
                    if status in (429, 502, 503, 504):
                        assert int(answer.headers["retry-after"]) > 0
                except Exception as error:  # a broken connection is an answer too, and a wrong one
                    status = type(error).__name__
                with self.lock:
                    self.statuses[status] += 1
                    self.slowest = max(self.slowest, time.monotonic() - started)
                time.sleep(self.pause)

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        wait_until(lambda: sum(self.statuses.values()) > 20, 20)
        return self

    def __exit__(self, *_):
        self.done.set()
        for thread in self.threads:
            thread.join()

    def more(self, count=50, seconds=30):
        """Waits for `count` further answers."""
        goal = sum(self.statuses.values()) + count
        wait_until(lambda: sum(self.statuses.values()) > goal, seconds)


def responders(server):
    return [server.process_of("responder-1"), server.process_of("responder-2")]


def test_while_postgres_is_stopped_pages_say_so_and_afterwards_all_is_well(fragile):
    with Browser(fragile) as browser:
        browser.sign_in()
        before = responders(fragile)
        session = dict(browser.cookies)

        def settings(one):
            one.cookies.update(session)
            return one.get("/settings")

        with Load(fragile, settings, pause=0.02) as load:
            fragile.kill("postgres", signal.SIGINT)
            wait_until(lambda: load.statuses[503] > 0, 10)
            assert raw.request(fragile, "/readyz").status == 503
            assert browser.get("/healthz").status_code == 200
            with Browser(fragile) as stranger:
                form = stranger.page("/login").form("/login")  # a page without a query needs no database
                refused = stranger.submit("/login", form | {"email": new_address()})
            assert refused.status_code == 503 and int(refused.headers["retry-after"]) > 0
            wait_until(lambda: raw.request(fragile, "/readyz").status == 200, 30)
            # Every thread of both responders finds its way back by itself.
            wait_until(lambda: calm(load), 30, "a second without a refusal")
        assert set(load.statuses) == {200, 503}, load.statuses
        assert load.slowest < 10
        assert responders(fragile) == before, "no responder died over it"
        with Browser(fragile) as another:
            another.sign_in()


def calm(load):
    refused = load.statuses[503]
    load.more(100)
    return load.statuses[503] == refused


def test_a_postgres_that_hangs_holds_nobody_for_ever(fragile):
    with Browser(fragile) as browser:
        browser.sign_in()
        hanging = [process for process, words in fragile.processes().items() if words.startswith("postgres: jadwal")]
        assert hanging
        for process in hanging:
            os.kill(process, signal.SIGSTOP)
        try:
            answers = []
            for _ in range(4):
                started = time.monotonic()
                answers.append((browser.get("/settings").status_code, time.monotonic() - started))
            assert {status for status, _ in answers} <= {200, 503}
            assert max(seconds for _, seconds in answers) < 12
        finally:
            for process in hanging:
                os.kill(process, signal.SIGCONT)
        wait_until(lambda: browser.get("/settings").status_code == 200, 20)


def test_when_a_responder_is_killed_readers_notice_nothing(fragile):
    with Load(fragile, lambda browser: browser.get("/login"), pause=0.01) as load:
        for part in ("responder-1", "responder-2"):
            load.more()
            killed = fragile.process_of(part)
            fragile.kill(part)
            load.more(20)
            wait_until(lambda: running(fragile, part) not in (None, killed), 20)
            load.more()
    assert set(load.statuses) == {200}, load.statuses


def test_when_a_responder_hangs_every_reader_is_answered(new_server):
    server = new_server().start()
    server.kill("responder-1", signal.SIGSTOP)
    try:
        with Load(server, lambda browser: browser.get("/login"), threads=4) as load:
            load.more(40, 60)
        statuses = [raw.request(server, "/login", seconds=30).status for _ in range(20)]
    finally:
        server.kill("responder-1", signal.SIGCONT)
    assert set(load.statuses) == {200}, load.statuses
    assert statuses == [200] * 20


def test_a_form_at_a_responder_that_hangs_is_asked_nowhere_else(new_server):
    server = new_server().start()
    with Browser(server) as browser:
        form = browser.page("/login").form("/login")
        for part in ("responder-1", "responder-2"):
            server.kill(part, signal.SIGSTOP)
        try:
            # Longer than a GET waits before it is asked at the other.
            with pytest.raises(httpx.ReadTimeout):
                browser.submit("/login", form | {"email": new_address("late")}, timeout=12)
        finally:
            for part in ("responder-1", "responder-2"):
                server.kill(part, signal.SIGCONT)
    log = server.data / "log/access.log"
    line = wait_until(lambda: next((one for one in log.read_text().splitlines() if '"method":"POST"' in one), None))
    assert json.loads(line)["responder"].count("responder-") == 1, line


def test_when_both_responders_are_back_they_are_used_at_once(fragile):
    before = responders(fragile)
    for part in ("responder-1", "responder-2"):
        fragile.kill(part)
    # Enough refusals that both are set aside, until they are back.
    statuses = []
    while not all(running(fragile, part) not in (None, *before) for part in ("responder-1", "responder-2")):
        statuses.append(raw.request(fragile, "/login").status)
    assert statuses.count(502) > 4, statuses
    for part in ("responder-1", "responder-2"):
        wait_until(lambda: listens(fragile, part), 20)
    assert [raw.request(fragile, "/login").status for _ in range(20)] == [200] * 20


def test_when_a_responder_is_killed_no_form_is_carried_out_twice(fragile):
    asked, lock = [], threading.Lock()

    def login(_):
        address = new_address("once")
        with Browser(fragile) as browser:
            answer = browser.submit_form("/login", "/login", email=address)
        with lock:
            asked.append((address, answer.status_code))
        return answer

    with Load(fragile, login, threads=4, pause=0.2) as load:
        killed = fragile.process_of("responder-1")
        fragile.kill("responder-1")
        wait_until(lambda: running(fragile, "responder-1") not in (None, killed), 20)
        load.more(20)
    assert set(load.statuses) <= {303, 502}, load.statuses
    assert load.statuses[502] <= 4, "only requests that were inside it may fail"
    wait_until(lambda: fragile.sql("SELECT count(*) FROM job WHERE finished_at IS NULL") == [["0"]], 30)
    for address, status in asked:
        letters = letters_to(fragile, address)
        assert len(letters) == 1 if status == 303 else len(letters) <= 1


def listens(server, part):
    with socket.socket(socket.AF_UNIX) as probe:
        return probe.connect_ex(str(server.data / f"run/{part}.sock")) == 0


def running(server, part):
    try:
        return server.process_of(part)
    except AssertionError:
        return None


def test_a_worker_killed_between_two_mails_is_missed_by_nobody(fragile):
    addresses = [new_address() for _ in range(12)]
    for number, address in enumerate(addresses):
        if number in (3, 8):
            wait_until(lambda: running(fragile, "worker"))
            fragile.kill("worker")
        with Browser(fragile) as browser:
            answer = browser.submit_form("/login", "/login", email=address)
            assert answer.status_code == 303, "asking needs no worker"
    wait_until(lambda: all(letters_to(fragile, address) for address in addresses), 30)
    for address in addresses:
        assert len(letters_to(fragile, address)) == 1


def test_a_stop_lets_requests_end_that_have_begun(new_server):
    server = new_server().start()
    with Load(server, lambda browser: browser.get("/login"), pause=0.01) as load:
        load.more()
        assert server.stop() == 0
    assert not {status for status in load.statuses if status in (500, 502, 504)}, load.statuses
