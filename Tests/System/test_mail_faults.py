"""Mail servers that are down, slow, refuse, hang up; a mailbox on a full disk. No mail is lost."""

import collections
import os
import ssl
import subprocess

import pytest
from aiosmtpd.smtp import AuthResult, LoginPassword

from support.browser import Browser, Page, new_address
from support.mail import sign_in_letter
from support.server import free_port, new_data_directory, wait_until
from support.smtp import BadServer, DecentServer


@pytest.fixture
def smtp_port():
    return free_port()


@pytest.fixture
def mailing(new_server, smtp_port):
    """A Jadwal that mails through the port on which a test puts its mail server."""
    return new_server("--restart", settings={
        "JADWAL_MAIL_TRANSPORT": "smtp", "JADWAL_SMTP_HOST": "127.0.0.1", "JADWAL_SMTP_PORT": str(smtp_port),
        "JADWAL_SMTP_SECURITY": "none", "JADWAL_SMTP_TIMEOUT_SECONDS": "2"}).start()


def ask(browser, address):
    answer = browser.submit_form("/login", "/login", email=address)
    assert answer.status_code == 303


def ask_as_somebody_else(server, address):
    """In a browser of their own: one that asks for a second address wants no mail to the first."""
    with Browser(server) as browser:
        ask(browser, address)


def received(smtp, address):
    """The letters with a link to sign in. The welcome follows the first of them, whenever it likes."""
    return [letter for letter in smtp.letters if letter.to == address and "/magic-link?token=" in letter.text]


def finished(server):
    """{outcome: how many} of the jobs that ended."""
    rows = server.sql("SELECT outcome, count(*) FROM job WHERE finished_at IS NOT NULL GROUP BY outcome")
    return {outcome: int(count) for outcome, count in rows}


def test_mail_leaves_within_a_second(mailing, smtp_port):
    with DecentServer(smtp_port) as smtp, Browser(mailing) as browser:
        address = new_address()
        ask(browser, address)
        letter = wait_until(lambda: received(smtp, address), 1.5)[0]
        assert browser.redeem(letter).status_code == 303
        assert browser.is_signed_in()


@pytest.mark.parametrize("faults", [
    [451], [421], ["drop greeting"], ["drop mid-mail"], ["silent"], ["slow"],
    [451, "drop mid-mail", "drop greeting"],
])
def test_a_passing_fault_delays_the_mail_and_loses_none(mailing, smtp_port, faults):
    address = new_address()
    with BadServer(smtp_port, faults) as smtp, Browser(mailing) as browser:
        ask(browser, address)
        letter = wait_until(lambda: received(smtp, address), 40)[-1]
        assert smtp.conversations > len(faults)
        assert browser.redeem(letter).status_code == 303
        assert len(received(smtp, address)) <= 2
        assert len({one.message_id for one in received(smtp, address)}) == 1


def test_a_mail_server_that_is_down_gets_the_mail_when_it_is_back(mailing, smtp_port):
    address = new_address()
    with Browser(mailing) as browser:
        ask(browser, address)
        wait_until(lambda: mailing.sql("SELECT 1 FROM job WHERE attempts >= 2"), 20)
        with DecentServer(smtp_port) as smtp:
            letter = wait_until(lambda: received(smtp, address), 40)[0]
            assert browser.redeem(letter).status_code == 303


def test_a_mail_whose_end_nobody_saw_is_repeated_once_at_most(mailing, smtp_port):
    address = new_address()
    with BadServer(smtp_port, ["drop after mail"] * 10) as smtp, Browser(mailing) as browser:
        ask(browser, address)
        wait_until(lambda: finished(mailing), 40)
        assert finished(mailing) == {"unknown": 1}
        letters = received(smtp, address)
        assert len(letters) == 2
        assert letters[0].message_id == letters[1].message_id
        assert browser.redeem(letters[-1]).status_code == 303, "the link of a mail that arrived works"


@pytest.mark.parametrize("code", [550, 553, 554])
def test_a_final_refusal_is_shown_on_the_waiting_page_and_not_repeated(mailing, smtp_port, code):
    address = new_address()
    with BadServer(smtp_port, [code] * 10) as smtp, Browser(mailing) as browser:
        ask(browser, address)
        wait_until(lambda: finished(mailing) == {"refused": 1}, 20)
        assert smtp.conversations == 1
        page = browser.get("/login/sent").text
        assert 'role="alert"' in page
        assert Page(page).form("/login/resend"), "another try is offered"
    logs = b"".join(path.read_bytes() for path in mailing.logs)
    assert str(code).encode() in logs and address.encode() not in logs


