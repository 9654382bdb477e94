-- Of a note only the text can change: under a new key, or emptied when the person is forgotten.
CREATE TRIGGER compliance_reviewnote_append_only
    BEFORE UPDATE OF id, verification_id, kind, at, actor_kind, actor_id OR DELETE OR TRUNCATE ON compliance_reviewnote
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
