"""`jadwal extract`: files read by a program, and their score."""

import json
import subprocess

import pytest

from support.server import ROOT

PROGRAM = ROOT / ".build-debug/debug/jadwal"

CHAT = {
    "id": "c", "kind": "thread", "lang": "en", "tz": "Asia/Riyadh",
    "messages": [
        {"id": "m1", "from": "person1", "text": "Dinner tomorrow at 8?", "ts": "2025-04-15T10:00:00+03:00"},
        {"id": "m2", "from": "person2", "text": "Yes!", "ts": "2025-04-15T10:01:00+03:00"}],
    "expect": {"status": "HAS_EVENT_AGREED", "event": {"start_date": "2025-04-16", "start_time": "20:00"}}}
OWN = {"id": "o", "kind": "expression", "lang": "ar", "text": "بكرة الساعة ٥", "tz": "Asia/Riyadh",
       "reference": "2025-04-15T10:00:00", "expect": {"date": "2025-04-16"}}
OTHERS = {"id": "e", "lang": "en", "text": "see you on May 3rd", "span": "on May 3rd", "type": "date",
          "reference": "2025-04-15T10:00:00", "accept": ["2025-05-03"], "origin": {"source": "duckling"}}
MARKED = {"id": "s", "lang": "ar", "text": "هل ستمطر غدا", "datetime_spans": [{"label": "datetime", "text": "غدا"}],
          "silver": {"reference": "2025-04-15T10:00:00", "start": "2025-04-16T00:00", "grain": "day"}}
EXPORT = {"id": "x", "date_order": "dmy", "text": "23/02/2025, 20:05 - Sara: Lunch?\n",
          "expect": [{"at": "2025-02-23T20:05:00", "sender": "Sara", "text": "Lunch?", "kind": "message"}]}


def extract(*arguments):
    return subprocess.run(
        [str(PROGRAM), "extract", *map(str, arguments)], capture_output=True, text=True, timeout=60, env={}, cwd=ROOT)


def written(folder, *rows, name="answers.jsonl"):
    file = folder / name
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def test_several_files_make_one_table_with_a_tick_for_each_gate(tmp_path):
    first = written(tmp_path, CHAT, OWN, name="first.jsonl")
    second = written(tmp_path, OTHERS, MARKED, EXPORT, name="second.jsonl")
    done = extract("score", first, second)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines.index("first.jsonl") < lines.index("second.jsonl")
    for name in ("threads: state, day and hour", "expressions: own", "expressions: duckling en", "spans: found",
                 "exports: formats"):
        line, = [line for line in lines if line.strip().startswith(name)]
        assert "1 of 1" in line and line.endswith("✓"), line


@pytest.mark.parametrize("row, change", [
    (CHAT, {"expect": {"status": "NO_EVENT", "event": None}}),
    (OWN, {"expect": {"date": "2025-04-17"}}),
    (OTHERS, {"accept": ["2025-05-04"]}),
    (MARKED, {"text": "هل ستمطر", "datetime_spans": [{"label": "datetime", "text": "ستمطر"}]}),
    (EXPORT, {"text": "23/02/2025, 20:05 - Omar: Lunch?\n"}),
], ids=["chat", "own expression", "expression of others", "span", "export"])
def test_a_missed_gate_has_a_cross_and_status_1(tmp_path, row, change):
    done = extract("score", "--wrong", written(tmp_path, row | change))
    assert done.returncode == 1
    assert "✗" in done.stdout and done.stdout.startswith(row["id"])


def test_a_debatable_chat_is_told_and_not_counted(tmp_path):
    debatable = CHAT | {"id": "d", "expect": {"status": "NO_EVENT", "event": None, "debatable": True}}
    done = extract("score", written(tmp_path, CHAT, debatable))
    assert done.returncode == 0
    assert "threads: debatable" in done.stdout and "0 of 1" in done.stdout


def test_a_file_without_answers_is_refused_by_name(tmp_path):
    done = extract("score", written(tmp_path, {"id": "n", "text": "tomorrow"}))
    assert done.returncode != 0
    assert "answers.jsonl" in done.stderr and "no line of it has a right answer" in done.stderr


def test_lines_of_other_kinds_are_passed_over(tmp_path):
    file = written(tmp_path, CHAT, OWN)
    times = [json.loads(line) for line in extract("expressions", file).stdout.splitlines()]
    assert [time["id"] for time in times] == ["o"]
    assert times[0]["found"][0]["start"].startswith("2025-04-16T")
    chats = [json.loads(line) for line in extract("threads", file).stdout.splitlines()]
    assert [(chat["id"], chat["status"]) for chat in chats] == [("c", "HAS_EVENT_AGREED")]


def test_lines_may_end_as_on_windows(tmp_path):
    file = tmp_path / "windows.jsonl"
    file.write_bytes(b"".join(json.dumps(row).encode() + b"\r\n" for row in [CHAT, OWN]) + b"\r\n")
    chats = [json.loads(line) for line in extract("threads", file).stdout.splitlines()]
    assert [(chat["id"], chat["status"]) for chat in chats] == [("c", "HAS_EVENT_AGREED")]
    times = [json.loads(line) for line in extract("expressions", file).stdout.splitlines()]
    assert [time["id"] for time in times] == ["o"]
    assert extract("score", file).returncode == 0
