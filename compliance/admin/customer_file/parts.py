"""Who the customer is, and what was sent to prove it."""

import datetime as dt
from collections.abc import Iterator, Sequence

from compliance.admin.customer_file import words
from compliance.admin.customer_file.material import Material
from compliance.admin.review_desk import findings
from compliance.admin.review_desk.evidence import facts
from compliance.models import BeneficialOwnerStatusChange, CustomerType, Document
from compliance.review_desk.risk_flags import country
from platforms.backoffice import columns, masking
from platforms.base.pdf.files import Block, Facts, Heading, Text

_CHANGES = ("customer.create", "customer.update", "customer.delete", "customer.erase", "beneficial_owner.", "document.")


def of_customer(file: Material, *, is_open: bool, today: dt.date) -> Iterator[Block]:
    """Yield the facts of the customer now, with those who own a business, and when they changed."""
    customer = file.customer
    yield Heading("Facts")
    if customer.erased_at is not None:
        yield Text(
            f"This customer was erased on {words.moment(customer.erased_at)}. Names, addresses, dates, numbers, notes"
            " and files are gone for good; identifiers, times, decisions and amounts remain."
        )
    elif customer.deleted_at is not None:
        yield Text(f"The platform deleted this customer on {words.moment(customer.deleted_at)}.")
    yield Facts(
        [
            *((fact.label, fact.value) for fact in facts.of_customer(customer, today=today, is_open=is_open)),
            ("Status of the check", columns.words(customer.status)),
            ("Id of the platform", customer.platform_customer_id),
            ("UMA address", masking.masked(customer.uma_address)),
            ("Former UMA addresses", _former_addresses(file)),
            ("Region", country(customer.region)),
            ("Currencies", ", ".join(customer.currencies)),
            ("Made", words.moment(customer.created_at)),
            ("Last changed", words.moment(customer.updated_at)),
        ]
    )
    if customer.customer_type == CustomerType.BUSINESS:
        yield from _owners(file, is_open=is_open, today=today)
    titles = {document.public_id: findings.title(document) for document in file.documents}
    rows = (
        (
            words.moment(entry.at),
            words.verb(entry.verb),
            file.holders.get(entry.subject) or titles.get(entry.subject, entry.subject),
            words.who(entry.actor_kind, entry.actor_id),
            ", ".join(map(str, entry.details.get("fields", ()))),
        )
        for entry in file.said_of(*_CHANGES)
        if entry.verb != "document.read"
    )
    headers = ("Time", "What", "Of whom", "By whom", "Fields")
    none = "The audit log has no change of these facts."
    yield from words.listed("When the facts changed", headers, rows, (3, 3, 3, 3, 4), none=none)


def _former_addresses(file: Material) -> str:
    return ", ".join(
        f"{masking.masked(former.address) or words.ERASED} (until {words.moment(former.created_at)})"
        for former in file.former_addresses
    )


def _owners(file: Material, *, is_open: bool, today: dt.date) -> Iterator[Block]:
    yield Heading("Owners and people of the business")
    if not file.owners:
        yield Text("No owner or other person of the business was named.")
    for owner in file.owners:
        yield Heading(owner.full_name, 2)
        changes = [change for change in file.owner_changes if change.beneficial_owner_id == owner.pk]
        yield Facts(
            [
                *((fact.label, fact.value) for fact in facts.of_owner(owner, today=today, is_open=is_open)),
                ("Roles", ", ".join(findings.words(role) for role in owner.roles)),
                ("Share", f"{owner.ownership_percentage.normalize():f} %"),
                ("Status of the check", columns.words(owner.kyc_status)),
                ("Id", owner.public_id),
                ("Statuses", "\n".join(_status(change) for change in changes)),
            ]
        )


def _status(change: BeneficialOwnerStatusChange) -> str:
    who = words.who(change.actor_kind, change.actor_id)
    return f"{words.moment(change.at)}: {columns.words(change.to_status)}, {who}"


def documents(file: Material) -> Iterator[Block]:
    """Yield the documents: what each is, what the check said of it, and who has opened it. No pictures."""
    yield Heading("Documents")
    if not file.documents:
        yield Text("No document was sent.")
    for document in file.documents:
        yield Heading(f"{findings.title(document)}: {file.holders.get(document.holder_id, document.holder_id)}", 2)
        yield Facts(
            [
                ("Id", document.public_id),
                ("Country", country(document.country)),
                ("Number", masking.masked(document.document_number)),
                ("File", f"{document.file_name}, {document.content_type}, {document.size:,} bytes"),
                ("SHA-256 of the file", bytes(document.sha256).hex()),
                ("Sent", words.moment(document.created_at)),
                ("Last changed", words.moment(document.updated_at)),
                ("Deleted", words.moment(document.deleted_at)),
                ("Status", columns.words(document.status)),
                ("What the check said", _said_of(document, file)),
                ("Earlier files", _earlier_files(document, file)),
                ("Opened", _openings(document, file)),
            ]
        )


def _said_of(document: Document, file: Material) -> str:
    """Return what verifications said of a document, each sentence once."""
    said = [
        f"{words.moment(step.at)}: {words.error(problem, file.holders)}"
        for step in file.steps
        for problem in step.errors
        if problem["resourceId"] == document.public_id
    ]
    return "\n".join(said) or "Nothing was said against this document itself."


def _earlier_files(document: Document, file: Material) -> str:
    return "\n".join(
        f"SHA-256 {bytes(retired.sha256).hex()}, replaced or deleted {words.moment(retired.retired_at)}"
        + (f", erased {words.moment(retired.erased_at)}" if retired.erased_at else "")
        for retired in file.retired_files
        if retired.document_id == document.pk
    )


def _openings(document: Document, file: Material) -> str:
    """Return who has opened a document, or a page of it: by person the first time, how often more, and until when."""
    openings: dict[str, list[dt.datetime]] = {}
    for entry in file.said_of("document.read"):
        if entry.subject == document.public_id:
            openings.setdefault(words.who(entry.actor_kind, entry.actor_id), []).append(entry.at)
    said = [f"{name}, {words.moment(times[0])}{_again(times[1:])}" for name, times in openings.items()]
    return "\n".join(said) or "Nobody has opened it."


def _again(times: Sequence[dt.datetime]) -> str:
    if not times:
        return ""
    often = "once more" if len(times) == 1 else f"{len(times)} times more, the last time"
    return f" and {often} {words.moment(times[-1])}"
