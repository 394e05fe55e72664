"""Accounts, groups and folders as in production: what the units give nginx and the responders, and no more.

Only root can become other accounts. The group `mail`, which every Debian has, stands for jadwal-web.
"""

import grp
import os
import pwd
import re
import shutil
import signal
import subprocess
import types

import pytest

from support import raw
from support.installing import capabilities
from support.server import ROOT, free_port, new_data_directory, wait_until

PROGRAM = ROOT / ".build-debug/debug/jadwal"
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("JADWAL_")}

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become other accounts")


def as_account(user, group, *words):
    return ["setpriv", "--reuid", str(user), "--regid", str(group), "--clear-groups", "--no-new-privs", *map(str, words)]


def make_folders(folder, account, group):
    """Those of jadwal.tmpfiles, below a folder of the test's."""
    for line in (ROOT / "nginx/systemd/jadwal.tmpfiles").read_text().splitlines():
        if line.startswith("#"):
            continue
        kind, path, mode, user, owner_group, age = line.split()
        assert (kind, age) == ("d", "-")
        path = folder / path.lstrip("/")
        path.mkdir(parents=True, exist_ok=True)
        user = account.pw_name if user == "jadwal" else user
        shutil.chown(path, user, group if owner_group == "jadwal-web" else owner_group)
        path.chmod(int(mode, 8))


@pytest.fixture(scope="module")
def installed(server):
    account, group = pwd.getpwnam("jadwal"), "mail"
    readable = subprocess.run(as_account(account.pw_uid, account.pw_gid, PROGRAM, "--help"), capture_output=True)
    if readable.returncode != 0:
        pytest.skip(f"the account jadwal cannot run {PROGRAM}")
    folder = new_data_directory()
    folder.chmod(0o755)
    make_folders(folder, account, group)
    for name in ("log", "pid", "conf"):
        (folder / name).mkdir()
    data = folder / "data"
    data.mkdir(mode=0o700)
    shutil.chown(data, account.pw_uid, account.pw_gid)
    port = free_port()
    # The settings are the group's to read; the secrets of mail are root's.
    settings = folder / "settings"
    settings.write_text(f"""JADWAL_ORIGIN=https://localhost:{port}
JADWAL_MAIL_FROM=Jadwal <no-reply@jadwal.example>
JADWAL_DATABASE=host={server.data}/run port=5432 dbname=jadwal user=jadwal
JADWAL_TEMPLATES={ROOT}/templates
JADWAL_STATIC={ROOT}/nginx/static
JADWAL_MIGRATIONS={ROOT}/sql/migrations
JADWAL_DATA={data}
""")
    shutil.chown(settings, "root", account.pw_gid)
    settings.chmod(0o640)
    mail = folder / "mail"
    mail.write_text("JADWAL_SMTP_HOST=smtp.jadwal.example\nJADWAL_SMTP_PASSWORD=swordfish\n")
    mail.chmod(0o600)
    for name in ("certificate.pem", "key.pem"):
        shutil.copy(server.data / "tls" / name, folder)
        (folder / name).chmod(0o600)
        os.chown(folder / name, 0, 0)
    subprocess.run(
        [ROOT / "script/nginx-conf", "HOST=localhost", "ALIASES=_", "ADDRESS=127.0.0.1", "ADDRESS6=[::1]", f"PORT={port}",
         f"HTTP_PORT={free_port()}", f"ORIGIN=https://localhost:{port}", f"CERTIFICATE={folder}/certificate.pem",
         f"KEY={folder}/key.pem", f"STATIC={ROOT}/nginx/static", f"RUN={folder}/run/jadwal", f"PID={folder}/pid",
         f"LOG={folder}/log", f"CACHE={folder}/var/cache/jadwal", f"CONF={folder}/conf"], check=True, capture_output=True)

    def start(words, **settings):
        return subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *words], env=ENVIRONMENT | settings, stdin=subprocess.DEVNULL,
            stderr=(folder / "errors").open("a"), umask=0o027)
    sockets = [folder / f"run/jadwal/responder-{number}.sock" for number in (1, 2)]
    processes = [
        start(as_account(account.pw_uid, account.pw_gid, PROGRAM, "serve"),
              JADWAL_SETTINGS_FILE=str(settings), JADWAL_SOCKET=str(socket)) for socket in sockets]
    try:
        wait_until(lambda: all(socket.exists() for socket in sockets), 30, "two sockets")
        nginx = start(
            ["setpriv", "--no-new-privs", "--bounding-set", capabilities(), "nginx", "-e", "stderr", "-c", folder / "conf/jadwal.conf",
             "-g", f"user www-data {group};"], PATH=os.environ["PATH"] + ":/usr/sbin")
        processes.append(nginx)
        made = types.SimpleNamespace(
            folder=folder, port=port, certificate=server.certificate, account=account, group=grp.getgrnam(group).gr_gid,
            settings=settings, mail=mail, sockets=sockets, nginx=nginx)
        wait_until(lambda: answers(made), 20, f"an answer ({(folder / 'errors').read_text()})")
        yield made
    finally:
        for process in reversed(processes):
            process.terminate()
            process.wait(30)
        shutil.rmtree(folder)


