"""A mosque's own timetable: the page's way in a real browser, with and without JavaScript, and `jadwal timetables`."""

import re
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from support.browser import Browser
from support.chromium import NARROW, Tab
from test_browser import times_shown
from test_cities import run_jadwal

PAGE = "/settings/prayer/table"
ARABIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
LATIN_DIGITS = str.maketrans("٠١٢٣٤٥٦٧٨٩", "0123456789")


def today():
    return datetime.now(ZoneInfo("Asia/Riyadh")).date()


def timetable(first: date, days=400, separator=",", fajr="05:01"):
    """Times that Riyadh can have all year, within an hour of the calculated ones."""
    names = ["Date", "Fajr", "Sunrise", "Dhuhr", "Asr", "Maghrib", "Isha"]
    times = [fajr, "06:11", "11:51", "15:11", "17:41", "19:11"]
    lines = [separator.join([(first + timedelta(days=day)).isoformat(), *times]) for day in range(days)]
    return "\n".join([separator.join(names), *lines, ""])


@pytest.fixture
def open_tab(chromium, server):
    tabs = []

    def make(**options):
        tabs.append(Tab(chromium, server, **options))
        return tabs[-1]

    yield make
    for tab in tabs:
        tab.close()


def choose_riyadh(tab):
    tab.go("/settings/prayer?city=108410")
    tab.page.click("button[form=own]")
    tab.page.wait_for_url("**/settings/prayer?done=saved")


@pytest.mark.parametrize("language, script", [("ar", True), ("en", False)])
def test_a_timetable_is_uploaded_corrected_used_and_removed(open_tab, language, script):
    tab = open_tab(language=language, script=script)
    page = tab.page

    def check(name):
        if script:
            tab.check(name)

    tab.sign_in()
    choose_riyadh(tab)
    calculated = times_shown(page)
    page.click(f"main a[href='{PAGE}']")
    check("table")
    tab.press(PAGE)
    assert page.locator("[role=alert] li").count() == 1, "nothing was chosen"

    # A spreadsheet's own file, letters of another encoding, then a wrong line.
    for name, octets in [("times.xlsx", b"PK\x03\x04..."), ("times.csv", "التاريخ;الفجر".encode("cp1256"))]:
        page.set_input_files("#file", {"name": name, "mimeType": "text/csv", "buffer": octets})
        tab.press(PAGE)
        assert page.locator("[role=alert] li").count() == 1
        assert "CSV" in page.inner_text("[role=alert]")
    good = timetable(today() - timedelta(days=5)).translate(ARABIC_DIGITS if language == "ar" else {})
    lines = good.split("\n")
    lines[6] = re.sub(",[^,]*,", ",25:61,", lines[6], count=1)
    page.set_input_files("#file", {"name": "times.csv", "mimeType": "text/csv", "buffer": "\r\n".join(lines).encode()})
    tab.press(PAGE)
    problem = page.locator("[role=alert] li").inner_text()
    assert "25:61" in problem and ("Line 7:" if language == "en" else "السطر 7:") in problem.translate(LATIN_DIGITS)
    check("table-problem")

    # The text is there to be changed.
    assert "25:61" in page.input_value("#text")
    page.fill("#text", good)
    tab.press(PAGE)
    assert page.locator("table.times tbody tr").count() == 3
    check("table-preview")
    page.click("button[name=save]")
    page.wait_for_url(f"**{PAGE}?done=saved")
    check("table-kept")
    tab.go("/settings/prayer")
    shown = list(times_shown(page).values())
    if language == "en":
        assert shown == ["5:01", "6:11", "11:51", "15:11", "17:41", "19:11"]
    assert shown != list(calculated.values())

    tab.go(PAGE)
    page.click(f"main a[href='{PAGE}/remove']")
    check("table-remove")
    tab.press(f"{PAGE}/remove")
    page.wait_for_url(f"**{PAGE}?done=removed")
    tab.go("/settings/prayer")
    assert times_shown(page) == calculated


def test_the_pages_fit_a_narrow_screen(open_tab):
    tab = open_tab(size=NARROW)
    tab.sign_in()
    choose_riyadh(tab)

    def fits():
        tab.unfold()
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= 320, tab.page.url

    tab.go(PAGE)
    fits()
    tab.page.fill("#text", timetable(today(), days=40, fajr="03:01") + "x" * 200)
    tab.press(PAGE)
    fits()
    tab.page.fill("#text", timetable(today(), days=40, fajr="03:01"))
    tab.press(PAGE)
    fits()


