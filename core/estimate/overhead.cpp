// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/overhead.h"

#include "core/base/number.h"
#include "core/engines/convention.h"
#include "core/scenario/spacing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <tuple>

namespace shardscope {

namespace {

struct CudaContext
{
    double mib;
    std::string_view source;
};
/// With the kernels that a training step loads.
constexpr CudaContext contextBefore{563.2,
    "CUDA context with the kernels that a training step loads: ml-engineering "
    "training/performance, 0.47 to 0.92 GiB on A100"};
constexpr CudaContext contextSinceHopper{768,
    "CUDA context with the kernels that a training step loads: 0.75 GiB on an H200, measured with "
    "torch 2.11 and CUDA 13"};
constexpr std::string_view workspaceSource
    = "torch 2.14 CUDABlas.cpp, CuBLASHandlePool: one workspace for each handle and stream, 32 MiB "
      "from Hopper on; the main thread and autograd's have a handle each";
constexpr std::string_view engineWorkspaceSource
    = "torch 2.14 CUDABlas.cpp, CuBLASHandlePool: one workspace for each handle and stream; "
      "TransformerEngine cpp_extensions/gemm.py, get_cublas_workspace: one more of its own";
constexpr std::string_view ncclSource
    = "NCCL 2.30 init.cc: 12 MiB for each channel and connection, 24 channels; a ring has one "
      "connection, a double binary tree 2 (n - 1) / n on average; NVLS buffers on Hopper and later";
constexpr std::string_view allocatorSource
    = "torch caching allocator: reserved over allocated in published runs, 1.03 to 1.08 for steady "
      "shapes, 1.01 to 1.03 with expandable segments";
constexpr std::string_view playedSource = "torch 2.14 c10/cuda/CUDACachingAllocator.cpp: "
                                          "simulated, request by request, over steps like "
                                          "these";
constexpr std::string_view correctionSource = "set by hand or by calibration";

constexpr double ncclChannels = 24;
constexpr Bytes segment = 2 * MiB; ///< torch's allocator asks for multiples of it
constexpr Bytes connection = 12 * MiB;
constexpr Bytes nvlsBuffers = 256 * MiB;

bool isHopperOrLater(const GpuSpec &gpu)
{
    return gpu.architecture.starts_with("Hopper") || gpu.architecture.starts_with("Blackwell");
}

const CudaContext &contextOf(const GpuSpec &gpu)
{
    return isHopperOrLater(gpu) ? contextSinceHopper : contextBefore;
}

Term set(double mib, std::string_view what)
{
    return mib > 0 ? Term::amount(mib * MiB, what) : Term{};
}

/// What communicators connect.
struct Connections
{
    double perChannel = 0;
    int nvls = 0; ///< communicators with NVLS buffers

