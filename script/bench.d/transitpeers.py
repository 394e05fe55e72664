"""`pynigiri` in `script/bench transit`: the earliest arrivals of random journeys on a day.

transitpeers.py FOLDER DAY COUNT FILE

It prints the milliseconds to load the feed in FOLDER and the memory that this took, and the median and the 95th
percentile of a search. FILE gets the journeys with their arrivals, as jadwal-transit-bench reads them.
"""

import random
import resource
import statistics
import sys
import time
from datetime import date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

sys.path.insert(0, str(Path(__file__).parents[2] / "Tests/TransitTests/Oracles"))
import nigiri_oracle  # noqa: E402


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main():
    folder, day, count, file = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    zone = ZoneInfo(Path(folder, "agency.txt").read_text().split()[-1].split(",")[-1])
    midnight = int(datetime.fromisoformat(day).replace(tzinfo=zone).timestamp()) // 60
    names = [line.split(",")[0] for line in Path(folder, "stops.txt").read_text().splitlines()[1:]]
    before, began = peak(), time.perf_counter()
    # Two days more, for trips after midnight.
    around = [str(date.fromisoformat(day) + timedelta(days=days)) for days in (-1, 2)]
    timetable = nigiri_oracle.load(folder, *around)
    print("nigiri-load", f"{(time.perf_counter() - began) * 1e3:.0f}", peak() - before)
    chance, took = random.Random(30), []
    with open(file, "w") as journeys:
        for _ in range(count):
            start, goal = chance.sample(names, 2)
            minute = midnight + chance.randrange(6 * 60, 21 * 60)
            question = nigiri_oracle.query(timetable, f"{start}:0", f"{goal}:0", minute)
            began = time.perf_counter()
            arrival = nigiri_oracle.arrival(timetable, question)
            took.append((time.perf_counter() - began) * 1e3)
            print(start, goal, minute, arrival, file=journeys)
    took.sort()
    print("nigiri", f"{statistics.median(took):.3f} {took[len(took) * 95 // 100]:.3f}", count, count)


main()
