"""The pages of devices and the profile with calendars, through nginx as a browser and a phone see them."""

import plistlib
import re

from support.browser import Browser, new_address
from test_profiles import safari


def make_password(browser, label):
    """The password that the page shows once."""
    page = "/settings/devices/connect/another"
    answer = browser.submit(page, browser.page(page).form(page) | {"label": label})
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    return re.search(r'<input id="password" value="([^"]+)"', answer.text)[1]


def test_a_password_is_shown_once_and_its_device_is_in_the_list_until_it_is_disconnected(server):
    with Browser(server) as browser:
        browser.sign_in()
        password = make_password(browser, "Büro & <Küche>")
        assert len(password.replace("-", "")) == 32
        listed = browser.get("/settings/devices")
        assert password not in listed.text
        assert "Büro &amp; &lt;Küche&gt;" in listed.text
        answer = browser.submit_form("/settings/devices", "/settings/devices/disconnect")
        assert answer.headers["location"] == "/settings/devices?done=disconnected"
        assert "Büro" not in browser.get("/settings/devices").text
        logs = b"".join(log.read_bytes() for log in server.logs if log.is_file())
        assert password.encode() not in logs


def test_easy_setup_waits_for_the_device_and_can_be_cancelled(server):
    with Browser(server) as browser, safari(server) as phone:
        browser.sign_in(new_address("easy"))
        answer = browser.submit_form("/settings/devices/connect", "/settings/devices/setup")
        assert answer.status_code == 303
        steps = answer.headers["location"]
        token = steps.partition("token=")[2]

        # The phone has no session. It comes by the code on the other screen.
        waiting = phone.get(steps)
        assert waiting.status_code == 200
        assert waiting.headers["refresh"] == "5"
        assert waiting.headers["cache-control"] == "no-store"
        path = f"/profiles/caldav.mobileconfig?token={token}"
        assert path in waiting.text

        assert phone.head(path).status_code == 200
        fetched = [phone.get(path) for _ in range(5)]
        assert {one.status_code for one in fetched} == {200}
        assert len({one.content for one in fetched}) == 1
        assert phone.get(path).status_code == 404
        assert "content-encoding" not in fetched[0].headers
        (account,) = plistlib.loads(fetched[0].content)["PayloadContent"]
        assert account["PayloadType"] == "com.apple.caldav.account"
        assert f"https://{account['CalDAVHostName']}:{account['CalDAVPort']}" == server.origin

        browser.submit_form(steps, "/settings/devices/setup/cancel")
        ended = browser.get(steps)
        assert "Setup cancelled" in ended.text and "refresh" not in ended.headers
        logs = b"".join(log.read_bytes() for log in server.logs if log.is_file())
        assert b"/profiles/caldav.mobileconfig" in logs
        assert token.encode() not in logs and account["CalDAVPassword"].encode() not in logs
