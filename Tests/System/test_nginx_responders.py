"""What nginx asks its responders, how often, and how much of an answer it keeps: its whole configuration, with
responders of the test's own."""

import contextlib
import os
import shutil
import socket
import ssl
import subprocess
import threading
import types

import pytest

from support import raw
from support.fastcgi import STDOUT, Responder, answer, record
from support.server import ROOT, free_port, new_data_directory, wait_until

ENVIRONMENT = os.environ | {"PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}
MEGABYTE = 1 << 20
CREDENTIALS = "Authorization: Basic emFpZDp4"


@contextlib.contextmanager
def new_front():
    folder, port = new_data_directory(), free_port()
    for name in ("run", "log", "cache"):
        (folder / name).mkdir()
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    subprocess.run(
        [ROOT / "script/nginx-conf", "HOST=localhost", "ALIASES=_", "ADDRESS=127.0.0.1", "ADDRESS6=[::1]",
         f"PORT={port}", f"HTTP_PORT={free_port()}", f"ORIGIN=https://localhost:{port}", f"CERTIFICATE={certificate}", f"KEY={key}",
         f"STATIC={ROOT}/nginx/static", f"RUN={folder}/run", f"PID={folder}/run", f"LOG={folder}/log",
         f"CACHE={folder}/cache", f"CONF={folder}/conf"], check=True, capture_output=True)
    account = ["-g", "user root;"] if os.geteuid() == 0 else []
    with (folder / "errors").open("w") as errors:
        nginx = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "nginx", "-e", "stderr", "-p", folder, "-c", folder / "conf/jadwal.conf",
             *account],
            env=ENVIRONMENT, stdin=subprocess.DEVNULL, stderr=errors)
    made = types.SimpleNamespace(folder=folder, port=port, certificate=certificate)

    def listens():
        assert nginx.poll() is None, (folder / "errors").read_text()
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0
    try:
        wait_until(listens, 10, "nginx listens")
        yield made
    finally:
        nginx.terminate()
        nginx.wait(10)
        shutil.rmtree(folder)


@pytest.fixture(scope="module")
def front():
    with new_front() as made:
        yield made


@contextlib.contextmanager
def responders(front, *behaviours):
    """Responders at the sockets; None leaves a socket out."""
    paths = [front.folder / f"run/responder-{number}.sock" for number in (1, 2)]
    running = [Responder(path, behave) for path, behave in zip(paths, behaviours) if behave]
    try:
        yield running
    finally:
        for one in running:
            one.close()
        for path in paths:
            path.unlink(missing_ok=True)


def dies(connection):
    """What nginx sees of a responder that is killed: the connection ends without an answer."""


def works(connection):
    connection.sendall(answer(b"done"))


def ask(front, method, path, length=None):
    body = b"x" * length if length else b""
    return raw.request(front, path, method, [CREDENTIALS], body).status


CALENDAR = "/dav/calendars/a/b/"
DEMANDING = [
    ("PUT", CALENDAR + "c.ics", 65_537), ("PUT", CALENDAR + "c.ics", 10_000), ("POST", CALENDAR, 65_537),
    ("REPORT", CALENDAR, 300), ("PROPFIND", CALENDAR, 300), ("GET", "/feeds/abc.ics", None),
    ("POST", "/calendars/import", 300), ("POST", "/settings/whatsapp/upload", 300),
]


@pytest.mark.parametrize("method, path, length", DEMANDING)
def test_a_demanding_request_that_ends_a_responder_is_not_asked_again(front, method, path, length):
    with responders(front, dies, dies) as running:
        statuses = [ask(front, method, path, length) for _ in range(2)]
    assert statuses == [502, 502]
    assert [request for one in running for request in one.asked] == [f"{method} {path}"] * 2


@pytest.mark.parametrize("gone", [0, 1])
def test_it_goes_to_the_other_responder_if_nothing_of_it_was_sent(gone):
    # An nginx of its own has set no responder aside yet.
    behaviours = [None if number == gone else works for number in range(2)]
    with new_front() as front, responders(front, *behaviours) as running:
        for method, path, length in DEMANDING:
            assert [ask(front, method, path, length) for _ in range(4)] == [200] * 4, (method, path)
    assert running[0].asked == [f"{method} {path}" for method, path, _ in DEMANDING for _ in range(4)]


