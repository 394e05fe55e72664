"""Only services write: no surface calls a function of `Store` that changes a row."""

import re

from support.server import ROOT

SURFACES = ["Pages", "CalDAV", "Conversations", "Web"]
# A function's name with its first label, as in "customer(orInsert".
FUNCTION = re.compile(r"\bfunc (\w+(?:<[^>]*>)?\((?:\w+)?)")
WRITES = re.compile(r"\b(?:INSERT INTO|UPDATE [a-z_]+|DELETE FROM|SELECT setval|NOTIFY)\b")
CALL = re.compile(r"\bstore(?:\(\))?\.(\w+\((?:\w+(?=:))?)")


def writing_functions():
    """The names of Storage's functions that write, also by calling another one that does."""
    bodies = {}
    for path in (ROOT / "Sources/Storage").rglob("*.swift"):
        parts = FUNCTION.split(path.read_text())
        for name, body in zip(parts[1::2], parts[2::2]):
            name = re.sub(r"<[^>]*>", "", name).removesuffix("_")
            bodies[name] = bodies.get(name, "") + body
    writing = {name for name, body in bodies.items() if WRITES.search(body)}
    while more := {name for name, body in bodies.items()
                   if name not in writing and any(re.search(rf"(?:try|return) {re.escape(one)}", body) for one in writing)}:
        writing |= more
    return writing


def test_no_surface_calls_a_function_of_the_store_that_writes():
    writing = writing_functions()
    assert {"replace(", "take(", "deletePrayerFeed(of", "insert("} <= writing
    found = [f"{path.relative_to(ROOT)} calls {name}" for surface in SURFACES
             for path in sorted((ROOT / "Sources" / surface).rglob("*.swift"))
             for name in CALL.findall(path.read_text()) if name in writing]
    assert not found, "\n".join(found)
