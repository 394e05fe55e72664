"""`jadwal keys`: every key can be replaced, and people notice what its table says."""

import os
import re
import subprocess

import pytest

from support.browser import Browser, Page, new_address
from support.mail import letters_to, sign_in_letter
from support.server import ROOT

PROGRAM = ROOT / ".build-debug/debug/jadwal"
KEYS = ["forms", "codes", "throttles", "feeds", "browsers", "devices", "messages", "notices", "vapid",
        "tokens", "refreshes", "outside"]


def keys(data, *arguments, as_owner=True):
    """Runs the command as the account that owns the keys; it reads the program wherever the clone is."""
    words = [str(PROGRAM), "keys", *arguments]
    if as_owner and (owner := (data / "secrets").stat()).st_uid != os.geteuid():
        kept = "-all,+dac_read_search"
        words = ["setpriv", "--reuid", str(owner.st_uid), "--regid", str(owner.st_gid), "--clear-groups", "--no-new-privs",
                 "--inh-caps", kept, "--ambient-caps", kept, "--bounding-set", kept, *words]
    return subprocess.run(words, env={"JADWAL_DATA": str(data), "PATH": os.environ["PATH"]}, cwd="/",
                          capture_output=True, text=True, timeout=20)


def rotate(server, name):
    done = keys(server.data, "rotate", name)
    assert done.returncode == 0, done.stderr
    return done.stdout


def listed(data):
    done = keys(data, "list")
    assert done.returncode == 0, done.stderr
    return {fields[0]: fields for fields in (line.split("\t") for line in done.stdout.splitlines())}


@pytest.fixture
def stopped(new_server):
    """A server whose keys were made, and that does not run."""
    server = new_server().start()
    server.stop()
    return server


def test_every_key_is_listed_and_none_is_shown(stopped):
    rows = listed(stopped.data)
    assert list(rows) == KEYS
    shown = keys(stopped.data, "list").stdout
    for name in KEYS:
        key = (stopped.data / "secrets" / f"{name}.key").read_bytes()
        assert key.hex() not in shown and key[:4].hex() not in shown
        assert [len(rows[name][1]), rows[name][3], rows[name][4]] == [8, "0", "0"]
    rotate(stopped, "codes")
    after = listed(stopped.data)
    assert after["codes"][1] != rows["codes"][1] and after["codes"][4] == "1"
    assert {name: after[name] for name in KEYS if name != "codes"} == {name: rows[name] for name in KEYS if name != "codes"}


def test_before_the_first_start_no_key_is_made_by_looking(new_server):
    server = new_server()
    for command in (["list"], ["rotate", "forms"], ["forget", "forms"]):
        done = keys(server.data, *command, as_owner=False)
        assert done.returncode != 0 and f"{server.data}/secrets cannot be opened" in done.stderr
    assert not (server.data / "secrets").exists()
    (server.data / "secrets").mkdir(mode=0o700)
    assert [row[1] for row in listed(server.data).values()] == ["not made yet"] * len(KEYS)
    assert list((server.data / "secrets").iterdir()) == []
    assert "is not there yet" in keys(server.data, "rotate", "forms").stderr


def test_an_unknown_name_is_refused_with_those_there_are(stopped):
    for command in ("rotate", "forget"):
        done = keys(stopped.data, command, "cookies")
        assert done.returncode != 0
        assert f"There is no key 'cookies'; there are {', '.join(KEYS)}." in done.stderr


def test_another_account_changes_no_key(stopped):
    if (stopped.data / "secrets").stat().st_uid == os.geteuid():
        pytest.skip("the tests run as the account of the service")
    before = {path.name: path.read_bytes() for path in (stopped.data / "secrets").iterdir()}
    for command in ("rotate", "forget"):
        done = keys(stopped.data, command, "forms", as_owner=False)
        assert done.returncode != 0 and "run this as that account" in done.stderr
    assert {path.name: path.read_bytes() for path in (stopped.data / "secrets").iterdir()} == before


def test_a_form_that_is_open_outlives_one_rotation_and_not_two(new_server):
    server = new_server().start()
    with Browser(server) as browser:
        form = browser.page("/login").form("/login") | {"email": new_address("open")}
        said = rotate(server, "forms")
        assert "Restart `jadwal serve`" in said and "`jadwal work`" in said and "What people notice: Nothing after one rotation" in said
        restart(server)
        assert browser.submit("/login", form).status_code == 303, "made with the key before"

        form = browser.page("/login").form("/login") | {"email": new_address("open")}
        rotate(server, "forms")
        rotate(server, "forms")
        restart(server)
        answer = browser.submit("/login", form)
        assert answer.status_code == 403
        assert "This page was open too long" in Page(answer.text).text
        assert browser.submit("/login", browser.page("/login").form("/login") | {"email": new_address("open")}).status_code == 303


def test_forgetting_ends_the_earlier_keys(new_server):
    server = new_server().start()
    with Browser(server) as browser:
        form = browser.page("/login").form("/login") | {"email": new_address("forgotten")}
        rotate(server, "forms")
        done = keys(server.data, "forget", "forms")
        assert done.returncode == 0 and "earlier keys deleted: 1" in done.stdout
        restart(server)
        assert browser.submit("/login", form).status_code == 403


def test_sessions_and_links_outlive_the_rotation_of_every_key(new_server):
    server = new_server().start()
    address = new_address("rotated")
    with Browser(server) as browser, Browser(server) as other:
        browser.sign_in(address)
        before = len(letters_to(server, address))
        other.submit_form("/login", "/login", email=address)
        letter = sign_in_letter(server, address, before)
        for name in KEYS:
            rotate(server, name)
            rotate(server, name)
        restart(server)
        assert browser.is_signed_in()
        assert other.redeem(letter).status_code == 303
        assert other.is_signed_in()


def test_a_mailed_code_outlives_one_rotation_and_not_two(new_server):
    server = new_server().start()
    for rotations, status in ((1, 303), (2, 422)):
        with Browser(server) as browser:
            letter = browser.ask_for_link(new_address("code"))
            for _ in range(rotations):
                rotate(server, "codes")
            restart(server)
            assert browser.submit_form("/login/sent", "/login/code", code=letter.code).status_code == status


def test_a_feeds_address_is_shown_until_its_key_is_forgotten(new_server):
    server = new_server().start()
    with Browser(server) as browser:
        browser.sign_in()
        makkah = browser.get("/settings/prayer/place?q=makkah").headers["location"]
        assert browser.submit_form(makkah, "/settings/prayer").status_code == 303
        address = re.search(r"localhost:\d+(/prayer/[\w-]{20,}\.ics)", browser.get("/settings/prayer").text)[1]
        rotate(server, "feeds")
        rotate(server, "feeds")
        restart(server)
        assert address in browser.get("/settings/prayer").text
        assert "earlier keys deleted: 2" in keys(server.data, "forget", "feeds").stdout
        restart(server)
        assert address not in browser.get("/settings/prayer").text
        assert browser.get(address).status_code == 200, "calendars that have the address go on"


def restart(server):
    assert server.stop() == 0
    server.start()
