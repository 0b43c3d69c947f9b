#!/bin/sh
# Tries the files of a release as a host meets them: packaging/trial.sh [FOLDER], by default dist/release, as root. On an empty Debian
# (or Ubuntu: what this machine is) it installs an older package, changes the configuration, starts the service, plays, upgrades,
# removes and purges; then it starts the image. There is no systemd in a chroot: it runs the command of the unit as its user, and
# systemd's own checks read the units. MIRROR=URL names another archive for the Debian.
set -eu
[ "$(id -u)" = 0 ] || exec sudo ${MIRROR:+MIRROR="$MIRROR"} "$0" "$@"
for program in buildah:buildah curl:curl dpkg-deb:dpkg mmdebstrap:mmdebstrap systemd-analyze:systemd; do
    command -v "${program%:*}" >/dev/null || { echo "no ${program%:*}: apt install ${program#*:}" >&2; exit 2; }
done
files=${1:-dist/release}
deb=$(ls "$files"/cardroom_*.deb)
archive=$(ls "$files"/cardroom-*.tar.gz)
image=$(ls "$files"/cardroom-*.image.tar 2>/dev/null || true)
work=$(mktemp -d)
debian=$work/debian
units=$debian/usr/lib/systemd/system
server=
container=

finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    [ -z "$container" ] || buildah rm "$container" >/dev/null
    rm -rf "$work"
}
trap finish EXIT
# A signal ends the trial: it is then as one that failed.
trap 'exit 1' INT TERM

# With images of its own, which go with the folder.
buildah() { command buildah --root "$work/images" --runroot "$work/run" "$@"; }
fail() { echo "trial: $*" >&2; exit 1; }
# Nothing of this shell goes into another system. A word for each part: a server that is started so keeps the process's number.
bare='env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive chroot'
inside() { $bare "$debian" "$@"; }
setting() { sed -n "s/^$1=//p" "$units/cardroom.service"; }
ask() { curl --silent --show-error --fail --max-time 30 --cookie "$work/cookies" --cookie-jar "$work/cookies" "$@"; }

