-- The books change by the functions of their owner alone: the service's role may call them, and write no row by itself.
-- The names in a function mean our own tables, whatever the caller has put into its search path or its temporary schema.
DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY[
        'payments_post', 'payments_entry_must_balance', 'payments_postings_come_with_entry',
        'payments_quote_may_only_forget', 'payments_feeschedule_may_only_end', 'platforms_guard_proposal'
    ] LOOP
        EXECUTE format('ALTER FUNCTION %I SET search_path = pg_catalog, %I, pg_temp', name, current_schema());
    END LOOP;
END $$;
ALTER FUNCTION payments_post SECURITY DEFINER;
REVOKE EXECUTE ON FUNCTION payments_post FROM PUBLIC;

-- An account begins without money.
CREATE TRIGGER payments_ledgeraccount_begins_empty
    BEFORE INSERT ON payments_ledgeraccount FOR EACH ROW WHEN (NEW.balance <> 0)
    EXECUTE FUNCTION platforms_refuse_change();

CREATE TRIGGER payments_journalseal_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_journalseal
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
