"""`jadwal conflicts`: clashes and better times in a terminal."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from support.people import Person, timed
from support.server import ROOT, wait_until

PROGRAM = ROOT / ".build-debug/debug/jadwal"
REFERENCE = Path(os.environ.get("JADWAL_REFERENCE") or ROOT.parent / "shared/reference") / "scheduling"
reference = pytest.mark.skipif(not REFERENCE.is_dir(), reason="skipped: no reference data")

HEADER = "id,start_min,end_min,all_day,transparent,cancelled,calendar\n"
# Two meetings overlap, and so do two calls; a lunch touches; a moment, a free, a cancelled and a whole day count nothing.
EVENTS = HEADER + (
    "meeting,540,600,0,0,0,work\nreview,570,660,0,0,0,work\nlunch,660,720,0,0,0,home\ncall,720,750,0,0,0,work\n"
    "call back,749,760,0,0,0,home\nmoment,580,580,0,0,0,work\nfree,540,600,0,1,0,work\ngone,540,600,0,0,1,work\n"
    "holiday,0,1440,1,0,0,home\n")
CASE = {
    "id": "one", "weekday0": 0, "now": 0, "lead": 15, "grid": 15, "back_days": 0, "horizon_days": 2, "k": 3,
    "event": {"start": 600, "duration": 60, "place": None},
    "allowed": [[[540, 780]]] * 7, "preferred": [[[540, 1020]]] * 7, "travel_min": [[0, 20], [20, 0]],
    "busy": [{"start": 600, "end": 660, "place": 1}], "prayer": [{"start": 735, "adhan": 740, "end": 772}], "soft": []}


def conflicts(command, text, file="-"):
    return subprocess.run(
        [str(PROGRAM), "conflicts", command, str(file)], input=text.encode() if isinstance(text, str) else text,
        capture_output=True, timeout=120, env={})


def changed(**members):
    return json.dumps(CASE | members) + "\n"


def test_overlaps_are_counted():
    answer = conflicts("find", EVENTS)
    assert (answer.returncode, answer.stderr) == (0, b"")
    assert json.loads(answer.stdout) == {
        "events": 9, "counted": 5, "conflict_pairs": 2, "events_in_conflict": 4, "clusters": 2, "largest_cluster": 2,
        "max_simultaneous": 2}
    assert conflicts("find", EVENTS.replace("\n", "\r\n")).stdout == answer.stdout


def test_a_table_without_events_has_no_overlap():
    answer = conflicts("find", HEADER)
    assert answer.returncode == 0 and set(json.loads(answer.stdout).values()) == {0}


@pytest.mark.parametrize("text, problem", [
    ("", "line 1: the first line must be id,start_min,"),
    ("id,start\n1,2\n", "line 1: the first line must be id,start_min,"),
    (EVENTS + "x,1,2,0,0,0\n", "line 11: has 6 columns, and must have the 7 of the first line"),
    (EVENTS + "x,1,2,0,0,0,work,\n", "line 11: has 8 columns"),
    (EVENTS + ",1,2,0,0,0,work\n", "line 11: id is empty"),
    (EVENTS + "lunch,1,2,0,0,0,work\n", "line 11: id lunch is also on line 4"),
    (EVENTS + "x,nine,2,0,0,0,work\n", "line 11: start_min is “nine”, and must be a whole number"),
    (EVENTS + "x,1,2.5,0,0,0,work\n", "line 11: end_min is “2.5”, and must be a whole number"),
    (EVENTS + "x,1,99999999999999999999,0,0,0,work\n", "line 11: end_min is “99999999999999999999”"),
    (EVENTS + "\nx,3,2,0,0,0,work\n", "line 12: end_min 2 is before start_min 3"),
    (EVENTS + "x,1,2,yes,0,0,work\n", "line 11: all_day is “yes”, and must be 0 or 1"),
    (EVENTS + "x,1,2,0,0,2,work\n", "line 11: cancelled is “2”, and must be 0 or 1"),
    (b"\xff\xfe", "is not UTF-8"),
], ids=lambda value: value if isinstance(value, str) and "\n" not in value else "")
def test_a_wrong_table_is_refused_with_its_line_and_what_to_change(text, problem):
    answer = conflicts("find", text)
    assert (answer.returncode, answer.stdout) == (1, b"")
    assert f"-: {problem}" in answer.stderr.decode()


@pytest.mark.parametrize("command", ["find", "suggest"])
def test_a_file_that_cannot_be_read_is_named(command, tmp_path):
    assert b"/nowhere.csv: No such file or directory" in conflicts(command, "", "/nowhere.csv").stderr
    answer = conflicts(command, "", tmp_path)
    assert answer.returncode == 1 and f"{tmp_path}: is a folder" in answer.stderr.decode()


def test_better_times_are_listed_with_their_cost():
    """Solved by hand: 9:00, right before the meeting; 11:00, with a scrap of 15 minutes left before the prayer at 12:15; and
    the same hour on the next day, which is free."""
    answer = conflicts("suggest", changed() + "\n" + changed(id="two / ٢", k=1))
    assert (answer.returncode, answer.stderr) == (0, b"")
    first, second = answer.stdout.decode().splitlines()
    # 9:00; 11:00 and 11:15; the 13 quarters of the next day from 9:00 to 12:00.
    assert first == (
        '{"id": "one", "feasible_starts": 16, "suggestions": [{"start": 540, "cost": 60}, {"start": 660, "cost": 75}, '
        '{"start": 2040, "cost": 240}]}')
    assert second == '{"id": "two / ٢", "feasible_starts": 16, "suggestions": [{"start": 540, "cost": 60}]}'


def test_a_place_that_cannot_be_reached_is_not_suggested():
    event = {"start": 600, "duration": 60, "place": 0}
    # The way from the meeting takes 20 minutes, so neither 9:00, 11:00 nor 11:15 is possible.
    answer = json.loads(conflicts("suggest", changed(event=event)).stdout)
    assert answer["feasible_starts"] == 13


def test_no_time_is_an_empty_list():
    answer = conflicts("suggest", changed(allowed=[[]] * 7))
    assert json.loads(answer.stdout) == {"id": "one", "feasible_starts": 0, "suggestions": []}


@pytest.mark.parametrize("text, problem", [
    ("{", "line 1: is not a JSON object"),
    ("[]\n", "line 1: the line must be an object"),
    (changed() + "\n" + changed(now="noon"), "line 3: now must be a whole number"),
    (json.dumps({name: value for name, value in CASE.items() if name != "busy"}), "line 1: busy is missing; add it"),
    (changed(event={"start": 1}), "line 1: event.duration is missing; add it"),
    (changed(event={"start": 1, "duration": 0}), "line 1: event.duration must be 1 to 1000000"),
    (changed(event={"start": 1, "duration": 5, "place": 2}), "line 1: event.place is 2, and travel_min has 2 places"),
    (changed(busy=[{"start": 5, "end": 4}]), "line 1: busy[0] ends before it starts"),
    (changed(busy=[{"start": 5, "end": 6, "place": -1}]), "line 1: busy[0].place is -1"),
    (changed(busy=[{"start": 5, "end": "six"}]), "line 1: busy[0].end must be a whole number"),
    (changed(prayer=[{"start": 5, "end": 9}]), "line 1: prayer[0].adhan is missing; add it"),
    (changed(allowed=[[]] * 6), "line 1: allowed must have 7 lists"),
    (changed(preferred=[[[1, 1441]]] * 7), "line 1: preferred[0] must have pairs of minutes from 0 to 1440"),
    (changed(travel_min=[[0, 1]]), "line 1: travel_min[0] must have 1 whole numbers"),
    (changed(travel_min=[[0, -1], [1, 0]]), "line 1: travel_min[0] must have 2 whole numbers of at least 0"),
    (changed(weekday0=7), "line 1: weekday0 must be 0 for Sunday to 6 for Saturday"),
    (changed(grid=0), "line 1: grid must be 1 to 1440"),
    (changed(horizon_days=100000), "line 1: horizon_days must be 1 to 3660"),
    (changed(now=10 ** 18), "line 1: now is too far away"),
    (changed(now=10 ** 30), "line 1: is not a JSON object, or has a number that is too large"),
    (b"\xff\xfe", "is not UTF-8"),
], ids=lambda value: value if isinstance(value, str) and "{" not in value else "")
def test_a_wrong_case_is_refused_with_its_line_and_what_to_change(text, problem):
    answer = conflicts("suggest", text)
    assert answer.returncode == 1
    assert f"-: {problem}" in answer.stderr.decode()


@reference
def test_the_reference_year_has_the_expected_counts():
    answer = conflicts("find", "", REFERENCE / "conflict/events-10000.csv")
    expected = json.loads((REFERENCE / "conflict/expected.json").read_text())
    assert json.loads(answer.stdout) == expected and list(json.loads(answer.stdout)) == list(expected)


@reference
def test_the_reference_cases_have_the_expected_suggestions():
    answer = conflicts("suggest", "", REFERENCE / "suggest/cases.jsonl")
    assert answer.stdout.decode() == (REFERENCE / "suggest/expected.jsonl").read_text()


def test_an_operator_sees_the_conflicts_of_a_customer_without_their_titles(server):
    person = Person(server, city=None)
    person.put("lunch", *timed("lunch", "Lunch with Sara", "20270310", "1300", "1400"))
    person.put("dentist", *timed("dentist", "Dentist", "20270310", "1330", "1430"))

    def scan(address=person.account.email):
        return subprocess.run(
            [ROOT / "script/jadwal", "--data", server.data, "conflicts", "scan", "--customer", address],
            capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)

    done = wait_until(lambda: (one := scan()) and "1 open" in one.stdout and one, 20, "the worker's comparison")
    line, total = done.stdout.splitlines()
    assert line.split("\t")[1:] == ["open", "1", "overlap 1"] and line.startswith("2027-03-10 ")
    assert total == "found: 1 open, 0 kept, 0 new; gone: 0"
    assert "Lunch" not in done.stdout and "Dentist" not in done.stdout
    assert scan("nobody@example.org").returncode != 0
