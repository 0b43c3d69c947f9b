#!/bin/sh
# Watches the primary of PostgreSQL, and promotes a standby when the primary is gone: docs/hosting.md, "When the primary is gone".
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

# Says what it waits for, until that changes.
wait_for() {
    [ "$waiting" = "$*" ] || say "$*"
    waiting=$*
}

# Says something about a server, once while the primary is the same.
tell_once() {
    case " $told " in *" $1 "*) return 0 ;; esac
    told="$told $1"
    shift
    say "$*"
}

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

# What a server is, as one of these lines; nothing if it does not answer:
#   primary TIMELINE open|fenced FOLLOWERS   how many of the other servers receive its log now
#   standby TIMELINE follows|cut             the latest timeline that it is known to have followed; whether it may receive
# A promotion begins a new timeline, so the primary with the highest one was promoted last. The name of the log's file begins with
# it. The control file would have it too, but learns of it only at a checkpoint.
state() {
    ask "$1" "SELECT CASE WHEN pg_is_in_recovery() THEN concat_ws(' ', 'standby',
            greatest((SELECT timeline_id FROM pg_control_checkpoint()),
                (SELECT min_recovery_end_timeline FROM pg_control_recovery()), (SELECT received_tli FROM pg_stat_wal_receiver)),
            CASE current_setting('primary_conninfo') WHEN '' THEN 'cut' ELSE 'follows' END)
        ELSE concat_ws(' ', 'primary', ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int,
            CASE current_setting('default_transaction_read_only') WHEN 'on' THEN 'fenced' ELSE 'open' END,
            (SELECT count(*) FROM pg_stat_replication
                WHERE state = 'streaming' AND application_name = ANY (string_to_array('$names', ' ')))) END" || true
}

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

# Finds the primary at the start. After a failover the old one may answer as a primary too, and to choose that one would fence the
# other, which has moves that the old one never had. So all servers have to answer, and the answers must leave no doubt.
choose() {
    best='' best_timeline=0 best_is='' same='' followed='' latest=0 latest_at=''
    for name in $names; do
        answer=$(state "$name")
        if [ -z "$answer" ]; then
            wait_for "waits until all servers answer, before it chooses the primary: $name does not"
            return 0
        fi
        # The line of `state`, as words.
        # shellcheck disable=SC2086
        set -- $answer
        if [ "$1" = standby ]; then
            [ "$2" -le "$latest" ] || latest=$2 latest_at=$name
            continue
        fi
        [ "$4" -eq 0 ] || followed="$followed $name"
        if [ "$2" -gt "$best_timeline" ]; then
            best=$name best_timeline=$2 best_is=$3 same=''
        elif [ "$2" -eq "$best_timeline" ]; then
            same=$name
        fi
    done
    if [ -z "$best" ]; then
        wait_for "no server is a primary: a person has to promote one"
    elif [ -n "$same" ]; then
        wait_for "$best and $same are both primaries with the timeline $best_timeline: a person has to stop the wrong one"
    elif [ "$best_is" = fenced ]; then
        wait_for "$best is the only primary or the latest one, and is fenced (default_transaction_read_only): a person has to decide"
    elif [ "$latest" -gt "$best_timeline" ]; then
        wait_for "$latest_at has followed a later primary (timeline $latest) than $best (timeline $best_timeline): a person has to decide"
    elif [ -n "$followed" ] && [ "$followed" != " $best" ]; then
        wait_for "$best was promoted last, but standbys receive from$followed: a person has to decide"
    else
        primary=$best timeline=$best_timeline missed=0 waiting='' told='' turn=0
        say "the primary is $primary"
        look_after_others
    fi
}

