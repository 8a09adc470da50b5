// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/nextkeypress.h"

#include <QCoreApplication>
#include <QEvent>

#include <utility>

namespace shardscope {

void NextKeyPress::wait()
{
    if (std::exchange(m_isWaiting, true))
        return;
    QMetaObject::invokeMethod(
        this, [this] { QCoreApplication::instance()->installEventFilter(this); },
        Qt::QueuedConnection);
}

bool NextKeyPress::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress && std::exchange(m_isWaiting, false)) {
        QCoreApplication::instance()->removeEventFilter(this);
        emit pressed();
    }
    return QObject::eventFilter(watched, event);
}

} // namespace shardscope
