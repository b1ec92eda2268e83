#!/bin/sh
# Makes a virtual environment with any Python of 3.11 or newer: sh scripts/venv.sh .venv
# PYTHON=/path/to/python overrides the search.
set -eu

target=${1:-.venv}
recent='import sys; assert sys.version_info >= (3, 11)'

find_python() {
    for name in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python \
        /opt/homebrew/bin/python3 /usr/local/bin/python3; do
        if "$name" -c "$recent" >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
    return 1
}

# Debian ships venv and pip's installer apart from Python itself.
can_make_venv() { "$1" -c 'import venv, ensurepip' >/dev/null 2>&1; }

# Only on Debian and its relatives, and only for root; elsewhere the user decides.
install_debian() {
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    echo "Installing with apt-get: $*"
    export DEBIAN_FRONTEND=noninteractive
    apt-get -q update && apt-get -q install -y --no-install-recommends "$@"
}

# An environment that works is kept, whoever made it.
if "$target/bin/python" -c "$recent; import pip" >/dev/null 2>&1; then
    exit 0
fi

if ! python=$(find_python); then
    install_debian python3 python3-venv || true
    if ! python=$(find_python); then
        echo "No Python 3.11 or newer was found. Install one (Debian: apt-get install python3" \
            "python3-venv; macOS: brew install python, or python.org) or set PYTHON to its path." >&2
        exit 1
    fi
fi

if ! can_make_venv "$python"; then
    install_debian python3-venv || true
    if ! can_make_venv "$python"; then
        echo "$python cannot make a virtual environment because a part of it is missing." \
            "On Debian or Ubuntu run: sudo apt-get install python3-venv" >&2
        exit 1
    fi
fi

echo "Making $target with $("$python" --version) ..."
# --clear: leftovers of a broken environment would otherwise stay.
exec "$python" -m venv --clear "$target"
