#!/bin/sh
# Makes what the services of compose.yaml know each other by, once: an authority, a certificate for the databases, and passwords.
# Each service sees its own folder alone. The key of the authority is not kept: nobody can make another certificate.
# Arguments: the folder of the folders, by default /keys.
set -eu
keys=${1:-/keys}
if [ -e "$keys/cardroom/ca.pem" ]; then
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 077
days=7300

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days "$days" -subj "/CN=cardroom cluster" \
    -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign \
    -keyout "$work/ca.key" -out "$work/ca.pem" 2>/dev/null
# The three databases share their keys.
printf 'subjectAltName=DNS:db1,DNS:db2,DNS:db3\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n' >"$work/extensions"
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=postgres" \
    -keyout "$keys/postgres/key.pem" -out "$work/request" 2>/dev/null
openssl x509 -req -in "$work/request" -CA "$work/ca.pem" -CAkey "$work/ca.key" -CAcreateserial -days "$days" \
    -extfile "$work/extensions" -out "$keys/postgres/cert.pem" 2>/dev/null
cp "$work/ca.pem" "$keys/postgres/ca.pem"
for name in password replication.password store.password supervisor.password; do openssl rand -hex 32 >"$keys/postgres/$name"; done
cp "$keys/postgres/store.password" "$keys/cardroom/store.password"
# The users of the images: postgres has the number 999, and cardroom 65532.
if [ "$keys" = /keys ]; then
    chown -R 999:999 "$keys/postgres"
    chown -R 65532:65532 "$keys/cardroom"
fi
# Last: with it the next start finds everything made.
install -m 644 "$work/ca.pem" "$keys/cardroom/ca.pem"
