"""Headers, static files, compression and the limits that nginx keeps."""

import gzip
import hashlib
import signal

import pytest

from support import raw
from support.browser import Browser
from support.server import ROOT

ALWAYS = {
    "strict-transport-security": "max-age=63072000; includeSubDomains",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}
PAGE = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"),
    "cross-origin-opener-policy": "same-origin",
}


def check_headers(answer, page=True):
    """Each of them, once, and no version of anything."""
    for name, value in (ALWAYS | (PAGE if page else {})).items():
        assert answer.values(name) == [value], (name, answer.headers)
    assert answer.values("server") in ([], ["nginx"])
    assert not answer.values("x-powered-by")
    assert not [name for name, _ in answer.headers if name.startswith("x-accel")]
    if page:
        assert len(answer.values("permissions-policy")) == 1


def big_form(size):
    return b"email=" + b"a" * (size - 6)


FORM = "Content-Type: application/x-www-form-urlencoded"


@pytest.mark.parametrize("path, status", [
    ("/", 200), ("/login", 200), ("/privacy", 200), ("/terms", 200), ("/about/data", 200), ("/dev/mailbox", 200),
    ("/magic-link?token=00000000-0000-4000-8000-000000000000", None),
    ("/no-such-page", 404), ("/settings", 303),
])
def test_every_page_carries_the_headers(server, path, status):
    answer = raw.request(server, path)
    assert status in (None, answer.status)
    check_headers(answer, page=answer.status != 303)


@pytest.mark.parametrize("path, method", [("/healthz", "GET"), ("/static/nothing.css", "GET"), ("/", "HEAD")])
def test_everything_else_carries_those_of_nginx(server, path, method):
    check_headers(raw.request(server, path, method=method), page=False)


def test_personal_pages_are_not_stored(server):
    for path in ["/login", "/login/sent", "/settings", "/magic-link?token=x"]:
        assert "no-store" in "".join(raw.request(server, path).values("cache-control")), path


def test_a_body_of_one_mebibyte_passes_and_one_byte_more_does_not(server):
    fits = raw.request(server, "/login", "POST", [FORM], big_form(1 << 20))
    assert fits.status != 413
    answer = raw.request(server, "/login", "POST", [FORM], big_form((1 << 20) + 1))
    assert answer.status == 413
    assert b"<h1>" in answer.body and "جدول".encode() in answer.body, "in the product's own look"
    check_headers(answer)


