#!/usr/bin/env bash
# Sets up .venv with what `serve` or `test` needs, and does nothing where that is done.
#
#   ops/setup.sh serve|postgres|telemetry|test
#
# Needs Python 3.11 or newer and a package registry that pip knows. What was installed is told by a copy of its lock file in .venv.
set -euo pipefail

what=${1:?usage: ops/setup.sh serve|postgres|telemetry|test}
cd -P -- "$(dirname -- "$(readlink -f -- "$0")")/.."
lock=ops/lock/$what.txt

say() { printf 'greffe: %s\n' "$*" >&2; }

ready() { cmp -s "$lock" ".venv/$what.txt" && [ -x .venv/bin/greffe ] && .venv/bin/python -c '' 2>/dev/null; }

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
    say "installing python3-venv…"
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
    touch .venv/unfinished
}

# Whether .venv is one of the Python that is there now, and no set-up of it from nothing was ended half way.
usable_environment() {
    [ ! -e .venv/unfinished ] || return 1
    .venv/bin/python -c 'import os, sys, sysconfig; sys.exit(not os.path.isdir(sysconfig.get_path("purelib")))' 2>/dev/null
}

install_dependencies() {
    # Without a home there is no place for a cache; pip would make one in the working directory.
    [ -n "${HOME:-}" ] && [ -w "$HOME" ] || export PIP_NO_CACHE_DIR=1
    .venv/bin/python -m ops.lock.install "$lock" >&2 || exit
    # The tests make packages.
    if [ "$what" = test ] && ! .venv/bin/python -c 'import pip' 2>/dev/null; then .venv/bin/python -m ensurepip >/dev/null; fi
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
# What was set up for another version of the checkout is not there any more once pip has begun.
for mark in .venv/*.txt; do
    cmp -s "$mark" "ops/lock/${mark##*/}" || rm -f "$mark"
done
install_dependencies
make_command
rm -f .venv/unfinished
cp "$lock" ".venv/$what.txt"
# The others pin everything that serve.txt pins, alike.
if [ "$what" != serve ]; then cp ops/lock/serve.txt .venv/serve.txt; fi
