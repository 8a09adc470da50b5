// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace shardscope {

class Session;

/// Pins the scenario; goes to pinned ones, renames and removes them, and says which is the
/// baseline.
class CompareMenu : public QMenu
{
    Q_OBJECT

public:
    explicit CompareMenu(Session &session, QWidget *parent = nullptr);

    /// The submenus of the pins, in their order.
    const QList<QMenu *> &pinMenus() const { return m_pins; }

signals:
    void fileRequested(); ///< to be chosen and pinned

private:
    void refresh();
    QMenu *makePinMenu(std::size_t pin);
    void goTo(std::size_t pin);
    void rename(std::size_t pin);

    Session &m_session;
    QAction *m_end; ///< the pins stand before it
    QAction *m_peek;
    QAction *m_clear;
    QList<QMenu *> m_pins;
};

/// A button that pins the present scenario, for the corner of the tabs.
QWidget *makePinButton(Session &session);

} // namespace shardscope
