// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/wheelguard.h"

#include <QEvent>
#include <QWidget>

namespace shardscope {

namespace {

class WheelGuard : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        const auto *widget = qobject_cast<QWidget *>(watched);
        if (event->type() != QEvent::Wheel || !widget || widget->hasFocus())
            return false;
        event->ignore();
        return true;
    }
};

} // namespace

void guardWheel(QWidget &widget)
{
    widget.setFocusPolicy(Qt::StrongFocus);
    widget.installEventFilter(new WheelGuard(&widget));
}

} // namespace shardscope
