#!/bin/sh
# Measures what the Python package costs, and pyspiel in the same run: see python.py. The wheel is built first. The
# wheel and its peers are installed in a throwaway environment. Arguments are passed on: `benches/python.sh --rounds 7
# --two-cores`.
set -eu
cd "$(dirname "$0")/.."
cargo xtask python
env=$(mktemp -d)
trap 'rm -rf "$env"' EXIT
trap 'exit 1' INT TERM
target="${CARGO_TARGET_DIR:-target}/python/bin/python"
"$target" -m venv "$env"
"$env/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2 pettingzoo==1.27.0 gymnasium==1.4.0 numpy==2.4.6
"$env/bin/pip" install --quiet --disable-pip-version-check --no-deps dist/cardroom-*.whl
"$env/bin/python" benches/python.py --wheel dist/cardroom-*.whl "$@"
