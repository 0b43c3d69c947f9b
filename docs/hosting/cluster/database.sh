#!/bin/sh
# One of the three databases, by its NAME. db1 is made at the first start, as a primary. The others are copies of it at their first
# start, and then take what the primary sends. What a database has become since, it stays: the supervisor may have promoted it.
#
# `database.sh again` makes the database a copy of the one that PRIMARY names (host=db2), and ends.
set -eu
keys=${KEYS:-/keys} folder=${FOLDER:-/var/lib/postgresql/data}
if [ "$(id -u)" -eq 0 ]; then
    chown postgres:postgres "$folder"
    exec gosu postgres /bin/sh "$0" "$@"
fi
# A server reads it from here when it connects to its primary.
PGPASSWORD=$(cat "$keys/replication.password")
export PGPASSWORD

copy() {
    from="${PRIMARY:-host=db1} user=standby sslmode=verify-full sslrootcert=$keys/ca.pem application_name=$NAME"
    # What an attempt left that was not finished.
    rm -rf "$folder/part"
    pg_basebackup --pgdata="$folder/part" --checkpoint=fast --wal-method=stream --dbname="$from"
    echo "primary_conninfo = '$from'" >>"$folder/part/postgresql.auto.conf"
    touch "$folder/part/standby.signal"
    rm -rf "$folder/copy"
    mv "$folder/part" "$folder/copy"
}

if [ "${1:-}" = again ]; then
    copy
    exit
fi
set -- -c ssl=on -c ssl_cert_file="$keys/cert.pem" -c ssl_key_file="$keys/key.pem"
if [ ! -s "$folder/copy/PG_VERSION" ]; then
    if [ "$NAME" = db1 ]; then
        # The image makes a database, and runs primary.sh in it.
        PGDATA=$folder/copy exec docker-entrypoint.sh postgres "$@"
    fi
    copy
fi
exec postgres -D "$folder/copy" "$@"
