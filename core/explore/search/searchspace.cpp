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
#include <set>

namespace shardscope {

namespace {

constexpr int largestMicroBatch = 64;

std::vector<Json> numbers(const std::set<int> &values)
{
    return std::vector<Json>(values.begin(), values.end());
}

/// A chosen framework that does not have the strategy gives way to another one.
bool isTaken(const Parallel &parallel)
{
    return parallel.framework == Framework::Auto || frameworkFor(parallel) == parallel.framework;
}

/// What a space is made for.
struct Wish
{
    const Scenario &present;
    const SearchFreedom &freedom;
    const ModelSpec &spec;
};

/// What is sharded, and by whom, decides most: nothing there is left out but what nobody runs.
std::vector<Json> frameworks(const Wish &wish)
{
    const Scenario &present = wish.present;
    std::vector<Json> values;
    for (const Framework framework : {Framework::Trainer, Framework::DeepSpeed, Framework::Fsdp1,
             Framework::Fsdp2, Framework::Megatron, Framework::Nanotron}) {
        // Megatron-LM has no adapters, and who has not chosen nanotron has no layers of it.
        const bool runs = framework != Framework::Nanotron
            && (framework != Framework::Megatron || present.training.method == Method::Full);
        if (runs || framework == present.parallel.framework)
            values.emplace_back(nameOf(framework));
    }
    return values;
}

std::vector<Json> microBatches(const Wish &wish)
{
    std::set<int> values{wish.present.training.microBatch};
    for (int size = 1; size <= largestMicroBatch; size *= 2)
        values.insert(size);
    return numbers(values);
}

/// Powers of two within a node, then whole nodes.
std::vector<Json> gpuCounts(const Wish &wish)
{
    const Parallel &present = wish.present.parallel;
    const int most = wish.freedom.gpusAtMost;
    if (most <= 0)
        return {};
    const int perNode = present.gpusPerNode;
    std::set<int> values;
    for (int gpus = 1; gpus <= std::min(most, perNode); gpus *= 2)
        values.insert(gpus);
    for (std::int64_t gpus = perNode; gpus <= most; gpus *= 2)
        values.insert(static_cast<int>(gpus));
    values.insert(most < perNode ? most : most / perNode * perNode);
    if (present.gpus <= most)
        values.insert(present.gpus);
    return numbers(values);
}

int mostGpus(const Wish &wish)
{
    return std::max(wish.present.parallel.gpus, wish.freedom.gpusAtMost);
}

/// Whether a search may come upon an engine that `knows` an axis.
bool mayMeet(const Wish &wish, bool (*knows)(const Scenario &))
{
    const Scenario &present = wish.present;
    if (!wish.freedom.framework && !wish.freedom.strategy)
        return knows(present);
    return std::any_of(
        namesOf<Strategy>.begin(), namesOf<Strategy>.end(), [&](std::string_view strategy) {
            Scenario other = present;
            other.parallel.strategy
                = wish.freedom.strategy ? *fromName<Strategy>(strategy) : present.parallel.strategy;
            const std::vector<Json> named = frameworks(wish);
            if (!wish.freedom.framework)
                return knows(other);
            return std::any_of(named.begin(), named.end(), [&](const Json &name) {
                other.parallel.framework = *fromName<Framework>(*name.string());
                return isTaken(other.parallel) && knows(other);
            });
        });
}

/// Powers of two up to `most`, and what is there now; nothing to choose where no engine `knows`.
template <auto field>
std::vector<Json> degrees(const Wish &wish, int most)
{
    const auto knows = [](const Scenario &scenario) {
        Scenario cut = scenario;
        cut.parallel.tensor = cut.parallel.pipeline = cut.parallel.context = cut.parallel.expert
            = 2;
        cut.parallel.gpus = 1 << 10;
        return meshOf(cut).*field > 1;
    };
    if (!mayMeet(wish, knows))
        return {};
    std::set<int> values{meshOf(wish.present).*field};
    for (int degree = 1; degree <= most; degree *= 2)
        values.insert(degree);
    return numbers(values);
}

/// Within a node: over the network each layer would wait.
std::vector<Json> tensorDegrees(const Wish &wish)
{
    if (wish.present.training.method != Method::Full)
        return {};
    return degrees<&Mesh::tensor>(
        wish, std::min(wish.present.parallel.gpusPerNode, mostGpus(wish)));
}

std::vector<Json> pipelineDegrees(const Wish &wish)
{
    constexpr int most = 16;
    if (wish.present.training.method != Method::Full)
        return {};
    return degrees<&Mesh::pipeline>(wish, std::min(most, mostGpus(wish)));
}

/// A GPU with fewer tokens of a sequence computes too little for what it waits.
std::vector<Json> contextDegrees(const Wish &wish)
{
    constexpr int fewestTokens = 1024;
    return degrees<&Mesh::context>(
        wish, std::clamp(wish.present.training.sequenceLength / fewestTokens, 1, mostGpus(wish)));
}

std::vector<Json> expertDegrees(const Wish &wish)
{
    if (!wish.spec.experts || wish.present.training.method != Method::Full)
        return {};
    return degrees<&Mesh::expert>(wish, std::min(wish.spec.experts->count, mostGpus(wish)));
}

/// As many as share the rest of the model, or one.
std::vector<Json> expertTensorDegrees(const Wish &wish)
{
    if (expertDegrees(wish).empty())
        return {};
    return numbers({wish.present.parallel.expertTensor, 0, 1});
}

/// What may cut the layers of a stage evenly.
std::vector<Json> chunkCounts(const Wish &wish)
{
    constexpr int most = 16;
    if (pipelineDegrees(wish).empty())
        return {};
    std::set<int> values{wish.present.parallel.virtualStages};
    for (int chunks = 1; chunks <= std::min<std::int64_t>(most, wish.spec.layers); ++chunks)
        values.insert(chunks);
    return numbers(values);
}

/// 1F1B, interleaved or not, is what stages and chunks make of it.
std::vector<Json> schedules(const Wish &wish)
{
    if (pipelineDegrees(wish).empty())
        return {};
    return {nameOf(PipelineKind::Auto), nameOf(PipelineKind::GPipe)};
}

/// A strategy decides in which type 4-bit weights can be stored.
std::vector<Json> quantStorages(const Wish &wish)
{
    if (!wish.freedom.strategy || wish.present.training.method != Method::Qlora)
        return {};
    return std::vector<Json>(namesOf<QuantStorage>.begin(), namesOf<QuantStorage>.end());
}

/// The values of an input that a search may change, where `freedom` lets it.
struct DimensionKind
{
    Dimension id;
    std::string_view key;
    bool SearchFreedom::*isFree; ///< null: what else decides it stands in `values`
    bool isOfWorksheet; ///< else the detailed estimator alone knows it
    /// Empty where there is nothing to choose.
    std::vector<Json> (*values)(const Wish &wish);
};

template <class E>
std::vector<Json> allOf(const Wish &)
{
    return std::vector<Json>(namesOf<E>.begin(), namesOf<E>.end());
}

// What decides how the layers compute comes first: neighbours have that in common, and are quick to
// evaluate one after the other.
constexpr std::array<DimensionKind, namesOf<Dimension>.size()> kinds{{
    {Dimension::Framework, "parallel.framework", &SearchFreedom::framework, false, frameworks},
    {Dimension::Loss, "training.loss", &SearchFreedom::loss, false, allOf<Loss>},
    {Dimension::Attention, "training.attention", &SearchFreedom::attention, false,
        allOf<Attention>},
    {Dimension::Checkpointing, "training.checkpointing", &SearchFreedom::checkpointing, true,
        allOf<Checkpointing>},
    {Dimension::Tensor, "parallel.tensor", &SearchFreedom::tensor, false, tensorDegrees},
    {Dimension::Context, "parallel.context", &SearchFreedom::context, false, contextDegrees},
    {Dimension::Expert, "parallel.expert", &SearchFreedom::expert, false, expertDegrees},
    {Dimension::ExpertTensor, "parallel.expert_tensor", &SearchFreedom::expert, false,
        expertTensorDegrees},
    {Dimension::Pipeline, "parallel.pipeline", &SearchFreedom::pipeline, false, pipelineDegrees},
    {Dimension::Chunks, "parallel.virtual_stages", &SearchFreedom::chunks, false, chunkCounts},
    {Dimension::Schedule, "parallel.schedule", &SearchFreedom::schedule, false, schedules},
    {Dimension::MicroBatch, "training.micro_batch", &SearchFreedom::microBatch, true, microBatches},
    {Dimension::Strategy, "parallel.strategy", &SearchFreedom::strategy, true, allOf<Strategy>},
    {Dimension::Offload, "parallel.offload", &SearchFreedom::offload, false, allOf<Offload>},
    {Dimension::QuantStorage, "training.quant_storage", nullptr, false, quantStorages},
    {Dimension::Gpus, "parallel.gpus", nullptr, true, gpuCounts},
}};

std::vector<SearchDimension> dimensionsOf(const Wish &wish)
{
    const auto &[present, freedom, spec] = wish;
    std::vector<SearchDimension> dimensions;
    for (const DimensionKind &kind : kinds) {
        const Key *key = findKey(kind.key);
        const bool isFree = (!kind.isFree || freedom.*kind.isFree)
            && (kind.isOfWorksheet || present.estimator == EstimatorKind::Detailed);
        std::vector<Json> values;
        if (isFree)
            values = kind.values(wish);
        if (values.empty())
            values = {*key->get(present)};
        dimensions.push_back({kind.id, key, std::move(values)});
    }
    return dimensions;
}

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

bool *freedomOf(SearchFreedom &freedom, Dimension dimension)
{
    const auto *const kind = std::find_if(kinds.begin(), kinds.end(),
        [dimension](const DimensionKind &each) { return each.id == dimension; });
    return kind != kinds.end() && kind->isFree ? &(freedom.*kind->isFree) : nullptr;
}

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
        Dimension::Expert, Dimension::ExpertTensor, Dimension::Chunks, Dimension::Schedule};
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
        {Dimension::Expert, &Self::hasExpert}, {Dimension::ExpertTensor, &Self::hasExpertTensor},
        {Dimension::Chunks, &Self::hasChunks}, {Dimension::Schedule, &Self::hasSchedule},
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

/// What is not flash attention is one and the same in Megatron-LM.
bool SearchSpace::hasAttention(Scenario &scratch) const
{
    return !varies(Dimension::Attention) || scratch.training.attention != Attention::Sdpa
        || cutterFor(scratch, m_spec) != Cutter::MegatronCore;
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

int changesBetween(const Scenario &one, const Scenario &other)
{
    return static_cast<int>(
        std::count_if(kinds.begin(), kinds.end(), [&](const DimensionKind &kind) {
            const Key *key = findKey(kind.key);
            return !(key->get(one) == key->get(other));
        }));
}

} // namespace shardscope
