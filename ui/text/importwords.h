// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/interchange/importrun.h"

#include <QString>

namespace shardscope {

// What files of a run come to, in the user's language. What stands in them is foreign text.

/// "recipe.yaml and ds.json"
QString importedFiles(const ImportedRun &run);
/// "14 taken, 6 assumed, 0 contradicting, 1 not understood"
QString importCounts(const ImportedRun &run);
/// What is told when they were read, whether or not they reach the plan.
QString importedText(const ImportedRun &run, bool isHeldBack);

/// "recipe.yaml:12"; empty where no file says it.
QString placeText(const ImportRow &row);
/// "micro_batch_size: 2"
QString saidText(const ImportRow &row);
/// "Micro-batch = 2"
QString reachedText(const ImportRow &row, const Catalog &catalog);
/// "recipe.yaml, line 12, micro_batch_size: what is wrong"
QString problemText(const Error &problem);

} // namespace shardscope
