"""How often one may ask: Jadwal's own limits, as it ships with them."""

from support import raw
from support.browser import Browser, new_address
from support.mail import letters_to
from support.server import wait_until


def ask(server, address, source):
    """Asks for a link from one of this machine's many loopback addresses, in a new browser; the answer."""
    with Browser(server, source=source) as browser:
        return browser.submit_form("/login", "/login", email=address)


def mails(server, *addresses, count, seconds=10):
    """Waits until `count` mails have come to the addresses."""
    wait_until(lambda: sum(len(letters_to(server, one)) for one in addresses) == count, seconds, f"{count} mails")


def test_half_a_minute_lies_between_two_mails(strict):
    with Browser(strict, source="127.0.1.1") as browser:
        browser.ask_for_link(new_address())
        answer = browser.submit_form("/login/sent", "/login/resend")
        assert answer.status_code == 429
        assert 0 < int(answer.headers["retry-after"]) <= 30


def test_an_address_gets_three_mails_from_strangers_and_nobody_is_told(strict):
    address = new_address()
    answers = [ask(strict, address, f"127.0.2.{number}") for number in range(1, 7)]
    assert [(one.status_code, one.headers["location"]) for one in answers] == [(303, "/login/sent")] * 6
    mails(strict, address, count=3)
    other = new_address()
    assert ask(strict, other, "127.0.2.6").status_code == 303
    mails(strict, other, count=1)


def test_whom_a_stranger_asks_mails_for_gets_in(strict):
    address = new_address()
    with Browser(strict, source="127.0.6.1") as home:
        home.sign_in(address)
        home.cookies.clear()
        for number in range(1, 7):
            ask(strict, address, f"127.0.6.{number + 1}")
        home.sign_in(address)


def test_one_client_asks_twenty_times_an_hour_and_keeps_no_account_out(strict):
    account, strangers = new_address(), [new_address() for _ in range(25)]
    with Browser(strict, source="127.0.3.9") as browser:
        browser.sign_in(account)
    assert [ask(strict, one, "127.0.3.1").status_code for one in strangers] == [303] * 25
    mails(strict, *strangers, count=20)
    with Browser(strict, source="127.0.3.1") as browser:
        browser.sign_in(account)
    with Browser(strict, source="127.0.3.1") as newcomer:
        newcomer.submit_form("/login", "/login", email=new_address())
        assert "Very many people are asking" in newcomer.get("/login/sent").text
    quiet = new_address()
    ask(strict, quiet, "127.0.3.2")
    mails(strict, quiet, count=1)
    mails(strict, *strangers, count=20)


def test_a_forged_header_is_no_new_client(strict):
    addresses = [new_address() for _ in range(22)]
    for number, address in enumerate(addresses):
        with Browser(strict, source="127.0.4.1") as browser:
            browser.submit(
                "/login", browser.page("/login").form("/login") | {"email": address},
                headers={"X-Forwarded-For": f"192.0.2.{number}", "X-Real-IP": f"192.0.2.{number}"})
    mails(strict, *addresses, count=20)


def test_guessing_tokens_is_slowed_down(strict):
    with Browser(strict, source="127.0.5.1") as browser:
        form = browser.page("/login").form("/login")
        guesses = [browser.submit(
            "/magic-link", form | {"token": f"00000000-0000-4000-8000-{number:012d}"}) for number in range(31)]
    assert [one.status_code for one in guesses] == [404] * 30 + [429]
    assert int(guesses[-1].headers["retry-after"]) > 0
    assert raw.request(strict, "/login", source="127.0.5.2").status == 200
