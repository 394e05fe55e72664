"""A stranger's first look at chats: `script/server --bridge`, and `/dev/bridge` as the other side."""

from support.browser import Browser
from support.caldav import Device, add_customer
from support.server import wait_until
from test_agreements_road import coming_day


def test_what_the_scripted_bridge_says_reaches_the_inbox_and_a_device(new_server):
    server = new_server("--bridge", settings={"JADWAL_ANALYSIS_QUIET_SECONDS": "1"}).start()
    assert f"plays WhatsApp at {server.origin}/dev/bridge" in server.read_output()
    account = add_customer(server)
    with Browser(server) as browser:
        def page_with(path, words):
            return wait_until(lambda: (text := browser.get(path).text) and words in text and text, 30, words)

        def say(who, body):
            said = browser.submit_form("/dev/bridge", "/dev/bridge", name="Sara", who=who, body=body)
            assert said.status_code == 200 and body in said.text

        browser.sign_in(account.email)
        browser.submit_form("/settings/whatsapp", "/settings/whatsapp/consent", agree="yes")
        browser.submit_form("/settings/whatsapp", "/settings/whatsapp/connect", number="+966 50 123 4567")
        page_with("/settings/whatsapp", "bigcode")
        browser.submit_form("/dev/bridge", "/dev/bridge", do="type")
        page_with("/settings/whatsapp", "status-line good")
        say("them", f"Coffee on {coming_day()} at 5 pm?")
        say("me", "Deal, see you there")
        assert "<mark>Deal</mark>" in page_with("/inbox", "Coffee with Sara")
    with Device(account) as device:
        path = f"{account.home}whatsapp/"
        members = [one for one in device.propfind(path, "d:getetag", depth=1).members if one != path]
        assert [b"SUMMARY:Coffee with Sara" in device.send("GET", one).body for one in members] == [True]
