// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/chartroom.h"

#include "ui/foldingdock.h"
#include "ui/workspace.h"

#include <QEvent>
#include <QMainWindow>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

constexpr int leastLines = 8; ///< of a dock that is worth its room
constexpr int fewLines = 5; ///< of one that somebody wants to see nevertheless
constexpr int comfortable = 170; ///< pixels

} // namespace

int windowLines(const QWidget &widget)
{
    return widget.window()->height() / widget.fontMetrics().height();
}

ChartRoom::ChartRoom(QMainWindow &window, Workspace &workspace, FoldingDock &dock)
    : QObject(&dock)
    , m_window(window)
    , m_workspace(workspace)
    , m_dock(dock)
{
    setDockHeight(comfortable);
    workspace.installEventFilter(this);
    connect(&dock, &FoldingDock::toggled, this, [this] {
        m_isChosen = true;
        if (!m_dock.isFolded())
            setDockHeight(comfortable);
    });
}

bool ChartRoom::eventFilter(QObject *watched, QEvent *event)
{
    const bool isChange = event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest
        || event->type() == QEvent::Show;
    if (isChange && !std::exchange(m_isDue, true))
        QMetaObject::invokeMethod(this, &ChartRoom::keep, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
}

void ChartRoom::setDockHeight(int height)
{
    m_window.resizeDocks({&m_dock}, {height}, Qt::Vertical);
}

void ChartRoom::keep()
{
    m_isDue = false;
    if (!m_window.isVisible() || !m_dock.isVisible() || m_dock.isFloating())
        return;
    const int line = m_window.fontMetrics().height();
    const int lines = m_isChosen ? fewLines : leastLines;
    const int least = lines * line + m_dock.titleBarWidget()->height();
    const int wanted = static_cast<int>(leastChartShare * m_window.height());
    const int spare = m_workspace.chartHeight() - wanted;
    if (m_dock.isFolded()) {
        const int opened = std::max(least, comfortable);
        if (m_isChosen || spare < opened + line)
            return;
        m_dock.setFolded(false);
        return setDockHeight(opened);
    }
    const int left = m_dock.height() + spare;
    if (spare >= 0)
        return;
    if (left >= least || m_isChosen)
        return setDockHeight(std::max(left, least));
    m_dock.setFolded(true);
}

} // namespace shardscope
