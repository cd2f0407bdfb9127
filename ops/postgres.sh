#!/usr/bin/env bash
# Sees to it that there is a PostgreSQL to test its store with, and pgBackRest to back it up: Debian's. Does nothing where they are.
#
# Only its programs are used, by the tests themselves, in folders of their own; no server is left running. Without rights to install it the
# tests of that store are left out, and say so.
set -euo pipefail

packages=()
command -v initdb >/dev/null || compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || packages+=(postgresql)
command -v pgbackrest >/dev/null || packages+=(pgbackrest)
if [ "${#packages[@]}" -eq 0 ]; then exit 0; fi
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "greffe: tests of the PostgreSQL store are left out (on Debian, as root: apt-get install ${packages[*]})." >&2
    exit 0
fi
echo "greffe: installing ${packages[*]} by apt-get, as root…" >&2
{
    apt-get update -qq
    # Without a cluster of its own: the tests make theirs.
    mkdir -p /etc/postgresql-common
    [ -e /etc/postgresql-common/createcluster.conf ] || echo 'create_main_cluster = false' >/etc/postgresql-common/createcluster.conf
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}"
} >&2 || [ "${packages[*]}" = pgbackrest ]  # without that one test is left out, and says so
