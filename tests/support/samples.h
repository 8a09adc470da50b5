// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

namespace shardscope::samples {

inline GpuSpec gpu(const char *id, const char *label, double nominalGb, double usableGib)
{
    return {.id = id,
        .name = std::string("NVIDIA ") + label,
        .label = label,
        .nominalGb = {nominalGb, "data sheet", "2025"},
        .usableGib = {usableGib, "measured", "2025"},
        .peerLink = "nvlink4",
        .hostLink = "pcie4",
        .networkLink = "ib-ndr",
        .isLandmark = true};
}

inline LinkSpec link(const char *id, const char *name, double gbPerSecond)
{
    return {
        .id = id, .name = name, .label = name, .busBandwidth = {gbPerSecond, "measured", "2025"}};
}

inline Catalog catalog()
{
    Catalog catalog;
    catalog.gpus = {gpu("rtx-4090", "RTX 4090", 24, 23.5), gpu("a10", "A10", 24, 22.0),
        gpu("a100-40", "A100 40GB", 40, 39.4), gpu("l40s", "L40S", 48, 44.4),
        gpu("a100-80", "A100 80GB", 80, 79.2), gpu("h100-sxm", "H100 80GB", 80, 79.1),
        gpu("h200", "H200", 141, 139.8), gpu("b200", "B200", 192, 178.4)};
    catalog.gpus[4].isLandmark = false; // the A100 80GB lies on the H100
    catalog.links = {link("pcie4", "PCIe 4.0 x16", 24), link("ib-ndr", "InfiniBand NDR", 48),
        link("nvlink3", "NVLink 3", 231), link("nvlink4", "NVLink 4", 361),
        link("nvlink5", "NVLink 5", 680)};
    return catalog;
}

inline Phase phase(PhaseId id, std::vector<double> gib)
{
    Phase phase{.id = id};
    for (std::size_t i = 0; i < gib.size(); ++i) {
        if (gib[i] <= 0)
            continue;
        const Part part{.id = static_cast<PartId>(i),
            .bytes = gib[i] * GiB,
            .formula = Term::told({}, "2 B x 8,030,261,248 / 8"),
            .source = "a paper, section 3"};
        phase.parts.push_back(part);
        phase.peak += part.bytes;
    }
    phase.end = phase.peak;
    return phase;
}

/// An 8B model under ZeRO-3 on 8 H100: every part, every phase, three collectives, two findings.
inline Plan plan()
{
    Plan plan;
    plan.model = {.name = "Llama 3 8B", .parameters = 8030261248.0};
    plan.memory.phases = {
        phase(PhaseId::Forward, {1.9, 0, 3.7, 7.5, 0.1, 0, 4.5, 0, 0.8, 0.5, 0, 0, 0, 1.2}),
        phase(PhaseId::Loss, {1.9, 0, 3.7, 7.5, 0.1, 0, 4.5, 4.0, 0.8, 0.5, 1.0, 0, 0, 1.2}),
        phase(PhaseId::Backward, {1.9, 1.9, 3.7, 7.5, 0.1, 0, 4.5, 2.0, 1.6, 1.0, 0.5, 0, 0, 1.2}),
        phase(PhaseId::OptimizerStep, {1.9, 1.9, 3.7, 7.5, 0.1, 0, 0, 0, 0, 0.5, 3.7, 0, 0, 1.2})};
    plan.memory.peakPhase = PhaseId::Backward;
    plan.memory.peak = plan.memory.atPeak().peak;
    plan.memory.verdict = judge(plan.memory.peak, 79.1 * GiB);
    const auto collective = [](Payload payload, CollectiveOp op, double gb, double seconds) {
        return Collective{.payload = payload,
            .op = op,
            .group = 8,
            .link = "nvlink4",
            .bytesPerGpu = gb * GB,
            .timesPerStep = 1,
            .seconds = Seconds(seconds),
            .formula = Term::told({}, "7 / 8 x 16.06 GB"),
            .source = "NCCL"};
    };
    plan.traffic.collectives
        = {collective(Payload::Gradients, CollectiveOp::ReduceScatter, 14, 0.04),
            collective(Payload::Weights, CollectiveOp::AllGather, 28, 0.08)};
    plan.time = {.step = Seconds(1.24), .compute = Seconds(1.2), .tokensPerSecond = 26000};
    plan.findings = {{FindingId::Fp16LossScaling, Severity::Information},
        {FindingId::UnvalidatedFamily, Severity::Warning}};
    return plan;
}

} // namespace shardscope::samples
