"""`jadwal prayer-times`: the times of a place in a terminal, with and without a database."""

import csv
import datetime
import io
import subprocess

import pytest
from icalendar import Calendar

from support.server import ROOT

PROGRAM = ROOT / ".build-debug/debug/jadwal"
RIYADH = ["--latitude", "24.6877", "--longitude", "46.7219", "--time-zone", "Asia/Riyadh"]
MAKKAH = ["--latitude", "21.427009", "--longitude", "39.828685", "--time-zone", "Asia/Riyadh"]
EVENTS = ["fajr", "sunrise", "dhuhr", "asr", "maghrib", "isha"]


def ask(*arguments, settings=None):
    answer = subprocess.run(
        [str(PROGRAM), "prayer-times", *arguments], capture_output=True, timeout=20, env=settings or {}, cwd=ROOT)
    # Decoded here: text=True would make one of CRLF and LF.
    answer.stdout, answer.stderr = answer.stdout.decode(), answer.stderr.decode()
    return answer


def rows(*arguments):
    answer = ask(*arguments, "--format", "csv")
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.splitlines()[0] == "date,fajr,sunrise,dhuhr,asr,maghrib,isha"
    return list(csv.DictReader(io.StringIO(answer.stdout)))


def test_a_place_needs_no_database_and_makkah_is_as_published():
    # The Umm al-Qura calendar's line for 3 May 2016 (25/7/1437) at Makkah.
    day, = rows(*MAKKAH, "--date", "2016-05-02", "--method", "umm-al-qura")
    assert [day["sunrise"], day["dhuhr"], day["asr"], day["maghrib"], day["isha"]] == \
        ["05:48", "12:18", "15:39", "18:47", "20:17"]


def test_days_follow_each_other():
    days = rows(*RIYADH, "--date", "2026-12-25", "--days", "30")
    first = datetime.date(2026, 12, 25)
    assert [day["date"] for day in days] == [str(first + datetime.timedelta(n)) for n in range(30)]
    for day in days:
        assert sorted(day[event] for event in EVENTS) == [day[event] for event in EVENTS]


def test_today_is_the_places_own():
    kiritimati = ["--latitude", "1.8721", "--longitude", "-157.4278", "--time-zone", "Pacific/Kiritimati"]
    before = datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=14))).date()
    day, = rows(*kiritimati)
    after = datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=14))).date()
    assert day["date"] in (str(before), str(after))


def test_seconds_in_utc_are_instants_with_tenths():
    day, = rows(*MAKKAH, "--date", "2016-05-02", "--seconds", "--utc")
    for event in EVENTS:
        moment = datetime.datetime.strptime(day[event], "%Y-%m-%dT%H:%M:%S.%fZ")
        assert len(day[event]) == len("2026-11-21T02:53:39.3Z")
        assert moment.date() == datetime.date(2016, 5, 2)
    local, = rows(*MAKKAH, "--date", "2016-05-02", "--seconds")
    assert day["dhuhr"][14:21] == local["dhuhr"][3:], "minutes and tenths are the same in a zone of whole hours"


def test_a_missing_time_is_an_empty_field():
    tromso = ["--latitude", "69.65", "--longitude", "18.96", "--time-zone", "Europe/Oslo", "--date", "2026-06-21"]
    day, = rows(*tromso, "--polar", "unresolved")
    assert day["sunrise"] == day["maghrib"] == "" and day["dhuhr"] != ""
    assert all(rows(*tromso)[0].values())
    assert "the sun stays up" in ask(*tromso, "--polar", "unresolved").stdout
    assert "polar day by nearest-latitude" in ask(*tromso).stdout


def minutes(text):
    return int(text[:2]) * 60 + int(text[3:5])


