"""What a platform sees of each outcome that a rail can be told to give."""

Story = tuple[list[str], str | None, str | None]
_DONE: Story = (["PENDING", "COMPLETED"], None, None)
_QUOTED: Story = (["PENDING", "PROCESSING", "COMPLETED"], None, None)
_IN: Story = (["CREATED", "COMPLETED"], None, None)
_WAITED: Story = (["CREATED", "PENDING", "COMPLETED"], None, None)
_REFUNDED: Story = (["PENDING", "FAILED"], "FUNDING_AMOUNT_MISMATCH", "COMPLETED")
_NOT_REFUNDED: Story = (["PENDING", "FAILED"], "FUNDING_AMOUNT_MISMATCH", "FAILED")
STORIES: dict[str, dict[str, Story]] = {
    "TRANSFER_OUT": {
        **dict.fromkeys(("SETTLED", "LATE", "EARLY", "DUPLICATE", "UNREACHABLE", "REPLY_LOST"), _DONE),
        "NEVER": (["PENDING"], None, None),
        "FAILED": (["PENDING", "FAILED"], "TIMED_OUT", None),
        "REJECTED": (["PENDING", "REJECTED"], "TIMED_OUT", None),
        "RETURNED": (["PENDING", "COMPLETED", "FAILED"], "TIMED_OUT", "COMPLETED"),
        "CALLED_BACK": (["PENDING", "COMPLETED", "REFUNDED"], None, "COMPLETED"),
    },
    "TRANSFER_IN": {
        **dict.fromkeys(("SETTLED", "DUPLICATE", "UNREACHABLE", "REPLY_LOST"), _IN),
        **dict.fromkeys(("LATE", "EARLY"), _WAITED),
        "NEVER": (["CREATED", "PENDING"], None, None),
        "FAILED": (["CREATED", "FAILED"], "TIMED_OUT", None),
        "REJECTED": (["CREATED", "REJECTED"], "TIMED_OUT", None),
    },
    "COLLECT": {
        **dict.fromkeys(("SETTLED", "LATE", "UNREACHABLE", "REPLY_LOST"), _QUOTED),
        "NEVER": (["PENDING", "PROCESSING"], None, None),
        "FAILED": (["PENDING", "PROCESSING", "FAILED"], "QUOTE_EXECUTION_FAILED", None),
    },
    "PAY_OUT": {
        **dict.fromkeys(("SETTLED", "LATE", "EARLY", "DUPLICATE", "UNREACHABLE", "REPLY_LOST"), _QUOTED),
        "NEVER": (["PENDING", "PROCESSING"], None, None),
        "FAILED": (["PENDING", "PROCESSING", "FAILED"], "QUOTE_EXECUTION_FAILED", "COMPLETED"),
        "REJECTED": (["PENDING", "PROCESSING", "REJECTED"], "QUOTE_EXECUTION_FAILED", "COMPLETED"),
        "CANCELLED": (["PENDING", "PROCESSING", "REFUNDED"], None, "COMPLETED"),
        "RETURNED": (["PENDING", "PROCESSING", "COMPLETED", "FAILED"], "QUOTE_EXECUTION_FAILED", "COMPLETED"),
        "CALLED_BACK": (["PENDING", "PROCESSING", "COMPLETED", "REFUNDED"], None, "COMPLETED"),
        "MONEY_KEPT": (["PENDING", "PROCESSING", "FAILED"], "QUOTE_EXECUTION_FAILED", "FAILED"),
    },
    "GIVE_BACK": {
        **dict.fromkeys(("SETTLED", "LATE", "UNREACHABLE", "REPLY_LOST"), _REFUNDED),
        **dict.fromkeys(("FAILED", "RETURNED"), _NOT_REFUNDED),
        "NEVER": (["PENDING", "FAILED"], "FUNDING_AMOUNT_MISMATCH", "PENDING"),
    },
    "DEPOSIT": {
        **dict.fromkeys(("SETTLED", "LATE", "EARLY", "DUPLICATE", "UNREACHABLE", "REPLY_LOST"), _QUOTED),
        "NEVER": (["PENDING", "PROCESSING"], None, None),
        "FAILED": (["PENDING", "PROCESSING", "FAILED"], "OFFRAMP_FAILED", None),
        "RETURNED": (["PENDING", "PROCESSING", "COMPLETED", "FAILED"], "OFFRAMP_FAILED", None),
        "MONEY_KEPT": (["PENDING", "PROCESSING", "FAILED"], "OFFRAMP_FAILED", None),
    },
}
"""By step and outcome: the statuses of the payment, why it failed, and where its refund stands in the end."""
