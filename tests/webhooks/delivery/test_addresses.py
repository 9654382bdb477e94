import ipaddress

import pytest

from platforms.base import network_addresses

OPEN = tuple(map(ipaddress.ip_network, ("10.20.0.0/16", "fd12:3456::/32")))
EVERYTHING = tuple(map(ipaddress.ip_network, ("0.0.0.0/0", "::/0")))
REFUSED = [
    ("0.0.0.0", "this network"),
    ("10.0.0.1", "private"),
    ("100.64.0.1", "carrier-grade NAT"),
    ("100.100.100.200", "metadata service behind carrier-grade NAT"),
    ("127.0.0.1", "loopback"),
    ("127.255.255.254", "loopback, last"),
    ("168.63.129.16", "host agent of a cloud"),
    ("169.254.169.254", "metadata service"),
    ("172.16.0.1", "private, first"),
    ("172.31.255.255", "private, last"),
    ("192.0.0.192", "metadata service"),
    ("192.0.2.1", "documentation"),
    ("192.88.99.1", "6to4 relay"),
    ("192.168.1.1", "private"),
    ("198.18.0.1", "benchmark"),
    ("198.51.100.1", "documentation"),
    ("203.0.113.1", "documentation"),
    ("224.0.0.1", "multicast"),
    ("239.255.255.255", "multicast, last"),
    ("240.0.0.1", "reserved"),
    ("255.255.255.255", "broadcast"),
    ("::", "unspecified"),
    ("::1", "loopback"),
    ("::127.0.0.1", "IPv4-compatible"),
    ("::ffff:127.0.0.1", "IPv4-mapped loopback"),
    ("::ffff:8.8.8.8", "IPv4-mapped, even of a public address"),
    ("64:ff9b::7f00:1", "NAT64 of loopback"),
    ("64:ff9b::808:808", "NAT64, even of a public address"),
    ("64:ff9b:1::1", "local NAT64"),
    ("100::1", "discard"),
    ("2001::1", "Teredo"),
    ("2001:10::1", "ORCHID"),
    ("2001:db8::1", "documentation"),
    ("2002:7f00:1::", "6to4 of loopback"),
    ("2002:808:808::", "6to4, even of a public address"),
    ("3fff::1", "documentation"),
    ("5f00::1", "segment routing"),
    ("fc00::1", "unique local"),
    ("fd00:ec2::254", "metadata service"),
    ("fe80::1", "link-local"),
    ("fe80::1%eth0", "link-local with a scope"),
    ("fec0::1", "site-local"),
    ("ff02::1", "multicast"),
    ("localhost", "a name is no address"),
    ("", "nothing is no address"),
]
PUBLIC = ["8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.0", "100.63.255.255", "100.128.0.0", "169.253.255.255"]
PUBLIC += ["192.167.255.255", "223.255.255.255", "2001:4860:4860::8888", "2606:4700::1111", "2a00:1450:4001::1"]


@pytest.mark.parametrize(("address", "why"), REFUSED)
def test_an_address_that_is_not_on_the_public_internet_is_refused(address, why):
    assert not network_addresses.is_public(address), why


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_on_the_public_internet_passes(address):
    assert network_addresses.is_public(address)


@pytest.mark.parametrize(
    ("address", "expected"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("8.8.8.8", False), ("10.0.0.1", False), ("x", False)],
)
def test_only_this_machine_itself_is_loopback(address, expected):
    assert network_addresses.is_loopback(address) is expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        *[("10.20.255.255", True), ("fd12:3456::1", True), ("10.21.0.0", False), ("fd12:3457::1", False)],
        *[("8.8.8.8", False), ("::ffff:10.20.0.1", False), ("fd12:3456::1%eth0", False), ("x", False)],
    ],
)
def test_only_addresses_of_the_networks_are_inside(address, expected):
    assert network_addresses.is_inside(address, OPEN) is expected


def test_no_network_opens_this_machine_or_a_metadata_service():
    """Of what is not public, private addresses alone can be opened, and those that have no other use."""
    opened = {address for address, _ in REFUSED if network_addresses.is_inside(address, EVERYTHING)}

    never = {"loopback", "metadata", "link-local", "mapped", "NAT64", "6to4 of", "Teredo", "multicast", "agent"}
    assert [why for address, why in REFUSED if address in opened and any(word in why for word in never)] == []
    assert {"10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "fc00::1"} <= opened
