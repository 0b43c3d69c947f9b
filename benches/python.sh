#!/bin/sh
# Measures the costs of the Python package and of pyspiel in one run: see python.py. Builds the wheel, and installs both
# in a throwaway environment. Example: `benches/python.sh --rounds 7 --two-cores`.
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
