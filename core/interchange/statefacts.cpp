// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/statefacts.h"

#include "core/interchange/modelfacts.h"
#include "core/interchange/shapefacts.h"
#include "core/scenario/framework.h"
#include "core/scenario/keys.h"
#include "core/scenario/mesh.h"
#include "core/scenario/precision.h"
#include "core/scenario/relevance.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace shardscope {

namespace {

/// Says the facts of one scenario, one after the other.
class Statement
{
public:
    Statement(const Scenario &scenario, const ModelSpec *spec)
        : m_scenario(scenario)
        , m_spec(spec)
        , m_framework(frameworkFor(scenario.parallel))
    { }

    Facts make()
    {
        for (const Key &key : keys()) {
            const std::optional<Json> value = key.get(m_scenario);
            if (value && !missingFor(key.id, m_scenario, Answer::Anything))
                say(key.id, isAutomatic(key, *value) ? Json("auto") : *value);
        }
        model();
        if (m_spec)
            shape(*m_spec);
        method();
        checkpoints();
        compiling();
        precision();
        processes();
        engine();
        zeroPlusPlus();
        offload();
        return std::move(m_facts);
    }

private:
    static bool isAutomatic(const Key &key, const Json &value)
    {
        return key.automatic && value.number() && *value.number() == *key.automatic;
    }

    void say(std::string_view id, const Json &value)
    {
        m_facts.push_back({.id = std::string(id), .value = value});
    }

    void model()
    {
        const ModelChoice &model = m_scenario.model;
        if (model.imported)
            say("model", Json(model.imported->name));
        else if (!model.id.empty())
            say("model", Json(model.id));
        if (const TitanModel *titan = model.imported ? nullptr : titanModel(model.id)) {
            say("model_name", Json(titan->name));
            say("model_flavor", Json(titan->flavor));
        }
    }

    void shape(const ModelSpec &spec)
    {
        Facts facts = shapeFacts(spec, m_scenario.training.sequenceLength);
        m_facts.insert(m_facts.end(), std::make_move_iterator(facts.begin()),
            std::make_move_iterator(facts.end()));
    }

    bool isFull() const { return m_scenario.training.method == Method::Full; }

    void method()
    {
        say("adapter", Json(isFull() ? "none" : "lora"));
        const Training &training = m_scenario.training;
        // A file of GPTQ or AWQ says by itself what it is.
        const bool isFile = training.base == BaseStorage::Gptq || training.base == BaseStorage::Awq;
        const int packed = isFile ? 16 : training.base == BaseStorage::LlmInt8 ? 8 : 4;
        say("bits", Json(training.method == Method::Qlora ? packed : 16));
        if (training.method == Method::Qlora && training.unquantized != UnquantizedModules::usual
            && namesLinearsAlone(training.unquantized))
            say("left_modules", Json(training.unquantized));
    }

    void checkpoints()
    {
        const Training &training = m_scenario.training;
        const bool isUsual = training.checkpointKind == CheckpointKind::Auto;
        const bool reenters = isUsual ? precedesFive(training.modules)
                                      : training.checkpointKind == CheckpointKind::Reentrant;
        if (choosesCheckpointKind(m_scenario))
            say("reenters", Json(reenters ? "yes" : "no"));
    }

    void compiling()
    {
        const Kernels kernels = m_scenario.training.kernels;
        if (isCompiled(kernels))
            say("compiles", Json(kernels == Kernels::Compiled ? "model" : "layers"));
    }

    void precision()
    {
        const Precision precision = m_scenario.training.precision;
        const Recipe bytes = recipe(precision);
        const bool isMixed = shardscope::isMixed(bytes);
        const std::string_view half = usesFp16(precision) ? "fp16" : "bf16";
        say("mixed_precision", Json(isMixed || autocastsHalf(m_scenario) ? half : "no"));
        if (!isMixed && bytes.weight <= 2)
            say("upcast_trained", Json("no"));
        const Fp8 fp8 = m_scenario.training.fp8;
        if (isOfEngine(fp8)) {
            say("engine_fp8", Json("yes"));
            say("engine_fp8_recipe", Json(nameOf(fp8)));
        }
        // FSDP's shards are what the optimizer updates, whatever modules compute in.
        const bool isSharded = m_framework == Framework::Fsdp1 || m_framework == Framework::Fsdp2;
        say("weights_dtype", Json(bytes.weight > 2 || (isMixed && isSharded) ? "fp32" : half));
    }

