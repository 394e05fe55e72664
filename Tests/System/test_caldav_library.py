"""The caldav library of Python with its own tests, which it also runs against a dozen other servers."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import yaml

from support.caldav import add_customer

SUITE = Path(sys.prefix) / "caldav-suite"
# Each file with an account of its own, so that they can run at once.
FILES = ["test_caldav.py", "test_async_integration.py"]


def run(server, file, folder):
    """Runs one file of the suite in a copy of it; returns what pytest says."""
    account = add_customer(server)
    for name in ("tests", "pyproject.toml"):
        (shutil.copytree if name == "tests" else shutil.copy)(SUITE / name, folder / name)
    (folder / "tests/caldav_test_servers.yaml").write_text(yaml.safe_dump({"test-servers": {"jadwal": {
        "type": "external", "enabled": True, "url": account.url, "username": account.email, "password": account.password,
        "ssl_verify_cert": str(server.certificate),
        # Invitations come later. Nothing else is excused.
        "features": {"scheduling": {"support": "unsupported"}},
    }}}))
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("CALDAV_", "PYTHON_CALDAV_", "PYTEST_"))}
    done = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", "-o", "asyncio_default_fixture_loop_scope=function", "-o", "filterwarnings=default",
         "-p", "no:cacheprovider", f"tests/{file}", "-k", "jadwal and not CheckCompatibility and not check_compatibility",
         "-q", "--timeout=90", "-rfEs"],
        cwd=folder, capture_output=True, text=True, timeout=170, stdin=subprocess.DEVNULL,
        env=environment | {"PYTHON_CALDAV_TEST_EMBEDDED": "0", "PYTHON_CALDAV_TEST_DOCKER": "0", "TMPDIR": str(folder)})
    assert done.returncode in (0, 1), done.stdout[-4_000:] + done.stderr[-4_000:]
    return done.stdout


@pytest.fixture(scope="module")
def outputs(server, tmp_path_factory):
    folders = [tmp_path_factory.mktemp(file.partition(".")[0]) for file in FILES]
    with ThreadPoolExecutor() as pool:
        return dict(zip(FILES, pool.map(lambda file, folder: run(server, file, folder), FILES, folders)))


def count(output, word):
    found = re.search(rf"\b(\d+) {word}", output.splitlines()[-1])
    return int(found[1]) if found else 0


@pytest.mark.parametrize("file, least", [("test_caldav.py", 60), ("test_async_integration.py", 45)])
def test_no_test_of_the_library_fails(outputs, file, least):
    output = outputs[file]
    failed = re.findall(r"^(?:FAILED|ERROR) .*", output, re.MULTILINE)
    assert failed == [] and count(output, "failed") == count(output, "error") == count(output, "errors") == 0, output[-12_000:]
    assert count(output, "passed") >= least, output[-2_000:]


@pytest.mark.parametrize("file", FILES)
def test_only_invitations_are_left_out(outputs, file):
    left_out = re.findall(r"^SKIPPED \[\d+\] (.*)", outputs[file], re.MULTILINE)
    assert [line for line in left_out if not re.search(r"RFC6638|schedul", line)] == []
