// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/keys.h"
#include "core/step/resolve.h"
#include "resources/catalogs.h"
#include "tests/support/changedjson.h"
#include "tools/validate/casereader.h"
#include "tools/validate/published/mapping.h"
#include "tools/validate/report.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

const QByteArray architecture = R"json({"model_type": "llama", "hidden_size": 64,
    "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 128,
    "vocab_size": 1000})json";

const QByteArray stepsCase = R"json({"id": "a", "model": "some/model", "new": 1, "scenario": {
    "architecture": )json"
    + architecture + R"json(, "attention": "flash", "weights_dtype": "bf16",
    "autocast": false, "method": "full", "checkpointing": "full", "optimizer": "adamw_fused",
    "micro_batch": 2, "sequence_length": 512, "accumulation": 4},
    "measured": {"peak_bytes": 1000000, "forward_end": 500000, "parameters": 7}})json";

const QByteArray deepSpeedCase = R"json({"id": "a", "scenario": {"architecture": )json"
    + architecture
    + R"json(, "stage": 3, "ranks": 4, "zero": {}, "micro_batch": 2, "sequence_length": 64},
    "measured": {"peak_bytes": 1000000, "after_initialize": 500000}})json";

const QByteArray deviceCase = R"json({"id": "a", "set": "lab", "tier": "core", "outcome": "ok",
    "record_type": "memory", "model": "mistralai/Mistral-7B-v0.1", "method": "full",
    "framework": "HF Trainer / sft_trainer", "precision": {"weights": "bf16", "compute": "bf16"},
    "optimizer": "adamw_torch (HF default, foreach)",
                 "sharding" : {"strategy" : "none", "num_gpus" : 1, "dp" : 1, "tp" : 1},
                 "gpu" : "A100-SXM4-80GB",
                 "seq_len" : 2048,
                 "micro_batch" : 4,
                 "gradient_checkpointing" : "full",
                 "attention" : "flash_attention_2",
                 "metric_class" : "allocated",
                 "measured_gib" : 20,
                 "confidence" : "medium"
})json";

Result<std::vector<Case>> readOne(const QByteArray &base, const QByteArray &changes)
{
    Json json = parsed(base);
    change(json, parsed(changes));
    return readCases("[" + writeJson(json) + "]");
}

Case caseOf(const QByteArray &base, const QByteArray &changes = "{}")
{
    const Result<std::vector<Case>> cases = readOne(base, changes);
    if (!cases)
        qFatal("%s", describe(cases.error()).c_str());
    return cases->front();
}

QByteArray reasonOf(const Case &item)
{
    const Unmapped *refused = std::get_if<Unmapped>(&item.mapping);
    return refused ? QByteArray::fromStdString(refused->reason) : QByteArray();
}

} // namespace

