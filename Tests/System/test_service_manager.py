"""The messages of a responder to the service manager that started it, as systemd receives them."""

import os
import signal
import socket
import struct
import uuid

import pytest

from support.server import wait_until


class Manager:
    """A service manager's socket: each word comes with the process that said it."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.name = f"@jadwal-test-{uuid.uuid4().hex}"
        self.socket.bind("\0" + self.name[1:])
        self.socket.settimeout(10)

    def next(self):
        """(process, word)"""
        word, ancillary, _, _ = self.socket.recvmsg(256, socket.CMSG_SPACE(12))
        assert ancillary and ancillary[0][1] == socket.SCM_CREDENTIALS
        return struct.unpack("3i", ancillary[0][2])[0], word.decode()

    def wait_for(self, *wanted):
        """Reads until all of these have come, in any order; everything that was read."""
        seen = []
        while not set(wanted) <= set(seen):
            seen.append(self.next())
        return seen


@pytest.fixture
def manager():
    made = Manager()
    yield made
    made.socket.close()


def test_a_responder_says_that_it_is_ready_that_it_lives_and_that_it_leaves(new_server, manager):
    server = new_server(settings={"NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "600000"}).start()
    first, second = server.process_of("responder-1"), server.process_of("responder-2")
    # Postgres speaks to a service manager as well.
    manager.wait_for(*[(process, word) for process in (first, second) for word in ("READY=1", "WATCHDOG=1")])

    os.kill(first, signal.SIGSTOP)
    try:
        while True:  # what it said before that, until the other has spoken alone for three times its due
            alone = [manager.next() for _ in range(9)]
            if first not in {process for process, _ in alone}:
                break
    finally:
        os.kill(first, signal.SIGCONT)
    assert set(alone) == {(second, "WATCHDOG=1")}
    manager.wait_for((first, "WATCHDOG=1"))

    server.process.send_signal(signal.SIGTERM)
    manager.wait_for((first, "STOPPING=1"), (second, "STOPPING=1"))
    wait_until(lambda: server.process.poll() == 0, 30, "the end")
