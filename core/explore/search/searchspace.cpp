// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/searchspace.h"

#include "core/engines/convention.h"
#include "core/estimate/run.h"
#include "core/scenario/mesh.h"

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

/// What is sharded, and by whom, decides most: nothing there is left out but what nobody runs.
std::vector<Json> frameworks(const Scenario &present, const SearchFreedom &)
{
    std::vector<Json> values;
    for (const Framework framework : {Framework::Trainer, Framework::DeepSpeed, Framework::Fsdp1,
             Framework::Fsdp2, Framework::Megatron}) {
        // Megatron-LM has no adapters.
        const bool runs
            = framework != Framework::Megatron || present.training.method == Method::Full;
        if (runs || framework == present.parallel.framework)
            values.emplace_back(nameOf(framework));
    }
    return values;
}

std::vector<Json> microBatches(const Scenario &present, const SearchFreedom &)
{
    std::set<int> values{present.training.microBatch};
    for (int size = 1; size <= largestMicroBatch; size *= 2)
        values.insert(size);
    return numbers(values);
}

/// Powers of two within a node, then whole nodes.
std::vector<Json> gpuCounts(const Scenario &present, const SearchFreedom &freedom)
{
    const int most = freedom.gpusAtMost;
    if (most <= 0)
        return {};
    const int perNode = present.parallel.gpusPerNode;
    std::set<int> values;
    for (int gpus = 1; gpus <= std::min(most, perNode); gpus *= 2)
        values.insert(gpus);
    for (std::int64_t gpus = perNode; gpus <= most; gpus *= 2)
        values.insert(static_cast<int>(gpus));
    values.insert(most < perNode ? most : most / perNode * perNode);
    if (present.parallel.gpus <= most)
        values.insert(present.parallel.gpus);
    return numbers(values);
}

/// Whether a search may come upon an engine that cuts models: such train all weights.
bool mayCut(const Scenario &present, const SearchFreedom &freedom)
{
    const bool hasEngine = frameworkFor(present.parallel) == Framework::Megatron
        || present.training.modules == ModuleLibrary::Torchtitan;
    return present.training.method == Method::Full && (freedom.framework || hasEngine);
}

/// Powers of two up to `most`, and what is there now.
std::vector<Json> degrees(int present, int most)
{
    std::set<int> values{present};
    for (int degree = 1; degree <= most; degree *= 2)
        values.insert(degree);
    return numbers(values);
}

/// Within a node: over the network each layer would wait.
std::vector<Json> tensorDegrees(const Scenario &present, const SearchFreedom &freedom)
{
    const Parallel &parallel = present.parallel;
    if (!mayCut(present, freedom))
        return {};
    return degrees(parallel.tensor, std::min(parallel.gpusPerNode, parallel.gpus));
}

std::vector<Json> pipelineDegrees(const Scenario &present, const SearchFreedom &freedom)
{
    constexpr int most = 16;
    if (!mayCut(present, freedom))
        return {};
    return degrees(present.parallel.pipeline, std::min(most, present.parallel.gpus));
}

/// A strategy decides in which type 4-bit weights can be stored.
std::vector<Json> quantStorages(const Scenario &present, const SearchFreedom &freedom)
{
    if (!freedom.strategy || present.training.method != Method::Qlora)
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
    std::vector<Json> (*values)(const Scenario &present, const SearchFreedom &freedom);
};

template <class E>
std::vector<Json> allOf(const Scenario &, const SearchFreedom &)
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
    {Dimension::Pipeline, "parallel.pipeline", &SearchFreedom::pipeline, false, pipelineDegrees},
    {Dimension::MicroBatch, "training.micro_batch", &SearchFreedom::microBatch, true, microBatches},
    {Dimension::Strategy, "parallel.strategy", &SearchFreedom::strategy, true, allOf<Strategy>},
    {Dimension::Offload, "parallel.offload", &SearchFreedom::offload, false, allOf<Offload>},
    {Dimension::QuantStorage, "training.quant_storage", nullptr, false, quantStorages},
    {Dimension::Gpus, "parallel.gpus", nullptr, true, gpuCounts},
}};

std::vector<SearchDimension> dimensionsOf(const Scenario &present, const SearchFreedom &freedom)
{
    std::vector<SearchDimension> dimensions;
    for (const DimensionKind &kind : kinds) {
        const Key *key = findKey(kind.key);
        const bool isFree = (!kind.isFree || freedom.*kind.isFree)
            && (kind.isOfWorksheet || present.estimator == EstimatorKind::Detailed);
        std::vector<Json> values;
        if (isFree)
            values = kind.values(present, freedom);
        if (values.empty())
            values = {*key->get(present)};
        dimensions.push_back({kind.id, key, std::move(values)});
    }
    return dimensions;
}

