"""Writes a made-up timetable in GTFS: `helsinki`, a city with clock changes, or `riyadh`, one with 720,000 connections.

networks.py helsinki|riyadh SEED FOLDER

The same seed gives the same bytes. Both cities have lines with a time for each trip, lines by frequencies.txt, trips
that end after midnight, days without service and days with more, and walks between stops in transfers.txt. All times
are whole minutes, names of stops differ, and the walks of a place are closed under the triangle: routers that count in
minutes or join walks then have nothing to disagree about.
"""

import math
import random
import sys
from pathlib import Path

CITIES = {
    # zone, centre, lines, stops of a line, minutes between trips, metres between stops
    "helsinki": ("Europe/Helsinki", 60.17, 24.94, 36, (14, 24), (7, 10, 15, 20), 450),
    "riyadh": ("Asia/Riyadh", 24.69, 46.72, 86, (36, 46), (10,), 500),
}
METRES_OF_DEGREE = 111_195
WALKING = 1.2


class City:
    def __init__(self, name, seed):
        self.name = name
        (self.zone, self.latitude, self.longitude, self.line_count, self.lengths, self.headways,
         self.spacing) = CITIES[name]
        self.random = random.Random(f"{name} {seed}")
        self.stops, self.at = [], {}
        self.lines = [self.line(number) for number in range(self.line_count)]
        self.tables = {}

    def stop(self, east, north):
        """The stop within 60 metres of a point in metres, or a new one."""
        cell = round(east / 120), round(north / 120)
        if cell not in self.at:
            self.at[cell] = len(self.stops)
            self.stops.append((east + self.random.uniform(-20, 20), north + self.random.uniform(-20, 20)))
        return self.at[cell]

    def line(self, number):
        """A line as its stops and the minutes from each to the next. It crosses the city near its centre."""
        length = self.random.randint(*self.lengths)
        heading = self.random.uniform(0, math.pi)
        half = length * self.spacing / 2
        aside = self.random.gauss(0, half / 3)
        east = -math.cos(heading) * half - math.sin(heading) * aside
        north = -math.sin(heading) * half + math.cos(heading) * aside
        stops, minutes = [], []
        while len(stops) < length:
            here = self.stop(east, north)
            if not stops or here != stops[-1]:
                stops.append(here)
                minutes.append(self.random.choice((1, 1, 2, 2, 3)))
            heading += self.random.gauss(0, 0.12)
            east += math.cos(heading) * self.spacing
            north += math.sin(heading) * self.spacing
        return stops, minutes[:-1]

    def write(self, folder):
        self.agency()
        self.stop_table()
        self.services()
        self.timetable()
        self.walks()
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows in self.tables.items():
            (folder / name).write_text("\n".join(rows) + "\n", encoding="utf-8")

    def agency(self):
        self.tables["agency.txt"] = [
            "agency_id,agency_name,agency_url,agency_timezone", f"1,{self.name} lines,https://example.org,{self.zone}"]
        self.tables["feed_info.txt"] = [
            "feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date",
            f"{self.name},https://example.org,en,20260301,20261130"]

    def stop_table(self):
        rows = ["stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station"]
        for number, (east, north) in enumerate(self.stops):
            latitude = self.latitude + north / METRES_OF_DEGREE
            longitude = self.longitude + east / METRES_OF_DEGREE / math.cos(math.radians(self.latitude))
            rows.append(f"s{number},Stop {number},{latitude:.6f},{longitude:.6f},0,")
        self.tables["stops.txt"] = rows

    def services(self):
        """Weekdays, weekends and every day; a weekday that is served like a Sunday, and a Sunday with both."""
        self.tables["calendar.txt"] = [
            "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date",
            "week,1,1,1,1,1,0,0,20260301,20261130", "rest,0,0,0,0,0,1,1,20260301,20261130",
            "all,1,1,1,1,1,1,1,20260301,20261130"]
        self.tables["calendar_dates.txt"] = [
            "service_id,date,exception_type", "week,20260501,2", "rest,20260501,1", "week,20261018,1", "event,20260620,1"]

    def timetable(self):
        self.tables["routes.txt"] = ["route_id,agency_id,route_short_name,route_long_name,route_type"]
        self.tables["trips.txt"] = ["route_id,service_id,trip_id,trip_headsign,direction_id"]
        self.tables["stop_times.txt"] = [
            "trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type"]
        self.tables["frequencies.txt"] = ["trip_id,start_time,end_time,headway_secs,exact_times"]
        self.trip_count = 0
        for number, (stops, minutes) in enumerate(self.lines):
            kind = (3, 0, 1)[number % 3]
            self.tables["routes.txt"].append(f"r{number},1,{number + 1},Line {number + 1},{kind}")
            headway = self.random.choice(self.headways)
            for direction, (way, times) in enumerate([(stops, minutes), (stops[::-1], minutes[::-1])]):
                self.trips_of_line(number, direction, way, times, headway)

    def trips_of_line(self, number, direction, stops, minutes, headway):
        first = 5 * 60 + self.random.randrange(headway)
        if number % 12 == 5:
            # The last departure is after midnight, and belongs to the day before.
            trip = self.trip(number, direction, "all", 0, stops, minutes)
            self.tables["frequencies.txt"] += [
                f"{trip},05:00:00,09:00:00,{headway // 2 * 60},0", f"{trip},09:00:00,25:30:00,{headway * 60},1"]
            return
        if self.name == "riyadh":
            # 111 trips from five in the morning to half past eleven in the evening.
            for trip in range(111):
                self.trip(number, direction, "all", first + trip * headway, stops, minutes)
            return
        for start in range(first, 24 * 60, headway):
            self.trip(number, direction, "week", start, stops, minutes)
        for start in range(first + 60, 26 * 60, headway * 2):
            self.trip(number, direction, "rest", start, stops, minutes)
        if number % 4 == 1:
            for start in range(24 * 60 + 10, 28 * 60, 30):
                self.trip(number, direction, "week", start, stops, minutes)
        if number % 9 == 2:
            for start in range(18 * 60, 30 * 60, 6):
                self.trip(number, direction, "event", start, stops, minutes)

    def trip(self, number, direction, service, start, stops, minutes):
        """A trip that starts at a minute of its day. Some stops of some lines are only for boarding or alighting."""
        trip = f"t{self.trip_count}"
        self.trip_count += 1
        self.tables["trips.txt"].append(f"r{number},{service},{trip},Stop {stops[-1]},{direction}")
        arrival = start
        for index, stop in enumerate(stops):
            # A vehicle waits a minute at each tenth stop.
            departure = arrival + (1 if index % 10 == 9 else 0)
            closed = number % 7 == 3 and index % 6 == 4
            self.tables["stop_times.txt"].append(
                f"{trip},{clock(arrival)},{clock(departure)},s{stop},{index + 1},"
                f"{int(closed and direction == 0)},{int(closed and direction == 1)}")
            if index < len(minutes):
                arrival = departure + minutes[index]
        return trip

    def walks(self):
        """Walks between neighbours, in groups that are far from each other in steps."""
        rows, group = ["from_stop_id,to_stop_id,transfer_type,min_transfer_time"], {}
        for number, (east, north) in enumerate(self.stops):
            group.setdefault((east // 900, north // 900), []).append(number)
        for members in group.values():
            near = members[:3]
            for a in near:
                for b in near:
                    metres = math.dist(self.stops[a], self.stops[b])
                    if a != b and max(math.dist(self.stops[a], self.stops[c]) for c in near) < 700:
                        if max(math.dist(self.stops[b], self.stops[c]) for c in near) < 700:
                            rows.append(f"s{a},s{b},2,{60 * max(2, math.ceil(metres / WALKING / 60))}")
        self.tables["transfers.txt"] = rows


def clock(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}:00"


def main():
    City(sys.argv[1], sys.argv[2]).write(Path(sys.argv[3]))


main()
