// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/resolve.h"

#include "core/catalog/meantid.h"
#include "core/interchange/checkpointfacts.h"
#include "core/interchange/factlist.h"
#include "core/interchange/gpucount.h"
#include "core/interchange/meshfacts.h"
#include "core/interchange/objectivefacts.h"
#include "core/interchange/precisionfacts.h"
#include "core/interchange/refusedfacts.h"
#include "core/interchange/statefacts.h"
#include "core/interchange/unfollowedtexts.h"
#include "core/scenario/keys.h"
#include "core/scenario/keytext.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace shardscope {

namespace {

using Ids = std::initializer_list<std::string_view>;

/// Collects the inputs of a run, each with what it follows from.
class Resolver
{
public:
    Resolver(std::span<const Fact> facts, const Catalog &catalog, const Scenario *base)
        : m_stated(facts)
        , m_base(base)
        , m_all(completed(facts, base))
        , m_facts(m_all)
        , m_catalog(catalog)
    { }

    Resolution resolve()
    {
        statedInputs();
        processes();
        engine();
        zeroPlusPlus();
        offload();
        method();
        compiling();
        precision();
        engineFp8();
        checkpointing();
        batch();
        gpu();
        meshes();
        objective();
        return std::move(m_result);
    }

private:
    /// Facts that are inputs.
    void statedInputs()
    {
        for (const Fact &fact : m_stated) {
            const Key *key = findKey(fact.id);
            if (!key)
                continue;
            Scenario scratch;
            if (isAuto(fact.value) && !setKey(scratch, *key, fact.value)) {
                leaveOpen(fact);
                continue;
            }
            put(fact.id, fact.value, fact.origin, whyOf(fact));
        }
    }

    /// "auto", and nobody else says it.
    void leaveOpen(const Fact &fact)
    {
        const Key *key = findKey(fact.id);
        const std::optional<Json> value = m_base ? key->get(*m_base) : std::nullopt;
        m_result.assumed.push_back({.file = fact.origin.file,
            .line = fact.origin.line,
            .key = fact.origin.key,
            .value = fact.origin.text,
            .input = fact.id,
            .taken = value ? typedValue(*value) : keyDefault(*key),
            .why = english("import", "Left open by this file, and no other says it.")});
    }

    static Phrase whyOf(const Fact &fact)
    {
        if (fact.origin.kind != OriginKind::Format)
            return {};
        return {english("import", "Not said: what %1 takes."), {fact.origin.key}};
    }

    void put(std::string_view key, const Json &value, Origin origin, Phrase why = {})
    {
        const auto known = std::find_if(m_result.inputs.begin(), m_result.inputs.end(),
            [key](const ResolvedInput &input) { return input.key == key; });
        ResolvedInput input{std::string(key), value, std::move(origin), std::move(why)};
        if (known == m_result.inputs.end())
            m_result.inputs.push_back(std::move(input));
        else
            *known = std::move(input);
    }

    /// An input that follows from some facts: of those, what files say.
    void derive(std::string_view key, const Json &value, Ids from, Phrase why = {})
    {
        Origin origin{.kind = OriginKind::Derived};
        const Fact *format = nullptr;
        for (const std::string_view id : from) {
            const Fact *fact = m_facts.find(id);
            if (!fact || fact->origin.kind == OriginKind::Default) // nobody's, or of `m_base`
                continue;
            if (fact->origin.kind != OriginKind::File) {
                format = fact;
                continue;
            }
            if (origin.key.empty()) {
                origin.file = fact->origin.file;
                origin.line = fact->origin.line;
                origin.text = fact->origin.text;
            }
            origin.key += (origin.key.empty() ? "" : ", ") + fact->origin.key;
        }
        if (m_base && origin.key.empty() && !format)
            return;
        if (origin.key.empty() && format) {
            origin = format->origin;
            if (why.isEmpty())
                why = whyOf(*format);
        }
        put(key, value, std::move(origin), std::move(why));
    }

    void assume(std::string_view key, const Json &value, Phrase why)
    {
        put(key, value, {.kind = OriginKind::Derived}, std::move(why));
    }