class TestValidation : public QObject
{
    Q_OBJECT

private slots:
    void refuses_data()
    {
        QTest::addColumn<QByteArray>("base");
        QTest::addColumn<QByteArray>("changes");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QByteArray>("where");
        using enum ErrorCode;
        const auto row = [](const char *name, const QByteArray &base, const QByteArray &changes,
                             ErrorCode code, const char *where) {
            QTest::newRow(name) << base << changes << code << QByteArray(where);
        };
        row("no id", stepsCase, R"json({"id": null})json", MissingField, "/0/id");
        row("no scenario", stepsCase, R"json({"scenario": null})json", MissingField, "/0/scenario");
        row("scenario is text", stepsCase, R"json({"scenario": "x"})json", WrongType,
            "/0/scenario");
        row("no architecture", stepsCase, R"json({"scenario": {"architecture": null}})json",
            MissingField, "/0/scenario/architecture");
        row("no optimizer", stepsCase, R"json({"scenario": {"optimizer": null}})json", MissingField,
            "/0/scenario/optimizer");
        row("no rank", stepsCase, R"json({"scenario": {"method": "lora"}})json", MissingField,
            "/0/scenario/lora_rank");
        row("no targets", stepsCase, R"json({"scenario": {"method": "lora", "lora_rank": 8}})json",
            MissingField, "/0/scenario/lora_targets");
        row("batch of nothing", stepsCase, R"json({"scenario": {"micro_batch": 0}})json",
            OutOfRange, "/0/scenario/micro_batch");
        row("nothing measured", stepsCase, R"json({"measured": null})json", MissingField,
            "/0/measured");
        row("nothing known measured", stepsCase,
            R"json({"measured": {"peak_bytes": null, "forward_end": null}})json", MissingField,
            "/0/measured/peak_bytes");
        row("the wire is text", stepsCase, R"json({"wire": "x"})json", WrongType, "/0/wire");
        row("bytes of a call are text", stepsCase,
            R"json({"wire": {"all_gather": {"forward": {"bytes": "x"}}}})json", WrongType,
            "/0/wire/all_gather/forward/bytes");
        row("no ranks", deepSpeedCase, R"json({"scenario": {"ranks": null}})json", MissingField,
            "/0/scenario/ranks");
        row("no stage", deepSpeedCase, R"json({"scenario": {"stage": null}})json", MissingField,
            "/0/scenario/stage");
        row("stage 4", deepSpeedCase, R"json({"scenario": {"stage": 4}})json", OutOfRange,
            "/0/scenario/stage");
        row("bucket is text", deepSpeedCase,
            R"json({"scenario": {"zero": {"reduce_bucket_size": "auto"}}})json", WrongType,
            "/0/scenario/zero/reduce_bucket_size");
        row("switch is text", deepSpeedCase,
            R"json({"scenario": {"zero": {"round_robin_gradients": "yes"}}})json", WrongType,
            "/0/scenario/zero/round_robin_gradients");
        row("no model", deviceCase, R"json({"model": null})json", MissingField, "/0/model");
        row("no framework", deviceCase, R"json({"framework": null})json", MissingField,
            "/0/framework");
        row("memory is text", deviceCase, R"json({"measured_gib": "20"})json", WrongType,
            "/0/measured_gib");
    }

    void refuses()
    {
        QFETCH(QByteArray, base);
        QFETCH(QByteArray, changes);
        QFETCH(ErrorCode, code);
        QFETCH(QByteArray, where);
        const Result<std::vector<Case>> cases = readOne(base, changes);
        QVERIFY(!cases);
        QCOMPARE(cases.error().code, code);
        QCOMPARE(QByteArray::fromStdString(cases.error().where), where);
        QVERIFY(cases.error().line > 0);
    }

    void refusesOtherFiles()
    {
        QCOMPARE(readCases("{}").error().code, ErrorCode::WrongType);
        QCOMPARE(readCases("[1]").error().where, std::string("/0"));
        QCOMPARE(readCases("[").error().code, ErrorCode::InvalidSyntax);
        QVERIFY(readCases("[]")->empty());
    }

