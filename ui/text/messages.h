// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/document/document.h"
#include "core/plan/plan.h"

#include <QString>

namespace shardscope {

// Sentences for what core found or refused, in the user's language.

/// A sentence to go behind another; empty where the file had none.
QString unknownKeysText(const ScenarioDocument &document);
/// Where, what and what was expected, in one line.
QString errorText(const Error &error);

} // namespace shardscope
