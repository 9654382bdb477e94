-- What was proposed, by whom and why never changes; a decision is made once; nothing is deleted.
CREATE FUNCTION platforms_guard_proposal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status <> 'OPEN'
       OR (OLD.id, OLD.verb, OLD.subject, OLD.arguments, OLD.reason, OLD.proposed_by, OLD.proposed_at, OLD.expires_at)
          IS DISTINCT FROM
          (NEW.id, NEW.verb, NEW.subject, NEW.arguments, NEW.reason, NEW.proposed_by, NEW.proposed_at, NEW.expires_at)
    THEN
        RAISE EXCEPTION 'proposal % stays as it is', OLD.id USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER platforms_proposal_guarded
    BEFORE UPDATE ON platforms_proposal FOR EACH ROW EXECUTE FUNCTION platforms_guard_proposal();

CREATE TRIGGER platforms_proposal_is_kept
    BEFORE DELETE OR TRUNCATE ON platforms_proposal
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