/// A chosen framework that does not have the strategy gives way to another one.
bool isTaken(const Parallel &parallel)
{
    return parallel.framework == Framework::Auto || frameworkFor(parallel) == parallel.framework;
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

/// What no field of a point's own dimensions says.
void setFramework(Parallel &parallel, const Parallel &present)
{
    Parallel same = parallel;
    same.framework = Framework::Auto;
    if (present.framework == Framework::Auto && frameworkFor(same) == parallel.framework)
        parallel.framework = Framework::Auto;
}

} // namespace

bool *freedomOf(SearchFreedom &freedom, Dimension dimension)
{
    const auto *const kind = std::find_if(kinds.begin(), kinds.end(),
        [dimension](const DimensionKind &each) { return each.id == dimension; });
    return kind != kinds.end() && kind->isFree ? &(freedom.*kind->isFree) : nullptr;
}

SearchSpace::SearchSpace(
    Scenario present, double batch, std::vector<SearchDimension> dimensions, int layers)
    : m_present(std::move(present))
    , m_batch(batch)
    , m_layers(layers)
    , m_dimensions(std::move(dimensions))
{
    for (const SearchDimension &dimension : m_dimensions) {
        assert(dimension.key && !dimension.values.empty());
        const bool varies = dimension.values.size() > 1;
        m_size *= dimension.values.size();
        m_variesStrategy = m_variesStrategy || (varies && dimension.id == Dimension::Strategy);
        m_variesFramework = m_variesFramework || (varies && dimension.id == Dimension::Framework);
        m_variesTensor = m_variesTensor || (varies && dimension.id == Dimension::Tensor);
        m_variesPipeline = m_variesPipeline || (varies && dimension.id == Dimension::Pipeline);
    }
}

/// The layers of the first and the last stage: as they are now in as many stages as now; else one
/// fewer than the others have, where the table and the loss have to take the place of a layer so
/// that the rest divides (as Llama 3 405B was cut: 126 layers, 16 stages of 8).
void SearchSpace::setEnds(Parallel &parallel) const
{
    const Parallel &present = m_present.parallel;
    const int stages = parallel.pipeline;
    const bool isPresent = stages == present.pipeline;
    const bool isUneven = stages > 1 && m_layers % stages != 0 && (m_layers + 2) % stages == 0;
    const int ends = isUneven ? (m_layers + 2) / stages - 1 : 0;
    parallel.firstStageLayers = isPresent ? present.firstStageLayers : ends;
    parallel.lastStageLayers = isPresent ? present.lastStageLayers : ends;
}

bool SearchSpace::setPoint(Scenario &scratch, std::size_t point) const
{
    for (auto dimension = m_dimensions.rbegin(); dimension != m_dimensions.rend(); ++dimension) {
        const std::size_t count = dimension->values.size();
        dimension->key->set(scratch, dimension->values[point % count]);
        point /= count;
    }
    if (m_variesPipeline)
        setEnds(scratch.parallel);
    // Who cannot cut a model is looked at once, without axes that it knows nothing of.
    const Mesh mesh = meshOf(scratch);
    const auto isIdle = [](bool varies, int chosen, int used) { return varies && chosen != used; };
    if (isIdle(m_variesTensor, scratch.parallel.tensor, mesh.tensor)
        || isIdle(m_variesPipeline, scratch.parallel.pipeline, mesh.pipeline))
        return false;
    const std::optional<int> accumulation
        = accumulationFor(m_batch, mesh.data, scratch.training.microBatch);
    if (!accumulation)
        return false;
    scratch.training.accumulation = *accumulation;
    if ((m_variesFramework || m_variesStrategy) && !isTaken(scratch.parallel))
        return false;
    if (m_variesStrategy && isHybridInName(scratch.parallel))
        return false;
    if (m_variesFramework)
        setFramework(scratch.parallel, m_present.parallel);
    return true;
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
        dimensionsOf(present, freedom), static_cast<int>(resolved->spec.layers));
    Scenario scratch = present;
    for (std::size_t point = 0; point < space.size(); ++point) {
        if (space.setPoint(scratch, point))
            return space;
    }
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
