-- What a rail said stays as it was written.
CREATE TRIGGER payments_providermessage_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_providermessage
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();

-- What happened to a case stays as it was written.
CREATE TRIGGER payments_operationscasestep_append_only
    BEFORE UPDATE OR DELETE OR TRUNCATE ON payments_operationscasestep
    FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
