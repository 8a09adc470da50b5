// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/searchspace.h"

#include "core/engines/convention.h"
#include "core/estimate/run.h"
#include "core/judge/meshproblem.h"
#include "core/judge/omissionfindings.h"
#include "core/scenario/mesh.h"
#include "core/scenario/pipelineorder.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace shardscope {

namespace {

/// Hybrid sharding whose groups are all GPUs is FSDP, and one whose groups do not fit is nothing.
bool isHybridInName(const Parallel &parallel)
{
    if (parallel.strategy != Strategy::Hsdp)
        return false;
    const int group = shardGroupOf(parallel, {.data = parallel.gpus});
    return group == parallel.gpus || parallel.gpus % group != 0;
}

/// The accumulation that makes `batch` sequences; nothing where none does.
std::optional<int> accumulationFor(double batch, int replicas, int microBatch)
{
    const double steps = batch / (static_cast<double>(replicas) * microBatch);
    constexpr double most = 1 << 20; // the range of training.accumulation
    if (steps < 1 || steps > most || steps != std::floor(steps))
        return std::nullopt;
    return static_cast<int>(steps);
}

// Where the present scenario leaves a choice open, or has made one that comes to the same, it
// stands.

void setFramework(Parallel &parallel, const Parallel &present)
{
    Parallel same = parallel;
    same.framework = Framework::Auto;
    if (present.framework == Framework::Auto && frameworkFor(same) == parallel.framework)
        parallel.framework = Framework::Auto;
}

void setSchedule(Scenario &scenario, PipelineKind present)
{
    Scenario same = scenario;
    same.parallel.schedule = present;
    if (present != PipelineKind::Auto && scheduleFor(same) == scheduleFor(scenario))
        scenario.parallel.schedule = present;
}

} // namespace

SearchSpace::SearchSpace(
    Scenario present, double batch, std::vector<SearchDimension> dimensions, ModelSpec spec)
    : m_present(std::move(present))
    , m_batch(batch)
    , m_spec(std::move(spec))
    , m_dimensions(std::move(dimensions))
{
    for (const SearchDimension &dimension : m_dimensions) {
        assert(dimension.key && !dimension.values.empty());
        m_varies[static_cast<std::size_t>(dimension.id)] = dimension.values.size() > 1;
    }
    constexpr std::array axes{Dimension::Tensor, Dimension::Pipeline, Dimension::Context,
        Dimension::ContextKind, Dimension::Expert, Dimension::ExpertTensor, Dimension::Chunks,
        Dimension::Schedule, Dimension::RankOrder};
    m_variesMesh
        = std::any_of(axes.begin(), axes.end(), [this](Dimension axis) { return varies(axis); });
    Scenario scratch = m_present;
    collect(levels(), 0, 0, scratch);
    std::sort(m_points.begin(), m_points.end());
}

/// Who runs, on how many GPUs, cut how: with each the first question that can be answered then.
std::vector<SearchSpace::Level> SearchSpace::levels() const
{
    using Self = SearchSpace;
    struct Row
    {
        Dimension id;
        bool (Self::*isPossible)(Scenario &) const = nullptr;
    };
    constexpr std::array<Row, namesOf<Dimension>.size()> order{{{Dimension::Framework},
        {Dimension::Strategy, &Self::hasStrategy}, {Dimension::QuantStorage},
        {Dimension::Offload, &Self::hasOffload}, {Dimension::Attention, &Self::hasAttention},
        {Dimension::Gpus, &Self::hasGpus}, {Dimension::Tensor, &Self::hasTensor},
        {Dimension::Pipeline, &Self::hasPipeline}, {Dimension::Context, &Self::hasContext},
        {Dimension::ContextKind, &Self::hasContextKind}, {Dimension::Expert, &Self::hasExpert},
        {Dimension::ExpertTensor, &Self::hasExpertTensor}, {Dimension::Chunks, &Self::hasChunks},
        {Dimension::Schedule, &Self::hasSchedule}, {Dimension::RankOrder, &Self::hasRankOrder},
        {Dimension::MicroBatch, &Self::hasBatch}, {Dimension::Checkpointing},
        {Dimension::Loss, &Self::hasLoss}}};
    std::vector<Level> levels;
    for (const Row &row : order) {
        Level level{.isPossible = row.isPossible};
        for (auto one = m_dimensions.rbegin(); one->id != row.id; ++one)
            level.stride *= one->values.size();
        level.dimension = &*std::find_if(m_dimensions.begin(), m_dimensions.end(),
            [&row](const SearchDimension &dimension) { return dimension.id == row.id; });
        levels.push_back(level);
    }
    return levels;
}

void SearchSpace::collect(
    const std::vector<Level> &levels, std::size_t depth, std::size_t point, Scenario &scratch)
{
    if (depth == levels.size()) {
        m_points.push_back(point);
        return;
    }
    const Level &level = levels[depth];
    for (std::size_t value = 0; value < level.dimension->values.size(); ++value) {
        level.dimension->key->set(scratch, level.dimension->values[value]);
        if (level.isPossible && !(this->*level.isPossible)(scratch))
            continue;
        collect(levels, depth + 1, point + value * level.stride, scratch);
    }
}

