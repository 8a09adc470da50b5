// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QMainWindow;

namespace shardscope {

class FoldingDock;
class Workspace;

/// Less of the window's height than that does not make a chart.
inline constexpr double leastChartShare = 0.45;
/// In a window of fewer lines of text, what is said above the chart is a line each.
inline constexpr int comfortableLines = 42;

/// Of the window that a widget is in.
int windowLines(const QWidget &widget);

/// Keeps room for the chart above a dock: that gives way, and folds where little would be left of
/// it. Opens it again where there is room. What the user folds or opens stays that way. Lives with
/// the dock.
class ChartRoom : public QObject
{
    Q_OBJECT

public:
    ChartRoom(QMainWindow &window, Workspace &workspace, FoldingDock &dock);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void keep();
    void setDockHeight(int height);

    QMainWindow &m_window;
    Workspace &m_workspace;
    FoldingDock &m_dock;
    bool m_isDue = false;
    bool m_isChosen = false; ///< folded or opened by the user
};

} // namespace shardscope
