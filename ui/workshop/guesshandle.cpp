// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/guesshandle.h"

#include "ui/accessiblerole.h"
#include "ui/charts/chartlayout.h"
#include "ui/charts/chartview.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace shardscope {

GuessHandle::GuessHandle(ChartView &chart)
    : QWidget(&chart)
    , m_chart(chart)
{
    readAs(*this, QAccessible::Indicator);
    chart.installEventFilter(this);
    setGeometry(chart.rect());
    setCursor(Qt::SplitVCursor);
    setFocusPolicy(Qt::NoFocus);
}

void GuessHandle::showGuess(double value, const QString &text)
{
    m_value = value;
    m_text = text;
    setAccessibleName(text);
    raise();
    update();
}

double GuessHandle::valueAt(double y) const
{
    const QRectF plot = m_chart.plotRect();
    if (plot.height() <= 0)
        return 0;
    const double share = (plot.bottom() - y) / plot.height();
    return std::max(0.0, share) * axisMaximum(m_chart.data());
}

double GuessHandle::heightOf(double value) const
{
    const QRectF plot = m_chart.plotRect();
    return plot.bottom() - plot.height() * value / axisMaximum(m_chart.data());
}

void GuessHandle::paintEvent(QPaintEvent * /*event*/)
{
    const int chosen = chosenCategory(m_chart.data());
    if (chosen < 0 || m_chart.data().series.empty())
        return;
    const QRectF bar = m_chart.segmentRect({static_cast<std::size_t>(chosen), 0});
    const ChartTheme theme = chartTheme(palette(), font());
    const double y = heightOf(m_value);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.focus, 5, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QLineF(bar.left() - 10, y, bar.right() + 10, y));
    const double knob = fontMetrics().height();
    painter.setPen(QPen(theme.background, 3));
    painter.setBrush(theme.focus);
    painter.drawEllipse(QPointF(bar.center().x(), y), knob / 2, knob / 2);
    painter.setPen(theme.text);
    QRectF text(0, 0, fontMetrics().horizontalAdvance(m_text) + knob / 2, 1.2 * knob);
    text.moveCenter({bar.center().x(), y - 1.3 * knob});
    painter.fillRect(text, theme.background);
    painter.drawText(text, Qt::AlignCenter, m_text);
}

void GuessHandle::mousePressEvent(QMouseEvent *event)
{
    emit dragged(valueAt(event->position().y()));
}

void GuessHandle::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        emit dragged(valueAt(event->position().y()));
}

bool GuessHandle::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(m_chart.rect());
    return QWidget::eventFilter(watched, event);
}

} // namespace shardscope
