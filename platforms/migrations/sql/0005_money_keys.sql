-- What moved money is answered for ever: no key of it is deleted, whoever may delete the others.
CREATE TRIGGER platforms_idempotencykey_of_money_is_kept
    BEFORE DELETE ON platforms_idempotencykey FOR EACH ROW WHEN (OLD.moved_money)
    EXECUTE FUNCTION platforms_refuse_change();
CREATE TRIGGER platforms_idempotencykey_is_never_emptied
    BEFORE TRUNCATE ON platforms_idempotencykey FOR EACH STATEMENT EXECUTE FUNCTION platforms_refuse_change();