    void processes()
    {
        const Parallel &parallel = m_scenario.parallel;
        const int perNode = std::min(parallel.gpus, parallel.gpusPerNode);
        say("gpus", Json(parallel.gpus));
        if (parallel.gpus % perNode == 0) {
            say("gpus_per_node", Json(perNode));
            say("nodes", Json(parallel.gpus / perNode));
        }
        const Training &training = m_scenario.training;
        say("sequences_per_step",
            Json(static_cast<double>(training.microBatch) * training.accumulation
                * meshOf(m_scenario).data));
        say("gpu_name", Json(m_scenario.hardware.gpu));
    }

    void engine()
    {
        switch (m_framework) {
        case Framework::DeepSpeed:
            say("engine", Json("deepspeed"));
            if (const int shared = meshOf(m_scenario).context; shared > 1)
                say("sequence", Json(shared));
            if (const int shared = meshOf(m_scenario).tensor; shared > 1)
                say("tensor", Json(shared));
            if (const int shared = meshOf(m_scenario).expert; shared > 1) {
                say("deals_out_experts", Json("yes"));
                say("expert", Json(shared));
            }
            return say("zero_stage", Json(zeroStage()));
        case Framework::Fsdp1:
        case Framework::Fsdp2:
            say("engine", Json("fsdp"));
            return fsdp();
        case Framework::Megatron:
        case Framework::Nanotron:
            say("engine", Json(m_framework == Framework::Megatron ? "megatron" : "nanotron"));
            mesh();
            return say("zero_stage", Json(zeroStage()));
        case Framework::Auto:
        case Framework::Trainer:
            say("engine", Json("ddp"));
        }
    }

    int zeroStage() const
    {
        switch (m_scenario.parallel.strategy) {
        case Strategy::Zero1:
            return 1;
        case Strategy::Zero2:
        case Strategy::FsdpGradOp:
            return 2;
        case Strategy::Zero3:
        case Strategy::Fsdp:
        case Strategy::Hsdp:
            return 3;
        case Strategy::Ddp:
            break;
        }
        return 0;
    }

    void fsdp()
    {
        const Parallel &parallel = m_scenario.parallel;
        say("fsdp_version", Json(m_framework == Framework::Fsdp2 ? 2 : 1));
        const Strategy strategy = parallel.strategy;
        // FSDP2 reads whether weights are sharded again, and the groups from the mesh.
        if (m_framework == Framework::Fsdp2)
            say("fsdp_reshard", Json(strategy == Strategy::FsdpGradOp ? "no" : "yes"));
        else
            say("fsdp_sharding",
                Json(strategy == Strategy::Ddp             ? "no_shard"
                        : strategy == Strategy::Hsdp       ? "hybrid_shard"
                        : strategy == Strategy::FsdpGradOp ? "shard_grad_op"
                                                           : "full_shard"));
        say("fsdp_offload", Json(parallel.offload == Offload::None ? "no" : "yes"));
        const Mesh cut = meshOf(m_scenario);
        const int group = strategy == Strategy::Hsdp ? shardGroupOf(parallel, cut) : cut.replicas();
        // torchtitan has a mesh for everything, accelerate for what FSDP2 alone does not do.
        const bool isPlain = cut.modelRanks() == 1 && strategy != Strategy::Hsdp;
        if (!runsTorchtitan(m_scenario) && (isPlain || m_framework != Framework::Fsdp2))
            return;
        say("data_shards", Json(std::max(1, group / cut.context)));
        say("data_replicas", Json(cut.replicas() / group));
        mesh();
    }

