"""Which network addresses an outgoing request may reach.

The table is our own rather than the standard library's notion of "global", which differs between Python releases and
lets multicast and translated addresses pass. An IPv6 address that contains an IPv4 one is refused: behind a translator
it could lead to the internal network.
"""

import ipaddress
import socket
from collections.abc import Iterable

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_NOT_PUBLIC_IPV4 = tuple(
    map(
        ipaddress.IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # carrier-grade NAT; also a cloud's metadata service
            "127.0.0.0/8",  # loopback
            "168.63.129.16/32",  # a cloud's host agent, in an otherwise public range
            "169.254.0.0/16",  # link-local; metadata services
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments; also a cloud's metadata service
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # AMT relays
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, broadcast
        ),
    )
)
_GLOBAL_UNICAST_IPV6 = ipaddress.IPv6Network("2000::/3")
"""Outside it: loopback, mapped, translated (64:ff9b::/96), unique-local, link-local, multicast, unassigned."""
_NOT_PUBLIC_IPV6 = tuple(
    map(
        ipaddress.IPv6Network,
        (
            "2001::/23",  # protocol assignments, Teredo among them
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4: an IPv4 address inside
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)
NEVER_INSIDE: tuple[Network, ...] = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8",  # this network
            "100.100.100.200/32",  # a cloud's metadata service
            "127.0.0.0/8",  # loopback
            "168.63.129.16/32",  # a cloud's host agent
            "169.254.0.0/16",  # link-local; metadata services
            "192.0.0.0/24",  # protocol assignments; also a cloud's metadata service
            "224.0.0.0/3",  # multicast, reserved, broadcast
            "::/3",  # loopback, mapped, translated
            "2001::/23",  # protocol assignments, Teredo among them
            "2002::/16",  # 6to4: an IPv4 address inside
            "4000::/2",  # unassigned up to fbff:…
            "8000::/2",
            "c000::/3",
            "e000::/4",
            "f000::/5",
            "f800::/6",
            "fd00:ec2::254/128",  # metadata services of two clouds
            "fd20:ce::254/128",
            "fe00::/7",  # link-local, site-local, multicast
        ),
    )
)
"""Addresses that no operator can open: this machine, metadata services, and IPv4 addresses inside of others."""


_FIRST_FREE_PORT = 1024
_PORTS_OF_OTHERS = frozenset(
    {1433, 1521, 1719, 1720, 1723, 2049, 2375, 2379, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672, 5900, 6000}
    | {6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9092, 9200, 10080, 10250, 11211, 27017}
)
"""Ports of databases, queues, desktops and chats: a request to one of them is no webhook."""


def is_port_allowed(port: int) -> bool:
    """Tell whether a request may go to a port: that of https, or one that belongs to no other protocol."""
    return port == 443 or (port >= _FIRST_FREE_PORT and port not in _PORTS_OF_OTHERS)


def literal(host: str) -> str | None:
    """Return the IP address for a host in any spelling that systems accept as one, None for a name."""
    if _parse(host) is not None:
        return host
    try:
        return socket.inet_ntoa(socket.inet_aton(host))  # such as 127.1 and 2130706433
    except OSError:
        return None


def is_public(address: str) -> bool:
    """Tell whether `address`, an IP address in text, belongs to the public internet."""
    parsed = _parse(address)
    if isinstance(parsed, ipaddress.IPv4Address):
        return not any(parsed in network for network in _NOT_PUBLIC_IPV4)
    if isinstance(parsed, ipaddress.IPv6Address):
        return parsed in _GLOBAL_UNICAST_IPV6 and not any(parsed in network for network in _NOT_PUBLIC_IPV6)
    return False


def is_inside(address: str, networks: Iterable[Network]) -> bool:
    """Tell whether `address`, an IP address in text, lies in a network that the operator opens to requests."""
    parsed = _parse(address)
    if parsed is None or getattr(parsed, "scope_id", None) is not None:
        return False
    return any(parsed in network for network in networks) and not any(parsed in network for network in NEVER_INSIDE)


def is_loopback(address: str) -> bool:
    """Tell whether `address`, an IP address in text, is this machine itself."""
    parsed = _parse(address)
    return parsed is not None and parsed.is_loopback


def _parse(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(address)
    except ValueError:
        return None
