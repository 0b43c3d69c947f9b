#!/bin/sh
# Times our playouts and tree searches of Schwarze Dame and OpenSpiel's of hearts: see openspiel.py. OpenSpiel is
# installed in a throwaway environment. Example: `benches/compare.sh --rounds 5 --seconds 2`.
set -eu
cd "$(dirname "$0")/.."
env=$(mktemp -d)
trap 'rm -rf "$env"' EXIT
trap 'exit 1' INT TERM
python3 -m venv "$env"
"$env/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2
cargo build --quiet --release --package benches --example playouts --example searches
built="${CARGO_TARGET_DIR:-target}/release/examples"
"$env/bin/python" benches/openspiel.py --ours "$built/playouts" --searches "$built/searches" "$@"
