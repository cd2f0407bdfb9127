#!/usr/bin/env bash
# Sets up .venv with what `serve` or `test` needs, and does nothing where that is done.
#
#   ops/setup.sh serve|extras|postgres|telemetry|test
#
# Needs Python 3.11 or newer and a package registry that pip or uv knows. The pip that comes with Python fetches uv, and uv the rest, each
# with hashes. What was installed is told by a copy of its lock file in .venv.
set -euo pipefail

what=${1:?usage: ops/setup.sh serve|extras|postgres|telemetry|test}
cd -P -- "$(dirname -- "$(readlink -f -- "$0")")/.."
lock=ops/lock/$what.txt

say() { printf 'greffe: %s\n' "$*" >&2; }

ready() { cmp -s "$lock" ".venv/$what.txt" && cmp -s ops/lock/uv.txt .venv/uv.txt && [ -x .venv/bin/greffe ] && .venv/bin/python -c '' 2>/dev/null; }

usable_python() {
    local name
    for name in python3 python3.14 python3.13 python3.12 python3.11; do
        if "$name" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
    return 1
}

install_python() {
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        say "Python 3.11 or newer with its venv module is needed: install it (on Debian, as root: apt-get install python3-venv)."
        exit 1
    fi
    say "installing python3-venv by apt-get, as root…"
    {
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv
    } >&2
}

make_environment() {
    local python
    python=$(usable_python) || { install_python && python=$(usable_python); } || {
        say "This machine's Python is older than 3.11: install a newer one with its venv module."
        exit 1
    }
    "$python" -m venv --clear --without-pip .venv
}

# Whether .venv is one of the Python that is there now, and no set-up of it was ended half way: then it is made from nothing.
usable_environment() {
    [ ! -e .venv/unfinished ] || return 1
    .venv/bin/python -c 'import os, sys, sysconfig; sys.exit(not os.path.isdir(sysconfig.get_path("purelib")))' 2>/dev/null
}

# Without a home there is no place for a cache; uv needs one meanwhile.
choose_cache() {
    if [ -z "${HOME:-}" ] || ! [ -w "$HOME" ]; then
        export PIP_NO_CACHE_DIR=1 UV_CACHE_DIR="${UV_CACHE_DIR:-$PWD/.venv/cache}"
    fi
}

# Python's own pip, on .venv: the one that is installed, which is compiled, or else the one in the wheel that every Python brings. Putting
# that into the environment takes longer than what it does here.
pip() {
    local python wheel
    python=$(usable_python)
    if "$python" -c 'import pip' 2>/dev/null; then
        "$python" -m pip --disable-pip-version-check --no-input --python .venv/bin/python "$@"
        return
    fi
    wheel=$(.venv/bin/python -c '
import ensurepip, pathlib, sys, sysconfig
for place in sysconfig.get_config_var("WHEEL_PKG_DIR"), pathlib.Path(ensurepip.__file__).parent / "_bundled":
    for wheel in pathlib.Path(place or "/nowhere").glob("pip-*.whl"):
        sys.exit(print(wheel))')
    PYTHONPATH=$wheel PYTHONDONTWRITEBYTECODE=1 .venv/bin/python -m pip --disable-pip-version-check --no-input "$@"
}

# uv reads no settings of pip's: a registry, certificates and a proxy that pip was told of are told to uv, unless it has its own.
translate_settings() {
    local name value
    options=()
    while IFS== read -r name value; do
        value=${value#\'} value=${value%\'} value=${value//\\n/ }
        case $name in
            *.index-url) export UV_DEFAULT_INDEX="${UV_DEFAULT_INDEX:-$value}" ;;
            *.extra-index-url) export UV_INDEX="${UV_INDEX:-$value}" ;;
            *.find-links) export UV_FIND_LINKS="${UV_FIND_LINKS:-${value// /,}}" ;;
            *.no-index) options+=(--no-index) ;;
            *.trusted-host) export UV_INSECURE_HOST="${UV_INSECURE_HOST:-$value}" ;;
            *.cert) export SSL_CERT_FILE="${SSL_CERT_FILE:-$value}" ;;
            *.proxy) export ALL_PROXY="${ALL_PROXY:-$value}" ;;
        esac
    done <.venv/pip-settings
    export UV_INDEX_STRATEGY="${UV_INDEX_STRATEGY:-unsafe-best-match}" # as pip: whichever registry has the file of that hash
}

install_dependencies() {
    choose_cache
    pip config list >.venv/pip-settings &
    # Meanwhile, since that waits for the network: what the first start would compile of the rooms.
    [ -n "${PYTHONDONTWRITEBYTECODE:-}" ] || .venv/bin/python -m compileall -q domain projections api ops &
    if ! cmp -s ops/lock/uv.txt .venv/uv.txt; then
        pip install --quiet --no-deps --no-compile --only-binary :all: --require-hashes -r ops/lock/uv.txt || return
    fi
    wait
    translate_settings
    .venv/bin/uv pip install --quiet --python .venv/bin/python --no-deps --require-hashes \
        ${options[@]+"${options[@]}"} -r "$lock" || return
    rm -rf .venv/cache
    # The rooms are imported from where they stand; the path is relative, so the folder can be moved.
    echo ../../../.. >"$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/greffe.pth"
}

make_command() {
    cat >.venv/bin/greffe.new <<'SCRIPT'
#!/bin/sh
exec "$(dirname -- "$(readlink -f -- "$0")")/python" -P -m ops.cli "$@"
SCRIPT
    chmod +x .venv/bin/greffe.new
    mv -f .venv/bin/greffe.new .venv/bin/greffe
}

if ready; then exit 0; fi
if ! [ -w . ]; then
    say "The folder $PWD cannot be written: .venv is made in it."
    exit 1
fi
# Two first starts at once: the second waits here and finds everything done.
if command -v flock >/dev/null; then
    exec 9<ops/setup.sh
    flock 9
    if ready; then exit 0; fi
fi
say "setting up .venv for $what (once; about a minute)…"
usable_environment || make_environment
touch .venv/unfinished
# What was set up for another version of the checkout is not there any more once packages are changed.
for mark in .venv/*.txt; do
    cmp -s "$mark" "ops/lock/${mark##*/}" || rm -f "$mark"
done
install_dependencies >&2 || {
    say "The dependencies could not be installed: see the message above."
    exit 1
}
make_command
# What a start imports is compiled now: a service that may not write here would compile it anew at each start.
[ -n "${PYTHONDONTWRITEBYTECODE:-}" ] ||
    .venv/bin/python -P -c 'from ops.serving.forks import import_shared; import_shared()' 2>/dev/null || true
cp "$lock" ops/lock/uv.txt .venv/
# The others pin everything that serve.txt pins, alike.
if [ "$what" != serve ]; then cp ops/lock/serve.txt .venv/serve.txt; fi
rm -f .venv/unfinished
