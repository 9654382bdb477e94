DROP TRIGGER payments_ledgeraccount_begins_empty ON payments_ledgeraccount;
GRANT EXECUTE ON FUNCTION payments_post TO PUBLIC;
ALTER FUNCTION payments_post SECURITY INVOKER;
ALTER FUNCTION payments_post RESET search_path;
ALTER FUNCTION payments_entry_must_balance RESET search_path;
ALTER FUNCTION payments_postings_come_with_entry RESET search_path;
ALTER FUNCTION payments_quote_may_only_forget RESET search_path;
ALTER FUNCTION payments_feeschedule_may_only_end RESET search_path;
ALTER FUNCTION platforms_guard_proposal RESET search_path;
