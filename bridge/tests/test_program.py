"""The program as it is started, with neonize itself. Its way to WhatsApp leads to a proxy that is not there, so that no
test ever reaches WhatsApp."""

import ast
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from jadwal_bridge.session import CANNOT_CONNECT
from jadwal_bridge.sessions import start_process
from receiver import SECRET, Receiver, wait_until

ROOT = Path(__file__).parents[1]
CUSTOMER = "6f1b4f0e-7f65-4a3b-9a54-0d1f1c6a2b3c"
NO_PROXY = "http://127.0.0.1:1"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def run(tmp_path, **settings):
    environment = {"PATH": os.environ["PATH"], "HTTPS_PROXY": NO_PROXY, "BRIDGE_DATA": str(tmp_path / "data")} | settings
    return subprocess.Popen([sys.executable, "-B", "-m", "jadwal_bridge"], cwd=ROOT, env=environment,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def call(port, method, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, body and json.dumps(body), {"Authorization": f"Bearer {SECRET}"})
    answer = connection.getresponse()
    result = answer.status, answer.read()
    connection.close()
    return result


def is_up(port):
    try:
        return call(port, "GET", "/health") == (200, b"ok")
    except ConnectionRefusedError:
        return False


def test_it_starts_answers_and_stops(tmp_path):
    port, receiver = free_port(), Receiver()
    program = run(tmp_path, BRIDGE_PORT=str(port), BRIDGE_SECRET=SECRET, BRIDGE_INGEST_URL=receiver.url)
    try:
        wait_until(lambda: is_up(port))
        number = "966501234567"
        status, body = call(port, "POST", "/wasapp/initialize", {"customerId": CUSTOMER, "phoneNumber": number})
        assert (status, json.loads(body)) == (500, {"error": "WhatsApp gave no code."})
        assert call(port, "GET", f"/wasapp/status/{CUSTOMER}") == (404, b"")
    finally:
        program.send_signal(signal.SIGTERM)
        output, _ = program.communicate(timeout=30)
        receiver.close()
    assert program.returncode == 0
    assert "listens on 127.0.0.1" in output and number not in output and SECRET not in output


def test_a_client_of_neonize_without_a_network_ends_and_says_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", NO_PROXY)
    process, events = start_process({"database": str(tmp_path / "one.db"), "customer": CUSTOMER, "number": "966501234567"})
    with events:
        assert process.wait(60) == CANNOT_CONNECT
        assert events.read() == ""


def test_a_client_ends_with_the_bridge(tmp_path, monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", NO_PROXY)
    process, events = start_process({"database": str(tmp_path / "one.db"), "customer": CUSTOMER, "number": None})
    with events:
        process.stdin.close()
        assert process.wait(60) in (0, CANNOT_CONNECT)


@pytest.mark.parametrize(("settings", "words"), [
    ({}, "BRIDGE_SECRET is missing"), ({"BRIDGE_SECRET": "short"}, "at least 32 characters"),
    ({"BRIDGE_SECRET": SECRET}, "BRIDGE_INGEST_URL or BRIDGE_AMQP_URL is missing"),
    ({"BRIDGE_SECRET": SECRET, "BRIDGE_INGEST_URL": "http://jadwal.example/"}, "https://"),
    ({"BRIDGE_SECRET": SECRET, "BRIDGE_AMQP_URL": "http://user:password@broker/"}, "amqp://"),
    ({"BRIDGE_SECRET_FILE": "/nonexistent"}, "BRIDGE_SECRET_FILE cannot be read"),
    ({"BRIDGE_SECRET": SECRET, "BRIDGE_INGEST_URL": "https://jadwal.example/", "BRIDGE_PORT": "0"}, "BRIDGE_PORT must be"),
    ({"BRIDGE_SECRET": SECRET, "BRIDGE_DATA": ""}, "BRIDGE_DATA is missing")])
def test_a_wrong_setting_is_named_and_nothing_starts(tmp_path, settings, words):
    program = run(tmp_path, **settings)
    output, _ = program.communicate(timeout=30)
    assert program.returncode == 2 and words in output
    assert SECRET not in output and "password" not in output
    assert not (tmp_path / "data").exists()


def test_nothing_that_writes_to_whatsapp_is_called():
    source = ast.parse((ROOT / "jadwal_bridge/session.py").read_text())
    used = {ast.unparse(node) for node in ast.walk(source) if isinstance(node, ast.Attribute)}
    assert {one for one in used if one.startswith(("self.client.", "session.client.")) and "(" not in one} == {
        "self.client.event", "self.client.event.qr", "self.client.PairPhone", "self.client.get_me", "self.client.contact",
        "self.client.contact.get_contact", "self.client.get_pn_from_lid", "self.client.logout", "session.client.connect"}
