// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/announce.h"

#include <QAccessible>
#include <QCoreApplication>
#include <QLabel>

namespace shardscope {

namespace {

constexpr bool hasAnnouncements = QT_VERSION >= QT_VERSION_CHECK(6, 8, 0);

void sendEvent(QWidget *widget, const QString &text)
{
    AnnouncementEvent event(text);
    QCoreApplication::sendEvent(widget, &event);
}

/// Before Qt 6.8 it is read out that a name has changed.
void readOut(QWidget *widget, [[maybe_unused]] const QString &text)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
    QAccessibleAnnouncementEvent event(widget, text);
#else
    QAccessibleEvent event(widget, QAccessible::NameChanged);
#endif
    QAccessible::updateAccessibility(&event);
}

} // namespace

QEvent::Type AnnouncementEvent::kind()
{
    static const auto type = static_cast<Type>(registerEventType());
    return type;
}

void announce(QWidget *widget, const QString &text)
{
    sendEvent(widget, text);
    readOut(widget, text);
}

void say(QLabel *label, const QString &text)
{
    const bool isNew = label->text() != text;
    label->setText(text); // QLabel tells of the new name by itself
    if (text.isEmpty())
        return;
    sendEvent(label, text);
    if (hasAnnouncements || !isNew)
        readOut(label, text);
}

} // namespace shardscope