    void refuse(std::string_view id, Phrase found, Phrase expected,
        ErrorCode code = ErrorCode::Inconsistent)
    {
        const Fact *fact = m_facts.find(id);
        m_result.problems.push_back({.code = code,
            .where = fact ? fact->origin.key : std::string(id),
            .found = std::move(found),
            .expected = std::move(expected),
            .line = fact ? fact->origin.line : 0,
            .file = fact ? fact->origin.file : std::string()});
    }

    /// What is said, and is nothing that a plan follows.
    void notFollowed(std::string_view id, Phrase why)
    {
        const Fact &fact = *m_facts.find(id);
        m_result.assumed.push_back({.file = fact.origin.file,
            .line = fact.origin.line,
            .key = fact.origin.key,
            .value = fact.origin.text,
            .why = std::move(why)});
    }

    double degree(std::string_view id) const
    {
        return std::max(1.0, m_facts.number(id).value_or(1));
    }
    /// GPUs that hold one copy of the model between them. Experts are dealt out among copies.
    double gpusOfCopy() const
    {
        double gpus = 1;
        for (const AxisFact &axis : axisFacts())
            gpus *= axis.id == "expert" ? 1 : degree(axis.id);
        return gpus;
    }

    // Processes
    void processes()
    {
        std::optional<double> nodes = m_facts.number("nodes");
        std::optional<double> perNode = gpusOfNode(m_facts);
        const std::optional<double> all = gpusOfAll(m_facts);
        if (m_base && !all && !nodes && !perNode)
            return gpusOfBase();
        if (m_base && !all && !nodes)
            nodes = std::ceil(1.0 * m_base->parallel.gpus / m_base->parallel.gpusPerNode);
        else if (m_base && !all && !perNode)
            perNode = m_base->parallel.gpusPerNode;
        const double replicas = m_facts.number("data_replicas").value_or(1);
        const double shards = m_facts.number("data_shards").value_or(1);
        const double mesh = replicas * shards * gpusOfCopy();
        if (all && (m_facts.isSaid("gpus") || m_facts.isSaid("tasks"))) {
            m_gpus = *all;
            derive("parallel.gpus", *all, {"gpus", "tasks", "gpus_per_task"});
        } else if (nodes && perNode) {
            m_gpus = *nodes * *perNode;
            derive("parallel.gpus", m_gpus,
                {"nodes", "gpus_per_node", "tasks_per_node", "gpus_per_task"});
        } else if (perNode) {
            m_gpus = *perNode;
            derive("parallel.gpus", m_gpus, {"gpus_per_node"});
        } else if (replicas > 0 && shards > 0 && (mesh > 1 || m_facts.isSaid("data_shards"))) {
            m_gpus = mesh;
            derive("parallel.gpus", m_gpus,
                {"data_replicas", "data_shards", "tensor", "pipeline", "context", "sequence"});
        } else if (all) {
            m_gpus = *all;
            derive("parallel.gpus", *all, {"gpus"});
        } else {
            assumeGpus();
        }
        if (perNode) {
            derive("parallel.gpus_per_node", *perNode, {"gpus_per_node"});
        } else if (nodes && *nodes >= 1 && std::fmod(m_gpus, *nodes) == 0) {
            derive("parallel.gpus_per_node", m_gpus / *nodes, {"gpus", "nodes"});
        } else if (m_gpus <= 8) {
            derive("parallel.gpus_per_node", m_gpus, {"gpus"});
        }
    }

    /// Those of the plan, unless nobody chose them and the batch cannot be shared by so many.
    void gpusOfBase()
    {
        m_gpus = m_base->parallel.gpus;
        const bool isDefault = m_base->parallel.gpus == Parallel().gpus;
        if (isDefault && gpusForBatch(m_facts) < m_gpus)
            assumeGpus();
    }

    void assumeGpus()
    {
        if (!m_base && !shardsAtAll(m_facts)) {
            m_gpus = 1;
            return assume(
                "parallel.gpus", m_gpus, english("import", "No file says how many GPUs: one."));
        }
        m_gpus = gpusForBatch(m_facts);
        assume("parallel.gpus", m_gpus,
            m_gpus == wholeNode
                ? english(
                    "import", "No file says how many GPUs; sharding is for several: one node of 8.")
                : english("import",
                    "No file says how many GPUs: as many of a node as share the batch evenly."));
    }

