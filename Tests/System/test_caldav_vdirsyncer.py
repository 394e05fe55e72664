"""Every octet that a client stores comes back: 200 objects in twenty shapes, PUT and GET, and vdirsyncer on two replicas."""

import json
import random
import re
import threading
from collections import Counter

import icalendar
import pytest

from support.caldav import Device, add_customer, segment
from support.corpus import FOLDER, objects_of_the_corpus
from support.shapes import two_hundred
from support.vdirsyncer import Replica

OBJECTS = two_hundred()


@pytest.fixture
def device(server):
    with Device(add_customer(server)) as made:
        yield made


def names(objects):
    return [f"{number:03}.ics" for number in range(len(objects))]


def put_all(device, calendar, objects):
    """PUTs objects under numbers; {address: ETag of the answer}."""
    tags = {}
    for name, one in zip(names(objects), objects):
        answer = device.put(calendar + name, one.data, If_None_Match="*")
        assert answer.status == 201, (one.shape, answer.status, answer.body)
        tags[calendar + name] = answer.etag
    return tags


# --- PUT and GET ----------------------------------------------------------------------------------

def test_what_was_put_comes_back_octet_by_octet_with_the_etag_of_the_put(device):
    calendar = device.make_calendar("bytes")
    tags = put_all(device, calendar, OBJECTS)
    for name, one in zip(names(OBJECTS), OBJECTS):
        answer = device.send("GET", calendar + name)
        assert (answer.status, answer.body) == (200, one.data), one.shape
        assert answer.etag == tags[calendar + name] and re.fullmatch(r'"[^"]+"', answer.etag), one.shape
        assert answer.headers["Content-Type"].lower().replace(" ", "").startswith("text/calendar;"), one.shape
    assert len(set(tags.values())) == len(OBJECTS)


def test_a_report_gives_the_same_octets_and_etags(device):
    calendar = device.make_calendar("reports")
    tags = put_all(device, calendar, OBJECTS)
    members = device.multiget(calendar, *tags).members
    assert {href: one.text("d:getetag") for href, one in members.items()} == tags
    read = [members[calendar + name].text("c:calendar-data").encode() for name in names(OBJECTS)]
    assert [one.shape for one, data in zip(OBJECTS, read) if data != one.data] == []


def test_a_name_with_any_letter_has_one_spelling(device):
    """Clients compare addresses as text: the same one in PROPFIND, sync-collection and multiget, encoded once."""
    calendar = device.make_calendar("names")
    kept = {}
    for name, one in zip(["a b", "50%", "a+b", "a@b", "{x}", "ü", "موعد", "a%20b", "a:b;c,d=e", "(x)'!*~$&", "😀", "a'\"b"], OBJECTS):
        path = calendar + segment(name + ".ics")
        assert device.put(path, one.data, If_None_Match="*").status == 201, name
        assert device.send("GET", path).body == one.data, name
        kept[name] = one.data
    listed = set(device.propfind(calendar, "d:getetag", depth=1).members) - {calendar}
    assert len(listed) == len(kept)
    assert set(device.sync(calendar).members) == listed
    members = device.multiget(calendar, *sorted(listed)).members
    assert set(members) == listed
    assert Counter(one.text("c:calendar-data").encode() for one in members.values()) == Counter(kept.values())


def test_a_put_that_is_stored_otherwise_has_no_etag(device):
    """jCal is stored as iCalendar: the client must read it before it may rely on an ETag (RFC 4791 §5.3.4)."""
    calendar = device.make_calendar("jcal")
    jcal = ["vcalendar", [["version", {}, "text", "2.0"], ["prodid", {}, "text", "-//Jadwal//jCal//EN"]], [
        ["vevent", [["uid", {}, "text", "jcal-1"], ["dtstamp", {}, "date-time", "2026-01-01T00:00:00Z"],
                    ["dtstart", {}, "date-time", "2026-02-01T10:00:00Z"], ["summary", {}, "text", "قهوة"]], []]]]
    answer = device.put(calendar + "jcal.ics", json.dumps(jcal), Content_Type="application/calendar+json", If_None_Match="*")
    assert answer.status == 201, answer.body
    assert answer.etag is None
    got = device.send("GET", calendar + "jcal.ics")
    assert got.status == 200 and got.etag
    event = icalendar.Calendar.from_ical(got.body).walk("VEVENT")[0]
    assert (event["UID"], event["SUMMARY"]) == ("jcal-1", "قهوة")
    again = device.put(calendar + "jcal.ics", json.dumps(jcal), Content_Type="application/calendar+json", If_Match=got.etag)
    assert again.status == 204 and again.etag is None


# --- two replicas ---------------------------------------------------------------------------------

@pytest.fixture
def replicas(device, tmp_path):
    """Two folders that have synchronized the 200 objects through a calendar, and the calendar's address."""
    calendar = device.make_calendar("shapes")
    one, two = (Replica(tmp_path / name, device.account, calendar) for name in ("one", "two"))
    for number, made in enumerate(OBJECTS):
        one.write(f"{number:03}", made.data)
    assert one.sync() == 200
    assert one.sync() == 0
    assert two.sync() == 200
    return one, two, calendar


