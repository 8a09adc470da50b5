// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-Bridge (commit 067f987d), peft/lora_layers.py (LoRALinear) and peft/utils.py
// (ParallelLinearAdapter): beside a column-parallel matrix both factors are split by their results,
// beside a row-parallel one the first by what it reads; the narrow product between them is whole on
// each rank.
#include "core/modules/megatron/adapters.h"

#include "core/model/families.h"
#include "core/modules/megatron/writer.h"

namespace shardscope {

BridgeTargets bridgeTargets(const ModelSpec &spec, const LoraTargets &targets)
{
    const LinearNames &names = linearNames(spec);
    BridgeTargets result;
    // All or none of those that are one matrix in Megatron-Core.
    const auto joined = [&](std::string_view fused, std::initializer_list<std::string_view> parts) {
        if (!fused.empty())
            return targets.takesIn(fused);
        std::size_t taken = 0;
        for (const std::string_view part : parts)
            taken += targets.takesIn(part) ? 1 : 0;
        result.isWhole &= taken == 0 || taken == parts.size();
        return taken > 0;
    };
    result.queryKeyValue = joined(names.fusedAttention, {names.query, names.key, names.value});
    result.output = targets.takesIn(names.output);
    result.first = spec.gatedMlp ? joined(names.fusedGate, {names.gate, names.up})
                                 : targets.takesIn(names.up);
    result.second = targets.takesIn(names.down);
    return result;
}

double bridgeParametersPerRank(const ModelSpec &spec, const LoraTargets &targets)
{
    const BridgeTargets taken = bridgeTargets(spec, targets);
    const auto beside = [](bool isTaken, std::int64_t in, std::int64_t out) {
        return isTaken ? static_cast<double>(in + out) : 0;
    };
    const std::int64_t heads = spec.queryWidth() + 2 * spec.kvWidth();
    return static_cast<double>(spec.layers)
        * (beside(taken.queryKeyValue, spec.hidden, heads)
            + beside(taken.output, spec.queryWidth(), spec.hidden)
            + beside(taken.first, spec.hidden, (spec.gatedMlp ? 2 : 1) * spec.intermediate)
            + beside(taken.second, spec.intermediate, spec.hidden));
}

bool MegatronWriter::isAdapted(std::string_view name) const
{
    if (!settings.adapters)
        return false;
    const BridgeTargets taken = bridgeTargets(spec, settings.adapters->targets);
    return (name == "linear_qkv" && taken.queryKeyValue) || (name == "linear_proj" && taken.output)
        || (name == "linear_fc1" && taken.first) || (name == "linear_fc2" && taken.second);
}

/// tensor_parallel/layers.py, ColumnParallelLinear or RowParallelLinear without sequence
/// parallelism.
TensorId MegatronWriter::factor(std::string_view name, TensorId x, double in, double out)
{
    tape.beginModule();
    const TensorId matrix = tape.parameter({.name = name,
        .elements = out * in,
        .rows = out,
        .isAdapter = true,
        .isAdded = cut.hasEngine});
    const TensorId result
        = tape.op("linear", {x, matrix}, tokens() * out, Dtype::Half, {x, matrix});
    tape.multiplies({.rows = tokens(), .inner = in, .columns = out});
    // Its backward pass makes the gradient of what it read, wanted or not.
    if (!tape.at(x).requiresGrad)
        tape.borrowsBackward({bytesOf(tokens() * in, Dtype::Half)});
    tape.endModule();
    return result;
}

/// tensor_parallel/mappings.py, _gather_along_last_dim: what ranks sent is joined column by column.
TensorId MegatronWriter::joinedColumns(TensorId x, double width)
{
    if (!isSplit())
        return x;
    const TensorId whole = tape.op("all_gather", {x}, tokens() * width, Dtype::Half, {});
    tape.borrows({bytesOf(tokens() * width, Dtype::Half)});
    return whole;
}

TensorId MegatronWriter::droppedInput(TensorId x)
{
    return settings.adapters->dropsOut ? tape.dropout(x, true) : x;
}

/// `whole`: what is left of the module's input, gathered along the sequence.
TensorId MegatronWriter::adaptedColumn(TensorId whole, TensorId base, double in, double out)
{
    const double rank = settings.adapters->rank;
    const TensorId down = factor("lora_A_column", whole, in, rank / cut.tensor);
    const TensorId narrow = joinedColumns(down, rank);
    return addedTo(base, factor("lora_B_column", narrow, rank, out / cut.tensor));
}

TensorId MegatronWriter::adaptedRow(TensorId x, TensorId base, double in)
{
    const double rank = settings.adapters->rank;
    const TensorId narrow = factor("lora_A_row", droppedInput(x), in / cut.tensor, rank);
    const TensorId up = factor("lora_B_row", narrow, rank, hidden() / cut.tensor);
    const TensorId whole = joinedColumns(up, hidden());
    return addedTo(base, isSplit() && cut.sequence ? tape.part(whole, streamElements()) : whole);
}

TensorId MegatronWriter::addedTo(TensorId base, TensorId change)
{
    const TensorId scaled = tape.scale(change);
    const TensorId sum = tape.add(base, scaled);
    tape.stillHeld({base, scaled});
    return sum;
}

} // namespace shardscope
