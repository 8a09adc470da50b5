// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/reports.h"

#include "core/base/fields.h"
#include "ui/files/exporter.h"
#include "ui/files/paperdocument.h"
#include "ui/files/textfile.h"
#include "ui/sweep/sweepwords.h"
#include "ui/text/translated.h"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextOption>
#include <QTextTable>

#include <algorithm>

namespace shardscope {

namespace {

constexpr double BodyPoints = 8.5;
constexpr double TablePoints = 7.5;
constexpr double HeadingPoints = 11;
constexpr double TitlePoints = 16;
constexpr int CellPadding = 3;
constexpr QRgb HeaderLine = 0xff6b7078;
constexpr QRgb RowLine = 0xffd5d8dc;
constexpr std::array<std::string_view, 2> suffixes{"pdf", "md"};

/// The picture takes the width of the page.
void fitPictures(QTextDocument &document, const QImage &chart, double width)
{
    if (chart.isNull())
        return;
    document.addResource(
        QTextDocument::ImageResource, QUrl(QString::fromStdString(reportChart)), chart);
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            const QTextFragment fragment = at.fragment();
            if (!fragment.charFormat().isImageFormat())
                continue;
            QTextImageFormat format = fragment.charFormat().toImageFormat();
            format.setWidth(width);
            format.setHeight(width * chart.height() / chart.width());
            QTextCursor cursor(&document);
            cursor.setPosition(fragment.position());
            cursor.setPosition(fragment.position() + fragment.length(), QTextCursor::KeepAnchor);
            cursor.setCharFormat(format);
            return; // a report has one
        }
    }
}

void setSize(QTextCursor cursor, double points)
{
    QTextCharFormat format;
    format.setFontPointSize(points);
    format.setProperty(QTextFormat::FontSizeAdjustment, 0); // of headings
    cursor.mergeCharFormat(format);
}

void styleHeadings(QTextDocument &document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        const int level = block.blockFormat().headingLevel();
        if (level == 0)
            continue;
        QTextCursor cursor(block);
        QTextBlockFormat format = block.blockFormat();
        format.setTopMargin(level == 1 ? 0 : 12);
        format.setBottomMargin(4);
        cursor.setBlockFormat(format);
        cursor.select(QTextCursor::BlockUnderCursor);
        setSize(cursor, level == 1 ? TitlePoints : HeadingPoints);
    }
}

void styleCell(QTextTable &table, int row, int column)
{
    QTextTableCell cell = table.cellAt(row, column);
    QTextTableCellFormat format = cell.format().toTableCellFormat();
    format.setBottomBorder(row == 0 ? 1 : 0.5);
    format.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBottomBorderBrush(QColor(row == 0 ? HeaderLine : RowLine));
    format.setPadding(CellPadding);
    cell.setFormat(format);
    QTextCursor cursor = cell.firstCursorPosition();
    if (row == 0 && table.rows() > 1) { // over its numbers
        QTextBlockFormat block;
        block.setAlignment(table.cellAt(1, column).firstCursorPosition().blockFormat().alignment());
        cursor.mergeBlockFormat(block);
    }
    cursor.setPosition(cell.lastPosition(), QTextCursor::KeepAnchor);
    setSize(cursor, TablePoints);
}

/// A line below each row, and no boxes.
void styleTables(QTextDocument &document)
{
    for (QTextFrame *frame : document.rootFrame()->childFrames()) {
        auto *table = qobject_cast<QTextTable *>(frame);
        if (!table)
            continue;
        QTextTableFormat format = table->format();
        format.setCellSpacing(0);
        format.setBorder(0);
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        format.setHeaderRowCount(1);
        format.setTopMargin(4);
        format.setBottomMargin(10);
        table->setFormat(format);
        for (int row = 0; row < table->rows(); ++row) {
            for (int column = 0; column < table->columns(); ++column)
                styleCell(*table, row, column);
        }
    }
}

/// A column is as wide as its longest word.
QTextOption wholeWords()
{
    QTextOption option;
    option.setWrapMode(QTextOption::WordWrap);
    return option;
}

/// Qt's reader of Markdown takes empty cells for none.
QString withoutEmptyCells(QString markdown)
{
    const QString empty = QStringLiteral("|  |");
    const QString blank = QStringLiteral("| %1 |").arg(QChar(QChar::Nbsp));
    while (markdown.contains(empty)) // the bar between two of them is of both
        markdown.replace(empty, blank);
    return markdown;
}

QByteArray pngOf(const QImage &chart)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    chart.save(&buffer, "PNG");
    return buffer.data();
}

Status writeBytes(const QString &path, const QByteArray &bytes)
{
    return writeFile(path, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

QString pictureBeside(const QString &path)
{
    const QFileInfo file(path);
    return file.dir().filePath(file.completeBaseName() + QStringLiteral(".png"));
}

} // namespace

ReportFrame reportFrame(const Catalog &catalog)
{
    return {.catalog = catalog,
        .origin = {programAndVersion().toStdString(), today().toStdString()},
        .say
        = [&catalog](const Phrase &phrase) { return translated(phrase, &catalog).toStdString(); },
        .sweep = sweepWords(catalog),
        .chart = reportChart};
}

std::unique_ptr<QTextDocument> pageDocument(const ReportPage &page, const QSizeF &size)
{
    auto document = std::make_unique<PaperDocument>(BodyPoints);
    document->setDefaultTextOption(wholeWords());
    document->setMarkdown(withoutEmptyCells(page.markdown), QTextDocument::MarkdownDialectGitHub);
    fitPictures(*document, page.chart, size.width());
    styleHeadings(*document);
    styleTables(*document);
    document->setPageSize(size);
    return document;
}

QStringList reportFiles(const QString &path)
{
    const bool isMarkdown = QFileInfo(path).suffix().toLower() == QStringLiteral("md");
    QStringList files(path);
    if (isMarkdown)
        files += pictureBeside(path);
    return files;
}

Status writeReport(const QString &path, const ReportPage &page)
{
    const std::string suffix = QFileInfo(path).suffix().toLower().toStdString();
    if (suffix == "pdf")
        return writeBytes(path,
            paperPdf(page.markdown.section(u'\n', 0, 0).mid(2),
                [&page](const QSizeF &size) { return pageDocument(page, size); }));
    if (suffix != "md")
        return Error{.code = ErrorCode::UnknownChoice,
            .found = suffix,
            .expected = oneOf(suffixes),
            .file = path.toStdString()};
    // The picture first: text that names a file that is not there would be half a report.
    const QString picture = pictureBeside(path);
    if (Status written = writeBytes(picture, pngOf(page.chart)); !written)
        return written;
    QString text = page.markdown;
    text.replace(QStringLiteral("](<%1>)").arg(QString::fromStdString(reportChart)),
        QStringLiteral("](<%1>)").arg(QFileInfo(picture).fileName()));
    return writeBytes(path, text.toUtf8());
}

QString reportPath(const QString &documentPath, const QString &kind)
{
    const QFileInfo document(documentPath);
    return document.dir().filePath(
        QStringLiteral("%1-%2.pdf").arg(document.completeBaseName(), kind));
}

} // namespace shardscope
