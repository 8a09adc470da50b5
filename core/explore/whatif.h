// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/outlook.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace shardscope {

/// Asks what would be if a scenario took the place of the present one. A scenario that brings a
/// contradiction which the present one does not have is no answer, nor is one that its host cannot
/// hold. How long a context a model was made for bounds which models take a sequence, not how long
/// a sequence the present model may have.
class WhatIf
{
public:
    /// The estimates of others follow the present plan, which was played; keep it for as long.
    /// `isWanted` is asked before each scenario: once it says no, there are no more answers.
    WhatIf(const Plan &present, const Catalog &catalog, Evaluator &evaluator,
        std::function<bool()> isWanted = {});

    const Scenario &present() const { return m_present; }
    const MemoryOutlook &presentMemory() const { return m_presentMemory; }
    const SpeedOutlook &presentSpeed() const { return m_presentSpeed; }

    /// Played where an estimate could be wrong about whether it fits; of what cannot fit, as
    /// Evaluator::memoryIfItFits.
    std::optional<MemoryOutlook> memory(const Scenario &scenario);
    /// Played in any case, and of any scenario.
    std::optional<MemoryOutlook> playedMemory(const Scenario &scenario);
    std::optional<SpeedOutlook> speed(const Scenario &scenario);
    /// With all of its range.
    bool fits(const Scenario &scenario);

    /// What was played for scenarios whose requests are like the present one's in all but sizes.
    const std::vector<PlayedShare> &playedAlike() const { return m_playedAlike; }

    const Catalog &catalog() const { return m_catalog; }
    bool isWanted() const { return !m_isWanted || m_isWanted(); }

private:
    bool isSound(const Scenario &scenario) const;

    const Catalog &m_catalog;
    Evaluator &m_evaluator;
    std::function<bool()> m_isWanted;
    Scenario m_present;
    MemoryOutlook m_presentMemory;
    SpeedOutlook m_presentSpeed;
    std::vector<FindingId> m_known; ///< contradictions of the present scenario
    std::vector<std::pair<Scenario, MemoryOutlook>> m_played; ///< not again for who asks again
    std::vector<PlayedShare> m_playedAlike;
};

} // namespace shardscope
