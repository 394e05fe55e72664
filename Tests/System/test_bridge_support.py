"""The scripted bridge itself: the contract's bodies and states, its lies, and what it delivers to whom."""

import hashlib
import hmac
import http.server
import json
import os
import signal
import subprocess
import sys
import threading
import time
import uuid

import httpx
import pika
import pytest

from support import bridge as scripted
from support.bridge import Bridge, Ingest, NotDelivered, Queue, message
from support.server import ROOT, free_port, wait_until

CUSTOMER = "6f1b4f0e-7f65-4a3b-9a54-0d1f1c6a2b3c"
SECRET = "a secret of tests"


class Taker:
    """An ingest address that keeps what it gets and answers by a list: 204 when that is empty."""

    def __init__(self, answers=()):
        self.requests, self.answers = [], list(answers)
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.requests.append((dict(self.headers), body))
                status, content = outer.answers.pop(0) if outer.answers else (204, b"")
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/api/v1/ingest/messages"

    messages = property(lambda self: [one for _, body in self.requests
                                      for one in (lambda read: read if isinstance(read, list) else [read])(json.loads(body))])

    def __enter__(self):
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def taker():
    with Taker() as started:
        yield started


@pytest.fixture
def bridge(taker):
    with Bridge(secret=SECRET, delivery=Ingest(taker.url, SECRET)) as started:
        yield started


@pytest.fixture
def client(bridge):
    with httpx.Client(base_url=bridge.url, headers={"Authorization": f"Bearer {SECRET}"}, trust_env=False) as opened:
        yield opened


def initialize(client, number="966501234567"):
    return client.post("/wasapp/initialize", json={"customerId": CUSTOMER, "phoneNumber": number})


def state(client):
    return client.get(f"/wasapp/status/{CUSTOMER}").json()["client"]["status"]


