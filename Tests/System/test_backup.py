"""A backup is what can be restored: the unit's command and docs/operating.md's, run as they are."""

import os
import re
import subprocess
import time

import pytest

from support import raw
from support.backup import Backup, back_up, backup_command, environment, restore
from support.browser import Browser, new_address
from support.caldav import Device, add_customer, clark, sync_body
from support.devices import event
from support.server import wait_until

FEED = "/prayer/gb/london.ics"


@pytest.fixture
def backups(tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder


def test_what_was_backed_up_is_there_again_and_what_came_later_is_not(new_server, backups):
    server = new_server().start()
    early, late = new_address("early"), new_address("late")
    with Browser(server) as browser:
        browser.sign_in(early)
        feed = raw.request(server, FEED)
        assert feed.status == 200
        assert server.sql("SELECT count(*) > 0 FROM prayer_feed_body") == [["t"]]
        backup = back_up(server, backups)
        with Browser(server) as other:
            other.sign_in(late)
        server.stop()

        calls = restore(server, backup)
        units = "jadwal-serve@1 jadwal-serve@2 jadwal-work"
        assert calls == [f"stop {units}", f"start {units}"]

        server.start()
        assert server.sql("SELECT count(*) FROM customer WHERE email = '%s'" % late) == [["0"]]
        assert browser.is_signed_in(), "the session that was in the dump"
    assert server.sql("SELECT count(*) FROM prayer_feed_body") == [["0"]]
    again = raw.request(server, f"{FEED}?", headers=["Accept-Encoding: identity"])  # past nginx's cache
    assert (again.status, again.body) == (200, feed.body), "the body is made again"
    assert server.sql("SELECT count(*) > 0 FROM prayer_feed_body") == [["t"]]
    for address in (early, late):
        with Browser(server) as another:
            another.sign_in(address)
    owners = server.sql("SELECT DISTINCT relowner::regrole FROM pg_class WHERE relnamespace = 'public'::regnamespace")
    assert owners == [["jadwal_owner"]]


def test_no_calendar_program_misses_a_change_after_a_restore(new_server, backups):
    server = new_server().start()
    account = add_customer(server)
    calendar = account.home + "personal/"
    with Device(account) as device:
        assert device.put(calendar + "first.ics", event("first")).status == 201
        known = device.sync(calendar).token
        backup = back_up(server, backups)
        for name in ("second", "third"):
            assert device.put(f"{calendar}{name}.ics", event(name)).status == 201
        later = device.sync(calendar, known).token
        server.stop()
        restore(server, backup)
        server.start()
    with Device(account) as device:
        # Two changes since the dump, as before the restore: the numbers of the changes are the same again.
        for name in ("fourth", "fifth"):
            assert device.put(f"{calendar}{name}.ics", event(name)).status == 201
        for token in (known, later):
            refused = device.send("REPORT", calendar, sync_body(token), Depth=0)
            assert refused.status == 403 and refused.preconditions() == {clark("d:valid-sync-token")}, token
        names = {href.rsplit("/", 1)[1] for href in device.sync(calendar).members}
        assert names == {"first.ics", "fourth.ics", "fifth.ics"}


def own_feed(browser, city="London"):
    """Makes the customer's first feed, of a city; its path."""
    found = browser.page(f"/settings/prayer/place?q={city}").links
    place = next(link for link in found if link.startswith("/settings/prayer?city="))
    assert browser.submit_form(place, "/settings/prayer").status_code == 303
    return re.search(r"/prayer/[\w-]{43}\.ics", browser.get("/settings/prayer").text).group()


def test_no_feed_address_is_given_out_twice_whatever_a_restore_rewinds(new_server, backups):
    server = new_server().start()
    with Browser(server) as alice, Browser(server) as bob, Browser(server) as carol:
        for browser, name in ((alice, "alice"), (bob, "bob"), (carol, "carol")):
            browser.sign_in(new_address(name))
        carols = own_feed(carol)
        backup = back_up(server, backups)
        alices = own_feed(alice)
        number = server.sql("SELECT max(id) FROM prayer_feed")
        assert raw.request(server, alices).status == 200
        server.stop()
        restore(server, backup)
        server.start()
        assert raw.request(server, alices).status == 404, "the feed is younger than the dump"
        bobs = own_feed(bob)
        assert server.sql("SELECT max(id) FROM prayer_feed") == number, "the number was given out again"
        assert bobs != alices
        assert raw.request(server, alices).status == 404, "and not Bob's place"
        assert raw.request(server, bobs).status == 200
        assert raw.request(server, carols).status == 200, "what was in the dump goes on"
        assert own_feed(alice) not in (alices, bobs, carols)


def contents_of(file):
    """A dump's list of contents, without its head."""
    listed = subprocess.run(["pg_restore", "--list", file], check=True, capture_output=True, text=True).stdout
    return "\n".join(line for line in listed.splitlines() if not line.startswith(";"))


def test_a_backup_holds_every_table_and_no_feed_bodies_and_the_keys_in_a_file_of_their_own(server, backups):
    backup = back_up(server, backups)
    contents = contents_of(backup.dump)
    tables = [name for name, in server.sql("SELECT oid::regclass FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")]
    assert len(tables) > 10
    for table in tables:
        assert f" TABLE public {table} " in contents, table
        assert (f" TABLE DATA public {table} " in contents) == (table not in ("prayer_feed_body", "customer_key")), table
    assert [line.split("; ")[1].split(" ", 2)[2] for line in contents_of(backup.keys).splitlines()] == [
        "TABLE DATA public customer_key jadwal_owner"]


# Of customers who wrote to somebody before the dump: the statements of the time after it, and what is there again.
SINCE_THE_DUMP = {
    "goes-on": [],
    "rotated": ["UPDATE customer_key SET master_key = '22222222', wrapped = decode(repeat('22', 92), 'hex') WHERE customer_id = '{id}'"],
    "deleted": ["DELETE FROM customer WHERE id = '{id}'"],
    "forgot": ["DELETE FROM chat WHERE customer_id = '{id}'", "DELETE FROM agreement WHERE customer_id = '{id}'",
               "DELETE FROM customer_key WHERE customer_id = '{id}'", "UPDATE chat_account SET state = 'off' WHERE customer_id = '{id}'"],
}
SINCE_THE_DUMP["began-again"] = [
    *SINCE_THE_DUMP["forgot"], "INSERT INTO customer_key VALUES ('{id}', 1, '11111111', decode(repeat('33', 92), 'hex'), now())"]
ARE_THERE_AGAIN = {"goes-on", "rotated"}


def add_chat(server, name, made="now() - interval '3 days'"):
    """Makes a customer with a linked WhatsApp, a key, a chat with a message, and a finding; the id."""
    id, = server.sql("INSERT INTO customer (email, email_key, language, time_zone, first_day, verified_at) "
                     f"SELECT e, e, 'en', 'Asia/Riyadh', 7, now() FROM (SELECT '{name}@example.org' AS e) x RETURNING id")[0]
    server.sql(f"""
        INSERT INTO customer_key VALUES ('{id}', 1, '11111111', decode(repeat('11', 92), 'hex'), {made});
        INSERT INTO chat_account (customer_id, consent_version, consent_language, consented_at, state, attempt, sealed_number, asked_at)
        VALUES ('{id}', 1, 'en', {made}, 'ready', 1, 'sealed', {made});
        INSERT INTO chat (customer_id, chat_key, source, sealed_contact, last_message_at, created_at)
        VALUES ('{id}', decode(repeat('aa', 32), 'hex'), 'bridge', 'sealed', now(), {made});
        INSERT INTO chat_message (customer_id, message_key, chat_id, sent_at, is_mine, kind, sealed)
        SELECT customer_id, chat_key, id, now(), false, 'message', 'sealed' FROM chat WHERE customer_id = '{id}';
        INSERT INTO agreement (customer_id, chat_id, plan_key, values_key, state, sealed_values, last_day, found_at)
        SELECT customer_id, id, chat_key, chat_key, 'added', 'sealed', current_date + 9, {made} FROM chat WHERE customer_id = '{id}'""")
    return id


def test_chats_come_back_with_the_newest_keys_and_what_was_forgotten_since_does_not(new_server, backups, tmp_path):
    server = new_server().start()
    foreign_key = "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'customer_key'::regclass AND contype = 'f'"
    rule = server.sql(foreign_key)
    ids = {name: add_chat(server, name) for name in SINCE_THE_DUMP}
    dump = back_up(server, backups).dump
    for name, statements in SINCE_THE_DUMP.items():
        for statement in statements:
            server.sql(statement.format(id=ids[name]))
    joined = add_chat(server, "joined")
    later = tmp_path / "later"
    later.mkdir()
    keys = back_up(server, later).keys
    server.stop()
    restore(server, Backup(dump, keys))
    server.start()

    names = {id: name for name, id in ids.items()}
    assert {names[id] for id, in server.sql("SELECT id FROM customer WHERE email LIKE '%@example.org'")} == set(ids)
    assert joined not in names and server.sql(f"SELECT count(*) FROM customer_key WHERE customer_id = '{joined}'") == [["0"]]
    assert {names[id] for id, in server.sql("SELECT customer_id FROM customer_key")} == ARE_THERE_AGAIN | {"began-again"}
    assert server.sql(f"SELECT master_key FROM customer_key WHERE customer_id = '{ids['rotated']}'") == [["22222222"]]
    for table in ("chat", "chat_message", "agreement"):
        assert {names[id] for id, in server.sql(f"SELECT customer_id FROM {table}")} == ARE_THERE_AGAIN, table
    accounts = server.sql("SELECT customer_id, state, consented_at IS NULL, sealed_number IS NULL FROM chat_account")
    assert {names[id]: rest for id, *rest in accounts} == {
        name: ["ready", "f", "f"] if name in ARE_THERE_AGAIN else ["off", "t", "t"] for name in SINCE_THE_DUMP}
    assert server.sql(foreign_key) == rule
    # The bridge is asked to end the links that ended with the restore; here there is none.
    ended = "SELECT outcome FROM job WHERE kind = 'agreements.end-link'"
    wait_until(lambda: server.sql(ended) == [["done"]] * 3, 30, "the links end")


def test_files_are_deleted_when_their_time_is_over(server, backups):
    ages = {"jadwal-keys-1.dump": 46, "jadwal-keys-2.dump": 48, "jadwal-keys-3.dump.part": 48,
            "jadwal-1.dump": 48, "jadwal-2.dump": 14 * 24 - 2, "jadwal-3.dump": 14 * 24, "jadwal-4.dump.part": 14 * 24, "other": 9_999}
    for name, hours in ages.items():
        (backups / name).touch()
        os.utime(backups / name, (time.time() - hours * 3_600 + 60,) * 2)
    made = back_up(server, backups)
    left = {path.name for path in backups.iterdir()} - {path.name for path in made}
    assert left == {"jadwal-keys-1.dump", "jadwal-1.dump", "jadwal-2.dump", "other"}


# What keeps pg_dump from its work: it writes something that no pg_restore can read, and it cannot read the keys.
SHIMS = {
    "half": 'for word; do case $word in --file=*) echo half >"${word#--file=}" ;; esac; done',
    "no keys": 'case " $* " in *" --table=customer_key "*) exit 1 ;; esac; exec /usr/bin/pg_dump "$@"',
}


@pytest.mark.parametrize("fault", ["no database", *SHIMS])
def test_a_backup_that_fails_says_so_and_leaves_none_under_its_name(server, backups, tmp_path, fault):
    settings = environment(server)
    if fault in SHIMS:
        shim = tmp_path / "pg_dump"
        shim.write_text(f"#!/bin/sh\n{SHIMS[fault]}\n")
        shim.chmod(0o755)
        settings["PATH"] = f"{tmp_path}:{settings['PATH']}"
    else:
        settings["PGHOST"] = "/nonexistent"
    words = [word.replace("/var/backups/jadwal", str(backups)) for word in backup_command()]
    done = subprocess.run(words, env=settings, capture_output=True, timeout=60)
    assert done.returncode != 0
    assert not list(backups.glob("*.dump"))