    Connections &operator+=(const Connections &other)
    {
        perChannel += other.perChannel;
        nvls += other.nvls;
        return *this;
    }
    Term buffers() const
    {
        const Term each = Term::amount(nvlsBuffers, "NVLS");
        Term sum = Term::factor(ncclChannels) * Term::amount(connection, "a connection")
            * Term::factor(perChannel);
        if (nvls > 0)
            sum += nvls > 1 ? Term::count(nvls) * each : each;
        return sum;
    }
};

/// Of one communicator over `ranks` GPUs, `inNode` of them in this machine.
Connections communicator(const Workload &work, int ranks, int inNode)
{
    if (ranks <= 1)
        return {};
    const bool hasNvls = isHopperOrLater(*work.resolved.gpu) && inNode >= 4
        && work.resolved.gpu->peerLink.find("nvlink") != std::string::npos;
    return {.perChannel = 1 + 2.0 * (ranks - 1) / ranks, .nvls = hasNvls ? 1 : 0};
}

/// Their collectives run over a group beside the default one (DeepSpeed utils/groups.py,
/// _clone_world_group; Megatron parallel_state.py), and barriers and sums over that.
bool hasGroupOfItsOwn(const Parallel &parallel)
{
    const Framework framework = frameworkFor(parallel);
    return framework == Framework::DeepSpeed || framework == Framework::Megatron;
}

int expertRanks(const Workload &work)
{
    return work.spec().experts ? work.mesh.expert : 1;
}

/// Megatron-Core 0.20 parallel_state.py, nanotron (2025-02) parallel/context.py: beside the default
/// group those of its axes, that of the ranks which share the norm of gradients, and two
/// neighbouring stages.
Connections megatronConnections(const Workload &work)
{
    const Mesh &mesh = work.mesh;
    const int perNode = work.scenario.parallel.gpusPerNode;
    const RankSpacing alone{};
    RankSpacing experts = spacingOf(mesh, MeshAxis::Expert);
    experts.ranks = expertRanks(work);
    Connections sum = communicator(work, work.scenario.parallel.gpus, perNode);
    for (const RankSpacing &group :
        {spacingOf(mesh, MeshAxis::Data), spacingOf(mesh, MeshAxis::Tensor),
            mesh.pipeline > 1 ? spacingOfModel(mesh) : alone, spacingOf(mesh, MeshAxis::Context),
            experts, mesh.pipeline > 1 ? RankSpacing{2, perNode} : alone})
        sum += communicator(work, group.ranks, group.onNode(perNode));
    return sum;
}

/// DeepSpeed 0.19.6 runtime/pipe/topology.py, PipelineParallelGrid, beside Megatron-DeepSpeed's
/// groups: ranks that share matrices gather what comes from other stages in a group of the grid's;
/// a stage has two neighbours, and the first and the last one share a table.
Connections pipelineConnections(const Workload &work)
{
    const Mesh &mesh = work.mesh;
    const int perNode = work.scenario.parallel.gpusPerNode;
    Connections sum = megatronConnections(work);
    if (mesh.pipeline <= 1)
        return sum;
    const RankSpacing tensor = spacingOf(mesh, MeshAxis::Tensor);
    sum += communicator(work, tensor.ranks, tensor.onNode(perNode));
    const Stage &stage = work.stage;
    if (!stage.hasEmbedding && !stage.hasHead)
        sum += communicator(work, 2, perNode);
    else
        sum += communicator(work, 2, 1);
    return sum;
}

/// DeepSpeed 0.19.6 utils/groups.py, _create_expert_and_data_parallel, beside the default group and
/// its copy: GPUs among which experts are dealt out, and those that have the same ones.
Connections autoEpConnections(const Workload &work)
{
    const int perNode = work.scenario.parallel.gpusPerNode;
    const RankSpacing all = spacingOf(work.mesh, MeshAxis::Data);
    Connections sum;
    for (const RankSpacing &group : {all, all, spacingOf(work.mesh, MeshAxis::Expert),
             spacingOf(work.mesh, MeshAxis::ExpertData)})
        sum += communicator(work, group.ranks, group.onNode(perNode));
    return sum;
}

Term ncclBuffers(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    if ((work.cutter == Cutter::MegatronCore || work.cutter == Cutter::Nanotron)
        && work.mesh.modelRanks() * expertRanks(work) > 1)
        return megatronConnections(work).buffers();
    if (work.cutter == Cutter::PipelineEngine && work.mesh.modelRanks() > 1)
        return pipelineConnections(work).buffers();
    if (work.cutter == Cutter::AutoEp)
        return autoEpConnections(work).buffers();
    const int inNode = std::min(parallel.gpus, parallel.gpusPerNode);
    if (parallel.strategy != Strategy::Hsdp) {
        const Term one = communicator(work, parallel.gpus, inNode).buffers();
        return hasGroupOfItsOwn(parallel) ? Term::count(2, "communicators") * one : one;
    }
    const int shards = shardGroupOf(parallel, work.mesh);
    Connections both = communicator(work, shards, std::min(shards, inNode));
    both += communicator(work, work.mesh.replicas() / shards, 1);
    return both.buffers();
}

/// TransformerEngine's products have a workspace of their own. Layers are its own where they keep
/// dummies of gradients, and where attention is: Megatron-Core's own is never flash.
bool hasEngine(const Workload &work)
{
    const Training &training = work.training();
    return work.cutter == Cutter::MegatronCore
        && (training.kernels != Kernels::Reference || training.attention == Attention::Flash
            || training.softmax == SoftmaxKernel::TransformerEngine);
}

/// TransformerEngine d0067d0d, pytorch/cpp_extensions/gemm.py, general_grouped_gemm: products of
/// routed experts run on four streams (common/util/multi_stream.cpp), each with a workspace.
double engineWorkspaces(const Workload &work)
{
    constexpr double streams = 4;
    const bool isGrouped = work.spec().experts && work.training().experts == ExpertCode::Grouped;
    return 1 + (isGrouped ? streams : 0);
}

double fragmentationOf(const Hardware &hardware)
{
    if (hardware.fragmentationPercent >= 0)
        return hardware.fragmentationPercent / 100;
    return hardware.allocator == Allocator::Expandable ? 0.02 : 0.05;
}

/// What is reserved beyond what is allocated, as a share of that.
struct ReservedShare
{
    double share = 0;
    Reserving by = Reserving::Estimated;
};

/// Before the allocator asks for more than there is, it gives back what it caches. What it would
/// hold beyond that no play says, since a run ends there: it is estimated, but to no less than one
/// segment too much where a play ran out.
ReservedShare reservedShare(const Overheads &overheads, Bytes allocated)
{
    constexpr double rounding = 1e-9;
    const ReservedShare estimated{overheads.fragmentation, Reserving::Estimated};
    const double room = overheads.room / allocated - 1;
    if (allocated >= (1 - rounding) * overheads.ranOutAt) {
        const double justTooMuch = room + segment / allocated;
        return justTooMuch > estimated.share ? ReservedShare{justTooMuch, Reserving::Played}
                                             : estimated;
    }
    if (!overheads.played)
        return estimated;
    if (*overheads.played <= room + rounding || estimated.share <= room)
        return {std::min(*overheads.played, room), Reserving::Played};
    return estimated;
}

Term reservedBeyond(const Overheads &overheads, Bytes allocated)
{
    const auto [share, by] = reservedShare(overheads, allocated);
    if (by == Reserving::Estimated)
        return Term::factor(share) * Term::count(allocated.value(), "B allocated");
    return Term::count(share * allocated.value(), "B reserved but unallocated");
}

} // namespace

Overheads overheadsOf(const Workload &work)
{
    const Hardware &hardware = work.scenario.hardware;
    const auto part = [](double mib, const Term &estimated, std::string_view what) {
        return mib >= 0 ? set(mib, what) : estimated;
    };
    const bool isNew = isHopperOrLater(*work.resolved.gpu);
    const double torchs = 2 * (isNew ? 32 : 8.125);
    Overheads result;
    result.hasEngine = hasEngine(work);
    const double engines = result.hasEngine ? (isNew ? 32 : 4) * engineWorkspaces(work) : 0;
    result.workspace = part(
        hardware.workspaceMib, set(torchs + engines, "cuBLAS workspace"), "cuBLAS workspace");
    result.fragmentation = fragmentationOf(hardware);
    result.context = part(hardware.contextMib,
        set(contextOf(*work.resolved.gpu).mib, "CUDA context"), "CUDA context");
    result.contextSource = contextOf(*work.resolved.gpu).source;
    result.nccl = part(hardware.ncclMib, ncclBuffers(work), "NCCL buffers");
    if (hardware.correctionGib != 0)
        result.correction = Term::amount(hardware.correctionGib * GiB, "correction");
    return result;
}

Overheads overheadsOf(const Workload &work, std::span<const PlayedShare> played)
{
    Overheads overheads = overheadsOf(work);
    if (const PlayedShare *alike = shareFor(work.scenario, played))
        follow(overheads, *alike, work.resolved.gpu->usable());
    return overheads;
}

void follow(Overheads &overheads, const PlayedShare &played, Bytes usable)
{
    overheads.room = std::floor((usable - overheads.outside()) / segment) * segment;
    if (played.ranOutAt)
        overheads.ranOutAt = *played.ranOutAt * std::max(Bytes(0), overheads.room);
    else
        overheads.played = played.share;
}

Reserving reservingOf(const Overheads &overheads, Bytes tensors)
{
    return reservedShare(overheads, tensors + overheads.workspace.bytes()).by;
}

Status checkCorrection(const Hardware &hardware, Bytes peak)
{
    if (peak > Bytes(0) || hardware.correctionGib >= 0)
        return success();
    return Error{.code = ErrorCode::OutOfRange,
        .where = "hardware.correction_gib",
        .found = formatNumber(hardware.correctionGib) + " GiB",
        .expected = english("errors", "a correction that leaves something of the peak")};
}

Footprint footprintOf(const Overheads &overheads, Bytes tensors)
{
    Footprint result{.tensors = tensors};
    result.allocated = tensors + overheads.workspace.bytes();
    result.reserved = (1 + reservedShare(overheads, result.allocated).share) * result.allocated;
    result.device = result.reserved + overheads.context.bytes() + overheads.nccl.bytes()
        + overheads.correction.bytes();
    // A correction of the peak may be more than all that another phase holds.
    result.device = std::max(result.device, Bytes(0));
    return result;
}

Part overheadPart(const Overheads &overheads, Bytes tensors)
{
    const Footprint footprint = footprintOf(overheads, tensors);
    Term sum = overheads.context + overheads.workspace;
    sum += overheads.nccl;
    sum += reservedBeyond(overheads, footprint.allocated);
    sum += overheads.correction;
    return {PartId::Overhead, footprint.device - tensors, sum, overheads.contextSource};
}

std::vector<Overhead> overheadList(const Overheads &overheads, Bytes tensors)
{
    const Bytes allocated = tensors + overheads.workspace.bytes();
    const std::array<std::tuple<OverheadId, Term, std::string_view>, 5> rows{{
        {OverheadId::Workspace, overheads.workspace,
            overheads.hasEngine ? engineWorkspaceSource : workspaceSource},
        {OverheadId::Allocator, reservedBeyond(overheads, allocated),
            reservingOf(overheads, tensors) == Reserving::Played ? playedSource : allocatorSource},
        {OverheadId::Context, overheads.context, overheads.contextSource},
        {OverheadId::Nccl, overheads.nccl, ncclSource},
        {OverheadId::Correction, overheads.correction, correctionSource},
    }};
    std::vector<Overhead> list;
    for (const auto &[id, term, source] : rows) {
        if (!term.isZero())
            list.push_back({id, term.bytes(), term, source});
    }
    return list;
}

} // namespace shardscope
