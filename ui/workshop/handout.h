// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/lesson/lesson.h"

#include <QSizeF>
#include <QString>

#include <memory>

class QTextDocument;

namespace shardscope {

/// A sheet of a lesson for paper.
enum class Sheet {
    Questions, ///< text, chart and question of each step; what is asked is not told
    Answers, ///< the same, with what is right and why
    Notes ///< for the teacher: notes and minutes
};

/// Laid out for pages of that many pixels of 1/96 inch, in the language of the program. Steps with
/// a problem say so.
std::unique_ptr<QTextDocument> sheetDocument(
    const Lesson &lesson, const Catalog &catalog, Sheet sheet, const QSizeF &page);

/// All that is handed out, by name: "ring-questions.pdf", "ring-answers.pdf", "ring-notes.pdf", and
/// the scenario of each step, "ring-step-3.shardscope".
struct HandoutFile
{
    QString name{};
    QByteArray content{};
};
std::vector<HandoutFile> handoutFiles(
    const Lesson &lesson, const Catalog &catalog, const QString &name);

} // namespace shardscope