    void mesh()
    {
        if (m_framework != Framework::Megatron && m_framework != Framework::Fsdp2)
            return;
        const Mesh mesh = meshOf(m_scenario);
        say("tensor", Json(mesh.tensor));
        say("pipeline", Json(mesh.pipeline));
        if (m_framework == Framework::Fsdp2 && mesh.pipeline > 1)
            cutBatch();
        say("context", Json(mesh.context));
        if (m_framework == Framework::Megatron || runsTorchtitan(m_scenario))
            say("expert", Json(mesh.expert));
        say("sequence_parallel", Json(mesh.sequence ? "yes" : "no"));
        if (mesh.chunks > 1)
            say("virtual_stages", Json(mesh.chunks));
        if (m_framework == Framework::Megatron)
            recomputation();
    }

    /// torchtitan's pipelines cut each local batch into micro-batches.
    void cutBatch()
    {
        const Training &training = m_scenario.training;
        for (Fact &fact : m_facts) {
            if (fact.id == "training.micro_batch")
                fact.value = Json(static_cast<double>(training.microBatch) * training.accumulation);
            else if (fact.id == "training.accumulation")
                fact.value = Json(1);
        }
        say("pipeline_micro_batch", Json(training.microBatch));
    }

    void recomputation()
    {
        if (m_scenario.training.checkpointing != Checkpointing::Full)
            return;
        const int block = m_scenario.training.blockLayers;
        say("recompute_method", Json(block > 0 ? "block" : "uniform"));
        say("recompute_layers", Json(block > 0 ? block : m_scenario.training.groupLayers));
    }

    void zeroPlusPlus()
    {
        const ZeroPlusPlus choice = m_scenario.parallel.zeroPlusPlus;
        const auto has
            = [choice](ZeroPlusPlus part) { return choice == part || choice == ZeroPlusPlus::All; };
        if (choice == ZeroPlusPlus::None)
            return;
        say("zero_quantized_weights", Json(has(ZeroPlusPlus::QuantizedWeights) ? "yes" : "no"));
        say("zero_second_copy",
            Json(has(ZeroPlusPlus::SecondCopy) ? m_scenario.parallel.gpusPerNode : 1));
        say("zero_quantized_gradients", Json(has(ZeroPlusPlus::QuantizedGradients) ? "yes" : "no"));
    }

    void offload()
    {
        const Offload done = offloadFor(m_scenario.parallel);
        if (m_framework == Framework::Megatron)
            say("offload_optimizer", Json(done == Offload::None ? "none" : "cpu"));
        if (m_framework != Framework::DeepSpeed)
            return;
        const Offload offload = m_scenario.parallel.offload;
        const std::string_view device = offload == Offload::Nvme ? "nvme" : "cpu";
        const bool movesWeights = offload == Offload::Parameters || offload == Offload::Nvme;
        say("offload_optimizer", Json(offload == Offload::None ? "none" : device));
        say("offload_parameters", Json(movesWeights ? device : "none"));
    }

    const Scenario &m_scenario;
    const ModelSpec *m_spec;
    Framework m_framework;
    Facts m_facts;
};

/// These count GPUs, of which files may say another number.
constexpr auto countsOfGpus = std::to_array<std::string_view>(
    {"gpus", "gpus_per_node", "nodes", "data_shards", "data_replicas", "sequences_per_step"});

} // namespace

Facts factsOf(const Scenario &scenario, const ModelSpec *spec)
{
    return Statement(scenario, spec).make();
}

Facts completed(std::span<const Fact> facts, const Scenario *base)
{
    Facts all(facts.begin(), facts.end());
    if (!base)
        return all;
    for (Fact &fact : factsOf(*base)) {
        if (std::find(countsOfGpus.begin(), countsOfGpus.end(), fact.id) != countsOfGpus.end())
            continue;
        const auto known = std::find_if(
            all.begin(), all.end(), [&fact](const Fact &each) { return each.id == fact.id; });
        if (known == all.end())
            all.push_back(std::move(fact));
        else if (isAuto(known->value))
            *known = std::move(fact);
    }
    return all;
}

} // namespace shardscope
