"""Feeds through nginx: what real calendar programs and independent parsers make of them."""

import csv
import datetime
import gzip
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import ics
import icalendar
import pytest

from support import raw
from support.server import ROOT

FEED = "/prayer/sa/riyadh.ics"
CALENDAR = "User-Agent: iOS/18.1 (22B83) dataaccessd/1.0"
EVENTS = ["fajr", "dhuhr", "asr", "maghrib", "isha"]


@pytest.fixture(scope="module")
def body(server):
    answer = raw.request(server, FEED)
    assert answer.status == 200
    return answer.body


def jadwal(*arguments, server=None):
    """What the command line says, with the settings of a running server."""
    program = ROOT / ".build-debug/debug/jadwal"
    environment = {k: v for k, v in os.environ.items() if not k.startswith("JADWAL_")}
    if server:
        environment["JADWAL_DATABASE"] = f"host='{server.data}/run' port=5432 dbname=jadwal user=jadwal"
    return subprocess.run([program, *arguments], env=environment, capture_output=True, text=True, check=True, timeout=60).stdout


def seconds(answer):
    return int(re.search(r"max-age=(\d+)", answer.values("cache-control")[0]).group(1))


def rendered_days(calendar):
    """{day of prayer: {event: start}} of an iCalendar, by the identifiers."""
    days = {}
    for event in calendar.walk("VEVENT"):
        day, name = re.search(r"-(\d{8})-([a-z-]+)@", event["UID"]).groups()
        days.setdefault(day, {})[name] = event.decoded("DTSTART")
    return days


# --- what it holds --------------------------------------------------------------------------------

def test_icalendar_reads_what_the_command_line_prints(body):
    calendar = icalendar.Calendar.from_ical(body)
    assert calendar["VERSION"] == "2.0" and calendar["METHOD"] == "PUBLISH"
    days = rendered_days(calendar)
    assert len(days) == 187
    first = min(days)
    table = jadwal(
        "prayer-times", "--latitude", "24.68773", "--longitude", "46.72185", "--time-zone", "Asia/Riyadh",
        "--method", "umm-al-qura", "--date", f"{first[:4]}-{first[4:6]}-{first[6:]}", "--days", "187", "--format", "csv")
    zone = datetime.timezone(datetime.timedelta(hours=3))
    rows = list(csv.DictReader(io.StringIO(table)))
    assert len(rows) == 187
    for row in rows:
        starts = days[row["date"].replace("-", "")]
        assert sorted(starts) == sorted(EVENTS)
        for event in EVENTS:
            local = starts[event].astimezone(zone)
            assert local.strftime("%H:%M") == row[event], (row["date"], event)
            assert local.date().isoformat() == row["date"]


def test_ics_reads_the_same_moments(body):
    by_ics = {event.uid: event.begin.datetime for event in ics.Calendar(body.decode()).events}
    by_icalendar = {str(event["UID"]): event.decoded("DTSTART") for event in icalendar.Calendar.from_ical(body).walk("VEVENT")}
    assert len(by_ics) == 187 * 5
    assert by_ics == by_icalendar


def test_every_option_at_once_is_still_an_icalendar(server):
    query = ("method=custom&fajr_angle=18.5&isha_minutes=90&rounding=up&school=hanafi&adjust=fajr:2,isha:-1&elevation=yes"
             "&entries=imsak,fajr,sunrise,duha,dhuhr,asr,maghrib,isha,midnight,last-third&names=both&length=20,isha:30"
             "&iqama=15&busy=yes&alarm=10&ramadan=suhoor,iftar,tarawih&jumuah=45&eid=yes&days=366")
    answer = raw.request(server, f"{FEED}?{query}")
    assert answer.status == 200, answer.body
    calendar = icalendar.Calendar.from_ical(answer.body)
    assert len(calendar.walk("VEVENT")) > 373 * 10
    assert len(calendar.walk("VALARM")) == len(calendar.walk("VEVENT"))
    assert len(ics.Calendar(answer.body.decode()).events) == len(calendar.walk("VEVENT"))
    assert max(len(line) for line in answer.body.split(b"\r\n")) <= 75


def test_arabic_survives_the_folds(server):
    calendar = icalendar.Calendar.from_ical(raw.request(server, f"{FEED}?names=ar&ramadan=iftar").body)
    names = {str(event["SUMMARY"]) for event in calendar.walk("VEVENT")}
    assert {"الفجر", "الظهر", "العصر", "المغرب", "العشاء"} <= names
    assert str(calendar["X-WR-CALNAME"]).startswith("مواقيت الصلاة – ")


# --- how it travels -------------------------------------------------------------------------------

