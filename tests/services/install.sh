#!/bin/sh
# Installs what tests/redis needs, from Debian's packages. Does nothing where it is there.
set -eu

if command -v redis-server >/dev/null; then
    redis-server --version
    exit 0
fi
apt-get update
# Without starting a service of its own: the tests start theirs.
RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends redis-server
redis-server --version
