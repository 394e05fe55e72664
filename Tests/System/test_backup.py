"""A backup is what can be restored: the unit's command and docs/operating.md's, run as they stand."""

import re
import subprocess

import pytest

from support import raw
from support.backup import back_up, backup_command, environment, restore
from support.browser import Browser, new_address
from support.caldav import Device, add_customer, clark, sync_body
from support.devices import event

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
        file = back_up(server, backups)
        with Browser(server) as other:
            other.sign_in(late)
        server.stop()

        calls = restore(server, file)
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
        file = back_up(server, backups)
        for name in ("second", "third"):
            assert device.put(f"{calendar}{name}.ics", event(name)).status == 201
        later = device.sync(calendar, known).token
        server.stop()
        restore(server, file)
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
        file = back_up(server, backups)
        alices = own_feed(alice)
        number = server.sql("SELECT max(id) FROM prayer_feed")
        assert raw.request(server, alices).status == 200
        server.stop()
        restore(server, file)
        server.start()
        assert raw.request(server, alices).status == 404, "the feed is younger than the dump"
        bobs = own_feed(bob)
        assert server.sql("SELECT max(id) FROM prayer_feed") == number, "the number was given out again"
        assert bobs != alices
        assert raw.request(server, alices).status == 404, "and not Bob's place"
        assert raw.request(server, bobs).status == 200
        assert raw.request(server, carols).status == 200, "what was in the dump goes on"
        assert own_feed(alice) not in (alices, bobs, carols)


def test_a_backup_holds_every_table_and_no_feed_bodies(server, backups):
    contents = subprocess.run(
        ["pg_restore", "--list", back_up(server, backups)], check=True, capture_output=True, text=True).stdout
    tables = [name for name, in server.sql("SELECT oid::regclass FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")]
    assert len(tables) > 10
    for table in tables:
        assert f" TABLE public {table} " in contents, table
        assert (f" TABLE DATA public {table} " in contents) == (table != "prayer_feed_body"), table


@pytest.mark.parametrize("fault", ["PGHOST=/nonexistent", "PATH=shims"])
def test_a_backup_that_fails_says_so_and_leaves_none_under_its_name(server, backups, tmp_path, fault):
    settings = environment(server)
    if fault == "PATH=shims":  # pg_dump writes something, and no pg_restore can read it
        shim = tmp_path / "pg_dump"
        shim.write_text('#!/bin/sh\nfor word; do case $word in --file=*) echo half >"${word#--file=}" ;; esac; done\n')
        shim.chmod(0o755)
        settings["PATH"] = f"{tmp_path}:{settings['PATH']}"
    else:
        settings["PGHOST"] = "/nonexistent"
    words = [word.replace("/var/backups/jadwal", str(backups)) for word in backup_command()]
    done = subprocess.run(words, env=settings, capture_output=True, timeout=60)
    assert done.returncode != 0
    assert not list(backups.glob("*.dump"))
