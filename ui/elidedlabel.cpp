// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/elidedlabel.h"

#include <QHelpEvent>
#include <QStyle>
#include <QStyleOption>
#include <QStylePainter>
#include <QToolTip>

namespace shardscope {

ElidedLabel::ElidedLabel(QWidget *parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
}

QSize ElidedLabel::minimumSizeHint() const
{
    constexpr int LeastLetters = 12;
    return {LeastLetters * fontMetrics().averageCharWidth(), QLabel::minimumSizeHint().height()};
}

QString ElidedLabel::shownText() const
{
    return fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QLabel::event(event);
    const QString all = shownText() == text() ? toolTip() : text();
    QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), all, this);
    return true;
}

void ElidedLabel::paintEvent(QPaintEvent * /*event*/)
{
    QStylePainter painter(this);
    painter.drawItemText(contentsRect(),
        static_cast<int>(QStyle::visualAlignment(layoutDirection(), alignment())), palette(),
        isEnabled(), shownText(), foregroundRole());
}

} // namespace shardscope
