#!/bin/sh
# Makes a backup, encrypts it for whoever has the private key, and deletes encrypted backups that are older than KEEP_DAYS.
# Settings come from the environment (/etc/cardroom-backup.env): docs/hosting.md, "Backups every night".
set -eu
umask 077

data=${CARDROOM_DATA:-/var/lib/cardroom}
to=${CARDROOM_BACKUPS:-/var/lib/cardroom-backups}
keep=${KEEP_DAYS:-30}
cardroom=${CARDROOM:-/usr/bin/cardroom}

if [ -z "${AGE_RECIPIENT:-}${GPG_KEY_FILE:-}" ]; then
    echo "backup.sh: set AGE_RECIPIENT or GPG_KEY_FILE: a backup has the sealed seeds of running matches" >&2
    exit 1
fi
mkdir -p "$to"
name="$to/cardroom-$(date -u +%Y-%m-%dT%H%M%SZ).sqlite"
keys=$(mktemp -d)
# What is not encrypted never stays, whatever fails.
trap 'rm -rf "$name" "$name.part" "$keys"' EXIT
trap 'exit 1' HUP INT TERM
"$cardroom" backup --data "$data" --to "$name"
if [ -n "${AGE_RECIPIENT:-}" ]; then
    age --encrypt --recipient "$AGE_RECIPIENT" --output "$name.part" "$name"
    mv "$name.part" "$name.age"
else
    gpg --homedir "$keys" --batch --quiet --trust-model always --encrypt --recipient-file "$GPG_KEY_FILE" \
        --output "$name.part" "$name"
    mv "$name.part" "$name.gpg"
fi
find "$to" -maxdepth 1 -type f \( -name 'cardroom-*.sqlite.age' -o -name 'cardroom-*.sqlite.gpg' \) -mtime "+$keep" -delete