# Every move that was acknowledged is on the old primary and on one standby at least. Which one, nobody knows: so all standbys
# must be reached, or a person has to decide.
fail_over() {
    for name in $names; do
        [ "$name" != "$primary" ] || continue
        # shellcheck disable=SC2046
        set -- $(state "$name")
        case ${1:-} in
            standby) ;;
            primary)
                if [ "$name" = "$promoting" ]; then
                    # It took longer than the round in which it was asked for.
                    promoted "$2"
                elif [ "$3" = open ] && [ "$2" -gt "$timeline" ]; then
                    say "the primary $primary is gone, and somebody else has promoted $name"
                    primary=''
                else
                    gone "$name is no standby"
                fi
                return 0
                ;;
            *)
                gone "$name cannot be reached"
                return 0
                ;;
        esac
    done
    for name in $names; do
        [ "$name" = "$primary" ] || stop_receiving "$name" || { gone "$name cannot be reached"; return 0; }
    done
    best='' most_log=-1
    for name in $names; do
        [ "$name" != "$primary" ] || continue
        log=$(log_of "$name") || { gone "$name cannot be reached"; return 0; }
        if [ "$log" -gt "$most_log" ]; then best=$name most_log=$log; fi
    done
    # From here on the old primary is not taken back: this one may be promoted although the answer was lost.
    promoting=$best
    ask "$best" 'SELECT pg_promote(false)' >/dev/null || { gone "$best cannot be reached"; return 0; }
    tries=100
    while :; do
        # shellcheck disable=SC2046
        set -- $(state "$best")
        [ "${1:-}" != primary ] || break
        tries=$((tries - 1))
        [ "$tries" -gt 0 ] || { gone "$best does not become a primary"; return 0; }
        sleep 0.05
    done
    promoted "$2"
}

# The server that was to be promoted is the primary, with this timeline.
promoted() {
    old=$primary primary=$promoting timeline=$1 promoting='' missed=0 waiting='' told=''
    for name in $names; do
        # Who does not follow now is asked again in each round.
        [ "$name" = "$primary" ] || [ "$name" = "$old" ] || follow "$name" "$primary" || say "$name does not follow $primary yet"
    done
    say "promoted $primary in place of $old"
}

gone() { wait_for "the primary $primary is gone, and $1: a person has to decide"; }

# A primary of before that is there again takes no more writes, and cardroom no longer chooses it.
fence() {
    ask "$1" 'ALTER SYSTEM SET default_transaction_read_only = on' 'SELECT pg_reload_conf()' \
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()" \
        >/dev/null || true
}

# While the primary is there: standbys that were stopped from receiving follow it, whoever stopped them and whenever, for
# example a supervisor that was started again since. Primaries of before are fenced.
look_after_others() {
    for name in $names; do
        [ "$name" != "$primary" ] || continue
        # shellcheck disable=SC2046
        set -- $(state "$name")
        case "${1:-} ${3:-}" in
            'standby cut')
                if follow "$name" "$primary"; then say "$name follows $primary again"; fi
                ;;
            'primary open')
                if [ "$2" -lt "$timeline" ]; then
                    fence "$name"
                    tell_once "$name" "$name was a primary before: stop it, and make it a standby of $primary anew"
                else
                    tell_once "$name" "$name is a primary too (timeline $2; $primary has $timeline): a person has to stop the wrong one"
                fi
                ;;
            'primary fenced') tell_once "$name" "$name was a primary before: stop it, and make it a standby of $primary anew" ;;
        esac
    done
}

names='' servers=''
for server in "$@"; do
    names="$names${names:+ }${server%%=*}"
    # Blanks separate the servers in the list.
    servers="$servers $(printf '%s' "$server" | tr ' ' '\t')"
done
IFS=' '
primary='' timeline=0 promoting='' missed=0 waiting='' told='' turn=0
while :; do
    if [ -z "$primary" ]; then
        choose
    else
        # shellcheck disable=SC2046
        set -- $(state "$primary")
        if [ "${1:-}" = primary ] && [ -z "$promoting" ]; then
            # A primary that was missed may have standbys that were stopped from receiving: they follow it at once.
            [ "$missed" -lt "$most" ] || turn=2 waiting=''
            timeline=$2 missed=0
            turn=$(((turn + 1) % 3))
            [ "$turn" -ne 0 ] || look_after_others
        else
            missed=$((missed + 1))
            [ "$missed" -lt "$most" ] || fail_over
        fi
    fi
    sleep "$interval"
done
