"""What must not be found afterwards: tokens, codes and addresses in logs, tokens in the database."""

import pytest

from support import raw
from support.browser import Browser, new_address
from support.secrecy import check_logs, everything_logged
from support.server import wait_until


def test_neither_logs_nor_database_hold_a_live_secret(server, browser):
    letter = browser.ask_for_link(new_address())
    browser.get(letter.link)
    dump = server.dump()
    for secret in filter(None, (letter.token, letter.code, letter.code.replace("-", ""))):
        assert secret.encode() not in dump
    browser.redeem(letter)
    session = [value for name, value in browser.cookies.items() if "session" in name.lower()]
    assert session
    dump = server.dump()
    for value in session:
        assert value.encode() not in dump, "a session is stored as a digest"
    check_logs(server, {letter.token, letter.code, letter.to, *session})


@pytest.mark.parametrize("target", [
    "/magic-link?token={}", "/magic-link%3Ftoken={}", "/magic-link/{}", "/magic-link;token={}", "/{}", "//magic-link?token={}",
    "/login?email={}@example.org", "/static/{}.css", "/magic-link?token={}&%zz",
])
def test_no_form_of_the_link_is_logged(server, target):
    token = "5bd4ec0a-1111-4e2e-9d61-a49e2f9e7d3a"
    raw.request(server, target.format(token), headers=[f"Referer: {server.origin}/magic-link?token={token}"])
    raw.request(server, target.format(token), method="BAD\x01")
    assert token.encode() not in everything_logged(server)


def test_nginx_keeps_the_link_to_itself_when_it_fails(new_server):
    """nginx's error lines quote the request: when responders refuse, are silent, are gone, and at its limits."""
    server = new_server("--restart").start()
    token = "5bd4ec0a-2222-4e2e-9d61-a49e2f9e7d3a"
    target = f"/magic-link?token={token}"
    for part in ("responder-1", "responder-2"):
        (server.data / f"run/{part}.sock").rename(server.data / f"run/{part}.away")
    assert raw.request(server, target).status == 502, "no socket at all"
    for part in ("responder-1", "responder-2"):
        (server.data / f"run/{part}.away").rename(server.data / f"run/{part}.sock")
        server.kill(part)
    assert raw.request(server, target).status == 502, "a socket that nobody listens on"
    with Browser(server, http2=False) as browser:
        wait_until(lambda: browser.get(target).status_code == 429, 30, "the limit of requests", interval=0)
    raw.request(server, target, headers=["X-Long: " + "a" * 65536])
    raw.request(server, target, "POST", body=b"a" * ((1 << 20) + 1))
    logged = everything_logged(server)
    assert b'"status":502' in logged and b'"status":429' in logged, "the failures were logged"
    assert token.encode() not in logged
