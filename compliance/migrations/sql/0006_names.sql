-- A name as searches compare it: lower case, without accents. Of built-in functions alone, so that no dictionary of another
-- release of PostgreSQL can make the indexes on it wrong. Whatever is left after a letter was taken apart is put together
-- again: marks that are letters of their own (kana, Hangul) stay.
CREATE FUNCTION search_fold(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
SELECT lower(normalize(regexp_replace(normalize(
    replace(replace(replace(replace(replace(replace(replace(
        translate($1, 'øØđĐðÐłŁıħŧ', 'oOdDdDlLiht'), 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'), 'œ', 'oe'), 'Œ', 'OE'),
        'þ', 'th'), 'Þ', 'TH'),
    NFKD), '[\u0300-\u036f]', '', 'g'), NFC))
$$;
