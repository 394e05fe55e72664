"""The contract with a real model server; what a small model answers does not matter here."""

import subprocess
import sys

import pytest

from support.server import ROOT

PROGRAM = ROOT / ".build-debug/debug/jadwal"


@pytest.fixture(scope="module")
def address():
    """One server for all: it remembers how a question begins, so that only the first one takes long."""
    with subprocess.Popen(
            [sys.executable, str(ROOT / "Tests/System/support/model.py")], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as model:
        yield model.stdout.readline().strip()
        model.stdin.close()


@pytest.mark.timeout(400)
@pytest.mark.parametrize("base", ["/v1", "/v1/"])
def test_a_real_model_server_answers_in_the_form_of_the_schema(address, base):
    answer = subprocess.run(
        [str(PROGRAM), "model", "check"], cwd=ROOT, capture_output=True, text=True, timeout=300,
        env={"JADWAL_MODEL_URL": address + base, "JADWAL_MODEL_NAME": "small", "JADWAL_MODEL_HOST_COUNTRY": "here",
             "JADWAL_MODEL_TIMEOUT_SECONDS": "300"})
    assert answer.returncode == 0, answer.stdout + answer.stderr
    lines = answer.stdout.splitlines()
    assert lines[0] == "form: json_schema"
    assert lines[2].startswith("verdict: the answer ")


def test_an_address_without_a_server_is_said():
    answer = subprocess.run(
        [str(PROGRAM), "model", "check"], cwd=ROOT, capture_output=True, text=True, timeout=60,
        env={"JADWAL_MODEL_URL": "http://127.0.0.1:1/v1", "JADWAL_MODEL_NAME": "small",
             "JADWAL_MODEL_HOST_COUNTRY": "here", "JADWAL_MODEL_KEY": "sesame"})
    assert answer.returncode == 1
    assert answer.stdout.startswith("error: the model is unreachable: ")
    assert "sesame" not in answer.stdout + answer.stderr


def test_without_an_address_there_is_no_model():
    answer = subprocess.run(
        [str(PROGRAM), "model", "check"], cwd=ROOT, capture_output=True, text=True, timeout=60, env={})
    assert answer.returncode != 0
    assert "JADWAL_MODEL_URL is not set" in answer.stderr
