"""Profiles for phones, fetched through nginx as Safari and the system behind it do."""

import plistlib
import shutil
import subprocess
import tempfile
from pathlib import Path

import httpx
import pytest

from support.browser import Browser, new_address

IPHONE = ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
          "Version/18.1 Mobile/15E148 Safari/604.1")


@pytest.fixture(scope="module")
def certificate():
    """A certificate of a server's kind and its key, where every account may read them."""
    folder = Path(tempfile.mkdtemp(prefix="jadwal-profile-"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-noenc", "-days", "90", "-subj", "/CN=profiles.example.org",
         "-keyout", folder / "key.pem", "-out", folder / "certificate.pem",
         "-addext", "keyUsage=critical,digitalSignature", "-addext", "extendedKeyUsage=serverAuth"],
        check=True, capture_output=True)
    folder.chmod(0o755)
    (folder / "key.pem").chmod(0o644)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def signing_server(new_server, certificate):
    return new_server(settings={
        "JADWAL_PROFILE_CERTIFICATE": str(certificate / "certificate.pem"),
        "JADWAL_PROFILE_KEY": str(certificate / "key.pem"),
    }).start()


RIYADH = "108410"


def choose_riyadh(browser):
    """Makes the customer's feed, as they do on its page."""
    csrf = browser.page(f"/settings/prayer?city={RIYADH}").form("/settings/prayer")["csrf"]
    answer = browser.submit("/settings/prayer", {"csrf": csrf, "city": RIYADH})
    assert answer.status_code == 303 and answer.headers["location"] == "/settings/prayer?done=saved"


def press_the_button(browser):
    """The address of the profile, from where the button leads."""
    # Every page of a customer's carries the token of forms.
    csrf = next(form["fields"]["csrf"] for form in browser.page("/settings").forms if "csrf" in form["fields"])
    answer = browser.submit("/profiles", {"csrf": csrf})
    assert answer.status_code == 303
    return "/profiles/prayer.mobileconfig?token=" + answer.headers["location"].partition("token=")[2]


def safari(server):
    return httpx.Client(
        base_url=server.origin, transport=httpx.HTTPTransport(verify=server.tls_context(), http2=True),
        headers={"User-Agent": IPHONE, "Accept-Encoding": "gzip, deflate, br"})


def unwrapped(message, authority):
    """The content of a signed message, if the authority vouches for it."""
    return subprocess.run(
        ["openssl", "cms", "-verify", "-purpose", "any", "-inform", "DER", "-binary", "-CAfile", str(authority)],
        input=message, capture_output=True, check=True).stdout


def test_a_phone_without_a_cookie_installs_the_customers_own_feed(signing_server, certificate):
    server, address = signing_server, new_address("phone")
    with Browser(server) as browser, safari(server) as phone:
        browser.sign_in(address)
        choose_riyadh(browser)
        path = press_the_button(browser)

        assert phone.head(path).status_code == 200
        first, second = phone.get(path), phone.get(path)
        assert first.status_code == 200
        assert first.content == second.content
        assert first.headers["content-type"] == "application/x-apple-aspen-config"
        assert first.headers["content-disposition"] == 'attachment; filename="jadwal.mobileconfig"'
        assert first.headers["content-length"] == str(len(first.content))
        assert first.headers["cache-control"] == "no-store"
        assert first.headers["x-content-type-options"] == "nosniff"
        assert "content-encoding" not in first.headers

        profile = plistlib.loads(unwrapped(first.content, certificate / "certificate.pem"))
        (payload,) = profile["PayloadContent"]
        assert payload["PayloadType"] == "com.apple.subscribedcalendar.account"
        assert payload["SubCalAccountUseSSL"] is True
        url = payload["SubCalAccountHostName"]
        assert url.startswith(server.origin + "/prayer/") and url.endswith(".ics")

        token = url.removeprefix(server.origin + "/prayer/").removesuffix(".ics")
        feed = phone.get(url)
        assert feed.status_code == 200
        assert feed.headers["content-type"].startswith("text/calendar")
        assert feed.text.startswith("BEGIN:VCALENDAR\r\n")

        logs = b"".join(log.read_bytes() for log in server.logs if log.is_file())
        assert b"/profiles/prayer.mobileconfig" in logs
        assert b'"event":"profile fetched"' in logs
        assert path.partition("token=")[2].encode() not in logs
        assert token.encode() not in logs


def test_what_a_visitor_brings_is_never_subscribed_to(server):
    with safari(server) as phone:
        for path in ("/profiles/prayer.mobileconfig", "/httpj/mobile-config/webcal"):
            assert phone.get(path, params={"url": "https://evil.example/feed.ics"}).status_code == 404
            assert phone.get(path, params={"token": "A" * 43, "url": "x"}).status_code == 400
            gone = phone.get(path, params={"token": "A" * 43})
            assert gone.status_code == 404
            assert gone.headers["content-type"].startswith("text/html")


def test_without_a_certificate_the_start_says_once_that_profiles_are_unsigned(server):
    for name in ("responder-1", "responder-2"):
        log = (server.data / f"log/{name}.log").read_text()
        assert log.count('"event":"profiles unsigned"') == log.count('"event":"started"')
