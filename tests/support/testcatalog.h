// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/planner/makeplan.h"
#include "core/scenario/keys.h"
#include "resources/catalogs.h"

#include <QTest>

#include <initializer_list>
#include <span>
#include <utility>

namespace shardscope {

/// A scenario as it would be typed, on top of another.
inline Scenario scenarioWith(
    std::span<const std::pair<std::string_view, std::string_view>> settings, Scenario scenario = {})
{
    for (const auto &[key, value] : settings) {
        if (const Status status = setKeyText(scenario, key, value); !status)
            qFatal("%s", describe(status.error()).c_str());
    }
    return scenario;
}

/// The same of what is written in place: {{"parallel.gpus", "8"}, ...}.
inline Scenario scenarioWith(
    std::initializer_list<std::pair<std::string_view, std::string_view>> settings,
    Scenario scenario = {})
{
    return scenarioWith(std::span(settings.begin(), settings.size()), std::move(scenario));
}

inline Plan planOf(
    const Scenario &scenario, const Catalog &catalog, Reserving reserving = Reserving::Estimated)
{
    Result<Plan> plan = makePlan(scenario, catalog, reserving);
    if (!plan)
        qFatal("%s", describe(plan.error()).c_str());
    return *std::move(plan);
}

/// The plan's first finding of that kind; null where it has none.
inline const Finding *findingOf(const Plan &plan, FindingId id)
{
    for (const Finding &finding : plan.findings) {
        if (finding.id == id)
            return &finding;
    }
    return nullptr;
}

inline bool has(const Plan &plan, FindingId id)
{
    return findingOf(plan, id) != nullptr;
}

inline Bytes partBytes(const Phase &phase, PartId id)
{
    for (const Part &part : phase.parts) {
        if (part.id == id)
            return part.bytes;
    }
    return {};
}

} // namespace shardscope
