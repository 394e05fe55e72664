"""Nothing that was acknowledged is lost, whatever is killed while devices write."""

import http.client
import os
import signal
import threading

from support.caldav import Answer, Device, add_customer, read_multistatus, sync_body
from support.devices import event
from support.server import wait_until

WRITERS = 8


class Writer(threading.Thread):
    """A device that stores one event after the other until it is stopped, and remembers those that were acknowledged."""

    def __init__(self, account, number, stop):
        super().__init__()
        self.account, self.number, self.stop = account, number, stop
        self.stored, self.failed = {}, 0

    def run(self):
        device, count = Device(self.account), 0
        while not self.stop.is_set():
            count += 1
            path = f"{self.account.home}personal/w{self.number}-{count}.ics"
            try:
                # Any status may come while parts of the server are gone; only an acknowledgement binds it.
                device.connection.request("PUT", path, event(f"w{self.number}-{count}"), {
                    "Authorization": device.credentials, "Content-Type": "text/calendar"})
                got = device.connection.getresponse()
                got.read()
            except (http.client.HTTPException, OSError):
                self.failed += 1
                device.close()
                device = Device(self.account)
                continue
            if got.status in (201, 204):
                self.stored[path] = got.headers["ETag"]
            else:
                self.failed += 1
        device.close()


def synced(account):
    """The members that a new device finds; None while it is asked to come later, as Postgres recovers."""
    with Device(account) as device:
        device.connection.request("REPORT", account.home + "personal/", sync_body(None), {
            "Authorization": device.credentials, "Content-Type": "text/xml; charset=utf-8"})
        got = device.connection.getresponse()
        answer = Answer(got.status, got.headers, got.read())
        assert answer.status in (207, 503), answer
        return read_multistatus(answer) if answer.status == 207 else None


def test_every_acknowledged_event_is_there_after_responders_and_postgres_were_killed(new_server):
    server = new_server("--restart").start()
    account = add_customer(server)
    stop = threading.Event()
    writers = [Writer(account, number, stop) for number in range(WRITERS)]

    def stored():
        return sum(len(writer.stored) for writer in writers)

    def more(count):
        goal = stored() + count
        wait_until(lambda: stored() > goal, 60)

    for writer in writers:
        writer.start()
    try:
        more(50)
        server.kill("responder-1")
        more(50)
        server.kill("responder-2")
        more(50)
        # One of its processes killed: Postgres ends all others and recovers from its log.
        busy = [process for process, words in server.processes().items() if words.startswith("postgres: jadwal")]
        os.kill(busy[0], signal.SIGKILL)
        more(50)
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    acknowledged = {path: tag for writer in writers for path, tag in writer.stored.items()}
    assert sum(writer.failed for writer in writers) > 0, "something was killed while devices wrote"
    listed = wait_until(lambda: synced(account), 60, "the recovery of Postgres")
    found = {href: member.text("d:getetag") for href, member in listed.members.items()}
    assert {path: found.get(path) for path in acknowledged} == acknowledged
