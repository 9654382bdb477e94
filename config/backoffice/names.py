"""What screens call objects that the code calls otherwise: the words of the menu, in lists and links too."""

from collections.abc import Mapping

from django.apps import apps
from django.contrib import admin

NAMES: Mapping[str, tuple[str, str]] = {
    "auth.User": ("member of staff", "staff"),
    "auth.Group": ("role", "roles"),
    "platforms.PlatformCurrency": ("currency", "currencies"),
    "platforms.Proposal": ("proposal", "approvals"),
    "platforms.AuditEntry": ("audit entry", "audit log"),
    "platforms.AuditCheckRun": ("verification of the audit log", "audit log verification"),
    "platforms.NightlyCheck": ("nightly check", "nightly checks"),
    "platforms.CheckPart": ("part of a nightly check", "parts of nightly checks"),
    "platforms.WorkFailure": ("failing work", "failing work"),
    "platforms.AuditSeal": ("tamper-proof seal", "tamper-proof seals"),
    "compliance.RetiredFile": ("replaced file", "replaced files"),
    "compliance.UploadDay": ("uploads of a day", "uploads by day"),
    "compliance.KycLink": ("hosted verification link", "hosted verification links"),
    "compliance.FormerUmaAddress": ("former UMA address", "former UMA addresses"),
    "compliance.Screening": ("screening check", "screening checks"),
    "compliance.ScreeningListVersion": ("watchlist", "watchlists"),
    "compliance.ScreeningListEntry": ("watchlist entry", "watchlist entries"),
    "compliance.ScreeningSweep": ("re-screening", "re-screening"),
    "payments.Transaction": ("payment", "payments"),
    "payments.OperationsCase": ("case", "cases"),
    "payments.FundingReceipt": ("incoming funds", "incoming funds"),
    "payments.LedgerCheckRun": ("nightly ledger check", "nightly ledger checks"),
    "payments.AccountCode": ("account code", "account codes"),
    "payments.PlatformFeePayout": ("platform's fees", "platforms' fees"),
    "payments.MonthClose": ("closed month", "closed months"),
    "payments.StatementRun": ("run of statements", "statements of many accounts"),
    "payments.StaffRate": ("manual rate", "manual rates"),
    "payments.RateFeed": ("rate source", "rate sources"),
    "payments.Institution": ("bank or provider", "banks and providers"),
    "payments.Lookup": ("receiver lookup", "receiver lookups"),
    "banks.BankBatch": ("batch", "batches"),
    "banks.BankPayment": ("payment by file", "payments by file"),
    "banks.BankFile": ("file to a bank", "files to banks"),
    "banks.BankIncomingFile": ("file from a bank", "files from banks"),
    "banks.BankAnswer": ("answer without effect", "answers without effect"),
    "banks.BankStatement": ("statement", "statements"),
    "banks.BankStatementLine": ("statement line", "statement lines"),
    "banks.BankMatch": ("match", "matches"),
    "banks.BankSet": ("set of lines and payments", "sets of lines and payments"),
    "banks.BankSetPayment": ("payment of a set", "payments of sets"),
    "banks.BankException": ("exception", "exceptions"),
    "banks.Claim": ("claim", "claims"),
    "banks.ClaimSettlement": ("settlement of a claim", "settlements of claims"),
    "banks.RailRoute": ("route", "routes"),
    "payments.SuspenseItem": ("item in suspense", "suspense"),
    "payments.UmaNonce": ("UMA message", "UMA replay log"),
    "payments.IncomingUmaPayment": ("incoming UMA payment", "incoming by UMA"),
    "payments.OutgoingUmaPayment": ("outgoing UMA payment", "outgoing by UMA"),
    "payments.UmaKey": ("own UMA key", "own UMA keys"),
    "payments.UmaCounterpartyKeys": ("partner UMA keys", "partner UMA keys"),
}
"""Label of the model → one and many."""


COUNTED: Mapping[str, str] = {
    "platforms.AuditEntry": "audit entries",
    "platforms.AuditCheckRun": "verifications of the audit log",
    "payments.UmaNonce": "UMA messages",
    "payments.SuspenseItem": "items in suspense",
    "payments.IncomingUmaPayment": "incoming UMA payments",
    "payments.OutgoingUmaPayment": "outgoing UMA payments",
}
"""Label of the model → what its rows are counted as, where the list has the name of a log or a queue."""


def count() -> None:
    """Tell the pages of these lists what they count. Call it once the pages are registered."""
    for model, page in admin.site._registry.items():
        setattr(page, "counted_as", COUNTED.get(model._meta.label, ""))  # noqa: B010 - no attribute of Django's


def apply() -> None:
    """Give the models these names, for the screens of this process. In their Meta each would be a migration."""
    for label, names in NAMES.items():
        if label.partition(".")[0] not in apps.app_configs:
            continue
        meta = apps.get_model(label)._meta
        meta.verbose_name, meta.verbose_name_plural = names
