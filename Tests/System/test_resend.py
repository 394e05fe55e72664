"""Transport `resend` against a stand-in for its API: no mail lost, none twice, no dead link."""

import pytest

from support.browser import Browser, Page, new_address
from support.resend import KEY, Resend, ResendLetter
from support.server import wait_until


@pytest.fixture
def resend():
    with Resend() as service:
        yield service


@pytest.fixture
def server(new_server, resend):
    return new_server(settings={
        "JADWAL_MAIL_TRANSPORT": "resend", "JADWAL_RESEND_URL": resend.url, "JADWAL_RESEND_KEY": KEY}).start()


def ask(browser, address):
    assert browser.submit_form("/login", "/login", email=address).status_code == 303


def outcomes(server):
    return [row[0] for row in server.sql("SELECT outcome FROM job WHERE kind = 'login.mail-magic-link' AND finished_at IS NOT NULL")]


def test_a_mail_goes_out_with_both_parts_and_its_link_works(server, resend):
    with Browser(server) as browser:
        address = new_address()
        ask(browser, address)
        mail = wait_until(lambda: resend.mails, 5)[0]
        assert mail["to"] == [address]
        assert mail["text"] and mail["html"].lstrip().startswith("<!doctype html>")
        assert mail["headers"]["Auto-Submitted"] == "auto-generated"
        assert browser.redeem(ResendLetter(mail)).status_code == 303


def test_a_lost_answer_neither_repeats_the_mail_nor_kills_its_link(server, resend):
    resend.faults = ["lost"]
    with Browser(server) as browser:
        ask(browser, new_address())
        wait_until(lambda: outcomes(server), 20)
        assert outcomes(server) == ["done"]
        assert len(resend.mails) == 1
        assert resend.refusals == [409], "the second attempt held another link, and was not taken"
        assert browser.redeem(ResendLetter(resend.mails[0])).status_code == 303


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_refusal_that_passes_is_tried_again(server, resend, status):
    resend.faults = [status]
    with Browser(server) as browser:
        ask(browser, new_address())
        mail = wait_until(lambda: resend.mails, 20)[0]
        assert browser.redeem(ResendLetter(mail)).status_code == 303
        assert resend.refusals == [status]


def test_a_refusal_for_good_is_shown_on_the_waiting_page(server, resend):
    resend.faults = [422] * 3
    with Browser(server) as browser:
        ask(browser, new_address())
        wait_until(lambda: outcomes(server), 20)
        assert outcomes(server) == ["refused"]
        assert resend.refusals == [422]
        page = browser.get("/login/sent").text
        assert Page(page).form("/login/resend"), "another try is offered"
        assert "couldn’t be delivered" in Page(page).text
