"""A real browser: every page in both languages, with and without JavaScript, by axe-core's rules."""

import io
import json
import re
import zipfile
from datetime import datetime, timezone
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pytest
import zxingcpp
from PIL import Image

from support.browser import new_address
from support.chromium import DESKTOP, NARROW, PHONE, PICTURES, Tab
from support.mail import next_letter, sign_in_letter

# One event that can be imported, and one that cannot.
CALENDAR_FILE = "\r\n".join([
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//A//B//EN",
    "BEGIN:VEVENT", "UID:good", "DTSTAMP:20260101T000000Z", "DTSTART:20260102T090000Z", "SUMMARY:Tea", "END:VEVENT",
    "BEGIN:VEVENT", "UID:bad", "DTSTAMP:20260101T000000Z", "DTSTART:tomorrow", "SUMMARY:Coffee", "END:VEVENT",
    "END:VCALENDAR", ""]).encode()


@pytest.fixture
def open_tab(chromium, server):
    tabs = []

    def make(**options):
        tabs.append(Tab(chromium, server, **options))
        return tabs[-1]

    yield make
    for tab in tabs:
        tab.close()


def deletion_link(server, address):
    """The link of the mail that confirms the deletion of the account."""
    return next_letter(server, address, having=lambda one: "/settings/delete/confirm?token=" in one.text).link


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_the_whole_road_of_a_customer(server, open_tab, script):
    tab = open_tab(script=script)
    page, address = tab.page, new_address()
    tab.go("/")
    page.click("main a[href='/login']")
    page.fill("#email", address)
    tab.press("/login")
    page.wait_for_url("**/login/sent*")
    assert address in page.inner_text("main")
    sign_in_letter(server, address)
    tab.open_link_in_mailbox(address)
    tab.press("/magic-link")
    tab.skip_questions()
    tab.go("/settings")
    assert address in page.inner_text("main")

    page.click("main a[href='/settings/name']")
    page.fill("#name", "ليلى")
    tab.press("/settings")
    page.wait_for_url("**/settings?saved=yes")
    page.click("main a[href='/settings/language']")
    page.check("input[name=language][value=ar]")
    tab.press("/settings")
    page.wait_for_url("**/settings?saved=yes")
    assert page.get_attribute("html", "dir") == "rtl"
    assert "ليلى" in page.inner_text("main a[href='/settings/name']")

    page.click("main a[href='/settings/copy']")
    with page.expect_download() as download:
        tab.press("/settings/export")
    with zipfile.ZipFile(io.BytesIO(download.value.path().read_bytes())) as archive:
        kept = json.dumps([json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json")])
    assert address in kept

    tab.go("/settings")
    tab.press("/logout")
    page.wait_for_url(lambda url: "/settings" not in url)
    tab.go("/settings")
    assert "/login" in page.url, "signed out"

    tab.sign_in(address)
    page.click("main a[href='/settings/delete']")
    page.fill("#typed", address)
    tab.press("/settings/delete")
    page.wait_for_load_state()
    tab.go(deletion_link(server, address))
    tab.press("/settings/delete/confirm")
    page.wait_for_load_state()
    tab.go("/settings")
    assert "/login" in page.url, "the account is gone"


def test_the_code_signs_in_from_another_device(server, open_tab):
    tab, address = open_tab(), new_address()
    tab.ask_for_link(address)
    tab.page.fill("#code", sign_in_letter(server, address).code)
    tab.press("/login/code")
    tab.skip_questions()


def test_the_browsers_time_zone_is_the_first_guess(server, open_tab):
    tab = open_tab()
    tab.sign_in()
    tab.go("/settings/time-zone")
    assert tab.page.input_value("#zone") == "Asia/Dubai"


def choose_city(tab, typed, script):
    """Types a city's name and takes the first that is offered. Without JavaScript one that is far larger than its
    namesakes opens at once, and the page offers them."""
    page = tab.page
    if script:
        page.locator("#city").press_sequentially(typed)
        page.wait_for_selector("[role=option]")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    else:
        page.fill("#city", typed)
        page.click("form[role=search] button.primary")
        page.wait_for_load_state()
        if page.locator("main .cities a").count():
            page.click("main .cities a >> nth=0")


def times_shown(page):
    """The timetable of today on a clock of 24 hours: `{"Fajr": "4:52", …}`."""
    def of_24_hours(shown):
        time, _, half = shown.partition(" ")
        hour, _, minute = time.partition(":")
        return f"{int(hour) % 12 + 12 * (half == 'PM')}:{minute}" if half else time

    rows = page.locator(".day li, .six li")
    return {
        row.locator("span").first.inner_text(): of_24_hours(row.locator(".t").inner_text().split("\n")[0])
        for row in rows.all()}


def times_in_feed(calendar, zone):
    """What a feed says of today, as the page would write it; by the English name."""
    found, today = {}, datetime.now(ZoneInfo(zone)).date()
    for event in calendar.replace("\r\n ", "").split("BEGIN:VEVENT")[1:]:
        start = datetime.strptime(re.search(r"DTSTART:(\d{8}T\d{6})Z", event)[1], "%Y%m%dT%H%M%S").replace(tzinfo=timezone.utc)
        local = start.astimezone(ZoneInfo(zone))
        if local.date() == today:
            found[re.search(r"SUMMARY:(\w+)", event)[1]] = f"{local.hour}:{local.minute:02}"
    return found


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_stranger_finds_their_city_and_subscribes(open_tab, script):
    tab = open_tab(script=script)
    page = tab.page
    tab.go("/")
    page.click("header a[href='/prayer']")
    choose_city(tab, "riyad", script)
    page.wait_for_url(re.compile(r"/prayer/sa/riyadh$" if script else r"/prayer/sa/riyadh\?also=riyad$"))
    feed = page.input_value("#feed-0")
    # One press, and the calendar program asks the rest. Google takes no reminders; for Apple's that on time is chosen.
    assert page.get_attribute("main a.primary:visible", "href").endswith(quote(feed.replace("https:", "webcal:"), safe=""))
    apple = page.locator(".go-list > li > a:visible")
    assert apple.get_attribute("href") == page.input_value("#feed-1").replace("https:", "webcal:")
    page.locator(".seg label").nth(2).click()
    assert apple.get_attribute("href").endswith("alarm=10")
    answer = tab.context.request.get(feed)
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    shown, fed = times_shown(page), times_in_feed(answer.text(), "Asia/Riyadh")
    assert set(fed) == {"Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"}
    # After Isha the page has tomorrow's Fajr.
    assert len(set(shown) & set(fed)) >= 4 and all(fed[name] == shown[name] for name in fed if name in shown)

    # Another school: page and feed follow alike.
    page.click(".rule summary")
    page.check("input[name=school][value=hanafi]")
    page.click(".rule form button")
    page.wait_for_url(re.compile(r"/prayer/sa/riyadh\?.*school=hanafi"))
    later = times_in_feed(tab.context.request.get(page.input_value("#feed-0")).text(), "Asia/Riyadh")
    assert later["Asr"] == times_shown(page)["Asr"] != shown["Asr"]
    assert page.locator(".told").inner_text().startswith("Asr")


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_customers_feed_follows_their_options(open_tab, script):
    tab = open_tab(script=script)
    page = tab.page
    tab.sign_in()
    page.click("main a[href='/settings/prayer']")
    page.wait_for_url("**/settings/prayer/place")
    choose_city(tab, "القاه", script)
    page.wait_for_url("**/settings/prayer?city=*")
    page.click("button[form=own]")
    page.wait_for_url("**/settings/prayer?done=saved")
    feed, before = page.input_value("#feed"), times_shown(page)
    assert {k: v for k, v in before.items() if k != "Sunrise"} == times_in_feed(tab.context.request.get(feed).text(), "Africa/Cairo")

    page.select_option("#method", "isna")
    page.click("button[name=preview]")
    page.wait_for_load_state()
    preview = times_shown(page)
    assert preview["Fajr"] != before["Fajr"], "the preview follows"
    assert times_in_feed(tab.context.request.get(feed).text(), "Africa/Cairo")["Fajr"] == before["Fajr"], "the feed does not"
    page.click("button[form=own]:not([name])")
    page.wait_for_url("**/settings/prayer?done=saved")
    assert page.input_value("#feed") == feed
    assert times_in_feed(tab.context.request.get(feed).text(), "Africa/Cairo")["Fajr"] == preview["Fajr"], "now it does"


def test_the_visitors_place_is_asked_for_on_a_press_only(open_tab):
    tab = open_tab()
    tab.context.grant_permissions(["geolocation"])
    tab.context.set_geolocation({"latitude": 51.5, "longitude": -0.12})
    tab.go("/prayer")
    tab.page.click("button[data-locate]")
    # The city that is nearby, without a list in between.
    tab.page.wait_for_url("**/prayer/gb/london")


def test_the_address_of_a_feed_is_copied(open_tab):
    tab = open_tab()
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.go("/prayer/sa/riyadh")
    tab.page.click("summary:has-text('Any other calendar')")
    tab.page.click("button[data-copy]:visible")
    tab.page.wait_for_selector("button[data-copy]:visible:has-text('Copied')")
    assert tab.page.evaluate("navigator.clipboard.readText()") == tab.page.input_value("#feed-1")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_camera_reads_the_code(server, open_tab, scheme):
    tab = open_tab(scheme=scheme)
    tab.go("/prayer/sa/riyadh?school=hanafi")
    picture = Image.open(io.BytesIO(tab.page.locator("svg.qr").screenshot()))
    assert [code.text for code in zxingcpp.read_barcodes(picture)] == [f"{server.origin}/prayer/sa/riyadh?school=hanafi"]


DAY_AND_HIJRI = """row => {
    const [day, hijri] = ['time', '.hj'].map((part) => {
        const range = document.createRange();
        range.selectNodeContents(row.querySelector(part));
        return range.getBoundingClientRect();
    });
    return [day.left, day.right, day.bottom, hijri.left, hijri.right, hijri.top];
}"""


@pytest.mark.parametrize("width", [320, 360, 390, 700, 1280])
@pytest.mark.parametrize("language, first, second", [
    ("en", "Sun 1", "Mon 2"), ("ar", "أحد ١", "اثنين ٢"),
], ids=["en", "ar"])
def test_a_day_and_its_hijri_day_stay_apart(open_tab, language, width, first, second):
    tab = open_tab(language=language, size={"width": width, "height": 800})
    tab.go("/prayer/sa/riyadh?month=2031-06")
    nodes = tab.context.new_cdp_session(tab.page).send("Accessibility.getFullAXTree")["nodes"]
    def names(role):
        found = [node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == role]
        return [re.sub(r"\s+(?=[,،])", "", name).strip() for name in found]
    assert names("rowheader")[:2] == [first, second]
    assert names("table") == [{"en": "Prayer times in Riyadh, June 2031", "ar": "مواقيت الصلاة في الرياض، يونيو ٢٠٣١"}[language]]
    rows = tab.page.locator(".mtab tbody tr:has(.hj)")
    assert rows.count() == 30
    for row in rows.all():
        left, right, bottom, hijri_left, hijri_right, hijri_top = row.evaluate(DAY_AND_HIJRI)
        is_below = hijri_top >= bottom - 1
        assert is_below or (hijri_left >= right + 3 if language == "en" else hijri_right <= left - 3)


@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("path", ["/prayer/sa/riyadh", "/prayer/gb/london?month=2031-01&adjust=fajr:2"])
def test_a_month_is_one_sheet_of_paper(open_tab, language, path):
    tab = open_tab(language=language)
    tab.go(path)
    sheets = tab.page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", sheets)) == 1
    tab.page.emulate_media(media="print")
    days = [row for row in tab.page.locator(".mtab tbody tr:has(.hj)").all() if row.is_visible()]
    assert len(days) in (28, 29, 30, 31) and all("near" not in (day.get_attribute("class") or "") for day in days)
    for part in ["form", "a.btn", ".next-card", "#subscribe", "header.top", "footer"]:
        assert not any(one.is_visible() for one in tab.page.locator(part).all()), part


@pytest.mark.parametrize("language", ["en", "ar"])
def test_nothing_is_wider_than_320_px(server, open_tab, language):
    tab = open_tab(language=language, size=NARROW)

    def fits(path=None):
        if path:
            tab.go(path)
        tab.unfold()
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= 320, tab.page.url

    for_anyone = ["/", "/login", "/prayer", "/prayer?q=ri", "/prayer?q=%25", "/prayer?latitude=24.7&longitude=46.7", "/prayer/sa/riyadh",
                  "/prayer/gb/london?isha_angle=17&adjust.fajr=99&month=x", "/prayer/no/tromso", "/privacy", "/terms", "/about/data",
                  "/no-such-page", "/dev/mailbox", "/magic-link?token=x", "/static/nothing.css"]
    for path in for_anyone:
        fits(path)
    address = new_address()
    tab.ask_for_link(address)
    fits()
    tab.sign_in(address)
    for path in for_anyone + ["/settings", "/settings/language", "/settings/name", "/settings/week", "/settings/my-week",
                              "/settings/prayer-day", "/settings/views", "/settings/planning", "/settings/travel",
                              "/settings/places",
                              "/settings/position", "/settings/programs",
                              "/tasks/new?q=gym+1+hour+three+times+a+week", "/routines", "/today",
                              "/settings/sessions", "/settings/copy", "/settings/time-zone", "/settings/address", "/settings/delete", "/settings/prayer/place",
                              "/settings/prayer?city=108410", "/settings/prayer?latitude=24.7&longitude=46.7",
                              "/settings/devices", "/settings/devices/connect", "/settings/devices/connect/thunderbird",
                              "/calendars", "/calendars/new", "/calendars/import"]:
        fits(path)
    tab.go("/calendars")
    tab.page.click("main .rows a[href^='/calendars/']")
    fits()
    tab.go("/settings/devices/connect")
    tab.press("/settings/devices/setup")
    tab.page.wait_for_url("**/settings/devices/setup?token=*")
    fits()
    tab.go("/settings/prayer?city=108410")
    tab.page.click("button[form=own]")
    tab.page.wait_for_url("**/settings/prayer?done=saved")
    fits()
    fits("/settings/prayer/renew")
    fits("/settings/prayer/delete")
    tab.go("/settings/delete")
    tab.page.fill("#typed", address)
    tab.press("/settings/delete")
    fits()
    fits(deletion_link(server, address))
    tab.go("/settings/prayer")
    tab.page.click("form[action='/profiles'] button")
    tab.page.wait_for_url("**/settings/prayer/iphone?token=*")
    fits()


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_feeds_address_is_not_lost_by_one_press(open_tab, language):
    tab = open_tab(language=language, script=False)
    page = tab.page
    tab.sign_in()
    tab.go("/settings/prayer?city=108410")
    page.click("button[form=own]")
    feed = page.input_value("#feed")
    for action in ["renew", "delete"]:
        page.click(f"main a[href='/settings/prayer/{action}']")
        page.click("main a.primary")
        assert page.input_value("#feed") == feed
    page.click("main a[href='/settings/prayer/renew']")
    tab.press("/settings/prayer/renew")
    page.wait_for_url("**/settings/prayer?done=renewed")
    assert page.input_value("#feed") != feed
    page.click("main a[href='/settings/prayer/delete']")
    tab.press("/settings/prayer/delete")
    page.wait_for_url("**/settings?prayer=removed")


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_the_headers_switch_is_the_accounts_language(open_tab, script):
    tab = open_tab(script=script)
    page = tab.page
    tab.sign_in()
    tab.go("/prayer/sa/riyadh?school=hanafi")
    tab.press("/settings/language")
    page.wait_for_load_state()
    assert page.url.endswith("/prayer/sa/riyadh?school=hanafi")
    assert page.get_attribute("html", "lang") == "ar"
    tab.go("/settings/language")
    assert page.is_checked("input[name=language][value=ar]")
    tab.go("/settings/name")
    page.fill("#name", "ليلى")
    tab.press("/settings")
    page.wait_for_url("**/settings?saved=yes")
    assert page.get_attribute("html", "lang") == "ar"


LOOKS = [("en", "light", DESKTOP), ("ar", "light", DESKTOP), ("en", "dark", PHONE), ("ar", "dark", PHONE)]
if PICTURES:
    LOOKS = [(l, s, d) for l in ("en", "ar") for s in ("light", "dark") for d in (DESKTOP, PHONE)]


@pytest.fixture(params=LOOKS, ids=lambda look: f"{look[0]} {look[1]} {look[2]['width']}")
def tab(request, open_tab):
    language, scheme, size = request.param
    return open_tab(language=language, scheme=scheme, size=size)


def test_pages_for_anyone_are_accessible(tab):
    for name, path in [("home", "/"), ("login", "/login"), ("privacy", "/privacy"), ("terms", "/terms"), ("data", "/about/data"),
                       ("not-found", "/no-such-page"), ("mailbox", "/dev/mailbox")]:
        tab.go(path)
        tab.check(name)
    for name, path in [("prayer", "/prayer"), ("prayer-results", "/prayer?q=ri"), ("prayer-none", "/prayer?q=%25"),
                       ("prayer-near", "/prayer?latitude=24.7&longitude=46.7"), ("prayer-no-point", "/prayer?latitude=90&longitude=x"),
                       ("city", "/prayer/sa/riyadh"), ("city-north", "/prayer/no/tromso?adjust=fajr:2"),
                       ("city-problem", "/prayer/gb/london?isha_angle=17&adjust.fajr=99&month=x"),
                       ("city-options", "/prayer/sa/riyadh/options"), ("no-city", "/prayer/sa/atlantis")]:
        tab.go(path)
        tab.check(name)
        tab.unfold()
        tab.check(f"{name}-unfolded")
    tab.go("/login")
    tab.page.fill("#email", "not an address")
    tab.press("/login")
    tab.check("login-problem")
    assert tab.page.input_value("#email") == "not an address"


def test_pages_of_signing_in_are_accessible(server, tab):
    address = new_address()
    tab.ask_for_link(address)
    tab.check("sent")
    tab.page.fill("#code", "22222222")
    tab.press("/login/code")
    tab.check("sent-problem")
    letter = sign_in_letter(server, address)
    tab.go("/dev/mailbox")
    tab.page.click(f"main li:has-text('{address}') a >> nth=0")
    tab.check("mailbox-message")
    tab.go(letter.link)
    tab.check("confirm")
    tab.press("/magic-link")
    tab.page.wait_for_url("**/first/language")
    tab.context.clear_cookies()
    tab.context.set_extra_http_headers({"Accept-Language": tab.language})
    tab.go(letter.link)
    tab.press("/magic-link")
    tab.check("link-used")


def check_devices(tab):
    """The pages of devices, and of Easy Setup up to its end."""
    tab.go("/settings/devices")
    tab.check("no-devices")
    tab.go("/settings/devices/connect")
    tab.check("connect-iphone")
    for kind in ["mac", "android", "thunderbird", "another"]:
        tab.go(f"/settings/devices/connect/{kind}")
        tab.check(f"connect-{kind}")
    tab.page.fill("#label", " ")
    tab.press("/settings/devices/connect/another")
    tab.check("connect-problem")
    tab.page.fill("#label", "Laptop")
    tab.press("/settings/devices/connect/another")
    tab.check("connect-password")
    tab.go("/settings/devices")
    tab.check("devices")
    tab.go("/settings/devices/connect")
    tab.press("/settings/devices/setup")
    tab.page.wait_for_url("**/settings/devices/setup?token=*")
    tab.check("setup")
    tab.press("/settings/devices/setup/cancel")
    tab.check("setup-cancelled")


def test_pages_of_a_customer_are_accessible(server, tab):
    address = tab.sign_in()
    tab.check("settings")
    tab.go("/settings/time-zone")
    tab.check("time-zone")
    tab.go("/calendars")
    tab.check("calendars")
    tab.page.click("main .menu summary >> nth=0")
    tab.check("calendars-menu")
    tab.page.click("main .rows a[href^='/calendars/']")
    tab.check("calendar")
    tab.go("/calendars/new")
    tab.press("/calendars/new")
    tab.check("calendar-problem")
    tab.go("/calendars/import")
    tab.page.set_input_files("#file", {"name": "a.ics", "mimeType": "text/calendar", "buffer": CALENDAR_FILE})
    tab.press("/calendars/import")
    tab.check("imported")
    tab.go("/settings/prayer/place")
    tab.check("own-place")
    tab.go("/settings/prayer?latitude=24.7&longitude=46.7")
    tab.check("own-point")
    tab.go("/settings/prayer?city=108410")
    tab.check("own-confirm")
    tab.page.click("button[form=own]")
    tab.page.wait_for_url("**/settings/prayer?done=saved")
    tab.unfold()
    tab.check("own")
    tab.page.fill("#alarm", "999")
    tab.page.click("button[name=preview]")
    tab.check("own-problem")
    tab.go("/settings/prayer")
    tab.page.click("form[action='/profiles'] button")
    tab.page.wait_for_url("**/settings/prayer/iphone?token=*")
    tab.check("iphone")
    tab.go("/settings/prayer")
    tab.page.click("main a[href='/settings/prayer/renew']")
    tab.check("renew-feed")
    tab.go("/settings/prayer/delete")
    tab.check("remove-feed")
    check_devices(tab)
    tab.go("/settings/address")
    tab.check("address")
    tab.page.fill("#new-email", new := new_address("new"))
    tab.press("/settings/address")
    tab.check("address-sent")
    tab.go(next_letter(server, new).link)
    tab.check("address-confirm")
    tab.go("/settings/delete")
    tab.check("delete")
    tab.page.fill("#typed", "wrong@example.org")
    tab.press("/settings/delete")
    tab.check("delete-problem")
    tab.page.fill("#typed", address)
    tab.press("/settings/delete")
    tab.check("delete-sent")
    tab.go(deletion_link(server, address))
    tab.check("delete-confirm")
    tab.press("/settings/delete/confirm")
    tab.check("deleted")


def test_a_link_for_another_account_asks_first(server, tab, open_tab):
    tab.sign_in()
    other, address = open_tab(), new_address()
    other.ask_for_link(address)
    tab.go(sign_in_letter(server, address).link)
    tab.press("/magic-link")
    tab.check("switch")


def test_nginxs_own_page_is_accessible(open_tab):
    tab = open_tab()
    tab.go("/static/nothing.css")
    tab.check("refused")


@pytest.mark.parametrize("path", ["/", "/login", "/prayer", "/prayer/sa/riyadh"])
def test_the_first_load_stays_under_50_kilobytes(chromium, server, path):
    tab = Tab(chromium, server)
    session = tab.context.new_cdp_session(tab.page)
    session.send("Network.enable")
    received = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    tab.page.goto(path, wait_until="networkidle")
    tab.close()
    assert 1_000 < sum(received) < 50 * 1024, received


def test_everything_can_be_reached_by_keyboard(open_tab):
    tab = open_tab()
    tab.go("/login")
    seen = []
    for _ in range(12):
        tab.page.keyboard.press("Tab")
        focused = tab.page.evaluate("""() => {
            const e = document.activeElement, style = getComputedStyle(e);
            return [e.tagName, e.id || e.textContent.trim(), style.outlineStyle !== 'none' || style.boxShadow !== 'none'];
        }""")
        seen.append(tuple(focused))
    names = [name for _, name, _ in seen]
    assert "email" in names
    for tag, name, visible in seen:
        assert visible or tag == "BODY", f"the focus on {name} cannot be seen"


COUNTDOWN = """() => {
    const { Date: RealDate, setTimeout: realTimeout } = window;
    // The page's clock runs ahead by as much as the test says; its timers fire at once.
    window.ahead = 0;
    window.Date = class extends RealDate {
        constructor(...parts) { super(...(parts.length ? parts : [RealDate.now() + window.ahead])); }
        static now() { return RealDate.now() + window.ahead; }
    };
}"""


# At any time one of them is before ten in the morning.
CITIES = [("/prayer/sa/riyadh", "Asia/Riyadh"), ("/prayer/jp/tokyo", "Asia/Tokyo"),
          ("/prayer/nz/auckland", "Pacific/Auckland"), ("/prayer/us/new-york-city", "America/New_York")]


@pytest.mark.parametrize("language, lasting", [("en", r"^in (\d+ h )?(\d+ min|\d+ h)$"), ("ar", r"^بعد ")])
def test_a_citys_page_counts_down_and_moves_the_mark(open_tab, language, lasting):
    path, _ = min(CITIES, key=lambda city: datetime.now(ZoneInfo(city[1])).hour)
    tab = open_tab(language=language)
    tab.context.add_init_script(f"({COUNTDOWN})()")
    tab.go(path)
    page = tab.page
    prayers = page.locator(".six li:not(.soft)").all()
    moments = [page.evaluate("text => Date.parse(text)", row.locator("time").get_attribute("datetime")) for row in prayers]
    names = [row.locator(".n").inner_text() for row in prayers]

    def look(moment):
        page.evaluate("moment => { window.ahead += moment - Date.now(); document.dispatchEvent(new Event('visibilitychange')); }", moment)

    first = names.index(page.locator(".which b").inner_text())
    assert first <= 2, "most of the day is to come"
    for index in range(first, 5):
        look(moments[index - 1] + 1000 if index > first else moments[index] - 3_600_000)
        assert page.locator(".which b").inner_text() == page.locator(".six .next .n").inner_text() == names[index]
        assert page.locator(".at").get_attribute("datetime") == prayers[index].locator("time").get_attribute("datetime")
        assert re.match(lasting, page.locator(".left").inner_text())
        assert page.locator(".arc .nx").count() == 1
        look(moments[index] - 30_000)
        assert page.locator(".left").inner_text() == {"en": "in 1 min", "ar": "بعد دقيقة"}[language]


SHIFTS = """
new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifted = (window.shifted || 0) + entry.value; })
    .observe({ type: 'layout-shift', buffered: true })
"""


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_nothing_moves_while_a_page_loads(open_tab, language, size):
    """Also where the page comes in pieces, as on a slow network.

    A piece can end inside a row, whose icon then moves beside the text that the next piece brings: less than a
    thousandth of the page.
    """
    tab = open_tab(language=language, size=size)
    tab.context.add_init_script(SHIFTS)
    session = tab.context.new_cdp_session(tab.page)
    session.send("Network.enable")
    for speed in [-1, 6_000]:
        session.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": 0, "downloadThroughput": speed, "uploadThroughput": -1})
        for path in ["/", "/prayer", "/prayer/sa/riyadh"] if speed < 0 else ["/prayer/sa/riyadh"]:
            tab.go(path)
            tab.page.wait_for_timeout(300)
            shifted = tab.page.evaluate("window.shifted || 0")
            assert shifted < 0.001, (path, speed, shifted)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_citys_page_is_short(open_tab, language, size):
    tab = open_tab(language=language, size=size)
    tab.go("/prayer/sa/riyadh")
    assert tab.page.evaluate("document.documentElement.scrollHeight / innerHeight") <= 3.4


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"


@pytest.mark.parametrize("agent", [None, IPHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_citys_page_is_20_kilobytes_in_five_requests(chromium, server, language, agent):
    tab = Tab(chromium, server, language=language, size=PHONE if agent else DESKTOP)
    session = tab.context.new_cdp_session(tab.page)
    session.send("Network.enable")
    if agent:
        session.send("Network.setUserAgentOverride", {"userAgent": agent})
    received = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    tab.page.goto("/prayer/sa/riyadh", wait_until="networkidle")
    tab.close()
    # The hour decides some of the bytes.
    assert len(received) <= 5 and sum(received) <= 20_480, received
