"""Backing up and restoring as docs/operating.md and the backup unit say it, against a data directory of script/server.

The commands are taken from there as they are. What a production host has is played by what a data
directory has: its Postgres for the cluster, its roles for the accounts, other folders for /var and /opt.
"""

import contextlib
import os
import pwd
import re
import shlex
import subprocess
from pathlib import Path
from typing import NamedTuple

from support.server import ROOT, wait_until

# In the way of runuser and systemctl: an account of the system is a role of the data directory's Postgres.
SHIMS = {
    "runuser": '#!/bin/sh\n[ "$1" = -u ] && [ "$3" = -- ] || exit 64\nexport PGUSER=$2\nshift 3\nexec "$@"\n',
    "systemctl": '#!/bin/sh\necho "$*" >>"$SYSTEMCTL_CALLS"\n',
}


def backup_command():
    """The words of the backup unit's ExecStart."""
    unit = re.sub(r"\\\n\s*", "", (ROOT / "nginx/systemd/jadwal-backup.service").read_text())
    line = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)[1]
    return [word.replace("$$", "$").replace("%%", "%") for word in shlex.split(line)]


def restore_commands():
    """docs/operating.md's block of commands that holds pg_restore."""
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "docs/operating.md").read_text(), re.DOTALL)
    found = [block for block in blocks if "pg_restore" in block]
    assert len(found) == 1, found
    return found[0]


def environment(server):
    return {key: value for key, value in os.environ.items() if not key.startswith(("PG", "JADWAL_"))} | {
        "PGHOST": str(server.data / "run"), "PGPORT": "5432", "PGUSER": "jadwal"}


class Backup(NamedTuple):
    """The two files of a night: everything but the keys of customers, and these."""

    dump: Path
    keys: Path


def back_up(server, folder):
    """Runs the backup unit's command; the files that it left."""
    before = set(folder.iterdir())
    words = [word.replace("/var/backups/jadwal", str(folder)) for word in backup_command()]
    subprocess.run(words, env=environment(server), check=True, capture_output=True, timeout=60)
    dump, keys = sorted(set(folder.iterdir()) - before)
    assert re.fullmatch(r"jadwal-\d{8}T\d{6}Z\.dump", dump.name) and keys.name == dump.name.replace("jadwal-", "jadwal-keys-")
    return Backup(dump, keys)


def restore(server, backup):
    """Runs docs/operating.md's commands while nothing but Postgres runs; what systemctl was asked."""
    shims = server.data / "shims"
    shims.mkdir(exist_ok=True)
    for name, text in SHIMS.items():
        (shims / name).write_text(text)
        (shims / name).chmod(0o755)
    calls = shims / "calls"
    calls.write_text("")
    commands = restore_commands().replace("/opt/jadwal", str(ROOT))
    for name, file in (("<file>", backup.dump), ("<newest keys>", backup.keys)):
        assert f"/var/backups/jadwal/{name}" in commands
        commands = commands.replace(f"/var/backups/jadwal/{name}", str(file))
    with postgres_alone(server):
        subprocess.run(
            ["bash", "-euo", "pipefail", "-c", commands], check=True, timeout=120, stdin=subprocess.DEVNULL,
            env=environment(server) | {"PATH": f"{shims}:{os.environ['PATH']}", "SYSTEMCTL_CALLS": str(calls)})
    return calls.read_text().splitlines()


@contextlib.contextmanager
def postgres_alone(server):
    """The Postgres of a data directory whose script/server has stopped."""
    program = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))[-1]
    become = []
    server.data.chmod(0o755)  # what is inside is the account's alone
    if os.geteuid() == 0:
        account = pwd.getpwuid((server.data / "postgres").stat().st_uid)
        become = ["setpriv", "--reuid", str(account.pw_uid), "--regid", str(account.pw_gid), "--clear-groups"]
    process = subprocess.Popen(
        [*become, program, "-D", server.data / "postgres", "-c", "listen_addresses=",
         "-c", f"unix_socket_directories={server.data}/run", "-c", "log_min_messages=fatal"],
        stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ready = ["psql", "--no-psqlrc", "--command", "SELECT 1", "postgres"]
    try:
        wait_until(lambda: subprocess.run(
            ready, env=environment(server) | {"PGUSER": "postgres"}, capture_output=True).returncode == 0, 30, "Postgres answers")
        yield
    finally:
        process.terminate()
        process.wait(30)
