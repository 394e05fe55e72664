"""Every route of `jadwal routes` under random requests for a minute, signed in and not.

`JADWAL_TEST_FUZZ_SEED` repeats a run's requests as far as their order on several threads allows;
`JADWAL_TEST_FUZZ_SECONDS` makes it longer. Both are printed.
"""

import collections
import json
import os
import random
import re
import subprocess
import threading
import time

import pytest

from support.browser import Browser
from support.fuzz import UNESCAPED, Generator, Line, Person
from support.server import ROOT
from test_headers import ALWAYS, PAGE

SECONDS = float(os.environ.get("JADWAL_TEST_FUZZ_SECONDS", "55"))
SEED = os.environ.get("JADWAL_TEST_FUZZ_SEED") or str(random.SystemRandom().randrange(1 << 32))
# A slow machine asks fewer requests in that time. The routes that were refused every time are asked on for so long.
PATIENCE = 90
THREADS = 4
# A mail as a mail program shows it: with its own style, in a sandbox, and in development only.
SANDBOXED = "GET /dev/mailbox/{message}/html"
ENDING = re.compile("delete|logout|/end")
PARTS = ("responder-1", "responder-2", "worker", "nginx")
# Pages whose forms and links the generator begins with; it learns from every other page it gets.
FIRST = ["/", "/login", "/prayer?q=london", "/prayer/gb/london", "/settings", "/settings/prayer/place?q=ma", "/settings/prayer",
         "/settings/address", "/settings/delete", "/settings/time-zone", "/settings/prayer/iphone", "/dev/mailbox"]


def all_routes():
    printed = subprocess.run(
        [str(ROOT / ".build-debug/debug/jadwal"), "routes", "--json", "--development"],
        env={}, capture_output=True, check=True, timeout=20).stdout
    return json.loads(printed)


def name_of(route):
    return f"{route['method']} {route['pattern']}"


class Fuzzer:
    def __init__(self, server, routes):
        self.server, self.routes = server, routes
        self.failures, self.lock = [], threading.Lock()
        self.asked, self.statuses = collections.Counter(), collections.defaultdict(collections.Counter)

    def run(self, number, deadline):
        try:
            self.ask_until(deadline, random.Random(f"{SEED}-{number}"), number)
        except Exception as error:
            self.fail(f"thread {number}: {error!r}")

    def ask_until(self, deadline, chance, number):
        line = Line(self.server)
        generator = Generator(self.routes, self.server.origin, chance)
        customer, stranger = self.sign_in(), Person()
        for person in (stranger, customer):
            for path in FIRST:
                self.open(line, generator, person, path)
        # One after another before any at random, so that none is left out.
        order = list(self.routes)
        chance.shuffle(order)
        # Routes that end a session or an account are asked less often, so that the others find one.
        weights = [0.2 if ENDING.search(route["pattern"]) and route["method"] == "POST" else 1 for route in self.routes]
        count = 0
        while len(self.failures) < 5:
            if count < len(order):
                route = order[count]
            elif time.monotonic() < deadline:
                route = chance.choices(self.routes, weights)[0]
            elif (refused := self.refused()) and time.monotonic() < deadline + PATIENCE:
                route = chance.choice(refused)
            else:
                break
            count += 1
            person = customer if chance.random() < (0.8 if route["audience"] == "customer" else 0.4) else stranger
            sent = generator.request(route, person)
            answer = line.send(sent.octets(self.server.port))
            self.judge(sent, answer, f"thread {number}, request {count}")
            if answer is None:
                continue
            person.heed(answer)
            if is_page(answer) and sent.method == "GET" and answer.status == 200:
                generator.learn(answer.body.decode(errors="replace"))
            for location in answer.values("location"):
                generator.learn(f'href="{location}"')
            if person is customer and "__Host-session" not in customer.cookies or self.is_signed_out(route, sent, answer, customer, person):
                customer = self.sign_in()
                self.open(line, generator, customer, "/settings")
            if "__Host-browser" not in stranger.cookies or not stranger.csrf:
                self.open(line, generator, stranger, "/login")

    @staticmethod
    def is_signed_out(route, sent, answer, customer, person):
        """The session ended on the way: its account was deleted, or all sessions were."""
        return (person is customer and route["audience"] == "customer" and answer.status == 303
                and answer.values("location")[0].startswith("/login?next=") and any(b"__Host-session=" in one for one in sent.headers))

    def open(self, line, generator, person, path):
        cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        head = f"GET {path} HTTP/1.1\r\nHost: localhost:{self.server.port}\r\nConnection: close\r\nAccept-Language: en\r\n"
        answer = line.send((head + (f"Cookie: {cookies}\r\n" if cookies else "") + "\r\n").encode())
        person.heed(answer)
        if is_page(answer):
            generator.learn(answer.body.decode(errors="replace"))

    def sign_in(self):
        """A new account with a feed of its own, so that there is something to look at."""
        with Browser(self.server) as browser:
            browser.sign_in()
            makkah = browser.get("/settings/prayer/place?q=makkah").headers["location"]
            browser.submit_form(makkah, "/settings/prayer")
            return Person(dict(browser.cookies), address=browser.address)

    def judge(self, sent, answer, place):
        with self.lock:
            self.asked[sent.route] += 1
            if answer is not None and sent.method == sent.route.split()[0]:
                self.statuses[sent.route][answer.status] += 1
        if found := list(problems(sent, answer, self.server.origin)):
            said = f"{answer.status} {answer.headers}\n{answer.body[:500]!r}" if answer else "no answer"
            self.fail(f"{place}: {'; '.join(found)}\n{sent.octets(self.server.port)[:3_000]!r}\n{said}")

    def refused(self):
        """The routes of forms of which no request was let through to the form's own code."""
        with self.lock:
            return [route for route in self.routes if route["method"] == "POST"
                    and not self.statuses[name_of(route)].keys() - {400, 403, 413, 415}]

    def fail(self, text):
        with self.lock:
            self.failures.append(text)