def test_a_body_without_a_length_is_limited_too(server):
    pieces = b"".join(b"10000\r\n" + b"a" * 0x10000 + b"\r\n" for _ in range(17)) + b"0\r\n\r\n"
    head = (f"POST /login HTTP/1.1\r\nHost: localhost:{server.port}\r\n{FORM}\r\n"
            "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
    answer = raw.send(server, head.encode() + pieces)
    assert answer.status == 413


def test_while_no_responder_answers_the_page_says_so_with_the_headers(new_server):
    server = new_server("--restart").start()
    for part in ("responder-1", "responder-2"):
        server.kill(part)
    answer = raw.request(server, "/login")
    assert answer.status == 502
    assert b"<h1>" in answer.body and "جدول".encode() in answer.body
    assert int(answer.values("retry-after")[0]) > 0
    check_headers(answer)
    style = raw.request(server, "/static/error.css")
    assert style.status == 200, "the page's own style needs no responder"


# --- static files ---------------------------------------------------------------------------------

def test_static_files_have_hashed_names_and_are_kept_for_a_year(server, browser):
    assets = browser.page("/login").assets
    assert assets
    for asset in assets:
        answer = raw.request(server, asset)
        assert answer.status == 200, asset
        assert answer.values("cache-control") == ["public, max-age=31536000, immutable"]
        check_headers(answer, page=False)
        name, digest, kind = asset.removeprefix("/static/").rsplit(".", 2)
        content = (ROOT / f"nginx/static/{name}.{kind}").read_bytes()
        assert answer.body == content
        assert hashlib.sha256(content).hexdigest()[:12] == digest


def test_static_files_come_from_nginx_alone(new_server):
    server = new_server().start()
    with Browser(server) as browser:
        asset = browser.page("/login").assets[0]
    for part in ("responder-1", "responder-2"):
        server.kill(part, signal.SIGSTOP)
    try:
        assert raw.request(server, asset, seconds=3).status == 200
    finally:
        for part in ("responder-1", "responder-2"):
            server.kill(part, signal.SIGCONT)


@pytest.mark.parametrize("path", [
    "/static/", "/static/app.css.bak", "/static/nothing.000000000000.css", "/static/../jadwal.conf.template",
    "/static/%2e%2e/jadwal.conf.template", "/static/..%2fjadwal.conf.template", "/refused.html", "/down.html",
])
def test_nothing_else_is_served_from_there(server, path):
    answer = raw.request(server, path)
    assert answer.status in (400, 404), answer.status
    assert "immutable" not in "".join(answer.values("cache-control"))


@pytest.mark.parametrize("path", ["/favicon.ico", "/robots.txt"])
def test_what_programs_ask_for_at_fixed_addresses(server, path):
    assert raw.request(server, path).body == (ROOT / f"nginx/static{path}").read_bytes()


def test_pages_with_a_secret_address_are_never_compressed(server, browser):
    browser.sign_in()
    for path in ("/settings", "/settings/prayer/place", "/settings/address", "/calendars", "/calendars/new", "/calendars/import"):
        answer = browser.get(path, headers={"Accept-Encoding": "gzip, br"})
        assert answer.status_code == 200 and "content-encoding" not in answer.headers, path
        assert len(answer.content) > 1000
    wrong = browser.submit_form("/settings/address", "/settings/address", email="nonsense")
    assert wrong.status_code == 422 and "content-encoding" not in wrong.headers
    assert browser.get("/privacy", headers={"Accept-Encoding": "gzip"}).headers["content-encoding"] == "gzip"


def test_text_is_compressed_where_the_browser_can_read_it(server, browser):
    style = next(asset for asset in browser.page("/login").assets if asset.endswith(".css"))
    plain = raw.request(server, style)
    packed = raw.request(server, style, headers=["Accept-Encoding: gzip"])
    assert packed.values("content-encoding") == ["gzip"]
    assert packed.values("vary") == ["Accept-Encoding"]
    assert gzip.decompress(packed.body) == plain.body


# --- who may ask what ---------------------------------------------------------------------------------

@pytest.mark.parametrize("path", ["/metrics", "/readyz"])
def test_what_tells_of_the_inside_is_for_this_machine_only(server, path):
    assert raw.request(server, path).status == 200
    # 127.0.0.2 is this machine as well, but not the address that the rule names.
    refused = raw.request(server, path, source="127.0.0.2")
    assert refused.status == 403
    check_headers(refused)


@pytest.mark.parametrize("header", ["X-Forwarded-For: 192.0.2.1", "Forwarded: for=192.0.2.1", "X-Real-IP: 192.0.2.1", "Via: 1.1 proxy"])
def test_whom_a_proxy_on_this_machine_brings_is_not_taken_for_the_machine(server, header):
    for path in ("/metrics", "/readyz"):
        assert raw.request(server, path, headers=[header]).status == 403, path


def test_a_load_balancer_may_ask_from_anywhere_whether_somebody_answers(server):
    answer = raw.request(server, "/healthz", source="127.0.0.2", headers=["X-Forwarded-For: 192.0.2.1"])
    assert (answer.status, answer.body) == (200, b"ok\n")


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "REMOTE-ADDR", "Client-IP"])
def test_no_header_makes_a_stranger_local(server, header):
    value = "for=127.0.0.1" if header == "Forwarded" else "127.0.0.1"
    assert raw.request(server, "/metrics", headers=[f"{header}: {value}"], source="127.0.0.2").status == 403


def test_too_many_requests_from_one_address_are_refused_politely(new_server):
    server = new_server().start()
    with Browser(server, http2=False) as browser:
        for _ in range(5000):
            answer = browser.get("/healthz")
            if answer.status_code == 429:
                break
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 0
        assert "جدول" in answer.text
    elsewhere = raw.request(server, "/healthz", source="127.0.0.3")
    assert elsewhere.status == 200, "another address is served"
