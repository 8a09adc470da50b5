// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/announce.h"

#include <QAccessible>
#include <QLabel>

namespace shardscope {

void announce(QWidget *widget, [[maybe_unused]] const QString &text)
{
    QAccessibleEvent event(widget, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    QAccessibleAnnouncementEvent announcement(widget, text);
    QAccessible::updateAccessibility(&announcement);
#endif
}

void say(QLabel *label, const QString &text)
{
    if (label->text() == text)
        return;
    label->setText(text);
    announce(label, text);
}

} // namespace shardscope
