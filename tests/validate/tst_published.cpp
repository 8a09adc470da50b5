// SPDX-License-Identifier: GPL-3.0-or-later
// Which published runs say what a plan needs, and how many of them are planned.
#include "resources/catalogs.h"
#include "tests/support/changedjson.h"
#include "tools/validate/casereader.h"
#include "tools/validate/report.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

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

const QByteArray stepsCase = R"json({"id": "a", "model": "some/model", "new": 1, "scenario": {
    "architecture": {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
    "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 1000}, "attention": "flash",
    "weights_dtype": "bf16", "autocast": false, "method": "full", "checkpointing": "full",
    "optimizer": "adamw_fused", "micro_batch": 2, "sequence_length": 512, "accumulation": 4},
    "measured": {"peak_bytes": 1000000}})json";

Case caseOf(const QByteArray &base, const QByteArray &changes = "{}")
{
    Json json = parsed(base);
    change(json, parsed(changes));
    const Result<std::vector<Case>> cases = readCases("[" + writeJson(json) + "]");
    if (!cases)
        qFatal("%s", describe(cases.error()).c_str());
    return cases->front();
}

} // namespace

class TestPublished : public QObject
{
    Q_OBJECT

private slots:
    void countsRunsThatSayWhatAPlanNeeds_data()
    {
        QTest::addColumn<QByteArray>("changes");
        QTest::addColumn<bool>("isStating");
        QTest::addColumn<bool>("isPlanned");
        const auto row = [](const char *name, const char *changes, bool isStating, bool isPlanned) {
            QTest::newRow(name) << QByteArray(changes) << isStating << isPlanned;
        };
        row("one that is planned", "{}", true, true);
        row("one that is refused", R"json({"compile": true})json", true, false);
        row("its sequences vary, and it is refused, too",
            R"json({"seq_len": null, "compile": true})json", false, false);
        row("nobody says how large a micro-batch is", R"json({"micro_batch": null})json", false,
            false);
        row("nobody says on how many GPUs",
            R"json({"compile": true, "sharding": {"num_gpus": null, "dp": null}})json", false,
            false);
        row("nobody says which memory was read",
            R"json({"compile": true, "metric_class": "unknown"})json", false, false);
        row("the speed is there, whatever memory was read",
            R"json({"compile": true, "metric_class": "unknown", "grad_accum": 1,
                "tokens_per_s_per_gpu": 100})json",
            true, false);
        row("nvidia-smi of a GPU that is not named",
            R"json({"compile": true, "metric_class": "nvidia_smi", "gpu": "24 GB GPU"})json", false,
            false);
        row("it ran out of memory",
            R"json({"compile": true, "outcome": "oom", "measured_gib": null})json", true, false);
    }
    void countsRunsThatSayWhatAPlanNeeds()
    {
        QFETCH(QByteArray, changes);
        QFETCH(bool, isStating);
        QFETCH(bool, isPlanned);
        const Validation validation
            = validate(std::vector{caseOf(deviceCase, changes)}, builtInCatalog());
        QCOMPARE(validation.published.stating, std::size_t(isStating ? 1 : 0));
        QCOMPARE(validation.published.planned, std::size_t(isPlanned ? 1 : 0));
        const std::string text = validationToText(validation);
        QCOMPARE(
            text.find("published runs that state their settings") != std::string::npos, isStating);
    }

    void litGptsWordsAreSettings_data()
    {
        QTest::addColumn<QByteArray>("changes");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        const auto row
            = [](const char *name, const QByteArray &changes, const char *key, const char *value) {
                  QTest::newRow(name) << changes << QByteArray(key) << QByteArray(value);
              };
        const QByteArray sharded = R"json({"framework": "LitGPT", "global_batch": 32, "sharding": {
            "strategy": "fsdp1_full_shard", "num_gpus": 4, "dp": 4}})json";
        row("without adapters flat parameters are FSDP's", sharded, "parallel.framework", "fsdp1");
        row("a batch is one of all GPUs", sharded, "training.accumulation", "2");
        row("query and value of a fused matrix are adapted together",
            R"json({"framework": "LitGPT", "model": "tiiuae/falcon-7b", "method": "lora",
                "lora": {"r": 8, "dropout": 0.05, "targets": ["q", "v"]}})json",
            "training.lora_targets", "query_key_value");
        row("query and value with matrices of their own are not",
            R"json({"framework": "LitGPT", "method": "lora",
                "lora": {"r": 8, "dropout": 0.05, "targets": ["q", "v"]}})json",
            "training.lora_targets", "q_proj,v_proj");
    }
    void litGptsWordsAreSettings()
    {
        QFETCH(QByteArray, changes);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        const Case item = caseOf(deviceCase, changes);
        const auto setting = std::find_if(item.settings.begin(), item.settings.end(),
            [&key](const Setting &there) { return there.key == key.toStdString(); });
        QVERIFY(setting != item.settings.end());
        const std::string *text = setting->value.string();
        QCOMPARE(QByteArray::fromStdString(text ? *text : writeJson(setting->value)), value);
    }

    // transformers 5 leaves Falcon's matrices in 16 bits.
    void litGptQuantisesFalcon()
    {
        const Case item = caseOf(deviceCase,
            R"json({"framework": "LitGPT", "model": "tiiuae/falcon-7b", "method": "qlora",
                "lora": {"r": 8, "dropout": 0.05, "targets": ["q", "v"]},
                "quantization": "bnb nf4"})json");
        const Scenario *scenario = std::get_if<Scenario>(&item.mapping);
        QVERIFY(scenario);
        QVERIFY(scenario->training.modules == ModuleLibrary::Transformers4);
        QVERIFY(scenario->training.loop == Loop::LitGpt);
    }

    // Followed steps are nobody's publication.
    void countsPublishedRunsAlone()
    {
        const std::vector cases{
            caseOf(stepsCase), caseOf(deviceCase), caseOf(deviceCase, R"({"compile": true})")};
        const Validation validation = validate(cases, builtInCatalog());
        QVERIFY(validationToText(validation)
                    .ends_with("1 of 2 published runs that state their settings are planned "
                               "(50.0 %).\n"));
    }
};

QTEST_APPLESS_MAIN(TestPublished)
#include "tst_published.moc"
