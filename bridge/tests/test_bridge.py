"""The contract over HTTP, with a scripted process in the place of neonize."""

import http.client
import json
import logging
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from jadwal_bridge.outbox import Outbox
from jadwal_bridge.server import Server
from jadwal_bridge.sessions import Sessions, Timing
from receiver import SECRET, wait_until

CUSTOMER = "6f1b4f0e-7f65-4a3b-9a54-0d1f1c6a2b3c"
NUMBER = "966501234567"


class Hasty(Timing):
    between_starts, first_retry, last_retry = 0.01, 0.05, 0.1


def start_process(orders):
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-B", Path(__file__).with_name("scripted_session.py"), str(writing)], pass_fds=[writing],
        stdin=subprocess.PIPE, text=True)
    os.close(writing)
    process.stdin.write(json.dumps(orders) + "\n")
    process.stdin.flush()
    return process, os.fdopen(reading)


class Bridge:
    def __init__(self, folder, timing=Hasty, limit=50):
        self.outbox = Outbox(folder / "bridge.db")
        self.sessions = Sessions(folder / "sessions", self.outbox, limit, timing, start_process)
        self.server = Server(0, SECRET, self.sessions)
        self.sessions.restore()
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.sessions.stop()
        self.outbox.close()

    def call(self, method, path, body=None, secret=SECRET, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=60)
        if secret:
            headers["Authorization"] = f"Bearer {secret}"
        content = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        connection.request(method, path, content, headers)
        answer = connection.getresponse()
        result = answer.status, answer.read()
        connection.close()
        return result

    def initialize(self, number=NUMBER, customer=CUSTOMER):
        status, content = self.call("POST", "/wasapp/initialize", {"customerId": customer, "phoneNumber": number})
        return status, json.loads(content)

    def client(self, customer=CUSTOMER):
        status, content = self.call("GET", f"/wasapp/status/{customer}")
        return json.loads(content)["client"] if status == 200 else None

    def is_ready(self):
        return (self.client() or {}).get("isReady")

    def has_forgotten(self):
        return self.outbox.links() == [] and not list(self.sessions.folder.iterdir())

    def disconnect(self):
        return self.call("POST", "/wasapp/disconnect", {"customerId": CUSTOMER})


@pytest.fixture
def start(tmp_path):
    started = []

    def make(**options):
        started.append(Bridge(tmp_path, **options))
        return started[-1]

    yield make
    for bridge in started:
        bridge.close()


@pytest.fixture
def bridge(start):
    return start()


def test_health_wants_no_secret_and_the_other_calls_do(bridge):
    assert bridge.call("GET", "/health", secret=None) == (200, b"ok")
    for method, path, body in [("GET", f"/wasapp/status/{CUSTOMER}", None), ("POST", "/wasapp/disconnect", {"customerId": CUSTOMER}),
                               ("POST", "/wasapp/initialize", {"customerId": CUSTOMER, "phoneNumber": NUMBER})]:
        for secret in (None, "wrong", SECRET + "x"):
            assert bridge.call(method, path, body, secret)[0] == 401
    assert bridge.client() is None


def test_a_number_is_linked(bridge):
    status, body = bridge.initialize()
    assert status == 200 and list(body) == ["pairingCode"] and len(body["pairingCode"]) == 8
    wait_until(bridge.is_ready)
    assert bridge.client() == {"status": "READY", "phoneNumber": NUMBER, "name": "Zaid", "pairingCode": body["pairingCode"],
                               "isReady": True, "isAuthenticated": True}
    answer = json.loads(bridge.call("GET", f"/wasapp/status/{CUSTOMER}")[1])
    assert list(answer) == ["client", "timestamp"] and len(answer["timestamp"]) == 24 and answer["timestamp"][-1] == "Z"
    assert bridge.outbox.links() == [CUSTOMER]


def test_a_linked_customer_is_not_linked_twice(bridge):
    bridge.initialize()
    wait_until(bridge.is_ready)
    status, body = bridge.initialize()
    assert status == 500 and list(body) == ["error"] and NUMBER not in body["error"]


def test_a_second_call_gets_the_same_code(bridge):
    first = bridge.initialize("966501234503")
    assert bridge.initialize("966501234503") == first
    assert bridge.client()["status"] == "WAITING_FOR_PAIRING" and bridge.client()["isReady"] is False
    other = bridge.initialize("966509999903")
    assert other[1] != first[1] and bridge.client()["phoneNumber"] == "966509999903"


def test_a_code_that_nobody_types_is_renewed_and_then_given_up(start):
    class Short(Hasty):
        code, pairing = 0.5, 1

    bridge = start(timing=Short)
    first = bridge.initialize("966501234503")[1]["pairingCode"]
    wait_until(lambda: bridge.client()["pairingCode"] != first)
    wait_until(lambda: bridge.client() is None)
    wait_until(bridge.has_forgotten)


@pytest.mark.parametrize("number", ["966501234501", "966501234502"])
def test_a_failure_to_pair_is_500_and_forgotten(bridge, number):
    status, body = bridge.initialize(number)
    assert (status, body) == (500, {"error": "WhatsApp gave no code."})
    assert bridge.client() is None
    assert bridge.initialize()[0] == 200


