"""Signing in at a provider of OpenID Connect, by browser and by app, with a provider that signs, rotates and lies."""

import uuid

import pytest

from support.api import Phone
from support.browser import Browser, new_address
from support.openid import CLIENT, SECRET, Provider
from support.server import Server


@pytest.fixture(scope="module")
def provider():
    with Provider() as provider:
        yield provider


@pytest.fixture(scope="module")
def server(provider):
    with Server(settings={
            "JADWAL_OPENID_ISSUER": provider.issuer, "JADWAL_OPENID_NAME": "Muster",
            "JADWAL_OPENID_CLIENT_ID": CLIENT, "JADWAL_OPENID_CLIENT_SECRET": SECRET,
            "JADWAL_OPENID_APP_CLIENT_IDS": "ios-client"}) as started:
        yield started


@pytest.fixture
def browser(server, provider):
    provider.faults.clear()
    with Browser(server) as opened:
        yield opened


def leave(browser, path="/login/openid?next=%2Fsettings"):
    answer = browser.get(path)
    assert answer.status_code == 303, answer.text[:300]
    return answer.headers["location"]


def test_a_person_signs_in_with_the_button_and_the_next_time_to_the_same_account(server, provider, browser):
    address, subject = new_address("google"), str(uuid.uuid4())
    assert "Continue with Muster" in browser.get("/login").text
    back = provider.approve(leave(browser), sub=subject, email=address)
    answer = browser.get(back)
    assert answer.status_code == 303 and answer.headers["location"].startswith("/first")
    assert browser.is_signed_in()
    assert browser.get(back).status_code == 403, "the way back works once"
    with Browser(server) as other:
        # The address at the provider changed; the subject did not.
        assert other.get(provider.approve(leave(other), sub=subject, email=new_address())).status_code == 303
        assert address in other.get("/settings").text
    assert server.sql(f"SELECT count(*) FROM customer WHERE email = '{address}'") == [["1"]]


def test_another_login_does_not_open_an_account_by_its_address(server, provider, browser):
    address = new_address("owner")
    assert browser.get(provider.approve(leave(browser), sub=str(uuid.uuid4()), email=address)).status_code == 303
    with Browser(server) as thief:
        answer = thief.get(provider.approve(leave(thief), sub=str(uuid.uuid4()), email=address))
        assert answer.status_code == 403 and "another login at Muster" in answer.text
        assert not thief.is_signed_in()


@pytest.mark.parametrize("claims", [
    {"aud": "another"}, {"iss": "https://evil.example"}, {"nonce": "replayed"}, {"exp": 1}, {"email_verified": False},
    {"header": {"alg": "none", "kid": "x"}}, {"header": {"alg": "RS256", "kid": "unknown"}},
    {"header": {"alg": "HS256", "kid": "x"}}, {"azp": "another"},
], ids=str)
def test_lies_sign_nobody_in(provider, browser, claims):
    answer = browser.get(provider.approve(leave(browser), sub=str(uuid.uuid4()), email=new_address("lie"), **claims))
    assert answer.status_code == 403
    assert not browser.is_signed_in()


def test_cancelling_and_coming_from_another_browser(server, provider, browser):
    back = provider.approve(leave(browser), sub=str(uuid.uuid4()), email=new_address())
    with Browser(server) as other:
        assert other.get(back).status_code == 403
    state = back.partition("state=")[2].partition("&")[0]
    answer = browser.get(f"/login/openid/callback?state={state}&error=access_denied")
    assert answer.status_code == 403 and "You cancelled" in answer.text


def test_a_customer_links_and_unlinks_a_login(server, provider, browser):
    browser.sign_in()
    work, subject = new_address("work"), str(uuid.uuid4())
    answer = browser.get(provider.approve(leave(browser, "/settings/sessions/link"), sub=subject, email=work))
    assert answer.headers["location"] == "/settings/sessions?done=linked"
    assert work in browser.get("/settings/sessions").text
    with Browser(server) as other:
        other.get(provider.approve(leave(other), sub=subject, email=work))
        assert browser.address in other.get("/settings").text
    browser.submit_form("/settings/sessions", "/settings/sessions/unlink")
    assert work not in browser.get("/settings/sessions").text


def test_an_app_signs_in_with_a_token_of_its_own_client(server, provider, browser):
    address, subject = new_address("ios"), str(uuid.uuid4())
    with Phone(server) as phone:
        for _ in range(2):
            token = provider.token(aud="ios-client", sub=subject, email=address)
            answer = phone.call("auth.v1.AuthService/UseGoogle", googleToken=token)
            assert answer["email"] == address
        phone.token = answer["accessToken"]
        assert phone.call("profile.v1.ProfileService/GetProfile")["email"] == address
        phone.token = None
        for claims in ({"aud": "android"}, {"exp": 1}, {"header": {"alg": "none", "kid": provider.key_id}}):
            token = provider.token(**{"aud": "ios-client", "sub": subject, "email": address} | claims)
            assert phone.refused("auth.v1.AuthService/UseGoogle", googleToken=token) == "unauthenticated"
        token = provider.token(aud="ios-client", sub=str(uuid.uuid4()), email=new_address(), email_verified=False)
        assert phone.refused("auth.v1.AuthService/UseGoogle", googleToken=token) == "failed_precondition"


def test_a_provider_that_is_away_or_sends_too_much_is_a_sentence(new_server, provider, cluster):
    provider.faults["keys"] = b" " * (1 << 20)
    settings = {"JADWAL_OPENID_CLIENT_ID": CLIENT, "JADWAL_OPENID_CLIENT_SECRET": SECRET}
    for issuer in (provider.issuer, "http://127.0.0.1:9"):
        server = new_server(settings=settings | {"JADWAL_OPENID_ISSUER": issuer}).start()
        with Browser(server) as browser, Phone(server) as phone:
            answer = browser.get("/login/openid")
            assert answer.status_code == 503 and "can’t be reached" in answer.text
            token = provider.token(sub="1", email=new_address())
            assert phone.refused("auth.v1.AuthService/UseGoogle", googleToken=token) == "unavailable"
        server.stop()
    provider.faults.clear()
