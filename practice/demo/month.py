"""The month: who comes when, and what happens on which day."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from config.launch import progress
from practice.demo import fintech as program
from practice.demo import people, stories
from practice.demo.fintech import Fintech
from practice.demo.receiver import SILENT
from practice.demo.stories import Story

DAYS = 28
_WEEK = 7
_MORNING_SECONDS, _NIGHT_SECONDS = 9 * 3600, 15 * 3600
_ORDINARY = 42
"""So many of `people.csv` are customers with whom nothing is the matter; two of them come each day."""
_LEAVES, _RENAMED = "Hannah Weiß", "Noor Rahman"
_KINDS = {"abroad": 38, "exactly": 14, "transfer": 22, "friend": 10, "wallet": 5, "address": 6, "from an address": 5}
"""Ordinary payments, and how frequent they are."""
_SENDERS = ("maya.lin", "sam.ortiz", "carlos.vega", "ines.prado", "amara.diallo")
_FAILING = 500
"""What the endpoint answers in the last hours."""
_REFUSALS = 3
"""So many events it has refused when the demo ends."""


def play(fintech: Fintech) -> None:
    """Play all days; prints a line for each week."""
    fintech.pass_time(1)
    joining, happening = _joining(), _happening()
    for first in range(1, DAYS + 1, _WEEK):
        with progress.step(f"Days {first} to {first + _WEEK - 1}"):
            for day in range(first, first + _WEEK):
                _play(fintech, joining[day], _MORNING_SECONDS)
                _play(fintech, [*happening[day], *_everyday(fintech)], _NIGHT_SECONDS)
            progress.say(f" {len(fintech.customers)} customers, {fintech.client.requests} requests ...", end="")
    with progress.step("The last hours: the webhook endpoint fails, and payments are under way"):
        _play_last_hours(fintech)


def _play(fintech: Fintech, wanted: Iterable[Story], seconds: int) -> None:
    """Play stories one after the other, wait for how they end, and let time pass."""
    for story in wanted:
        story(fintech)
    fintech.pass_time(seconds)


def _play_last_hours(fintech: Fintech) -> None:
    _with_the_same_passport("Dmytro Shevchuk 001")(fintech)
    fintech.receiver.status = _FAILING
    last = [
        stories.transfer("Marcus Whitfield"),
        stories.abroad("Siobhán Ní Bhriain", currency="GBP"),
        stories.under_way("Giulia Bianchi", "BRL"),
        stories.under_way("Emily Tremblay", "PHP"),
        stories.to_an_address("Kwame Asante", "pending.long.eur", "PROCESSING"),
        stories.invite("Carmen Ruiz Ortega", 30, days=10),
    ]
    for story in last:
        story(fintech)
    fintech.settle()
    program.wait_until(lambda: fintech.receiver.failed >= _REFUSALS, "events to be refused")


def _everyday(fintech: Fintech) -> list[Story]:
    """Choose a few ordinary payments among the customers who are there."""
    chance = fintech.chance
    ordinary = [one.name for one in people.individuals()[:_ORDINARY] if one.name not in {_LEAVES, _RENAMED}]
    there = [name for name in ordinary if name in fintech.customers]
    chosen = chance.sample(there, min(len(there), chance.randint(3, 5)))
    return [_payment(fintech, name, there) for name in chosen]


def _payment(fintech: Fintech, name: str, there: Sequence[str]) -> Story:
    kind = fintech.chance.choices(list(_KINDS), list(_KINDS.values()))[0]
    if kind == "friend":
        return stories.to_a_friend(name, fintech.chance.choice([one for one in there if one != name]))
    if kind == "wallet":
        return stories.to_a_wallet(name, fintech.chance.choice(("USDC", "BTC")))
    if kind == "address":
        return stories.to_an_address(name, fintech.chance.choice(("success.usd", "success.eur", "success.mxn")))
    if kind == "from an address":
        return stories.from_an_address(name, fintech.chance.choice(_SENDERS))
    if kind == "transfer":
        return stories.transfer(name)
    return stories.abroad(name, side="RECEIVING" if kind == "exactly" else "SENDING")


def _joining() -> dict[int, list[Story]]:
    """Return who comes, by day."""
    persons = people.individuals()
    named = {person.name: person for person in persons}
    found: dict[int, list[Story]] = defaultdict(list)
    for number, person in enumerate(persons[:_ORDINARY]):
        found[1 + number // 2].append(stories.join(person, dollars=0 if person.name == _LEAVES else 1900 + 37 * number))
    for day, name, dollars in (
        (8, "Viktor Hale 002", 180),
        (17, "Tom Okafor 003", 0),
        (19, "Renata Souza 002", 95),
        (23, "Priya Nair 001", 60),
    ):
        found[day].append(stories.join(named[name], dollars=dollars))
    for day, name in (
        (10, "Zebulon Quarrymoor"),
        (12, "Lucía Ferrán 003"),
        (16, "Ottoline Vexforth"),
        (24, "Ottilie Vexforth"),
        (26, "Anneliese Brandt 001"),
    ):
        found[day].append(stories.join_with_passport(named[name]))
    found[27].append(_with_the_same_passport("Kofi Boateng 001"))
    found[25].append(stories.join_without_passport(named["Mei-Ling Chua 003"]))
    days = (3, 5, 7, 9, 11, 13, 22, 25, 15, 27)
    approved = 6
    for number, (day, business) in enumerate(zip(days, people.businesses(), strict=True)):
        dollars = 12_000 if number < approved else 0
        found[day].append(stories.join_business(business, is_complete=day != 25, dollars=dollars))
    return found


def _with_the_same_passport(name: str) -> Story:
    """Somebody comes with Kofi Boateng's passport: the review desk finds that two people have shown it."""
    named = {person.name: person for person in people.individuals()}
    picture = program.passport_of(named["Kofi Boateng 001"], "G1200345")
    return stories.join_with_passport(named[name], file=picture)