@pytest.mark.parametrize("method, path, length", [
    ("PUT", CALENDAR + "c.ics", 9_999), ("DELETE", CALENDAR + "c.ics", None), ("GET", CALENDAR + "c.ics", None),
    ("GET", "/settings", None),
])
def test_what_is_short_is_asked_again_at_the_other(method, path, length):
    with new_front() as front, responders(front, dies, works) as running:
        assert [ask(front, method, path, length) for _ in range(4)] == [200] * 4
    assert running[0].asked and len(running[1].asked) == 4


@pytest.mark.parametrize("method, path", [
    ("GET", CALENDAR + "c.ics"), ("REPORT", CALENDAR), ("PUT", CALENDAR + "c.ics"),
    ("GET", "/feeds/abc.ics"),
])
def test_of_an_answer_that_nobody_reads_64_megabytes_lie_on_the_disk(front, method, path):
    sent, stalled = [0], threading.Event()

    def floods(connection):
        connection.sendall(record(STDOUT, b"Content-Type: text/calendar\r\n\r\n"))
        part = record(STDOUT, b"x" * 60_000)
        connection.settimeout(2)
        try:
            while sent[0] < 200 * MEGABYTE:
                connection.sendall(part)
                sent[0] += len(part)
        finally:
            stalled.set()

    with responders(front, floods, floods):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(front.certificate)
        connection = socket.create_connection(("127.0.0.1", front.port))
        with context.wrap_socket(connection, server_hostname="localhost") as client:
            body = b"x" * 20_000 if method == "PUT" else b""
            client.sendall(f"{method} {path} HTTP/1.1\r\nHost: localhost:{front.port}\r\n{CREDENTIALS}\r\n"
                           f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
            assert stalled.wait(60)
    # The buffers of nginx and of two sockets are some megabytes more.
    assert 60 * MEGABYTE < sent[0] < 100 * MEGABYTE


def test_a_program_has_sixteen_requests_at_a_time_whatever_others_have(front):
    free = threading.Event()

    def waits(connection):
        free.wait(20)
        connection.sendall(answer(b"done"))

    statuses = []
    with responders(front, waits, waits) as running:
        waiting = [threading.Thread(target=lambda: statuses.append(ask(front, "REPORT", CALENDAR))) for _ in range(16)]
        for thread in waiting:
            thread.start()
        wait_until(lambda: sum(len(one.asked) for one in running) == 16, 10)
        refused = raw.request(front, CALENDAR, "REPORT", [CREDENTIALS])
        assert refused.status == 429 and int(refused.values("Retry-After")[0]) > 0
        assert refused.values("Content-Type") == ["text/plain; charset=utf-8"]
        other = threading.Thread(target=lambda: statuses.append(
            raw.request(front, CALENDAR, "REPORT", ["Authorization: Basic b3RoZXI6eA=="]).status))
        other.start()
        wait_until(lambda: sum(len(one.asked) for one in running) == 17, 10)
        free.set()
        for thread in [*waiting, other]:
            thread.join()
    assert statuses == [200] * 17


def test_a_program_may_send_500_requests_at_once_and_then_500_a_second(front):
    # Without a responder nginx answers by itself, faster than any program may ask.
    line = f"OPTIONS /dav/ HTTP/1.1\r\nHost: localhost:{front.port}\r\nAuthorization: Basic bWFueTp4\r\n".encode()
    statuses = []
    for _ in range(12):
        got = raw.send(front, (line + b"\r\n") * 299 + line + b"Connection: close\r\n\r\n")
        statuses += [got.status] + [int(part[:3]) for part in got.body.split(b"HTTP/1.1 ")[1:]]
    assert len(statuses) == 3_600 and set(statuses) == {502, 429}
    assert statuses[:501] == [502] * 501
    assert ask(front, "OPTIONS", "/dav/") == 502
