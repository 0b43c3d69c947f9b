#!/bin/sh
# The standby: a copy of the primary at the first start, then what the primary sends. One that was promoted stays what it is.
set -eu
keys=${KEYS:-/keys} folder=${FOLDER:-/var/lib/postgresql/data}
from="${PRIMARY:-host=postgres} user=standby sslmode=verify-full sslrootcert=$keys/ca.pem application_name=s1"
if [ "$(id -u)" -eq 0 ]; then
    chown postgres:postgres "$folder"
    exec gosu postgres /bin/sh "$0"
fi
# The server reads it from here when it connects to the primary.
PGPASSWORD=$(cat "$keys/replication.password")
export PGPASSWORD
if [ ! -e "$folder/copy" ]; then
    # What an attempt left that was not finished.
    rm -rf "$folder/part"
    pg_basebackup --pgdata="$folder/part" --checkpoint=fast --wal-method=stream --slot=s1 --dbname="$from"
    echo "primary_conninfo = '$from'" >>"$folder/part/postgresql.auto.conf"
    echo "primary_slot_name = 's1'" >>"$folder/part/postgresql.auto.conf"
    # Once it is promoted it waits for nobody, until the host names another standby.
    echo "synchronous_standby_names = ''" >>"$folder/part/postgresql.auto.conf"
    touch "$folder/part/standby.signal"
    mv "$folder/part" "$folder/copy"
fi
exec postgres -D "$folder/copy" -c ssl=on -c ssl_cert_file="$keys/cert.pem" -c ssl_key_file="$keys/key.pem"
