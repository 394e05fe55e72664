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
    """Messages on disk. It holds a bounded number: when it is full, the oldest make room and are counted.

    Messages that Jadwal cannot store yet are kept back, a customer's in one line: all of them wait 1, 2, 4 … 60 minutes
    and then come out again in their order. Nobody else's wait for them. `clock` tells the time in seconds since 1970,
    since a wait goes on over a restart.
    """

    FIRST_WAIT, LONGEST_WAIT = 60, 3_600

    def __init__(self, path, limit=100_000, clock=time.time):
        # Bodies lie here while Jadwal is away, so the file is for the bridge's account alone.
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        os.chmod(path, 0o600)
        self.limit, self.dropped, self._clock = limit, 0, clock
        self._lock = threading.Lock()
        self.arrived, self._has_arrived = threading.Condition(self._lock), False
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
                body BLOB NOT NULL,
                is_kept INTEGER NOT NULL DEFAULT 0
            );
            CREATE TABLE IF NOT EXISTS wait (customer TEXT PRIMARY KEY, tries INTEGER NOT NULL, due INTEGER NOT NULL);
            CREATE TABLE IF NOT EXISTS link (customer TEXT PRIMARY KEY, linked_at INTEGER NOT NULL);
        """)
        if not any(column[1] == "is_kept" for column in self._database.execute("PRAGMA table_info(message)")):
            self._database.execute("ALTER TABLE message ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 0")  # An older file.
        self._database.executescript("""
            CREATE INDEX IF NOT EXISTS message_customer ON message (customer);
            CREATE INDEX IF NOT EXISTS message_fresh ON message (number) WHERE NOT is_kept;
            CREATE INDEX IF NOT EXISTS message_kept ON message (customer, number) WHERE is_kept;
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
                end_waits(database)
            database.execute(
                "INSERT INTO message (customer, id, body) VALUES (?, ?, ?)", (message["customer_id"], message["id"], body))
            self._count += 1
            self._has_arrived = True
            self.arrived.notify()

    def first(self, count, size):
        """The oldest messages that do not wait, (number, id, body) each: at most `count`, and `size` bytes together, but at
        least one if there is one."""
        with self._lock:
            self._has_arrived = False
            # A wait that is longer than the longest one was written down under a clock that was wrong.
            rows = self._database.execute("""
                SELECT number, id, body FROM message
                 WHERE is_kept AND customer IN (SELECT customer FROM wait WHERE due NOT BETWEEN ?1 + 1 AND ?1 + ?2)
                 ORDER BY number LIMIT ?3""", (int(self._clock()), self.LONGEST_WAIT, count)).fetchall()
            rows += self._database.execute(
                "SELECT number, id, body FROM message WHERE NOT is_kept ORDER BY number LIMIT ?",
                (count - len(rows),)).fetchall()
        taken, total = [], 0
        for row in sorted(rows):
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
            end_waits(database)

    def keep(self, numbers):
        """Keeps messages back. If one of them was kept before, its customer's wait grows."""
        now = int(self._clock())
        with self._transaction() as database:
            customers = {}
            for number in numbers:
                row = database.execute("SELECT customer, is_kept FROM message WHERE number = ?", (number,)).fetchone()
                if row is not None:  # It has not made room meanwhile.
                    customers[row[0]] = customers.get(row[0], False) or bool(row[1])
                    database.execute("UPDATE message SET is_kept = 1 WHERE number = ?", (number,))
            for customer, was_kept in customers.items():
                row = database.execute("SELECT tries FROM wait WHERE customer = ?", (customer,)).fetchone()
                if row is None or was_kept:
                    tries = row[0] if row else 0
                    due = now + min(self.FIRST_WAIT << min(tries, 20), self.LONGEST_WAIT)
                    database.execute("INSERT OR REPLACE INTO wait VALUES (?, ?, ?)", (customer, tries + 1, due))

    def wait(self, seconds):
        """Waits until a message arrives that came after the last call of `first`, or until the time is over."""
        with self._lock:
            if not self._has_arrived:
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
            end_waits(database)

    def close(self):
        with self._lock:
            self._database.close()


def end_waits(database):
    """Deletes the waits of customers for whom nothing is kept back now."""
    database.execute("""
        DELETE FROM wait
         WHERE NOT EXISTS (SELECT 1 FROM message WHERE message.customer = wait.customer AND message.is_kept)""")
