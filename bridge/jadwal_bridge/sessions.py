"""The customers' links: a process for each, its state, and what to do when it ends."""

import contextlib
import json
import logging
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

log = logging.getLogger("bridge.sessions")

INITIALIZING, WAITING, AUTHENTICATED, READY, DISCONNECTED = (
    "INITIALIZING", "WAITING_FOR_PAIRING", "AUTHENTICATED", "READY", "DISCONNECTED")


class Refused(Exception):
    """A call that cannot be fulfilled. Its text is for the caller and holds no number."""


class Timing:
    """Seconds. A code lives as long as the connection that it was given on, 160 s; it is replaced a little before."""

    waiting_for_code, code, pairing = 55, 150, 600
    between_starts, first_retry, last_retry = 4, 5, 600


def start_process(orders):
    """Starts `session.py` and returns (process, file of its events)."""
    reading, writing = os.pipe()
    kept = ("PATH", "LANG", "HTTPS_PROXY", "NO_PROXY")  # None of the bridge's secrets.
    process = subprocess.Popen(
        [sys.executable, "-B", "-m", "jadwal_bridge.session", str(writing)], cwd=Path(__file__).parents[1],
        pass_fds=[writing], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True,
        env={name: os.environ[name] for name in kept if name in os.environ})
    os.close(writing)
    with contextlib.suppress(BrokenPipeError):  # It died at once; the end of its events says so.
        process.stdin.write(json.dumps(orders) + "\n")
        process.stdin.flush()
    return process, os.fdopen(reading, encoding="utf-8")


class Link:
    """One customer's link. Its thread runs the process, again and again if need be."""

    def __init__(self, sessions, customer, number=None):
        self.sessions, self.customer, self.pairing_number = sessions, customer, number
        self.is_saved = number is None
        self.status, self.number, self.name, self.code = INITIALIZING, number, None, None
        self.is_over = self.is_stopping = self.is_paused = False
        self.changed = threading.Condition()
        self._process = self._timer = None
        self._thread = threading.Thread(target=self._run, name="link", daemon=True)

    def start(self):
        self._thread.start()

    def json(self):
        with self.changed:
            return {"status": self.status, "phoneNumber": self.number, "name": self.name, "pairingCode": self.code,
                    "isReady": self.status == READY, "isAuthenticated": self.status in (AUTHENTICATED, READY)}

    def wait_for_code(self, seconds):
        with self.changed:
            self.changed.wait_for(lambda: self.code or self.is_over or self.is_saved, seconds)
            return None if self.is_over else self.code

    def stop(self, logs_out=False, seconds=8):
        """Ends the process, and tells WhatsApp before if `logs_out`."""
        with self.changed:
            self.is_stopping = True
            self.changed.notify_all()
            process = self._process
        if process is not None:
            with contextlib.suppress(OSError, ValueError):  # It ends by itself at the same time.
                if logs_out:
                    process.stdin.write('{"command": "logout"}\n')
                process.stdin.close()
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _run(self):
        timing, began, wait = self.sessions.timing, time.monotonic(), self.sessions.timing.first_retry
        while not self.is_stopping:
            had_code = self.code
            was_ready = self._run_process()
            if self.is_stopping or self.is_over:
                break
            if not self.is_saved:
                # An attempt to pair ended. The next one has a new code.
                if self.code == had_code or time.monotonic() - began > timing.pairing:
                    break
                continue
            self._enter(DISCONNECTED)
            wait = timing.first_retry if was_ready else min(wait * 2, timing.last_retry)
            wait = timing.last_retry if self.is_paused else wait
            log.warning("customer %s: the client ended; it starts again in about %d s", self.customer, wait)
            with self.changed:
                self.changed.wait_for(lambda: self.is_stopping, wait * random.uniform(0.75, 1.25))
        if not self.is_stopping and (self.is_over or not self.is_saved):
            self.sessions.lose(self)
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def _run_process(self):
        """Runs one process to its end. Returns true if the link was ready in it."""
        database = self.sessions.database(self.customer)
        if not self.is_saved:
            remove_database(database)
        orders = {"database": str(database), "customer": self.customer, "number": None if self.is_saved else self.pairing_number}
        was_ready = False
        self.is_paused = False
        with self.changed:
            if self.is_stopping:
                return False
            try:
                self._process, events = self.sessions.start_process(orders)
            except OSError as error:
                log.error("customer %s: no process: %s", self.customer, error.strerror)
                return False
        if not self.is_saved:
            self._end_attempt_after(self.sessions.timing.waiting_for_code)
        with events:
            for line in events:
                if not line.endswith("\n"):
                    break  # It was killed while it wrote.
                was_ready |= self._heard(json.loads(line))
                if self.is_over or self.is_paused:
                    break
        self._cancel_timer()
        self._end(self._process)
        return was_ready

    def _end_attempt_after(self, seconds):
        """Ends this attempt to pair if it has not succeeded by then."""
        self._cancel_timer()
        self._timer = threading.Timer(seconds, self._end_attempt, [self._process])
        self._timer.daemon = True
        self._timer.start()

    def _end_attempt(self, process):
        if not self.is_saved:
            process.kill()

    def _cancel_timer(self):
        if self._timer is not None:
            self._timer.cancel()

    @staticmethod
    def _end(process):
        with contextlib.suppress(OSError, ValueError):  # It ends by itself at the same time.
            process.stdin.close()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _heard(self, event):
        """Takes an event of the process. Returns true for `ready`."""
        kind = event["event"]
        if kind == "message":
            self._keep(event["message"])
        elif kind == "code":
            self._end_attempt_after(self.sessions.timing.code)
            self._enter(WAITING, code=event["code"])
        elif kind == "linked":
            self.sessions.outbox.save_link(self.customer)
            self.is_saved = True
            log.info("customer %s: linked", self.customer)
            self._enter(AUTHENTICATED)
        elif kind == "ready":
            self._enter(READY, number=event["number"] or self.number, name=event["name"] or self.name)
        elif kind == "lost":
            if self.is_saved:
                self._enter(DISCONNECTED)
        elif kind in ("stopped", "unreadable"):
            log.warning("customer %s: %s: %s", self.customer, kind, event["reason"])
            self.is_paused = kind == "stopped"
        elif kind == "refused":
            log.warning("customer %s: WhatsApp refused to pair", self.customer)
            self._over()
        elif kind == "logged_out":
            log.info("customer %s: logged out", self.customer)
            self._over()
        return kind == "ready"

    def _keep(self, message):
        """Writes a message down. While the disk is full, the process waits with the next one."""
        while not self.is_stopping:
            try:
                return self.sessions.outbox.add(message)
            except sqlite3.Error as error:
                log.error("a message cannot be written down: %s", type(error).__name__)
                time.sleep(1)
        return None

    def _over(self):
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def _enter(self, status, **values):
        with self.changed:
            self.status = status
            for name, value in values.items():
                setattr(self, name, value)
            self.changed.notify_all()


