#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# NOT TRIED: nobody has run this on a Mac yet.
# bundle.sh DIST: copies Qt into DIST/Shardscope.app, signs it for this machine and makes a disk
# image of it. SIGN="Developer ID Application: NAME" signs it for others.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
dist=$(cd "$1" && pwd)
version=$(sed -n 's/^ *VERSION \([0-9.]*\)$/\1/p' "$root/CMakeLists.txt")
app=$dist/Shardscope.app

cp "$dist/bin/shardscope-cli" "$app/Contents/MacOS/"
"$(brew --prefix qt)/bin/macdeployqt" "$app" -executable="$app/Contents/MacOS/shardscope-cli"
# The libraries have moved: what was signed before no longer holds.
codesign --deep --force ${SIGN:+--options runtime} --sign "${SIGN:--}" "$app"
codesign --verify --deep --strict "$app"

image=$(mktemp -d)
cp -R "$app" "$root/LICENSE" "$image"
ln -s /Applications "$image/Applications"
hdiutil create -volname Shardscope -srcfolder "$image" -format UDZO -ov "$dist/shardscope-$version.dmg"
rm -r "$image"
