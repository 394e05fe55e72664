"""The first minutes: from the page of a city to the calendar with today, as a new customer walks it."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from support.browser import new_address
from support.chromium import DESKTOP, NARROW, PHONE, Tab
from support.mail import sign_in_letter

LOOKS = [("en", PHONE, "light"), ("ar", PHONE, "dark"), ("ar", DESKTOP, "light"), ("en", DESKTOP, "dark")]


@pytest.fixture
def open_tab(chromium, server):
    tabs = []

    def make(**options):
        tabs.append(Tab(chromium, server, **options))
        return tabs[-1]

    yield make
    for tab in tabs:
        tab.close()


def follow_sign_in(tab, server, by):
    """From a page with a link to sign in, to the first question."""
    page, address = tab.page, new_address()
    page.click("header a[href^='/login']")
    page.fill("#email", address)
    tab.press("/login")
    page.wait_for_url("**/login/sent*")
    letter = sign_in_letter(server, address)
    if by == "code":
        page.fill("#code", letter.code)
        tab.press("/login/code")
    else:
        tab.go(letter.link)
        tab.press("/magic-link")
    page.wait_for_url("**/first/language*")


def go_on(tab):
    """Presses Continue."""
    tab.follow("form[action^='/first/'] button.primary")


@pytest.mark.parametrize("by", ["link", "code"])
@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without JavaScript"])
@pytest.mark.parametrize("language, size", [("en", PHONE), ("ar", PHONE), ("en", DESKTOP), ("ar", DESKTOP)],
                         ids=["en phone", "ar phone", "en desktop", "ar desktop"])
def test_from_a_citys_page_to_the_calendar_with_today(server, open_tab, language, size, script, by):
    tab = open_tab(language=language, size=size, script=script)
    page = tab.page
    tab.go("/prayer/ae/dubai?school=hanafi")
    follow_sign_in(tab, server, by)
    assert page.is_checked(f"input[name=language][value={language}]"), "the guess is filled in"
    go_on(tab)
    page.wait_for_url("**/first/city?next=*")
    assert page.inner_text("label:has(input[name=city]:checked) b") == {"en": "Dubai", "ar": "دبي"}[language]
    go_on(tab)
    page.wait_for_url("**/first/clock?next=*")
    assert page.is_checked("input[name=clock][value='12']"), "as people in the Emirates write it"
    go_on(tab)
    page.wait_for_url("**/first/week?next=*")
    assert page.is_checked("input[name=days][value='12345']"), "as people in the Emirates work"
    go_on(tab)
    page.wait_for_url("**/first/routines?next=*")
    page.check("input[name=meals][value=lunch]")
    go_on(tab)
    page.wait_for_url("**/first/day?next=*")
    go_on(tab)
    page.wait_for_url("**/first/phone?token=*")
    assert page.locator("svg.qr").count() == 1
    tab.follow("main a[href='/calendar']")
    page.wait_for_url("**/calendar/**")
    today = datetime.now(ZoneInfo("Asia/Dubai")).date()
    assert page.locator("[aria-current=date]").count() >= 1, "today is marked"
    assert f"{today:%Y-%m}" in page.url
    # In the evening the time of Asr is folded away with the day's past hours.
    for past in page.locator("li.was summary:visible").all():
        past.click()
    assert {"en": "Asr", "ar": "العصر"}[language] in page.inner_text("main"), "with the times of the city"
    tab.go("/settings/prayer")
    assert page.input_value("#school") == "hanafi", "with the options of the page"
    assert page.input_value("#names") == language


@pytest.mark.parametrize("language, size, scheme", LOOKS, ids=lambda value: str(value))
def test_every_page_of_the_first_minutes(server, open_tab, language, size, scheme):
    tab = open_tab(language=language, size=size, scheme=scheme)
    page = tab.page
    tab.go("/prayer/sa/riyadh")
    follow_sign_in(tab, server, "code")
    for name in ["language", "city", "clock", "week", "routines", "day"]:
        assert re.search(rf"/first/{name}\?", page.url)
        tab.check(f"first-{name}")
        if name == "city":
            page.fill("#city", "spring")
            # The list of the script closes when the field loses the focus.
            page.evaluate("document.activeElement.blur()")
            go_on(tab)
            tab.check("first-city-several")
            page.fill("#city", "qqqqqq")
            go_on(tab)
            tab.check("first-city-none")
            page.check("input[name=city] >> nth=0")
            page.fill("#city", "")
        go_on(tab)
    page.wait_for_url("**/first/phone?token=*")
    tab.check("first-phone")
    tab.go("/first/phone")
    tab.check("first-phone-over")
    tab.go("/calendar")
    page.wait_for_url("**/calendar/**")
    tab.check("first-calendar")


def test_the_pages_are_whole_on_the_narrowest_screens(server, open_tab):
    for language in ["en", "ar"]:
        tab = open_tab(language=language, size=NARROW)
        tab.sign_in()
        for path in ["/first/language", "/first/city", "/first/clock", "/first/week", "/first/routines", "/first/day",
                     "/first/phone"]:
            tab.go(path)
            tab.check_width(path)


def test_the_way_back_and_a_city_found_while_typing(server, open_tab):
    tab = open_tab()
    page = tab.page
    tab.sign_in()
    tab.go("/first/clock")
    tab.follow("main .onward a")
    page.locator("#city").press_sequentially("lond")
    page.wait_for_selector("[role=option]")
    page.keyboard.press("ArrowDown")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.inner_text("label:has(input[name=city]:checked) b") == "London"
    go_on(tab)
    tab.go("/settings/prayer")
    assert "London" in page.inner_text("main")


def test_the_browsers_position_chooses_the_city_and_a_refusal_says_so(server, open_tab):
    tab = open_tab()
    page = tab.page
    tab.sign_in()
    tab.go("/first/city")
    page.click("button[data-locate]")
    page.wait_for_selector("[data-locate-problem]:visible")
    assert "allow" in page.inner_text("[data-locate-problem]").lower()
    tab.context.grant_permissions(["geolocation"])
    tab.context.set_geolocation({"latitude": 51.5, "longitude": -0.12})
    with page.expect_navigation():
        page.click("button[data-locate]")
    assert page.inner_text("label:has(input[name=city]:checked) b") == "London"


def test_the_browsers_time_zone_decides_the_large_cities(server, open_tab):
    tab = open_tab(language="en-GB")
    tab.go("/prayer")
    tab.page.wait_for_selector("h2:has-text('Emirates')")
    assert tab.page.locator("main .cities a[href^='/prayer/ae/']").count() > 3
    assert [one["name"] for one in tab.context.cookies()] == []
    tab.language = "en"
    tab.check("find-large")
    without = open_tab(language="en-GB", script=False)
    without.go("/prayer")
    assert without.page.locator("main .cities a[href^='/prayer/gb/']").count() > 3


@pytest.mark.parametrize("language, size, scheme", LOOKS, ids=lambda value: str(value))
def test_every_page_of_the_settings(server, open_tab, language, size, scheme):
    tab = open_tab(language=language, size=size, scheme=scheme)
    tab.sign_in()
    tab.check("settings")
    rows = [one.get_attribute("href") for one in tab.page.locator(".set-list a").all()]
    assert len(rows) == 22
    for row in rows[:4] + rows[5:7] + rows[9:]:
        tab.go(row)
        tab.check("settings-" + row.split("?")[0].rpartition("/")[2])
        assert tab.page.locator("main h1").count() == 1
    tab.go("/settings/prayer/place")
    tab.check("own-place")


@pytest.mark.parametrize("language, size, scheme", LOOKS, ids=lambda value: str(value))
def test_the_pages_of_the_week_and_of_prayers_with_times_and_with_problems(server, open_tab, language, size, scheme):
    tab = open_tab(language=language, size=size, scheme=scheme)
    page = tab.page
    tab.sign_in()
    tab.go("/settings/prayer?city=108410")
    page.click("button[form=own]")
    page.wait_for_url("**/settings/prayer?done=saved")
    tab.go("/settings/my-week")
    assert page.locator("svg.dl").count() == 7 and page.locator("svg.dl rect.p").count() > 20
    tab.check("my-week")
    page.fill("#allowed-from-1", "26:00")
    page.fill("#best-until-2", "")
    page.fill("#way-reserve", "x")
    page.click("button.primary")
    page.wait_for_selector(".sum")
    assert page.locator("[aria-invalid=true]").count() == 3
    assert page.input_value("#allowed-from-1") == "26:00"
    tab.check("my-week-problems")
    tab.go("/settings/prayer-day")
    assert page.locator("tbody .out").count() == 6
    tab.check("prayer-day")
    page.fill("#length-asr", "999")
    page.check("input[name=iftar]")
    page.fill("#iftar-minutes", "x")
    page.click("button.primary")
    page.wait_for_selector(".sum")
    assert page.locator("[aria-invalid=true]").count() == 2
    tab.check("prayer-day-problems")


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_hours_are_previewed_and_saved_in_arabic(server, open_tab, script):
    tab = open_tab(language="ar", script=script)
    page = tab.page
    tab.sign_in()
    tab.go("/settings/my-week")
    page.click("button[value=west]")
    page.wait_for_selector("main .notice")
    page.fill("#allowed-from-1", "٦:٣٠ ص")
    page.click("button.primary")
    page.wait_for_url("**/settings?saved=yes")
    tab.go("/settings/my-week")
    # The digits are those of the country that the browser's zone names; without a script, no zone is known.
    assert page.input_value("#allowed-from-1") in ("٦:٣٠ ص", "6:30 ص")
    assert page.input_value("#best-from-7") == "" and page.input_value("#best-from-5") != ""


def test_a_setting_is_changed_on_its_page_and_shown_in_the_list(server, open_tab):
    tab = open_tab(script=False)
    tab.sign_in()
    tab.follow("main a[href='/settings/week']")
    tab.page.check("input[name=firstDay][value='3']")
    tab.press("/settings")
    tab.page.wait_for_url("**/settings?saved=yes")
    assert "Wednesday" in tab.page.inner_text("main a[href='/settings/week']")
    assert tab.page.locator(".notice").bounding_box()["y"] > 0


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_steps_of_a_profile_on_a_computer_and_on_a_phone(server, open_tab, chromium, language):
    tab = open_tab(language=language)
    page = tab.page
    tab.sign_in()
    tab.go("/settings/prayer?city=108410")
    page.click("button[form=own]")
    page.click("form[action='/profiles'] button")
    page.wait_for_url("**/settings/prayer/iphone?token=*")
    tab.check("steps")
    assert page.locator("svg.qr").bounding_box()["y"] < page.locator("a[href^='/profiles/']").bounding_box()["y"]
    context = chromium.new_context(
        ignore_https_errors=True, locale=language, viewport=PHONE,
        user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
        "Version/18.1 Mobile/15E148 Safari/604.1")
    phone = context.new_page()
    phone.goto(page.url)
    assert phone.locator("svg.qr").count() == 0
    assert phone.locator("a.primary[href^='/profiles/prayer.mobileconfig?token=']").count() == 1
    assert phone.locator("main ol li").count() == 3
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
