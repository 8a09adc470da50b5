#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# NOT TRIED: nobody has run this on Windows yet.
# bundle.sh DIST: makes the installed programs of DIST/bin a folder that runs by
# itself, and an installer of it, DIST/shardscope-VERSION-setup.exe. Runs in MSYS2; where
# windeployqt is missing (a cross-build without the window), only what is there is packed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
dist=$(cd "$1" && pwd)
version=$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' "$root/CMakeLists.txt")

folder=$dist/folder
rm -rf "$folder"
mkdir "$folder"
cp "$dist"/bin/*.exe "$folder"
cp "$root/LICENSE" "$folder/LICENSE.txt"
cp -r "$root/resources/examples" "$root/resources/lessons" "$folder"
if [ -f "$folder/shardscope.exe" ]; then
    deploy=$(command -v windeployqt6 || command -v windeployqt)
    "$deploy" --release --no-opengl-sw "$folder/shardscope.exe"
fi
# What Qt's tool does not know: the compiler's own libraries, yaml-cpp, qrencode.
if command -v ntldd >/dev/null; then
    for program in "$folder"/*.exe; do
        ntldd -R "$program" | sed -n 's/.*=> \(.*\) (0x.*/\1/p' | tr '\\' / |
            grep -i "${MINGW_PREFIX:-/none}" | while read -r library; do
                cp -n "$(cygpath -u "$library")" "$folder"
            done
    done
fi

# What the uninstaller takes away: these files and folders, and nothing else.
removals=$dist/removals.nsh
(
    cd "$folder"
    find . -type f | sed 's|^\./||; s|/|\\|g; s|.*|Delete "$INSTDIR\\&"|'
    find . -depth -mindepth 1 -type d | sed 's|^\./||; s|/|\\|g; s|.*|RMDir "$INSTDIR\\&"|'
) >"$removals"
makensis -V2 -DVERSION="$version" -DFOLDER="$folder" -DREMOVALS="$removals" \
    -DICON="$root/resources/icons/shardscope.ico" \
    -DOUTPUT="$dist/shardscope-$version-setup.exe" "$here/shardscope.nsi"
