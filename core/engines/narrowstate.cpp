// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/narrowstate.h"

#include "core/step/adaptertensors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace shardscope {

namespace {

/// bitsandbytes 0.50 (optim/optimizer.py; AdEMAMix has two first moments) and torchao 0.19
/// (optim/adam.py).
constexpr std::array storages{
    NarrowState{.optimizer = Optimizer::AdamW8bit, .moments = 2, .bytes = 1, .block = 256},
    NarrowState{.optimizer = Optimizer::PagedAdamW8bit,
        .moments = 2,
        .bytes = 1,
        .block = 256,
        .isPaged = true},
    NarrowState{.optimizer = Optimizer::PagedAdamW, .moments = 2, .isPaged = true},
    NarrowState{.optimizer = Optimizer::AdamW8bitTorchao,
        .moments = 2,
        .bytes = 1,
        .block = 256,
        .isTorchao = true,
        .values = 256},
    NarrowState{.optimizer = Optimizer::AdamW4bitTorchao,
        .moments = 2,
        .bytes = 0.5,
        .block = 128,
        .isTorchao = true,
        .values = 16},
    NarrowState{.optimizer = Optimizer::AdamWFp8Torchao,
        .moments = 2,
        .bytes = 1,
        .block = 256,
        .isTorchao = true},
    NarrowState{.optimizer = Optimizer::AdEMAMix, .moments = 3},
    NarrowState{.optimizer = Optimizer::AdEMAMix8bit, .moments = 3, .bytes = 1, .block = 256},
    NarrowState{.optimizer = Optimizer::Lion, .moments = 1},
    NarrowState{.optimizer = Optimizer::Lion8bit, .moments = 1, .bytes = 1, .block = 256},
    NarrowState{.optimizer = Optimizer::PagedLion, .moments = 1, .isPaged = true},
};

constexpr double fewestNarrow = 4096; ///< min_8bit_size
constexpr double fewestPaged = 1e5; ///< get_state_buffer

bool isNarrow(const NarrowState &state, double elements, bool isTable)
{
    const bool isCut = state.isTorchao && std::fmod(elements, state.block) != 0;
    const bool isWide = state.isTorchao ? isCut : isTable;
    return state.block > 0 && elements >= fewestNarrow && !isWide;
}

/// Bytes of one moment of a tensor, and of the scales beside it.
struct MomentBytes
{
    double numbers = 0;
    double scales = 0;
};
MomentBytes momentBytes(const NarrowState &state, double elements, bool isTable, double weightBytes)
{
    const bool narrow = isNarrow(state, elements, isTable);
    const double wide = state.isTorchao ? weightBytes : SingleBytes;
    const bool isElsewhere = state.isPaged && elements >= fewestPaged;
    return {.numbers = isElsewhere ? 0 : elements * (narrow ? state.bytes : wide),
        .scales = narrow ? SingleBytes * std::ceil(elements / state.block) : 0};
}

/// All that is trained beside tables, as the tensors that it lies in.
std::vector<AdapterTensors> tensorsOf(const Workload &work, double tables)
{
    if (work.isFull()) // of a layer's matrices none is small
        return {{.rows = work.trainable - tables}};
    const ModelSpec &spec = work.spec();
    const Training &training = work.training();
    const double rank = work.adapters.rank;
    std::vector<AdapterTensors> tensors = adapterTensors(spec, adapterChoice(training), rank);
    if (tensors.empty()) {
        for (const AdaptedLinear &each :
            adaptedLinears(spec, training.loraTargets, training.modules)) {
            tensors.push_back({rank, static_cast<double>(each.linear.in), each.modules()});
            tensors.push_back({static_cast<double>(each.linear.out), rank, each.modules()});
        }
    }
    double rest = work.trainable - tables;
    for (const AdapterTensors &each : tensors)
        rest -= each.count * each.elements();
    if (rest > 0)
        tensors.push_back({.rows = rest});
    return tensors;
}

} // namespace

std::optional<NarrowState> narrowStateOf(Optimizer optimizer)
{
    const auto *const found = std::find_if(storages.begin(), storages.end(),
        [optimizer](const NarrowState &state) { return state.optimizer == optimizer; });
    return found == storages.end() ? std::nullopt : std::optional(*found);
}

Term narrowState(const NarrowState &state, const Workload &work)
{
    const double tables = work.ends.embedding == TableTraining::Frozen ? 0 : work.count().embedding;
    const double weight = work.recipe.weight;
    double kept = 0; // numbers in few bits
    double scaled = 0; // numbers that lie elsewhere, but for their scales
    double wide = 0;
    const auto sort = [&](double elements, double count, bool isTable) {
        const MomentBytes moment = momentBytes(state, elements, isTable, weight);
        if (moment.numbers > 0)
            (moment.scales > 0 ? kept : wide) += count * elements;
        else if (moment.scales > 0)
            scaled += count * elements;
    };
    for (const AdapterTensors &each : tensorsOf(work, tables))
        sort(each.elements(), each.count, false);
    sort(tables, 1, true);
    const double scales = state.block > 0 ? SingleBytes / state.block : 0;
    return Term::each(state.moments * (state.bytes + scales)) * Term::count(kept)
        + Term::each(state.moments * scales) * Term::count(scaled)
        + Term::each(state.moments * (state.isTorchao ? weight : SingleBytes)) * Term::count(wide);
}

Term narrowScratch(const NarrowState &state, double largest)
{
    if (!state.isTorchao || !isNarrow(state, largest, false))
        return {};
    const double codes = state.bytes < 1 ? bytesOf(Dtype::Wide) : 0;
    return Term::each(state.moments * (SingleBytes + codes + SingleBytes / state.block))
        * Term::count(largest);
}

double stateOfTape(const NarrowState &state, const Tape &tape, bool isTied)
{
    // Each of them is an nn.Embedding.
    constexpr std::array<std::string_view, 7> tables{"embed_tokens", "embed_positions",
        "token_type_embeddings", "embed_tokens_per_layer", "prompt_embedding", "position_embedding",
        "pos_embed"};
    double bytes = 0;
    for (const Parameter &parameter : tape.parameters) {
        if (parameter.isShared || !parameter.trainable || !parameter.isReached)
            continue;
        const bool isTable = (isTied && parameter.name == "lm_head")
            || std::find(tables.begin(), tables.end(), parameter.name) != tables.end();
        const MomentBytes moment
            = momentBytes(state, parameter.elements, isTable, bytesOf(parameter.dtype));
        const bool narrow = moment.scales > 0;
        bytes += state.moments
            * (storageBytes(moment.numbers) + storageBytes(moment.scales)
                + (narrow ? storageBytes(SingleBytes * state.values) : 0));
    }
    return bytes;
}

} // namespace shardscope
