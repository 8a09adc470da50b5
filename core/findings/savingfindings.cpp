// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/savingfindings.h"

#include "core/detailed.h"
#include "core/scenario/settings.h"

namespace shardscope {

namespace {

constexpr double worthAWord = 0.01;

Memory memoryOf(const Scenario &scenario, const Resolved &resolved, Reserving reserving)
{
    return detailedMemory(scenario, resolved, reserving, {});
}

void compare(std::vector<Finding> &findings, std::string_view subject, Bytes with, Bytes without,
    Repair repair)
{
    if (with <= (1 + worthAWord) * without)
        return;
    findings.push_back({.id = FindingId::TakesMore,
        .severity = Severity::Warning,
        .subject = subject,
        .bytes = with - without,
        .repair = std::move(repair)});
}

} // namespace

std::vector<Finding> savingFindings(const Plan &plan, const Resolved &resolved)
{
    const Scenario &scenario = plan.scenario;
    std::vector<Finding> findings;
    if (scenario.estimator == EstimatorKind::Worksheet)
        return findings;
    // DeepSpeed 0.19.6 stage_1_and_2.py, _has_inf_or_nan: of a whole gradient that is offloaded, a
    // copy in fp32 and more, whatever little of the optimizer's state the GPU held.
    if (scenario.parallel.offload != Offload::None) {
        Scenario other = scenario;
        other.parallel.offload = Offload::None;
        compare(findings, "parallel.offload", plan.memory.footprint.tensors,
            memoryOf(other, resolved, Reserving::Estimated).footprint.tensors,
            setting("parallel.offload", Offload::None));
    }
    // torch 2.14 CUDACachingAllocator.cpp: in one segment any free stretch may be split for what is
    // small and stays, and then a large request finds none. Segments of their own stay whole.
    if (plan.memory.reservation && scenario.hardware.allocator == Allocator::Expandable) {
        Scenario other = scenario;
        other.hardware.allocator = Allocator::Default;
        compare(findings, "hardware.allocator", plan.memory.peak,
            memoryOf(other, resolved, Reserving::Played).peak,
            setting("hardware.allocator", Allocator::Default));
    }
    return findings;
}

} // namespace shardscope
