// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTextDocumentLayout>
#include <QGuiApplication>
#include <QImage>
#include <QPageLayout>
#include <QTextDocument>

#include <functional>
#include <memory>

namespace shardscope {

/// Lays out for 1/96 inch whatever the screen has, so that a page is the same everywhere.
class PaperDocument : public QTextDocument
{
public:
    static constexpr double DotsPerInch = 96;
    static constexpr double PrintedDotsPerInch = 300; ///< of pictures in it
    static constexpr double MarginMillimetres = 15;

    explicit PaperDocument(double points)
    {
        m_device.setDotsPerMeterX(qRound(DotsPerInch / 0.0254));
        m_device.setDotsPerMeterY(qRound(DotsPerInch / 0.0254));
        documentLayout()->setPaintDevice(&m_device);
        setDocumentMargin(0);
        QFont font = QGuiApplication::font();
        font.setPointSizeF(points);
        setDefaultFont(font);
    }

private:
    QImage m_device{1, 1, QImage::Format_ARGB32_Premultiplied};
};

/// The part of a page between its margins, in pixels of 1/96 inch.
template <class Device>
QSizeF pageSize(const Device &device)
{
    constexpr double PointsPerInch = 72;
    const QSizeF points = device.pageLayout().paintRect(QPageLayout::Point).size();
    return points * (PaperDocument::DotsPerInch / PointsPerInch);
}

/// An A4 document as a PDF file; `layOut` makes it for pages of that size.
QByteArray paperPdf(const QString &title,
    const std::function<std::unique_ptr<QTextDocument>(const QSizeF &page)> &layOut);

} // namespace shardscope
