// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/hostmemory.h"

#include "core/engines/convention.h"
#include "core/step/stepmodules.h"

#include <algorithm>

namespace shardscope {

namespace {

/// One part for each id, in stacking order.
std::vector<Part> partsOf(const Shares &shares, const Term &ranks)
{
    std::vector<Part> parts;
    for (std::size_t i = 0; i < namesOf<PartId>.size(); ++i) {
        const auto id = static_cast<PartId>(i);
        Term sum;
        std::string_view source;
        for (const Share &share : shares) {
            if (share.id != id || share.term.isZero())
                continue;
            sum += share.term;
            source = source.empty() ? share.source : source;
        }
        if (sum.isZero())
            continue;
        const Term all = ranks * sum;
        parts.push_back({id, all.bytes(), all, source});
    }
    return parts;
}

constexpr std::string_view savedSource
    = "TRL 1.10 models/activation_offloading.py: page-locked copies, until the backward pass";
constexpr std::string_view inputSource
    = "unsloth_zoo gradient_checkpointing.py (ce232d6c): CPU_BUFFERS, page-locked";

/// Inputs of layers have a buffer each, of 200 that are there from the beginning.
void addInputBuffers(PinnedTensors &pins, const StepModules &modules)
{
    constexpr int first = 200;
    constexpr double initial = 2.0 * 128 * 1024;
    const double input = modules.settings().streamBytes();
    const int used = buffersInputs(modules.settings()) ? modules.layers() : 0;
    for (int i = 0; i < std::max(used, first); ++i)
        pins.add(i < used ? input : initial);
}

/// Activations that wait for their backward pass.
Shares activationsOf(const Workload &work)
{
    if (activationOffloadOf(work.scenario, work.spec()) == ActivationOffload::None)
        return {};
    const LayerSettings settings = work.layerSettings();
    const StepModules modules(settings);
    PinnedTensors pins;
    const bool isInputs = settings.activationOffload == ActivationOffload::Inputs;
    if (isInputs)
        addInputBuffers(pins, modules);
    const auto add = [&pins](const Module &module) {
        for (const double bytes : module.profile.copied)
            pins.add(bytes);
    };
    for (int i = 0; i < modules.layers() && !isInputs; ++i)
        add(modules.layer(i));
    if (!isInputs) {
        add(modules.embedding());
        add(modules.head());
    }
    return {
        {PartId::Activations, pins.term("saved tensors"), isInputs ? inputSource : savedSource}};
}

} // namespace

HostMemory hostMemory(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    HostShares held;
    if (offloadFor(parallel) != Offload::None || verlUsesHost(work.scenario))
        held = conventionFor(parallel).host(work);
    const Shares activations = activationsOf(work);
    held.memory.insert(held.memory.end(), activations.begin(), activations.end());
    if (held.memory.empty())
        return {};
    const Term ranks = Term::count(std::min(parallel.gpus, parallel.gpusPerNode), "ranks");
    HostMemory host{
        .parts = partsOf(held.memory, ranks), .capacity = work.scenario.hardware.hostGib * GiB};
    for (const Part &part : host.parts)
        host.perNode += part.bytes;
    if (!held.disk.isZero()) {
        const Term disk = ranks * held.disk;
        host.diskPerNode = disk.bytes();
        host.diskFormula = disk;
    }
    return host;
}

} // namespace shardscope
