"""Stands in for `session.py`, without WhatsApp: the last digits of the number say what happens. Given no number it is a
saved link, and what happens is in a file beside its database."""

import json
import os
import sys
import time
from pathlib import Path

events = os.fdopen(int(sys.argv[1]), "w")
orders = json.loads(sys.stdin.readline())
database = Path(orders["database"])


def tell(event, **more):
    events.write(json.dumps({"event": event, **more}) + "\n")
    events.flush()


def wait_for_orders():
    for line in sys.stdin:
        if json.loads(line)["command"] == "logout":
            database.with_suffix(".logged-out").touch()
            tell("logged_out")
    sys.exit(0)


number = orders["number"]
if number is None:
    plan = database.read_text()
    if plan == "gone":
        tell("logged_out")
        wait_for_orders()
    tell("ready", number="966501234567", name="Zaid")
    if plan in ("dies", "cuts"):
        database.write_text("stays")
        events.write('{"event": "mess' if plan == "cuts" else "")
        events.flush()
        sys.exit(2)
    tell("message", message={"customer_id": orders["customer"], "id": "id-1", "body": "hello"})
    if plan == "stopped":
        tell("stopped", reason="another program uses this link")
    wait_for_orders()

if number.endswith("01"):
    sys.exit(3)
if number.endswith("02"):
    tell("refused")
    wait_for_orders()
database.write_text("stays")
code = f"CODE{time.monotonic_ns() % 10_000:04}"
tell("code", code=code)
if number.endswith("03"):
    wait_for_orders()  # Nobody types the code.
tell("linked")
tell("ready", number=number, name="Zaid")
tell("lost")
tell("ready", number=number, name="")
wait_for_orders()