def test_a_saved_link_comes_back_after_a_restart(start):
    bridge = start()
    bridge.initialize()
    wait_until(bridge.is_ready)
    bridge.close()
    again = start()
    wait_until(again.is_ready)
    assert again.client()["pairingCode"] is None
    wait_until(lambda: len(again.outbox) == 1)
    assert json.loads(again.outbox.first(1, 1)[0][2]) == {"customer_id": CUSTOMER, "id": "id-1", "body": "hello"}


def saved(start, plan):
    bridge = start()
    bridge.initialize()
    wait_until(bridge.is_ready)
    bridge.close()
    bridge.sessions.database(CUSTOMER).write_text(plan)
    return start()


@pytest.mark.parametrize("death", ["dies", "cuts"])
def test_a_saved_link_whose_process_dies_starts_again(start, death):
    bridge = saved(start, death)
    wait_until(lambda: len(bridge.outbox) == 1)
    assert bridge.is_ready()


def test_a_machine_without_room_for_a_process_refuses_and_goes_on(bridge, monkeypatch):
    def fail(_):
        raise OSError(12, "Cannot allocate memory")

    with monkeypatch.context() as patched:
        patched.setattr(bridge.sessions, "start_process", fail)
        assert bridge.initialize() == (500, {"error": "WhatsApp gave no code."})
    assert bridge.initialize()[0] == 200


def test_a_link_that_the_phone_ended_is_forgotten(start):
    bridge = saved(start, "gone")
    wait_until(lambda: bridge.client() is None)
    wait_until(bridge.has_forgotten)


def test_a_link_that_another_program_took_waits_and_tries_again(start):
    bridge = saved(start, "stopped")
    wait_until(lambda: len(bridge.outbox) > 1)
    assert bridge.outbox.links() == [CUSTOMER]


def test_disconnecting_logs_out_and_deletes_everything(start):
    bridge = saved(start, "stays")
    wait_until(lambda: len(bridge.outbox) == 1)
    assert bridge.disconnect() == (200, b"")
    assert [path.name for path in bridge.sessions.folder.iterdir()] == [f"{CUSTOMER}.logged-out"]
    assert (len(bridge.outbox), bridge.outbox.links(), bridge.client()) == (0, [], None)
    assert bridge.disconnect() == (200, b""), "an unknown customer is no error"


def test_a_bridge_holds_a_bounded_number_of_links(start):
    bridge = start(limit=1)
    assert bridge.initialize()[0] == 200
    other = "11111111-7f65-4a3b-9a54-0d1f1c6a2b3c"
    assert bridge.initialize(customer=other) == (500, {"error": "The bridge holds as many sessions as it may."})


@pytest.mark.parametrize(("body", "words"), [
    ({"phoneNumber": NUMBER}, "required property 'customerId'"), ({"customerId": CUSTOMER}, "required property 'phoneNumber'"),
    ({"customerId": "../../x", "phoneNumber": NUMBER}, "body/customerId"),
    ({"customerId": CUSTOMER, "phoneNumber": "+" + NUMBER}, "body/phoneNumber"),
    ({"customerId": CUSTOMER, "phoneNumber": "٩٦٦٥٠١٢٣٤٥٦٧"}, "body/phoneNumber"),
    ({"customerId": CUSTOMER, "phoneNumber": 966501234567}, "body/phoneNumber"),
    ([], "must be object"), (b"{", "not valid JSON"), (b"[" * 4_000, "not valid JSON"), (b"\xff", "not valid JSON")])
def test_wrong_input_is_400(bridge, body, words):
    status, content = bridge.call("POST", "/wasapp/initialize", body)
    answer = json.loads(content)
    assert status == 400 and words in answer["message"]
    assert list(answer) == ["statusCode", "code", "error", "message"] and answer["error"] == "Bad Request"


def test_a_huge_body_is_not_read(bridge):
    assert bridge.call("POST", "/wasapp/initialize", b"x" * 5_000)[0] == 413
    assert bridge.call("POST", "/wasapp/initialize", None, **{"Content-Length": "-1"})[0] == 413


@pytest.mark.parametrize("path", ["/", "/wasapp/status/", "/wasapp/status/../../etc", "/wasapp/status/" + CUSTOMER + "/x"])
def test_other_paths_are_404(bridge, path):
    assert bridge.call("GET", path) == (404, b"")
    assert bridge.call("POST", path, {}) == (404, b"")


def test_nothing_of_a_person_is_logged(start, caplog):
    with caplog.at_level(logging.DEBUG):
        bridge = saved(start, "stays")
        wait_until(lambda: len(bridge.outbox) == 1)
        bridge.disconnect()
    assert caplog.text
    for word in (NUMBER, "Zaid", "hello", "CODE"):
        assert word not in caplog.text


def test_the_folder_is_for_the_bridge_alone(bridge):
    assert stat.S_IMODE(bridge.sessions.folder.stat().st_mode) == 0o700
