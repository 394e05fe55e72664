"""What no well-behaved browser sends: each gets a clear refusal, and the server stays well."""

import socket
import struct

import pytest

from support import raw
from support.browser import Page

FORM = "Content-Type: application/x-www-form-urlencoded"


@pytest.fixture(autouse=True)
def stays_well(server):
    """No process died over it, and a decent request is still answered."""
    before = {part: server.process_of(part) for part in ("responder-1", "responder-2", "worker")}
    yield
    assert {part: server.process_of(part) for part in before} == before
    assert raw.request(server, "/healthz").status == 200


@pytest.mark.parametrize("target", [
    "/%", "/%2", "/%zz", "/%e2%28%a1", "/%c0%af", "/%ff", "/%00", "/a%00b", "/login?email=%", "/login?email=%ff",
    "/login?email=%00", "/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/a/../../etc/passwd", "/settings/%2e%2e/%2e%2e/x",
    "/..%2f..%2fetc%2fpasswd", "/static/%252e%252e/x",
])
def test_a_malformed_address_is_a_bad_request_or_nothing(server, target):
    answer = raw.request(server, target)
    assert answer.status in (400, 404), answer.status
    assert b"root:" not in answer.body


@pytest.mark.parametrize("target", [b"/\xff\xfe", b"/login?x=\xe2\x28", "/é".encode(), b"/\x01"])
def test_raw_bytes_in_an_address_are_refused_or_not_found(server, target):
    assert raw.request(server, target).status in (400, 404)


def test_an_address_is_decoded_once(server):
    assert raw.request(server, "/log%69n").status == 200
    assert raw.request(server, "/log%2569n").status == 404


@pytest.mark.parametrize("target", ["//login", "/login/", "/LOGIN", "/login/./", "/login;x=1"])
def test_an_address_has_one_form(server, target):
    assert raw.request(server, target).status in (400, 404)


@pytest.mark.parametrize("body", [
    b"email=%", b"email=%zz", b"email=%ff%fe", b"email=%00", b"email=\xff", b"email=\x00", b"%=x",
    b"&".join(b"f%d=x" % number for number in range(10_000)), b"f" * 300 + b"=x",
])
def test_a_malformed_form_is_a_bad_request(server, body):
    answer = raw.request(server, "/login", "POST", [FORM], body)
    assert answer.status in (400, 413), answer.status


@pytest.mark.parametrize("kind, body", [
    ("multipart/form-data", b"x"),
    ("multipart/form-data; boundary=", b"--\r\n\r\nx"),
    ("multipart/form-data; boundary=b", b"--b\r\nContent-Disposition: form-data; name=\"email\"\r\n\r\nno end"),
    ("multipart/form-data; boundary=b", b"no boundary at all"),
])
def test_a_malformed_upload_is_a_bad_request(server, kind, body):
    assert raw.request(server, "/login", "POST", [f"Content-Type: {kind}"], body).status in (400, 403, 415)


@pytest.mark.parametrize("line", [
    "X-Long: " + "a" * 65536, "Cookie: " + "a=b; " * 13000, "Accept-Language: " + "en," * 21000,
])
def test_a_header_line_of_64_kilobytes_is_refused(server, line):
    answer = raw.request(server, "/login", headers=[line])
    assert answer.status == 431
    assert "جدول".encode() in answer.body


def test_an_address_of_64_kilobytes_is_refused(server):
    answer = raw.request(server, "/calendar/search?q=" + "a" * 65536)
    assert answer.status == 414
    assert "جدول".encode() in answer.body


@pytest.mark.parametrize("lines", [
    [b"X-Nul: a\x00b"], ["Content-Length: 5", "Content-Length: 6"], ["Content-Length: -1"],
    ["Content-Length: 5", "Transfer-Encoding: chunked"], ["Transfer-Encoding: gzip, chunked"], ["Host: evil.example"],
])
def test_headers_that_two_servers_could_read_differently_are_refused(server, lines):
    answer = raw.request(server, "/login", "POST", lines)
    assert answer is None or answer.status in (400, 501)


@pytest.mark.parametrize("method, status, allowed", [
    ("DELETE", 405, "GET"), ("PUT", 405, "GET"), ("PROPFIND", 405, "GET"), ("TRACE", 405, None),
    ("FOO", 405, None), ("CONNECT", 405, None),
])
def test_a_method_that_an_address_does_not_have(server, method, status, allowed):
    answer = raw.request(server, "/login", method)
    assert answer.status in (status, 400, 501)
    if allowed and answer.status == 405:
        assert allowed in answer.values("allow")[0]


@pytest.mark.parametrize("path", ["/", "/login", "/healthz", "/privacy", "/no-such-page"])
def test_head_is_answered_as_get_without_a_body(server, path):
    got, head = raw.request(server, path), raw.request(server, path, "HEAD")
    assert head.status == got.status
    assert head.body == b""
    assert head.values("content-type") == got.values("content-type")


def test_a_client_cannot_set_the_proxy_of_our_libraries(server):
    answer = raw.request(server, "/login", headers=["Proxy: http://evil.example:3128"])
    assert answer.status == 200
    # The variable exists, empty: libraries that look for it find nothing to obey.
    rendered = (server.data / "nginx/responder.conf").read_text()
    assert 'fastcgi_param HTTP_PROXY      "";' in rendered


@pytest.mark.parametrize("name", ["next", "lang"])
@pytest.mark.parametrize("value", ["https://evil.example/", "//evil.example", "/\\evil.example", "%0d%0aSet-Cookie:%20a=b"])
def test_no_parameter_leads_elsewhere_or_splits_an_answer(server, name, value):
    answer = raw.request(server, f"/login?{name}={value}")
    assert answer.status in (200, 303, 400, 404)
    assert not [one for one in answer.values("location") if "evil" in one.split("?")[0]]
    assert not [one for one in answer.values("set-cookie") if one.startswith("a=b")]


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "{{csrf}}", "\"\u0301onfocus=x"])
def test_what_is_typed_comes_back_as_text(server, browser, text):
    answer = browser.submit_form("/login", "/login", email=text)
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text and "<img src=x" not in answer.text
    assert Page(answer.text).form("/login")["email"] == text


def record(kind, content, request=1):
    padding = -len(content) % 8
    return struct.pack("!BBHHBx", 1, kind, request, len(content), padding) + content + bytes(padding)


def test_a_body_that_holds_fastcgi_records_is_only_a_body(server):
    """The smuggling that a kept connection allows: a second request inside the first one's body."""
    parameters = b"".join(
        bytes([len(name), len(value)]) + name + value for name, value in [
            (b"REQUEST_METHOD", b"GET"), (b"REQUEST_URI", b"/"), (b"REMOTE_ADDR", b"127.0.0.1"),
            (b"REQUEST_ID", b"smuggled")])
    forged = record(1, struct.pack("!HB5x", 1, 0)) + record(4, parameters) + record(4, b"") + record(5, b"")
    for offset in range(0, 128, 8):
        answer = raw.request(server, "/login", "POST", [FORM], b"x" * offset + forged)
        assert answer.status in (400, 403)
    # The log names every request by its id, this one's included if it was taken for one.
    logs = b"".join(path.read_bytes() for path in server.logs)
    assert b"smuggled" not in logs


def test_silent_and_dribbling_clients_hold_no_responder(server):
    idle = [socket.create_connection(("127.0.0.1", server.port), 5) for _ in range(50)]
    try:
        assert raw.request(server, "/login", seconds=3).status == 200
    finally:
        for one in idle:
            one.close()
