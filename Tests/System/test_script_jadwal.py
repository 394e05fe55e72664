"""script/jadwal: commands of the program with a data directory's settings, whether its server runs or not."""

import os
import shutil
import subprocess

import pytest

from support.server import ROOT, Server, new_data_directory

RIYADH = ["prayer-times", "--city", "Riyadh", "--country", "SA", "--date", "2026-11-21", "--format", "csv"]


def run(data, *arguments, script=ROOT / "script/jadwal", settings=None):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("JADWAL_")}
    return subprocess.run(
        [str(script), "--data", str(data), *arguments], env=environment | (settings or {}), stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=60)


@pytest.fixture(scope="module", params=["running", "stopped"])
def place(request, server, tmp_path_factory):
    """(data directory, port, whether its server runs)."""
    if request.param == "running":
        yield server.data, server.port, True
        return
    stopped = Server(settings={"JADWAL_FEED_DAYS": "30"})
    try:
        assert stopped.start().stop() == 0
        yield stopped.data, stopped.port, False
    finally:
        stopped.remove()


def test_the_settings_are_the_servers(place):
    data, port, _ = place
    done = run(data, "config")
    assert done.returncode == 0, done.stderr
    assert f"https://localhost:{port}" in done.stdout
    assert str(data) in done.stdout


def test_prayer_times_finds_a_city_in_the_database(place):
    data, _, _ = place
    done = run(data, *RIYADH)
    assert done.returncode == 0, done.stderr
    head, day = done.stdout.splitlines()
    assert head == "date,fajr,sunrise,dhuhr,asr,maghrib,isha" and day.startswith("2026-11-21,")


def test_doctor_finds_everything_that_runs(place):
    data, _, is_running = place
    done = run(data, "doctor")
    assert "ok    database: answers" in done.stdout and "ok    migrations: all applied" in done.stdout
    parts = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("FAIL")]
    assert parts == ([] if is_running else ["responder:", "nginx:"]), done.stdout
    assert done.returncode == (0 if is_running else 1)


def test_doctor_names_chats_whose_key_is_not_here(server):
    assert "ok    keys of chats: open the chats of" in run(server.data, "doctor").stdout
    id, = server.sql("INSERT INTO customer (email, email_key, language, time_zone, first_day, verified_at) "
                     "SELECT e, e, 'en', 'Asia/Riyadh', 7, now() FROM (SELECT 'doctor@example.org' AS e) x RETURNING id")[0]
    server.sql(f"INSERT INTO customer_key VALUES ('{id}', 1, '11111111', decode(repeat('11', 92), 'hex'), now())")
    try:
        done = run(server.data, "doctor")
        assert "FAIL  keys of chats: 1 customers' chats need a key that is not here" in done.stdout
        assert "secrets/messages.key" in done.stdout and done.returncode == 1
    finally:
        server.sql(f"DELETE FROM customer WHERE id = '{id}'")


def test_cities_are_imported_by_an_account_that_cannot_change_tables(place, tmp_path):
    data, _, _ = place
    file = tmp_path / "cities.tsv"
    file.write_text("id\tname\tcountry\tadmin1\tlatitude\tlongitude\televation\ttime_zone\tpopulation\talternate_names\n"
                    "999999998\tLemuria\tPT\t\t37.5\t-25.5\t3\tAtlantic/Azores\t1\t\n")
    for folder in (tmp_path, *tmp_path.parents[:3]):
        folder.chmod(folder.stat().st_mode | 0o055)
    done = run(data, "cities", "import", str(file))
    assert (done.returncode, done.stdout) == (0, "imported 1\n"), done.stderr
    done = run(data, "migrate")
    assert (done.returncode, done.stdout) == (0, "the database is up to date\n"), done.stderr


def test_a_stopped_server_is_as_before(place):
    data, _, is_running = place
    run(data, "doctor")
    assert (data / "postgres/postmaster.pid").exists() == is_running
    assert run(data, "feeds", "nonsense").returncode == 64, "the command's own status"


def test_the_callers_settings_come_first_then_those_of_the_last_start(place):
    data, _, is_running = place
    lines = run(data, "config").stdout.splitlines()
    days, = [line for line in lines if line.startswith("JADWAL_FEED_DAYS")]
    assert ("30" in days.split()) is not is_running
    days, = [line for line in run(data, "config", settings={"JADWAL_FEED_DAYS": "31"}).stdout.splitlines()
             if line.startswith("JADWAL_FEED_DAYS")]
    assert "31" in days


def test_a_wrong_data_directory_is_named_with_what_to_run():
    for data in ("/nowhere", str(new_data_directory())):
        done = run(data, "config")
        assert (done.returncode, done.stdout) == (1, "")
        assert f"{data} is no data directory of script/server" in done.stderr
        assert f"script/server --data {data}" in done.stderr


def test_without_a_build_it_says_what_to_run(server, tmp_path):
    for name in ("script", "sql", "templates", "nginx"):
        shutil.copytree(ROOT / name, tmp_path / name)
    done = run(server.data, "config", script=tmp_path / "script/jadwal")
    assert (done.returncode, done.stdout) == (1, "")
    assert f"There is no build in {tmp_path}/.build-debug/debug/jadwal" in done.stderr
    assert f"script/server --data {server.data} --debug" in done.stderr
    assert not (tmp_path / ".build-debug").exists(), "it builds nothing"


@pytest.mark.parametrize("arguments, status, says", [
    ([], 0, "Usage: script/jadwal"), (["--help"], 0, "Usage: script/jadwal"), (["--data"], 2, "Usage"),
    (["--nonsense"], 2, "There is no option --nonsense"), (["serve"], 1, "script/server runs that command"),
])
def test_wrong_options_are_refused_with_a_word(arguments, status, says):
    done = subprocess.run([str(ROOT / "script/jadwal"), *arguments], capture_output=True, text=True, timeout=20)
    assert done.returncode == status
    assert says in done.stdout + done.stderr