    // Engine and stage
    std::string_view engineName() const
    {
        if (m_facts.isSaid("engine"))
            return m_facts.word("engine");
        const bool shardsStates
            = m_facts.is("engine", "megatron") || m_facts.is("engine", "nanotron");
        if (m_facts.isSaid("zero_stage") && !shardsStates)
            return "deepspeed";
        if (m_facts.isSaid("fsdp_sharding") || m_facts.isSaid("fsdp_reshard"))
            return "fsdp";
        // Recipes of one name run on one GPU as well, where nothing is sharded.
        if (m_gpus == 1 && m_facts.is("engine", "fsdp"))
            return "ddp";
        return m_facts.word("engine");
    }

    void engine()
    {
        m_engine = engineName();
        if (m_engine == "deepspeed") {
            static constexpr std::array<std::string_view, 4> stages{
                "ddp", "zero1", "zero2", "zero3"};
            const double stage = m_facts.number("zero_stage").value_or(0);
            if (!(stage >= 0 && stage <= 3))
                return refuse("zero_stage", {english("errors", "%1"), {Amount::whole(stage)}},
                    english("import", "a ZeRO stage from 0 to 3"), ErrorCode::OutOfRange);
            derive("parallel.strategy", Json(stages[static_cast<std::size_t>(stage)]),
                {"zero_stage", "engine"});
            derive("parallel.framework", Json("deepspeed"), {"engine", "zero_stage"});
        } else if (m_engine == "fsdp") {
            fsdp();
        } else if (m_engine == "megatron" || m_engine == "nanotron") {
            const bool shards = m_facts.number("zero_stage").value_or(0) > 0;
            derive("parallel.strategy", Json(shards ? "zero1" : "ddp"), {"zero_stage", "engine"});
            derive("parallel.framework", Json(m_engine), {"engine"});
        } else {
            derive("parallel.strategy", Json("ddp"), {"engine"});
            derive("parallel.framework", Json("trainer"), {"engine"});
        }
    }

    void fsdp()
    {
        const bool isSecond = m_facts.number("fsdp_version").value_or(1) == 2;
        derive(
            "parallel.framework", Json(isSecond ? "fsdp2" : "fsdp1"), {"fsdp_version", "engine"});
        const double replicas = m_facts.number("data_replicas").value_or(1);
        // Files of both kinds may say both: the version decides.
        const bool reshards = isSecond && !m_facts.word("fsdp_reshard").empty();
        const std::string_view sharding
            = reshards && replicas <= 1 ? "" : m_facts.word("fsdp_sharding");
        if (replicas > 1 || sharding.starts_with("hybrid_shard")) {
            derive("parallel.strategy", Json("hsdp"), {"data_replicas", "fsdp_sharding"});
            if (const double shards = m_facts.number("data_shards").value_or(0); shards > 1)
                derive(
                    "parallel.shard_group", shards * degree("context"), {"data_shards", "context"});
            else if (replicas > 1)
                derive("parallel.shard_group",
                    std::max(1.0, m_gpus / replicas / degree("tensor") / degree("pipeline")),
                    {"data_replicas", "gpus", "tensor", "pipeline"});
            if (sharding == "hybrid_shard_zero2")
                notFollowed("fsdp_sharding",
                    english("import",
                        "Planned as HYBRID_SHARD: weights are sharded again after "
                        "the forward pass."));
        } else if (sharding == "no_shard") {
            derive("parallel.strategy", Json("ddp"), {"fsdp_sharding"});
        } else if (sharding == "shard_grad_op" || (reshards && m_facts.is("fsdp_reshard", "no"))) {
            derive("parallel.strategy", Json("fsdp-grad-op"), {"fsdp_sharding", "fsdp_reshard"});
        } else {
            derive("parallel.strategy", Json("fsdp"), {"fsdp_sharding", "fsdp_reshard", "engine"});
        }
    }

