// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/feasibility.h"

#include <QStringList>

#include <functional>

namespace shardscope {

/// How the values of a slider are said.
struct ValueTexts
{
    std::function<QString(double)> spoken{}; ///< "4,096 tokens"
    std::function<QString(double)> bare{}; ///< "4,096"; null: as spoken
    bool areNames = false; ///< a few words, numbered from 0, rather than a range
};

/// "Fits: up to 12,288 tokens", "At risk: 12,352 to 13,824 tokens": a line for each answer that
/// there is, the best first.
QStringList feasibilityLines(const Feasibility &feasibility, const ValueTexts &texts);

} // namespace shardscope
