// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QKeyEvent;
class QWidget;

namespace shardscope {

class Pins;

/// Shows the baseline for as long as the space bar is held, in the window of `owner`, unless the
/// key means something to the widget that has the focus.
class PeekKey : public QObject
{
    Q_OBJECT

public:
    PeekKey(Pins &pins, QWidget &owner);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool press(const QObject *watched, const QKeyEvent &event);
    bool release(const QKeyEvent &event);
    void letGo();

    Pins &m_pins;
    QWidget &m_owner;
    bool m_isHeld = false;
};

} // namespace shardscope
