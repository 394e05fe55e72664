"""jadwal cities import, and the cities that a first start fills in."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.server import ROOT, read_environment

HEADER = "id\tname\tcountry\tadmin1\tlatitude\tlongitude\televation\ttime_zone\tpopulation\talternate_names\n"
ATLANTIS = "999999999\tAtlantis\tPT\t\t37.5\t-25.5\t3\tAtlantic/Azores\t1\tAtlantida\n"


def released():
    """The rows of sql/cities.tsv.gz: [{column: text}]."""
    header, *lines = gzip.decompress((ROOT / "sql/cities.tsv.gz").read_bytes()).decode().splitlines()
    return [dict(zip(header.split("\t"), line.split("\t"))) for line in lines]


def run_jadwal(server, *arguments, role="jadwal"):
    """Runs the program with the settings that the server's worker has, as a role of the database."""
    worker = server.process_of("worker")
    settings = dict(
        entry.split("=", 1) for entry in read_environment(worker).decode().split("\0") if entry.startswith("JADWAL_")
    )
    settings["JADWAL_DATABASE"] = settings["JADWAL_DATABASE"].replace("user=jadwal", f"user={role}")
    return subprocess.run(
        [ROOT / ".build-debug/debug/jadwal", *arguments],
        env={**os.environ, **settings}, capture_output=True, text=True, timeout=60)


def test_a_first_start_fills_in_the_cities_and_a_second_migrate_does_nothing(server):
    assert int(server.sql("SELECT count(*) FROM city")[0][0]) >= len(released())
    assert server.sql("SELECT name_ar FROM city WHERE country = 'SA' AND slug = 'riyadh'") == [["الرياض"]]
    done = run_jadwal(server, "migrate", role="jadwal_owner")
    assert (done.returncode, done.stdout) == (0, "the database is up to date\n"), done.stderr


def test_every_country_of_the_zone_database_has_a_city():
    # iso3166.tab of tzdata; nobody lives in the four that are left but the staff of stations.
    lines = Path("/usr/share/zoneinfo/iso3166.tab").read_text().splitlines()
    countries = {line.split("\t")[0] for line in lines if not line.startswith("#")}
    assert len(countries) > 240
    assert countries - {row["country"] for row in released()} == {"AQ", "BV", "HM", "UM"}


def check_clocks(*arguments):
    command = [sys.executable, ROOT / "script/make-cities", "--check", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_every_city_has_the_clock_of_its_place_on_a_map_of_zones():
    done = check_clocks()
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith(f"{len(released())} cities over 2026 and 2027")


def test_the_check_of_clocks_names_a_city_of_the_wrong_zone(tmp_path):
    file = tmp_path / "cities.tsv.gz"
    wrong = [
        "3520271\tCiudad Río Bravo\tMX\t28\t25.98507\t-98.08964\t\tAmerica/Monterrey\t95647\t",
        "8521718\tBole\tCN\t13\t44.90009\t82.07206\t\tAsia/Shanghai\t270000\t",
        # Another name of the same clock is right.
        "108410\tRiyadh\tSA\t10\t24.68773\t46.72185\t\tAsia/Kuwait\t7000000\t",
    ]
    file.write_bytes(gzip.compress((HEADER + "\n".join(wrong) + "\n").encode()))
    done = check_clocks(str(file))
    assert (done.returncode, done.stderr) == (1, "")
    *lines, last = done.stdout.splitlines()
    # Mexico's border changes its clock on the second Sunday of March, at two in the morning.
    assert lines == [
        "3520271 Ciudad Río Bravo, MX: America/Monterrey, on the map America/Matamoros from 2026-03-08 08:00 UTC on",
        "8521718 Bole, CN: Asia/Shanghai, on the map Asia/Shanghai and Asia/Urumqi from 2026-01-01 00:00 UTC on",
    ]
    assert last.endswith("1 have its clock, 0 another one for a reason, 2 a wrong one")


def test_all_of_xinjiang_has_one_clock():
    zones = [row["time_zone"] for row in released() if (row["country"], row["admin1"]) == ("CN", "13")]
    assert len(zones) > 30 and set(zones) == {"Asia/Urumqi"}


# Reynosa beside them, on the same clock, has 13:38.
@pytest.mark.parametrize("name, dhuhr", [
    ("Ciudad Río Bravo", "13:37"), ("Valle Hermoso", "13:36"), ("Reynosa", "13:38")])
def test_dhuhr_on_the_border_of_mexico_is_by_its_summer_time(name, dhuhr):
    city, = [row for row in released() if (row["country"], row["name"]) == ("MX", name)]
    place = [f"--latitude={city['latitude']}", f"--longitude={city['longitude']}", "--time-zone", city["time_zone"]]
    done = subprocess.run(
        [ROOT / ".build-debug/debug/jadwal", "prayer-times", *place, "--date", "2026-07-01", "--format", "csv"],
        capture_output=True, text=True, timeout=20, env={}, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].split(",")[3] == dhuhr


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_is_imported_plain_or_packed_and_again(server, tmp_path, packed):
    file = tmp_path / "cities.tsv"
    text = (HEADER + ATLANTIS).encode()
    file.write_bytes(gzip.compress(text) if packed else text)
    for _ in range(2):
        done = run_jadwal(server, "cities", "import", str(file))
        assert (done.returncode, done.stdout) == (0, "imported 1\n"), done.stderr
    assert server.sql("SELECT slug, time_zone FROM city WHERE id = 999999999") == [["atlantis", "Atlantic/Azores"]]


@pytest.mark.parametrize("content, said", [
    (HEADER + ATLANTIS.replace("Atlantis", "Lost") + "1\tNowhere\tXX\t\t0\t0\t\tUTC\t0\t\n", ":3: “XX” is no country's code"),
    (HEADER + ATLANTIS.replace("Azores", "Atlantis"), ":2: “Atlantic/Atlantis” is a time zone that tzdata does not know"),
    ("no cities at all", ":1: has 1 columns"),
    ("", ": holds no city"),
])
def test_a_wrong_line_is_named_and_nothing_is_imported(server, tmp_path, content, said):
    file = tmp_path / "cities.tsv"
    file.write_text(content)
    before = server.sql("SELECT md5(string_agg(city::text, ',' ORDER BY id)) FROM city")
    done = run_jadwal(server, "cities", "import", str(file))
    assert done.returncode != 0
    assert f"{file}{said}" in done.stderr
    assert server.sql("SELECT md5(string_agg(city::text, ',' ORDER BY id)) FROM city") == before


def test_a_damaged_and_a_missing_file_are_named(server, tmp_path):
    file = tmp_path / "cities.tsv.gz"
    file.write_bytes(gzip.compress(HEADER.encode())[:-3])
    assert f"{file}: is not a gzip file, or is damaged" in run_jadwal(server, "cities", "import", str(file)).stderr
    assert "/nowhere: No such file or directory" in run_jadwal(server, "cities", "import", "/nowhere").stderr
