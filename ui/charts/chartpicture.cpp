// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartpicture.h"

#include "ui/charts/sweeppainter.h"

#include <qcustomplot.h>

namespace shardscope {

namespace {

constexpr int Margin = 16;
constexpr double DotsPerMetre = 96 / 0.0254;

QFont scaled(QFont font, double factor)
{
    font.setPointSizeF(factor * font.pointSizeF());
    return font;
}

int textHeight(const QFont &font, int width, const QString &text)
{
    if (text.isEmpty())
        return 0;
    return QFontMetrics(font)
        .boundingRect(QRect(0, 0, width, 10000), Qt::TextWordWrap, text)
        .height();
}

} // namespace

void paintPicture(QPaintDevice &device, const ChartPicture &picture)
{
    const ChartTheme &theme = picture.content.theme;
    const QRect page(QPoint(), picture.size);
    const int width = page.width() - 2 * Margin;
    QFont titleFont = scaled(theme.font, 1.35);
    titleFont.setBold(true);
    const QFont captionFont = scaled(theme.font, 0.92);
    const int title = textHeight(titleFont, width, picture.content.data.title) + Margin / 2;
    const int caption = textHeight(captionFont, width, picture.caption);

    QCPPainter painter;
    if (!painter.begin(&device))
        return;
    painter.setModes(QCPPainter::pmVectorized | QCPPainter::pmNoCaching);
    painter.fillRect(page, theme.background);
    painter.setPen(theme.text);
    painter.setFont(titleFont);
    painter.drawText(QRect(Margin, Margin, width, title), Qt::AlignLeading | Qt::TextWordWrap,
        picture.content.data.title);
    painter.setFont(captionFont);
    painter.setPen(theme.faintText);
    painter.drawText(QRect(Margin, page.height() - Margin - caption, width, caption),
        Qt::AlignLeading | Qt::TextWordWrap, picture.caption);

    const int chartHeight = page.height() - 2 * Margin - title - caption;
    const QRectF room(Margin, Margin + title, width, chartHeight - Margin / 2);
    if (picture.sweep)
        return paintSweep(painter, *picture.sweep, theme, room);
    if (picture.drawing)
        return picture.drawing->paint(painter, {theme, room});
    QCustomPlot plot;
    ChartScene scene(plot);
    plot.setViewport(QRect(0, 0, width, chartHeight));
    scene.show(picture.content);
    painter.translate(Margin, Margin + title);
    plot.toPainter(&painter, width, chartHeight);
}

QImage pictureImage(const ChartPicture &picture, double scale)
{
    QImage image((QSizeF(picture.size) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(scale);
    paintPicture(image, picture);
    image.setDotsPerMeterX(qRound(DotsPerMetre * scale));
    image.setDotsPerMeterY(qRound(DotsPerMetre * scale));
    return image;
}

} // namespace shardscope
