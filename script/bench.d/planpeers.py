"""VROOM, CP-SAT and plain Python in `script/bench scheduling`: the days of the reference data, planned.

planpeers.py vroom|cpsat|insertion TASKS FOLDER
planpeers.py ties TASKS FOLDER

It prints the name, the milliseconds of the median and of the 95th percentile, the days whose weight and travel are those of
optima.jsonl, the days whose plan can be travelled, and the number of days. `ties` prints a line for each day instead: its
id, weight, travel, change and sum of the starts, with a plan in force that planned() makes up as the measuring program
does. CP-SAT gets 10 seconds for a day, and 60 for the ties.
"""

import json
import sys
import time


def read(folder, tasks):
    with open(f"{folder}/instances.jsonl") as days, open(f"{folder}/optima.jsonl") as optima:
        pairs = [(json.loads(day), json.loads(best)) for day, best in zip(days, optima)]
    return [pair for pair in pairs if len(pair[0]["flexible"]) == tasks]


def planned(day, number):
    """A start for each task in a plan in force."""
    first, last = day["day"]
    count = (last - first) // day["grid"]
    return [first + day["grid"] * ((number * 37 + task * 101 + 13) % count) for task in range(len(day["flexible"]))]


def value(day, plan):
    """The weight and the travel of a plan as (id, start, place) by start; None if it cannot be travelled."""
    fixed = {item["id"]: item for item in day["fixed"]}
    tasks = {item["id"]: item for item in day["flexible"]}
    ways = day["travel_min"]
    if not set(fixed) <= {item[0] for item in plan} or len({item[0] for item in plan}) < len(plan):
        return None
    free, here, weight, travel = day["day"][0], day["origin"], 0, 0
    for name, start, place in sorted(plan, key=lambda item: item[1]):
        item = fixed.get(name) or tasks[name]
        length = item["end"] - item["start"] if name in fixed else item["duration"]
        if item["place"] is not None and place != item["place"] or free + ways[here][place] > start:
            return None
        if name in fixed and start != item["start"]:
            return None
        if name in tasks:
            inside = any(first <= start and start + length <= last for first, last in item["windows"])
            if not inside or start % day["grid"]:
                return None
            weight += item["weight"]
        travel += ways[here][place]
        free, here = start + length, place
    return (weight, travel) if free <= day["day"][1] else None


# Plain Python: by weight, each task where it adds the least travel.

def walk(day, order):
    """The earliest times of items in an order; None if one comes too late. A placeless item is tried here and at the next
    place."""
    ways, free, here, travel, plan = day["travel_min"], day["day"][0], day["origin"], 0, []
    for index, item in enumerate(order):
        nexts = [other["place"] for other in order[index:] if other["place"] is not None]
        places = [item["place"]] if item["place"] is not None else list(dict.fromkeys([*nexts[:1], here]))
        for place in places:
            start = first_start(day, item, free + ways[here][place])
            if start is not None:
                break
        else:
            return None
        travel += ways[here][place]
        plan.append((item["id"], start, place))
        free, here = start + length_of(item), place
    return (travel, plan) if free <= day["day"][1] else None


def length_of(item):
    return item["duration"] if "duration" in item else item["end"] - item["start"]


