"""The tools: each is one operation of the API, by another name and with a word on when to take it."""

import dataclasses

KEY = "idempotencyKey"
"""The argument that names a payment once and for all: the request's `Idempotency-Key`."""
DRY_RUN = "dryRun"
"""The parameter that makes a request a dry run. No tool takes it as an argument: `dry_run` is a tool of its own."""
_LOOK_FIRST = (
    "Choose one new idempotencyKey for each payment that is wanted, and note it before you call. After a lost or"
    " unclear reply call look_up_key with it before you repeat anything, and repeat with the same key alone: with"
    " another key the payment is made twice."
)


@dataclasses.dataclass(frozen=True, slots=True)
class Tool:
    """A tool, and the operation of the API that it carries out."""

    name: str
    operation: str
    """Its operationId."""
    use: str
    """When to take it; before the sentences that the document has of the operation."""
    needs_key: bool = False
    """Whether it moves money or stops it: refused without an idempotency key."""
    is_dry: bool = False
    """Whether it only tells what would happen."""
    enumerations: tuple[str, ...] = ()
    """Fields of its reply whose values the description explains, as the document does."""

    @property
    def fixed(self) -> dict[str, str]:
        """Parameters of the query that it always sends."""
        return {DRY_RUN: "true"} if self.is_dry else {}


TOOLS = (
    Tool("find_customer", "listCustomers", "Find who pays: by your own name of a customer, address, type or status."),
    Tool("balances", "listCustomerInternalAccounts", "See what a customer has, and from which account it can pay."),
    Tool("list_payees", "listCustomerExternalAccounts", "See which accounts elsewhere a customer can pay."),
    Tool("quote", "createQuote", "Ask what a payment costs and delivers. Execute it with pay_quote.", needs_key=True),
    Tool(
        "dry_run",
        "createTransferOut",
        "Rehearse `pay`: the same checks and the same refusal, and nothing is done.",
        is_dry=True,
    ),
    Tool("pay", "createTransferOut", f"Pay an account of the same currency. {_LOOK_FIRST}", needs_key=True),
    Tool("pay_quote", "executeQuote", f"Make the payment that a quote describes. {_LOOK_FIRST}", needs_key=True),
    Tool("look_up_key", "getIdempotencyKey", "Learn what became of a call by its key, before you repeat it."),
    Tool("void_key", "voidIdempotencyKey", "Make sure that a call whose key did nothing yet will never do anything."),
    Tool("cancel", "cancelTransaction", "Stop a payment that no rail has taken yet.", needs_key=True),
    Tool(
        "explain",
        "getTransactionById",
        "Learn where the money of a payment is, what it waits for, and why it failed.",
        enumerations=("pendingReason",),
    ),
    Tool("reconcile_day", "reportSettlement", "Compare a day with your own records, by currency."),
)
