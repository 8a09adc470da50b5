// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/document.h"
#include "core/explore/advice/fixes.h"
#include "core/explore/sweep/run.h"
#include "core/judge/runverdict.h"
#include "core/judge/setup.h"
#include "core/planner/makeplan.h"
#include "core/scenario/relevance.h"
#include "tests/support/testcatalog.h"

#include <map>

using namespace shardscope;

namespace {

/// Enough different settings that every input counts in one of them.
std::vector<Scenario> bases()
{
    struct Sharding
    {
        std::string_view strategy;
        std::string_view framework;
        std::string_view offload;
    };
    constexpr std::array<Sharding, 13> shardings{
        {{"ddp", "auto", "none"}, {"ddp", "deepspeed", "none"}, {"zero1", "auto", "none"},
            {"zero1", "megatron", "none"}, {"zero1", "nanotron", "none"},
            {"zero2", "auto", "optimizer"}, {"zero2", "auto", "none"}, {"zero3", "auto", "none"},
            {"zero3", "auto", "parameters"}, {"fsdp", "fsdp1", "none"}, {"fsdp", "fsdp2", "none"},
            {"fsdp-grad-op", "auto", "parameters"}, {"hsdp", "auto", "none"}}};
    std::vector<Scenario> result;
    for (const std::string_view estimator : {"detailed", "worksheet"}) {
        for (const std::string_view method : {"full", "lora", "qlora"}) {
            for (const Sharding &sharding : shardings)
                result.push_back(scenarioWith({{"estimator", estimator},
                    {"training.method", method}, {"parallel.strategy", sharding.strategy},
                    {"parallel.framework", sharding.framework},
                    {"parallel.offload", sharding.offload}, {"parallel.gpus", "16"},
                    {"model.id", "meta-llama/Llama-3.2-1B"}, {"training.accumulation", "2"},
                    {"training.precision", method == "full" ? "bf16-master" : "bf16-amp"},
                    {"hardware.host_gib", "100"}}));
        }
    }
    Scenario run = result.front();
    result.push_back(scenarioWith({{"run.tokens", "1B"}, {"run.price_per_gpu_hour", "2"}}, run));
    result.push_back(scenarioWith({{"run.examples", "1M"}}, run));
    result.push_back(scenarioWith({{"run.learning_rate", "0.001"}}, run));
    result.push_back(scenarioWith({{"run.reference_batch", "32"}}, run));
    result.push_back(
        scenarioWith({{"model.parameters", "1B"}, {"training.sequence_length", "512"}}, run));
    result.push_back(
        scenarioWith({{"model.parameters", "3B"}, {"parallel.strategy", "fsdp"}}, run));
    result.push_back(
        scenarioWith({{"training.method", "lora"}, {"training.checkpointing", "none"}}, run));
    result.push_back(scenarioWith({{"hardware.fragmentation_percent", "3"}}, run));
    result.push_back(
        scenarioWith({{"training.loss", "fused"}, {"training.checkpointing", "none"}}, run));
    result.push_back(scenarioWith({{"parallel.bucket_view", "on"}}, run));
    result.push_back(scenarioWith({{"model.id", "mistralai/Mixtral-8x7B-v0.1"},
                                      {"parallel.strategy", "zero3"}, {"parallel.gpus", "64"}},
        run));
    const Scenario megatron
        = scenarioWith({{"parallel.strategy", "zero1"}, {"parallel.framework", "megatron"},
                           {"parallel.gpus", "64"}, {"training.accumulation", "8"},
                           {"parallel.tensor", "2"}, {"parallel.pipeline", "2"}},
            run);
    result.push_back(megatron);
    result.push_back(
        scenarioWith({{"training.fp8", "te-delayed"}, {"hardware.gpu", "h100-sxm"}}, megatron));
    result.push_back(
        scenarioWith({{"parallel.gpus", "8"}, {"parallel.gpus_per_node", "4"}}, megatron));
    result.push_back(scenarioWith({{"model.id", "mistralai/Mixtral-8x7B-v0.1"}}, megatron));
    result.push_back(scenarioWith({{"model.id", "Qwen/Qwen2.5-VL-3B-Instruct"},
                                      {"vision.images", "2"}, {"vision.image_width", "448"}},
        run));
    result.push_back(
        scenarioWith({{"model.id", "Qwen/Qwen3.5-27B"}, {"training.checkpointing", "none"}}, run));
    result.push_back(scenarioWith(
        {{"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp2"}, {"parallel.gpus", "64"},
            {"training.accumulation", "8"}, {"training.modules", "torchtitan"},
            {"model.id", "meta-llama/Llama-3.1-8B"}, {"parallel.tensor", "2"},
            {"parallel.pipeline", "2"}},
        run));
    result.push_back(scenarioWith({{"parallel.strategy", "zero1"}, {"parallel.tensor", "2"},
                                      {"training.modules", "transformers-4"}},
        run));
    const Scenario answers
        = scenarioWith({{"parallel.strategy", "ddp"}, {"training.objective", "dpo"},
                           {"training.micro_batch", "2"}},
            run);
    result.push_back(answers);
    result.push_back(scenarioWith({{"training.objective", "classification"}}, answers));
    result.push_back(
        scenarioWith({{"model.id", "google/flan-t5-small"}, {"training.objective", "causal-lm"},
                         {"training.attention", "eager"}, {"training.precision", "bf16-amp"}},
            answers));
    result.push_back(scenarioWith(
        {{"training.objective", "grpo"}, {"rollout.sleep", "on"}, {"training.micro_batch", "8"}},
        answers));
    result.push_back(scenarioWith(
        {{"training.objective", "grpo"}, {"training.loop", "verl"}, {"parallel.strategy", "fsdp"},
            {"parallel.framework", "fsdp1"}, {"rollout.sleep", "on"}, {"rollout.offload", "all"},
            {"training.reference_model", "separate"}},
        answers));
    result.push_back(
        scenarioWith({{"training.objective", "grpo"}, {"estimator", "worksheet"}}, answers));
    result.push_back(scenarioWith({{"training.objective", "gkd"}}, answers));
    const Scenario alone = scenarioWith(
        {{"parallel.strategy", "ddp"}, {"parallel.gpus", "1"}, {"training.precision", "bf16"}},
        run);
    result.push_back(
        scenarioWith({{"training.accumulation", "1"}, {"training.sequence_length", "128"}}, alone));
    result.push_back(scenarioWith({{"training.method", "lora"}, {"training.adapter", "boft"},
                                      {"training.boft_block", "0"}, {"training.boft_blocks", "8"}},
        alone));
    const Scenario withMeans = scenarioWith(
        {{"model.id", "EleutherAI/pythia-160m"}, {"training.checkpointing", "none"}}, alone);
    result.push_back(withMeans);
    result.push_back(
        scenarioWith({{"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp2"},
                         {"parallel.gpus", "16"}, {"training.precision", "bf16-master"}},
            withMeans));
    for (const std::string_view kind :
        {"vera", "ia3", "ln-tuning", "prompt-tuning", "p-tuning", "boft", "trainable-tokens"})
        result.push_back(scenarioWith(
            {{"parallel.strategy", "ddp"}, {"training.method", "lora"}, {"training.adapter", kind}},
            run));
    for (const std::string_view framework : {"fsdp1", "fsdp2"}) {
        const Scenario fsdp
            = scenarioWith({{"parallel.strategy", "fsdp"}, {"parallel.framework", framework}}, run);
        result.push_back(scenarioWith({{"training.accumulation", "1"}}, fsdp));
        result.push_back(
            scenarioWith({{"training.method", "lora"}, {"training.precision", "bf16"}}, fsdp));
    }
    return result;
}

/// Values of all sorts that the key takes.
std::vector<Json> valuesOf(const Key &key)
{
    static const std::map<std::string_view, std::vector<Json>> texts{
        {"model.id", {"Qwen/Qwen3-0.6B", "meta-llama/Llama-3.2-1B"}},
        {"training.lora_targets", {"all-linear", "q_proj,v_proj"}},
        {"training.feedforward_modules", {"auto", "none", "down_proj"}},
        {"training.modules_to_save", {"", "lm_head", "embed_tokens,lm_head"}},
        {"training.unquantized",
            {"lm_head", "lm_head,down_proj,dense_4h_to_h,c_proj,fc2", "lm_head,layers.0"}},
        {"training.frozen_modules", {"", "embed_tokens", "norm,lm_head"}},
        {"training.feedforward_modules", {"auto", "none", "down_proj"}},
        {"training.recompute_modules", {"core_attn", "layernorm", "mlp,moe_act"}},
        {"training.teacher", {"", "Qwen/Qwen3-0.6B", "meta-llama/Llama-3.2-1B"}},
        {"hardware.gpu", {"h100-sxm", "a100-sxm-80"}},
        {"hardware.link", {"", "pcie4", "nvlink2"}},
        {"model.name", {"one", "another"}},
    };
    if (const auto found = texts.find(key.id); found != texts.end())
        return found->second;
    std::vector<Json> values(key.choices.begin(), key.choices.end());
    for (const double value :
        {-1.0, 0.0, 0.5, 1.0, 2.0, 4.0, 100.0, 4096.0, 65536.0, 1e6, 1e8, 1e9}) {
        Scenario scratch;
        if (key.kind != KeyKind::Text && setKey(scratch, key, Json(value)))
            values.emplace_back(value);
    }
    return values;
}

} // namespace

