// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/paperdocument.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>

namespace shardscope {

QByteArray paperPdf(const QString &title,
    const std::function<std::unique_ptr<QTextDocument>(const QSizeF &page)> &layOut)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(static_cast<int>(PaperDocument::PrintedDotsPerInch));
    writer.setPageSize(QPageSize(QPageSize::A4));
    constexpr double margin = PaperDocument::MarginMillimetres;
    writer.setPageMargins({margin, margin, margin, margin}, QPageLayout::Millimeter);
    writer.setCreator(QGuiApplication::applicationDisplayName());
    writer.setTitle(title);
    layOut(pageSize(writer))->print(&writer);
    return buffer.data();
}

} // namespace shardscope
