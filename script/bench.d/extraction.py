"""Expressions read by Jadwal, Duckling and dateparser, and the speed of threads; for script/bench extraction."""

import datetime
import json
import pathlib
import re
import resource
import subprocess
import sys

GROUPS = [("Recognizers-Text", "en"), ("duckling", "en"), ("Recognizers-Text", "ar"), ("duckling", "ar")]


def rows_of(file):
    return [json.loads(line) for line in pathlib.Path(file).read_text(encoding="utf-8").splitlines() if line.strip()]


def is_right(start, row):
    """A start is right if it is one of the accepted ones, as exactly as the row's type asks."""
    for accepted in row["accept"]:
        accepted = accepted.replace(" ", "T")
        if row["type"] in ("date", "daterange"):
            same = start[:10] == accepted[:10]
        elif row["type"] in ("time", "timerange"):
            same = start[11:16] == accepted[:5]
        else:
            same = start[:16] == accepted[:16]
        if same:
            return True
    return False


def longest(found, row):
    """Returns the start of the finding that covers most of the row's span; nothing if none touches it."""
    begin = row["text"].find(row["span"] or row["text"])
    end = begin + len(row["span"] or row["text"])
    best = max(found, key=lambda each: min(end, each[1]) - max(begin, each[0]), default=None)
    return best[2] if best and min(end, best[1]) > max(begin, best[0]) else ""


def with_jadwal(program, file):
    """Answers each row's id with its start."""
    answers = subprocess.run([program, "extract", "expressions", file], check=True, capture_output=True, text=True)
    found = {answer["id"]: answer["found"] for answer in map(json.loads, answers.stdout.splitlines())}
    starts = {}
    for row in rows_of(file):
        places, at = [], 0
        for each in found[row["id"]]:
            at = row["text"].index(each["span"], at)
            places.append((at, at + len(each["span"]), each["start"]))
        starts[row["id"]] = longest(places, row)
    return starts


def with_duckling(file):
    import duckling

    zones = duckling.load_time_zones("/usr/share/zoneinfo")
    dimensions = duckling.parse_dimensions(["time"])
    starts = {}
    for row in rows_of(file):
        moment = datetime.datetime.fromisoformat(row["reference"]).replace(tzinfo=datetime.timezone.utc)
        now = duckling.parse_ref_time(zones, "UTC", int(moment.timestamp()))
        language = duckling.parse_lang(row["lang"].upper())
        context = duckling.Context(now, duckling.default_locale_lang(language))
        found = []
        for each in duckling.parse(row["text"], context, dimensions, False):
            value = each["value"]
            start = value.get("from", {}).get("value") or value.get("value") or row["reference"]
            found.append((each["start"], each["end"], start))
        starts[row["id"]] = longest(found, row)
    return starts


def with_dateparser(file):
    from dateparser.search import search_dates

    starts = {}
    for row in rows_of(file):
        settings = {"RELATIVE_BASE": datetime.datetime.fromisoformat(row["reference"]), "PREFER_DATES_FROM": "future"}
        found, at = [], 0
        for words, moment in search_dates(row["text"], languages=[row["lang"]], settings=settings) or []:
            at = max(row["text"].find(words, at), 0)
            found.append((at, at + len(words), moment.isoformat()))
        starts[row["id"]] = longest(found, row)
    return starts


def compare(program, file):
    """Prints a line for each source and language: all, and how many each of the three reads rightly."""
    rows = rows_of(file)
    answers = [with_jadwal(program, file), with_duckling(file), with_dateparser(file)]
    for source, language in GROUPS:
        ours = [row for row in rows if row["lang"] == language and row["origin"]["source"] == source]
        right = [sum(is_right(starts[row["id"]], row) for row in ours) for starts in answers]
        print(f"{source} {language}", len(ours), *right, sep="\t")


def speed(program, file, copies):
    """Prints threads a second of one core, reading and writing JSON, and the most memory in MB."""
    text = pathlib.Path(file).read_text(encoding="utf-8")
    threads = len(re.findall(r'"messages"', text))
    folder = pathlib.Path(file).parent

    def seconds(path):
        """The processor's time, which other work of the machine does not lengthen much."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([program, "extract", "threads", str(path)], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    many = folder / "threads-many.jsonl"
    many.write_text(text * copies, encoding="utf-8")
    # The start of the process and the reading of the lexicon are taken off.
    spent = min(seconds(many) for _ in range(3)) - min(seconds(file) for _ in range(3))
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{threads * (copies - 1) / spent:.0f}\t{1000 * spent / (threads * (copies - 1)):.3f}\t{memory:.1f}")


if __name__ == "__main__":
    {"compare": compare, "speed": lambda program, file, copies: speed(program, file, int(copies))}[sys.argv[1]](
        *sys.argv[2:])
