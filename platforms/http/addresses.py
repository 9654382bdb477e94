"""Network addresses: the caller's, also behind proxies, and the addresses counted as one visitor."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_IPV6_NETWORK = 64


def client_ip(request: HttpRequest) -> str:
    """Return the caller's network address, an empty text where it can't be read.

    `X-Forwarded-For` is trusted as far as proxies of TRUSTED_PROXIES wrote it: the result is the first address from its
    end that is none of theirs.
    """
    address = parse(str(request.META.get("REMOTE_ADDR", "")))
    header = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.TRUSTED_PROXIES else ""
    entries = header.split(",") if header else []
    while entries and address is not None and _is_proxy(address):
        address = parse(entries.pop().strip())
    return "" if address is None else str(address)


def parse(text: str) -> Address | None:
    """Return an address, None for any other text. IPv4 within IPv6 is IPv4; IPv6 may be in brackets."""
    try:
        address = ipaddress.ip_address(text.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def visitor(text: str) -> str | None:
    """Return the address that counts as the visitor; None for what is no address, which counts as one visitor too.

    One IPv6 network of 64 bits is one visitor, named by its first address: a single client can use all its addresses.
    """
    address = parse(text)
    if address is None:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(address), _IPV6_NETWORK), strict=False).network_address)
    return str(address)


def visitor_of(request: HttpRequest) -> str | None:
    """Return the address that counts as the visitor sending a request."""
    return visitor(client_ip(request))


def _is_proxy(address: Address) -> bool:
    return any(address in network for network in settings.TRUSTED_PROXIES)
