#!/bin/sh
# Makes a backup, encrypts it for whoever has the private key, and deletes encrypted backups that are older than KEEP_DAYS. With
# CARDROOM_STORE it is a dump of that database, without it a copy of the file in CARDROOM_DATA.
# Settings come from the environment (/etc/cardroom-backup.env): docs/host/backups.md.
set -eu
umask 077

data=${CARDROOM_DATA:-/var/lib/cardroom}
to=${CARDROOM_BACKUPS:-/var/lib/cardroom-backups}
keep=${KEEP_DAYS:-30}
cardroom=${CARDROOM:-/usr/bin/cardroom}
store=${CARDROOM_STORE:-}

if [ -z "${AGE_RECIPIENT:-}${GPG_KEY_FILE:-}" ]; then
    echo "backup.sh: set AGE_RECIPIENT or GPG_KEY_FILE: a backup has the sealed seeds of running matches" >&2
    exit 1
fi
mkdir -p "$to"
kind=sqlite
if [ -n "$store" ]; then kind=dump; fi
name="$to/cardroom-$(date -u +%Y-%m-%dT%H%M%SZ).$kind"
keys=$(mktemp -d)
# What is not encrypted never stays, whatever fails.
trap 'rm -rf "$name" "$name.part" "$keys"' EXIT
trap 'exit 1' HUP INT TERM
if [ -n "$store" ]; then
    pg_dump --no-password --format=custom --dbname="$store" --file="$name"
    # A dump that was cut off has no readable table of contents.
    pg_restore --list "$name" >/dev/null
else
    "$cardroom" backup --data "$data" --to "$name"
fi
if [ -n "${AGE_RECIPIENT:-}" ]; then
    age --encrypt --recipient "$AGE_RECIPIENT" --output "$name.part" "$name"
    mv "$name.part" "$name.age"
else
    gpg --homedir "$keys" --batch --quiet --trust-model always --encrypt --recipient-file "$GPG_KEY_FILE" \
        --output "$name.part" "$name"
    mv "$name.part" "$name.gpg"
fi
find "$to" -maxdepth 1 -type f -mtime "+$keep" \( -name 'cardroom-*.sqlite.age' -o -name 'cardroom-*.sqlite.gpg' \
    -o -name 'cardroom-*.dump.age' -o -name 'cardroom-*.dump.gpg' \) -delete