    void zeroPlusPlus()
    {
        const bool weights = m_facts.is("zero_quantized_weights", "yes");
        const bool copy = m_facts.number("zero_second_copy").value_or(1) > 1;
        const bool gradients = m_facts.is("zero_quantized_gradients", "yes");
        if (!weights && !copy && !gradients)
            return;
        const int count = static_cast<int>(weights) + copy + gradients;
        const std::string_view choice = count > 1 ? "all" : weights ? "qwz" : copy ? "hpz" : "qgz";
        derive("parallel.zeropp", Json(choice),
            {"zero_quantized_weights", "zero_second_copy", "zero_quantized_gradients"},
            count == 2 ? Phrase(english("import", "Two of ZeRO++'s three: planned with all."))
                       : Phrase());
    }

    void offload()
    {
        const std::string_view states = m_facts.word("offload_optimizer");
        const std::string_view weights = m_facts.word("offload_parameters");
        const Ids from{"offload_optimizer", "offload_parameters", "fsdp_offload"};
        if (m_engine == "fsdp") {
            if (m_facts.is("fsdp_offload", "yes"))
                derive("parallel.offload", Json("parameters"), from);
            return;
        }
        if (states == "nvme" || weights == "nvme")
            derive("parallel.offload", Json("nvme"), from);
        else if (weights == "cpu")
            derive("parallel.offload", Json("parameters"), from);
        else if (states == "cpu")
            derive("parallel.offload", Json("optimizer"), from);
        else if (!states.empty() || !weights.empty())
            derive("parallel.offload", Json("none"), from);
    }

    // What is trained
    void method()
    {
        const double bits = m_facts.number("bits").value_or(16);
        const std::string_view adapter = m_facts.word("adapter");
        m_isLora = adapter == "lora" || adapter == "other";
        const bool saysBase = m_facts.find("training.base");
        const bool isQuantized = m_isLora && (bits == 4 || bits == 8 || saysBase);
        derive("training.method",
            Json(isQuantized   ? "qlora"
                    : m_isLora ? "lora"
                               : "full"),
            {"adapter", "bits"});
        if (isQuantized && !saysBase)
            derive("training.base", Json(bits == 8 ? "llm-int8" : "nf4"), {"bits"});
        if (adapter == "other")
            notFollowed("adapter", unfollowed::otherAdapters);
        if (bits != 4 && bits != 8 && bits < 16)
            notFollowed("bits", {unfollowed::baseOfBits, {Amount::whole(bits)}});
        else if (bits < 16 && !m_isLora)
            notFollowed("bits", unfollowed::quantizedAlone);
    }

    void compiling()
    {
        if (!m_facts.find("compiles"))
            return;
        if (m_facts.is("training.kernels", "fused") || m_facts.is("training.kernels", "unsloth"))
            return notFollowed("compiles", unfollowed::compileBesideKernels);
        if (m_facts.is("compiles", "loss"))
            return notFollowed("compiles", unfollowed::compiledLossAlone);
        derive("training.kernels",
            Json(m_facts.is("compiles", "layers") ? "compiled-layers" : "compiled"), {"compiles"});
    }

    void objective()
    {
        for (const DerivedInput &input : objectiveInputs(m_facts, m_isLora))
            derive(input.key, input.value, {input.from}, input.why);
        for (const RefusedFact &fact : refusedIn(m_facts))
            refuse(fact.id, fact.found, fact.expected);
        if (m_facts.isSaid("own_preference_loop"))
            notFollowed("own_preference_loop", unfollowed::ownPreferenceLoop);
    }

    void precision()
    {
        if (m_facts.is("mixed_precision", "fp8"))
            notFollowed("mixed_precision", unfollowed::mixedFp8);
        const PrecisionInputs inputs = precisionInputs(m_facts, m_engine, m_isLora);
        derive("training.precision", Json(inputs.precision),
            {"mixed_precision", "weights_dtype", "upcast_trained"},
            inputs.isUnheard ? Phrase{english("import",
                "PPOTrainer hears of mixed precision from the launcher alone "
                "(accelerate launch --mixed_precision).")}
                             : Phrase{});
        if (!inputs.autocast.empty())
            derive("training.autocast", Json(inputs.autocast), {"mixed_precision"});
        if (inputs.hasSingleAdapters)
            derive("training.lora_precision", Json("fp32"), {"adapter"},
                english("import", "PEFT makes adapters fp32."));
    }

