// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/policy.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace shardscope {

/// The place of a parameter, unit or module in a vector of them.
inline std::size_t slot(int index)
{
    return static_cast<std::size_t>(index);
}

/// Which unit declares the table of words where several use it: Whisper's encoder embeds none.
enum class TableHome : std::uint8_t { Embedding, Between, Head };
TableHome tableHome(const ModelSpec &spec);

/// Whether what stands behind the layers is declared before the model: XLMRobertaForMaskedLM.
bool declaresHeadFirst(const ModelSpec &spec);

/// Whether that is a table of words, or a head that may be the same: as transformers' models and
/// Megatron's name it.
bool isTableOfWords(const Parameter &parameter);

/// A unit's parameters as `model.parameters()` has them, by their index on its tape; a table that
/// another unit has declared comes last.
std::vector<int> declaredOrder(
    const Workload &work, Unit::Kind of, const Tape &tape, bool sharesTable);

} // namespace shardscope