def _happening() -> dict[int, list[Story]]:
    """Return what is out of the ordinary, by day: every ending of every kind of payment."""
    return defaultdict(
        list,
        {
            2: [stories.transfer("Jürgen Müller", "002"), stories.abroad("Ada Lovelace", side="RECEIVING")],
            3: [stories.transfer("Jürgen Müller", "003"), stories.abroad("María Hernández López", "002")],
            4: [stories.transfer("Ada Lovelace", "004"), stories.abroad("Granite & Sons Masonry LLC", currency="MXN")],
            5: [stories.transfer("陳大文", "005"), stories.collection("Олена Коваленко")],
            6: [
                stories.abroad("João Pereira da Silva", "004"),
                stories.collection("Олена Коваленко", "002"),
                stories.invite("Ada Lovelace", 25, claimed_by="Jürgen Müller"),
            ],
            7: [stories.abroad("Ngozi Okonkwo", "005"), stories.collection("Jürgen Müller", "003")],
            8: [stories.abroad("Asha Raghunathan", "006"), stories.collection("Françoise Lefèvre", "004")],
            9: [stories.abroad("Jürgen Müller", "007", currency="MXN"), stories.collection("Łukasz Wiśniewski", "005")],
            10: [stories.abroad("田中 花子", "003"), stories.abroad("Bäckerei Sonnenschein GmbH", currency="GBP")],
            11: [
                stories.funded("Γιώργος Παπαδόπουλος"),
                stories.to_an_address("Ada Lovelace", "success.eur"),
                stories.invite("Maricel Santos Dela Cruz", 15, is_cancelled=True),
            ],
            12: [stories.funded("김서연", short_by=500), stories.from_an_address("Guðrún Jónsdóttir", "success.usd")],
            13: [
                stories.funded("Siobhán Ní Bhriain", is_late=True),
                stories.to_an_address("Marcus Whitfield", "success.mxn"),
                stories.invite("Françoise Lefèvre", 0, days=3),
            ],
            14: [stories.funded("Nguyễn Thị Minh Khai", is_paid_twice=True), stories.not_executed("สมชาย ใจดี")],
            15: [
                stories.collected("Marcus Whitfield"),
                stories.to_an_address("Emily Tremblay", "fail.compliance.usd", "REJECTED", refund="COMPLETED"),
            ],
            16: [
                stories.collected("שרה לוי", "004"),
                stories.from_an_address("Ada Lovelace", "fail.lookup.gbp", "FAILED"),
                stories.to_a_wallet("Lagos Fintech Hub Ltd", "USDC"),
            ],
            17: [
                stories.collected("Giulia Bianchi", payer_ending="002"),
                stories.from_an_address("Carmen Ruiz Ortega", "fail.payreq.eur", "FAILED"),
            ],
            18: [
                stories.to_an_address("Kwame Asante", "pending.long.usd"),
                stories.from_an_address("Grace Wanjiku Mwangi", "fail.payee.data.usd", "FAILED"),
                stories.abroad("Comercializadora Maya S.A. de C.V.", currency="USD"),
            ],
            19: [
                stories.from_an_address("Thandiwe Nkosi", "fail.unpaid.usd", "EXPIRED"),
                stories.from_an_address("Valentina Rojas", "maya.lin", "REJECTED", approval=403),
            ],
            20: [
                stories.from_an_address("Björn Lindqvist", "sam.ortiz", "FAILED", approval=422),
                stories.from_an_address("Martín Fernández", "success.usd", "FAILED", approval=500),
                stories.from_an_address("María Hernández López", "carlos.vega", deposit_ending=""),
                stories.invite("Sofía Castillo Vega", 20, claimed_by="Beatriz Nogueira"),
            ],
            21: [
                stories.from_an_address("Layla Al Mansoori", "success.usd", "FAILED", approval=SILENT),
                stories.from_an_address("João Pereira da Silva", "ines.prado", "FAILED", deposit_ending="002"),
            ],
            22: [
                stories.from_an_address("Sanne de Vries", "zebulon.quarrymoor", "FAILED"),
                stories.renamed_meanwhile(_RENAMED, "Noor Rahman-Whitlock 001"),
            ],
            23: [stories.abroad("Asha Raghunathan", "007", currency="NGN"), stories.leave(_LEAVES)],
            24: [stories.funded("Lukas Gruber", is_paid_twice=True), stories.collection("Rūta Kazlauskaitė")],
            25: [
                stories.abroad("Valentina Rojas", "007", currency="BRL"),
                stories.to_a_wallet("Emily Tremblay", "BTC"),
            ],
            26: [
                stories.invite("Emily Tremblay", 40),
                stories.from_an_address("Inês Carvalho", "success.eur"),
                stories.abroad("Sakura Textiles 株式会社", currency="EUR"),
            ],
            27: [
                stories.abroad("Café do Porto Lda", "004", currency="BRL"),
                stories.transfer("Rajesh Kumar Sharma", "004"),
            ],
            28: [
                stories.funded("Beatriz Nogueira", short_by=1200),
                stories.to_an_address("Ada Lovelace", "success.inr"),
            ],
        },
    )
