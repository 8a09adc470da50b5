// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/format.h"

#include <array>

namespace shardscope {

// Values of Megatron-LM's flags, which programs around Megatron-Core take as well.

inline constexpr std::array megatronContextKinds{
    ValueName{"p2p", "ring"}, ValueName{"all_gather", "all-gather"}, ValueName{"a2a", "ulysses"}};
inline constexpr std::array megatronDispatchers{
    ValueName{"alltoall", "all-to-all"}, ValueName{"allgather", "all-gather"}};
inline constexpr std::array megatronExpertCodes{
    ValueName{"true", "grouped"}, ValueName{"false", "loop"}};
inline constexpr std::array megatronOffload{ValueName{"true", "cpu"}, ValueName{"false", "none"}};
/// TransformerEngine's writes the gradient over the logits.
inline constexpr std::array megatronLosses{
    ValueName{"native", "standard"}, ValueName{"te", "in-place"}};
inline constexpr std::array megatronFp8Formats{
    ValueName{"hybrid", "yes"}, ValueName{"e4m3", "yes"}, ValueName{"null", ""}};
inline constexpr std::array megatronFp8Weights{
    ValueName{"true", "alone"}, ValueName{"false", "copied"}};
inline constexpr std::array megatronFp8Recipes{ValueName{"delayed", "te-delayed"},
    ValueName{"tensorwise", "te-current"}, ValueName{"blockwise", "te-blockwise"},
    ValueName{"mxfp8", "te-mxfp8"}};
inline constexpr std::array megatronRecomputation{ValueName{"full", "full"},
    ValueName{"selective", "selective"}, ValueName{"none", "none"}, ValueName{"null", "none"}};
inline constexpr std::array megatronSharded{ValueName{"true", "1"}, ValueName{"false", "0"}};

} // namespace shardscope
