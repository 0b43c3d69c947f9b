#!/bin/sh
# Run once, when the database is made: the users and the database of cardroom. A standby confirms what is stored.
set -eu
keys=${KEYS:-/keys}
psql --username postgres --set ON_ERROR_STOP=1 --set store="$(cat "$keys/store.password")" \
    --set replication="$(cat "$keys/replication.password")" --set supervisor="$(cat "$keys/supervisor.password")" <<'END'
CREATE ROLE cardroom LOGIN PASSWORD :'store';
CREATE ROLE standby LOGIN REPLICATION PASSWORD :'replication';
CREATE ROLE supervisor LOGIN SUPERUSER PASSWORD :'supervisor';
CREATE DATABASE cardroom OWNER cardroom;
-- A standby that was away finds what it missed.
ALTER SYSTEM SET wal_keep_size = '1GB';
-- From the next start on: a move is acknowledged when a standby has it. Set last, because this session would wait too.
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (db1, db2, db3)';
END
# Connections of other machines are encrypted.
cat >"$PGDATA/pg_hba.conf" <<'END'
local   all         all                       trust
host    all         all         127.0.0.1/32  scram-sha-256
hostssl cardroom    cardroom    all           scram-sha-256
hostssl postgres    supervisor  all           scram-sha-256
hostssl replication standby     all           scram-sha-256
END