def test_headers_of_a_feed(server, body):
    answer = raw.request(server, FEED, headers=[CALENDAR])
    assert answer.values("content-type") == ["text/calendar; charset=utf-8"]
    assert answer.values("cache-control")[0].startswith("public, max-age=") and seconds(answer) <= 3600
    assert answer.values("vary") == ["Accept-Encoding"]
    assert answer.values("content-disposition") == ['inline; filename="riyadh.ics"']
    assert answer.values("set-cookie") == []
    for name in ("strict-transport-security", "x-content-type-options", "referrer-policy"):
        assert len(answer.values(name)) == 1, name
    assert answer.body == body


def test_the_second_reader_is_answered_by_nginx(server):
    target = f"{FEED}?alarm=7"
    assert raw.request(server, target).values("x-cache") == ["MISS"]
    hit = raw.request(server, target, source="127.0.0.9")
    assert hit.values("x-cache") == ["HIT"]
    # HEAD, and the other form of the body, from the same answers.
    head = raw.request(server, target, "HEAD")
    assert (head.status, head.body, head.values("x-cache")) == (200, b"", ["HIT"])
    assert head.values("etag") == hit.values("etag")


def test_the_order_of_options_makes_no_difference(server):
    first = raw.request(server, f"{FEED}?school=hanafi&method=karachi")
    second = raw.request(server, f"{FEED}?method=karachi&school=hanafi")
    assert first.values("x-cache") == ["MISS"] and second.values("x-cache") == ["HIT"]
    assert first.body == second.body


@pytest.mark.parametrize("wanted", ["gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.8, *;q=0.1", "x-gzip", "gzip;q=0.001"])
def test_gzip_is_one_more_body_not_one_for_each_wording(server, body, wanted):
    raw.request(server, FEED, headers=["Accept-Encoding: gzip"])
    packed = raw.request(server, FEED, headers=[f"Accept-Encoding: {wanted}"])
    assert packed.values("content-encoding") == ["gzip"]
    assert packed.values("x-cache") == ["HIT"]
    assert gzip.decompress(packed.body) == body
    assert len(packed.body) < 20_000
    assert packed.values("etag") != raw.request(server, FEED).values("etag")


@pytest.mark.parametrize("wanted", ["identity", "gzip;q=0", "gzip; q=0.000", "br", "gzipped", "", "*;q=0"])
def test_who_cannot_unpack_gets_it_plain(server, body, wanted):
    answer = raw.request(server, FEED, headers=[f"Accept-Encoding: {wanted}"])
    assert answer.values("content-encoding") == [] and answer.body == body


def test_who_has_it_is_told_so(server):
    first = raw.request(server, FEED)
    tag, modified = first.values("etag")[0], first.values("last-modified")[0]
    for header in (tag, f'"x", {tag}', f"W/{tag}", "*"):
        answer = raw.request(server, FEED, headers=[f"If-None-Match: {header}"])
        assert (answer.status, answer.body) == (304, b""), header
        assert answer.values("etag") == [tag] and answer.values("last-modified") == [modified]
        assert answer.values("cache-control")
    assert raw.request(server, FEED, headers=[f"If-Modified-Since: {modified}"]).status == 304
    later = datetime.datetime.now(datetime.timezone.utc).strftime("%a, %d %b %Y %H:%M:%S GMT")
    assert raw.request(server, FEED, headers=[f"If-Modified-Since: {later}"]).status == 304
    assert raw.request(server, FEED, headers=["If-Modified-Since: Sat, 01 Jan 2000 00:00:00 GMT"]).status == 200


@pytest.mark.parametrize("header", [
    'If-None-Match: "x"', "If-None-Match: garbage", "If-None-Match: \"", "If-None-Match: W/", "If-None-Match:",
    "If-None-Match: " + ", ".join(f'"{n}"' for n in range(1000)), "If-Modified-Since: yesterday", "If-Modified-Since: 0",
    'If-None-Match: "\x80\xff"', "If-Match: \"x\"", "If-Range: \"x\"",
])
def test_a_condition_that_says_nothing_gets_the_feed(server, body, header):
    answer = raw.request(server, FEED, headers=[header.encode("latin-1")])
    assert answer.status in (200, 412), answer.status
    if answer.status == 200:
        assert answer.body == body


@pytest.mark.parametrize("query", [
    "foo=bar", "method=isna&foo=bar", "utm_source=x", "Method=isna", "method=isna&method=isna", "school=hanafi&school=standard",
    "method=", "days=1", "days=400", "fajr_angle=18", "method=%69sna&method=isna", "_=1", "method=isna&&foo=1",
    "method[]=isna", "lang=ar",
])
def test_what_is_not_an_option_is_refused_and_never_kept(server, query):
    for _ in range(2):
        answer = raw.request(server, f"{FEED}?{query}")
        assert answer.status == 400, query
        assert answer.values("cache-control") == ["no-store"]
        assert answer.values("x-cache") in (["BYPASS"], ["MISS"])
        assert b": " in answer.body, "it says what to change"
    assert raw.request(server, FEED).status == 200


