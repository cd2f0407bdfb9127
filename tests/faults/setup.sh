#!/usr/bin/env bash
# Sees to it that there is what the campaign of faults breaks: PostgreSQL, Patroni, etcd, HAProxy, ip. An operator's tools, not Greffe's.
#
# They are Debian's, and none of them is left running.
set -euo pipefail

"$(dirname -- "$(readlink -f -- "$0")")/../../ops/postgres.sh"
missing=()
for program in patroni etcd haproxy ip; do
    PATH=$PATH:/usr/sbin:/sbin command -v "$program" >/dev/null || missing+=("$program")
done
[ "${#missing[@]}" -ne 0 ] || exit 0
packages=(patroni python3-etcd etcd-server haproxy iproute2)
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "greffe: the long campaign of faults is left out: install ${packages[*]} (on Debian, as root: apt-get install)." >&2
    exit 0
fi
echo "greffe: installing ${packages[*]}…" >&2
# Their services are not started: the campaign starts what it needs, in folders of its own.
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
    trap 'rm -f -- "$policy"' EXIT
fi
{
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}"
} >&2
