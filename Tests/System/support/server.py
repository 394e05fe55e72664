"""A whole Jadwal, started by script/server as a customer of it would."""

import contextlib
import os
import random
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

# The product's own limits would stop a test run that signs in a hundred times from one address.
GENEROUS = {
    "JADWAL_RESEND_SECONDS": "0",
    "JADWAL_MAILS_PER_ADDRESS": "100000",
    "JADWAL_MAILS_PER_NETWORK": "100000",
    "JADWAL_MAILS_PER_HOUR": "1000000",
    "JADWAL_FAILURES_PER_NETWORK": "100000",
    "JADWAL_CHOICES_PER_CUSTOMER": "100000",
}


def wait_until(condition, seconds=10.0, what="it", interval=0.02):
    """Polls until the condition holds and returns its value; a test's only way to wait."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not happen within {seconds} s")
        time.sleep(interval)
    return value


# Below those that outgoing connections are given, and each only once. Two workers of pytest share none.
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
PORTS = iter(random.sample(range(20_000 + WORKER % 2, 30_000, 2), 5_000))


def free_port():
    """A port that nobody listens on, and that nobody else was given: who was may be about to listen."""
    return next(port for port in PORTS if can_listen(port))


def can_listen(port):
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def new_data_directory():
    """Under /tmp and short: a Unix socket's path may have 107 bytes."""
    return Path(tempfile.mkdtemp(prefix="jadwal-", dir="/tmp"))


class Server:
    """script/server, with a data directory and ports of its own.

    `cluster`: a Postgres cluster to begin with, of which it gets a copy; laying one out takes most of a start.
    """

    def __init__(self, *options, data=None, cluster=None, port=None, settings=None, generous=True):
        self.data = data or new_data_directory()
        if cluster:
            subprocess.run(["cp", "--archive", "--reflink=auto", cluster, self.data / "postgres"], check=True)
        self.port = port or free_port()
        self.http_port = free_port()
        self.options = options
        self.settings = (GENEROUS if generous else {}) | (settings or {})
        self.process = None
        self.output = ""

    origin = property(lambda self: f"https://localhost:{self.port}")
    certificate = property(lambda self: self.data / "tls/certificate.pem")
    mail_directory = property(lambda self: self.data / "mail")
    logs = property(lambda self: sorted((self.data / "log").glob("*")))

    def launch(self):
        """Starts script/server without waiting for it."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith("JADWAL_")}
        environment.update(self.settings)
        self.output_file = tempfile.TemporaryFile()
        # Should the test run be killed, the kernel tells the script, which stops everything. A test
        # run in the background may ignore SIGINT, and what it starts would inherit that.
        self.process = subprocess.Popen(
            ["env", "--default-signal", "setpriv", "--pdeathsig", "TERM", str(ROOT / "script/server"), "--debug",
             "--data", str(self.data), "--port", str(self.port),
             "--http-port", str(self.http_port), *self.options],
            stdin=subprocess.DEVNULL, stdout=self.output_file, stderr=subprocess.STDOUT,
            env=environment, start_new_session=True)
        return self

    def start(self, seconds=60):
        self.launch()
        try:
            wait_until(self.is_ready, seconds, "Jadwal is ready")
        except BaseException:
            self.stop()
            raise
        return self

    def read_output(self):
        # The script writes at the same place of the same open file, which a read may not move.
        number = self.output_file.fileno()
        self.output = os.pread(number, os.fstat(number).st_size, 0).decode(errors="replace")
        return self.output

    def is_ready(self):
        if "Jadwal is ready at" in self.read_output():
            return True
        if self.process.poll() is not None:
            raise AssertionError(f"script/server ended with {self.process.returncode}:\n{self.output}")
        return False

    def stop(self, sent=signal.SIGTERM):
        """Stops it and returns its exit status."""
        if self.process is None:
            return None
        if self.process.poll() is None:
            self.process.send_signal(sent)
        status = self.process.wait(60)
        self.read_output()
        self.process = None
        return status

    def remove(self):
        self.stop()
        shutil.rmtree(self.data, ignore_errors=True)

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.remove()

    # --- its processes -----------------------------------------------------------------------

    def processes(self):
        """{process: command line} of all that runs for this data directory: whoever holds its lock."""
        lock, found = str(self.data / "lock"), {}
        for entry in Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            if lock in open_files(entry):
                try:
                    words = (entry / "cmdline").read_bytes().replace(b"\0", b" ")
                except OSError:
                    continue  # it ended meanwhile
                found[int(entry.name)] = words.decode(errors="replace").strip()
        return found

    def process_of(self, part):
        """The process of `responder-1`, `responder-2`, `worker`, `nginx` or `postgres`."""
        for process, words in self.processes().items():
            if part == "worker" and words.endswith("/jadwal work"):
                return process
            if part == "postgres" and re.match(r"\S*/postgres -D ", words):
                return process
            if part == "nginx" and words.startswith("nginx: master"):
                return process
            if part.startswith("responder-") and words.endswith("/jadwal serve"):
                if f"/{part}.sock".encode() in read_environment(process):
                    return process
        raise AssertionError(f"{part} does not run")

    def kill(self, part, sent=signal.SIGKILL):
        os.kill(self.process_of(part), sent)

    # --- what it keeps -----------------------------------------------------------------------

    def sql(self, statement, role="jadwal"):
        """Runs SQL, as the application's role where no other is named; rows as lists of text."""
        done = subprocess.run(
            ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--field-separator", "\t",
             "--host", str(self.data / "run"), "--username", role, "--dbname", "jadwal",
             "--command", statement],
            capture_output=True, text=True, check=True)
        return [line.split("\t") for line in done.stdout.splitlines() if line]

    def dump(self):
        """All data of the database, as pg_dump writes it."""
        return subprocess.run(
            ["pg_dump", "--data-only", "--host", str(self.data / "run"), "--username", "jadwal", "jadwal"],
            capture_output=True, check=True).stdout

    def tls_context(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.load_verify_locations(self.certificate)
        return context


def open_files(process):
    """The paths of the open files of a `/proc` entry; empty if it ended or belongs to another account.

    A file that is closed between listing and reading is left out; the process is not.
    """
    paths = set()
    try:
        for descriptor in (process / "fd").iterdir():
            with contextlib.suppress(OSError):
                paths.add(os.readlink(descriptor))
    except OSError:
        pass
    return paths


def read_environment(process):
    try:
        return Path(f"/proc/{process}/environ").read_bytes()
    except OSError:
        return b""  # it ended meanwhile


def run_script(*arguments, settings=None, seconds=60):
    """Runs script/server where it is expected to end by itself."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("JADWAL_")}
    return subprocess.run(
        [str(ROOT / "script/server"), *arguments], capture_output=True, text=True,
        stdin=subprocess.DEVNULL, env=environment | (settings or {}), timeout=seconds)
