"""Notices to iPhones: the real client before a server that keeps the rules of Apple's push service."""

import json
import re
import subprocess
import time
import uuid
from email.utils import formatdate

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from support.api import Phone
from support.browser import Browser, new_address
from support.push import PushService, decoded, point, read_token
from support.server import ROOT, Server, wait_until

SETTINGS = "/settings/notifications"
KEY_ID, TEAM_ID, TOPIC = "ABCDE12345", "TEAM123456", "org.example.jadwal"


@pytest.fixture(scope="module")
def apple(tmp_path_factory):
    with PushService(tmp_path_factory.mktemp("apple"), taken=200) as started:
        started.key_file = started.certificate.replace("push.pem", "AuthKey.p8")
        subprocess.run(["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out",
                        started.key_file], check=True, capture_output=True)
        subprocess.run(["chmod", "644", started.key_file], check=True)
        yield started


@pytest.fixture(scope="module")
def server(apple):
    # The sandbox is the same machine by another name, so that the requests tell which was asked.
    settings = {
        "JADWAL_PUSH_CA_FILE": apple.certificate, "JADWAL_APNS_KEY_FILE": apple.key_file, "JADWAL_APNS_KEY_ID": KEY_ID,
        "JADWAL_APNS_TEAM_ID": TEAM_ID, "JADWAL_APNS_TOPIC": TOPIC, "JADWAL_APNS_HOST": apple.host,
        "JADWAL_APNS_SANDBOX_HOST": apple.host}
    with Server(settings=settings) as started:
        yield started


@pytest.fixture
def person(server, apple):
    """A customer whose phone has the app, in a browser."""
    address = new_address("apple")
    apple.faults = []
    with Phone(server) as phone, Browser(server) as browser:
        phone.sign_in(address)
        browser.token = uuid.uuid4().hex * 2
        phone.call("profile.v1.ProfileService/AddDevice", deviceToken=browser.token)
        browser.sign_in(address)
        # The sign-in itself is no push.
        apple.requests.clear()
        yield browser


def send_test(person):
    device = re.search(r'name="device" value="(\d+)"', person.get(SETTINGS).text)[1]
    answer = person.submit_form(SETTINGS, "/settings/notifications/test", device=device)
    assert answer.status_code == 303


def devices(person):
    return re.findall(r'name="device" value="\d', person.get(SETTINGS).text)


def test_a_notice_is_as_apple_wants_it(person, apple):
    send_test(person)
    request, = wait_until(lambda: apple.requests, 30, "the push")
    head = request.headers
    assert head[":method"] == "POST" and request.path == f"/3/device/{person.token}"
    assert (head["apns-topic"], head["apns-push-type"], head["apns-priority"]) == (TOPIC, "alert", "10")
    assert 0 < int(head["apns-expiration"]) - time.time() <= 7 * 86_400
    assert uuid.UUID(head["apns-id"]) and 0 < len(head["apns-collapse-id"].encode()) <= 64
    with open(apple.key_file, "rb") as key:
        public = point(load_pem_private_key(key.read(), None).public_key())
    scheme, token = head["authorization"].split(" ")
    claims = read_token(token, public)
    assert scheme == "bearer" and json.loads(decoded(token.split(".")[0]))["kid"] == KEY_ID
    assert claims["iss"] == TEAM_ID and 0 <= time.time() - claims["iat"] < 3_600
    payload = json.loads(request.body)
    assert len(request.body) <= 4_096 and payload["aps"]["alert"]["title"] and "badge" not in payload["aps"]
    assert payload["jadwal"]["url"].startswith(("/", "https://"))


def test_all_notices_have_one_token(person, apple):
    for number in range(3):
        send_test(person)
        wait_until(lambda: len(apple.requests) == number + 1, 30)
    assert len({one.headers["authorization"] for one in apple.requests}) == 1


