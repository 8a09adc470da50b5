// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/runnable.h"

#include "core/judge/contradictions.h"

#include <algorithm>
#include <array>
#include <functional>

namespace shardscope {

namespace {

/// Obstacles that follow from the choices alone.
constexpr std::array obstacles{FindingId::NoBf16, FindingId::UnevenHeads,
    FindingId::QuantizedSharding, FindingId::GroupDoesNotDivide, FindingId::OffloadDiffers,
    FindingId::NoFlash, FindingId::AttentionRefused, FindingId::AttentionLeavesOut,
    FindingId::OddBucket, FindingId::FusedDropout, FindingId::RouterAdapter,
    FindingId::RefusedAdapter, FindingId::PackedOutput, FindingId::BuffersInSingle,
    FindingId::RoutersInSingle, FindingId::BeyondPositions, FindingId::MeshDoesNotDivide,
    FindingId::MeshNotPlanned, FindingId::ModulesNotPlanned, FindingId::ScheduleNotRun,
    FindingId::ContextKindNotRun, FindingId::TowerNotPlanned, FindingId::ImagesTooLong,
    FindingId::ObjectiveNotPlanned, FindingId::AdapterNotPlanned, FindingId::NoFp8,
    FindingId::Fp8NotPlanned, FindingId::BaseNotPlanned, FindingId::TeacherVocabulary,
    FindingId::UpdateNotPlanned, FindingId::ProjectionNotPlanned, FindingId::OptimizerStops,
    FindingId::OptimizerNotPlanned, FindingId::HostActivationsNotPlanned,
    FindingId::ReentryNotPlanned, FindingId::GenerationsDoNotDivide, FindingId::LoneAnswer,
    FindingId::RolloutTooSmall, FindingId::IndexerNotPlanned, FindingId::IndexerUnheard,
    FindingId::PackedBase, FindingId::ClampedBase, FindingId::PackedPixels,
    FindingId::NoCheckpoints};

/// In the order of the list, whatever the order in which they were found.
template <class Found, class Projection>
std::optional<FindingId> firstOf(const Found &found, Projection idOf)
{
    const auto *const first
        = std::find_if(obstacles.begin(), obstacles.end(), [&](FindingId obstacle) {
              return std::any_of(found.begin(), found.end(),
                  [&](const auto &one) { return std::invoke(idOf, one) == obstacle; });
          });
    return first == obstacles.end() ? std::nullopt : std::optional(*first);
}

} // namespace

bool isObstacle(FindingId id)
{
    return std::find(obstacles.begin(), obstacles.end(), id) != obstacles.end();
}

bool stopsRun(FindingId id)
{
    return isObstacle(id) && id != FindingId::OffloadDiffers && id != FindingId::AttentionLeavesOut;
}

std::optional<FindingId> obstacleOf(const Scenario &scenario, const Resolved &resolved)
{
    return firstOf(contradictionsIn(scenario, resolved), std::identity());
}

std::optional<FindingId> obstacleIn(std::span<const Finding> findings)
{
    return firstOf(findings, &Finding::id);
}

} // namespace shardscope
