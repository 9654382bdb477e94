-- What a database held after its migrations, how to bring it back to that, and how to repeat what a block wrote.
CREATE SCHEMA migrated;

DO $$
DECLARE
    name text;
    has_rows boolean;
BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM public.%I)', name) INTO has_rows;
        IF has_rows THEN
            EXECUTE format('CREATE TABLE migrated.%I AS TABLE public.%I', name, name);
        END IF;
    END LOOP;
END
$$;

-- The transaction after which a row is written that was not there after the migrations.
CREATE TABLE migrated.mark AS SELECT pg_current_xact_id()::text::bigint AS xact;

CREATE FUNCTION migrated.restore() RETURNS void LANGUAGE plpgsql
SET session_replication_role = replica SET search_path = public AS $$
DECLARE
    name text;
    filled text[];
    differs boolean;
BEGIN
    -- Whoever still writes is waited for, so that nothing comes after.
    EXECUTE (SELECT format('LOCK TABLE %s IN EXCLUSIVE MODE', string_agg(format('%I', tablename), ', ' ORDER BY tablename))
             FROM pg_tables WHERE schemaname = 'public');
    -- To delete a few rows is quicker than to make the table's files anew; to delete many would leave them in the way.
    FOR name IN SELECT relname FROM pg_class
                WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 2000000 LOOP
        EXECUTE format('TRUNCATE %I CASCADE', name);
    END LOOP;
    -- One statement for all: to plan one for each table takes longer than to look.
    EXECUTE (SELECT format('SELECT array_remove(ARRAY[%s], NULL)',
                           string_agg(format('CASE WHEN EXISTS (SELECT FROM %I) THEN %L END', tablename, tablename), ', '))
             FROM pg_tables WHERE schemaname = 'public'
              AND tablename NOT IN (SELECT tablename FROM pg_tables WHERE schemaname = 'migrated')) INTO filled;
    FOREACH name IN ARRAY filled LOOP
        EXECUTE format('DELETE FROM %I', name);
    END LOOP;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
                INTERSECT SELECT tablename FROM pg_tables WHERE schemaname = 'migrated' LOOP
        -- Nobody has a transaction that began to write before this one and goes on.
        EXECUTE format('SELECT (SELECT count(*) FROM public.%1$I) <> (SELECT count(*) FROM migrated.%1$I) OR EXISTS'
                       ' (SELECT FROM public.%1$I WHERE xmin::text::bigint > (SELECT xact FROM migrated.mark))', name)
            INTO differs;
        IF differs THEN
            EXECUTE format('DELETE FROM %I', name);
            EXECUTE format('INSERT INTO %1$I OVERRIDING SYSTEM VALUE SELECT * FROM migrated.%1$I', name);
        END IF;
    END LOOP;
    UPDATE migrated.mark SET xact = pg_current_xact_id()::text::bigint;
END
$$;

-- Remembers how many rows there are, and the transaction after which new ones come.
CREATE TABLE migrated.before (name text, rows bigint, xact bigint);

CREATE FUNCTION migrated.begin_recording() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    name text;
    number bigint;
BEGIN
    DELETE FROM migrated.before;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
        EXECUTE format('SELECT count(*) FROM public.%I', name) INTO number;
        INSERT INTO migrated.before VALUES (name, number, pg_current_xact_id()::text::bigint);
    END LOOP;
END
$$;

-- Copies each row written since, into a schema of the recording's own with a function that writes them again.
CREATE FUNCTION migrated.end_recording(recording text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    home text := 'recorded_' || recording;
    each record;
    written bigint;
    replaced bigint;
    untouched bigint;
    key text;
    steps text := '';
BEGIN
    EXECUTE format('DROP SCHEMA IF EXISTS %I CASCADE', home);
    EXECUTE format('CREATE SCHEMA %I', home);
    FOR each IN SELECT * FROM migrated.before LOOP
        EXECUTE format('CREATE TABLE %I.%I AS SELECT * FROM public.%2$I WHERE xmin::text::bigint > %s', home, each.name, each.xact);
        GET DIAGNOSTICS written = ROW_COUNT;
        EXECUTE format('SELECT count(*) FROM public.%I', each.name) INTO untouched;
        untouched := untouched - written;
        IF written = 0 AND untouched = each.rows THEN
            EXECUTE format('DROP TABLE %I.%I', home, each.name);
            CONTINUE;
        END IF;
        replaced := each.rows - untouched;
        IF replaced > written THEN
            RAISE EXCEPTION 'a recording writes, it deletes nothing: rows of % are gone', each.name;
        END IF;
        IF replaced > 0 THEN
            SELECT string_agg(format('old.%1$I = new.%1$I', attname), ' AND ') INTO STRICT key
                FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
                WHERE indrelid = format('public.%I', each.name)::regclass AND indisprimary;
            steps := steps || format('DELETE FROM public.%2$I old USING %1$I.%2$I new WHERE %3$s;', home, each.name, key);
        END IF;
        -- The uploads of a day are one row for all recordings of a platform.
        steps := steps || format('INSERT INTO public.%2$I SELECT * FROM %1$I.%2$I%3$s;', home, each.name,
                                 CASE each.name WHEN 'compliance_uploadday' THEN ' ON CONFLICT DO NOTHING' ELSE '' END);
    END LOOP;
    EXECUTE format('CREATE FUNCTION %I.put() RETURNS void LANGUAGE plpgsql'
                   ' SET session_replication_role = replica AS %L', home, 'BEGIN ' || steps || ' END');
END
$$;
