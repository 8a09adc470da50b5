// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/inputoptions.h"

#include <array>

namespace shardscope {

namespace {

constexpr std::array<Option, 7> inputTable{{
    {"--model", "ID", "a model of the catalogue", "model.id"},
    {"--gpu", "ID", "a GPU of the catalogue", "hardware.gpu"},
    {"--gpus", "N", "how many of them", "parallel.gpus"},
    {"--method", "METHOD", "full, lora or qlora", "training.method"},
    {"--framework", "FRAMEWORK", "who shards, gathers and reduces", "parallel.framework"},
    {"--strategy", "STRATEGY", "what is sharded", "parallel.strategy"},
    {"--sequence", "TOKENS", "tokens of a sequence", "training.sequence_length"},
}};

} // namespace

std::span<const Option> inputOptions()
{
    return inputTable;
}

} // namespace shardscope
