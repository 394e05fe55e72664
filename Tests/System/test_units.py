"""The systemd units, as systemd itself judges them."""

import re
import shutil
import subprocess

import pytest

from support.server import ROOT

UNITS = ROOT / "nginx/systemd"
SERVICES = sorted(path.name for path in UNITS.glob("*.service"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The units, with an instance for each template, and with programs that exist."""
    folder = tmp_path_factory.mktemp("units")
    for path in UNITS.iterdir():
        if path.suffix in (".service", ".timer"):
            text = path.read_text().replace("/opt/jadwal/bin/jadwal", "/bin/true").replace("/opt/jadwal", "/")
            (folder / path.name).write_text(text)
            if "@." in path.name:
                (folder / path.name.replace("@.", "@1.")).write_text(text)
    return folder


def analyze(*words):
    return subprocess.run(["systemd-analyze", *map(str, words)], capture_output=True, text=True, timeout=60)


def instance(name):
    return name.replace("@.", "@1.")


def settings(name):
    """[(key, value)] of a unit; values with the lines that go on."""
    text = re.sub(r"\\\n\s*", "", (UNITS / name).read_text())
    return [tuple(line.split("=", 1)) for line in text.splitlines() if "=" in line and not line.startswith("#")]


@pytest.mark.parametrize("name", [path.name for path in sorted(UNITS.iterdir()) if path.suffix in (".service", ".timer")])
def test_systemd_understands_every_line(installed, name):
    done = analyze("verify", "--man=no", installed / instance(name))
    ours = [line for line in done.stderr.splitlines() if "jadwal" in line]
    assert ours == [], done.stderr


@pytest.mark.parametrize("name", SERVICES)
def test_each_is_shut_in(installed, name):
    done = analyze("security", "--offline=true", "--no-pager", installed / instance(name))
    overall = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
    assert overall, done.stdout + done.stderr
    # nginx's master must be root to read the certificate's key again at every reload.
    assert float(overall[1]) <= (2.1 if name == "jadwal-nginx.service" else 2.0), done.stdout


@pytest.mark.parametrize("name", [name for name in SERVICES if "failed" not in name])
def test_each_leaves_no_memory_on_disk_and_tells_when_it_fails(name):
    unit = dict(settings(name))
    assert unit["LimitCORE"] == "0" and unit["MemoryMax"]
    told = unit.get("OnFailure", "") + unit.get("ExecStopPost", "")
    assert "jadwal-failed@%n.service" in told


@pytest.mark.parametrize("name", ["jadwal-serve@.service", "jadwal-work.service", "jadwal-nginx.service"])
def test_what_must_run_is_started_again_for_ever(name):
    unit = dict(settings(name))
    assert (unit["Restart"], unit["StartLimitIntervalSec"]) == ("always", "0")


def test_only_the_worker_is_given_the_secrets_of_mail():
    for name in SERVICES:
        credentials = [value for key, value in settings(name) if key == "LoadCredential"]
        hidden = [value for key, value in settings(name) if key == "InaccessiblePaths"]
        if name == "jadwal-work.service":
            assert credentials == ["mail:/etc/jadwal/mail"] and not hidden
        elif "failed" not in name:
            assert not credentials and any("-/etc/jadwal/mail" in value for value in hidden), name


def test_the_log_is_rotated_as_logrotate_reads_it(tmp_path):
    program = shutil.which("logrotate", path="/usr/sbin:/sbin:/usr/bin")
    if program is None:
        pytest.skip("logrotate is not installed")
    (tmp_path / "logrotate").write_text((ROOT / "nginx/logrotate").read_text())
    (tmp_path / "logrotate").chmod(0o644)
    done = subprocess.run(
        [program, "--debug", "--state", tmp_path / "state", tmp_path / "logrotate"], capture_output=True, text=True)
    assert done.returncode == 0 and "error" not in done.stderr, done.stderr
