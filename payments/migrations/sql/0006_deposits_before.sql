-- Every funding of the sandbox from before there were deposits gets one, so that the check of the books explains it.
INSERT INTO payments_deposit (id, platform_id, provider_reference, amount, currency, named, use, reason,
                              internal_account_id, receipt_id, entry_id, at)
SELECT gen_random_uuid(), entry.platform_id, 'SANDBOX-ENTRY-' || entry.id, posting.amount, posting.currency,
       'InternalAccount:' || holder.id, 'CREDITED', '', holder.id, NULL, entry.id, entry.at
  FROM payments_journalentry entry
  JOIN payments_posting posting ON posting.entry_id = entry.id AND posting.side = 'C'
  JOIN payments_internalaccount holder ON holder.ledger_account_id = posting.account_id
 WHERE entry.purpose = 'SANDBOX_FUNDING' AND entry.transaction_id IS NULL
ON CONFLICT DO NOTHING;

INSERT INTO payments_deposit (id, platform_id, provider_reference, amount, currency, named, use, reason,
                              internal_account_id, receipt_id, entry_id, at)
SELECT receipt.id, receipt.platform_id, 'SANDBOX-RECEIPT-' || receipt.id, receipt.amount, receipt.currency,
       'Quote:' || quote.id, 'FOR_QUOTE', '', NULL, receipt.id, NULL, receipt.at
  FROM payments_fundingreceipt receipt
  JOIN payments_quote quote ON quote.transaction_id = receipt.transaction_id
 WHERE quote.source_type = 'REALTIME_FUNDING'
ON CONFLICT DO NOTHING;