def is_page(answer):
    return any(value.startswith("text/html") for value in answer.values("content-type"))


def problems(sent, answer, origin):
    """The faults of an answer that no request may bring about."""
    if answer is None or answer.status == 0:
        yield "the connection ended without an answer"
        return
    is_busy = answer.status == 503 and answer.values("retry-after")
    # Connect's answer to a method that does not exist.
    is_unknown_method = answer.status == 501 and b'"code":"unimplemented"' in answer.body
    if answer.status >= 500 and not is_busy and not is_unknown_method:
        yield f"status {answer.status}"
    for location in answer.values("location"):
        if not (location.startswith("/") and location[1:2] not in ("/", "\\") or location == origin or location.startswith(origin + "/")):
            yield f"leads to {location}"
    if any(name.startswith("x-injected") for name, _ in answer.headers):
        yield "a header was injected"
    wanted = ALWAYS | (PAGE if is_page(answer) else {})
    if sent.route == SANDBOXED and answer.status == 200:
        wanted = ALWAYS | {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
    for name, value in wanted.items():
        if answer.values(name) != [value]:
            yield f"{name} is {answer.values(name)}"
    if is_page(answer):
        found = UNESCAPED.search(answer.body)
        if found:
            yield f"unescaped: {answer.body[max(0, found.start() - 80):found.end() + 80]!r}"


@pytest.mark.timeout(int(SECONDS) + PATIENCE + 150)
def test_no_request_finds_a_fault(new_server, capsys):
    routes = all_routes()
    with capsys.disabled():
        print(f"\n    fuzzing {len(routes)} routes for {SECONDS:.0f} s; JADWAL_TEST_FUZZ_SEED={SEED}")
    server = new_server("--no-limits", settings={"JADWAL_NEW_FEEDS_PER_NETWORK": "1000000"}).start()
    before = {part: server.process_of(part) for part in PARTS}
    fuzzer = Fuzzer(server, routes)
    deadline = time.monotonic() + SECONDS
    threads = [threading.Thread(target=fuzzer.run, args=(number, deadline)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not fuzzer.failures, f"seed {SEED}\n" + "\n\n".join(fuzzer.failures)
    assert {part: server.process_of(part) for part in PARTS} == before, f"a process died; seed {SEED}"

    lines = [line for log in server.logs for line in log.read_text(errors="replace").splitlines()]
    faults = [line for line in lines if '"event":"' in line and ("fault" in json.loads(line)["event"])]
    assert not faults, f"seed {SEED}\n" + "\n".join(faults[:20])

    # A run that was refused everywhere would prove nothing.
    assert set(fuzzer.asked) == set(map(name_of, routes))
    refused = {name_of(route): fuzzer.statuses[name_of(route)] for route in fuzzer.refused()}
    assert not refused, f"seed {SEED}: {refused}"
    with capsys.disabled():
        print(f"    {sum(fuzzer.asked.values())} requests, at least {min(fuzzer.asked.values())} for each route")
