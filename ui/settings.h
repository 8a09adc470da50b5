// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"

#include <QSettings>
#include <QStringList>

#include <optional>

class QMainWindow;

namespace shardscope {

struct ExportChoices;

enum class ThemeChoice { System, Light, Dark };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<ThemeChoice>{"system", "light", "dark"};

/// What the program remembers about the user between runs. Never an input of a plan.
class Settings
{
public:
    /// In the place that the system has for it.
    Settings() = default;
    /// In a file of its own: for tests.
    explicit Settings(const QString &iniFile);

    static constexpr int MostRecentFiles = 10;
    /// Newest first.
    QStringList recentFiles() const;
    void addRecentFile(const QString &path);
    void clearRecentFiles();

    static constexpr int MostRecentCommands = 6;
    /// Ids of what was done with the palette, newest first.
    QStringList recentCommands() const;
    void addRecentCommand(const QString &id);

    /// Where files were last opened or saved.
    QString lastFolder() const;

    /// "de", "zh_CN"; empty: as the system.
    QString language() const;
    void setLanguage(const QString &code);

    ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);

    static constexpr int SmallestZoom = 75;
    static constexpr int LargestZoom = 200;
    int zoom() const; ///< percent
    void setZoom(int percent);

    /// The groups of inputs, by their ids, that show those without effect, too.
    QStringList unusedShown() const;
    void setUnusedShown(const QStringList &groups);

    /// Whether the user has folded the pane below the charts; nothing: it goes by the room.
    std::optional<bool> isPaneFolded() const;
    void setPaneFolded(bool isFolded);

    /// As the last export was made.
    ExportChoices exportChoices() const;
    void setExportChoices(const ExportChoices &choices);

    void saveWindow(const QMainWindow &window);
    /// False where nothing fitting was kept: the window is left as it is.
    bool restoreWindow(QMainWindow &window) const;

private:
    QSettings m_store{};
};

} // namespace shardscope
