"""script/server as a person meets it: options, faults it explains, and what it leaves behind."""

import os
import pty
import shutil
import signal
import socket
import subprocess
import time

import pytest

from support.browser import Browser, new_address
from support.server import ROOT, free_port, new_data_directory, run_script, wait_until


def test_it_says_where_it_is_and_where_the_mail_is(server):
    assert f"Jadwal is ready at https://localhost:{server.port}/" in server.output
    assert f"https://localhost:{server.port}/dev/mailbox" in server.output
    assert str(server.mail_directory) in server.output


def test_a_built_tree_is_ready_within_five_seconds_and_finds_its_data_again(new_server):
    server = new_server().start()
    address = new_address("returning")
    with Browser(server) as browser:
        browser.sign_in(address)
        cookies = browser.cookies
        key = (server.data / "tls/key.pem").read_bytes()
        assert server.stop() == 0

        started = time.monotonic()
        server.start()
        assert time.monotonic() - started < 5
        assert (server.data / "tls/key.pem").read_bytes() == key
        assert browser.is_signed_in(), "the session outlives a restart"
    assert cookies


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_stops_everything_it_started(new_server, sent):
    server = new_server().start()
    started = server.processes()
    assert len(started) > 8, started
    assert server.stop(sent) == 0
    assert server.processes() == {}
    assert not [pid for pid in started if os.path.exists(f"/proc/{pid}")]


def test_ctrl_c_at_a_terminal_stops_everything(new_server):
    server = new_server()
    process, terminal = pty.fork()
    if process == 0:
        os.execvp("env", ["env", "--default-signal", str(ROOT / "script/server"), "--debug",
                          "--data", str(server.data), "--port", str(server.port), "--http-port", str(server.http_port)])
    seen = b""
    try:
        while piece := os.read(terminal, 65536):
            seen += piece
            if b"is ready" in seen and b"Ctrl-C" in piece:
                os.write(terminal, b"\x03")
    except OSError:
        pass  # Linux's way to say that the other end is closed
    _, status = os.waitpid(process, 0)
    assert os.waitstatus_to_exitcode(status) == 0, seen
    assert server.processes() == {}


def test_a_script_killed_outright_takes_its_parts_along(new_server):
    server = new_server().start()
    server.stop(signal.SIGKILL)
    wait_until(lambda: not server.processes(), 20, "the end of every part")


def test_it_leaves_other_servers_alone(server, new_server):
    before = server.processes().keys()
    new_server().start().stop()
    assert server.processes().keys() >= before


@pytest.mark.parametrize("part", ["responder-1", "worker", "nginx", "postgres"])
def test_a_part_that_dies_is_named_and_the_rest_stopped(new_server, part):
    server = new_server().start()
    server.kill(part)
    status = server.process.wait(60)
    assert status == 1
    assert f"{part} ended by itself" in server.read_output()
    wait_until(lambda: not server.processes(), 10, "the end of every part")


def test_with_restart_a_part_that_dies_comes_back(new_server):
    server = new_server("--restart").start()
    before = server.process_of("responder-2")
    server.kill("responder-2")
    wait_until(lambda: running(server, "responder-2") not in (None, before), 20, "a new responder")
    assert server.process.poll() is None


def test_with_restart_all_parts_that_die_together_come_back(new_server):
    server = new_server("--restart").start()
    parts = ("responder-1", "responder-2", "worker")
    before = [server.process_of(part) for part in parts]
    for part in parts[:2]:
        server.kill(part)
    wait_until(lambda: "starting it again in 2 s" in server.read_output(), 10)
    server.kill("worker")  # in the pause
    for part in parts:
        wait_until(lambda: running(server, part) not in (None, *before), 20, f"a new {part}")
    assert server.process.poll() is None


def running(server, part):
    try:
        return server.process_of(part)
    except AssertionError:
        return None