    void mapsToScenario_data()
    {
        QTest::addColumn<QByteArray>("base");
        QTest::addColumn<QByteArray>("changes");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char *name, const QByteArray &base, const QByteArray &changes,
                             const char *key, const char *value) {
            QTest::newRow(name) << base << changes << QByteArray(key) << QByteArray(value);
        };
        addSteps(row);
        addDeepSpeed(row);
        addDevice(row);
    }

    void mapsToScenario()
    {
        QFETCH(QByteArray, base);
        QFETCH(QByteArray, changes);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        const Case item = caseOf(base, changes);
        const Scenario *scenario = std::get_if<Scenario>(&item.mapping);
        QVERIFY2(scenario, reasonOf(item));
        const std::optional<Json> found = findKey(key.toStdString())->get(*scenario);
        QVERIFY(found);
        QCOMPARE(QByteArray::fromStdString(
                     found->string() ? *found->string() : writeJson(*found, JsonStyle::Compact)),
            value);
    }

    void saysWhyThereIsNoScenario_data()
    {
        QTest::addColumn<QByteArray>("base");
        QTest::addColumn<QByteArray>("changes");
        QTest::addColumn<QByteArray>("says");
        const auto row
            = [](const char *name, const QByteArray &base, const QByteArray &changes,
                  const char *says) { QTest::newRow(name) << base << changes << QByteArray(says); };
        row("optimizer unknown", stepsCase, R"json({"scenario": {"optimizer": "adan"}})json",
            "adan");
        row("architecture unknown", stepsCase,
            R"json({"scenario": {"architecture": {"model_type": "rwkv"}}})json", "rwkv");
        row("tensor parallel", deviceCase, R"json({"sharding": {"tp": 2}})json", "tensor");
        row("another framework", deviceCase, R"json({"framework": "llm.c (CUDA C)"})json", "llm.c");
        row("several GPUs by layers", deviceCase,
            R"json({"sharding": {"strategy": "device_map naive model parallel"}})json",
            "device_map");
        row("lengths vary", deviceCase, R"json({"seq_len": null})json", "sequence length");
        row("compiled", deviceCase, R"json({"compile": true})json", "torch.compile");
        row("fp8", deviceCase, R"json({"precision": {"compute": "fp8"}})json", "fp8");
        row("8 bit", deviceCase, R"json({"method": "qlora", "quantization": "int8 (gptq)"})json",
            "int8");
        row("method unknown", deviceCase, R"json({"method": "vblora"})json", "vblora");
        row("checkpointing not stated", deviceCase,
            R"json({"gradient_checkpointing": "not stated"})json", "not stated");
        row("throughput alone", deviceCase, R"json({"record_type": "throughput_only"})json",
            "throughput_only");
        row("metric unknown", deviceCase, R"json({"metric_class": "unknown"})json", "which memory");
        row("nothing measured", deviceCase, R"json({"measured_gib": null})json", "no memory");
        row("offload unknown", deviceCase, R"json({"cpu_offload": "nvme"})json", "nvme");
        row("GPU unknown, and nvidia-smi", deviceCase,
            R"json({"gpu": "24GB class", "metric_class": "nvidia_smi"})json", "24GB class");
    }

    void saysWhyThereIsNoScenario()
    {
        QFETCH(QByteArray, base);
        QFETCH(QByteArray, changes);
        QFETCH(QByteArray, says);
        const Case item = caseOf(base, changes);
        QVERIFY2(reasonOf(item).contains(says), reasonOf(item));
        const Validation validation = validate(std::vector{item}, builtInCatalog());
        QVERIFY(validation.comparisons.empty());
        QCOMPARE(validation.leftOut.size(), 1U);
        QCOMPARE(QByteArray::fromStdString(validation.leftOut.front().reason), reasonOf(item));
    }

    void knowsAGpuHoweverItIsSpelt_data()
    {
        QTest::addColumn<QByteArray>("spelt");
        QTest::addColumn<QByteArray>("id");
        const auto row = [](const char *spelt, const char *id) {
            QTest::newRow(spelt) << QByteArray(spelt) << QByteArray(id);
        };
        row("A100-SXM4-80GB", "a100-sxm-80");
        row("NVIDIA A100 80 GB", "a100-sxm-80");
        row("A100-PCIE-40GB", "a100-pcie-40");
        row("A100 80GB PCIe", "a100-pcie-80");
        row("A100", "");
        row("A800/H800-80GB", "");
        row("h100 nvl", "h100-nvl");
        row("H100-PCIe-80GB", "h100-pcie");
        row("H100-96GB", "");
        row("H800-80GB", "h800-sxm");
        row("GH200", "");
        row("GB200", "gb200");
        row("L4-24GB", "l4");
        row("L40-48GB", "");
        row("L40S", "l40s");
        row("GeForce RTX 3090 Ti", "rtx3090");
        row("RTX6000Ada-48GB", "rtx6000ada");
        row("RTX A6000", "a6000");
        row("Tesla T4", "t4");
        row("80 GB GPU", "");
        row("", "");
    }

    void knowsAGpuHoweverItIsSpelt()
    {
        QFETCH(QByteArray, spelt);
        QFETCH(QByteArray, id);
        const std::string_view called = gpuCalled(spelt.toStdString());
        QCOMPARE(QByteArray(called.data(), static_cast<int>(called.size())), id);
        if (!id.isEmpty())
            QVERIFY(builtInCatalog().findGpu(called));
    }

    // fms-hf-tuning gives tokenizers without a padding token one, and resizes the embeddings.
    void addsAPaddingToken()
    {
        const Catalog catalog = builtInCatalog();
        const auto vocabulary = [&catalog](const char *framework, const char *model) {
            const QByteArray changes = QByteArray("{\"framework\": \"") + framework
                + "\", \"model\": \"" + model + "\"}";
            const Case item = caseOf(deviceCase, changes);
            const std::optional<Scenario> scenario = scenarioOf(item, catalog);
            return scenario ? resolve(*scenario, catalog)->spec.vocabulary : 0;
        };
        const char *fms = "HF Trainer / fms-hf-tuning sft_trainer";
        QCOMPARE(vocabulary(fms, "mistralai/Mistral-7B-v0.1"), 32001);
        QCOMPARE(vocabulary(fms, "Qwen/Qwen2.5-7B"), 152064);
        QCOMPARE(vocabulary("HF Trainer", "mistralai/Mistral-7B-v0.1"), 32000);
    }

    void aModelThatNobodyKnowsIsLeftOut()
    {
        const Case item = caseOf(deviceCase, R"json({"model": "some/one"})json");
        const Validation validation = validate(std::vector{item}, builtInCatalog());
        QCOMPARE(validation.leftOut.size(), 1U);
        QVERIFY(validation.leftOut.front().reason.find("some/one") != std::string::npos);
    }

    void summarizes_data()
    {
        QTest::addColumn<QVector<double>>("errors");
        QTest::addColumn<double>("median");
        QTest::addColumn<double>("percentile95");
        QTest::addColumn<double>("worst");
        QTest::addColumn<double>("bias");
        QTest::newRow("one") << QVector<double>{-0.2} << 0.2 << 0.2 << 0.2 << -0.2;
        QTest::newRow("two") << QVector<double>{-0.25, 0.75} << 0.5 << 0.75 << 0.75 << 0.25;
        QTest::newRow("three") << QVector<double>{1, -3, 2} << 2.0 << 3.0 << 3.0 << 0.0;
        QVector<double> twenty;
        for (int i = 1; i <= 20; ++i)
            twenty.append(i);
        QTest::newRow("1 to 20") << twenty << 10.5 << 19.0 << 20.0 << 10.5;
        twenty.append(21);
        QTest::newRow("1 to 21") << twenty << 11.0 << 20.0 << 21.0 << 11.0;
    }

    void summarizes()
    {
        QFETCH(QVector<double>, errors);
        const ErrorSummary found = summarize({errors.begin(), errors.end()});
        QTEST(found.median, "median");
        QTEST(found.percentile95, "percentile95");
        QTEST(found.worst, "worst");
        QTEST(found.bias, "bias");
    }

    void correlatesRanks_data()
    {
        QTest::addColumn<QVector<double>>("one");
        QTest::addColumn<QVector<double>>("other");
        QTest::addColumn<double>("correlation");
        const QVector<double> rising{1, 2, 3, 4};
        QTest::newRow("the same order") << rising << QVector<double>{10, 20, 200, 2000} << 1.0;
        QTest::newRow("the opposite one") << rising << QVector<double>{9, 7, 5, -1} << -1.0;
        QTest::newRow("two changed places") << rising << QVector<double>{10, 30, 20, 40} << 0.8;
        QTest::newRow("equals share a rank") << rising << QVector<double>{1, 2, 2, 3} << 0.9486833;
        QTest::newRow("no order") << rising << QVector<double>{5, 5, 5, 5} << 0.0;
    }

    void correlatesRanks()
    {
        QFETCH(QVector<double>, one);
        QFETCH(QVector<double>, other);
        QFETCH(double, correlation);
        const double found
            = rankCorrelation({one.begin(), one.end()}, {other.begin(), other.end()});
        QVERIFY2(std::abs(found - correlation) < 1e-6, qPrintable(QString::number(found)));
    }

    void aReasonMayBeAboutOneMetric()
    {
        const Result<Explanations> read = readExplanations(R"([{"id": "a", "why": "both"},
            {"id": "a", "metric": "reserved", "why": "cache"}])");
        QVERIFY(read);
        Validation validation;
        for (const char *metric : {"nvidia_smi", "reserved"})
            validation.comparisons.push_back({.id = "a",
                .metric = metric,
                .predicted = 2 * GiB,
                .measured = GiB,
                .tags = {{"format", "device"}, {"model", "whole"}}});
        const std::vector<Disagreement> found = disagreements(validation, *read);
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].why, std::string_view("both"));
        QCOMPARE(found[1].why, std::string_view("cache"));
    }

    void countsFalseFitsAndFalseMisses()
    {
        // 7.2 B parameters in pure bf16 take 58 GB; a run that says otherwise shows the counting.
        const QByteArray oom = R"json({"outcome": "oom", "measured_gib": null,)json";
        const std::vector cases{caseOf(deviceCase, oom + R"json("id": "false fit"})json"),
            caseOf(deviceCase, oom + R"json("id": "right", "gpu": "RTX4090-24GB"})json"),
            caseOf(deviceCase, R"json({"id": "false miss", "gpu": "RTX4090-24GB"})json"),
            caseOf(deviceCase, R"json({"id": "fine", "gpu": "MI300X"})json"),
            caseOf(deviceCase, R"json({"id": "no card", "gpu": "24 GB GPU"})json")};
        const Validation validation = validate(cases, builtInCatalog());
        for (const Comparison &found : validation.comparisons) {
            QCOMPARE(found.falseFit, found.id == "false fit");
            QCOMPARE(found.falseMiss, found.id == "false miss");
        }
        QCOMPARE(validation.comparisons.front().metric, std::string(outOfMemoryMetric));
        const auto group
            = std::find_if(validation.groups.begin(), validation.groups.end(), [](const Group &g) {
                  return g.tag == Tag("outcome", "ok") && g.metric == "allocated";
              });
        QVERIFY(group != validation.groups.end());
        QCOMPARE(group->count, 3U);
        QCOMPARE(group->falseMisses, 1U);
        QVERIFY(group->errors);
    }

    void reportsAsJson()
    {
        const std::vector cases{
            caseOf(stepsCase), caseOf(deviceCase, R"json({"id": "b", "compile": true})json")};
        const Json json = validationToJson(validate(cases, builtInCatalog()));
        const Json::Array &found = *json.find("cases")->array();
        QCOMPARE(found.size(), 2U); // peak_bytes and forward_end
        const Json &first = found.front();
        QCOMPARE(first.object()->size(), 5U);
        QCOMPARE(*first.find("id")->string(), std::string("a"));
        QCOMPARE(*first.find("metric")->string(), std::string("peak_bytes"));
        QCOMPARE(*first.find("measured")->number(), 1e6);
        QVERIFY(*first.find("predicted")->number() > 0);
        QCOMPARE(*first.find("confidence")->string(), std::string("high"));
        QVERIFY(!json.find("groups")->array()->empty());
        const Json &left = json.find("unmapped")->array()->front();
        QCOMPARE(*left.find("id")->string(), std::string("b"));
        QVERIFY(left.find("reason")->string()->find("torch.compile") != std::string::npos);
    }

    void reportsAsText()
    {
        const std::string text
            = validationToText(validate(std::vector{caseOf(stepsCase)}, builtInCatalog()));
        QVERIFY(text.find("forward_end") != std::string::npos);
        QVERIFY(text.find("method full") != std::string::npos);
        QVERIFY(text.ends_with("2 figures compared, 0 cases not compared\n"));
    }

