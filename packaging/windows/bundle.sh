#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# NOT TRIED on Windows: README.md beside it says how far.
# bundle.sh DIST: makes the installed programs of DIST/bin a folder that runs by itself, and an
# installer of it, DIST/shardscope-VERSION-setup.exe. Runs in MSYS2, and where Windows programs are
# cross-built; there it is told where Qt's plugins lie and in which folders libraries are looked for:
#   PLUGINS=PREFIX/plugins LIBRARIES=PREFIX/bin:/usr/lib/gcc/x86_64-w64-mingw32/12-posix bundle.sh DIST
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
libraries=${LIBRARIES:-${MINGW_PREFIX:-}/bin}
if [ -f "$folder/shardscope.exe" ]; then
    plugins=${PLUGINS:-$( (qtpaths6 --plugin-dir || qmake6 -query QT_INSTALL_PLUGINS) | tr -d '\r')}
    for plugin in platforms/qwindows iconengines/qsvgicon imageformats/qsvg; do
        mkdir -p "$folder/${plugin%/*}"
        cp "$plugins/$plugin.dll" "$folder/${plugin%/*}"
    done
    mkdir "$folder/styles"
    cp "$plugins"/styles/*.dll "$folder/styles" # Windows' own look has another name in each Qt
fi

# imports FILE...: the libraries that these ask for, by name.
objdump=$(command -v x86_64-w64-mingw32-objdump || command -v objdump)
imports() {
    "$objdump" -p "$@" | sed -n 's/^[[:space:]]*DLL Name: //p' | sort -fu
}
# Libraries of libraries, too, until there is nothing new. What is in none of the folders is Windows' own.
while :; do
    new=""
    for name in $(find "$folder" \( -name '*.exe' -o -name '*.dll' \) -print | while read -r file; do
        imports "$file"
    done | sort -fu); do
        [ ! -e "$folder/$name" ] || continue
        found=$(echo "$libraries" | tr : '\n' | while read -r place; do
            if [ -f "$place/$name" ]; then echo "$place/$name"; fi
        done | head -n 1)
        [ -n "$found" ] || continue
        cp "$found" "$folder"
        new=1
    done
    [ -n "$new" ] || break
done
# Debian's libraries for Windows carry what a debugger wants: nine tenths of libstdc++.
strip=$(command -v x86_64-w64-mingw32-strip || command -v strip)
find "$folder" \( -name '*.exe' -o -name '*.dll' \) -exec "$strip" --strip-unneeded {} +

# What the uninstaller takes away: these files and folders, and nothing else.
removals=$dist/removals.nsh
(
    cd "$folder"
    find . -type f | sed 's|^\./||; s|/|\\|g; s|.*|Delete "$INSTDIR\\&"|'
    find . -depth -mindepth 1 -type d | sed 's|^\./||; s|/|\\|g; s|.*|RMDir "$INSTDIR\\&"|'
) >"$removals"
# An installer of 64 bits, where the makensis can and 32 do not run: STUB=amd64-unicode.
makensis -V2 ${STUB:+"-XTarget $STUB"} -DVERSION="$version" -DFOLDER="$folder" -DREMOVALS="$removals" \
    -DICON="$root/resources/icons/shardscope.ico" \
    -DOUTPUT="$dist/shardscope-$version-setup.exe" "$here/shardscope.nsi"