class Sessions:
    """All links. `pause` waits between two starts, for seconds or until the bridge stops; a test hands in its own."""

    def __init__(self, folder, outbox, limit=50, timing=Timing, start_process=start_process, pause=None):
        self.folder, self.outbox, self.limit, self.timing = Path(folder).absolute(), outbox, limit, timing
        self.start_process = start_process
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._links, self._lock, self._stopping = {}, threading.Lock(), threading.Event()
        self._pause = pause or self._stopping.wait
        self._starter = None

    def database(self, customer):
        return self.folder / f"{customer}.db"

    def restore(self):
        """Starts the saved links one after another, so that they do not reach WhatsApp all at once."""
        saved = [Link(self, customer) for customer in self.outbox.links()]
        self._links = {link.customer: link for link in saved}
        self._starter = threading.Thread(target=self._start_slowly, args=[saved], name="starter", daemon=True)
        self._starter.start()

    def _start_slowly(self, links):
        for link in links:
            if self._stopping.is_set():
                return
            if link.is_stopping:
                continue  # It was disconnected before its turn.
            link.start()
            self._pause(self.timing.between_starts * random.uniform(0.5, 1.5))

    def initialize(self, customer, number):
        """The code to type on the phone. A second call for the same number gets the same code while it lives."""
        with self._lock:
            link = self._links.get(customer)
            if link is not None and link.is_saved and not link.is_over:
                raise Refused("This customer is linked; disconnect first.")
            old = None
            if link is None or link.is_over or link.pairing_number != number:
                if link is None and len(self._links) >= self.limit:
                    raise Refused("The bridge holds as many sessions as it may.")
                old, link = link, Link(self, customer, number)
                self._links[customer] = link
            else:
                old = link
        if old is not link:
            if old is not None:
                old.stop()
                self._delete(customer)
            link.start()
        code = link.wait_for_code(self.timing.waiting_for_code)
        if code is None:
            link.stop()
            self.lose(link)
            raise Refused("WhatsApp gave no code.")
        return code

    def status(self, customer):
        """The link's state as JSON; None for an unknown customer."""
        with self._lock:
            link = self._links.get(customer)
        return None if link is None or link.is_over else link.json()

    def disconnect(self, customer):
        """Logs a customer out and deletes everything about them."""
        with self._lock:
            link = self._links.pop(customer, None)
        if link is not None:
            link.stop(logs_out=link.is_saved)
        self._delete(customer)

    def lose(self, link):
        """Forgets a link that WhatsApp or the clock ended."""
        with self._lock:
            if self._links.get(link.customer) is not link:
                return
            del self._links[link.customer]
        self._delete(link.customer)

    def _delete(self, customer):
        self.outbox.forget(customer)
        remove_database(self.database(customer))

    def stop(self):
        self._stopping.set()
        with self._lock:
            links = list(self._links.values())
        stoppers = [threading.Thread(target=link.stop) for link in links]
        for stopper in stoppers:
            stopper.start()
        for stopper in stoppers:
            stopper.join()


def remove_database(path):
    for end in ("", "-journal", "-wal", "-shm"):
        Path(f"{path}{end}").unlink(missing_ok=True)