def test_a_long_file_passes_and_one_that_is_too_long_gets_a_sentence(server):
    browser = Browser(server).sign_in()
    browser.submit_form("/settings/prayer?city=108410", "/settings/prayer")

    def upload(text, **fields):
        form = browser.page(PAGE).form(PAGE) | fields
        form.pop("file", None)
        return browser.submit(PAGE, form, files={"file": ("times.csv", text.encode(), "text/csv")})

    long = timetable(today(), days=1_500).replace("\n", " " * 100 + "\n")
    assert 200_000 < len(long) < 262_144
    assert upload(long).status_code == 200
    answer = upload(timetable(today(), days=1_501))
    assert answer.status_code == 422 and "Line 1502" in answer.text
    answer = upload(long + " " * 200_000)
    assert answer.status_code == 422 and "256 kB" in answer.text
    assert server.sql("SELECT count(*) FROM mosque_table WHERE city_id IS NULL AND day_count = 1500") == [["0"]]


def test_an_operator_gives_a_city_a_timetable(server, tmp_path):
    def run(*arguments):
        return run_jadwal(server, "timetables", *arguments)

    # A town that no other test looks at.
    number, path = server.sql("SELECT id, '/prayer/sa/' || slug FROM city WHERE country = 'SA' AND slug = 'abha'")[0]
    file = tmp_path / "abha.csv"
    try:
        file.write_text(timetable(today(), days=3).replace("15:11", "25:11"))
        done = run("import", str(file), "--city", "sa/abha")
        assert done.returncode != 0 and done.stdout == ""
        assert [line[:7] for line in done.stderr.splitlines() if "25:11" in line] == ["Line 2:", "Line 3:", "Line 4:"]

        first = today()
        file.write_text(timetable(first, days=3, separator=";") + timetable(first + timedelta(days=5), days=2, separator=";"))
        done = run("import", str(file), "--city", number, "--check")
        assert done.returncode == 0, done.stderr
        lines = done.stdout.splitlines()
        assert lines[0] == f"5 days, {first} to {first + timedelta(days=6)}"
        assert f"missing: {first + timedelta(days=3)} to {first + timedelta(days=4)}" in lines
        assert run("list").stdout == ""

        public = Browser(server)
        assert "DESCRIPTION" in public.get(f"{path}.ics?names=en").text
        assert run("import", str(file), "--city", "sa/abha").returncode == 0
        listed = run("list").stdout.splitlines()
        assert [line.split("\t")[0] for line in listed] == [number] and listed[0].split("\t")[4] == "5"
        # The canonical address may be in nginx's cache; another spelling is not.
        feed = public.get(f"{path}.ics?length=15&names=en").text
        assert f"DTSTART:{first.strftime('%Y%m%d')}T020100Z" in feed and "timetable of this city" in feed

        assert run("remove", "--city", "sa/abha").stdout == "removed\n"
        assert run("remove", "--city", "sa/abha").returncode != 0
        assert "timetable of this city" not in public.get(f"{path}.ics?length=15&names=en").text
    finally:
        server.sql(f"DELETE FROM mosque_table WHERE city_id = {number}")


def test_an_operator_gives_a_customer_a_timetable(server, tmp_path):
    browser = Browser(server).sign_in()
    file = tmp_path / "mosque.csv"
    file.write_text(timetable(today()))
    owner = ["--customer", browser.address]
    done = run_jadwal(server, "timetables", "import", str(file), *owner)
    assert done.returncode != 0 and "has not chosen a place" in done.stderr
    browser.submit_form("/settings/prayer?city=108410", "/settings/prayer")
    done = run_jadwal(server, "timetables", "import", str(file), *owner)
    assert done.returncode == 0, done.stderr
    assert "400 days" in browser.get(PAGE).text
    assert any(line.startswith(browser.address.lower()) for line in run_jadwal(server, "timetables", "list").stdout.lower().splitlines())
    assert run_jadwal(server, "timetables", "remove", *owner).stdout == "removed\n"
    assert "400 days" not in browser.get(PAGE).text


@pytest.mark.parametrize("arguments, reason", [
    ([], "Name a --city or a --customer"),
    (["--city", "sa/riyadh", "--customer", "zaid@example.org"], "Name a --city or a --customer"),
    (["--city", "sa/nowhere"], "There is no city sa/nowhere"),
    (["--city", "0"], "There is no city 0"),
    (["--customer", "nobody@example.org"], "no customer has this address"),
])
def test_a_wrong_owner_is_refused(server, arguments, reason, tmp_path):
    file = tmp_path / "a.csv"
    file.write_text(timetable(today()))
    done = run_jadwal(server, "timetables", "import", str(file), *arguments)
    assert done.returncode != 0 and done.stdout == ""
    assert reason in done.stderr