@pytest.mark.parametrize("family, address", [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")])
def test_a_port_that_is_taken_is_named_with_its_holder(new_server, family, address):
    with socket.socket(family) as taken:
        taken.bind((address, 0))
        taken.listen()
        server = new_server(port=taken.getsockname()[1]).launch()
        assert server.process.wait(60) == 1
        assert f"Port {server.port} is taken" in server.read_output()
        assert f"process {os.getpid()}" in server.output
        assert "--port" in server.output
    assert server.processes() == {}


@pytest.mark.parametrize("arguments, said", [
    (["--nonsense"], "There is no option --nonsense"),
    (["extra"], "There is no option extra"),
    (["--port"], "--port wants a value"),
    (["--port", "abc"], "--port wants a number from 1 to 65535"),
    (["--port", "0"], "--port wants a number from 1 to 65535"),
    (["--port", "65536"], "--port wants a number from 1 to 65535"),
    (["--port", "8443", "--http-port", "8443"], "must differ"),
    (["--data", ""], "--data wants a directory"),
])
def test_wrong_options_are_refused_with_a_word(arguments, said):
    done = run_script(*arguments)
    assert done.returncode == 2
    assert said in done.stderr


def test_help_names_every_option():
    done = run_script("--help")
    assert done.returncode == 0
    options = ("--port", "--http-port", "--data", "--debug", "--restart", "--no-limits", "--rabbitmq", "--bridge")
    for option in options:
        assert option in done.stdout


@pytest.mark.parametrize("settings, named", [
    ({"JADWAL_NONSENSE": "1"}, "JADWAL_NONSENSE"),
    ({"JADWAL_THREADS": "many"}, "JADWAL_THREADS"),
    ({"JADWAL_MAIL_TRANSPORT": "pigeon"}, "JADWAL_MAIL_TRANSPORT"),
])
def test_a_wrong_setting_stops_the_start_and_is_named(new_server, settings, named):
    server = new_server(settings=settings).launch()
    assert server.process.wait(60) == 1
    assert named in server.read_output()
    assert server.processes() == {}


def test_settings_are_read_from_a_file_in_the_data_directory(new_server):
    server = new_server()
    (server.data / "settings").write_text("# ours\nJADWAL_NONSENSE=1\n")
    server.data.chmod(0o755)
    assert server.launch().process.wait(60) == 1
    assert "JADWAL_NONSENSE" in server.read_output()


def test_a_data_directory_in_use_is_refused(server, new_server):
    second = new_server(data=server.data).launch()
    try:
        assert second.process.wait(60) == 1
        assert f"Another script/server is using {server.data}" in second.read_output()
    finally:
        second.data = new_data_directory()  # what the fixture removes afterwards


def test_a_path_too_long_for_a_socket_is_refused():
    data = new_data_directory()
    try:
        done = run_script("--debug", "--data", str(data / ("d" * 90)), "--port", str(free_port()))
        assert done.returncode == 1
        assert "107 bytes" in done.stderr
    finally:
        shutil.rmtree(data)


def test_a_path_that_a_configuration_could_misread_is_refused():
    data = new_data_directory()
    try:
        done = run_script("--debug", "--data", f"{data}/a;b", "--port", str(free_port()))
        assert done.returncode == 1
        assert "such a path may hold" in done.stderr
    finally:
        shutil.rmtree(data)


def test_it_works_without_home_and_with_spaces_in_its_path(new_server):
    above = new_data_directory()
    server = new_server(data=above.rename(f"{above} two words"))
    home = os.environ.pop("HOME", None)
    try:
        server.start()
    finally:
        if home is not None:
            os.environ["HOME"] = home
    with Browser(server) as browser:
        assert browser.get("/healthz").status_code == 200


def test_nothing_runs_as_root_and_secrets_are_private(server):
    for process in server.processes():
        words = server.processes().get(process, "")
        if "script/server" in words:
            continue
        with open(f"/proc/{process}/status") as status:
            accounts = [line.split()[1:] for line in status if line.startswith("Uid:")][0]
        assert "0" not in accounts, words
    for private in [server.data / "secrets", server.data / "postgres", server.data / "run", server.mail_directory]:
        assert private.stat().st_mode & 0o077 == 0, private
    keys = [server.data / "tls/key.pem", *(server.data / "secrets").iterdir()]
    assert len(keys) > 1, "secrets are made at the first start"
    for key in keys:
        assert key.stat().st_mode & 0o777 == 0o600, key


def test_postgres_listens_on_no_network_and_jadwal_is_no_superuser(server):
    assert server.sql("SHOW listen_addresses") == []
    assert server.sql("SELECT rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = current_user") == [
        ["f", "f", "f"]]


def test_the_certificate_is_for_localhost_and_not_too_long(server):
    shown = subprocess.run(
        ["openssl", "x509", "-in", server.certificate, "-noout", "-text", "-checkend", str(300 * 86400)],
        capture_output=True, text=True, check=True).stdout
    assert "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1" in shown
    assert "prime256v1" in shown
    too_long = subprocess.run(
        ["openssl", "x509", "-in", server.certificate, "-noout", "-checkend", str(398 * 86400)],
        capture_output=True)
    assert too_long.returncode == 1


def test_a_certificate_about_to_end_is_made_again(new_server):
    server = new_server().start()
    server.stop()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc",
         "-days", "29", "-subj", "/CN=old", "-keyout", server.data / "tls/key.pem",
         "-out", server.certificate], check=True, capture_output=True)
    server.start()
    subject = subprocess.run(
        ["openssl", "x509", "-in", server.certificate, "-noout", "-subject"],
        capture_output=True, text=True, check=True).stdout
    assert "Jadwal development" in subject
