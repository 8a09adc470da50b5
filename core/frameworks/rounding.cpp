// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/rounding.h"

#include <cmath>

namespace shardscope {

namespace {

constexpr std::string_view storageSource
    = "torch 2.14 CUDACachingAllocator.cpp: storages are multiples of 512 B";
constexpr std::string_view counterSource
    = "torch 2.14 optim/adam.py: a counter of steps for each parameter, on the GPU where fused";

/// Bytes beyond those that formulas count.
struct Excess
{
    double frozen = 0;
    double trained = 0;
    double state = 0;

    void add(const Excess &other, double times)
    {
        frozen += times * other.frozen;
        trained += times * other.trained;
        state += times * other.state;
    }
};

double beyond(double bytes)
{
    return storageBytes(bytes) - bytes;
}

class Counter
{
public:
    Counter(const Workload &work, const KeptParameters &kept)
        : m_work(work)
        , m_kept(kept)
        , m_plain(recipe(work.training().precision).weight)
    {
        switch (work.training().optimizer) {
        case Optimizer::AdamW:
            m_countsSteps = true;
            m_moments = 2;
            break;
        case Optimizer::AdamWForeach:
        case Optimizer::AdamWForLoop:
            // A dry run has everything in one place.
            m_countsSteps = work.training().kernels == Kernels::Reference;
            m_moments = 2;
            break;
        case Optimizer::SgdMomentum:
            m_moments = 1;
            break;
        default:
            break;
        }
    }

    Excess of(const Tape &tape) const
    {
        Excess sum;
        for (const Parameter &parameter : tape.parameters) {
            if (!parameter.isShared)
                add(sum, parameter);
        }
        return sum;
    }

private:
    void add(Excess &sum, const Parameter &parameter) const
    {
        const double elements
            = std::ceil(parameter.rows / m_kept.ranks) * parameter.elements / parameter.rows;
        if (parameter.isQuantized) {
            sum.frozen += beyond(elements / 2) + scalesBeyond(parameter.elements);
        } else if (!parameter.trainable) {
            // Linear4bit's biases are fp32, and counted like what is not quantised.
            const double counted = kbitPreparation(m_work.training()) == KbitPreparation::None
                ? m_plain
                : bytesOf(parameter.dtype);
            sum.frozen += storageBytes(elements * std::max(counted, bytesOf(parameter.dtype)))
                - elements * counted;
        } else {
            const double bytes = m_kept.trained * elements;
            sum.trained += beyond(bytes);
            // torch.optim: no state without a gradient.
            sum.state += parameter.isReached
                ? m_moments * beyond(bytes) + (m_countsSteps ? StorageGranule : 0)
                : -m_moments * bytes;
        }
    }

    /// bitsandbytes 0.50 QuantState with double quantisation: absmax in 8 bit, its own absmax, the
    /// 16 values of NF4, an offset, and a copy of the 256 values that absmax is one of.
    static double scalesBeyond(double elements)
    {
        const double blocks = elements / 64;
        return beyond(blocks) + storageBytes(4 * std::ceil(blocks / 256)) - 4 * blocks / 256
            + 2 * StorageGranule + 256 * 4;
    }

    const Workload &m_work;
    KeptParameters m_kept;
    double m_plain = 2;
    double m_moments = 0;
    bool m_countsSteps = false;
};

} // namespace

double holdRounding(
    const Workload &work, const ModelTapes &model, const KeptParameters &kept, Ledger &ledger)
{
    const Counter counter(work, kept);
    Excess sum = counter.of(*model.embedding);
    sum.add(counter.of(*model.head), 1);
    if (model.dense)
        sum.add(counter.of(*model.dense), model.denseLayers);
    if (model.sparse)
        sum.add(counter.of(*model.sparse), model.sparseLayers);
    const auto hold
        = [&ledger](PartId part, std::string_view source, std::string_view what, double bytes) {
              if (bytes != 0)
                  ledger.change(ledger.open(part, source, what), bytes);
          };
    constexpr std::string_view rounding = "B of rounding";
    hold(PartId::Weights, storageSource, rounding, sum.frozen);
    hold(work.isFull() ? PartId::Weights : PartId::Adapters, storageSource, rounding, sum.trained);
    hold(PartId::OptimizerState, counterSource, "B of step counters and rounding", sum.state);
    return sum.trained;
}

double scratchRounding(const Workload &work, double trainedRounding)
{
    return work.training().optimizer == Optimizer::AdamWForeach ? trainedRounding : 0;
}

} // namespace shardscope
