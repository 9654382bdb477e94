#!/bin/sh
# Makes the two roles and the database, once, when the database server starts for the first time.
set -eu
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres --quiet \
    --set=owner="${OWNER_PASSWORD:?}" --set=service="${SERVICE_PASSWORD:?}" <<'SQL'
CREATE ROLE payments_owner LOGIN PASSWORD :'owner';
CREATE ROLE payments_service LOGIN PASSWORD :'service';
CREATE DATABASE payments OWNER payments_owner;
SQL
