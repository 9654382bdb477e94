-- Of a note only the text and its salt can change: under a new key, or emptied when the person is forgotten.
CREATE TRIGGER platforms_note_append_only
    BEFORE UPDATE OF id, platform_id, subject, customer, at, actor_kind, actor_id OR DELETE OR TRUNCATE ON platforms_note
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
