// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/importwords.h"

#include "ui/compare/inputtext.h"
#include "ui/panels/inputs.h"
#include "ui/text/foreign.h"
#include "ui/text/messages.h"
#include "ui/text/names.h"
#include "ui/text/originwords.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace shardscope {

namespace {

class ImportWords
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::ImportWords)
};

constexpr std::size_t mostFiles = 3;

/// What was typed for an input, as the panel shows it.
QString valueText(const ImportRow &row, const Catalog &catalog)
{
    const QString typed = shortened(toText(row.taken));
    const Key *key = findKey(row.input);
    Scenario scenario;
    if (!key || key->kind == KeyKind::Text || !setKeyText(scenario, row.input, row.taken))
        return typed;
    return shortened(inputValue(*key, key->get(scenario), catalog));
}

} // namespace

QString importedFiles(const ImportedRun &run)
{
    QStringList names;
    for (std::size_t i = 0; i < std::min(mostFiles, run.files.size()); ++i)
        names += fileWord(run.files[i].name);
    if (const auto left
        = static_cast<int>(run.files.size() - static_cast<std::size_t>(names.size()));
        left > 0)
        names += ImportWords::tr("%n more", "files", left);
    return QLocale().createSeparatedList(names);
}

QString importCounts(const ImportedRun &run)
{
    const ImportReport &report = run.report;
    return ImportWords::tr("%L1 taken, %L2 assumed, %L3 contradicting, %L4 not understood")
        .arg(report.taken.size())
        .arg(report.assumed.size())
        .arg(report.contradicting.size())
        .arg(report.notUnderstood.size());
}

QString importedText(const ImportedRun &run, bool isHeldBack)
{
    if (isHeldBack)
        return ImportWords::tr(
            "Read %1, and left the plan as it was: it would not be true", "files")
            .arg(importedFiles(run));
    return ImportWords::tr("Imported %1: %2", "files, numbers of keys")
        .arg(importedFiles(run), importCounts(run));
}

QString placeText(const ImportRow &row)
{
    if (row.file.empty() && row.line == 0)
        return {};
    const QString file = fileWord(row.file);
    return row.line > 0 ? QStringLiteral("%1:%2").arg(file).arg(row.line) : file;
}

QString saidText(const ImportRow &row)
{
    const QString key = shortened(toText(row.key));
    return row.key.empty() ? QString()
                           : QStringLiteral("%1: %2").arg(key, shortened(toText(row.value)));
}

QString reachedText(const ImportRow &row, const Catalog &catalog)
{
    if (row.input.empty())
        return {};
    const QString label = inputLabel(row.input);
    return row.taken.empty()
        ? label
        : ImportWords::tr("%1 = %2", "input, its value").arg(label, valueText(row, catalog));
}

QString problemText(const Error &problem)
{
    Error shown = problem;
    shown.file = fileWord(problem.file).toStdString();
    shown.where = shortened(toText(problem.where)).toStdString();
    constexpr qsizetype longest = 400;
    return shortened(errorText(shown), longest);
}

} // namespace shardscope
