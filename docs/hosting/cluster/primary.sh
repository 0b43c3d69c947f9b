#!/bin/sh
# Run once, when the database is made: the user and the database of cardroom, and a standby that confirms what is stored.
set -eu
keys=${KEYS:-/keys}
psql --username postgres --set ON_ERROR_STOP=1 \
    --set store="$(cat "$keys/store.password")" --set replication="$(cat "$keys/replication.password")" <<'END'
CREATE ROLE cardroom LOGIN PASSWORD :'store';
CREATE ROLE standby LOGIN REPLICATION PASSWORD :'replication';
CREATE DATABASE cardroom OWNER cardroom;
SELECT pg_create_physical_replication_slot('s1');
-- From the next start on: a move is acknowledged when the standby has it. Set last, because this session would wait too.
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (s1)';
END
# Connections of other machines are encrypted.
cat >"$PGDATA/pg_hba.conf" <<'END'
local   all         all                       trust
host    all         all       127.0.0.1/32    scram-sha-256
hostssl cardroom    cardroom  all             scram-sha-256
hostssl replication standby   all             scram-sha-256
END