bool SearchSpace::hasStrategy(Scenario &scratch) const
{
    return !(varies(Dimension::Framework) || varies(Dimension::Strategy))
        || isTaken(scratch.parallel);
}

/// What an engine cannot put elsewhere stays.
bool SearchSpace::hasOffload(Scenario &scratch) const
{
    return !varies(Dimension::Offload) || offloadFor(scratch.parallel) == scratch.parallel.offload;
}

/// What is not flash attention is one and the same in Megatron-LM. Whether sequences are padded is
/// no choice.
bool SearchSpace::hasAttention(Scenario &scratch) const
{
    if (!varies(Dimension::Attention))
        return true;
    const Attention attention = scratch.training.attention;
    return attention != Attention::SdpaUnpadded
        && (attention != Attention::Sdpa || cutterFor(scratch, m_spec) != Cutter::MegatronCore);
}

/// Of losses in whose place another one is computed that one is looked at.
bool SearchSpace::hasLoss(Scenario &scratch) const
{
    return !varies(Dimension::Loss) || !replacesChosenLoss(scratch, m_spec);
}

bool SearchSpace::hasGpus(Scenario &scratch) const
{
    return !varies(Dimension::Strategy) || !isHybridInName(scratch.parallel);
}

// Of the axes those that come later still stand as they were.

bool SearchSpace::hasTensor(Scenario &scratch) const
{
    const Mesh mesh = meshOf(scratch);
    return isUsed(Dimension::Tensor, scratch.parallel.tensor, mesh.tensor)
        && (!m_variesMesh || scratch.parallel.gpus % mesh.tensor == 0);
}

bool SearchSpace::hasPipeline(Scenario &scratch) const
{
    if (varies(Dimension::Pipeline))
        setEnds(scratch.parallel);
    const Mesh mesh = meshOf(scratch);
    // DeepSpeed's stages are those of a PipelineModule: who has another model does not get one.
    const bool isOther = !runsPipelineModule(m_present)
        && scratch.training.modules != ModuleLibrary::MegatronDeepSpeed;
    if (runsPipelineModule(scratch) && isOther)
        return false;
    return isUsed(Dimension::Pipeline, scratch.parallel.pipeline, mesh.pipeline)
        && (!m_variesMesh || scratch.parallel.gpus % (mesh.tensor * mesh.pipeline) == 0);
}

bool SearchSpace::hasContext(Scenario &scratch) const
{
    const Mesh mesh = meshOf(scratch);
    return isUsed(Dimension::Context, scratch.parallel.context, mesh.context)
        && (!m_variesMesh || scratch.parallel.gpus % mesh.modelRanks() == 0)
        && accumulationFor(m_batch, mesh.data, 1);
}

/// Of ways that come to the same the present one, or what the engine chooses by itself.
bool SearchSpace::hasContextKind(Scenario &scratch) const
{
    const ContextKind chosen = scratch.parallel.contextKind;
    const ContextKind present = m_present.parallel.contextKind;
    if (!varies(Dimension::ContextKind) || chosen == present)
        return true;
    const auto comesTo = [&](ContextKind kind) {
        Scenario other = scratch;
        other.parallel.contextKind = kind;
        return contextKindFor(other);
    };
    return meshOf(scratch).context > 1 && runsContextKind(scratch)
        && comesTo(chosen) != comesTo(present)
        && (chosen == ContextKind::Auto || comesTo(chosen) != comesTo(ContextKind::Auto));
}

bool SearchSpace::hasExpert(Scenario &scratch) const
{
    return isUsed(Dimension::Expert, scratch.parallel.expert, meshOf(scratch).expert);
}

/// Of numbers that come to the same the present one, or what it is by itself.
bool SearchSpace::hasExpertTensor(Scenario &scratch) const
{
    if (!varies(Dimension::ExpertTensor))
        return true;
    const auto ranks = [&](int chosen) {
        Scenario other = scratch;
        other.parallel.expertTensor = chosen;
        return meshOf(other).expertTensor;
    };
    const int chosen = scratch.parallel.expertTensor;
    const int present = m_present.parallel.expertTensor;
    return chosen == present
        || (ranks(chosen) != ranks(present) && (chosen == 0 || ranks(chosen) != ranks(0)));
}

bool SearchSpace::hasChunks(Scenario &scratch) const
{
    if (!isUsed(Dimension::Chunks, scratch.parallel.virtualStages, meshOf(scratch).chunks))
        return false;
    const std::optional<std::string_view> uneven
        = m_variesMesh ? unevenAxis(scratch, m_spec) : std::nullopt;
    return uneven != "parallel.tensor" && uneven != "parallel.pipeline"
        && uneven != "parallel.virtual_stages";
}

