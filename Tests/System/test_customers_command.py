"""`jadwal customers`: accounts that an operator makes."""

import re
from types import SimpleNamespace

import pytest

from support.browser import Browser, new_address
from test_cities import run_jadwal

PASSWORD = re.compile(r"([a-km-np-z2-9]{4}-){7}[a-km-np-z2-9]{4}")


def customers(server, *arguments):
    done = run_jadwal(server, "customers", *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def refused(server, *arguments):
    done = run_jadwal(server, "customers", *arguments)
    assert done.returncode != 0 and done.stdout == ""
    return done.stderr


def test_an_account_is_added_once_with_its_devices(server):
    address, login = new_address("added"), new_address("login").partition("@")[0]
    lines = customers(server, "add", address.upper(), "--login", login, "--language", "ar", "--device-password", "iPhone",
                      "--device-password", "Old server=p=assw0rd")
    assert len(lines) == 2 and lines[0].startswith("id: ")
    number = lines[0].removeprefix("id: ")
    made = lines[1].removeprefix("password iPhone: ")
    assert PASSWORD.fullmatch(made)
    assert server.sql(f"SELECT login, language, verified_at IS NOT NULL FROM customer WHERE id = '{number}'") == [
        [login, "ar", "t"]]
    assert server.sql(f"SELECT label, origin FROM device_password WHERE customer_id = '{number}' ORDER BY id") == [
        ["iPhone", "operator"], ["Old server", "operator"]]
    dump = server.dump().decode()
    assert made not in dump and "p=assw0rd" not in dump
    assert server.sql(f"SELECT count(*) FROM job WHERE customer_id = '{number}'") == [["0"]]

    again = customers(server, "add", address, "--device-password", "Laptop", "--device-password", "Old server=p=assw0rd")
    assert again[:2] == [f"id: {number}", "existing: yes"] and again[2].startswith("password Laptop: ")
    assert server.sql(f"SELECT count(*) FROM device_password WHERE customer_id = '{number}'") == [["3"]]

    shown = customers(server, "show", address)
    assert shown[0] == f"id: {number}" and f"login: {login}" in shown
    assert [line.partition(":")[0] for line in shown if line.startswith("device ")] == [
        "device Laptop", "device Old server", "device iPhone"]
    row = next(line.split("\t") for line in customers(server, "list") if line.startswith(number))
    assert [row[1].lower(), row[2], row[3], row[5]] == [address, login, "ar", "3"]


@pytest.mark.parametrize("arguments, reason", [
    (["--login", "zaid@example.org"], "is not a login name"),
    (["--login", "0b0ee1e4-0a6b-4c0e-8f57-4a1f5d0c7a91"], "is not a login name"),
    (["--language", "fr"], "en or ar"),
    (["--device-password", "iPhone=short"], "8 to 200 characters"),
    (["--device-password", "=long enough"], "1 to 60 characters"),
])
def test_a_wrong_wish_leaves_nothing_behind(server, arguments, reason):
    address = new_address("wrong")
    assert reason in refused(server, "add", address, *arguments)
    assert server.sql(f"SELECT count(*) FROM customer WHERE email = '{address}'") == [["0"]]


def test_a_login_name_has_one_owner(server):
    first, second, login = new_address("first"), new_address("second"), new_address("taken").partition("@")[0]
    customers(server, "add", first, "--login", login)
    assert "another customer has this login name" in refused(server, "add", second, "--login", login.upper())
    assert server.sql(f"SELECT count(*) FROM customer WHERE email = '{second}'") == [["0"]]


def test_a_printed_link_signs_in_once(server):
    address = new_address("printed")
    assert "no customer has this address" in refused(server, "sign-in-link", address)
    customers(server, "add", address)
    link, = customers(server, "sign-in-link", address)
    assert link.startswith(f"{server.origin}/magic-link?token=")
    token = link.partition("token=")[2]
    assert token not in server.dump().decode()
    letter = SimpleNamespace(link=link)
    with Browser(server) as browser, Browser(server) as other:
        assert browser.redeem(letter).status_code == 303
        assert browser.is_signed_in()
        assert other.redeem(letter).status_code != 303
        assert not other.is_signed_in()


def test_a_removed_account_leaves_nothing(server):
    address = new_address("removed")
    number = customers(server, "add", address, "--device-password", "iPhone")[0].removeprefix("id: ")
    assert customers(server, "remove", address.upper()) == [f"removed: {number}"]
    assert number not in server.dump().decode() and address not in server.dump().decode()
    assert "no customer has this address" in refused(server, "remove", address)
