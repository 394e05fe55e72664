"""Calendars of other programs, which are not part of this repository: in JADWAL_REFERENCE, or beside the clone."""

import os
import re
import warnings
from pathlib import Path

import icalendar

from support.server import ROOT

FOLDER = Path(os.environ.get("JADWAL_REFERENCE") or ROOT.parent / "shared/reference") / "icalendar/corpus"
KINDS = ("VEVENT", "VTODO", "VJOURNAL")


def components(lines):
    """The components of a calendar, one level inside: [(kind, lines)]."""
    found, inside, depth = [], [], 0
    for line in lines:
        word, _, value = line.partition(":")
        opens, closes = word.upper() == "BEGIN", word.upper() == "END"
        depth += opens
        if depth >= 2:
            inside.append(line)
        if closes:
            if depth == 2:
                found.append((value.strip().upper(), inside))
                inside = []
            depth -= 1
    return found


def property_of(lines, name):
    """The value of a component's own property; None if it has none."""
    depth = 0
    for line in re.sub(r"\n[ \t]", "", "\n".join(lines)).split("\n"):
        depth += line.upper().startswith("BEGIN:")
        match = re.match(rf"{name}(?:;[^:]*)?:(.*)", line, re.IGNORECASE)
        if match and depth == 1:
            return match[1].strip()
        depth -= line.upper().startswith("END:")
    return None


def read(path):
    """The calendar objects of a file: {UID: octets}. The components keep their lines; zones that they name come first."""
    lines = path.read_bytes().decode().replace("\r\n", "\n").split("\n")
    zones, by_uid = {}, {}
    for kind, inside in components(lines):
        if kind == "VTIMEZONE":
            zones[(property_of(inside, "TZID") or "").replace("\\", "")] = inside
        elif kind in KINDS and (uid := property_of(inside, "UID")):
            by_uid.setdefault(uid, []).append((kind, inside))
    objects = {}
    for uid, parts in by_uid.items():
        named = set(re.findall(r'TZID="?([^":;]+)', re.sub(r"\n[ \t]", "", "\n".join("\n".join(inside) for _, inside in parts))))
        whole = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Jadwal//corpus//EN"]
        for zone in sorted(named & set(zones)):
            whole += zones[zone]
        for _, inside in parts:
            whole += inside
        objects[uid] = "".join(line + "\r\n" for line in [*whole, "END:VCALENDAR"]).encode()
    return objects


def is_sound(data):
    """Returns true if another implementation reads it, it is small, and it is one object as RFC 4791 §4.1 wants it.

    An event begins at some time, and does not end earlier (RFC 5545 §3.6.1). RECURRENCE-ID is of the type of DTSTART (§3.8.4.4).
    """
    if not all(re.match(rb"[A-Za-z0-9-]+[;:]|[ \t]|$", line) for line in data.split(b"\r\n")):
        return False
    try:
        with warnings.catch_warnings(action="ignore"):
            calendar = icalendar.Calendar.from_ical(data)
        parts = [part for part in calendar.subcomponents if part.name in KINDS]
        masters = [part for part in parts if "RECURRENCE-ID" not in part]
        types = {type(part["RECURRENCE-ID"].dt) for part in parts if "RECURRENCE-ID" in part}
        types |= {type(part["DTSTART"].dt) for part in masters if "DTSTART" in part and len(parts) > 1}
        return (len(data) < 100_000 and len({part.name for part in parts}) == 1 and len(masters) <= 1 and len(types) <= 1
                and all("DTSTAMP" in part and not part.errors for part in parts)
                and all("DTSTART" in part for part in parts if part.name == "VEVENT")
                and all("DTEND" not in part or part["DTSTART"].dt <= part["DTEND"].dt for part in parts))
    except (TypeError, ValueError):
        return False


def objects_of_the_corpus():
    """Sound objects of all files, each UID once; empty if there is no corpus."""
    found = {}
    for path in sorted(FOLDER.glob("*.ics")):
        if "-invalid-" in path.name:
            continue
        try:
            objects = read(path)
        except UnicodeDecodeError:
            continue
        for uid, data in objects.items():
            if uid not in found and is_sound(data):
                found[uid] = data
    return list(found.values())
