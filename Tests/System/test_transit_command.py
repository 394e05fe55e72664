"""`jadwal transit`: archives of timetables, as operators publish them and as nobody should."""

import struct
import subprocess
import sys
import zipfile

import pytest

from support.server import ROOT

PROGRAM = ROOT / ".build-debug/debug/jadwal"
CALENDAR = "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
FILES = {
    "agency.txt": "agency_name,agency_url,agency_timezone\nA,https://example.org,Europe/Helsinki\n",
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\na,Alpha,60.17,24.94\nb,Beta,60.179,24.94\nc,Gamma,60.188,24.94\n",
    "routes.txt": "route_id,route_short_name,route_type\n7,7,0\n",
    "trips.txt": "route_id,service_id,trip_id,trip_headsign\n7,week,first,Gamma\n7,week,night,Gamma\n",
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
                      "first,08:00:00,08:00:00,a,1\nfirst,08:05:00,08:06:00,b,2\nfirst,08:10:00,08:10:00,c,3\n"
                      "night,24:30:00,24:30:00,a,1\nnight,24:35:00,24:36:00,b,2\nnight,24:40:00,24:40:00,c,3\n",
    "calendar.txt": CALENDAR + "week,1,1,1,1,1,0,0,20260101,20261231\n",
}


@pytest.fixture
def archive(tmp_path):
    def make(changes={}):
        path = tmp_path / "feed.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as feed:
            for name, text in (FILES | changes).items():
                if text is not None:
                    feed.writestr(name, text)
        return path
    return make


def transit(*words):
    answer = subprocess.run([str(PROGRAM), "transit", *map(str, words)], capture_output=True, timeout=300, env={})
    return answer.returncode, answer.stdout.decode().splitlines(), answer.stderr.decode()


def journey(path, start, goal, *words):
    return transit("journey", path, "--from", start, "--to", goal, *words)[:2]


def test_a_timetable_is_described(archive):
    assert transit("check", archive(), "--date", "2026-06-03") == (0, [
        "days: 2026-01-01 to 2026-12-31, times in Europe/Helsinki", "stops: 3, lines: 1, trips: 2",
        # The trips after midnight that evening and the evening before are within six hours of the day.
        "trips on 2026-06-03: 2, connections: 6", "problems: 0"], "")


def test_journeys_are_found_in_both_directions(archive):
    found = ["08:00 tram 7 to Gamma, Alpha", "08:10 Gamma, 2 stops", "08:00 to 08:10, 0 changes"]
    assert journey(archive(), "60.17,24.94", "60.188,24.94", "--leave", "2026-06-03T07:00") == (0, found)
    assert journey(archive(), "60.17,24.94", "60.188,24.94", "--arrive", "2026-06-03T09:00") == (0, found)
    code, lines = journey(archive(), "60.169,24.94", "60.188,24.94", "--leave", "2026-06-04T00:10")
    assert (code, lines[0], lines[-1]) == (0, "00:28 walk 2 min to Alpha", "00:28 to 00:40, 0 changes")


def test_a_way_that_is_not_there_has_a_reason(archive):
    path, points = archive(), ("60.17,24.94", "60.188,24.94")
    assert journey(path, *points, "--leave", "2026-06-07T07:00") == (1, ["no ride within six hours"])
    assert journey(path, *points, "--leave", "2027-06-07T07:00") == (1, ["the timetable ended on 2026-12-31"])
    assert journey(path, *points, "--leave", "2025-06-07T07:00") == (1, ["the timetable begins on 2026-01-01"])
    assert journey(path, "0,0", points[1], "--leave", "2026-06-03T07:00") == (1, ["no stop near the start"])
    assert journey(path, points[0], "60.171,24.94", "--leave", "2026-06-03T07:00") == (0, ["walk 2 min"])


@pytest.mark.parametrize(("changes", "words"), [
    ({"stops.txt": None}, "has no stops.txt."), ({"stops.txt": None, "../stops.txt": FILES["stops.txt"]}, "has no stops.txt."),
    ({"trips.txt": "route_id,trip_id\n"}, "trips.txt has no column service_id."),
    ({"agency.txt": "agency_timezone\n../../etc/passwd\n"}, "there is no time zone"),
    ({"stops.txt": 'stop_id\n"' + "x" * 70_000}, "stops.txt, line 2: the row is too long."),
])
def test_a_timetable_that_cannot_be_used_is_refused(archive, changes, words):
    code, lines, complaint = transit("check", archive(changes))
    assert code != 0 and lines == [] and words in complaint


def test_what_is_wrong_in_a_timetable_is_listed(archive):
    times = FILES["stop_times.txt"] + "first,25:99:00,25:99:00,a,4\n"
    code, lines, _ = transit("check", archive({"stop_times.txt": "\ufeff" + times.replace("\n", "\r\n")}))
    assert code == 0 and "stops: 3, lines: 1, trips: 1" in lines
    assert lines[-2:] == ["problems: 1", 'stop_times.txt, line 8: "25:99:00" is no time; the trip is left out']


def test_an_archive_that_declares_two_gigabytes_is_refused_before_it_is_read(archive):
    path = archive()
    octets = bytearray(path.read_bytes())
    place = octets.rindex(b"PK\x01\x02", 0, octets.index(b"stop_times.txt", octets.index(b"PK\x01\x02")))
    local = octets.rindex(b"PK\x03\x04", 0, octets.index(b"stop_times.txt"))
    for length in (place + 24, local + 22):
        octets[length:length + 4] = struct.pack("<I", (2 << 30) - 1)
    path.write_bytes(octets)
    code, _, complaint = transit("check", path)
    assert code != 0 and "unpacks to more than 1024 MB" in complaint


def test_what_is_no_archive_is_refused(tmp_path):
    (tmp_path / "feed.zip").write_text("stop_id\n")
    assert "is no zip archive" in transit("check", tmp_path / "feed.zip")[2]
    assert "is no zip archive" in transit("check", tmp_path / "missing.zip")[2]


def test_a_timetable_is_loaded_only_if_it_can_be_used(archive, tmp_path):
    data = tmp_path / "data"
    data.mkdir()

    def load(path):
        return subprocess.run([str(PROGRAM), "transit", "load", str(path)], capture_output=True, timeout=300,
                              env={"JADWAL_DATA": str(data)})
    path = archive()
    wanted = path.read_bytes()
    assert load(path).stdout == b"loaded: 3 stops, 2 trips, 2026-01-01 to 2026-12-31\n"
    assert (data / "transit.zip").read_bytes() == wanted
    refused = load(archive({"stops.txt": None}))
    assert refused.returncode != 0 and b"has no stops.txt." in refused.stderr
    assert (data / "transit.zip").read_bytes() == wanted


def test_a_made_up_city_has_no_problems(tmp_path):
    folder, path = tmp_path / "helsinki", tmp_path / "helsinki.zip"
    subprocess.run([sys.executable, str(ROOT / "Tests/TransitTests/Oracles/networks.py"), "helsinki", "1", str(folder)],
                   check=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as feed:
        for file in folder.iterdir():
            feed.write(file, file.name)
    code, lines, _ = transit("check", path, "--date", "2026-06-03")
    assert code == 0 and lines[0] == "days: 2026-03-01 to 2026-11-30, times in Europe/Helsinki"
    assert lines[-1] == "problems: 0"
