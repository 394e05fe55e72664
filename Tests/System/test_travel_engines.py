"""OSRM and Valhalla with the streets of Helsinki, asked by the program, beside the estimate."""

import contextlib
import re
import subprocess

import pytest

from support import streets
from support.server import ROOT

PROGRAM = ROOT / ".build-debug/debug/jadwal"
# Pairs of places in the map: near the station, and across the centre.
PAIRS = [
    "60.17,24.938 60.175,24.95",
    "60.1655,24.943 60.1765,24.935",
]
LINE = re.compile(r"ways \((\w+), (\w+)\): (\d+) m in (\d+) min; matrix (\d+) min; estimate (\d+) min")


def check(places, **engines):
    """Runs `jadwal travel check` with an engine for each way of travelling."""
    return subprocess.run(
        [str(PROGRAM), "travel", "check"], cwd=ROOT, capture_output=True, text=True, timeout=60,
        env={"JADWAL_TRAVEL_CHECK": places} | {f"JADWAL_TRAVEL_{mode.upper()}": text for mode, text in engines.items()})


@pytest.fixture(scope="module")
def engines(tmp_path_factory):
    """The addresses of an OSRM for each way of travelling, and of one Valhalla."""
    streets.build()
    with contextlib.ExitStack() as stack:
        found = {mode: stack.enter_context(streets.osrm(mode)) for mode in streets.PROFILES}
        found["valhalla"] = stack.enter_context(streets.valhalla(tmp_path_factory.mktemp("valhalla")))
        yield found


@pytest.mark.parametrize("places", PAIRS)
def test_both_engines_and_the_estimate_agree_within_a_factor_of_two(engines, places):
    minutes = {}
    for kind in ["osrm", "valhalla"]:
        named = {mode: f"{kind} {engines[mode if kind == 'osrm' else 'valhalla']}" for mode in streets.PROFILES}
        answer = check(places, **named)
        assert answer.returncode == 0, answer.stdout + answer.stderr
        found = [LINE.fullmatch(line) for line in answer.stdout.splitlines()]
        assert [match and match[1] for match in found] == ["walk", "bike", "car"], answer.stdout
        for match in found:
            mode, metres, way, matrix, estimate = match[1], *map(int, match.groups()[2:])
            assert match[2] == kind and 400 < metres < 6_000
            assert abs(way - matrix) <= 1, "a way takes as long as the matrix says"
            assert estimate / 2 <= way <= estimate * 2, match[0]
            minutes[kind, mode] = way
    for mode in streets.PROFILES:
        assert minutes["osrm", mode] / 2 <= minutes["valhalla", mode] <= minutes["osrm", mode] * 2


def test_a_way_that_the_cut_map_does_not_have_is_said(engines):
    back = "60.1765,24.935 60.1655,24.943"
    for text in [f"osrm {engines['car']}", f"valhalla {engines['valhalla']}"]:
        answer = check(back, car=text)
        assert answer.returncode == 1
        assert answer.stdout.strip().endswith("error: it finds no way between the places")


def test_places_outside_the_map_are_refused_in_a_sentence(engines):
    riyadh = "24.711,46.674 24.69,46.685"
    answer = check(riyadh, walk=f"osrm {engines['walk']}", bike=f"valhalla {engines['valhalla']}")
    assert answer.returncode == 1
    walk, bike = answer.stdout.splitlines()
    assert walk == "ways (walk, osrm): error: a place is not on its map"
    assert bike.startswith("ways (bike, valhalla): error: a place is not on its map")


def test_an_engine_at_the_address_of_another_is_refused_in_a_sentence(engines):
    answer = check(PAIRS[0], walk=f"osrm {engines['valhalla']}", bike=f"valhalla {engines['bike']}")
    assert answer.returncode == 1
    for line in answer.stdout.splitlines():
        assert "error: it does not understand the request" in line


def test_an_engine_that_ended_is_named_and_the_others_are_asked(engines):
    answer = check(PAIRS[0], walk=f"osrm http://127.0.0.1:{streets.free_port()}", bike=f"osrm {engines['bike']}")
    assert answer.returncode == 1
    walk, bike = answer.stdout.splitlines()
    assert walk == "ways (walk, osrm): error: it does not answer, or its certificate is wrong"
    assert LINE.fullmatch(bike)


def test_without_an_engine_all_ways_are_estimates():
    answer = check(PAIRS[0])
    assert answer.returncode != 0
    assert "all ways are estimates" in answer.stderr


@pytest.mark.parametrize("text, words", [
    ("osrm", "must name the address"), ("osm http://127.0.0.1:1", "must be one of"),
    ("osrm http://routes.example.org", "must begin with https://"), ("motis http://127.0.0.1:1", "does not do that way"),
    ("estimate http://127.0.0.1:1", "must name the address"), ("osrm https://me:key@example.org", "must name the address"),
])
def test_a_source_that_cannot_be_is_named_at_the_start(text, words):
    answer = check(PAIRS[0], walk=text)
    assert answer.returncode != 0
    assert "JADWAL_TRAVEL_WALK" in answer.stderr and words in answer.stderr
