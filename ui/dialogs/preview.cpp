// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/preview.h"

#include "ui/accessiblerole.h"

#include <QPainter>

namespace shardscope {

namespace {

constexpr int Margin = 12;

} // namespace

Preview::Preview(QWidget *parent)
    : QWidget(parent)
{
    readAs(*this, QAccessible::Graphic);
    setAccessibleName(tr("Preview"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void Preview::setPicture(const ChartPicture &picture)
{
    m_picture = picture;
    m_drawing = QPicture();
    paintPicture(m_drawing, picture);
    setAccessibleDescription(picture.content.data.summary);
    update();
}

QRect Preview::pictureRect() const
{
    const QRect room = rect().adjusted(Margin, Margin, -Margin, -Margin);
    const QSize size = m_picture.size.scaled(room.size(), Qt::KeepAspectRatio)
                           .boundedTo(m_picture.size)
                           .expandedTo({1, 1});
    QRect rect(QPoint(), size);
    rect.moveCenter(room.center());
    return rect;
}

void Preview::paintEvent(QPaintEvent * /*event*/)
{
    const QRect target = pictureRect();
    const double scale = static_cast<double>(target.width()) / m_picture.size.width();
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window).darker(115));
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.translate(target.topLeft());
    painter.scale(scale, scale);
    painter.drawPicture(0, 0, m_drawing);
}

} // namespace shardscope
