"""How often an app may ask: the limits of the API, as Jadwal ships with them."""

import concurrent.futures
import uuid

import httpx

from support import raw
from support.api import Phone
from support.browser import new_address
from support.mail import letters_to
from support.server import wait_until


def app(server, source):
    """An app that asks from one of this machine's many loopback addresses."""
    phone = Phone(server)
    phone.client.close()
    phone.client = httpx.Client(
        base_url=server.origin, timeout=30,
        transport=httpx.HTTPTransport(verify=server.tls_context(), local_address=source, limits=httpx.Limits(
            max_connections=50)))
    return phone


def test_an_app_asks_for_twenty_mails_an_hour_and_learns_of_no_account(strict):
    addresses = [new_address() for _ in range(25)]
    with app(strict, "127.0.21.1") as phone:
        assert [phone.call("auth.v1.AuthService/InitiateEmail", email=one) for one in addresses] == [{}] * 25
    wait_until(lambda: sum(len(letters_to(strict, one)) for one in addresses) == 20, what="20 mails")
    quiet = new_address()
    with app(strict, "127.0.21.2") as other:
        other.call("auth.v1.AuthService/InitiateEmail", email=quiet)
    wait_until(lambda: letters_to(strict, quiet), what="the mail of another network")
    assert sum(len(letters_to(strict, one)) for one in addresses) == 20


def test_an_app_that_asks_again_at_once_gets_one_mail(strict):
    address = new_address()
    with app(strict, "127.0.22.1") as phone:
        for _ in range(5):
            phone.call("auth.v1.AuthService/InitiateEmail", email=address)
        later = new_address()
        phone.call("auth.v1.AuthService/InitiateEmail", email=later)
    wait_until(lambda: letters_to(strict, later), what="the mail to the second address")
    assert len(letters_to(strict, address)) == 1


def test_guesses_of_links_are_slowed_down_and_the_right_link_is_not(strict):
    with app(strict, "127.0.23.1") as phone:
        token = phone.ask(new_address())
        codes = [phone.refused("auth.v1.AuthService/CompleteEmail", token=str(uuid.uuid4())) for _ in range(40)]
        assert codes[0] != "resource_exhausted" and codes[-1] == "resource_exhausted"
        assert phone.post("auth.v1.AuthService/CompleteEmail", {"token": token}).status_code == 200


def test_a_flood_of_one_network_is_refused_as_an_app_reads_it_and_others_are_served(strict):
    with app(strict, "127.0.24.1") as flood, app(strict, "127.0.24.2") as calm:
        with concurrent.futures.ThreadPoolExecutor(50) as pool:
            answers = list(pool.map(
                lambda _: flood.post("profile.v1.ProfileService/GetProfile", {}, authorization="Bearer jda_x"),
                range(2_500)))
            other = calm.post("profile.v1.ProfileService/GetProfile", {})
        assert other.status_code == 401
    refused = [one for one in answers if one.status_code == 429]
    assert {one.status_code for one in answers} == {401, 429}
    assert {one.json()["code"] for one in refused} == {"resource_exhausted"}
    assert all(int(one.headers["retry-after"]) > 0 for one in refused)
    assert raw.request(strict, "/login", source="127.0.24.3").status == 200
