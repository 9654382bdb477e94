-- Names of customers, found by any of their words. The expression is the query's: payments/admin/finders.py.
CREATE INDEX customer_by_name ON compliance_customer USING gin (
    to_tsvector('simple', coalesce(full_name, '') || ' ' || coalesce(business_info ->> 'legalName', ''))
);
