"""The tables whose rows never change."""

APPEND_ONLY = (
    "compliance_beneficialownerstatuschange",
    "compliance_reviewnote",
    "compliance_screening",
    "compliance_verificationstatuschange",
    "payments_bankfile",
    "payments_bankmatch",
    "payments_bankstatement",
    "payments_bankstatementline",
    "payments_fundingreceipt",
    "payments_journalentry",
    "payments_operationscasestep",
    "payments_posting",
    "payments_providermessage",
    "payments_ratesnapshot",
    "payments_staffrate",
    "payments_transactionstatuschange",
    "platforms_auditcheckrun",
    "platforms_auditentry",
    "platforms_auditseal",
)
