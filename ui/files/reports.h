// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/proposal.h"

#include <QImage>
#include <QStringList>

#include <memory>

class QSizeF;
class QTextDocument;

namespace shardscope {

/// Of a report that the window writes today, in its language.
ReportFrame reportFrame(const Catalog &catalog);

/// A report as it goes into a file.
struct ReportPage
{
    QString markdown{}; ///< names its chart as `reportChart`
    QImage chart{}; ///< as sharp as paper wants it
};
/// How a report's Markdown calls its chart.
inline const std::string reportChart = "chart";

/// Laid out for pages of `size` (pixels of 1/96 inch, margins not included).
std::unique_ptr<QTextDocument> pageDocument(const ReportPage &page, const QSizeF &size);

/// The files of a report by the suffix of `path`: a .pdf, or a .md with the picture beside it.
QStringList reportFiles(const QString &path);
/// Each file is whole, or as it was. Errors: UnknownChoice (the suffix), Unwritable.
Status writeReport(const QString &path, const ReportPage &page);

/// "runs/llama.shardscope" -> "runs/llama-sweep.pdf".
QString reportPath(const QString &documentPath, const QString &kind);

} // namespace shardscope
