#!/usr/bin/env python3
"""Makes this folder's CSV files from the collection of published timetables it is called with.

    make.py FOLDER

FOLDER holds the JSON files in the format of the Adhan family, official-overrides.csv with the
authorities' own minutes where that family altered them, ephemeris.csv and adhan-cases.csv. The
CSV files keep only the figures that the tests compare with, in a tenth of the size.
"""

import csv
import json
import pathlib
import shutil
import sys

EVENTS = ["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"]
METHODS = {
    "Dubai": "dubai", "Gulf": "gulf", "Kuwait": "kuwait", "Malaysia": "jakim", "Morocco": "morocco",
    "MoonsightingCommittee": "moonsighting-committee", "Qatar": "qatar", "Singapore": "singapore",
    "Turkey": "diyanet", "UmmAlQura": "umm-al-qura",
}
HERE = pathlib.Path(__file__).parent


def clock(text):
    """`4:41 PM` as `16:41`."""
    time, half = text.split()
    hour, minute = map(int, time.split(":"))
    return f"{hour % 12 + (12 if half == 'PM' else 0):02}:{minute:02}"


def assumes_a_clock_change_that_came_later(table, date):
    """The Moroccan ministry expected the summer time of 2020 a week early."""
    return "morocco" in table and "2020-05-24" <= date <= "2020-05-30"


def main(folder):
    with open(folder / "official-overrides.csv", encoding="utf-8") as file:
        published = {(row["file"], row["date"], row["prayer"]): row["official_local"] for row in csv.DictReader(file)}
    places, days, seconds = [], [], []
    for path in sorted(folder.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        if path.name == "index.json":
            continue
        table, at = path.stem, content["params"]
        is_computed = "columns" in content
        places.append([
            table, at["latitude"], at["longitude"], at["timezone"],
            "computed" if is_computed else METHODS[at["method"]],
            "hanafi" if at.get("madhab") == "Hanafi" else "standard"])
        if is_computed:
            seconds += [[table, row[0], *(time[-8:] for time in row[1:])] for row in content["times"]]
            continue
        for row in content["times"]:
            if not assumes_a_clock_change_that_came_later(table, row["date"]):
                minutes = [published.get((path.name, row["date"], event), clock(row[event])) for event in EVENTS]
                days.append([table, row["date"], *minutes])
    write("places.csv", ["table", "latitude", "longitude", "zone", "method", "school"], places)
    write("published.csv", ["table", "date", *EVENTS], days)
    write("computed.csv", ["table", "date", *EVENTS], seconds)
    for name in ("ephemeris.csv", "adhan-cases.csv"):
        shutil.copyfile(folder / name, HERE / name)


def write(name, header, rows):
    with open(HERE / name, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