def test_a_worker_killed_inside_a_mail_loses_none_and_repeats_one_at_most_once(mailing, smtp_port):
    addresses = []
    with BadServer(smtp_port, ["slow"] * 100, seconds=0.3) as smtp:
        for _ in range(4):
            for number in range(10):
                addresses.append(new_address())
                ask_as_somebody_else(mailing, addresses[-1])
                if number == 5:
                    mailing.kill("worker")  # inside a mail most likely: the server is slow
            wait_until(lambda: worker_is_back(mailing), 20)
            # A mail whose worker was killed twice is not tried a third time, so each round ends first.
            wait_until(lambda: {one.to for one in smtp.letters} >= set(addresses), 60, "every mail")
    counts = collections.Counter(one.message_id for one in smtp.letters)
    assert max(counts.values()) <= 2, "a mail is repeated once at most"
    assert len(counts) == len(addresses)


def worker_is_back(server):
    try:
        return server.process_of("worker")
    except AssertionError:
        return None


# --- STARTTLS and login -------------------------------------------------------------------------

@pytest.fixture(scope="module")
def mail_certificate(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mail-server")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
         "-keyout", folder / "key.pem", "-out", folder / "certificate.pem"], check=True, capture_output=True)
    for folder_above in [folder, *folder.parents][:3]:
        folder_above.chmod(0o755)  # jadwal's account reads the certificate
    return folder


def over_tls(smtp_port, certificate):
    return {
        "JADWAL_MAIL_TRANSPORT": "smtp", "JADWAL_SMTP_HOST": "localhost", "JADWAL_SMTP_PORT": str(smtp_port),
        "JADWAL_SMTP_SECURITY": "starttls", "JADWAL_SMTP_TIMEOUT_SECONDS": "2",
        "JADWAL_SMTP_USERNAME": "jadwal", "JADWAL_SMTP_PASSWORD": "open sesame",
        "JADWAL_SMTP_CA_FILE": str(certificate / "certificate.pem")}


def test_mail_leaves_over_starttls_with_a_login(new_server, smtp_port, mail_certificate):
    logins = []

    def authenticate(server, session, envelope, mechanism, data):
        logins.append(data)
        return AuthResult(success=data == LoginPassword(b"jadwal", b"open sesame"))

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(mail_certificate / "certificate.pem", mail_certificate / "key.pem")
    server = new_server(settings=over_tls(smtp_port, mail_certificate)).start()
    options = dict(tls_context=context, require_starttls=True, auth_required=True, authenticator=authenticate)
    with DecentServer(smtp_port, **options) as smtp, Browser(server) as browser:
        address = new_address()
        ask(browser, address)
        wait_until(lambda: received(smtp, address), 20)
    assert logins
    logs = b"".join(path.read_bytes() for path in server.logs)
    assert b"sesame" not in logs


def test_a_mail_server_without_starttls_gets_neither_mail_nor_password(new_server, smtp_port, mail_certificate):
    server = new_server(settings=over_tls(smtp_port, mail_certificate)).start()
    with BadServer(smtp_port, []) as smtp, Browser(server) as browser:
        ask(browser, new_address())
        wait_until(lambda: smtp.conversations >= 2, 20)
        assert smtp.letters == []


# --- the mailbox ----------------------------------------------------------------------------------

@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_delays_the_mail_and_loses_none(new_server):
    data = new_data_directory()
    disk = data / "mail"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk], capture_output=True).returncode:
        pytest.skip("this machine does not let even root mount a disk")
    try:
        server = new_server(data=data).start()
        filler = disk / "filler"
        with Browser(server) as browser:
            with open(filler, "wb", buffering=0) as file, pytest.raises(OSError):
                while True:
                    file.write(bytes(4096))
            address = new_address()
            ask(browser, address)
            wait_until(lambda: server.sql("SELECT 1 FROM job WHERE attempts >= 2"), 20)
            assert browser.get("/login").status_code == 200
            assert not list(disk.glob("*.eml")), "no half of a mail"
            filler.unlink()
            letter = sign_in_letter(server, address, seconds=30)
            assert browser.redeem(letter).status_code == 303
        server.stop()
    finally:
        subprocess.run(["umount", "--lazy", disk], check=True)
