-- What the SQL of other apps reads of customers. One table, no grouping, no condition: PostgreSQL puts it into the
-- statement that names it, so that plans are those of the table. Columns may be added at the end; none is taken away.
CREATE OR REPLACE VIEW compliance_party AS
SELECT id, platform_id, platform_customer_id, customer_type, uma_address, currencies,
       coalesce(kyc_status, kyb_status) AS status, deleted_at,
       coalesce(full_name, business_info ->> 'legalName') AS name, birth_date, nationality,
       address ->> 'country' AS country, address ->> 'line1' AS address_line,
       business_info ->> 'businessType' AS business_type,
       -- `compliance.parties.open_identifiers` opens them.
       jsonb_strip_nulls(jsonb_build_object(
           'taxId', business_info -> 'taxId', 'registrationNumber', business_info -> 'registrationNumber'
       )) AS encrypted_identifiers,
       spellings
  FROM compliance_customer;