def test_a_refused_option_is_not_answered_from_the_cache_of_another(server):
    assert raw.request(server, f"{FEED}?school=hanafi").status == 200
    for query in ("school=hanafi&school=standard", "school=hanafi&foo=1", "SCHOOL=hanafi", "school=hanafi&x"):
        assert raw.request(server, f"{FEED}?{query}").status == 400, query


def test_a_query_of_ten_kilobytes(server):
    answer = raw.request(server, f"{FEED}?method=" + "x" * 10_000)
    assert answer.status == 400 and len(answer.body) < 2_000
    many = "&".join(f"p{number}=x" for number in range(900))
    answer = raw.request(server, f"{FEED}?{many}")
    assert answer.status == 400 and len(answer.body) < 20_000


@pytest.mark.parametrize("target, status", [
    ("/prayer/sa/atlantis.ics", 404), ("/prayer/zz/riyadh.ics", 404), ("/prayer/sa/riyadh.icsx", 404),
    ("/prayer/SA/riyadh.ics", 200), ("/prayer/sa//riyadh.ics", 404), ("/prayer/sa/riyadh.ics/", 404),
    ("/prayer/sa/%2e%2e.ics", 404), ("/prayer/" + "A" * 43 + ".ics", 404), ("/prayer/x.ics", 404),
])
def test_addresses(server, target, status):
    assert raw.request(server, target).status == status


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PROPFIND", "OPTIONS"])
def test_other_methods(server, method):
    answer = raw.request(server, FEED, method)
    assert answer.status == 405
    assert answer.values("allow") == ["GET, HEAD"]
    assert raw.request(server, FEED).status == 200


def test_robots_may_read_feeds(server):
    from urllib.robotparser import RobotFileParser
    rules = RobotFileParser()
    rules.parse(raw.request(server, "/robots.txt").body.decode().splitlines())
    assert rules.can_fetch("Google-Calendar-Importer", server.origin + FEED)
    assert not rules.can_fetch("Google-Calendar-Importer", server.origin + "/settings")


def test_the_log_names_a_city_and_no_customer(server):
    token = "Q" * 42 + "A"
    raw.request(server, f"{FEED}?alarm=3")
    raw.request(server, f"/prayer/{token}.ics")
    log = b"".join(path.read_bytes() for path in server.logs)
    assert b'"path":"/prayer/sa/riyadh.ics"' in log
    assert token.encode() not in log and b"alarm=3" not in log


def test_new_feeds_are_limited_for_each_network(new_server):
    server = new_server(settings={"JADWAL_NEW_FEEDS_PER_NETWORK": "3"}).start()
    statuses = [raw.request(server, f"{FEED}?alarm={number}", source="127.0.6.1").status for number in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    refused = raw.request(server, f"{FEED}?alarm=50", source="127.0.6.1")
    assert int(refused.values("retry-after")[0]) > 0
    assert raw.request(server, f"{FEED}?alarm=0", source="127.0.6.1").status == 200, "what is there is for everybody"
    assert raw.request(server, f"{FEED}?alarm=4", source="127.0.6.2").status == 200


def test_feeds_outlive_the_responders_for_a_while(new_server):
    server = new_server("--restart").start()
    before = raw.request(server, FEED)
    for part in ("responder-1", "responder-2"):
        server.kill(part)
    after = raw.request(server, FEED)
    assert after.status == 200 and after.body == before.body


# --- a real calendar program ------------------------------------------------------------------------

def test_vdirsyncer_subscribes_and_sees_no_change_the_second_time(server, tmp_path):
    config = tmp_path / "config"
    config.write_text(f"""
[general]
status_path = "{tmp_path}/status/"

[pair prayer]
a = "feed"
b = "local"
collections = null

[storage feed]
type = "http"
url = "{server.origin}{FEED}"
verify = "{server.certificate}"

[storage local]
type = "filesystem"
path = "{tmp_path}/items"
fileext = ".ics"
""")
    (tmp_path / "items").mkdir()
    program = Path(sys.executable).with_name("vdirsyncer")

    def run(*words):
        done = subprocess.run(
            [program, "-c", config, *words], capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    run("discover", "prayer")
    first = run("sync")
    assert first.count("Copying") == 187 * 5, first[-2000:]
    stamps = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "items").iterdir()}
    assert len(stamps) == 187 * 5
    second = run("sync")
    assert "Copying" not in second and "Deleting" not in second
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "items").iterdir()} == stamps
