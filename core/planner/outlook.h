// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/playedshare.h"
#include "core/plan/plan.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace shardscope {

/// Whether a scenario fits, without the reasons.
struct MemoryOutlook
{
    Bytes peak{}; ///< as Memory::peak
    Bytes low{}; ///< of its range; `peak` where there is none
    Bytes high{};
    /// Without what torch's allocator reserves beyond what is allocated: however it is played, the
    /// peak is no lower.
    Bytes least{};
    Verdict verdict{}; ///< by the range
    Bytes host{}; ///< in the memory of each node's host
    Bytes hostMissing{}; ///< beyond what the host is known to have
    /// Why nobody can run it as chosen, whatever it takes; what the host lacks stands above.
    std::optional<FindingId> obstacle{};

    /// Whether the estimate itself fits, as Memory::fits.
    bool fits() const { return verdict.fits() && hostMissing <= Bytes(0); }
    /// On the GPUs, and on the hosts where something is offloaded to them.
    Fit fit() const { return hostMissing > Bytes(0) ? Fit::DoesNotFit : verdict.fit; }
    /// However it is played, the peak is no lower than that, and some of its range may be below the
    /// capacity.
    bool canBeAtRisk() const { return least * (low / peak) <= verdict.capacity; }
    bool canFit() const { return least <= verdict.capacity; }
    bool operator==(const MemoryOutlook &) const = default;
};

/// How fast a scenario trains, without the reasons.
struct SpeedOutlook
{
    Seconds step{};
    double tokensPerSecond = 0; ///< all GPUs together
    double tokensPerSecondPerGpu = 0;
    double mfu = 0; ///< 0..1
    Bytes traffic{}; ///< sent by one GPU in one optimizer step
    RunPlan run{};

    bool operator==(const SpeedOutlook &) const = default;
};

/// Both, where there is need for the second.
struct Outlook
{
    MemoryOutlook memory{};
    std::optional<SpeedOutlook> speed{};
};

/// Answers what sliders, sweeps and searches ask of very many scenarios, each equal to what
/// `makePlan` says. It remembers what like scenarios have in common, so that a row of neighbours
/// costs little, least of all where sequence length, micro-batch or the number of GPUs alone
/// change: keep one for each thread, for as long as its catalogue. What torch's allocator reserves
/// is estimated, by a flat share or by one that was played.
class Evaluator
{
public:
    /// `families`: of how many scenarios with unlike modules it remembers these. Who asks about the
    /// same ones over and over, as sliders do, has them all remembered: about 300 KB for each.
    explicit Evaluator(const Catalog &catalog, std::size_t families = 1);
    Evaluator(Evaluator &&) noexcept;
    Evaluator &operator=(Evaluator &&) noexcept;
    ~Evaluator();

    /// From now on each answer is that of makePlanLike these: of their own scenarios what was
    /// played. False where that changes nothing.
    bool follow(std::vector<PlayedShare> played);

    /// Errors: as makePlan.
    Result<MemoryOutlook> memory(const Scenario &scenario);
    /// What a search for what fits asks: where it cannot, however it is played, the peak may be any
    /// that is too large.
    Result<MemoryOutlook> memoryIfItFits(const Scenario &scenario);
    Result<SpeedOutlook> speed(const Scenario &scenario);
    /// What a search asks: the speed where it fits or may fit, in one go with the memory. Where it
    /// cannot, however it is played, the memory may be that of another stage than the fullest.
    Result<Outlook> outlook(const Scenario &scenario);

private:
    class Memory;
    enum class Extent { Whole, WhileItFits };
    Result<MemoryOutlook> memoryOf(const Scenario &scenario, Extent extent);

    std::unique_ptr<Memory> m_memory;
};

/// What a plan says about that.
MemoryOutlook outlookOf(const Plan &plan);
/// What makePlan says about that. Errors: as makePlan.
Result<MemoryOutlook> plannedMemory(
    const Scenario &scenario, const Catalog &catalog, Reserving reserving);

/// Whether an estimate of what the allocator reserves leaves open which verdict playing it comes
/// to.
bool mayChangeWhenPlayed(const MemoryOutlook &estimated);
/// The same of a plan: false where its allocator was played, or cannot be, or where something else
/// than the memory of its GPUs decides.
bool mayChangeWhenPlayed(const Plan &plan);

/// The verdict as reports name it: a Fit, the host's memory counted in, "cannot-run" or
/// "not-planned".
std::string_view verdictWord(const MemoryOutlook &memory);

} // namespace shardscope
