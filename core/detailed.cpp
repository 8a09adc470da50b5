// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/detailed.h"

#include "core/activations.h"
#include "core/frameworks/convention.h"
#include "core/overhead.h"
#include "core/replay/step.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace shardscope {

namespace {

/// Everything held at one instant: what a longer stretch of the step holds, and more on top.
class Instant
{
public:
    explicit Instant(Shares shares) { add(std::move(shares)); }
    /// `stretch` must live longer.
    explicit Instant(const Instant *stretch)
        : m_stretch(stretch)
        , m_total(stretch->m_total)
    { }

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
        Sums sums;
        addTo(sums);
        std::vector<Part> parts;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const auto &[term, source] = sums[i];
            if (!term.isZero())
                parts.push_back({static_cast<PartId>(i), term.bytes(), term.text(), source});
        }
        return parts;
    }

private:
    using Sums = std::array<std::pair<Term, std::string_view>, namesOf<PartId>.size()>;

    void addTo(Sums &sums) const
    {
        if (m_stretch)
            m_stretch->addTo(sums);
        for (const Share &share : m_shares) {
            auto &[term, source] = sums[static_cast<std::size_t>(share.id)];
            if (term.isZero())
                source = share.source;
            term += share.term;
        }
    }

    const Instant *m_stretch = nullptr;
    Shares m_shares;
    Bytes m_total{};
};

const Instant &largest(std::initializer_list<Instant> instants)
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
        , m_activations(activations(work))
        , m_loss(lossMemory(work))
        , m_overheads(overheadsOf(work))
        , m_base(m_convention.resident(work))
        , m_beforeBackward(beforeBackward())
        , m_update(update())
    { }
    Step(const Step &) = delete; // instants point to others
    Step &operator=(const Step &) = delete;

    std::vector<Phase> phases() const
    {
        const Bytes afterForward = m_beforeBackward.total();
        std::vector<Phase> phases;
        phases.reserve(namesOf<PhaseId>.size());
        phases.push_back(phase(PhaseId::Forward, {forward()}, afterForward));
        phases.push_back(phase(
            PhaseId::Loss, {lossForward(), lossBackward()}, afterForward + m_loss.kept.bytes()));
        phases.push_back(
            phase(PhaseId::Backward, {lastLayer(), firstLayer(), backwardEnd()}, m_update.total()));
        phases.push_back(phase(PhaseId::OptimizerStep, {m_update}, m_base.total()));
        phases.push_back(phase(PhaseId::Save, {save()}, m_base.total()));
        return phases;
    }

