"""jadwal cities import, and the cities that a first start fills in."""

import gzip
import os
import subprocess
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