def control(client, name, /, **body):
    answer = client.post(f"/test/{name}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_health_is_answered_without_a_secret(bridge):
    answer = httpx.get(f"{bridge.url}/health", trust_env=False)
    assert (answer.status_code, answer.text) == (200, "ok")


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer no"}, {"Authorization": SECRET}])
def test_the_other_calls_want_the_secret(bridge, headers):
    with httpx.Client(base_url=bridge.url, headers=headers, trust_env=False) as stranger:
        assert initialize(stranger).status_code == 401
        assert stranger.get(f"/wasapp/status/{CUSTOMER}").status_code == 401
        assert stranger.post("/test/restart", json={}).status_code == 401
    assert bridge.clients == {}


def test_a_link_goes_through_its_states(client):
    answer = initialize(client)
    assert answer.status_code == 200
    code = answer.json()["pairingCode"]
    assert list(answer.json()) == ["pairingCode"] and len(code) == 8 and code.isalnum() and code == code.upper()

    body = client.get(f"/wasapp/status/{CUSTOMER}").json()
    assert list(body) == ["client", "timestamp"]
    assert body["client"] == {"status": "WAITING_FOR_PAIRING", "phoneNumber": "966501234567", "name": None,
                              "pairingCode": code, "isReady": False, "isAuthenticated": False}
    assert len(body["timestamp"]) == len("2025-04-15T07:00:00.000Z") and body["timestamp"].endswith("Z")

    control(client, "state", customerId=CUSTOMER, status="AUTHENTICATED")
    found = client.get(f"/wasapp/status/{CUSTOMER}").json()["client"]
    assert (found["isReady"], found["isAuthenticated"]) == (False, True)
    control(client, "state", customerId=CUSTOMER, status="READY", name="Zaid")
    found = client.get(f"/wasapp/status/{CUSTOMER}").json()["client"]
    assert (found["isReady"], found["isAuthenticated"], found["name"]) == (True, True, "Zaid")
    assert found["pairingCode"] == code, "the code is never cleared"


@pytest.mark.parametrize(("body", "missing"), [
    ({"customerId": CUSTOMER}, "phoneNumber"), ({"phoneNumber": "966501234567"}, "customerId"), ({}, "customerId")])
def test_a_missing_key_is_refused_in_the_original_words(client, body, missing):
    answer = client.post("/wasapp/initialize", json=body)
    assert answer.status_code == 400
    assert answer.json() == {"statusCode": 400, "code": "FST_ERR_VALIDATION", "error": "Bad Request",
                             "message": f"body must have required property '{missing}'"}


def test_numbers_that_end_in_0000_cannot_be_linked(client):
    answer = initialize(client, "966501230000")
    assert answer.status_code == 500 and list(answer.json()) == ["error"]


def test_disconnecting_forgets_and_an_unknown_customer_is_404(client):
    initialize(client)
    for _ in range(2):
        answer = client.post("/wasapp/disconnect", json={"customerId": CUSTOMER})
        assert (answer.status_code, answer.content) == (200, b"")
        answer = client.get(f"/wasapp/status/{CUSTOMER}")
        assert (answer.status_code, answer.content) == (404, b"")


def test_a_script_moves_a_link_on_and_loses_it(client):
    control(client, "script", steps=[{"after": 1, "status": "AUTHENTICATED"}, {"after": 0, "status": "READY"}])
    initialize(client)
    assert state(client) == "WAITING_FOR_PAIRING"
    wait_until(lambda: state(client) == "READY", what="the link")
    control(client, "script", steps=[{"after": 0.1, "status": "FORGOTTEN"}])
    initialize(client)
    wait_until(lambda: client.get(f"/wasapp/status/{CUSTOMER}").status_code == 404, what="the loss")


def test_a_code_is_renewed_if_the_script_says_so(client):
    control(client, "script", codeSeconds=0.1)
    first = initialize(client).json()["pairingCode"]
    wait_until(lambda: client.get(f"/wasapp/status/{CUSTOMER}").json()["client"]["pairingCode"] != first, what="a new code")


def test_a_restart_keeps_links_without_number_and_code_or_nothing(client):
    initialize(client)
    control(client, "state", customerId=CUSTOMER, status="READY")
    control(client, "restart")
    found = client.get(f"/wasapp/status/{CUSTOMER}").json()["client"]
    assert (found["status"], found["phoneNumber"], found["pairingCode"]) == ("INITIALIZING", None, None)
    wait_until(lambda: state(client) == "READY", what="the saved link")
    control(client, "restart", remember=False)
    assert client.get(f"/wasapp/status/{CUSTOMER}").status_code == 404


def test_a_link_that_was_never_made_is_not_saved(client):
    initialize(client)
    control(client, "restart")
    assert client.get(f"/wasapp/status/{CUSTOMER}").status_code == 404


@pytest.mark.parametrize("lie", sorted(scripted.LIES))
def test_a_lie_is_told_once(client, lie):
    control(client, "fault", call="initialize", fault=lie)
    lying = initialize(client)
    assert lying.status_code == 200 and lying.content == scripted.LIES[lie]("initialize")
    assert len(initialize(client).json()["pairingCode"]) == 8


def test_a_bridge_can_refuse_be_late_be_cut_and_be_silent(client):
    control(client, "fault", call="status", fault=503)
    assert client.get(f"/wasapp/status/{CUSTOMER}").status_code == 503
    control(client, "fault", call="status", fault={"seconds": 0.3})
    began = time.monotonic()
    assert client.get(f"/wasapp/status/{CUSTOMER}").status_code == 404
    assert time.monotonic() - began >= 0.3
    control(client, "fault", call="initialize", fault="cut")
    with pytest.raises(httpx.RemoteProtocolError):
        initialize(client)
    control(client, "fault", call="health", fault="silence")
    with pytest.raises(httpx.ReadTimeout):
        client.get("/health", timeout=0.3)


def test_a_message_is_delivered_signed(bridge, client, taker):
    control(client, "message", customerId=CUSTOMER, body="نلتقي بكرة؟", chat="966502222222@c.us", name="سارة",
            at=1744700000)
    [(headers, body)] = taker.requests
    made = json.loads(body)
    assert made | {"id": ""} == {
        "customer_id": CUSTOMER, "id": "", "chat_id": "966502222222@c.us", "sender_name": "سارة",
        "sender_number": "966502222222", "is_sender_me": False, "body": "نلتقي بكرة؟", "quoted_message": None,
        "timestamp": 1744700000, "kind": "message", "target": None, "v": 2}
    assert made["id"].startswith("false_966502222222@c.us_3EB0")
    stamp = headers["Jadwal-Timestamp"]
    digest = hmac.new(SECRET.encode(), f"{stamp}.".encode() + body, hashlib.sha256).hexdigest()
    assert headers["Jadwal-Signature"] == f"v1={digest}" and headers["Content-Type"] == "application/json"
    assert abs(int(stamp) - time.time()) < 60


def test_edits_deletions_and_reactions_name_their_message(client, taker):
    [id] = control(client, "message", customerId=CUSTOMER, body="8pm?")["ids"]
    control(client, "edit", target=id, body="9pm?")
    control(client, "reaction", target=id, body="👍", mine=True)
    control(client, "delete", target=id)
    found = [(one["kind"], one["target"], one["body"], one["is_sender_me"]) for one in taker.messages]
    assert found == [("message", None, "8pm?", False), ("edited", id, "9pm?", False), ("reaction", id, "👍", True),
                     ("deleted", id, "", False)]
    assert len({one["id"] for one in taker.messages}) == 4
    assert {one["chat_id"] for one in taker.messages} == {"966501111111@c.us"}


def test_a_redelivery_has_the_same_bytes(client, taker):
    [id] = control(client, "message", customerId=CUSTOMER, body="once")["ids"]
    control(client, "redeliver", id=id, times=2)
    assert [one["body"] for one in taker.messages] == ["once"] * 3
    assert len({json.dumps(one, sort_keys=True) for one in taker.messages}) == 1
    control(client, "message", message=message(CUSTOMER, "whole", id="my-id"), times=2)
    assert [one["id"] for one in taker.messages[3:]] == ["my-id"] * 2


def test_bursts_come_in_the_order_that_is_asked_for(client, taker):
    burst = [{"customerId": CUSTOMER, "body": str(number), "at": 1744700000 + number} for number in range(250)]
    control(client, "messages", messages=burst, order="reversed")
    assert [one["body"] for one in taker.messages] == [str(number) for number in reversed(range(250))]
    assert [len(json.loads(body)) for _, body in taker.requests] == [100, 100, 50]
    assert client.post("/test/messages", json={"messages": burst, "order": "sideways"}).status_code == 400


def test_a_request_holds_at_most_512_kib(bridge, taker):
    bridge.send(*[message(CUSTOMER, "x" * (60 << 10)) for _ in range(20)])
    assert all(len(body) <= 512 << 10 for _, body in taker.requests)
    assert sum(len(json.loads(body)) for _, body in taker.requests) == 20


def test_raw_bytes_go_out_as_they_are(client, taker):
    control(client, "raw", hex="ff00")
    assert taker.requests[0][1] == b"\xff\x00"


def test_a_refusal_is_shown_and_503_is_tried_again(bridge, client, taker):
    refusal = b'{"errors": [{"index": 0, "error": "the timestamp is out of range"}]}'
    taker.answers = [(400, refusal)]
    told = control(client, "message", customerId=CUSTOMER, body="old", at=1)
    assert (told["status"], told["answer"]) == (400, json.loads(refusal))
    taker.answers = [(503, b""), (503, b"")]
    bridge.delivery.retry_seconds = 10
    assert control(client, "message", customerId=CUSTOMER, body="later")["status"] == 204
    assert len(taker.requests) == 4


def wanted_again(*indices):
    """An answer that wants messages again, and finds the one at 1 unfit."""
    errors = [{"index": 1, "error": "the timestamp is out of range"}]
    errors += [{"index": index, "error": "the key of the customer does not open", "again": True} for index in indices]
    return 400, json.dumps({"errors": errors}).encode()


def test_what_jadwal_wants_again_is_kept_and_sent_later(bridge, client, taker):
    taker.answers = [wanted_again(2, 4)]
    burst = [{"customerId": CUSTOMER, "body": str(number)} for number in range(6)]
    assert control(client, "messages", messages=burst)["status"] == 400
    control(client, "message", customerId=CUSTOMER, body="goes on")
    assert [one["body"] for one in taker.messages[6:]] == ["goes on"]
    assert control(client, "again")["status"] == 204
    assert [one["body"] for one in taker.messages[7:]] == ["2", "4"]
    assert control(client, "again")["status"] == 204 and len(taker.messages) == 9
    taker.answers = [wanted_again(0), wanted_again(0), (503, b""), (401, b"")]
    control(client, "message", customerId=CUSTOMER, body="alone")
    assert [control(client, "again")["status"] for _ in range(4)] == [400, 503, 401, 204]
    assert [one["body"] for one in taker.messages[9:]] == ["alone"] * 5
    assert bridge.delivery.kept == []


def test_nobody_at_the_ingest_address_is_an_error():
    with pytest.raises(NotDelivered):
        Ingest(f"http://127.0.0.1:{free_port()}/", SECRET).deliver([("id", b"{}")])


@pytest.mark.parametrize(("name", "body"), [
    ("state", {"customerId": CUSTOMER, "status": "PAIRED"}), ("edit", {"target": "unknown", "body": ""}), ("message", {}),
    ("raw", {"hex": "zz"}), ("fault", {"call": "guess", "fault": 500})])
def test_a_wrong_control_says_so(client, name, body):
    answer = client.post(f"/test/{name}", json=body)
    assert answer.status_code == 400 and answer.json()["error"]


def test_the_program_runs_beside_a_server(taker):
    port = free_port()
    environment = {key: value for key, value in os.environ.items() if not key.startswith("JADWAL_")}
    program = subprocess.Popen(
        [sys.executable, "-B", str(ROOT / "Tests/System/support/bridge.py"), "--port", str(port), "--ingest", taker.url],
        env=environment | {"JADWAL_WASAPP_SECRET": SECRET})
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", headers={"Authorization": f"Bearer {SECRET}"},
                          trust_env=False) as client:
            def is_up():
                try:
                    return client.get("/health").text == "ok"
                except httpx.ConnectError:
                    return False

            wait_until(is_up, 20, "the bridge")
            initialize(client)
            control(client, "message", customerId=CUSTOMER, body="hello")
            assert client.get("/test/log").json()["clients"][CUSTOMER]["status"] == "WAITING_FOR_PAIRING"
        assert [one["body"] for one in taker.messages] == ["hello"]
    finally:
        program.send_signal(signal.SIGTERM)
        program.wait(20)