# Runs a server until it says where it is: sets $server and $address.
start() {
    : >"$work/out"
    "$@" >"$work/out" 2>"$work/err" </dev/null &
    server=$!
    until address=$(sed -n 's,^cardroom is at http://,,p' "$work/out") && [ -n "$address" ]; do
        kill -0 "$server" 2>/dev/null || { server=; cat "$work/out" "$work/err" >&2; fail "the server did not start"; }
        sleep 0.1
    done
    address=127.0.0.1:${address##*:}
    ask "http://$address/" | grep -q '<script' || fail "no page at $address"
    ask "http://$address/healthz" >/dev/null || fail "not healthy at $address"
}

# Asks it to end, as systemd does.
stop() {
    kill "$server"
    wait "$server" || fail "it was asked to end and failed: $?"
    server=
}

# What systemd does at the start: the folder of the data, then the command as the user.
start_unit() {
    data=$debian/var/lib/$(setting StateDirectory)
    mkdir -p "$data"
    chmod "$(setting StateDirectoryMode)" "$data"
    inside chown "$(setting User):$(setting Group)" "/var/lib/$(setting StateDirectory)"
    # shellcheck disable=SC2046 # the words of the command
    start $bare --userspec="$(setting User):$(setting Group)" "$debian" $(setting ExecStart)
}

# Answers no questions; with two changes of one file the host's stays.
install() {
    cp "$1" "$debian/tmp/cardroom.deb"
    inside apt-get -qq --no-install-recommends -o Dpkg::Options::=--force-confdef -o Dpkg::Options::=--force-confold \
        install /tmp/cardroom.deb >"$work/apt" 2>&1 || { cat "$work/apt" >&2; fail "apt-get install $1"; }
}

# systemd reads each unit, its programs being those of the Debian; the service is little exposed (below 2 of 10).
read_units() {
    mkdir -p "$work/units"
    for unit in "$units"/cardroom*; do
        name=$(basename "$unit" | sed 's/@/@one/')
        sed "s,=/usr/,=$debian/usr/," "$unit" >"$work/units/$name"
        said=$(systemd-analyze verify --man=no "$work/units/$name" 2>&1 | grep cardroom) && fail "$said"
    done
    systemd-analyze security --offline=true --threshold=20 "$work/units/cardroom.service" >"$work/security" ||
        { cat "$work/security" >&2; fail "the unit is too exposed"; }
}

. /etc/os-release
# shellcheck disable=SC2086 # no mirror is no word
mmdebstrap --quiet --variant=minbase "$VERSION_CODENAME" "$debian" ${MIRROR:-}
cp /etc/resolv.conf "$debian/etc/resolv.conf"
echo "a Debian with nothing in it"

# Whoever made the older one thought of other settings: the upgrade meets two changes of one file.
dpkg-deb --raw-extract "$deb" "$work/older"
sed -i 's/^Version: .*/Version: 0.0.0/' "$work/older/DEBIAN/control"
printf '# An older file.\ndata = "/var/lib/cardroom"\n' >"$work/older/etc/cardroom.toml"
(cd "$work/older" && find usr -type f -exec md5sum {} + >DEBIAN/md5sums)
dpkg-deb --root-owner-group -Znone --build "$work/older" "$work/older.deb" >/dev/null
install "$work/older.deb"
enabled=$debian/etc/systemd/system/multi-user.target.wants/cardroom.service
for path in usr/bin/cardroom etc/cardroom.toml usr/share/man/man1/cardroom-serve.1.gz usr/share/bash-completion/completions/cardroom; do
    [ -f "$debian/$path" ] || fail "/$path is not there"
done
[ -L "$enabled" ] || fail "the service is not enabled"
inside getent passwd cardroom | grep -q ':/var/lib/cardroom:/usr/sbin/nologin$' || fail "the user: $(inside getent passwd cardroom)"
changed=$(inside dpkg --verify cardroom)
[ -z "$changed" ] || fail "dpkg --verify: $changed"
# A change by the host: a port that nobody else has.
echo 'port = 0' >>"$debian/etc/cardroom.toml"
read_units
start_unit
inside /usr/bin/cardroom health --address "$address" >/dev/null
table=$(ask --json '{"game":"rouge-et-noir"}' "http://$address/api/v1/tables" | sed 's/^{"id":"\([^"]*\)".*/\1/')
stop
echo "installed, started, the page is served, a table was opened"

install "$deb"
version=$(inside dpkg-query --show --showformat='${Version}' cardroom)
[ "$version" = "$(dpkg-deb --field "$deb" Version)" ] || fail "the version is $version"
grep -q '^# An older file' "$debian/etc/cardroom.toml" && grep -q '^port = ' "$debian/etc/cardroom.toml" ||
    fail "the host's configuration was replaced"
[ -f "$debian/etc/cardroom.toml.dpkg-dist" ] || fail "the new configuration is not beside the host's"
read_units
start_unit
ask "http://$address/api/v1/me" | grep -q "$table" || fail "after the upgrade the table is gone"
stop
echo "upgraded: the configuration, the person and the table are there"

inside apt-get -qq remove cardroom >/dev/null 2>&1
[ ! -e "$debian/usr/bin/cardroom" ] || fail "the program is still there"
[ -f "$debian/etc/cardroom.toml" ] || fail "the configuration is gone before a purge"
inside apt-get -qq purge cardroom >/dev/null 2>&1
for path in etc/cardroom.toml etc/systemd/system/cardroom.service etc/systemd/system/multi-user.target.wants/cardroom.service; do
    [ ! -e "$debian/$path" ] && [ ! -L "$debian/$path" ] || fail "/$path is still there"
done
[ -f "$debian/var/lib/cardroom/cardroom.sqlite" ] || fail "a purge deleted the games"
echo "removed and purged: the games stay"

# Where `cargo binstall` looks.
tar -xzf "$archive" -C "$work"
"$work/$(basename "$archive" .tar.gz)/cardroom" --version
echo "the archive has the program"

[ -n "$image" ] || { echo "there is no image"; exit 0; }
container=$(buildah from --quiet "docker-archive:$image")
root=$(buildah mount "$container")
config() { buildah inspect --format "{{$1}}" "$container"; }
user=$(config .OCIv1.Config.User)
[ "${user%%:*}" -gt 0 ] || fail "the image would run as root"
words=$(config 'range .OCIv1.Config.Entrypoint}}{{.}} {{end}}{{range .OCIv1.Config.Cmd}}{{.}} {{end')
# shellcheck disable=SC2086 # the words of the command
start $bare --userspec="$user" "$root" $words --port 0
$bare --userspec="$user" "$root" /usr/bin/cardroom health --address "$address" >/dev/null
stop
[ -f "$root/data/cardroom.sqlite" ] || fail "the data are not in /data"
! $bare --userspec="$user" "$root" /usr/bin/cardroom health --address "$address" >/dev/null 2>&1 ||
    fail "a stopped server is called healthy"
echo "the image: started as its user, healthy, stopped"