private:
    Phase phase(PhaseId id, std::initializer_list<Instant> instants, Bytes end) const
    {
        const Instant &peak = largest(instants);
        std::vector<Part> parts = peak.parts();
        parts.push_back(overheadPart(m_overheads, peak.total()));
        return {.id = id,
            .peak = footprintOf(m_overheads, peak.total()).device,
            .end = footprintOf(m_overheads, end).device,
            .tensorPeak = peak.total(),
            .tensorEnd = end,
            .parts = std::move(parts)};
    }

    Instant beforeBackward() const
    {
        Instant instant(&m_base);
        instant.add(m_convention.waiting(m_work));
        instant.add(PartId::Activations, m_activations.saved, activationSource);
        return instant;
    }

    Instant update() const
    {
        Instant instant(&m_base);
        instant.add(m_convention.step(m_work));
        return instant;
    }

    Instant forward() const
    {
        Instant instant(&m_beforeBackward);
        instant.add(m_convention.forward(m_work));
        instant.add(PartId::Temporaries, m_activations.autocastCache, autocastSource);
        return instant;
    }

    Instant lossForward() const
    {
        Instant instant(&m_beforeBackward);
        instant.add(m_convention.loss(m_work));
        instant.add(PartId::Temporaries, m_activations.autocastCache, autocastSource);
        instant.add(PartId::Logits, m_loss.forward, lossSource);
        return instant;
    }

    Instant lossBackward() const
    {
        Instant instant(&m_beforeBackward);
        instant.add(m_convention.loss(m_work));
        instant.add(PartId::Logits, m_loss.backward, lossSource);
        return instant;
    }

    /// While one layer is back-propagated, with what is left of the activations then.
    Instant layer(BackwardPoint point, const Term &activationsLeft) const
    {
        Instant instant(&m_base);
        instant.add(m_convention.backward(m_work, point));
        instant.add(PartId::Activations, activationsLeft, activationSource);
        instant.add(PartId::Temporaries, m_activations.layerBackward, layerSource);
        return instant;
    }

    // The backward pass begins with the last layer and ends with the first.
    Instant lastLayer() const { return layer(BackwardPoint::AfterLoss, m_activations.saved); }
    Instant firstLayer() const
    {
        return layer(BackwardPoint::FirstLayer, m_activations.atFirstLayer);
    }

    Instant backwardEnd() const
    {
        Instant instant(&m_base);
        instant.add(m_convention.backward(m_work, BackwardPoint::End));
        const double stream = 2 * static_cast<double>(m_work.spec().hidden);
        instant.add(PartId::Temporaries, Term::count(m_work.tokens, "tokens") * Term::each(stream),
            layerSource);
        return instant;
    }

    Instant save() const
    {
        Instant instant(&m_base);
        instant.add(m_convention.save(m_work));
        return instant;
    }

    static constexpr std::string_view layerSource
        = "one layer's backward pass: recomputed tensors, gradients of the MLP's inner tensors";
    static constexpr std::string_view autocastSource
        = "torch autocast: 16-bit copies of fp32 weights, cached until the forward pass is over";

    const Workload &m_work;
    const Convention &m_convention;
    Activations m_activations;
    LossMemory m_loss;
    Overheads m_overheads;
    Instant m_base; ///< held all the time
    Instant m_beforeBackward; ///< held while forward and loss run
    Instant m_update; ///< optimizer.step()
};

/// The phases of a replayed step.
Memory replayed(const Workload &work, const Convention &convention)
{
    Ledger ledger;
    const std::unique_ptr<Policy> policy = convention.policy(work, ledger);
    replayStep(work, *policy, ledger);
    const Overheads overheads = overheadsOf(work);
    Memory memory;
    for (std::size_t i = 0; i < namesOf<PhaseId>.size(); ++i) {
        const auto id = static_cast<PhaseId>(i);
        const Bytes peak(ledger.peakOf(id).value_or(0));
        const Bytes end(ledger.endOf(id));
        std::vector<Part> parts = ledger.partsAtPeakOf(id);
        parts.push_back(overheadPart(overheads, peak));
        memory.phases.push_back({.id = id,
            .peak = footprintOf(overheads, peak).device,
            .end = footprintOf(overheads, end).device,
            .tensorPeak = peak,
            .tensorEnd = end,
            .parts = std::move(parts)});
    }
    memory.timeline = ledger.takeTimeline();
    return memory;
}

} // namespace

Memory detailedMemory(const Scenario &scenario, const Resolved &resolved)
{
    const Workload work = makeWorkload(scenario, resolved);
    const Convention &convention = conventionFor(scenario.parallel);
    Memory memory
        = convention.policy ? replayed(work, convention) : Memory{.phases = Step(work).phases()};
    const auto peak = std::max_element(memory.phases.begin(), memory.phases.end(),
        [](const Phase &a, const Phase &b) { return a.peak < b.peak; });
    memory.peakPhase = peak->id;
    memory.peak = peak->peak;
    const Overheads overheads = overheadsOf(work);
    memory.footprint = footprintOf(overheads, peak->tensorPeak);
    memory.overheads = overheadList(overheads, peak->tensorPeak);
    memory.verdict
        = judge(memory.peak, resolved.gpu->usable() - scenario.hardware.reserveGib * GiB);
    return memory;
}

} // namespace shardscope
