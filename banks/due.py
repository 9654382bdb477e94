"""Names of the background jobs of banks, and a condition for due work, in SQL, as in `payments.due`."""

BATCHES_TASK = "payments.advance_bank_batches"
STATEMENTS_TASK = "payments.read_bank_files"
BATCH_DUE = """
    EXISTS (SELECT FROM payments_bankbatch batch
              JOIN payments_bankconnection connection ON connection.id = batch.connection_id
              LEFT JOIN platforms_platform platform ON platform.id = connection.platform_id
             WHERE batch.state = 'OPEN'
               AND batch.cut_off_at <= %(now)s + coalesce(platform.clock_offset, interval '0'))
    OR EXISTS (SELECT FROM payments_bankbatch batch
                WHERE batch.state IN ('RELEASED', 'WRITTEN', 'PLACED')
                  AND (batch.leased_until IS NULL OR batch.leased_until <= %(now)s))
"""
