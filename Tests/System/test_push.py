"""Notices to browsers, from the button to the decrypted message, against a push service on this machine."""

import re
import time

import pytest

from support.browser import Browser, Page
from support.push import Subscription, decoded, read_token
from support.server import Server, wait_until

SETTINGS = "/settings/notifications"


@pytest.fixture(scope="module")
def server(push_service):
    with Server(settings=push_service.settings) as started:
        yield started


@pytest.fixture
def person(server, push_service):
    push_service.faults.clear()
    push_service.requests.clear()
    with Browser(server) as browser:
        browser.sign_in()
        browser.subscription = Subscription(f"https://{push_service.host}/push/{time.monotonic_ns()}")
        answer = browser.submit_form(SETTINGS, "/settings/devices/web-push", **browser.subscription.fields)
        assert answer.status_code == 303 and "done=saved" in answer.headers["location"]
        yield browser


def device(browser):
    return re.search(r'name="device" value="(\d+)"', browser.get(SETTINGS).text)[1]


def send_test(browser):
    answer = browser.submit(
        "/settings/notifications/test", browser.page(SETTINGS).form("/settings/notifications/test") |
        {"device": device(browser)})
    assert "done=tested" in answer.headers["location"]


def test_a_notice_arrives_encrypted_and_only_its_browser_reads_it(person, push_service):
    send_test(person)
    request = wait_until(lambda: push_service.requests, 30)[0]
    notice = person.subscription.read(request.body)
    assert notice["title"] == "This is a test" and notice["lang"] == "en" and notice["dir"] == "ltr"
    assert notice["url"].startswith("/notifications/") and len(notice["tag"]) == 32
    head = request.headers
    assert head[":method"] == "POST" and head["content-encoding"] == "aes128gcm"
    assert 0 < int(head["ttl"]) <= 300 and len(head["topic"]) == 32 and head["urgency"] == "normal"
    with pytest.raises(Exception):
        Subscription("https://other").read(request.body)


def test_the_sender_proves_who_it_is(person, push_service):
    send_test(person)
    request = wait_until(lambda: push_service.requests, 30)[0]
    token, key = re.fullmatch(r"vapid t=(.+), k=(.+)", request.headers["authorization"]).groups()
    assert f'value="{key}"' in person.get(SETTINGS).text, "the key that the browser subscribed with"
    claims = read_token(token, decoded(key))
    assert claims["aud"] == f"https://{push_service.host}"
    assert 0 < claims["exp"] - time.time() <= 86_400
    assert claims["sub"].startswith(("mailto:", "https://"))


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_leaves_the_list(person, push_service, status):
    push_service.faults = [status]
    send_test(person)
    wait_until(lambda: not re.search(r'name="device" value="\d', person.get(SETTINGS).text), 30)


@pytest.mark.parametrize("fault", [500, 503, "goaway", (429, {"retry-after": "1"}, b"")])
def test_a_service_that_fails_is_asked_again(person, push_service, fault):
    push_service.faults = [fault]
    send_test(person)
    wait_until(lambda: len(push_service.requests) == 2, 30)
    topics = {request.headers["topic"] for request in push_service.requests}
    assert len(topics) == 1, "a device that got both shows one"


def test_a_message_that_is_too_long_is_sent_with_its_title(person, push_service):
    push_service.faults = [413]
    send_test(person)
    wait_until(lambda: len(push_service.requests) == 2, 30)
    assert person.subscription.read(push_service.requests[1].body)["body"] == ""


def test_a_slow_service_does_not_hold_up_mail(person, server, push_service):
    push_service.faults = [("slow", 6), ("slow", 6)]
    send_test(person)
    send_test(person)
    begun = time.monotonic()
    with Browser(server) as other:
        other.sign_in()
    assert time.monotonic() - begun < 5


def test_one_connection_serves_several_notices(person, push_service):
    for number in range(3):
        send_test(person)
        wait_until(lambda: len(push_service.requests) == number + 1, 30)
    assert len({request.connection for request in push_service.requests}) <= 2, "one for each thread"


@pytest.mark.parametrize("endpoint", [
    "https://127.0.0.1/push", "https://localhost/push", "http://localhost/push", "https://example.org/push"])
def test_the_server_calls_no_other_address(person, endpoint):
    other = Subscription(endpoint)
    answer = person.submit_form(SETTINGS, "/settings/devices/web-push", **other.fields)
    assert answer.status_code == 400


def test_signing_out_ends_the_notices_of_a_browser(person, server):
    def count():
        return int(server.sql("SELECT count(*) FROM notification_device")[0][0])

    before = count()
    person.submit_form("/settings", "/logout")
    assert count() == before - 1


def test_the_worker_and_the_manifest_are_served_as_browsers_want_them(person):
    worker = person.get("/sw.js")
    assert worker.status_code == 200 and worker.headers["cache-control"] == "no-cache"
    assert "javascript" in worker.headers["content-type"]
    manifest = person.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    for icon in manifest.json()["icons"]:
        assert person.get(icon["src"]).status_code == 200
    assert manifest.json()["display"] == "standalone" and manifest.json()["lang"] == "en"
    assert Page(person.get("/notifications").text).text
