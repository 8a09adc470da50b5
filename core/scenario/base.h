// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

namespace shardscope {

/// Whether the frozen matrices are stored so.
inline bool isStoredIn(const Training &training, BaseStorage base)
{
    return training.method == Method::Qlora && training.base == base;
}
inline bool isInFourBits(const Training &training)
{
    return isStoredIn(training, BaseStorage::Nf4);
}
inline bool isInInt8(const Training &training)
{
    return isStoredIn(training, BaseStorage::LlmInt8);
}

/// Whether they are integers in groups with a scale and a zero each.
constexpr bool hasGroups(BaseStorage base)
{
    return base == BaseStorage::Gptq || base == BaseStorage::Awq || base == BaseStorage::Hqq;
}
inline bool isInGroups(const Training &training)
{
    return training.method == Method::Qlora && hasGroups(training.base);
}

/// Bytes beside a matrix of 4-bit integers, two of which are in a byte.
struct GroupStorage
{
    double group = 128; ///< weights of one output that have a scale and a zero in common
    double scale = 2; ///< of each group: 16 bits
    double zero = 0.5; ///< of each group
    double index = 0; ///< of each input: the number of its group
    int shifts = 0; ///< small tensors, by which packed integers are shifted

    /// Of each weight.
    double ofWeight() const { return (scale + zero) / group; }
};

/// hqq 0.2.8 core/quantize.py, hqq_base_quant_config: groups of 64, zeros as wide as scales.
/// GPTQModel 7.3 nn_modules/qlinear/__init__.py, _register_gptq_buffers and
/// _init_wf_unsqueeze_buffers, AWQuantLinear: groups of 128, as published files have them.
constexpr GroupStorage groupStorage(BaseStorage base)
{
    if (base == BaseStorage::Hqq)
        return {.group = 64, .zero = 2};
    if (base == BaseStorage::Gptq)
        return {.index = 4, .shifts = 2};
    return {};
}

} // namespace shardscope
