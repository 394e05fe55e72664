"""The RabbitMQ of script/server --rabbitmq and of script/test: private, on loopback only, and gone at the end."""

import subprocess
from pathlib import Path

import pytest

from support.server import ROOT, new_data_directory, open_files, read_environment, wait_until


class Broker:
    """Tests/System/support/broker.sh, which runs what script/lib/rabbitmq.sh starts until its input ends."""

    def __init__(self):
        self.folder = new_data_directory()
        self.script = subprocess.Popen(
            ["env", "--default-signal", str(ROOT / "Tests/System/support/broker.sh"), str(self.folder)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.read_ready()

    def read_ready(self):
        words = self.script.stdout.readline().split()
        assert words[:1] == ["ready"], words
        self.process, self.ports = int(words[1]), [int(word) for word in words[2:]]

    def start_again(self):
        self.script.stdin.write("\n")
        self.script.stdin.flush()
        self.read_ready()

    def stop(self):
        self.script.stdin.close()
        return self.script.wait(60)

    def processes(self):
        """{process: command line} of the broker, what it started, and its epmd."""
        found = {}
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                words = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
            except OSError:
                continue  # it ended meanwhile
            is_epmd = words.startswith("epmd ") and words.endswith(f"-port {self.ports[2]}")
            if words and (is_epmd or f"RABBITMQ_BASE={self.folder}/".encode() in read_environment(entry.name)):
                found[int(entry.name)] = words
        return found

    def passwords(self):
        return [path.read_text().strip() for path in sorted((self.folder / "rabbitmq").glob("*.password"))]


@pytest.fixture(scope="module")
def broker():
    started = Broker()
    yield started
    started.stop()


def listening(process):
    """The addresses that a process listens on, as the kernel writes them: hexadecimal, with the port."""
    sockets = {path.removeprefix("socket:[").removesuffix("]") for path in open_files(Path(f"/proc/{process}"))
               if path.startswith("socket:[")}
    lines = [line.split() for table in ("tcp", "tcp6") for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]]
    return {fields[1] for fields in lines if fields[3] == "0A" and fields[9] in sockets}


def test_broker_and_erlang_listen_on_loopback_only(broker):
    addresses = set().union(*(listening(process) for process in broker.processes()))
    assert {int(address.split(":")[1], 16) for address in addresses} == set(broker.ports[:3])
    assert {address.split(":")[0] for address in addresses} <= {"0100007F", "00000000000000000000000001000000"}


def test_the_passwords_are_of_this_installation_and_only_its_account_can_read_them(broker):
    passwords = broker.passwords()
    assert len(set(passwords)) == 2 and all(len(password) == 48 for password in passwords)
    assert broker.folder.stat().st_mode & 0o777 == 0o700
    for name in ("jadwal.password", "bridge.password", "definitions.json"):
        assert (broker.folder / "rabbitmq" / name).stat().st_mode & 0o777 == 0o600, name


def test_no_password_is_in_a_command_line_a_definition_or_the_log(broker):
    texts = [*broker.processes().values(), (broker.folder / "rabbitmq/definitions.json").read_text(),
             *(path.read_text() for path in (broker.folder / "log").iterdir())]
    assert len(broker.processes()) >= 2
    assert [text for text in texts for password in broker.passwords() if password in text] == []


def test_after_the_end_no_process_and_no_file_is_left():
    broker = Broker()
    first, ports, passwords = broker.process, broker.ports, broker.passwords()
    assert first in broker.processes()
    subprocess.run(["kill", "-KILL", str(first)], check=True)
    broker.start_again()
    assert broker.process != first and broker.ports == ports and broker.passwords() == passwords
    assert broker.stop() == 0
    wait_until(lambda: not broker.processes(), 10, "the end of every process")
    assert not broker.folder.exists()
