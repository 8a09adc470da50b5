// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QMainWindow>
#include <QStandardPaths>

namespace shardscope {

namespace {

// Counted up when docks or tool bars change so much that an old layout would do harm.
constexpr int LayoutVersion = 1;

const QString RecentFilesKey = QStringLiteral("files/recent");
const QString LanguageKey = QStringLiteral("language");
const QString ThemeKey = QStringLiteral("theme");
const QString GeometryKey = QStringLiteral("window/geometry");
const QString StateKey = QStringLiteral("window/state");

} // namespace

Settings::Settings(const QString &iniFile)
    : m_store(iniFile, QSettings::IniFormat)
{ }

QStringList Settings::recentFiles() const
{
    return m_store.value(RecentFilesKey).toStringList().mid(0, MostRecentFiles);
}

void Settings::addRecentFile(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    m_store.setValue(RecentFilesKey, files.mid(0, MostRecentFiles));
}

void Settings::clearRecentFiles()
{
    m_store.remove(RecentFilesKey);
}

QString Settings::lastFolder() const
{
    const QStringList files = recentFiles();
    if (!files.isEmpty() && QFileInfo(files.first()).dir().exists())
        return QFileInfo(files.first()).absolutePath();
    return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
}

QString Settings::language() const
{
    return m_store.value(LanguageKey).toString();
}

void Settings::setLanguage(const QString &code)
{
    m_store.setValue(LanguageKey, code);
}

ThemeChoice Settings::theme() const
{
    const std::string name = m_store.value(ThemeKey).toString().toStdString();
    return fromName<ThemeChoice>(name).value_or(ThemeChoice::System);
}

void Settings::setTheme(ThemeChoice theme)
{
    const std::string_view name = nameOf(theme);
    m_store.setValue(
        ThemeKey, QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())));
}

void Settings::saveWindow(const QMainWindow &window)
{
    m_store.setValue(GeometryKey, window.saveGeometry());
    m_store.setValue(StateKey, window.saveState(LayoutVersion));
}

bool Settings::restoreWindow(QMainWindow &window) const
{
    return window.restoreGeometry(m_store.value(GeometryKey).toByteArray())
        && window.restoreState(m_store.value(StateKey).toByteArray(), LayoutVersion);
}

} // namespace shardscope
