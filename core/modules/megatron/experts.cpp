// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/megatron/writer.h"

#include <cmath>

namespace shardscope {

namespace {

/// moe/token_dispatcher.py, MoEAlltoAllTokenDispatcher or MoEAllGatherTokenDispatcher;
/// moe/experts.py, TEGroupedMLP, or SequentialMLP, which keeps the same.
class ExpertsWriter
{
public:
    explicit ExpertsWriter(MegatronWriter &write)
        : m_write(write)
        , m_tape(write.tape)
        , m_experts(*write.spec.experts)
        , m_routed(write.cut.routedRows(
              write.streamRows() * m_experts.perToken, static_cast<double>(m_experts.count)))
        , m_rows(m_routed.arrived * write.cut.expertTensor)
    { }

    TensorId run(TensorId x)
    {
        const TensorId shared = m_experts.sharedWidth > 0 ? sharedExperts(x) : NoTensor;
        const TensorId scores = router(x);
        const TensorId routed = m_write.cut.dispatcher == TokenDispatcher::AllGather
            ? throughAll(x, scores)
            : exchanged(x, scores);
        return shared == NoTensor ? routed : m_tape.add(routed, shared);
    }

private:
    TensorId exchanged(TensorId x, TensorId scores)
    {
        const TensorId permuted = moved("permute", x, m_routed.sent);
        m_tape.stillHeld(scores);
        const TensorId arrived = moved("all_to_all", permuted, m_routed.arrived);
        const TensorId sent = gathered(arrived);
        // Tokens come from each rank in turn, and go to each expert in turn.
        const TensorId sorted = local() > 1 ? moved("sort", sent, m_rows) : sent;
        const TensorId made = products(sorted);
        const TensorId unsorted = local() > 1 ? moved("sort", made, m_rows) : made;
        const TensorId combined = scattered(unsorted);
        // Local names: of MoELayer.routed_experts_compute, and of its forward.
        m_tape.stillHeld({made, sorted});
        const TensorId back = moved("all_to_all", combined, m_routed.sent);
        const TensorId routed = moved("unpermute", back, m_write.streamRows());
        m_tape.stillHeld({permuted, arrived, x});
        return routed;
    }

    /// Tokens of all ranks lie in the global memory buffer; of them those are picked that chose an
    /// expert of this rank, and what experts made is added into zeros for all.
    TensorId throughAll(TensorId x, TensorId scores)
    {
        const double all = m_write.streamRows() * m_write.cut.sharersOfTokens();
        const bool isAlone = m_write.cut.sharersOfTokens() <= 1;
        const TensorId whole = isAlone ? x : moved("all_gather", x, all);
        if (!isAlone)
            m_tape.countAs(whole, Holding::Outside);
        m_tape.stillHeld(scores);
        const TensorId picked = moved("permute", whole, m_rows);
        m_tape.alsoMakes(m_rows, Dtype::Wide, true); // places of the picked tokens
        const TensorId made = products(picked);
        const TensorId placed = moved("unpermute", made, all);
        m_tape.stillHeld({picked, made});
        return isAlone ? placed : moved("reduce_scatter", placed, m_write.streamRows());
    }

    double local() const { return m_experts.count / m_write.cut.expert; }

    TensorId sharedExperts(TensorId x)
    {
        const auto write
            = [&] { return m_write.mlp(x, static_cast<double>(m_experts.sharedWidth)); };
        return isInside() ? write() : m_write.again(RecomputedPart::SharedExperts, write);
    }
    /// What is a part of something that runs again.
    bool isInside() const { return m_write.runsAgain(RecomputedPart::Experts); }

    /// The same rows elsewhere; only where to is kept.
    TensorId moved(std::string_view name, TensorId x, double rows)
    {
        return m_tape.op(name, {x}, rows * m_write.hidden(), Dtype::Half, {});
    }
    /// Ranks that share an expert have the tokens of all of them.
    TensorId gathered(TensorId x)
    {
        return m_write.cut.expertTensor > 1 ? moved("all_gather", x, m_rows) : x;
    }
    TensorId scattered(TensorId x)
    {
        return m_write.cut.expertTensor > 1 ? moved("reduce_scatter", x, m_routed.arrived) : x;
    }

    /// moe/router.py: scores of all experts, in fp32.
    TensorId router(TensorId x)
    {
        const auto count = static_cast<double>(m_experts.count);
        m_tape.beginModule();
        const TensorId matrix = m_write.weight("router", count, m_write.hidden(), {});
        const TensorId logits = m_tape.op(
            "router", {x, matrix}, m_write.streamRows() * count, Dtype::Single, {x, matrix});
        m_tape.multiplies(
            {.rows = m_write.streamRows(), .inner = m_write.hidden(), .columns = count});
        m_tape.endModule();
        const TensorId scores = m_tape.fromResult("softmax", logits);
        return m_write.cut.expertCapacity > 0 ? limited(scores) : scores;
    }