bool SearchSpace::hasSchedule(Scenario &scratch) const
{
    return !varies(Dimension::Schedule) || scratch.parallel.schedule == PipelineKind::Auto
        || (meshOf(scratch).pipeline > 1 && runsSchedule(scratch));
}

/// Within a node every order has the same links.
bool SearchSpace::hasRankOrder(Scenario &scratch) const
{
    if (!varies(Dimension::RankOrder) || scratch.parallel.rankOrder == m_present.parallel.rankOrder)
        return true;
    Scenario other = scratch;
    other.parallel.rankOrder = m_present.parallel.rankOrder;
    return scratch.parallel.gpus > scratch.parallel.gpusPerNode && meshOf(scratch).pipeline > 1
        && meshOf(scratch).order != meshOf(other).order;
}

bool SearchSpace::hasBatch(Scenario &scratch) const
{
    const std::optional<int> accumulation
        = accumulationFor(m_batch, meshOf(scratch).data, scratch.training.microBatch);
    if (!accumulation)
        return false;
    scratch.training.accumulation = *accumulation;
    return !m_variesMesh
        || (!unevenAxis(scratch, m_spec) && !cutsWhatIsNotPlanned(scratch, m_spec));
}

/// The layers of the first and the last stage: as they are now in as many stages as now; else as
/// many as the others have, or so many fewer that the rest divides, the last one fewest, since it
/// has the loss: of Llama 3.1 405B's 126 layers 7, 14 times 8, 7; of DeepSeek-V3's 61 3, 14 times
/// 4, 2.
void SearchSpace::setEnds(Parallel &parallel) const
{
    const Parallel &present = m_present.parallel;
    const int stages = parallel.pipeline;
    parallel.firstStageLayers = stages == present.pipeline ? present.firstStageLayers : 0;
    parallel.lastStageLayers = stages == present.pipeline ? present.lastStageLayers : 0;
    const auto layers = static_cast<int>(m_spec.layers);
    if (stages == present.pipeline || layers % stages == 0)
        return;
    const int both = layers - (stages - 2) * ((layers + stages - 1) / stages);
    if (both < 2)
        return;
    parallel.firstStageLayers = both - both / 2;
    parallel.lastStageLayers = both / 2;
}

void SearchSpace::setRest(Scenario &scratch) const
{
    Parallel &parallel = scratch.parallel;
    if (varies(Dimension::Pipeline))
        setEnds(parallel);
    if (varies(Dimension::Framework))
        setFramework(parallel, m_present.parallel);
    if (varies(Dimension::Schedule))
        setSchedule(scratch, m_present.parallel.schedule);
    scratch.training.accumulation
        = accumulationFor(m_batch, meshOf(scratch).data, scratch.training.microBatch).value_or(1);
}

void SearchSpace::setPoint(Scenario &scratch, std::size_t point) const
{
    for (auto dimension = m_dimensions.rbegin(); dimension != m_dimensions.rend(); ++dimension) {
        const std::size_t count = dimension->values.size();
        dimension->key->set(scratch, dimension->values[point % count]);
        point /= count;
    }
    setRest(scratch);
}

Scenario SearchSpace::at(std::size_t point) const
{
    Scenario scenario = m_present;
    setPoint(scenario, point);
    return scenario;
}

std::size_t SearchSpace::valueAt(std::size_t point, Dimension id) const
{
    for (auto dimension = m_dimensions.rbegin(); dimension != m_dimensions.rend(); ++dimension) {
        if (dimension->id == id)
            return point % dimension->values.size();
        point /= dimension->values.size();
    }
    return 0;
}

std::vector<std::size_t> SearchSpace::neighbours(
    std::size_t point, std::span<const Dimension> group) const
{
    std::vector<std::size_t> points{point};
    std::size_t stride = 1;
    for (auto dimension = m_dimensions.rbegin(); dimension != m_dimensions.rend(); ++dimension) {
        const std::size_t count = dimension->values.size();
        if (std::find(group.begin(), group.end(), dimension->id) != group.end()) {
            const std::size_t digit = point / stride % count;
            std::vector<std::size_t> more;
            for (const std::size_t start : points) {
                for (std::size_t value = 0; value < count; ++value)
                    more.push_back(start + value * stride - digit * stride);
            }
            points = std::move(more);
        }
        stride *= count;
    }
    std::erase(points, point);
    std::sort(points.begin(), points.end());
    return points;
}

Result<SearchSpace> searchSpace(
    const Scenario &present, const SearchFreedom &freedom, const Catalog &catalog)
{
    const Result<Resolved> resolved = resolve(present, catalog);
    if (!resolved)
        return resolved.error();
    SearchSpace space(present, freedom.batch > 0 ? freedom.batch : sequencesPerStep(present),
        dimensionsOf({present, freedom, resolved->spec}), resolved->spec);
    if (space.size() > 0)
        return space;
    return Error{.code = ErrorCode::Inconsistent,
        .where = "batch",
        .found = formatNumber(space.batch()),
        .expected
        = english("errors", "sequences per optimizer step that the GPUs and a micro-batch divide")};
}

} // namespace shardscope