private:
    template <class Row>
    static void addSteps(const Row &row)
    {
        const QByteArray &base = stepsCase;
        row("its model stands with it", base, "{}", "model.name", "some/model");
        row("its kernels are the reference", base, "{}", "training.kernels", "reference");
        row("accumulation", base, "{}", "training.accumulation", "4");
        row("bf16 weights", base, "{}", "training.precision", "bf16");
        row("bf16 weights under autocast", base, R"json({"scenario": {"autocast": true}})json",
            "training.precision", "bf16");
        row("fp32 weights under autocast", base,
            R"json({"scenario": {"weights_dtype": "fp32", "autocast": true}})json",
            "training.precision", "bf16-amp");
        row("fp32", base, R"json({"scenario": {"weights_dtype": "fp32"}})json",
            "training.precision", "fp32");
        row("fused AdamW", base, "{}", "training.optimizer", "adamw");
        row("one GPU", base, "{}", "parallel.strategy", "ddp");
        const QByteArray lora = R"json({"scenario": {"method": "lora", "lora_rank": 8,
            "lora_targets": ["q_proj", "v_proj"], "lora_dropout": 0.05)json";
        row("LoRA without autocast", base, lora + "}}", "training.lora_precision", "fp32");
        row("LoRA under autocast", base, lora + R"json(, "autocast": true}})json",
            "training.lora_precision", "auto");
        row("LoRA under autocast, weights", base, lora + R"json(, "autocast": true}})json",
            "training.precision", "bf16-master");
        row("LoRA targets", base, lora + "}}", "training.lora_targets", "q_proj,v_proj");
        const QByteArray shards = R"json({"scenario": {"shards": 8, "mixed": true, "reshard": false,
            "reduce_dtype": "fp32")json";
        row("sharded fp32 weights", base, shards + R"json(, "weights_dtype": "fp32"}})json",
            "training.precision", "bf16-master");
        row("gathered weights stay", base, shards + "}}", "parallel.strategy", "fsdp-grad-op");
        row("gathered weights go", base, R"json({"scenario": {"shards": 8, "reshard": true}})json",
            "parallel.strategy", "fsdp");
        row("reduced in fp32", base, shards + "}}", "parallel.gradient_precision", "fp32");
        row("wrap not stated", base, shards + "}}", "parallel.wrap", "root");
        row("head of its own", base, shards + R"json(, "wrap": "embed_head"}})json",
            "parallel.wrap", "embed-head");
        row("shards", base, shards + "}}", "parallel.gpus", "8");
    }

    template <class Row>
    static void addDeepSpeed(const Row &row)
    {
        const QByteArray &base = deepSpeedCase;
        row("stage 3", base, "{}", "parallel.strategy", "zero3");
        row("stage 1", base, R"json({"scenario": {"stage": 1}})json", "parallel.strategy", "zero1");
        row("AdamW as for loop", base, "{}", "training.optimizer", "adamw-for-loop");
        row("DeepSpeed's own bucket", base, "{}", "parallel.reduce_bucket", "500000000");
        row("DeepSpeed's own threshold", base, "{}", "parallel.persistence_threshold", "100000");
        row("a bucket given", base,
            R"json({"scenario": {"zero": {"reduce_bucket_size": 4096}}})json",
            "parallel.reduce_bucket", "4096");
        row("overlap given", base, R"json({"scenario": {"zero": {"overlap_comm": false}}})json",
            "parallel.overlap", "off");
        row("optimizer offloaded", base,
            R"json({"scenario": {"zero": {"offload_optimizer": {"device": "cpu"}}}})json",
            "parallel.offload", "optimizer");
        row("accumulated in fp32", base,
            R"json({"scenario": {"ds": {"data_types": {"grad_accum_dtype": "fp32"}}}})json",
            "parallel.gradient_precision", "fp32");
    }

    template <class Row>
    static void addDevice(const Row &row)
    {
        const QByteArray &base = deviceCase;
        row("catalogue model", base, "{}", "model.id", "mistralai/Mistral-7B-v0.1");
        row("card", base, "{}", "hardware.gpu", "a100-sxm-80");
        row("another spelling of the trainer", base,
            R"json({"framework": "Hugging Face Trainer"})json", "parallel.framework", "trainer");
        row("another spelling of ZeRO-2", base,
            R"json({"sharding": {"strategy": "DeepSpeed ZeRO-2"}})json", "parallel.strategy",
            "zero2");
        row("gradients and states sharded", base,
            R"json({"sharding": {"strategy": "fsdp1_shard_grad_op"}})json", "parallel.strategy",
            "fsdp-grad-op");
        row("fused", base, R"json({"optimizer": "adamw_torch_fused"})json", "training.optimizer",
            "adamw");
        row("PEFT's loop refers to the last output", base,
            R"json({"framework": "PEFT custom loop"})json", "training.outputs", "next");
        row("the Trainer does not", base, "{}", "training.outputs", "dropped");
        row("FlagPerf's buckets", base,
            R"json({"framework": "deepspeed", "sharding": {"strategy": "zero3"}})json",
            "parallel.reduce_bucket", "10000000");
        row("pure bf16", base, "{}", "training.precision", "bf16");
        row("foreach", base, "{}", "training.optimizer", "adamw-foreach");
        const QByteArray fsdp
            = R"json({"sharding": {"strategy": "fsdp1_full_shard", "num_gpus": 4, "dp": 4},
            "precision": {"weights": "fp32 shard", "compute": "bf16", "optim_states": "fp32"}})json";
        row("FSDP1", base, fsdp, "parallel.framework", "fsdp1");
        row("FSDP1 over fp32 shards", base, fsdp, "training.precision", "bf16-master");
        row("FSDP1 on four", base, fsdp, "parallel.gpus", "4");
        row("every second layer's worth", base,
            R"json({"gradient_checkpointing": "selective (op-level, every other matmul)"
})json",
            "training.checkpointing", "selective");
        row("liger's head", base, R"json({"notes": "foak-liger (liger fused linear CE)"})json",
            "training.loss", "fused");
        row("transformers before 4.46", base, R"json({"versions": {"transformers": "4.45.2"}})json",
            "training.modules", "transformers-4");
        row("transformers from 4.46 on", base,
            R"json({"versions": {"transformers": "4.48.1"}})json", "training.modules",
            "transformers-4.46");
        row("transformers not stated", base, "{}", "training.modules", "transformers-5");
        const QByteArray foak = R"json({"notes": "foak (fused RMSNorm, fused RoPE, fused CE kernel)"
        })json";
        row("gradient over the logits", base, foak, "training.loss", "in-place");
        row("fused norms", base, foak, "training.kernels", "unsloth");
        row("prefetch in the backward pass", base,
            R"json({"framework": "HF Trainer / fms-hf-tuning sft_trainer"})json",
            "parallel.overlap", "on");
        const QByteArray qlora = R"json({"method": "qlora", "quantization": "GPTQ 4-bit",
            "lora": {"r": 16, "targets": ["q_proj"]}, "model": "TheBloke/Mistral-7B-v0.1-GPTQ",
            "notes": "baseline-peft-bnb")json";
        row("GPTQ as 4-bit weights", base, qlora + "}", "training.method", "qlora");
        row("contexts of four processes, to map GPTQ's layers", base,
            R"json({"framework": "HF Trainer / fms-hf-tuning sft_trainer + accelerate FSDP",
            "sharding": {"strategy": "fsdp1_full_shard", "num_gpus": 4, "dp": 4},
            "method": "qlora", "quantization": "GPTQ 4-bit",
            "lora": {"r": 16, "targets": ["q_proj"]}, "model": "TheBloke/Mistral-7B-v0.1-GPTQ"})json",
            "hardware.context_mib", "2252.8");
        row("a quantised copy", base, qlora + "}", "model.id", "mistralai/Mistral-7B-v0.1");
        row("prepared by TRL", base, qlora + "}", "training.kbit_preparation", "norms");
        row("not prepared where it is sharded", base,
            qlora + R"json(, "sharding": {"strategy": "fsdp1_full_shard", "dp": 2}})json",
            "training.kbit_preparation", "none");
        const QByteArray lora = R"json({"method": "lora", "lora": {"r": 16, "targets": ["q_proj",
            "c_attn"]}, "precision": {"weights": "bf16", "compute": "bf16", )json";
        row("names that a model lacks", base, lora + R"json("grads": null}})json",
            "training.lora_targets", "q_proj");
        row("adapters under autocast", base,
            lora + R"json("adapter": "mixed precision bf16"}})json", "training.precision",
            "bf16-master");
        row("adapters without autocast", base, lora + R"json("adapter": "pure bf16 (no AMP)"
        }
        })json",
            "training.lora_precision", "fp32");
        row("adapters in bf16", base, lora + R"json("grads": "bf16 (adapters)"
        }
        })json",
            "training.lora_precision", "16-bit");
        row("LitGPT's words", base,
            R"json({"framework": "LitGPT", "method": "lora", "lora": {"r": 8,
                "targets": ["query", "mlp"]}, "precision": {"compute": "bf16 (bf16-true)"}})json",
            "training.lora_targets", "q_proj,gate_proj,up_proj,down_proj");
        row("torchtitan", base,
            R"json({"framework": "torchtitan", "sharding": {"strategy": "fsdp2", "dp": 8}})json",
            "parallel.wrap", "embed-head");
    }
};

QTEST_APPLESS_MAIN(TestValidation)
#include "tst_validation.moc"
