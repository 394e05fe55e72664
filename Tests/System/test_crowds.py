"""Many connections from one address, and whether others are still answered."""

import resource
import socket

import pytest

from support import raw

CONNECTIONS = 4300


@pytest.fixture
def many_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + 500
    if hard != resource.RLIM_INFINITY and hard < 3 * wanted:
        pytest.skip(f"this account may open {hard} files, and nginx needs two for each of {CONNECTIONS} connections")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_thousands_of_connections_that_say_nothing_keep_nobody_out(server, many_files):
    silent, answers = [], []
    try:
        for number in range(CONNECTIONS):
            one = socket.create_connection(("127.0.0.1", server.port), 10, source_address=("127.0.7.1", 0))
            one.sendall(b"\x16\x03\x01\x02\x00")  # the first bytes of a ClientHello
            silent.append(one)
            if number % 430 == 429:
                answers.append(raw.request(server, "/healthz", source="127.0.7.2").status)
        answers += [raw.request(server, "/healthz", source="127.0.7.2").status for _ in range(10)]
    finally:
        for one in silent:
            one.close()
    assert answers == [200] * 20