    /// Without --fp8-format a recipe counts for nothing.
    void engineFp8()
    {
        if (m_facts.is("engine_fp8", "yes"))
            derive("training.fp8", Json(m_facts.word("engine_fp8_recipe")),
                {"engine_fp8", "engine_fp8_recipe"});
    }

    void checkpointing()
    {
        if (m_facts.is("fsdp_checkpointing", "yes"))
            derive("training.checkpointing", Json("full"), {"fsdp_checkpointing"});
        if (m_isLora && m_facts.is("offload_replaces_checkpoints", "yes"))
            derive("training.checkpointing", Json("none"), {"offload_replaces_checkpoints"});
        if (areReentrant(m_facts, m_engine, m_isLora))
            derive("training.checkpoint_kind", Json("reentrant"), {"reenters", "reenters_usually"});
        const std::optional<double> layers = m_facts.number("recompute_layers");
        if (!layers || *layers < 1)
            return;
        if (m_facts.is("recompute_method", "block"))
            derive("training.block_layers", *layers, {"recompute_layers", "recompute_method"});
        else
            derive("training.group_layers", *layers, {"recompute_layers", "recompute_method"});
    }

    // Micro-batch x accumulation x data-parallel GPUs = sequences per step.

    void batch()
    {
        const double copies = std::max(1.0, m_gpus / gpusOfCopy());
        const std::optional<double> all = m_facts.number("sequences_per_step");
        const std::optional<double> micro = m_facts.number("training.micro_batch");
        const std::optional<double> steps = m_facts.number("training.accumulation");
        const bool isAim = all && !m_facts.isSaid("sequences_per_step"); // of the program itself
        if (isAim && !steps)
            derive("training.accumulation",
                std::max(1.0, std::ceil(*all / copies / micro.value_or(1))),
                {"sequences_per_step", "training.micro_batch"});
        if (!all || isAim)
            return;
        const bool knowsMicro = micro && m_facts.isSaid("training.micro_batch");
        const bool knowsSteps = steps && m_facts.isSaid("training.accumulation");
        const double rest = *all / copies;
        const Ids from{"sequences_per_step", "training.micro_batch", "training.accumulation"};
        if (knowsMicro && knowsSteps) {
            if (*micro * *steps * copies != *all)
                refuseBatch(*all, *micro, *steps, copies);
        } else if (micro && !knowsSteps) {
            deriveQuotient("training.accumulation", rest / *micro, from, copies);
        } else {
            deriveQuotient("training.micro_batch", rest / (knowsSteps ? *steps : 1), from, copies);
        }
    }

    void deriveQuotient(std::string_view key, double value, Ids from, double copies)
    {
        if (value >= 1 && value == std::floor(value))
            return derive(key, value, from);
        refuse("sequences_per_step",
            {english("errors", "%1"), {Amount::whole(*m_facts.number("sequences_per_step"))}},
            {english("import", "a multiple of micro-batch and %1 data-parallel GPUs"),
                {Amount::whole(copies)}});
    }

    void refuseBatch(double all, double micro, double steps, double copies)
    {
        refuse("sequences_per_step", {english("errors", "%1"), {Amount::whole(all)}},
            {english("import", "micro-batch %1 x %2 micro-steps x %3 GPUs = %4"),
                {Amount::whole(micro), Amount::whole(steps), Amount::whole(copies),
                    Amount::whole(micro * steps * copies)}});
    }

    void gpu()
    {
        const std::string_view name = m_facts.word("gpu_name");
        if (name.empty())
            return;
        const std::vector<const GpuSpec *> gpus = gpusNamed(name);
        if (gpus.empty())
            return notFollowed(
                "gpu_name", english("import", "No GPU of the catalogue is called so: choose one."));
        derive("hardware.gpu", Json(gpus.front()->id), {"gpu_name"},
            gpus.size() == 1
                ? Phrase()
                : Phrase(english("import", "There are several of this name: the best known.")));
    }

