#!/bin/sh
# A house of several nodes on this machine, until Ctrl-C: PostgreSQL, NATS, the nodes, and HAProxy before them.
# Arguments: the program cardroom, the folder of PostgreSQL's programs, how many nodes, and the port of the balancer. The nodes
# have the ports after it. Everything is in a folder that is deleted at the end.
set -eu
cardroom=$1 postgres=$2 nodes=$3 port=$4
bus_port=$((port + nodes + 1))
house=$(mktemp -d "${TMPDIR:-/tmp}/cardroom-cluster.XXXXXX")
balancer='' servers='' bus='' database='' user=''

# Away from Ctrl-C of the terminal, and not left behind if this script is killed.
start() { exec setsid setpriv --pdeathsig TERM "$@"; }

end() {
    trap '' INT TERM
    trap - EXIT
    echo "The cluster stops."
    for pid in $balancer $servers; do kill -TERM "$pid" 2>/dev/null || true; done
    for pid in $balancer $servers; do wait "$pid" 2>/dev/null || true; done
    for pid in $bus; do kill -TERM "$pid" 2>/dev/null || true; done
    for pid in $database; do kill -INT "$pid" 2>/dev/null || true; done
    for pid in $bus $database; do wait "$pid" 2>/dev/null || true; done
    rm -rf "$house"
}
trap end EXIT
trap 'exit 0' INT TERM

# Whether a command succeeds within a minute; else the log says why not.
await() {
    log=$1
    shift
    tries=600
    until "$@" >/dev/null 2>&1; do
        tries=$((tries - 1))
        if [ "$tries" -eq 0 ]; then
            cat "$log" >&2
            exit 1
        fi
        sleep 0.1
    done
}

chmod 711 "$house"
mkdir "$house/postgres"
# PostgreSQL refuses to run as root.
if [ "$(id -u)" -eq 0 ]; then
    chown postgres "$house/postgres"
    user='setpriv --reuid=postgres --regid=postgres --clear-groups'
fi
(cd / && $user "$postgres/initdb" --username=cardroom --auth=trust --encoding=UTF8 --no-locale \
    --pgdata "$house/postgres/data") >"$house/initdb.log"
(cd / && start $user "$postgres/postgres" -D "$house/postgres/data" -k "$house/postgres" -c listen_addresses='') \
    >"$house/postgres.log" 2>&1 &
database=$!
await "$house/postgres.log" "$postgres/createdb" -h "$house/postgres" -U cardroom cardroom
start "${NATS_SERVER:-nats-server}" --addr 127.0.0.1 --port "$bus_port" >"$house/nats.log" 2>&1 &
bus=$!

{
    echo "defaults"
    echo "    mode http"
    echo "    option forwardfor"
    echo "    option redispatch"
    for time in "connect 2s" "client 90s" "server 90s" "tunnel 90s"; do echo "    timeout $time"; done
    echo "frontend people"
    echo "    bind 127.0.0.1:$port"
    echo "    default_backend nodes"
    echo "backend nodes"
    echo "    balance leastconn"
    echo "    option httpchk GET /healthz"
    echo "    default-server check inter 1s fall 2"
} >"$house/haproxy.cfg"
store="postgres://cardroom@$(echo "$house/postgres" | sed 's,/,%2F,g')/cardroom"
for number in $(seq "$nodes"); do
    own=$((port + number))
    start "$cardroom" serve --port "$own" --data "$house/node$number" --node "node$number" --store "$store" \
        --bus "nats://127.0.0.1:$bus_port" --public-url "http://127.0.0.1:$port" --trusted-proxy 127.0.0.1 --log info \
        >"$house/node$number.log" 2>&1 &
    servers="$servers $!"
    echo "node$number: process $!, port $own, log $house/node$number.log"
    await "$house/node$number.log" "$cardroom" health --address "127.0.0.1:$own"
    echo "    server node$number 127.0.0.1:$own" >>"$house/haproxy.cfg"
done
start haproxy -db -f "$house/haproxy.cfg" >"$house/haproxy.log" 2>&1 &
balancer=$!
await "$house/haproxy.log" "$cardroom" health --address "127.0.0.1:$port"
echo "cardroom is at http://127.0.0.1:$port"
echo "Ctrl-C stops it."
wait "$database"
