"""Network addresses: who is asking, also behind proxies, and which addresses are one visitor."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network
_IPV6_NETWORK = 64


def client_ip(request: HttpRequest) -> str:
    """Return the caller's network address, an empty text where it can't be read.

    `X-Forwarded-For` is believed as far as proxies of TRUSTED_PROXIES wrote it: from its end, the first address that is
    none of theirs.
    """
    address = parse(str(request.META.get("REMOTE_ADDR", "")))
    header = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.TRUSTED_PROXIES else ""
    entries = header.split(",") if header else []
    while entries and address is not None and _is_proxy(address):
        address = parse(entries.pop().strip())
    return "" if address is None else str(address)


def parse(text: str) -> Address | None:
    """Return an address, None for any other text. IPv4 within IPv6 is IPv4; servers put IPv6 in brackets or don't."""
    try:
        address = ipaddress.ip_address(text.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def visitor(text: str) -> str | None:
    """Return the address under which a visitor is counted; None, which is one visitor too, for what is no address.

    One IPv6 network of 64 bits is one visitor, named by its first address: whoever has one address has them all.
    """
    address = parse(text)
    if address is None:
        return None
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(address), _IPV6_NETWORK), strict=False).network_address)
    return str(address)


def visitor_of(request: HttpRequest) -> str | None:
    """Return the address under which the visitor who sends a request is counted."""
    return visitor(client_ip(request))


def _is_proxy(address: Address) -> bool:
    return any(address in network for network in settings.TRUSTED_PROXIES)
