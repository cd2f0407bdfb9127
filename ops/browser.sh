#!/usr/bin/env bash
# Sees to it that there is a browser to test the pages in: Debian's Chromium. Does nothing where there is one.
#
# Playwright drives it; it can download none of its own here. Without rights to install it the page tests are left out, and say so.
# Its shell without windows is preferred: a new visitor costs it a fifth of the processor time that Chromium spends on a window of its own.
set -euo pipefail

for name in chromium-headless-shell chromium chromium-browser; do
    if command -v "$name" >/dev/null; then exit 0; fi
done
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "greffe: the page tests are left out: install Chromium (on Debian, as root: apt-get install chromium)." >&2
    exit 0
fi
echo "greffe: installing chromium by apt-get, as root…" >&2
{
    apt-get update -qq
    export DEBIAN_FRONTEND=noninteractive
    apt-get install -y -qq --no-install-recommends chromium-headless-shell fonts-dejavu-core ||
        apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core
} >&2
