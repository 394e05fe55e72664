"""TLS as Mozilla's intermediate profile has it, and the way from plain HTTP."""

import socket
import subprocess

import pytest
from sslyze import Scanner, ServerNetworkLocation, ServerScanRequest
from sslyze.mozilla_tls_profile.tls_config_checker import (
    SCAN_COMMANDS_NEEDED_BY_MOZILLA_CHECKER, MozillaTlsConfiguration,
    ServerNotCompliantWithTlsConfiguration, TlsConfigurationEnum, check_server_against_tls_configuration)

from support import raw
from support.browser import Browser


def handshake(server, *options):
    done = subprocess.run(
        ["openssl", "s_client", "-connect", f"127.0.0.1:{server.port}", "-servername", "localhost",
         "-CAfile", str(server.certificate), *options],
        input="", capture_output=True, text=True, errors="replace", timeout=20)
    return done.stdout if "Verify return code: 0" in done.stdout and "Cipher is (NONE)" not in done.stdout else None


# Old protocols need @SECLEVEL=0, or openssl itself refuses before it has asked the server.
@pytest.mark.parametrize("options", [
    ["-tls1", "-cipher", "ALL:@SECLEVEL=0"],
    ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"],
    ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-SHA256"],
    ["-tls1_2", "-cipher", "AES128-GCM-SHA256"],
    ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"],
    ["-tls1_3", "-groups", "P-521"],
])
def test_what_the_profile_leaves_out_is_refused(server, options):
    assert handshake(server, *options) is None


@pytest.mark.parametrize("options", [
    ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES128-GCM-SHA256"],
    ["-tls1_2", "-cipher", "ECDHE-ECDSA-AES256-GCM-SHA384"],
    ["-tls1_2", "-cipher", "ECDHE-ECDSA-CHACHA20-POLY1305"],
    ["-tls1_3", "-groups", "X25519"],
    ["-tls1_3", "-groups", "P-256"],
    ["-tls1_3", "-groups", "P-384"],
])
def test_what_the_profile_names_is_taken(server, options):
    assert handshake(server, *options) is not None


def test_the_client_chooses_the_cipher(server):
    for first, second in [("ECDHE-ECDSA-AES256-GCM-SHA384", "ECDHE-ECDSA-AES128-GCM-SHA256"),
                          ("ECDHE-ECDSA-AES128-GCM-SHA256", "ECDHE-ECDSA-AES256-GCM-SHA384")]:
        assert f"Cipher is {first}" in handshake(server, "-tls1_2", "-cipher", f"{first}:{second}")


def test_no_session_tickets(server):
    assert "TLS session ticket:" not in handshake(server, "-tls1_2")


def test_sslyze_finds_mozillas_intermediate_profile(server):
    location = ServerNetworkLocation("localhost", server.port, ip_address="127.0.0.1")
    scanner = Scanner()
    scanner.queue_scans([ServerScanRequest(location, scan_commands=SCAN_COMMANDS_NEEDED_BY_MOZILLA_CHECKER)])
    result = next(scanner.get_results())
    profile = MozillaTlsConfiguration.get(TlsConfigurationEnum.MOZILLA_INTERMEDIATE)
    try:
        check_server_against_tls_configuration(result, profile)
    except ServerNotCompliantWithTlsConfiguration as refusal:
        # A development certificate is signed by itself and lasts longer than a real one may.
        assert set(refusal.issues) <= {"certificate_path_validation", "maximum_certificate_lifespan"}, refusal.issues


def test_http2_is_offered(server, browser):
    assert "ALPN protocol: h2" in handshake(server, "-alpn", "h2,http/1.1")
    assert browser.get("/healthz").http_version == "HTTP/2"


def test_plain_http_is_sent_on_to_https(server):
    answer = raw.request(server, "/login?next=/settings", port=server.http_port, tls=False)
    assert answer.status == 308
    assert answer.values("location") == [f"{server.origin}/login?next=/settings"]


def test_plain_http_on_the_https_port_is_sent_on_too(server):
    answer = raw.request(server, "/login", tls=False)
    assert answer.status == 308
    assert answer.values("location") == [f"{server.origin}/login"]


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]"])
def test_other_names_of_ours_lead_to_the_one_origin(server, host):
    answer = raw.send(server, f"GET /login HTTP/1.1\r\nHost: {host}:{server.port}\r\nConnection: close\r\n\r\n".encode())
    assert answer.status == 308
    assert answer.values("location") == [f"{server.origin}/login"]


@pytest.mark.parametrize("head", [
    b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET / HTTP/1.0\r\n\r\n",
])
def test_a_host_that_is_not_ours_gets_no_answer(server, head):
    assert raw.send(server, head) is None
    assert raw.send(server, head, port=server.http_port, tls=False) is None


def test_ipv6_answers_as_well(server):
    with socket.create_connection(("::1", server.port), 5):
        pass


def test_a_browser_without_http2_is_served(server):
    with Browser(server, http2=False) as browser:
        assert browser.get("/login").http_version == "HTTP/1.1"