    /// moe/moe_utils.py, apply_router_token_dropping: scores of what an expert takes.
    TensorId limited(TensorId scores)
    {
        const double elements = m_tape.at(scores).elements;
        const TensorId result = m_tape.op("mul", {scores}, elements, Dtype::Single, {});
        m_tape.alsoMakes(elements, Dtype::Byte, true);
        m_tape.stillHeld(scores);
        return result;
    }

    /// moe/experts.py, SequentialMLP: one expert after another.
    bool isOneByOne() const { return m_write.settings.experts == ExpertCode::Loop; }

    /// Unless it goes straight into the buffer, SequentialMLP makes the gradient of one expert's
    /// weight, which is gone when the next one's comes.
    void addsOneByOne(double elements)
    {
        if (!m_write.cut.hasEngine && isOneByOne())
            m_tape.borrowsBackward({bytesOf(elements, Dtype::Half)});
    }
    /// Of grouped products all experts' gradients are there at once.
    MegatronWriter::Kind kind() const
    {
        return {.isExpert = true, .isAdded = m_write.cut.hasEngine || isOneByOne()};
    }

    /// fused_bias_swiglu.py, weighted; or an activation without a gate, which no kernel joins with
    /// the probabilities (unless it is asked to, for squares): its result is kept for theirs.
    TensorId activated(TensorId up, double elements)
    {
        if (m_experts.isGated)
            return m_tape.op("weighted_swiglu", {up}, elements, Dtype::Half, {up});
        const TensorId active = m_tape.activation("activation", up);
        const TensorId weighted = m_tape.op("mul", {active}, elements, Dtype::Half, {active});
        m_tape.borrowsBackward({bytesOf(elements, Dtype::Half)}); // summed for the probabilities
        return weighted;
    }

    /// The products of all of the rank's experts, from `in` columns to `out`.
    TensorId grouped(std::string_view name, TensorId x, double in, double out)
    {
        const bool isInFp8 = m_write.isInFp8();
        const TensorId matrix = m_write.weight(name, local() * out, in, kind());
        const TensorId operand = m_write.narrowed(x, true);
        const TensorId result = m_tape.op("grouped_gemm", {x, matrix, isInFp8 ? operand : NoTensor},
            m_rows * out, Dtype::Half, {operand, matrix});
        m_tape.multiplies({.rows = m_rows / local(),
            .inner = in,
            .columns = out,
            .batch = local(),
            .isInFp8 = isInFp8});
        m_write.castsGradient(m_rows * out);
        m_write.holdsBoth(operand);
        addsOneByOne(out * in);
        return result;
    }

    TensorId products(TensorId x)
    {
        const double h = m_write.hidden();
        const double width = static_cast<double>(m_experts.width) / m_write.cut.expertTensor;
        const double wide = static_cast<double>(m_experts.firstWidth()) / m_write.cut.expertTensor;
        // moe/experts.py, quantization_padding: tokens of an expert up to what a kernel takes.
        const bool isInFp8 = m_write.isInFp8();
        const TensorId padded = isInFp8 ? moved("pad", x, m_rows) : x;
        m_tape.beginModule();
        const TensorId up = grouped("experts_fc1", padded, h, wide);
        // The tokens of single experts are split off, and their gradients joined.
        if (isOneByOne() && local() > 1)
            m_tape.borrowsBackward({bytesOf(m_rows * h, Dtype::Half)});
        m_tape.endModule();
        const std::int32_t begin = m_tape.size();
        const TensorId active = activated(up, m_rows * width);
        const std::int32_t end = m_tape.size();
        m_tape.beginModule();
        const TensorId result = grouped("experts_fc2", active, width, h);
        m_tape.endModule();
        if (isInFp8) {
            const TensorId unpadded = moved("unpad", result, m_rows);
            m_tape.stillHeld(padded); // a local name
            return unpadded;
        }
        if (m_write.runsAgain(RecomputedPart::ExpertActivation) && !isInside())
            m_tape.recomputeDiscarded(begin, end);
        if (!isOneByOne() || local() <= 1)
            return result;
        const TensorId joined = moved("cat", result, m_rows);
        m_tape.last().gradients[0] = 0; // parts of the joined one's
        return joined;
    }

    MegatronWriter &m_write;
    TapeBuilder &m_tape;
    const Experts &m_experts;
    MeshCut::RoutedRows m_routed; ///< of tokens and the experts that they chose
    double m_rows; ///< and to those that share its experts
};

} // namespace

TensorId writeMegatronExperts(MegatronWriter &write, TensorId x)
{
    return write.again(RecomputedPart::Experts, [&] { return ExpertsWriter(write).run(x); });
}

} // namespace shardscope