    /// Schedulers say "h100": all of the catalogue that are called so, landmarks first.
    std::vector<const GpuSpec *> gpusNamed(std::string_view name) const
    {
        if (const GpuSpec *gpu = m_catalog.findGpu(name))
            return {gpu};
        std::vector<const GpuSpec *> found;
        for (const GpuSpec &gpu : m_catalog.gpus) {
            if (gpu.id.starts_with(std::string(name) + "-"))
                found.push_back(&gpu);
        }
        std::stable_partition(
            found.begin(), found.end(), [](const GpuSpec *gpu) { return gpu->isLandmark; });
        if (const auto ids = meantIds(name, CatalogKind::Gpus, m_catalog);
            found.empty() && ids.size() == 1)
            found.push_back(m_catalog.findGpu(ids.front()));
        return found;
    }

    /// What cuts a model otherwise than data parallelism does.
    void meshes()
    {
        for (const AxisFact &axis : axisFacts()) {
            const std::optional<double> degree = m_facts.number(axis.id);
            if (const auto undealt = undealtExperts(axis.id, m_engine, m_facts))
                notFollowed(undealt->id, undealt->why);
            else if (degree && plansAxis(axis.id, m_engine, m_facts))
                derive(axis.input, *degree, {axis.id});
            else if (degree.value_or(1) > 1)
                refuse(axis.id,
                    {english("import", "%1 of %2"),
                        {nested(Phrase(axis.name)), Amount::whole(*degree)}},
                    plannedAxes);
        }
        stagePartition();
        const bool isTorchtitan = m_facts.is("training.modules", "torchtitan");
        if (m_engine != "megatron" && !isTorchtitan)
            return;
        if (const std::string_view word = m_facts.word("sequence_parallel"); !word.empty())
            derive("parallel.sequence", Json(word == "yes" ? "on" : "off"), {"sequence_parallel"});
        if (const std::optional<double> chunks = m_facts.number("virtual_stages"))
            derive("parallel.virtual_stages", *chunks, {"virtual_stages"});
        if (isTorchtitan && degree("pipeline") > 1)
            cutBatch();
    }

    /// Tables that count as layers: the first and the last stage have one layer less.
    void stagePartition()
    {
        const double stages = degree("pipeline");
        const std::optional<double> layers = m_facts.number("shape.layers");
        if (!m_facts.is("stage_partition", "layers-and-tables") || stages <= 1 || !layers)
            return;
        const double each = (*layers + 2) / stages;
        const Ids from{"stage_partition", "pipeline", "shape.layers"};
        if (each != std::floor(each))
            return notFollowed("stage_partition", unfollowed::unevenStages);
        derive("parallel.layers_first_stage", each - 1, from);
        derive("parallel.layers_last_stage", each - 1, from);
    }

    /// torchtitan's pipelines cut each local batch into micro-batches.
    void cutBatch()
    {
        const double each = m_facts.number("pipeline_micro_batch").value_or(1);
        const double local = m_facts.number("training.micro_batch").value_or(1);
        const double steps = m_facts.number("training.accumulation").value_or(1);
        const Ids from{"pipeline_micro_batch", "training.micro_batch", "pipeline"};
        const Phrase why{english("import", "A pipeline cuts each local batch into micro-batches.")};
        derive("training.micro_batch", Json(each), from, why);
        derive("training.accumulation", Json(std::max(1.0, std::floor(local / each)) * steps), from,
            why);
    }

    std::span<const Fact> m_stated;
    const Scenario *m_base; ///< null: what nobody says is left to us
    Facts m_all;
    FactList m_facts;
    const Catalog &m_catalog;
    Resolution m_result;
    double m_gpus = 1;
    std::string_view m_engine;
    bool m_isLora = false;
};

} // namespace

Resolution resolveFacts(std::span<const Fact> facts, const Catalog &catalog, const Scenario *base)
{
    return Resolver(facts, catalog, base).resolve();
}

} // namespace shardscope