class TestRelevance : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    /// Whether plans differ from one value to another.
    struct Difference
    {
        bool memory = false;
        bool speed = false;
        bool anything = false;
    };

    /// Whether plans differ in anything, from one value to another.
    bool changesPlans(const std::vector<Json> &values, const Key &key, Scenario scenario) const
    {
        std::optional<Plan> first;
        for (const Json &value : values) {
            Result<Plan> plan = setKey(scenario, key, value) ? makePlan(scenario, m_catalog)
                                                             : Result<Plan>(Error{});
            if (!plan)
                continue;
            plan->scenario = {};
            // Says that the input does nothing.
            std::erase_if(plan->findings,
                [](const Finding &finding) { return finding.id == FindingId::OffloadDiffers; });
            if (first && !(*first == *plan))
                return true;
            first = *std::move(plan);
        }
        return false;
    }

    /// Whether peaks differ between values with the same traits.
    bool changesPeakUnseen(const std::vector<Json> &values, const Key &key, Scenario scenario) const
    {
        Evaluator evaluator(m_catalog);
        std::optional<Traits> first;
        Bytes peak;
        for (const Json &value : values) {
            if (!setKey(scenario, key, value))
                continue;
            const Result<MemoryOutlook> memory = evaluator.memory(scenario);
            const Result<Resolved> resolved = resolve(scenario, m_catalog);
            if (!memory || !resolved)
                continue;
            const Traits traits = traitsOf(setupOf(makeWorkload(scenario, *resolved)));
            if (!first) {
                first = traits;
                peak = memory->peak;
            }
            if (traits == *first && !(memory->peak == peak))
                return true;
        }
        return false;
    }

    Difference differenceOver(const std::vector<Json> &values, const Key &key, Scenario scenario)
    {
        Evaluator evaluator(m_catalog);
        std::optional<SweepPoint> first;
        bool isFirstPlanned = true;
        Difference difference;
        for (const Json &value : values) {
            if (!setKey(scenario, key, value))
                continue;
            Result<MemoryOutlook> memory = evaluator.memory(scenario);
            if (!memory)
                continue;
            const bool isSure = isPlanned(memory->obstacle);
            memory->obstacle.reset(); // whether anybody can run it is no amount
            const Result<SpeedOutlook> speed = evaluator.speed(scenario);
            const SweepPoint point{*memory, speedPoint(*speed)};
            if (!first) {
                first = point;
                isFirstPlanned = isSure;
            }
            // What is not planned has no range, whatever it holds.
            difference.memory |= isSure && isFirstPlanned ? !(point.memory == first->memory)
                                                          : point.memory.peak != first->memory.peak;
            difference.speed |= !(point.speed == first->speed);
        }
        return difference;
    }