def test_a_phone_that_is_gone_leaves_the_list(person, apple):
    late = json.dumps({"reason": "Unregistered", "timestamp": int((time.time() + 60) * 1_000)}).encode()
    apple.faults = [(410, {}, late)]
    send_test(person)
    wait_until(lambda: not devices(person), 30)


def test_a_phone_that_came_back_after_it_was_gone_stays(person, apple):
    early = json.dumps({"reason": "Unregistered", "timestamp": int((time.time() - 86_400) * 1_000)}).encode()
    apple.faults = [(410, {}, early)]
    send_test(person)
    wait_until(lambda: apple.requests, 30)
    send_test(person)
    wait_until(lambda: len(apple.requests) == 2, 30, "a notice to the phone, which stayed")


def test_a_phone_of_the_other_environment_is_found_there(person, apple):
    apple.faults = [(400, {}, b'{"reason":"BadDeviceToken"}')]
    send_test(person)
    wait_until(lambda: len(apple.requests) == 2, 30)
    # The second environment took it, and is asked first from now on.
    send_test(person)
    wait_until(lambda: len(apple.requests) == 3, 30)
    assert devices(person)


def test_a_token_that_apple_calls_too_old_is_replaced(person, apple):
    apple.faults = [(403, {}, b'{"reason":"ExpiredProviderToken"}')]
    send_test(person)
    wait_until(lambda: len(apple.requests) == 2, 30)
    first, second = (one.headers["authorization"] for one in apple.requests)
    assert first != second


@pytest.mark.parametrize("fault", [
    (500, {}, b'{"reason":"InternalServerError"}'), (503, {}, b'{"reason":"ServiceUnavailable"}'), "goaway"])
def test_a_service_that_fails_is_asked_again(person, apple, fault):
    apple.faults = [fault]
    send_test(person)
    wait_until(lambda: len(apple.requests) == 2, 60)
    assert len({one.headers["apns-collapse-id"] for one in apple.requests}) == 1
    assert len({one.headers["apns-id"] for one in apple.requests}) == 1


def test_a_phone_that_gets_too_many_is_asked_later_and_stays(person, server, apple):
    apple.faults = [(429, {}, b'{"reason":"TooManyRequests"}')]
    send_test(person)
    waiting = wait_until(lambda: server.sql(
        "SELECT state, next_at > now() + interval '30 seconds' FROM delivery WHERE last_reason = 'busy'"), 30)
    assert waiting == [["queued", "t"]]
    assert len(apple.requests) == 1 and devices(person)


def test_a_notice_that_is_too_long_is_sent_with_its_title(person, apple):
    apple.faults = [(413, {}, b'{"reason":"PayloadTooLarge"}')]
    send_test(person)
    wait_until(lambda: len(apple.requests) == 2, 30)
    assert "body" not in json.loads(apple.requests[1].body)["aps"]["alert"]


def test_doctor_compares_the_clock_with_apples(server, apple):
    def line(answer):
        apple.faults.append(answer)
        done = subprocess.run(
            [ROOT / "script/jadwal", "--data", server.data, "doctor"], capture_output=True, text=True, timeout=60,
            stdin=subprocess.DEVNULL)
        found, = [line for line in done.stdout.splitlines() if " Apple: " in line]
        return found, done

    refusal = b'{"reason":"MissingDeviceToken"}'
    right, done = line((400, {"date": formatdate(usegmt=True)}, refusal))
    assert right.startswith("ok    Apple: answers, and its clock agrees"), done.stdout
    wrong, done = line((400, {"date": formatdate(time.time() + 600, usegmt=True)}, refusal))
    assert re.match(r"FAIL  Apple: Apple's clock is (5[5-9]\d|60\d) seconds apart", wrong), done.stdout
    assert done.returncode == 1
    assert "keep time by NTP" in done.stdout
    timeless, done = line((400, {}, refusal))
    assert timeless.startswith("ok    Apple: answers, without a time"), done.stdout