def test_choices_change_what_they_say():
    plain, = rows(*RIYADH, "--date", "2026-11-21", "--country", "SA")
    assert (minutes(plain["isha"]) - minutes(plain["maghrib"])) == 90, "Saudi Arabia's method is Umm al-Qura"
    moved, = rows(*RIYADH, "--date", "2026-11-21", "--country", "SA", "--adjust", "fajr=2,isha=-1")
    assert minutes(moved["fajr"]) - minutes(plain["fajr"]) == 2
    assert minutes(moved["isha"]) - minutes(plain["isha"]) == -1
    assert moved["maghrib"] == plain["maghrib"]
    hanafi, = rows(*RIYADH, "--date", "2026-11-21", "--country", "sa", "--school", "hanafi")
    assert minutes(hanafi["asr"]) > minutes(plain["asr"]) + 30
    custom, = rows(*RIYADH, "--date", "2026-11-21", "--method", "custom", "--fajr-angle", "18.5",
                   "--isha-minutes", "90", "--rounding", "up")
    assert custom == plain
    june = ["--latitude", "55.983226", "--longitude", "-3.216649", "--time-zone", "Europe/London", "--date", "2020-06-15",
            "--method", "muslim-world-league", "--high-latitude"]
    # Figures of the Adhan libraries' tests.
    assert rows(*june, "middle-of-the-night")[0]["fajr"] == "01:14"
    assert rows(*june, "seventh-of-the-night")[0]["isha"] == "22:56"
    assert rows(*june, "twilight-angle")[0]["fajr"] == "02:31"
    assert rows(*june, "none")[0]["fajr"] == ""
    two = [*june, "middle-of-the-night", "--high-latitude-isha", "seventh-of-the-night"]
    assert (rows(*two)[0]["fajr"], rows(*two)[0]["isha"]) == ("01:14", "22:56")
    assert rows(*june, "mecca-schedule", "--high-latitude-fajr", "middle-of-the-night",
                "--high-latitude-isha", "seventh-of-the-night") == rows(*two)
    assert "Fajr by middle-of-the-night; Isha by seventh-of-the-night" in ask(*two).stdout
    # The minutes of a seasonal method are its own: no rule replaced an angle.
    assert " by " not in ask(*june[:-3], "--method", "moonsighting-committee").stdout


def test_a_calendar_is_one_that_others_read():
    answer = ask(*RIYADH, "--date", "2026-11-21", "--days", "3", "--format", "ics")
    assert answer.returncode == 0
    assert all(line.endswith("\r\n") for line in answer.stdout.splitlines(keepends=True))
    events = Calendar.from_ical(answer.stdout).walk("VEVENT")
    assert len(events) == 18 and len({event["UID"] for event in events}) == 18
    wanted = rows(*RIYADH, "--date", "2026-11-21", "--days", "3", "--utc")
    assert [event.decoded("DTSTART").strftime("%Y-%m-%dT%H:%M:%SZ") for event in events] == \
        [day[name] for day in wanted for name in EVENTS]
    assert ask(*RIYADH, "--date", "2026-11-21", "--days", "3", "--format", "ics").stdout == answer.stdout
    # Named as in the feeds: place, method, school, day and time.
    assert str(events[0]["UID"]) == "24.6877N46.7219E-umm-al-qura-standard-20261121-fajr@jadwal"
    assert str(events[0]["SUMMARY"]) == "Fajr" and events[0]["DESCRIPTION"].startswith("11 Jumada II 1448 AH")


def test_calendars_by_other_rules_have_other_events():
    plain, moved, higher = (
        Calendar.from_ical(ask(*RIYADH, "--date", "2026-11-21", "--format", "ics", *more).stdout).walk("VEVENT")
        for more in ([], ["--adjust", "fajr=2"], ["--elevation", "600"]))
    assert not {event["UID"] for event in plain} & {event["UID"] for event in moved + higher}
    assert moved[0].decoded("DTSTART") - plain[0].decoded("DTSTART") == datetime.timedelta(minutes=2)
    assert higher[1].decoded("DTSTART") < plain[1].decoded("DTSTART"), "the sun rises earlier on a height"


def test_the_list_names_every_method_and_its_source():
    answer = ask("--list-methods")
    assert answer.returncode == 0
    names = [line.split(":")[0] for line in answer.stdout.splitlines() if line and not line.startswith(" ")]
    assert names == (
        "umm-al-qura muslim-world-league egyptian karachi dubai gulf kuwait qatar singapore jakim kemenag diyanet tehran "
        "jafari isna moonsighting-committee uoif russia tunisia algeria morocco jordan portugal wifaqul-ulama custom").split()
    assert answer.stdout.count("source:") == len(names) - 1
    table = ask("--list-methods", "--markdown").stdout
    assert table.count("\n| `") == len(names) - 1
    page = (ROOT / "docs/prayer-times.md").read_text()
    assert page.partition("<!-- methods -->")[2].partition("<!-- /methods -->")[0].strip() == table.strip()


