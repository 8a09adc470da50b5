#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# appdir.sh BUILD FOLDER: installs what BUILD has built into FOLDER/Shardscope.AppDir, with Qt and all
# other libraries that desktops need not have, and packs it. It runs where glibc is as new as
# here: build it on the oldest distribution. `appimagetool Shardscope.AppDir` makes an AppImage of
# it, which is the same folder behind a program that mounts it.
set -eu
build=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
app=$folder/Shardscope.AppDir
id=org.shardscope.Shardscope
command -v patchelf >/dev/null || { echo "appdir.sh needs patchelf" >&2; exit 1; }

# What every desktop has, and what must fit its kernel, drivers and configuration.
theirs='^(ld-linux.*|libc|libm|libdl|librt|libpthread|libresolv|libnss_.*|libanl|libutil|libGL|libEGL|libGLX|libGLdispatch|libOpenGL|libdrm|libgbm|libX11|libX11-xcb|libxcb|libfontconfig|libfreetype)\.so'

rm -rf "$app"
DESTDIR=$app cmake --install "$build" --prefix /usr >/dev/null
plugins=$(qtpaths6 --plugin-dir 2>/dev/null || qmake6 -query QT_INSTALL_PLUGINS)
words=$(qtpaths6 --query QT_INSTALL_TRANSLATIONS 2>/dev/null || qmake6 -query QT_INSTALL_TRANSLATIONS)
mkdir -p "$app/usr/lib" "$app/usr/plugins" "$app/usr/translations"
for plugin in platforms/libqxcb platforms/libqoffscreen platforms/libqwayland-generic platforms/libqwayland-egl \
    iconengines/libqsvgicon imageformats/libqsvg imageformats/libqjpeg \
    platforminputcontexts/libcomposeplatforminputcontextplugin \
    platforminputcontexts/libibusplatforminputcontextplugin \
    platformthemes/libqxdgdesktopportal xcbglintegrations/libqxcb-glx-integration \
    xcbglintegrations/libqxcb-egl-integration printsupport/libcupsprintersupport \
    wayland-shell-integration/libxdg-shell wayland-decoration-client/libbradient \
    wayland-graphics-integration-client/libqt-plugin-wayland-egl; do
    [ -f "$plugins/$plugin.so" ] || { echo "not here, so not packed: $plugin" >&2; continue; }
    mkdir -p "$app/usr/plugins/${plugin%/*}"
    cp "$plugins/$plugin.so" "$app/usr/plugins/${plugin%/*}"
done
for language in de zh_CN; do
    cp "$words/qtbase_$language.qm" "$app/usr/translations" 2>/dev/null || true
done
printf '[Paths]\nPrefix=..\nPlugins=plugins\nTranslations=translations\n' >"$app/usr/bin/qt.conf"

# ldd follows libraries of libraries, too.
find "$app/usr/bin" "$app/usr/plugins" -type f -exec ldd {} + 2>/dev/null |
    sed -n 's/^\t\([^ ]*\) => \(\/[^ ]*\) .*/\1 \2/p' | sort -u | while read -r name path; do
        echo "$name" | grep -Eq "$theirs" || cp -L "$path" "$app/usr/lib/$name"
    done
for program in shardscope shardscope-cli; do
    strip "$app/usr/bin/$program"
    patchelf --set-rpath '$ORIGIN/../lib' "$app/usr/bin/$program"
done
find "$app/usr/lib" -name '*.so*' -exec patchelf --set-rpath '$ORIGIN' {} +
find "$app/usr/plugins" -name '*.so' -exec patchelf --set-rpath '$ORIGIN/../../lib' {} +

cp "$app/usr/share/applications/$id.desktop" "$app/$id.desktop"
cp "$app/usr/share/icons/hicolor/256x256/apps/$id.png" "$app/$id.png"
ln -s "$id.png" "$app/.DirIcon"
cat >"$app/AppRun" <<'RUN'
#!/bin/sh
# The window; the command line, where it is called by that name or `shardscope-cli` is its first word.
here=$(dirname "$(readlink -f "$0")")
program=shardscope
case "$(basename "${ARGV0:-$0}")" in *shardscope-cli*) program=shardscope-cli ;; esac
if [ "${1:-}" = shardscope-cli ]; then
    program=shardscope-cli
    shift
fi
exec "$here/usr/bin/$program" "$@"
RUN
chmod +x "$app/AppRun"
# Owners and times of one kind: the same files make the same bytes.
tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-0}" \
    -cf - Shardscope.AppDir | xz -T0 >"$folder/shardscope-$(uname -m).tar.xz"
du -sh "$app" "$folder/shardscope-$(uname -m).tar.xz" >&2
