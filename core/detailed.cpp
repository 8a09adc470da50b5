// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detailed.h"

#include "core/activations.h"
#include "core/frameworks/convention.h"
#include "core/overhead.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Everything held at one instant.
class Instant
{
public:
    Instant() = default;
    explicit Instant(Shares shares) { add(std::move(shares)); }

    Instant &add(Shares shares)
    {
        for (Share &share : shares)
            add(std::move(share));
        return *this;
    }
    Instant &add(Share share)
    {
        m_total += share.term.bytes();
        m_shares.push_back(std::move(share));
        return *this;
    }
    Instant &add(PartId id, const Term &term, std::string_view source)
    {
        return add(Share{id, term, source});
    }

    Bytes total() const { return m_total; }

    /// One part for each id, in stacking order; what is empty is left out.
    std::vector<Part> parts() const
    {
        std::vector<Part> parts;
        for (std::size_t index = 0; index < namesOf<PartId>.size(); ++index) {
            const auto id = static_cast<PartId>(index);
            Term sum;
            std::string_view source;
            for (const Share &share : m_shares) {
                if (share.id != id || share.term.isZero())
                    continue;
                sum += share.term;
                source = source.empty() ? share.source : source;
            }
            if (!sum.isZero())
                parts.push_back({id, sum.bytes(), sum.text(), source});
        }
        return parts;
    }

private:
    Shares m_shares;
    Bytes m_total{};
};

const Instant &largest(const std::vector<Instant> &instants)
{
    return *std::max_element(instants.begin(), instants.end(),
        [](const Instant &a, const Instant &b) { return a.total() < b.total(); });
}

/// Makes the phases of one step: the same base everywhere, and what each moment adds to it.
class Step
{
public:
    explicit Step(const Workload &work)
        : m_work(work)
        , m_convention(conventionFor(work.scenario.parallel))
        , m_base(m_convention.resident(work))
        , m_activations(activations(work))
        , m_loss(lossMemory(work))
    { }

    std::vector<Phase> phases() const
    {
        return {phase(PhaseId::Forward, {forward()}, afterForward()),
            phase(PhaseId::Loss, {lossForward(), lossBackward()}, afterLoss()),
            phase(PhaseId::Backward, {lastLayer(), firstLayer(), backwardEnd()}, afterBackward()),
            phase(PhaseId::OptimizerStep, {optimizerStep()}, m_base.total()),
            phase(PhaseId::Save, {save()}, m_base.total())};
    }

private:
    Phase phase(PhaseId id, const std::vector<Instant> &instants, Bytes end) const
    {
        Instant peak = largest(instants);
        const Share fixed = overhead(m_work, peak.total());
        peak.add(fixed);
        const Bytes endOverhead = overhead(m_work, end).term.bytes();
        return {.id = id, .peak = peak.total(), .end = end + endOverhead, .parts = peak.parts()};
    }

    Instant beforeBackward() const
    {
        Instant instant = m_base;
        instant.add(m_convention.waiting(m_work));
        instant.add(PartId::Activations, m_activations.saved, activationSource);
        return instant;
    }

    Bytes afterForward() const { return beforeBackward().total(); }
    Bytes afterLoss() const { return afterForward() + m_loss.kept.bytes(); }
    Bytes afterBackward() const
    {
        Instant instant = m_base;
        instant.add(m_convention.step(m_work));
        return instant.total();
    }

    Instant forward() const
    {
        Instant instant = beforeBackward();
        instant.add(m_convention.forward(m_work));
        instant.add(PartId::Temporaries, m_activations.autocastCache, autocastSource);
        return instant;
    }

    Instant lossForward() const
    {
        Instant instant = beforeBackward();
        instant.add(m_convention.loss(m_work));
        instant.add(PartId::Temporaries, m_activations.autocastCache, autocastSource);
        instant.add(PartId::Logits, m_loss.forward, lossSource);
        return instant;
    }

    Instant lossBackward() const
    {
        Instant instant = beforeBackward();
        instant.add(m_convention.loss(m_work));
        instant.add(PartId::Logits, m_loss.backward, lossSource);
        return instant;
    }

    Instant lastLayer() const
    {
        Instant instant = m_base;
        instant.add(m_convention.backward(m_work, BackwardPoint::AfterLoss));
        instant.add(PartId::Activations, m_activations.saved, activationSource);
        instant.add(PartId::Temporaries, m_activations.layerBackward, layerSource);
        return instant;
    }

    Instant firstLayer() const
    {
        Instant instant = m_base;
        instant.add(m_convention.backward(m_work, BackwardPoint::FirstLayer));
        instant.add(PartId::Activations, m_activations.atFirstLayer, activationSource);
        instant.add(PartId::Temporaries, m_activations.layerBackward, layerSource);
        return instant;
    }

    Instant backwardEnd() const
    {
        Instant instant = m_base;
        instant.add(m_convention.backward(m_work, BackwardPoint::End));
        const double stream = 2 * static_cast<double>(m_work.spec().hidden);
        instant.add(PartId::Temporaries, Term::count(m_work.tokens, "tokens") * Term::each(stream),
            layerSource);
        return instant;
    }

    Instant optimizerStep() const
    {
        Instant instant = m_base;
        instant.add(m_convention.step(m_work));
        return instant;
    }

    Instant save() const
    {
        Instant instant = m_base;
        instant.add(m_convention.save(m_work));
        return instant;
    }

    static constexpr std::string_view layerSource
        = "one layer's backward pass: recomputed tensors, gradients of the MLP's inner tensors";
    static constexpr std::string_view autocastSource
        = "torch autocast: 16-bit copies of fp32 weights, cached until the forward pass is over";

    const Workload &m_work;
    const Convention &m_convention;
    Instant m_base;
    Activations m_activations;
    LossMemory m_loss;
};

} // namespace

Memory detailedMemory(const Scenario &scenario, const Resolved &resolved)
{
    const Workload work = makeWorkload(scenario, resolved);
    Memory memory{.phases = Step(work).phases()};
    const auto peak = std::max_element(memory.phases.begin(), memory.phases.end(),
        [](const Phase &a, const Phase &b) { return a.peak < b.peak; });
    memory.peakPhase = peak->id;
    memory.peak = peak->peak;
    memory.verdict
        = judge(memory.peak, resolved.gpu->usable() - scenario.hardware.reserveGib * GiB);
    return memory;
}

} // namespace shardscope