def settle(one, two):
    """Synchronizes until both replicas have heard of everything; the last two times nothing may move."""
    for replica in (one, two, one, two):
        replica.sync()
    assert (one.sync(), two.sync()) == (0, 0)


def changes(seed, *counts):
    """As many disjoint groups of the 200 as there are counts."""
    mixed = random.Random(seed).sample(range(200), sum(counts))
    return [[mixed.pop() for _ in range(count)] for count in counts]


def edit_file(replica, number, words):
    """Changes the file of an object; the name is another in a folder that was downloaded."""
    file_of(replica, number).write_bytes(OBJECTS[number].edited(words))


def delete_file(replica, number):
    file_of(replica, number).unlink()


def file_of(replica, number):
    return next(path for path in replica.files() if path.read_bytes() == OBJECTS[number].data)


def test_vdirsyncer_brings_200_objects_to_a_second_folder_unchanged(replicas):
    one, two, _ = replicas
    assert two.contents() == one.contents() == sorted(made.data for made in OBJECTS)
    assert (one.sync(), two.sync()) == (0, 0)


def test_vdirsyncer_carries_edits_and_deletions_both_ways(replicas):
    one, two, _ = replicas
    here, gone, there = changes(1, 20, 20, 20)
    for number in here:
        edit_file(one, number, "here")
    for number in gone:
        delete_file(one, number)
    for number in there:
        edit_file(two, number, "there")
    settle(one, two)
    wanted = {number: made.data for number, made in enumerate(OBJECTS) if number not in gone}
    wanted |= {number: OBJECTS[number].edited("here") for number in here}
    wanted |= {number: OBJECTS[number].edited("there") for number in there}
    assert one.contents() == two.contents() == sorted(wanted.values())


def test_vdirsyncer_loses_nothing_while_others_write(replicas, device):
    """Both replicas synchronize at once, while a third device edits, deletes and adds objects."""
    one, two, calendar = replicas
    here, gone, there, live, dropped = changes(2, 20, 20, 20, 30, 10)
    for number in here:
        edit_file(one, number, "here")
    for number in gone:
        delete_file(one, number)
    for number in there:
        edit_file(two, number, "there")

    members = device.propfind(calendar, "d:getetag", depth=1).members
    bodies = device.multiget(calendar, *(href for href in members if href != calendar)).members
    by_data = {one.text("c:calendar-data").encode(): (href, one.text("d:getetag")) for href, one in bodies.items()}
    added = [made.data.replace(made.uid.encode(), f"live-{number}".encode()) for number, made in enumerate(OBJECTS[:10])]
    refused, stop = [], threading.Event()

    def write():
        with Device(device.account) as third:
            for number in live:
                href, tag = by_data[OBJECTS[number].data]
                answer = third.put(href, OBJECTS[number].edited("live"), If_Match=tag)
                if answer.status != 204:
                    refused.append((number, answer.status, answer.body))
            for number in dropped:
                href, tag = by_data[OBJECTS[number].data]
                if third.send("DELETE", href, If_Match=tag).status != 204:
                    refused.append((number, "DELETE"))
            for number, data in enumerate(added):
                if third.put(f"{calendar}live-{number}.ics", data, If_None_Match="*").status != 201:
                    refused.append((number, "add"))

    writer = threading.Thread(target=write)
    writer.start()
    running = [one.start("sync"), two.start("sync")]
    for process in running:
        # A replica that finds an object changed under its hands says so and has to come again.
        output, _ = process.communicate(timeout=120)
        assert process.returncode in (0, 1), output
    writer.join()
    assert refused == []
    settle(one, two)
    wanted = {number: made.data for number, made in enumerate(OBJECTS) if number not in gone + dropped}
    for group, words in ((here, "here"), (there, "there"), (live, "live")):
        wanted |= {number: OBJECTS[number].edited(words) for number in group}
    assert one.contents() == two.contents() == sorted([*wanted.values(), *added])


# --- calendars of other programs --------------------------------------------------------------------

@pytest.mark.skipif(not FOLDER.is_dir(), reason="skipped: no reference data")
def test_vdirsyncer_brings_500_objects_of_other_programs_to_a_second_folder_unchanged(device, tmp_path):
    calendar = device.make_calendar("corpus")
    one, two = (Replica(tmp_path / name, device.account, calendar) for name in ("one", "two"))
    chosen = random.Random(500).sample(objects_of_the_corpus(), 500)
    for number, data in enumerate(chosen):
        one.write(f"{number:03}", data)
    assert one.sync() == 500
    assert one.sync() == 0
    assert two.sync() == 500
    assert two.contents() == sorted(chosen)
    assert (one.sync(), two.sync()) == (0, 0)
