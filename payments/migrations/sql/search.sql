-- Names of account holders, found by any of their words. The expression is the query's: payments/admin/finders.py.
CREATE INDEX external_account_by_beneficiary ON payments_externalaccount USING gin (
    to_tsvector('simple', coalesce(account_info #>> '{beneficiary,fullName}', '') || ' '
                       || coalesce(account_info #>> '{beneficiary,legalName}', ''))
);
