// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings.h"

#include "ui/dialogs/exportchoices.h"
#include "ui/text/names.h"

#include <QDir>
#include <QFileInfo>
#include <QMainWindow>
#include <QStandardPaths>

#include <algorithm>

namespace shardscope {

namespace {

// Counted up when docks or tool bars change so much that an old layout would do harm.
constexpr int LayoutVersion = 1;

const QString RecentFilesKey = QStringLiteral("files/recent");
const QString RecentCommandsKey = QStringLiteral("palette/recent");
const QString LanguageKey = QStringLiteral("language");
const QString ThemeKey = QStringLiteral("theme");
const QString ZoomKey = QStringLiteral("zoom");
const QString GeometryKey = QStringLiteral("window/geometry");
const QString StateKey = QStringLiteral("window/state");
const QString UnusedShownKey = QStringLiteral("inputs/without-effect");
const QString PaneKey = QStringLiteral("window/pane");
const QString FoldedWord = QStringLiteral("folded");
const QString OpenWord = QStringLiteral("open");
const QString ExportGroup = QStringLiteral("export/%1");

/// The choice of that name; what is there otherwise where the store holds nonsense.
template <class Choice>
Choice choiceIn(const QSettings &store, const QString &key, Choice otherwise)
{
    return fromName<Choice>(store.value(key).toString().toStdString()).value_or(otherwise);
}

QStringList withNewest(QStringList list, const QString &newest, int most)
{
    list.removeAll(newest);
    list.prepend(newest);
    return list.mid(0, most);
}

QString exportKey(const char *name)
{
    return ExportGroup.arg(QLatin1String(name));
}

/// "png+svg"; what is none is left out.
std::set<ExportFormat> formatsIn(const QString &text)
{
    std::set<ExportFormat> formats;
    for (const QString &word : text.split(u'+')) {
        if (const auto format = fromName<ExportFormat>(word.toStdString()))
            formats.insert(*format);
    }
    return formats;
}

QString formatsText(const std::set<ExportFormat> &formats)
{
    QStringList words;
    for (const ExportFormat format : formats)
        words += toText(nameOf(format));
    return words.join(u'+');
}

QSize sane(const QSize &size, const QSize &otherwise)
{
    if (!size.isValid())
        return otherwise;
    const QSize smallest(ExportChoices::SmallestSide, ExportChoices::SmallestSide);
    const QSize largest(ExportChoices::LargestSide, ExportChoices::LargestSide);
    return size.expandedTo(smallest).boundedTo(largest);
}

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
    m_store.setValue(RecentFilesKey, withNewest(recentFiles(), absolute, MostRecentFiles));
}

void Settings::clearRecentFiles()
{
    m_store.remove(RecentFilesKey);
}

QStringList Settings::recentCommands() const
{
    return m_store.value(RecentCommandsKey).toStringList().mid(0, MostRecentCommands);
}

void Settings::addRecentCommand(const QString &id)
{
    m_store.setValue(RecentCommandsKey, withNewest(recentCommands(), id, MostRecentCommands));
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
    return choiceIn(m_store, ThemeKey, ThemeChoice::System);
}

void Settings::setTheme(ThemeChoice theme)
{
    m_store.setValue(ThemeKey, toText(nameOf(theme)));
}

int Settings::zoom() const
{
    bool isNumber = false;
    const int percent = m_store.value(ZoomKey).toInt(&isNumber);
    return isNumber ? std::clamp(percent, SmallestZoom, LargestZoom) : 100;
}

void Settings::setZoom(int percent)
{
    m_store.setValue(ZoomKey, percent);
}

QStringList Settings::unusedShown() const
{
    return m_store.value(UnusedShownKey).toStringList();
}

void Settings::setUnusedShown(const QStringList &groups)
{
    m_store.setValue(UnusedShownKey, groups);
}

std::optional<bool> Settings::isPaneFolded() const
{
    const QString word = m_store.value(PaneKey).toString();
    if (word != FoldedWord && word != OpenWord)
        return std::nullopt;
    return word == FoldedWord;
}

void Settings::setPaneFolded(bool isFolded)
{
    m_store.setValue(PaneKey, isFolded ? FoldedWord : OpenWord);
}

ExportChoices Settings::exportChoices() const
{
    ExportChoices choices;
    choices.chart = choiceIn(m_store, exportKey("chart"), choices.chart);
    if (std::set<ExportFormat> formats = formatsIn(m_store.value(exportKey("format")).toString());
        !formats.empty())
        choices.formats = std::move(formats);
    choices.size = choiceIn(m_store, exportKey("size"), choices.size);
    choices.customSize = sane(m_store.value(exportKey("custom-size")).toSize(), choices.customSize);
    const int scale = m_store.value(exportKey("scale"), choices.scale).toInt();
    choices.scale = std::clamp(scale, 1, ExportChoices::LargestScale);
    choices.theme = choiceIn(m_store, exportKey("theme"), choices.theme);
    choices.carriesScenario
        = m_store.value(exportKey("carries-scenario"), choices.carriesScenario).toBool();
    return choices;
}

void Settings::setExportChoices(const ExportChoices &choices)
{
    m_store.setValue(exportKey("chart"), toText(nameOf(choices.chart)));
    m_store.setValue(exportKey("format"), formatsText(choices.formats));
    m_store.setValue(exportKey("size"), toText(nameOf(choices.size)));
    m_store.setValue(exportKey("custom-size"), choices.customSize);
    m_store.setValue(exportKey("scale"), choices.scale);
    m_store.setValue(exportKey("theme"), toText(nameOf(choices.theme)));
    m_store.setValue(exportKey("carries-scenario"), choices.carriesScenario);
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
