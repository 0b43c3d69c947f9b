#!/bin/sh
# The supervisor of the three databases: it promotes a standby when the primary is gone (docs/hosting.md, "When the primary is gone").
set -eu
keys=${KEYS:-/keys}
PGPASSWORD=$(cat "$keys/supervisor.password")
export PGPASSWORD
# As whom a standby connects to its primary. It has the password itself (database.sh).
export REPLICATION=user=standby
user="user=supervisor sslmode=verify-full sslrootcert=$keys/ca.pem"
exec /bin/sh "${SUPERVISOR:-/supervisor.sh}" \
    "db1=${DB1:-host=db1} $user" "db2=${DB2:-host=db2} $user" "db3=${DB3:-host=db3} $user"
