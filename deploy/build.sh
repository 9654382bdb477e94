#!/bin/sh
# Puts the service into an empty folder, from which it runs: deploy/build.sh /opt/payments/releases/1.0.0
#
# Needs make, tar, Python 3.11 or newer, a package index and an npm registry; the folder may not move afterwards, and nothing
# writes to it. The registry is for the clients, which the documents offer to install: CLIENTS=no leaves them out.
# OPTIONAL="s3 sftp traces errors" adds the packages for documents in a bucket, bank files by SFTP, OpenTelemetry and Sentry.
# deploy/Containerfile goes by these steps, and so does a machine without containers.
set -eu
target=${1:?"Where to? deploy/build.sh /opt/payments/releases/1.0.0"}
cd "$(dirname "$0")/.."
mkdir -p "$target"
target=$(cd "$target" && pwd)
if [ -n "$(ls -A "$target")" ]; then
    echo "ERROR: $target is not empty. Build each release into a folder of its own." >&2
    exit 1
fi
# A working copy has no file COMMIT, an archive of a release has one.
sed -n 's/^!//p' .dockerignore | while read -r name; do [ ! -e "$name" ] || echo "$name"; done |
    tar --create --exclude=__pycache__ --exclude=node_modules --files-from=- |
    tar --extract --no-same-owner --directory="$target"
# Which code this is, for what the service shows of itself. An image of a working copy is told:
# docker build --build-arg COMMIT=$(git rev-parse HEAD)
commit=${COMMIT:-$(cat COMMIT 2>/dev/null || git rev-parse HEAD 2>/dev/null || true)}
[ -z "$commit" ] || echo "$commit" > "$target/COMMIT"
cd "$target"
# Byte code lies beside the modules: the user of the service may not write it, and each process would compile anew.
UV_COMPILE_BYTECODE=1 make install PYTHONPYCACHEPREFIX= OPTIONAL="${OPTIONAL:-}" CLIENTS="${CLIENTS:-yes}"
.venv/bin/python -m compileall -q -j 0 manage.py banks compliance config invitations payments platforms webhooks
rm -rf clients .venv/docs .venv/.docs .venv/tables .venv/clients .venv/.clients .venv/node-* .uv .cache
touch .built
chmod -R a+rX,go-w .
