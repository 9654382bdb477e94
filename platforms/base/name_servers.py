"""DNS look-ups: the addresses and texts of a name, within a time limit, by a library that leaves no thread behind."""

import dns.exception
import dns.nameserver
import dns.resolver
from django.conf import settings


class NoSuchName(Exception):
    """The name does not exist, or has no records of the requested type."""


class NoAnswer(Exception):
    """No proper answer within the time limit. The text says in a few words what happened."""


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
