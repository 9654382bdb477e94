"""What the platform was told, histories, what is in force, and how the reader checks the audit log."""

from collections.abc import Iterator

from compliance.admin.customer_file import words
from compliance.admin.customer_file.material import MOST, Material
from compliance.models import ListKind
from platforms import release
from platforms.backoffice import columns
from platforms.base.pdf.files import Block, Facts, Heading, Text
from platforms.models import AuditSeal

_LOOKING = (
    "customer.take_file",
    "customer.read_payments",
    "customer.open_duplicate",
    "verification.read",
    "personal_data.show",
)


def events(file: Material) -> Iterator[Block]:
    """Yield what the platform was told about the customer, by type and time."""
    rows = (
        (words.moment(event.created_at), event.type, event.resource, columns.words(event.state))
        for event in file.events
    )
    yield from words.listed(
        "What the platform was told",
        ("Time", "Event", "About", "Delivery"),
        rows,
        (2.7, 5.1, 6.4, 1.8),
        none="The platform was told nothing.",
        note=f"These are the newest {MOST:,}." if len(file.events) == MOST else "",
    )


def statuses(file: Material) -> Iterator[Block]:
    """Yield the history of the customer's status."""
    rows = (
        (
            words.moment(change.at),
            columns.words(change.from_status) if change.from_status else "",
            columns.words(change.to_status),
            words.verb(change.cause),
            words.who(change.actor_kind, change.actor_id),
        )
        for change in file.changes
    )
    headers = ("Time", "From", "To", "Cause", "By whom")
    yield from words.listed("Status history", headers, rows, (3, 3, 3, 3, 4), none="The status never changed.")


def looks(file: Material) -> Iterator[Block]:
    """Yield who has looked at the customer's data, and why where that was asked."""
    rows = (
        (
            words.moment(entry.at),
            words.who(entry.actor_kind, entry.actor_id),
            words.verb(entry.verb),
            str(entry.details.get("reason", "")),
        )
        for entry in file.said_of(*_LOOKING)
    )
    headers = ("Time", "By whom", "What", "Why")
    none = "Nobody has opened its cases, had its personal data shown, or taken its file before."
    yield from words.listed("Who has looked", headers, rows, (3, 3, 4, 6), none=none)


def lists(file: Material) -> Iterator[Block]:
    """Yield the editions of watchlists that are in use."""
    rows = (
        (
            edition.name,
            ListKind(edition.kind).label,
            words.moment(edition.published_at),
            words.moment(edition.loaded_at),
            f"{edition.entry_count:,}",
            edition.checksum,
        )
        for edition in file.lists
    )
    headers = ("List", "Kind", "Published", "Loaded", "Entries", "SHA-256 of the file")
    none = "No list is loaded."
    yield from words.listed("List editions in use now", headers, rows, (3, 3, 3, 3, 1.5, 5), none=none)


def rules(file: Material) -> Iterator[Block]:
    """Yield the rules of approvals that are in force for the platform."""
    rows = (
        (
            rule.name,
            rule.deciders.label,
            "yes" if rule.opens_documents else "no",
            "yes" if rule.asks_checklist else "no",
            f"{words.moment(entered.created_at)}, {entered.proposed_by} and {entered.approved_by}"
            if (entered := rule.entered)
            else "The default.",
        )
        for rule in file.rules.values()
    )
    headers = ("Cases with", "Who approves", "Opens documents", "Checklist", "Since")
    yield from words.listed("Rules of approvals in force now", headers, rows, (4, 3, 2, 2, 6), none="There is none.")


def code(file: Material) -> Iterator[Block]:
    """Yield which code made the file, and by which clock."""
    ahead = file.customer.platform.clock_offset
    yield Heading("Code and clock")
    yield Facts(
        [
            ("Version", release.VERSION),
            ("Commit", release.commit() or "Not recorded in this installation."),
            ("Time zone", "All times are in UTC, as ISO 8601, by the clock of the platform."),
            ("Clock of the platform", f"{ahead} ahead of real time, as sandboxes may be." if ahead else "Real time."),
        ]
    )


def audit_log(file: Material) -> Iterator[Block]:
    """Yield where the sealed audit log stood, and how a reader checks that nothing was taken out."""
    yield Heading("The audit log")
    count, check = len(file.entries), file.check
    rows = f"{count:,}" if count < MOST else f"{MOST:,} or more, of which the newest {MOST:,} are told"
    yield Text(
        "Decisions, openings of documents and takings of this file are rows of the audit log. Each row is bound into a"
        " chain of seals under a key that the database does not have. To check that no row was changed, put in or taken"
        " out since, the operator runs the command below with the position that is printed here."
    )
    yield Facts(
        [
            ("Rows about this customer", rows),
            ("Newest of them", f"number {file.entries[-1].pk}" if file.entries else ""),
            *_position(file.seal),
            ("Last comparison", f"{words.moment(check.finished_at)}: {_found(check.faults)}" if check else "None yet."),
        ]
    )
    yield Text(
        "A hash beside a reason is the SHA-256 of its salt, a line feed and the reason, in UTF-8. The audit log has the"
        " hash and not the reason."
    )


def _position(seal: AuditSeal | None) -> list[tuple[str, str]]:
    if seal is None:
        return [("Newest seal", "No row was sealed yet.")]
    digest = bytes(seal.digest).hex()
    return [
        ("Newest seal", f"number {seal.number}, rows up to {seal.last_id}, {words.moment(seal.sealed_at)}"),
        ("Digest of the seal", digest),
        ("Command", f"python manage.py audit_verify --expect {seal.number}:{digest}"),
    ]


def _found(faults: list[object]) -> str:
    return f"{len(faults)} differences" if faults else "no difference"
