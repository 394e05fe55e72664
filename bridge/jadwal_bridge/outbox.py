"""The bridge's own database: messages until they are delivered, in order, and the customers with a saved link."""

import contextlib
import json
import logging
import os
import sqlite3
import threading
import time


log = logging.getLogger("bridge.outbox")


class Outbox:
    """Messages on disk. It holds a bounded number: when it is full, the oldest make room and are counted."""

    def __init__(self, path, limit=100_000):
        # Bodies lie here while Jadwal is away, so the file is for the bridge's account alone.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        os.chmod(path, 0o600)
        self.limit, self.dropped = limit, 0
        self._lock = threading.Lock()
        self.arrived = threading.Condition(self._lock)
        self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        # Deleted messages are overwritten and not only forgotten.
        self._database.executescript("""
            PRAGMA journal_mode = TRUNCATE;
            PRAGMA synchronous = FULL;
            PRAGMA secure_delete = ON;
            CREATE TABLE IF NOT EXISTS message (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                customer TEXT NOT NULL,
                id TEXT NOT NULL,
                body BLOB NOT NULL
            );
            CREATE INDEX IF NOT EXISTS message_customer ON message (customer);
            CREATE TABLE IF NOT EXISTS link (customer TEXT PRIMARY KEY, linked_at INTEGER NOT NULL);
        """)
        self._count = self._database.execute("SELECT count(*) FROM message").fetchone()[0]

    def __len__(self):
        with self._lock:
            return self._count

    @contextlib.contextmanager
    def _transaction(self):
        with self._lock:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield self._database
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    def add(self, message):
        """Writes a message down; it is on disk when this returns."""
        body = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
        with self._transaction() as database:
            if self._count >= self.limit:
                surplus = self._count - self.limit + 1
                database.execute(
                    "DELETE FROM message WHERE number IN (SELECT number FROM message ORDER BY number LIMIT ?)", (surplus,))
                self.dropped += surplus
                log.error("the outbox is full: %d of the oldest messages were dropped so far", self.dropped)
                self._count -= surplus
            database.execute(
                "INSERT INTO message (customer, id, body) VALUES (?, ?, ?)", (message["customer_id"], message["id"], body))
            self._count += 1
            self.arrived.notify()

    def first(self, count, size):
        """The oldest messages, (number, id, body) each: at most `count`, and `size` bytes together, but at least one."""
        with self._lock:
            rows = self._database.execute(
                "SELECT number, id, body FROM message ORDER BY number LIMIT ?", (count,)).fetchall()
        taken, total = [], 0
        for row in rows:
            total += len(row[2]) + 1
            if taken and total > size:
                break
            taken.append(row)
        return taken

    def remove(self, numbers):
        """Deletes messages that were delivered. One that made room meanwhile is no error."""
        with self._transaction() as database:
            for number in numbers:
                self._count -= database.execute("DELETE FROM message WHERE number = ?", (number,)).rowcount

    def wait(self, seconds):
        """Waits until a message arrives, or until the time is over."""
        with self._lock:
            if self._count == 0:
                self.arrived.wait(seconds)

    def wake(self):
        """Ends `wait` early."""
        with self._lock:
            self.arrived.notify_all()

    # Saved links.

    def links(self):
        with self._lock:
            return [row[0] for row in self._database.execute("SELECT customer FROM link ORDER BY linked_at, customer")]

    def save_link(self, customer):
        with self._transaction() as database:
            database.execute("INSERT OR IGNORE INTO link VALUES (?, ?)", (customer, int(time.time())))

    def forget(self, customer):
        """Deletes a customer's link, and the messages that wait."""
        with self._transaction() as database:
            database.execute("DELETE FROM link WHERE customer = ?", (customer,))
            self._count -= database.execute("DELETE FROM message WHERE customer = ?", (customer,)).rowcount

    def close(self):
        with self._lock:
            self._database.close()