def test_messages_reach_a_real_queue_as_the_original_publishes_them():
    broker = os.environ["JADWAL_TEST_RABBITMQ"]  # script/test starts it.
    name = f"wasapp.scripted-bridge-{uuid.uuid4()}"
    connection = pika.BlockingConnection(pika.URLParameters(broker))
    channel = connection.channel()
    try:
        with Bridge(secret=SECRET, delivery=Queue(broker, name)) as bridge:
            sent = bridge.say(CUSTOMER, "8pm?")
            bridge.redeliver(sent["id"])
            bridge.deliver_raw(("raw", b"\xff"))
            channel.queue_delete(name)
            bridge.say(CUSTOMER, "again")
        # Durable and without arguments: another declaration would be refused.
        assert channel.queue_declare(name, durable=True).method.message_count == 1
        _, properties, body = channel.basic_get(name, auto_ack=True)
        assert (properties.delivery_mode, json.loads(body)["body"]) == (2, "again")
        assert properties.message_id == json.loads(body)["id"]
    finally:
        channel.queue_delete(name)
        connection.close()


def test_nobody_at_the_brokers_address_is_an_error():
    with pytest.raises(NotDelivered):
        Queue(f"amqp://guest:guest@127.0.0.1:{free_port()}/", "any").deliver([("id", b"{}")])
