#!/bin/sh
# Builds the bots of an older commit as an engine, and prints its path:
#   bots=$(examples/old-bots.sh 9ef40711)
#   cardroom arena hearts --bots champion,cmd:"$bots expert-2026" --sets 100
# Commit 9ef40711 is the last one with `expert-2026` and `rule-2026`, by which docs/measurements/strength.md measures. From 0.1.0 on a release has
# this as a command: cmd:"cardroom-0.1.0 engine expert".
set -eu
commit=${1:-9ef40711}
root=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
tree=$root/target/old-bots/$commit
mkdir -p "$tree"
git -C "$root" archive "$commit" | tar -x -C "$tree"
mkdir -p "$tree/crates/engine/examples"
cp "$root/crates/arena/src/engine/level.rs" "$tree/crates/engine/examples/level.rs"
cat >>"$tree/crates/engine/examples/level.rs" <<'MAIN'

fn main() -> io::Result<()> {
    let level = std::env::args().nth(1).ok_or_else(|| io::Error::other("usage: level LEVEL"))?;
    play_level(&level, Box::new(io::stdin().lock()), &mut io::stdout())
}
MAIN
cd "$tree"
cargo build --quiet --release --locked --package engine --example level --target-dir "$tree/target" >&2
echo "$tree/target/release/examples/level"
