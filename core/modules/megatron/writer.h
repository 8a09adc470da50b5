// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tapebuilder.h"
#include "core/modules/cut.h"
#include "core/modules/settings.h"

#include <vector>

namespace shardscope {

/// Writes what Megatron-Core's layers are made of onto a tape, as one rank runs it.
class MegatronWriter
{
public:
    MegatronWriter(TapeBuilder &builder, const LayerSettings &layerSettings);

    TapeBuilder &tape;
    const LayerSettings &settings;
    const MeshCut &cut;
    const ModelSpec &spec;

    /// `isExpert`: dealt out over other ranks than the rest. `isAdded`: its gradient is added to
    /// the gradient buffer by the product that makes it (gradient_accumulation_fusion).
    struct Kind
    {
        bool isExpert = false;
        bool isAdded = false;
    };
    TensorId weight(std::string_view name, double rows, double columns, const Kind &kind);

    TensorId norm(std::string_view name, TensorId x) { return norm(name, x, hidden()); }
    TensorId norm(std::string_view name, TensorId x, double width);
    /// Of one function with the product that takes what it makes, which has so many columns
    /// (LayerNormLinear): where that is in 8 bits, so is what it takes.
    TensorId normFor(std::string_view name, TensorId x, double width, double columns);
    /// TELinear, duplicated: each rank has the whole matrix, and its share of the stream's rows.
    TensorId duplicated(std::string_view name, TensorId x, double in, double out);
    /// tensor_parallel/layers.py, ColumnParallelLinear: from the stream to a share of `out`.
    TensorId column(std::string_view name, TensorId x, double in, double out, bool bias);
    /// RowParallelLinear: from a share of `in` to the stream; its bias is added later.
    TensorId row(std::string_view name, TensorId x, double in, bool bias);
    // Adapters, as Megatron-Bridge puts them beside these matrices (adapters.cpp).
    bool isAdapted(std::string_view name) const;
    TensorId adaptedColumn(TensorId whole, TensorId base, double in, double out);
    TensorId adaptedRow(TensorId x, TensorId base, double in);
    TensorId factor(std::string_view name, TensorId x, double in, double out);
    TensorId joinedColumns(TensorId x, double width);
    TensorId droppedInput(TensorId x);
    TensorId addedTo(TensorId base, TensorId change);

    /// fusions/fused_bias_dropout.py: dropout, and the sum with the stream.
    TensorId joined(TensorId added, TensorId stream, bool bias);
    /// transformer/mlp.py, of so many hidden units in all.
    TensorId mlp(TensorId x, double units);
    /// fusions/fused_bias_swiglu.py and fused_bias_gelu.py: keep their input.
    TensorId activated(TensorId x, double elements);

    // Products in 8 bits (fp8.cpp).
    bool isInFp8() const { return isOfEngine(settings.fp8) && cut.hasEngine; }
    /// What is there of x in 8 bits, where products are; else x. `isTurned`: in both layouts, where
    /// there are two.
    TensorId narrowed(TensorId x, bool isTurned);
    /// The last operation is given `operand`, or makes it, and its other layout.
    void holdsBoth(TensorId operand);
    /// Whether what is gathered comes by rows alone, and is turned when it is whole.
    bool gathersRows() const { return isScaledWhole(settings.fp8); }
    /// The last operation, a product, casts the gradient of its `elements` before it makes its own.
    void castsGradient(double elements);

    /// Whether selective recomputation runs a part of the layer again.
    bool runsAgain(RecomputedPart part) const { return settings.recomputed.has(part); }
    /// What `write` makes, as a part that runs again where that is asked for.
    template <class Write>
    TensorId again(RecomputedPart part, const Write &write)
    {
        const std::int32_t begin = tape.size();
        const TensorId result = write();
        if (runsAgain(part))
            tape.recomputeFrom(begin);
        return result;
    }

    double tokens() const { return settings.tokens(); }
    double sequence() const { return settings.sequence; }
    double hidden() const { return static_cast<double>(spec.hidden); }
    double width() const { return static_cast<double>(spec.intermediate); }
    double queryWidth() const { return static_cast<double>(spec.queryWidth()); }
    double kvWidth() const { return static_cast<double>(spec.kvWidth()); }
    double headDim() const { return static_cast<double>(spec.headDim); }
    double kvHeads() const { return static_cast<double>(spec.kvHeads); }
    double localHeads() const { return static_cast<double>(spec.heads) / cut.tensor; }
    double localQuery() const { return queryWidth() / cut.tensor; }
    /// What attention makes of each head, of all of the rank's.
    double localResult() const
    {
        return spec.latent ? localHeads() * static_cast<double>(spec.latent->valueDim)
                           : localQuery();
    }
    /// A rank has one key head at least.
    double localKv() const;
    double streamElements() const { return tokens() * hidden() * cut.stream(); }
    double streamRows() const { return tokens() * cut.stream(); }
    bool isSplit() const { return cut.tensor > 1; }
    /// Whether the stream is gathered along the sequence before a column-parallel matrix.
    bool isGathered() const { return isSplit() && cut.sequence; }

private:
    struct Narrow
    {
        TensorId of = NoTensor;
        TensorId id = NoTensor;
    };
    std::vector<Narrow> m_normed; ///< what norms of such functions made, in 8 bits
};

/// Bytes of so many numbers in 8 bits, with their scales.
double narrowBytes(Fp8 fp8, double elements);
/// The same of an element of a weight.
double narrowWeight(Fp8 fp8);

/// transformer/moe/moe_layer.py: router, all-to-all, grouped products, and back.
TensorId writeMegatronExperts(MegatronWriter &write, TensorId x);

} // namespace shardscope
