// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/overhead.h"
#include "tools/validate/published/mapping.h"

#include <cstdlib>
#include <string>

namespace shardscope {

namespace {

void stateGpu(Draft &draft, const Printed &run)
{
    const std::string_view gpu = gpuCalled(run.text("gpu"));
    if (gpu.empty())
        draft.assume("hardware.gpu", "h100-sxm", "which GPU ran is not stated");
    else
        draft.state("hardware.gpu", gpu);
    if (gpu.find("-sxm") != gpu.npos && !run.says("gpu", "*sxm*"))
        draft.assume("hardware.link", "", "the form of the GPU is not stated: SXM, with its link");
}

void stateLink(Draft &draft, const Printed &run)
{
    // nanotron's launch scripts set FI_PROVIDER=efa, for the cluster that its benchmarks ran on.
    if (run.says("framework", "nanotron*") && run.gpus() > 8)
        draft.state("hardware.link", "efa-p5");
    // "Without NVLink", on "an older motherboard" with "slow PCI lanes" (benchmarks_03_2024.md).
    if (run.says("framework", "pytorchfsdppeftcustomscript") && run.says("gpu", "rtx309024gb"))
        draft.assume("hardware.link", "pcie3", "slow PCI lanes are stated, but no rate");
}

/// MiB of contexts on each GPU; 0: the usual one. To load a GPTQ model the benchmark of
/// fms-acceleration asks accelerate for a device map, and get_max_memory (utils/modeling.py) opens
/// a context on every GPU that a process sees.
double contextsOf(const Printed &run)
{
    // "nvidia-smi (includes CUDA context, 1113 MiB measured on V100)"
    constexpr std::string_view before = "CUDA context, ";
    const std::string metric(run.text("metric"));
    const std::size_t at = metric.find(before);
    if (at != metric.npos && metric.find(" MiB", at) != metric.npos)
        return std::atof(metric.c_str() + at + before.size());
    const bool opensAll = run.says("framework", "hftrainerfmshftuning*")
        && run.says("quantization", "gptq*") && run.gpus() > 1;
    return opensAll ? static_cast<double>(run.gpus()) * ContextMib : 0;
}

} // namespace

void stateHardware(Draft &draft, const Printed &run)
{
    stateGpu(draft, run);
    stateLink(draft, run);
    settle(draft, run, "hardware.allocator");
    if (const double contexts = contextsOf(run); contexts > 0)
        draft.state("hardware.context_mib", contexts);
}

} // namespace shardscope
