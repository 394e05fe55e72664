"""The key that nginx counts a client by: the whole IPv4 address, or the /64 of an IPv6 address."""

import ipaddress
import random

import pytest

from support import raw
from support.nginx import Nginx, template


@pytest.fixture(scope="module")
def counting():
    """An nginx that believes what this machine says of a client's address, as behind a load balancer."""
    def http(folder, port):
        (folder / "network.conf").write_text(template("network.conf"))
        return (f"set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;\ninclude {folder}/network.conf;\n"
                f'server {{ listen 127.0.0.1:{port}; location / {{ return 200 "$network $asks_from_here"; }} }}')
    with Nginx(http) as running:
        yield running


def counted(nginx, address):
    answer = raw.request(nginx, "/", headers=[f"X-Forwarded-For: {address}"], tls=False)
    return answer.body.decode().split()[0]


@pytest.mark.parametrize("address, network", [
    ("192.0.2.7", "192.0.2.7"),
    ("::ffff:192.0.2.7", "192.0.2.7"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2"),
    ("2001:DB8:1:2::", "2001:db8:1:2"),
    ("2001:db8:1::5", "2001:db8:1:0"),
    ("2001:db8::1", "2001:db8:0:0"),
    ("2001:db8::1:2:3:4", "2001:db8:0:0"),       # :: is where the /64 has its noughts
    ("2001:db8:0:0:1:0:0:0", "2001:db8:0:0"),    # :: is behind it: the same /64
    ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1"),    # a single zero is written out
    ("2001::1", "2001:0:0:0"),
    ("2001:0:0:5:1:1:1:1", "2001:0:0:5"),
    ("2001:0:0:5:0:0:0:1", "2001:0:0:5"),
    ("0:0:0:5:1:1:1:1", "0:0:0:5"),
    ("0:0:4:5:1:1:1:1", "0:0:4:5"),
    ("0:3:4:5:1:1:1:1", "0:3:4:5"),
    ("0:3:4:5::", "0:3:4:5"),
    ("::1", "0:0:0:0"),
    ("::", "0:0:0:0"),
    ("::192.0.2.7", "0:0:0:0"),
    ("64:ff9b::192.0.2.7", "64:ff9b:0:0"),
    ("fe80::1", "fe80:0:0:0"),
])
def test_an_address_counts_for_its_network(counting, address, network):
    assert counted(counting, address) == network


def test_addresses_count_together_exactly_when_they_share_a_64(counting):
    chance = random.Random(64)
    for _ in range(400):
        groups = [chance.choice([0, 0, 0, 1, 0xff, 0xffff, chance.randrange(65536)]) for _ in range(8)]
        address = ipaddress.IPv6Address(b"".join(group.to_bytes(2, "big") for group in groups))
        if address.ipv4_mapped:
            continue
        expected = ":".join(f"{group:x}" for group in groups[:4])
        assert counted(counting, str(address)) == expected, address
        assert counted(counting, address.exploded.upper()) == expected, address
