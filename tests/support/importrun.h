// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/importrun.h"
#include "core/scenario/keytext.h"
#include "tests/support/testcatalog.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// What files of a run come to; errors among its problems.
inline ImportedRun imported(const std::vector<RunFile> &files, const RunSurroundings &around = {},
    const Picks &picks = {}, const SourcedScenario &base = {})
{
    static const Catalog catalog = builtInCatalog();
    const Result<ImportedRun> run = importRun(files, catalog, base, around, picks);
    if (!run) {
        qWarning("%s", describe(run.error()).c_str());
        return {.problems = {run.error()}};
    }
    return *run;
}

inline QString problemsOf(const ImportedRun &run)
{
    QStringList lines;
    for (const Error &problem : run.problems)
        lines += QString::fromStdString(describe(problem));
    if (run.missingModel)
        lines += QString::fromStdString(describe(*run.missingModel));
    return lines.join('\n');
}

inline const ImportRow *rowOf(const std::vector<ImportRow> &rows, std::string_view key)
{
    const auto row = std::find_if(
        rows.begin(), rows.end(), [key](const ImportRow &each) { return each.key == key; });
    return row == rows.end() ? nullptr : &*row;
}

/// What a key stands at, as it is typed; "-" where there is none.
inline std::string valueOf(const Scenario &scenario, const QString &key)
{
    const Key *known = findKey(key.toStdString());
    const std::optional<Json> value = known ? known->get(scenario) : std::nullopt;
    return value ? typedValue(*value) : std::string("-");
}

} // namespace shardscope
