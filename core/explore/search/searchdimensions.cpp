// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/searchdimensions.h"

#include "core/engines/convention.h"
#include "core/scenario/mesh.h"
#include "core/scenario/objective.h"
#include "core/step/cutter.h"

#include <algorithm>
#include <set>

namespace shardscope {

bool isTaken(const Parallel &parallel)
{
    return parallel.framework == Framework::Auto || frameworkFor(parallel) == parallel.framework;
}

namespace {

constexpr int largestMicroBatch = 64;

std::vector<Json> numbers(const std::set<int> &values)
{
    return std::vector<Json>(values.begin(), values.end());
}

/// Whether Megatron-LM's own layers take what is trained: all of a model, or the adapters that
/// Megatron-Bridge puts beside them.
bool runsOnMegatron(const SearchWish &wish)
{
    if (wish.present.training.method == Method::Full)
        return true;
    Scenario other = wish.present;
    other.parallel.framework = Framework::Megatron;
    other.parallel.strategy = Strategy::Zero1;
    return cutterFor(other, wish.spec) == Cutter::MegatronCore;
}

/// What is sharded, and by whom, decides most: nothing there is left out but what nobody runs.
std::vector<Json> frameworks(const SearchWish &wish)
{
    const Scenario &present = wish.present;
    std::vector<Json> values;
    for (const Framework framework : {Framework::Trainer, Framework::DeepSpeed, Framework::Fsdp1,
             Framework::Fsdp2, Framework::Megatron, Framework::Nanotron}) {
        // Who has not chosen nanotron has no layers of it.
        const bool runs = framework != Framework::Nanotron
            && (framework != Framework::Megatron || runsOnMegatron(wish));
        if (runs || framework == present.parallel.framework)
            values.emplace_back(nameOf(framework));
    }
    return values;
}

std::vector<Json> microBatches(const SearchWish &wish)
{
    std::set<int> values{wish.present.training.microBatch};
    // Of more texts, or fewer, something else is learned.
    if (embedsTexts(wish.present.training.objective))
        return numbers(values);
    for (int size = 1; size <= largestMicroBatch; size *= 2)
        values.insert(size);
    return numbers(values);
}

template <class E>
std::vector<Json> allOf(const SearchWish &)
{
    return std::vector<Json>(namesOf<E>.begin(), namesOf<E>.end());
}

/// Powers of two within a node, then whole nodes.
std::vector<Json> gpuCounts(const SearchWish &wish)
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

int mostGpus(const SearchWish &wish)
{
    return std::max(wish.present.parallel.gpus, wish.freedom.gpusAtMost);
}

/// Whether a search may come upon an engine that `knows` an axis.
template <class Knows>
bool mayMeet(const SearchWish &wish, const Knows &knows)
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

/// Powers of two up to `most`, and what is there now; nothing to choose where no engine knows the
/// axis, or none cuts the model so beside adapters.
template <auto field>
std::vector<Json> degrees(const SearchWish &wish, int most)
{
    const auto knows = [&wish](const Scenario &scenario) {
        Scenario cut = scenario;
        cut.parallel.tensor = cut.parallel.pipeline = cut.parallel.context = cut.parallel.expert
            = 2;
        cut.parallel.gpus = 1 << 10;
        // Who shares sequences leaves weights as they are.
        const bool isCut = field == &Mesh::context || wish.present.training.method == Method::Full
            || cutsWeights(cutterFor(cut, wish.spec));
        return isCut && meshOf(cut).*field > 1;
    };
    if (!mayMeet(wish, knows))
        return {};
    std::set<int> values{meshOf(wish.present).*field};
    for (int degree = 1; degree <= most; degree *= 2)
        values.insert(degree);
    return numbers(values);
}

/// Within a node: over the network each layer would wait.
std::vector<Json> tensorDegrees(const SearchWish &wish)
{
    return degrees<&Mesh::tensor>(
        wish, std::min(wish.present.parallel.gpusPerNode, mostGpus(wish)));
}

std::vector<Json> pipelineDegrees(const SearchWish &wish)
{
    constexpr int most = 16;
    return degrees<&Mesh::pipeline>(wish, std::min(most, mostGpus(wish)));
}

/// A GPU with fewer tokens of a sequence computes too little for what it waits.
std::vector<Json> contextDegrees(const SearchWish &wish)
{
    constexpr int fewestTokens = 1024;
    return degrees<&Mesh::context>(
        wish, std::clamp(wish.present.training.sequenceLength / fewestTokens, 1, mostGpus(wish)));
}

bool isMegatron(const Scenario &scenario)
{
    return frameworkFor(scenario.parallel) == Framework::Megatron;
}

/// Other engines know one each, which they choose by themselves.
std::vector<Json> contextKinds(const SearchWish &wish)
{
    if (contextDegrees(wish).size() < 2 || !mayMeet(wish, isMegatron))
        return {};
    return allOf<ContextKind>(wish);
}

std::vector<Json> expertDegrees(const SearchWish &wish)
{
    if (!wish.spec.experts || wish.present.training.method != Method::Full)
        return {};
    return degrees<&Mesh::expert>(wish, std::min(wish.spec.experts->count, mostGpus(wish)));
}

/// As many as share the rest of the model, or one.
std::vector<Json> expertTensorDegrees(const SearchWish &wish)
{
    if (expertDegrees(wish).empty())
        return {};
    return numbers({wish.present.parallel.expertTensor, 0, 1});
}

/// What may cut the layers of a stage evenly.
std::vector<Json> chunkCounts(const SearchWish &wish)
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
std::vector<Json> schedules(const SearchWish &wish)
{
    if (pipelineDegrees(wish).empty())
        return {};
    return {nameOf(PipelineKind::Auto), nameOf(PipelineKind::GPipe)};
}

std::vector<Json> rankOrders(const SearchWish &wish)
{
    if (pipelineDegrees(wish).empty() || !mayMeet(wish, isMegatron))
        return {};
    return allOf<RankOrder>(wish);
}

/// A strategy decides in which type 4-bit weights can be stored.
std::vector<Json> quantStorages(const SearchWish &wish)
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
    std::vector<Json> (*values)(const SearchWish &wish);
};

constexpr std::array<DimensionKind, namesOf<Dimension>.size()> kinds{{
    {Dimension::Framework, "parallel.framework", &SearchFreedom::framework, false, frameworks},
    {Dimension::Loss, "training.loss", &SearchFreedom::loss, false, allOf<Loss>},
    {Dimension::Attention, "training.attention", &SearchFreedom::attention, false,
        allOf<Attention>},
    {Dimension::Checkpointing, "training.checkpointing", &SearchFreedom::checkpointing, true,
        allOf<Checkpointing>},
    {Dimension::Tensor, "parallel.tensor", &SearchFreedom::tensor, false, tensorDegrees},
    {Dimension::Context, "parallel.context", &SearchFreedom::context, false, contextDegrees},
    {Dimension::ContextKind, "parallel.context_kind", &SearchFreedom::context, false, contextKinds},
    {Dimension::Expert, "parallel.expert", &SearchFreedom::expert, false, expertDegrees},
    {Dimension::ExpertTensor, "parallel.expert_tensor", &SearchFreedom::expert, false,
        expertTensorDegrees},
    {Dimension::Pipeline, "parallel.pipeline", &SearchFreedom::pipeline, false, pipelineDegrees},
    {Dimension::Chunks, "parallel.virtual_stages", &SearchFreedom::chunks, false, chunkCounts},
    {Dimension::Schedule, "parallel.schedule", &SearchFreedom::schedule, false, schedules},
    {Dimension::RankOrder, "parallel.rank_order", &SearchFreedom::rankOrder, false, rankOrders},
    {Dimension::MicroBatch, "training.micro_batch", &SearchFreedom::microBatch, true, microBatches},
    {Dimension::Strategy, "parallel.strategy", &SearchFreedom::strategy, true, allOf<Strategy>},
    {Dimension::Offload, "parallel.offload", &SearchFreedom::offload, false, allOf<Offload>},
    {Dimension::QuantStorage, "training.quant_storage", nullptr, false, quantStorages},
    {Dimension::Gpus, "parallel.gpus", nullptr, true, gpuCounts},
}};

} // namespace

std::vector<SearchDimension> dimensionsOf(const SearchWish &wish)
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

bool *freedomOf(SearchFreedom &freedom, Dimension dimension)
{
    const auto *const kind = std::find_if(kinds.begin(), kinds.end(),
        [dimension](const DimensionKind &each) { return each.id == dimension; });
    return kind != kinds.end() && kind->isFree ? &(freedom.*kind->isFree) : nullptr;
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
