"""A sorted list, `portion` and `intervaltree` in `script/bench scheduling`: all pairs of a table of events that overlap.

schedulingpeers.py list|portion|intervaltree FILE

It prints the name, the milliseconds of the median run, and the number of pairs, as jadwal-scheduling-bench does.
"""

import statistics
import sys
import time


def busy(file):
    """The starts and ends of the events that take time, in the order of the table."""
    with open(file) as lines:
        rows = [[int(column) for column in line.split(",")] for line in lines.read().split()[1:]]
    return [(row[1], row[2]) for row in rows if row[3:6] == [0, 0, 0] and row[1] < row[2]]


def with_list(items):
    """Events by their start; those that are not over are kept."""
    pairs, running = 0, []
    for start, end in sorted(items):
        running = [other for other in running if other > start]
        pairs += len(running)
        running.append(end)
    return pairs


def with_intervaltree(items):
    from intervaltree import Interval, IntervalTree
    tree = IntervalTree(Interval(start, end, number) for number, (start, end) in enumerate(items))
    return sum(len(tree.overlap(start, end)) - 1 for start, end in items) // 2


def with_portion(items):
    """A map from times to the numbers of events, which `portion` splits where they begin and end. Each event is looked
    up before it is put in."""
    import portion
    days = {}
    pairs = 0
    for start, end in sorted(items):
        time_of_event = portion.closedopen(start, end)
        for day in range(start // 1440, (end - 1) // 1440 + 1):
            others = days.setdefault(day, [])
            # A pair counts on the first day that both have.
            pairs += sum(1 for other in others
                         if other.overlaps(time_of_event) and max(other.lower, start) // 1440 == day)
            others.append(time_of_event)
    return pairs


def main():
    name, items = sys.argv[1], busy(sys.argv[2])
    work = {"list": with_list, "portion": with_portion, "intervaltree": with_intervaltree}[name]
    took, pairs = [], 0
    for _ in range(9 if name == "list" else 3):
        began = time.perf_counter()
        pairs = work(items)
        took.append((time.perf_counter() - began) * 1e3)
    print(name, f"{statistics.median(took):.3f}", pairs)


main()
