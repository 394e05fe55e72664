"""Where a phone is: the pages, the button of Today in a browser, and the doors of programs behind nginx."""

import base64
import re
import time

import httpx
import pytest

from support.browser import Browser
from support.chromium import DESKTOP, PHONE, Tab

HERE = {"lat": 24.71364, "lon": 46.67529}


def switch_on(browser):
    page = "/settings/position"
    form = browser.page(page).form(page)
    assert browser.submit(page, form | {"do": "on"}).headers["location"] == "/settings/position?done=on"


def make_token(browser, program="another", label="Test"):
    """The token that the page shows once."""
    page = f"/settings/position/{program}"
    answer = browser.submit(page, browser.page(page).form(page) | {"label": label})
    assert answer.status_code == 200 and answer.headers["cache-control"] == "no-store"
    return re.search(r'value="(jdp_[\w-]{43})"', answer.text)[1]


def program(server, source):
    """A program that sends from one of this machine's many loopback addresses."""
    return httpx.Client(
        base_url=server.origin, timeout=30,
        transport=httpx.HTTPTransport(verify=server.tls_context(), local_address=source))


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def test_a_token_is_shown_once_and_each_program_sends_in_its_own_shape(server):
    with Browser(server) as browser, program(server, "127.0.41.1") as phone:
        browser.sign_in()
        switch_on(browser)
        token = make_token(browser)
        assert phone.post("/position", json=HERE, headers=bearer(token)).json() == {"result": "stored"}
        assert "24.714" in browser.get("/settings/position").text

        basic = base64.b64encode(f"anybody:{token}".encode()).decode()
        location = {"_type": "location", "tst": int(time.time()), "acc": 10, "tid": "zb"} | HERE
        answer = phone.post("/position/owntracks", json=location, headers={"Authorization": f"Basic {basic}"})
        assert (answer.status_code, answer.json()) == (200, [])
        assert phone.post("/position/owntracks", headers={"Authorization": f"Basic {basic}"}).json() == []

        feature = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [46.67529, 24.71364]},
                   "properties": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                                  "horizontal_accuracy": 9}}
        batch = {"locations": [feature] * 1_000}
        answer = phone.post("/position/overland", json=batch, headers=bearer(token))
        assert (answer.status_code, answer.json()) == (200, {"result": "ok"})

        fields = {"id": token, "lat": 24.7, "lon": 46.6, "timestamp": int(time.time() * 1_000), "accuracy": 8.5}
        assert phone.get("/position/osmand", params=fields).status_code == 200
        assert phone.post("/position/osmand", params=fields).status_code == 200

        listed = browser.get("/settings/programs").text
        assert token not in listed and "Last used" in listed
        logs = b"".join(log.read_bytes() for log in server.logs if log.is_file())
        logs += (server.data / "log/access.log").read_bytes()
        assert token.encode() not in logs and b"24.71364" not in logs
        browser.submit_form("/settings/programs", "/settings/programs/revoke")
        assert phone.post("/position", json=HERE, headers=bearer(token)).status_code == 401


def test_a_cookie_is_not_believed_and_a_wrong_token_not_either(server):
    with Browser(server) as browser, program(server, "127.0.42.1") as other:
        browser.sign_in()
        switch_on(browser)
        assert browser.post("/position", json=HERE).status_code == 401
        answer = other.post("/position", json=HERE, headers=bearer("jdp_" + "A" * 43))
        assert answer.status_code == 401 and answer.headers["www-authenticate"].startswith("Basic ")
        assert "24.714" not in browser.get("/settings/position").text


def test_without_consent_and_after_it_is_taken_back_programs_are_refused(server):
    with Browser(server) as browser, program(server, "127.0.43.1") as phone:
        browser.sign_in()
        switch_on(browser)
        token = make_token(browser)
        page = "/settings/position"
        browser.submit(page, browser.page(page).form(page) | {"do": "off"})
        answer = phone.post("/position", json=HERE, headers=bearer(token))
        assert (answer.status_code, answer.json()["code"]) == (403, "off")


def test_what_is_too_long_is_a_sentence_for_programs(server):
    with program(server, "127.0.44.1") as phone:
        answer = phone.post("/position", content=b"x" * 65_537, headers=bearer("x"))
        assert answer.status_code == 413 and answer.headers["content-type"].startswith("text/plain")
        answer = phone.post("/position/overland", content=b"x" * (768 * 1_024 + 1), headers=bearer("x"))
        assert answer.status_code == 413


def test_a_phone_that_sends_without_a_pause_is_slowed_down_and_others_are_not(strict):
    with Browser(strict) as browser, program(strict, "127.0.45.1") as phone, program(strict, "127.0.45.2") as other:
        browser.sign_in()
        switch_on(browser)
        flood, calm = make_token(browser, label="Flood"), make_token(browser, label="Calm")
        statuses = [phone.post("/position", json=HERE, headers=bearer(flood)).status_code for _ in range(60)]
        assert statuses[0] == 200 and statuses[-1] == 429 and set(statuses) == {200, 429}
        assert other.post("/position", json=HERE, headers=bearer(calm)).status_code == 200


LOOKS = [("en", PHONE, "light"), ("ar", PHONE, "dark"), ("ar", DESKTOP, "light")]


@pytest.fixture
def open_tab(chromium, server):
    tabs = []

    def make(**options):
        tabs.append(Tab(chromium, server, **options))
        return tabs[-1]

    yield make
    for tab in tabs:
        tab.close()


@pytest.mark.parametrize("language, size, scheme", LOOKS, ids=lambda value: str(value))
def test_every_page_and_the_button_of_today(open_tab, language, size, scheme):
    tab = open_tab(language=language, size=size, scheme=scheme)
    page = tab.page
    tab.context.grant_permissions(["geolocation"])
    tab.context.set_geolocation({"latitude": 24.71364, "longitude": 46.67529, "accuracy": 20})
    tab.sign_in()
    tab.go("/settings/position")
    tab.check("position-off")
    page.click("button[value=on]")
    page.wait_for_url("**/settings/position?done=on")
    tab.check("position-on")
    for program_name in ["iphone", "owntracks", "overland", "osmand", "traccar", "another"]:
        tab.go(f"/settings/position/{program_name}")
        tab.check(f"position-{program_name}")
    page.fill("#label", "Script")
    page.click("form[action='/settings/position/another'] button")
    page.wait_for_selector("#token")
    tab.check("position-token")
    tab.go("/settings/programs")
    tab.check("programs")
    tab.go("/today")
    with page.expect_navigation():
        page.click("form[data-here] button[data-locate]")
    assert page.url.endswith("/today")
    tab.check("today-here")
    tab.go("/settings/position")
    known = page.text_content("section[aria-labelledby=last]")
    assert "24" in known or "٢٤" in known
    page.click("form[action='/settings/position/forget'] button")
    page.wait_for_url("**/settings/position?done=forgotten")