def answers(installed):
    assert installed.nginx.poll() is None, (installed.folder / "errors").read_text()
    try:
        return raw.request(installed, "/healthz").status == 200
    except ConnectionRefusedError:
        return False


def can(installed, user, group, *words):
    return subprocess.run(as_account(user, group, *words), capture_output=True).returncode == 0


def connects(installed, user, group):
    program = "import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])"
    return can(installed, user, group, "/usr/bin/python3", "-c", program, installed.sockets[0])


def test_it_answers_keeps_and_buffers_with_three_capabilities(installed):
    assert raw.request(installed, "/login").status == 200
    feed = "/prayer/gb/london.ics?alarm=11"
    assert raw.request(installed, feed).values("x-cache") == ["MISS"]
    assert raw.request(installed, feed).values("x-cache") == ["HIT"]
    body = b"email=" + b"a" * 500_000  # buffered on disk
    form = ["Content-Type: application/x-www-form-urlencoded"]
    assert raw.request(installed, "/login", "POST", form, body).status == 403, "no token; but it was read"
    assert raw.request(installed, "/dev/mailbox").status == 404, "production"


def test_nginx_may_open_the_sockets_and_read_no_settings(installed):
    www = pwd.getpwnam("www-data")
    master = installed.nginx.pid
    children = subprocess.run(["ps", "--ppid", str(master), "-o", "pid="], capture_output=True, text=True, check=True).stdout.split()
    assert children
    for child in children:
        status = open(f"/proc/{child}/status").read()
        groups = {int(one) for one in re.search(r"^Groups:(.*)$", status, re.MULTILINE)[1].split()}
        assert re.search(r"^Uid:\s+(\d+)", status, re.MULTILINE)[1] == str(www.pw_uid)
        assert installed.group in groups | {int(re.search(r"^Gid:\s+(\d+)", status, re.MULTILINE)[1])}
        assert installed.account.pw_gid not in groups
    assert connects(installed, www.pw_uid, installed.group)
    for path in (installed.settings, installed.mail, installed.folder / "data/secrets"):
        assert not can(installed, www.pw_uid, installed.group, "ls" if path.is_dir() else "cat", path), path


def test_whoever_is_not_in_the_group_opens_no_socket(installed):
    www = pwd.getpwnam("www-data")
    assert not connects(installed, www.pw_uid, www.pw_gid)
    for socket in installed.sockets:
        status = socket.stat()
        assert (status.st_uid, status.st_gid, status.st_mode & 0o777) == (installed.account.pw_uid, installed.group, 0o660)


def test_the_responders_read_the_settings_and_not_the_secrets_of_mail(installed):
    account = installed.account
    assert can(installed, account.pw_uid, account.pw_gid, "cat", installed.settings)
    assert not can(installed, account.pw_uid, account.pw_gid, "cat", installed.mail)


def test_a_rotated_log_goes_on_in_a_new_file_and_no_request_fails(installed):
    log = installed.folder / "log/access.log"
    raw.request(installed, "/healthz")
    log.rename(log.with_suffix(".log.1"))
    log.touch(0o640)  # as logrotate's `create` does
    installed.nginx.send_signal(signal.SIGHUP)
    statuses = set()

    def goes_on():
        statuses.add(raw.request(installed, "/privacy").status)
        return '"path":"/privacy"' in log.read_text()
    wait_until(goes_on, 20, "a line in the new file")
    assert statuses == {200}
