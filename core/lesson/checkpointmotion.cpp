// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/checkpointmotion.h"

#include <algorithm>
#include <numeric>

namespace shardscope {

namespace {

Bytes sumOf(const std::vector<Bytes> &kept)
{
    return std::accumulate(kept.begin(), kept.end(), Bytes(0));
}

bool isOfOnePass(const Sample &sample, int microStep)
{
    return sample.microStep == microStep
        && (sample.phase == PhaseId::Forward || sample.phase == PhaseId::Loss
            || sample.phase == PhaseId::Backward);
}

/// Follows a micro-step and divides the activations of each moment among the layers.
class Divider
{
public:
    Divider(int layers, bool isCheckpointed)
        : m_kept(static_cast<std::size_t>(layers))
        , m_isCheckpointed(isCheckpointed)
    { }

    /// `isLast`: of the samples of its layer in this pass.
    CheckpointFrame next(const Sample &sample, bool isLast)
    {
        const Bytes all(sample.parts[static_cast<std::size_t>(PartId::Activations)]);
        const bool isBackward = sample.phase == PhaseId::Backward;
        if (sample.layer >= 0)
            give(static_cast<std::size_t>(sample.layer), all, isBackward, isLast);
        takeAway(sumOf(m_kept) - all);
        if (sample.layer < 0 || (isBackward && isLast))
            m_outside = all - sumOf(m_kept);
        return {.act = actOf(sample, isLast),
            .layer = sample.layer,
            .kept = m_kept,
            .activations = all};
    }

private:
    /// What no other layer keeps, and does not stand outside, is the layer's.
    void give(std::size_t layer, Bytes all, bool isBackward, bool isLast)
    {
        std::fill(m_kept.begin() + static_cast<std::ptrdiff_t>(layer), m_kept.end(), Bytes(0));
        if (isBackward && isLast)
            return;
        m_kept[layer] = std::max(Bytes(0), all - m_outside - sumOf(m_kept));
    }

    /// Where less is there than was kept, the last layers have let go of it.
    void takeAway(Bytes excess)
    {
        for (std::size_t i = m_kept.size(); i-- > 0 && excess > Bytes(0);) {
            const Bytes taken = std::min(excess, m_kept[i]);
            m_kept[i] -= taken;
            excess -= taken;
        }
    }

    CheckpointAct actOf(const Sample &sample, bool isLast) const
    {
        if (sample.phase == PhaseId::Forward)
            return CheckpointAct::Forward;
        if (sample.phase == PhaseId::Loss)
            return CheckpointAct::Loss;
        return m_isCheckpointed && sample.layer >= 0 && !isLast ? CheckpointAct::Recompute
                                                                : CheckpointAct::Backward;
    }

    std::vector<Bytes> m_kept;
    Bytes m_outside{};
    bool m_isCheckpointed;
};

} // namespace

Bytes CheckpointFrame::outside() const
{
    return activations - sumOf(kept);
}

CheckpointMotion checkpointMotion(const Plan &plan)
{
    const std::vector<Sample> &samples = plan.memory.timeline.samples;
    CheckpointMotion motion{
        .layers = static_cast<int>(plan.model.spec.layers), .recomputed = plan.time.recomputed};
    Divider divider(motion.layers, plan.scenario.training.checkpointing != Checkpointing::None);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (!isOfOnePass(samples[i], samples.front().microStep))
            continue;
        const bool isLast = i + 1 == samples.size() || samples[i + 1].layer != samples[i].layer
            || samples[i + 1].phase != samples[i].phase;
        motion.frames.push_back(divider.next(samples[i], isLast));
        motion.peak = std::max(motion.peak, motion.frames.back().activations);
    }
    return motion;
}

} // namespace shardscope
