#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# readme.sh CLI [new]: runs every command line of the README's console blocks, and fails where the
# program's words differ from the page's. With `new`, puts the program's words there.
set -eu
cd "$(dirname "$0")/.."
PATH="$(cd "$(dirname "$1")" && pwd):$PATH"
HOME=/nonexistent XDG_CONFIG_HOME=/nonexistent SHARDSCOPE_CATALOG_DIR=
export PATH HOME XDG_CONFIG_HOME SHARDSCOPE_CATALOG_DIR
fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT

awk '
    /^```console$/ { inside = 1 }
    /^```$/ { inside = 0; skip = 0 }
    inside && /^\$ / {
        print
        command = "(" substr($0, 3) ") 2>&1"
        while ((command | getline line) > 0) print line
        close(command)
        skip = 1
    }
    !skip' README.md >"$fresh"

if [ "${2:-}" = new ]; then
    cat "$fresh" >README.md
elif ! diff -u README.md "$fresh"; then
    echo "README.md shows what the program no longer says. ./dev readme puts today's words there."
    exit 1
fi
