"""What name servers say: the addresses and texts of a name, within a time, asked by a library that leaves no thread."""

import dns.exception
import dns.nameserver
import dns.resolver
from django.conf import settings


class NoSuchName(Exception):
    """There is no such name, or it has nothing of what was asked for."""


class NoAnswer(Exception):
    """Nobody answered properly in time. The text says what happened, in a few words."""


def addresses(name: str, *, seconds: float) -> list[str]:
    """Return the IP addresses of a name. Raises NoSuchName, NoAnswer."""
    try:
        return list(_resolver().resolve_name(name, lifetime=seconds, search=False).addresses())
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        raise NoSuchName from None
    except dns.exception.DNSException as error:
        raise NoAnswer(_words(error)) from None


def texts(name: str, *, seconds: float) -> list[bytes]:
    """Return the texts of a name's TXT records. Raises NoSuchName, NoAnswer."""
    try:
        records = _resolver().resolve(name, "TXT", lifetime=seconds, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        raise NoSuchName from None
    except dns.exception.DNSException as error:
        raise NoAnswer(_words(error)) from None
    return [b"".join(record.strings) for record in records]


def _words(error: dns.exception.DNSException) -> str:
    return "TIMEOUT" if isinstance(error, dns.exception.Timeout) else "no answer"


def _resolver() -> dns.resolver.Resolver:
    if not settings.DNS_SERVERS:
        return dns.resolver.Resolver()
    resolver = dns.resolver.Resolver(configure=False)
    resolver.nameservers = [dns.nameserver.Do53Nameserver(address, port) for address, port in settings.DNS_SERVERS]
    return resolver