private slots:
    void saysWhatPlansSay_data()
    {
        QTest::addColumn<QString>("id");
        for (const Key &key : keys()) {
            if (key.kind != KeyKind::Document)
                QTest::newRow(std::string(key.id).c_str())
                    << QString::fromLatin1(key.id.data(), static_cast<qsizetype>(key.id.size()));
        }
    }

    void saysWhatPlansSay()
    {
        QFETCH(QString, id);
        const Key *key = findKey(id.toStdString());
        const std::vector<Json> values = valuesOf(*key);
        QVERIFY(values.size() > 1);
        Difference promised;
        Difference seen;
        for (const Scenario &base : bases()) {
            Scenario scenario = base;
            if (key->id.starts_with("model.p") || key->id == "model.id")
                scenario.model.id = "meta-llama/Llama-3.2-1B";
            Difference difference = differenceOver(values, *key, scenario);
            // Of two ways to choose a model the last one counts.
            if (key->id == "model.parameters")
                scenario.model.id.clear();
            const bool memory = !missingFor(key->id, scenario, Answer::Memory);
            const bool speed = !missingFor(key->id, scenario, Answer::Speed);
            const bool anything = !missingFor(key->id, scenario, Answer::Anything);
            difference.anything = memory || speed || changesPlans(values, *key, scenario);
            const QString where
                = QString::fromStdString(writeScenario({.scenario = base}, JsonStyle::Compact));
            QVERIFY2(memory || !difference.memory, qPrintable("changes memory: " + where));
            QVERIFY2(speed || !difference.speed, qPrintable("changes speed: " + where));
            QVERIFY2(anything || !difference.anything, qPrintable("changes the plan: " + where));
            promised.memory |= memory;
            promised.speed |= speed;
            promised.anything |= anything;
            seen.memory |= difference.memory;
            seen.speed |= difference.speed;
            seen.anything |= difference.anything;
        }
        QCOMPARE(seen.memory, promised.memory);
        QCOMPARE(seen.speed, promised.speed);
        QCOMPARE(seen.anything, promised.anything);
    }

    void whatChangesMemoryIsATrait_data()
    {
        QTest::addColumn<QString>("id");
        // Another estimator has no range by measured runs; amounts in place of an estimate are
        // their user's measurement.
        constexpr std::array<std::string_view, 6> others{"estimator", "hardware.context_mib",
            "hardware.nccl_mib", "hardware.workspace_mib", "hardware.fragmentation_percent",
            "hardware.correction_gib"};
        for (const Key &key : keys()) {
            if (key.kind != KeyKind::Document
                && std::find(others.begin(), others.end(), key.id) == others.end())
                QTest::newRow(std::string(key.id).c_str())
                    << QString::fromLatin1(key.id.data(), static_cast<qsizetype>(key.id.size()));
        }
    }

    void whatChangesMemoryIsATrait()
    {
        QFETCH(QString, id);
        const Key *key = findKey(id.toStdString());
        const std::vector<Json> values = valuesOf(*key);
        for (const Scenario &base : bases()) {
            if (base.estimator == EstimatorKind::Detailed)
                QVERIFY2(!changesPeakUnseen(values, *key, base),
                    writeScenario({.scenario = base}, JsonStyle::Compact).c_str());
        }
    }

    /// What advice keeps off the GPU has to fit into the host.
    void adviceDependsOnTheHost()
    {
        Evaluator evaluator(m_catalog);
        const auto waysWith = [&](std::string_view host) {
            const Plan plan
                = planOf(scenarioWith({{"model.parameters", "13B"}, {"parallel.strategy", "zero2"},
                             {"hardware.gpu", "a100-sxm-40"}, {"hardware.host_gib", host}}),
                    m_catalog, Reserving::Played);
            WhatIf whatIf(plan, m_catalog, evaluator);
            return fixesOf(whatIf).fitting;
        };
        QVERIFY(waysWith("1") < waysWith("0"));
    }

    void saysWhatIsMissing()
    {
        const auto said = [](std::string_view key, const Scenario &scenario, Answer answer) {
            const std::string_view words
                = missingFor(key, scenario, answer).value_or(english("errors", "nothing"));
            return QString::fromLatin1(words.data(), static_cast<qsizetype>(words.size()));
        };
        QCOMPARE(said("training.lora_rank", {}, Answer::Memory), "training.method lora or qlora");
        QCOMPARE(said("training.lora_rank", {}, Answer::Anything), "training.method lora or qlora");
        const Scenario worksheet = scenarioWith({{"estimator", "worksheet"}});
        QCOMPARE(said("training.lora_precision", {}, Answer::Memory),
            "training.method lora or qlora, unsharded or under FSDP in pure 16 bit");
        const Scenario fsdp = scenarioWith({{"parallel.strategy", "fsdp"}});
        QCOMPARE(said("parallel.gradient_sync", fsdp, Answer::Memory),
            "parallel.strategy fsdp, fsdp-grad-op or hsdp with training.accumulation above 1");
        QCOMPARE(said("parallel.gradient_sync", fsdp, Answer::Speed),
            "DDP or FSDP with training.accumulation above 1");
        QCOMPARE(said("parallel.bucket_view", fsdp, Answer::Memory), "parallel.strategy ddp");
        QCOMPARE(said("training.lora_rank", worksheet, Answer::Memory),
            "training.method lora or qlora with estimator detailed");
        QCOMPARE(said("parallel.sub_group", worksheet, Answer::Anything), "estimator detailed");
        const Scenario megatron
            = scenarioWith({{"parallel.strategy", "zero1"}, {"parallel.framework", "megatron"}});
        QCOMPARE(
            said("parallel.reduce_bucket", megatron, Answer::Anything), "parallel.framework auto");
        QCOMPARE(said("hardware.host_gib", {}, Answer::Memory),
            "a parallel.offload that the strategy can do");
        QCOMPARE(said("hardware.host_gib", {}, Answer::Anything), "nothing"); // advice asks for it
    }
};

QTEST_APPLESS_MAIN(TestRelevance)
#include "tst_relevance.moc"
