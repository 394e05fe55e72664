"""`jadwal plan`: days and published problems in a terminal."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from support.server import ROOT

PROGRAM = ROOT / ".build-debug/debug/jadwal"
REFERENCE = Path(os.environ.get("JADWAL_REFERENCE") or ROOT.parent / "shared/reference") / "scheduling"
reference = pytest.mark.skipif(not REFERENCE.is_dir(), reason="skipped: no reference data")

DAY = {
    "id": "one", "grid": 5, "day": [480, 1080], "origin": 0, "travel_min": [[0, 20], [20, 0]],
    "fixed": [{"id": "dhuhr", "kind": "prayer", "start": 720, "end": 752, "place": None},
              {"id": "meeting", "kind": "event", "start": 780, "end": 840, "place": 0}],
    "flexible": [{"id": "shop", "duration": 30, "place": 1, "weight": 10, "windows": [[600, 720], [900, 1000]]},
                 {"id": "call", "duration": 15, "place": None, "weight": 3, "windows": [[480, 1080]]},
                 {"id": "gym", "duration": 300, "place": 0, "weight": 1, "windows": [[840, 1080]]}]}


def plan(command, argument, text=""):
    return subprocess.run([str(PROGRAM), "plan", command, str(argument)], input=text.encode(), capture_output=True,
                          timeout=300, env={})


def changed(**members):
    return json.dumps(DAY | members) + "\n"


def test_a_day_is_planned():
    answer = plan("day", "-", json.dumps(DAY) + "\n")
    found = json.loads(answer.stdout)
    assert answer.stderr == b"" and found["id"] == "one" and found["proven"] is True
    # The gym has no room. The shop is one way after the meeting, and two before it.
    assert (found["weight"], found["travel_min"]) == (13, 20)
    assert [item["id"] for item in found["plan"]] == ["call", "dhuhr", "meeting", "shop"]
    assert found["plan"][-1] == {"id": "shop", "start": 900, "end": 930, "place": 1}


@pytest.mark.parametrize("members, words", [
    ({"grid": 0}, "grid must be 1 to 1440"),
    ({"day": [480]}, "day must be two minutes"),
    ({"day": [900, 480]}, "day ends before it starts"),
    ({"origin": 2}, "origin is 2, and travel_min has 2 places"),
    ({"travel_min": [[0, 1], [1]]}, "travel_min[1] must have 2 whole numbers"),
    ({"travel_min": [[0, -1], [1, 0]]}, "travel_min[0] must have 2 whole numbers"),
    ({"fixed": [DAY["fixed"][0]] * 2}, "fixed[1].id is there twice"),
    ({"fixed": [DAY["fixed"][0] | {"kind": "nap"}]}, "fixed[0].kind must be event or prayer"),
    ({"flexible": [DAY["flexible"][0] | {"duration": -5}]}, "flexible[0].duration must be 0 to 100000"),
    ({"flexible": [DAY["flexible"][0] | {"weight": 0}]}, "flexible[0].weight must be 1 to 1000000"),
    ({"flexible": [DAY["flexible"][0] | {"windows": [[1, 2, 3]]}]}, "flexible[0].windows[0] must be two minutes"),
    ({"flexible": [{"id": "a"}]}, "flexible[0].duration is missing; add it"),
])
def test_a_wrong_member_is_named(members, words):
    answer = plan("day", "-", "\n" + changed(**members))
    assert answer.returncode != 0 and answer.stdout == b""
    assert f"line 2: {words}" in answer.stderr.decode()


def tour(folder, name):
    return {line.split("\t")[0]: line.split("\t") for line in (REFERENCE / folder / name).read_text().splitlines()
            if not line.startswith("#")}


@reference
def test_the_days_of_the_reference_are_planned_best():
    answer = plan("day", REFERENCE / "day/instances.jsonl")
    found = [json.loads(line) for line in answer.stdout.splitlines()]
    best = [json.loads(line) for line in (REFERENCE / "day/optima.jsonl").read_text().splitlines()]
    assert [(item["id"], item["weight"], item["travel_min"], item["proven"]) for item in found] == [
        (item["id"], item["weight"], item["travel_min"], True) for item in best]


@reference
@pytest.mark.parametrize("folder", ["optw", "tsptw"])
def test_published_problems_are_solved_best(folder):
    answer = plan(folder, REFERENCE / folder)
    found = [line.split("\t") for line in answer.stdout.decode().splitlines()]
    best = tour(folder, "best.tsv")
    assert [line[0] for line in found] == list(best)
    for name, value, order in found:
        assert float(value) == float(best[name][2])
        places = order.split()
        assert len(set(places)) == len(places)
        if folder == "tsptw":
            assert len(places) == int(best[name][1]) - 1


@pytest.mark.parametrize("files, words", [
    ({}, "best.tsv"),
    ({"best.tsv": "../a\t1\n"}, "best.tsv: line 1: the first column must be the name of a problem"),
    ({"best.tsv": "a\n", "a": "x\n"}, "a: line 1: must be the number of places, from 2 to 1000"),
    ({"best.tsv": "a\n", "a": "2\n0 1\n1\n0 9\n0 9\n"}, "a: line 3: must have 2 ways"),
    ({"best.tsv": "a\n", "a": "2\n0 1\n1 0\n0 9\n"}, "must have 2 rows of ways and 2 windows"),
    ({"best.tsv": "a\n", "a": "2\n0 1\n1 0\n0 9\n9 0\n"}, "a: line 5: the latest arrival is before the earliest one"),
])
def test_a_wrong_problem_is_named(tmp_path, files, words):
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    answer = plan("tsptw", tmp_path)
    assert answer.returncode != 0 and words in answer.stderr.decode()


def test_a_tour_that_cannot_be_made_has_a_dash(tmp_path):
    (tmp_path / "best.tsv").write_text("# name\nfar\t3\nnear\t3\n")
    (tmp_path / "far").write_text("3\n0 5 5\n5 0 5\n5 5 0\n0 20\n0 4\n0 20\n")
    (tmp_path / "near").write_text("3\n0 5.5 5\n5 0 5.25\n5 5 0\n0 20\n0 6\n0 20\n")
    answer = plan("tsptw", tmp_path)
    assert answer.stdout.decode() == "far\t-\t\nnear\t15.75\t1 2\n"
