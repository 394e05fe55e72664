"""How often one may ask: Jadwal's own limits, as it ships with them."""

import pytest

from support import raw
from support.browser import Browser, new_address
from support.mail import letters_to
from support.server import Server, wait_until


@pytest.fixture(scope="module")
def strict(cluster):
    with Server(cluster=cluster, generous=False) as started:
        yield started


@pytest.fixture(scope="module")
def hourly(cluster):
    """Without the half minute between two mails, so that an hour's worth can be asked for at once."""
    with Server(cluster=cluster, generous=False, settings={"JADWAL_RESEND_SECONDS": "0"}) as started:
        yield started


def ask(server, address, source):
    """Asks for a link from one of this machine's many loopback addresses; the answer."""
    with Browser(server, source=source) as browser:
        return browser.submit_form("/login", "/login", email=address)


def test_half_a_minute_lies_between_two_mails(strict):
    with Browser(strict, source="127.0.1.1") as browser:
        browser.ask_for_link(new_address())
        answer = browser.submit_form("/login/sent", "/login/resend")
        assert answer.status_code == 429
        assert 0 < int(answer.headers["retry-after"]) <= 30


def test_one_address_gets_five_mails_an_hour(hourly):
    address = new_address()
    statuses = [ask(hourly, address, f"127.0.2.{number}").status_code for number in range(1, 6)]
    assert statuses == [303] * 5
    refused = ask(hourly, address, "127.0.2.6")
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 3600
    wait_until(lambda: len(letters_to(hourly, address)) == 5)
    assert ask(hourly, new_address(), "127.0.2.6").status_code == 303, "another address is served"


def test_one_client_asks_twenty_times_an_hour(hourly):
    statuses = [ask(hourly, new_address(), "127.0.3.1").status_code for _ in range(21)]
    assert statuses == [303] * 20 + [429]
    assert ask(hourly, new_address(), "127.0.3.2").status_code == 303, "another client is served"


def test_a_forged_header_is_no_new_client(hourly):
    with Browser(hourly, source="127.0.4.1") as browser:
        statuses = [
            browser.submit(
                "/login", browser.page("/login").form("/login") | {"email": new_address()},
                headers={"X-Forwarded-For": f"192.0.2.{number}", "X-Real-IP": f"192.0.2.{number}"}).status_code
            for number in range(21)]
    assert statuses[-1] == 429


def test_guessing_tokens_is_slowed_down(strict):
    with Browser(strict, source="127.0.5.1") as browser:
        form = browser.page("/login").form("/login")
        guesses = [browser.submit(
            "/magic-link", form | {"token": f"00000000-0000-4000-8000-{number:012d}"}) for number in range(31)]
    assert [one.status_code for one in guesses] == [404] * 30 + [429]
    assert int(guesses[-1].headers["retry-after"]) > 0
    assert raw.request(strict, "/login", source="127.0.5.2").status == 200
