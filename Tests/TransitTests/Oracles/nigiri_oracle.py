"""Answers questions about journeys with `pynigiri`, the router inside MOTIS.

nigiri_oracle.py FOLDER FIRST LAST

FOLDER holds the files of a GTFS feed, FIRST and LAST are the days to load. Reads lines of: stops to begin at, stops to
end at, minute since 1970, separated by blanks; a stop is `id:minutes`, and stops are separated by commas. Writes one
line for each: the minute of the earliest arrival, or "none".

It counts in minutes and in UTC, and has the same rules: two minutes for a change, a walk instead of them between two
stops, no walk before the first and after the last ride but those of the question, six hours at most. Stops near each
other or of one name are not joined, and trips are not merged.
"""

import os
import sys

import pynigiri

LONGEST = 360


def load(folder, first, last):
    config = pynigiri.LoaderConfig()
    config.link_stop_distance = 0
    options = pynigiri.FinalizeOptions()
    options.adjust_footpaths = options.merge_dupes_intra_src = options.merge_dupes_inter_src = False
    return pynigiri.load_timetable([pynigiri.TimetableSource("feed", folder, config)], first, last, options)


def query(timetable, start, goal, minute):
    question = pynigiri.Query()
    question.start_time = minute
    question.start, question.destination = stops(timetable, start), stops(timetable, goal)
    # The minutes of a stop count only in this mode.
    question.start_match_mode = question.dest_match_mode = pynigiri.INTERMODAL
    question.max_travel_time = LONGEST
    return question


def stops(timetable, text):
    pairs = (stop.split(":") for stop in text.split(","))
    return [pynigiri.Offset(timetable.find_location(name), int(minutes), 0) for name, minutes in pairs]


def arrival(timetable, question):
    return min((journey.dest_time for journey in pynigiri.route(timetable, question)), default="none")


def main():
    # The library logs to the standard output.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    lines = sys.stdin.read().splitlines()
    timetable = load(*sys.argv[1:4]) if lines else None
    for line in lines:
        start, goal, minute = line.split()
        print(arrival(timetable, query(timetable, start, goal, int(minute))), file=answers)


if __name__ == "__main__":
    main()