@pytest.mark.parametrize("arguments, says", [
    (["--latitude", "90", "--longitude", "0", "--time-zone", "UTC"], "--latitude takes"),
    (["--latitude", "-90", "--longitude", "0", "--time-zone", "UTC"], "--latitude takes"),
    (["--latitude", "nan", "--longitude", "0", "--time-zone", "UTC"], "--latitude takes"),
    (["--latitude", "1", "--longitude", "180.1", "--time-zone", "UTC"], "--longitude takes"),
    (["--latitude", "1", "--longitude", "2"], "Name a place"),
    ([], "Name a place"),
    (["--latitude", "1", "--longitude", "2", "--time-zone", "Mars/Olympus"], "no time zone 'Mars/Olympus'"),
    (["--latitude", "1", "--longitude", "2", "--time-zone", "../../etc/passwd"], "no time zone"),
    (["--city", "Riyadh"], "wants its --country"),
    (["--city", "Riyadh", "--country", "Saudi"], "two letters"),
    (["--city", "Riyadh", "--country", "SA", "--latitude", "1"], "contradict"),
    ([*RIYADH, "--date", "1899-12-31"], "1900-01-01 to 2200-12-31"),
    ([*RIYADH, "--date", "2201-01-01"], "1900-01-01 to 2200-12-31"),
    ([*RIYADH, "--date", "2200-12-31", "--days", "2"], "1900-01-01 to 2200-12-31"),
    ([*RIYADH, "--date", "2026-02-30"], "is not a day"),
    ([*RIYADH, "--date", "tomorrow"], "is not a day"),
    ([*RIYADH, "--days", "0"], "--days takes"),
    ([*RIYADH, "--method", "umm"], "--method: It must be one of: umm-al-qura"),
    ([*RIYADH, "--method", "custom"], "--fajr-angle: Custom angles need it"),
    ([*RIYADH, "--method", "custom", "--fajr-angle", "18"], "--isha-angle: Custom angles need it"),
    ([*RIYADH, "--method", "custom", "--fajr-angle", "18", "--isha-angle", "17", "--isha-minutes", "90"], "--isha-minutes: It can’t go with"),
    ([*RIYADH, "--method", "custom", "--fajr-angle", "31", "--isha-angle", "17"], "--fajr-angle: It must be degrees above 0"),
    ([*RIYADH, "--method", "custom", "--fajr-angle", "18", "--isha-angle", "4", "--maghrib-angle", "4"], "before Isha"),
    ([*RIYADH, "--method", "karachi", "--fajr-angle", "18"], "--fajr-angle: It only goes with method=custom"),
    ([*RIYADH, "--adjust", "fajr"], "--adjust: It takes minutes from -180 to 180"),
    ([*RIYADH, "--adjust", "noon=1"], "for: fajr, sunrise, dhuhr, asr, maghrib, isha"),
    ([*RIYADH, "--adjust", "fajr=1,fajr=2"], "--adjust: It takes minutes"),
    ([*RIYADH, "--adjust", "fajr=999"], "-180 to 180"),
    ([*RIYADH, "--school", "maliki"], "standard"),
    ([*RIYADH, "--high-latitude", "guess"], "seventh-of-the-night"),
    ([*RIYADH, "--high-latitude-isha", "guess"], "--high-latitude-isha: "),
    ([*RIYADH, "--polar", "guess"], "nearest-day"),
    ([*RIYADH, "--shafaq", "ahmer"], "--shafaq: It only changes something with"),
    ([*RIYADH, "--method", "custom", "--fajr-angle", "18", "--isha-angle", "17", "--rounding", "noon=up"], "is not like"),
    ([*RIYADH, "--method", "custom", "--fajr-angle", "18", "--isha-angle", "17", "--rounding", "asr=up,asr=up"], "twice"),
    ([*RIYADH, "--rounding", "asr=up"], "--rounding: It only goes with method=custom"),
    ([*RIYADH, "--elevation", "-1"], "--elevation takes"),
    ([*RIYADH, "--format", "ics", "--seconds"], "whole minutes"),
    ([*RIYADH, "--markdown"], "--list-methods"),
])
def test_wrong_input_is_answered_in_a_sentence(arguments, says):
    answer = ask(*arguments)
    assert answer.returncode == 64, answer
    assert says in answer.stderr
    assert answer.stdout == ""


def test_a_city_comes_from_the_database(server):
    settings = {"JADWAL_DATABASE": f"host={server.data}/run port=5432 dbname=jadwal user=jadwal"}
    answer = ask("--city", "Riyadh", "--country", "SA", "--date", "2026-11-21", settings=settings)
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.startswith("Riyadh, SA (24.")
    assert "umm-al-qura" in answer.stdout and "2026-11-21" in answer.stdout
    unknown = ask("--city", "Atlantis", "--country", "SA", settings=settings)
    assert unknown.returncode == 64
    assert "There is no city 'Atlantis' in SA" in unknown.stderr


def test_a_point_takes_the_method_of_its_time_zones_country():
    assert "umm-al-qura" in ask(*RIYADH).stdout
    assert "isna" in ask(*RIYADH, "--country", "US").stdout
