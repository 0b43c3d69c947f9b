#!/bin/sh
# Watches the primary of PostgreSQL, and promotes a standby when it is gone: docs/hosting.md, "When the primary is gone".
# Arguments: each server as NAME=CONNECTION. NAME is its application_name as a standby, and CONNECTION is what libpq reads, as
# 'd1=host=db1.example.org user=supervisor'. The user is a superuser. PSQL names the program; REPLICATION has what the connection of
# a standby to its primary needs beside that ("user=replicator").
set -eu
psql=${PSQL:-psql}
replication=${REPLICATION:-}
interval=0.5
# So many questions in a row without an answer, each of a second at most: the primary is gone.
most=2

say() { echo "$(date -u +%H:%M:%S) supervisor: $*"; }

connection() {
    for server in $servers; do
        case $server in "$1="*) printf '%s\n' "${server#*=}" | tr '\t' ' ' ;; esac
    done
}

# What a server answers within a second; nothing if it does not. SQL after the first statement is carried out on its own.
ask() {
    whom=$(connection "$1")
    shift
    for sql in "$@"; do set -- "$@" --command "$sql"; shift; done
    timeout 1 "$psql" --no-psqlrc --quiet --tuples-only --no-align --set ON_ERROR_STOP=1 \
        --dbname "dbname=postgres connect_timeout=2 $whom" "$@" 2>/dev/null
}

# "t" for a standby, "f" for a primary, nothing for a server that does not answer.
recovers() { ask "$1" 'SELECT pg_is_in_recovery()' || true; }

follow() {
    ask "$1" "ALTER SYSTEM SET primary_conninfo = '$(connection "$2") $replication application_name=$1'" \
        'SELECT pg_reload_conf()' >/dev/null
}

# From then on the standby confirms nothing to the old primary.
stop_receiving() {
    ask "$1" "ALTER SYSTEM SET primary_conninfo = ''" 'SELECT pg_reload_conf()' >/dev/null || return 1
    tries=40 silent=0
    # Twice: a receiver that was about to start had read the setting of before.
    while [ "$silent" -lt 2 ]; do
        if [ "$(ask "$1" 'SELECT count(*) FROM pg_stat_wal_receiver')" = 0 ]; then silent=$((silent + 1)); else silent=0; fi
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || return 1
        sleep 0.1
    done
}

log_of() {
    ask "$1" "SELECT greatest(coalesce(pg_last_wal_receive_lsn(), '0/0'), coalesce(pg_last_wal_replay_lsn(), '0/0')) - '0/0'"
}

# Every move that was acknowledged is on the old primary and on one standby at least. Which one, nobody knows: so all standbys
# must be reached, or a person has to decide.
fail_over() {
    for name in $names; do
        [ "$name" = "$primary" ] || [ "$(recovers "$name")" = t ] || { waits "$name"; return 0; }
    done
    for name in $names; do
        [ "$name" = "$primary" ] || stop_receiving "$name" || { waits "$name"; return 0; }
    done
    best='' most_log=-1
    for name in $names; do
        [ "$name" != "$primary" ] || continue
        log=$(log_of "$name") || { waits "$name"; return 0; }
        if [ "$log" -gt "$most_log" ]; then best=$name most_log=$log; fi
    done
    ask "$best" 'SELECT pg_promote(false)' >/dev/null || { waits "$best"; return 0; }
    tries=100
    until [ "$(recovers "$best")" = f ]; do
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || { waits "$best"; return 0; }
        sleep 0.05
    done
    for name in $names; do
        [ "$name" = "$primary" ] || [ "$name" = "$best" ] || follow "$name" "$best" || say "$name does not follow $best"
    done
    say "promoted $best in place of $primary"
    primary=$best missed=0 waiting=''
}

waits() {
    [ "$waiting" = "$1" ] || say "the primary $primary is gone, and $1 cannot be reached: a person has to decide"
    waiting=$1
}

# A primary of before that is there again takes no more writes, and cardroom no longer chooses it.
fence() {
    for name in $names; do
        if [ "$name" != "$primary" ] && [ "$(recovers "$name")" = f ]; then
            ask "$name" 'ALTER SYSTEM SET default_transaction_read_only = on' 'SELECT pg_reload_conf()' \
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()" \
                >/dev/null || true
            [ "$fenced" = "$name" ] || say "$name was a primary before: stop it, and make it a standby of $primary anew"
            fenced=$name
        fi
    done
}

names='' servers=''
for server in "$@"; do
    names="$names ${server%%=*}"
    # Blanks separate the servers in the list.
    servers="$servers $(printf '%s' "$server" | tr ' ' '\t')"
done
IFS=' '
primary='' missed=0 waiting='' fenced='' turn=0
until [ -n "$primary" ]; do
    for name in $names; do
        if [ "$(recovers "$name")" = f ]; then primary=$name; fi
    done
    sleep "$interval"
done
say "the primary is $primary"
while :; do
    if [ "$(recovers "$primary")" = f ]; then
        # It was slow, and is there: the standbys follow it as before.
        if [ -n "$waiting" ]; then
            for name in $names; do [ "$name" = "$primary" ] || follow "$name" "$primary" || true; done
        fi
        missed=0 waiting=''
        turn=$(((turn + 1) % 3))
        [ "$turn" -ne 0 ] || fence
    else
        missed=$((missed + 1))
        [ "$missed" -lt "$most" ] || fail_over
    fi
    sleep "$interval"
done
