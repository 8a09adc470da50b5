// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/advice/advice.h"

#include <QString>

namespace shardscope {

// Advice in words, in the user's language.

/// "Checkpoint all activations; use 16 GPUs"
QString proposalTitle(const Proposal &proposal, const Scenario &before, const Catalog &catalog);
/// "23.4 GiB less, 1.31 times as long, traffic unchanged"
QString proposalCosts(const Proposal &proposal, const Scenario &before);

QString limitName(LimitId id); ///< "Longest sequence"
QString limitValue(const Limit &limit); ///< "12,288"; "none" where nothing fits
QString limitReason(const Limit &limit); ///< a sentence: why it ends there

} // namespace shardscope
