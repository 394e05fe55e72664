"""The road of messages: door, store, analysis, event. For script/bench extraction.

python3 - queue|ingest ORIGIN FOLDER PSQL: FOLDER is that of a running `script/server --rabbitmq` whose analysis waits
for no quiet. JADWAL_WASAPP_SECRET is set. Prints one line: messages a second, seconds until all were handed over, the
median and the 99th percentile of the delay in ms, and rows and events, as found and as expected.

Half of the chats agree on a plan, half make none. Each twentieth message comes twice while the rate is
measured.
"""

import datetime
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests/System"))

from support.bridge import Ingest, Queue, message  # noqa: E402  (the folder is known above)

CUSTOMERS, MANY_CHATS, PACED_CHATS, PACE = 10, 1200, 500, 50
# The number of other chats that speak between the two messages of one.
APART = 50
SYLLABLES = "ba da fa ha ka la ma na ra sa ta za".split()
PATIENCE = 180


class Database:
    """Asks through one psql, which stays connected."""

    def __init__(self, psql, folder):
        self._psql = subprocess.Popen(
            [psql, "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1",
             f"--host={folder}/run", "--username=postgres", "--dbname=jadwal"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def rows(self, sql):
        self._psql.stdin.write(f"{sql};\n\\echo .\n")
        self._psql.stdin.flush()
        found = []
        while (line := self._psql.stdout.readline()) != ".\n":
            if not line:
                raise RuntimeError("psql ended")
            found.append(line.rstrip("\n"))
        return found

    def number(self, sql):
        return int(self.rows(sql)[0])


def make_customers(database, door):
    made = database.rows(f"""INSERT INTO customer (email, email_key, language, time_zone, first_day, verified_at)
        SELECT a, a, 'en', 'Asia/Riyadh', 7, now()
          FROM (SELECT '{door}-' || n || '@example.org' AS a FROM generate_series(1, {CUSTOMERS}) n) AS addresses
        RETURNING id""")
    database.rows(f"""INSERT INTO chat_account (customer_id, consent_version, consent_language, consented_at, state)
        SELECT id, 1, 'en', now(), 'ready' FROM customer WHERE email LIKE '{door}-%'""")
    return made


def name_of(number):
    """A name of letters alone, another one for each number."""
    made = ""
    for _ in range(4):
        number, rest = divmod(number, len(SYLLABLES))
        made += SYLLABLES[rest]
    return made.capitalize()


def chats(customers, first, count):
    """Pairs of messages. Each chat is with somebody else; those of even numbers agree on a dinner."""
    today = datetime.datetime.now(datetime.UTC).date()
    now = time.time()
    for number in range(first, first + count):
        day = today + datetime.timedelta(days=3 + number % 50)
        lines = ((f"Dinner on {day.day} {day:%B} at {6 + number % 5} pm?", "ok deal") if number % 2 == 0 else
                 ("The new bakery is really good", "Thanks for telling me"))
        chat, customer = f"9665{number:08}@c.us", customers[number % len(customers)]
        yield name_of(number), [
            message(customer, line, chat=chat, mine=mine, name="Zaid" if mine else name_of(number),
                    at=now - 60 + 30 * mine)
            for line, mine in zip(lines, (False, True), strict=True)]


def in_order(pairs):
    """The messages as they come in: second ones after those of other chats."""
    coming = []
    for number in range(len(pairs) + APART):
        if number < len(pairs):
            coming.append((pairs[number][0], pairs[number][1][0]))
        if number >= APART:
            coming.append((pairs[number - APART][0], pairs[number - APART][1][1]))
    return coming


def body(each):
    return each["id"], json.dumps(each, ensure_ascii=False).encode()


def deliver(door, bodies):
    status, answer = door.deliver(bodies)
    if status != 204:
        raise RuntimeError(f"the door answers {status}: {answer}")


def plans(number):
    return (number + 1) // 2


def await_events(database, door, count):
    """Waits until there are that many events and no chat is left to read; returns the moment."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if database.number(events(door, "count(*)")) >= count and not database.number(
                f"SELECT count(*) FROM chat c JOIN customer u ON u.id = c.customer_id "
                f"WHERE u.email LIKE '{door}-%' AND c.analyse_after IS NOT NULL"):
            return time.monotonic()
        time.sleep(0.02)
    raise RuntimeError(f"after {PATIENCE} s there are {database.number(events(door, 'count(*)'))} of {count} events")


def events(door, what):
    return (f"SELECT {what} FROM calendar_object o JOIN calendar_collection k ON k.customer_id = o.customer_id "
            f"AND k.id = o.collection_id JOIN customer u ON u.id = o.customer_id "
            f"WHERE k.segment = 'whatsapp' AND u.email LIKE '{door}-%'")


def measure_rate(database, name, door, customers):
    coming = [body(each) for _, each in in_order(list(chats(customers, 0, MANY_CHATS)))]
    twice = [each for number, each in enumerate(coming) for each in [each] * (2 if number % 20 == 0 else 1)]
    began = time.monotonic()
    deliver(door, twice)
    handed = time.monotonic() - began
    return len(coming) / (await_events(database, name, plans(MANY_CHATS)) - began), handed


def measure_delay(database, name, door, customers):
    """Sends messages one by one at a pace, and notes when each event is seen: up to 10 ms after it is there."""
    sent, seen, failed = {}, {}, []
    coming = in_order(list(chats(customers, MANY_CHATS, PACED_CHATS)))
    first = database.number("SELECT coalesce(max(extract(epoch FROM created_at) * 1e6), 0)::bigint FROM calendar_object")

    def send():
        try:
            began = time.monotonic()
            for number, (who, each) in enumerate(coming):
                time.sleep(max(0, began + number / PACE - time.monotonic()))
                if each["is_sender_me"]:
                    sent[who] = time.monotonic()
                deliver(door, [body(each)])
        except Exception as error:  # told by the thread that waits
            failed.append(error)

    sender = threading.Thread(target=send)
    sender.start()
    deadline = time.monotonic() + PATIENCE
    while len(seen) < plans(PACED_CHATS) and not failed:
        if time.monotonic() > deadline:
            raise RuntimeError(f"{len(seen)} of {plans(PACED_CHATS)} events came")
        found = database.rows(
            events(name, "o.summary") + f" AND o.created_at > to_timestamp({first}::numeric / 1e6)")
        now = time.monotonic()
        for summary in found:
            seen.setdefault(summary.split()[-1], now)
        time.sleep(0.01)
    sender.join()
    if failed:
        raise failed[0]
    await_events(database, name, plans(MANY_CHATS) + plans(PACED_CHATS))
    delays = sorted(1000 * (seen[who] - sent[who]) for who in seen)
    return delays[len(delays) // 2], delays[min(len(delays) - 1, len(delays) * 99 // 100)]


def main(name, origin, folder, psql):
    database = Database(psql, folder)
    if name == "queue":
        door = Queue(pathlib.Path(folder, "rabbitmq/bridge.url").read_text().strip())
    else:
        door = Ingest(f"{origin}/api/v1/ingest/messages", os.environ["JADWAL_WASAPP_SECRET"],
                      f"{folder}/tls/certificate.pem")
    customers = make_customers(database, name)
    rate, handed = measure_rate(database, name, door, customers)
    p50, p99 = measure_delay(database, name, door, customers)
    door.close()
    rows = database.number("SELECT count(*) FROM chat_message m JOIN customer u ON u.id = m.customer_id "
                           f"WHERE u.email LIKE '{name}-%'")
    found = database.number(events(name, "count(*)"))
    different = database.number(events(name, "count(DISTINCT o.summary)"))
    print(f"{rate:.0f}", f"{handed:.1f}", f"{p50:.0f}", f"{p99:.0f}", rows, 2 * (MANY_CHATS + PACED_CHATS), found,
          different, plans(MANY_CHATS) + plans(PACED_CHATS), sep="\t")


if __name__ == "__main__":
    main(*sys.argv[1:])
