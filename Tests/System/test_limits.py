"""How often one may ask: Jadwal's own limits, with the settings it ships with."""

import pytest

from support import raw
from support.browser import Browser, new_address
from support.mail import letters_to
from support.server import Server, wait_until


@pytest.fixture(scope="module")
def strict():
    with Server(generous=False) as started:
        yield started


def test_a_browser_waits_thirty_seconds_between_two_mails(strict):
    with Browser(strict) as browser:
        browser.ask_for_link(new_address())
        answer = browser.submit_form("/login/sent", "/login/resend")
        assert answer.status_code == 429
        assert 0 < int(answer.headers["retry-after"]) <= 30


def test_one_address_gets_five_mails_an_hour(strict):
    address = new_address()
    for number in range(5):
        with Browser(strict) as browser:
            browser.ask_for_link(address)
    with Browser(strict) as browser:
        answer = browser.submit_form("/login", "/login", email=address)
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 0
    assert len(letters_to(strict, address)) == 5


def test_one_client_asks_twenty_times_an_hour(strict):
    answers = []
    for number in range(30):
        with Browser(strict) as browser:
            answers.append(browser.submit_form("/login", "/login", email=new_address()).status_code)
    assert 429 in answers
    assert answers.count(303) <= 20
    mails = lambda: len(list(strict.mail_directory.glob("*.eml")))  # noqa: E731
    wait_until(lambda: int(strict.sql("SELECT count(*) FROM job WHERE kind LIKE '%link%'")[0][0]) == 0)
    assert mails() <= 20


def test_a_forged_header_is_no_new_client(strict):
    for number in range(25):
        answer = raw.request(
            strict, "/login", "POST",
            ["Content-Type: application/x-www-form-urlencoded", f"X-Forwarded-For: 192.0.2.{number}"], b"email=a")
    assert answer.status in (403, 422, 429)