def first_start(day, item, arrival):
    if "kind" in item:
        return item["start"] if arrival <= item["start"] else None
    starts = [-(-max(arrival, first) // day["grid"]) * day["grid"] for first, _ in item["windows"]]
    return min((start for start, (_, last) in zip(starts, item["windows"]) if start + item["duration"] <= last), default=None)


def with_insertion(day):
    order = sorted(day["fixed"], key=lambda item: item["start"])
    for task in sorted(day["flexible"], key=lambda item: -item["weight"]):
        tried = [order[:index] + [task] + order[index:] for index in range(len(order) + 1)]
        found = [(walked[0], index) for index, other in enumerate(tried) if (walked := walk(day, other))]
        if found:
            order = tried[min(found)[1]]
    walked = walk(day, order)
    return walked[1] if walked else []


# VROOM: events are jobs with one start, prayers are breaks, and a task without a place is at the origin.

def with_vroom(day):
    import vroom
    problem = vroom.Input()
    problem.set_durations_matrix(profile="car", matrix_input=[[60 * way for way in row] for row in day["travel_min"]])
    prayers = [item for item in day["fixed"] if item["place"] is None]
    events = [item for item in day["fixed"] if item["place"] is not None]
    breaks = [vroom.Break(index, time_windows=[vroom.TimeWindow(60 * item["start"], 60 * item["start"])],
                          service=60 * (item["end"] - item["start"])) for index, item in enumerate(prayers)]
    problem.add_vehicle(vroom.Vehicle(0, start=day["origin"], breaks=breaks,
                                      time_window=[60 * minute for minute in day["day"]]))
    for index, item in enumerate(events):
        problem.add_job(vroom.Job(index, item["place"], default_service=60 * (item["end"] - item["start"]), priority=100,
                                  time_windows=[vroom.TimeWindow(60 * item["start"], 60 * item["start"])]))
    for index, item in enumerate(day["flexible"]):
        windows = [vroom.TimeWindow(60 * first, 60 * (last - item["duration"])) for first, last in item["windows"]]
        place = day["origin"] if item["place"] is None else item["place"]
        problem.add_job(vroom.Job(100 + index, place, default_service=60 * item["duration"],
                                  priority=item["weight"], time_windows=windows))
    steps = problem.solve(exploration_level=5, nb_threads=1).to_dict()["routes"]
    return rounded(day, events, prayers, steps[0]["steps"] if steps else [])


def rounded(day, events, prayers, steps):
    """The steps of VROOM as a plan; its seconds are rounded up to the grid."""
    plan, here = [], day["origin"]
    for step in steps:
        start = (step["arrival"] + step["waiting_time"]) // 60
        if step["type"] == "break":
            plan.append((prayers[step["id"]]["id"], prayers[step["id"]]["start"], here))
        elif step["type"] == "job":
            here = step["location_index"]
            if step["id"] < 100:
                plan.append((events[step["id"]]["id"], start, here))
            else:
                plan.append((day["flexible"][step["id"] - 100]["id"], -(-start // day["grid"]) * day["grid"], here))
    return plan


# CP-SAT: one interval for each item, a circuit for the order, a place for each item.

class Model:
    def __init__(self, day):
        from ortools.sat.python import cp_model
        self.day, self.model = day, cp_model.CpModel()
        self.items = [*day["fixed"], *day["flexible"]]
        self.placed, self.starts, self.places = [], [], []
        for item in self.items:
            self.add(item)
        self.add_order()

    def add(self, item):
        model, day = self.model, self.day
        everywhere = range(len(day["travel_min"]))
        place = [item["place"]] if item["place"] is not None else everywhere
        self.places.append(model.new_int_var(min(place), max(place), ""))
        if "kind" in item:
            self.placed.append(1)
            self.starts.append(model.new_constant(item["start"]))
            return
        placed = model.new_bool_var("")
        start = model.new_int_var(*day["day"], "")
        chosen = [model.new_bool_var("") for _ in item["windows"]]
        model.add(sum(chosen) == placed)
        for window, (first, last) in zip(chosen, item["windows"]):
            model.add(start >= first).only_enforce_if(window)
            model.add(start + item["duration"] <= last).only_enforce_if(window)
        steps = model.new_int_var(0, day["day"][1] // day["grid"] + 1, "")
        model.add(start == steps * day["grid"])
        model.add(start + item["duration"] <= day["day"][1]).only_enforce_if(placed)
        self.placed.append(placed)
        self.starts.append(start)

    def add_order(self):
        """Arcs from the start (0) over the items to the start; each has minutes by the two places."""
        model, ways, arcs, minutes = self.model, self.day["travel_min"], [], []
        for index, placed in enumerate(self.placed):
            if isinstance(placed, int):
                continue
            arcs.append((index + 1, index + 1, placed.negated()))
        for source in range(len(self.items) + 1):
            arcs.append((source, 0, model.new_bool_var("")))
            for target in range(len(self.items)):
                if source != target + 1:
                    literal = model.new_bool_var("")
                    arcs.append((source, target + 1, literal))
                    minutes.append(self.way(source - 1, target, literal, ways))
        self.travel = sum(minutes)
        model.add_circuit(arcs)

    def way(self, source, target, literal, ways):
        model, way = self.model, self.model.new_int_var(0, max(map(max, ways)), "")
        count = len(ways)
        here = self.day["origin"] if source < 0 else self.places[source]
        minutes = model.new_int_var(0, max(map(max, ways)), "")
        model.add_element(here * count + self.places[target], [cell for row in ways for cell in row], minutes)
        model.add(way == minutes).only_enforce_if(literal)
        model.add(way == 0).only_enforce_if(literal.negated())
        free = self.day["day"][0] if source < 0 else self.starts[source] + length_of(self.items[source])
        model.add(free + minutes <= self.starts[target]).only_enforce_if(literal)
        return way

    def terms(self, force):
        """The change and the sum of the starts, with a plan in force."""
        model, first = self.model, len(self.day["fixed"])
        changes, starts = [], []
        for index, old in enumerate(force):
            start, placed = self.starts[first + index], self.placed[first + index]
            moved, change, counted = model.new_bool_var(""), model.new_int_var(0, 2_000, ""), model.new_int_var(0, 2_000, "")
            away = model.new_int_var(0, 2_000, "")
            model.add_abs_equality(away, start - old)
            model.add(start == old).only_enforce_if(moved.negated())
            model.add(change == away + 15 * moved).only_enforce_if(placed)
            model.add(change == 15).only_enforce_if(placed.negated())
            model.add(counted == start - self.day["day"][0]).only_enforce_if(placed)
            model.add(counted == 0).only_enforce_if(placed.negated())
            changes.append(change)
            starts.append(counted)
        return sum(changes), sum(starts)

    def weight(self):
        placed = self.placed[len(self.day["fixed"]):]
        return sum(item["weight"] * literal for item, literal in zip(self.day["flexible"], placed))


def solve(model, goal, seconds):
    from ortools.sat.python import cp_model
    model.maximize(goal)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 2
    return solver, solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


def with_cpsat(day):
    found = Model(day)
    solver, is_solved = solve(found.model, 1_000 * found.weight() - found.travel, 10)
    if not is_solved:
        return []
    return [(item["id"], solver.value(start), solver.value(place))
            for item, start, place, placed in zip(found.items, found.starts, found.places, found.placed)
            if isinstance(placed, int) or solver.value(placed)]


def ties(days):
    """One term after the other; each is kept while the next one is improved."""
    for number, (day, _) in enumerate(days):
        found = Model(day)
        change, starts = found.terms(planned(day, number))
        values = []
        for term in [found.weight(), -found.travel, -change, -starts]:
            solver, is_solved = solve(found.model, term, 60)
            if not is_solved:
                break
            values.append(abs(round(solver.value(term))))
            found.model.add(term >= round(solver.value(term)))
        print(day["id"], *values, flush=True)


def main():
    name, tasks, folder = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    days = read(folder, tasks)
    if name == "ties":
        ties(days)
        return
    work = {"insertion": with_insertion, "vroom": with_vroom, "cpsat": with_cpsat}[name]
    took, optimal, valid = [], 0, 0
    for day, best in days:
        began = time.perf_counter()
        plan = work(day)
        took.append((time.perf_counter() - began) * 1e3)
        found = value(day, plan)
        valid += found is not None
        optimal += found == (best["weight"], best["travel_min"])
    took.sort()
    print(name, f"{took[len(took) // 2]:.1f}", f"{took[-1]:.1f}", optimal, valid, len(days))


main()
