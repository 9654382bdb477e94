"""A name server for tests, over UDP: answers with the records set by a test, and no others."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import dns.flags
import dns.message
import dns.rcode
import dns.rdatatype
import dns.rrset


class NameServer(socketserver.ThreadingUDPServer):
    """`records`: (name, type) → the answers, one list of texts for each time that it is asked; the last one stays."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Question)
        self.records: dict[tuple[str, str], list[list[str]]] = {}
        self.silent: set[str] = set()
        self.asked: list[tuple[str, str]] = []

    @property
    def address(self) -> tuple[str, int]:
        return "127.0.0.1", int(self.server_address[1])

    def knows(self, name: str, kind: str, *answers: list[str]) -> None:
        """Give `answers`, one after the other."""
        self.records[name, kind] = list(answers)

    def take(self, name: str, kind: str) -> list[str] | None:
        """Return the records of a name, None if there is no such name."""
        self.asked.append((name, kind))
        if not any(known == name for known, _ in self.records):
            return None
        left = self.records.get((name, kind), [[]])
        return left.pop(0) if len(left) > 1 else left[0]


class _Question(socketserver.BaseRequestHandler):
    server: NameServer

    def handle(self) -> None:
        query = dns.message.from_wire(self.request[0])
        asked = query.question[0]
        name, kind = asked.name.to_text(omit_final_dot=True).lower(), dns.rdatatype.to_text(asked.rdtype)
        if name in self.server.silent:
            return
        found = self.server.take(name, kind)
        answer = dns.message.make_response(query)
        answer.flags |= dns.flags.RA
        if found is None:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        elif found:
            texts = [f'"{text}"' if kind == "TXT" else text for text in found]
            answer.answer.append(dns.rrset.from_text(asked.name, 0, "IN", kind, *texts))
        self.request[1].sendto(answer.to_wire(), self.client_address)


@contextmanager
def serving() -> Iterator[NameServer]:
    with NameServer() as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
