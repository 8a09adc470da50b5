// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QString>

class QLabel;
class QWidget;

namespace shardscope {

/// A widget gets one with every text that assistive technology says about it.
class AnnouncementEvent : public QEvent
{
public:
    explicit AnnouncementEvent(const QString &text)
        : QEvent(kind())
        , m_text(text)
    { }

    static Type kind();
    const QString &text() const { return m_text; }

private:
    QString m_text;
};

/// Assistive technology says a text about a widget, once.
void announce(QWidget *widget, const QString &text);
/// Shows a text, and assistive technology says it, unless there is none.
void say(QLabel *label, const QString &text);

} // namespace shardscope
