// SPDX-License-Identifier: GPL-3.0-or-later
// Runs in the project's own keys: what was stated, what was assumed, and how reports keep the two
// apart.
#include "core/planner/makeplan.h"
#include "resources/catalogs.h"
#include "resources/readfile.h"
#include "tools/validate/casereader.h"
#include "tools/validate/normalised.h"
#include "tools/validate/report.h"
#include "tools/validate/validatedruns.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

/// A published run; of its fields all are given but those in `open`.
QByteArray publishedRun(const char *replaced = "", const char *by = "")
{
    QByteArray run = R"json([{"id": "a", "set": "lab", "tier": "core", "outcome": "ok",
        "source": {"repo": "some/where", "path": "a.csv", "commit": "1234"}, "notes": "by hand",
        "model": "mistralai/Mistral-7B-v0.1", "method": "lora", "lora": {"r": 8,
        "targets": ["q_proj"], "dropout": 0.1}, "framework": "HF Trainer",
        "versions": {"transformers": "4.48.1", "peft": "0.13.2"},
        "precision": {"weights": "bf16", "compute": "bf16", "adapter": "mixed precision bf16"},
        "optimizer": "adamw_torch", "sharding": {"strategy": "none", "num_gpus": 1},
        "gpu": "A100-SXM4-80GB", "seq_len": 2048, "micro_batch": 4, "grad_accum": 1,
        "gradient_checkpointing": "full", "attention": "flash_attention_2", "compile": false,
        "cpu_offload": "none", "metric_class": "allocated", "measured_gib": 20,
        "confidence": "high"}])json";
    return run.replace(replaced, by);
}

std::vector<Case> casesOf(const QByteArray &text)
{
    const Result<std::vector<Case>> cases = readCases(text.toStdString());
    if (!cases)
        qFatal("%s", describe(cases.error()).c_str());
    return *cases;
}

QByteArray normalisedRun(const QByteArray &settings)
{
    return QByteArray(R"json([{"id": "a", "format": "device", "confidence": "high",
        "tags": {"source": "lab"}, "measured": {"allocated": 2e10}, )json")
        + settings + "}]";
}

/// Under which group of settings the figures of a run are counted.
std::string groupOf(const std::vector<Case> &cases, std::string_view metric)
{
    const Validation validation = validate(cases, builtInCatalog());
    for (const Group &group : validation.groups) {
        if (group.tag.first == "settings" && group.metric == metric)
            return group.tag.second;
    }
    return "not compared";
}

} // namespace

class TestNormalised : public QObject
{
    Q_OBJECT

private slots:
    void aSourceThatSaysAllAssumesNothing()
    {
        const std::vector<Case> cases = casesOf(publishedRun());
        for (const Setting &setting : cases.front().settings)
            QVERIFY2(!setting.isAssumed(), std::string(setting.key).c_str());
        QCOMPARE(groupOf(cases, "allocated"), std::string("stated"));
    }

    void whatASourceLeavesOpenIsAssumed_data()
    {
        QTest::addColumn<QByteArray>("said");
        QTest::addColumn<QByteArray>("instead");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char *name, const char *said, const char *instead,
                             const char *key, const char *value) {
            QTest::newRow(name) << QByteArray(said) << QByteArray(instead) << QByteArray(key)
                                << QByteArray(value);
        };
        row("release of transformers", R"("transformers": "4.48.1",)", "", "training.modules",
            "transformers-5");
        row("attention", R"("attention": "flash_attention_2",)", "", "training.attention", "flash");
        row("kernel of SDPA", "flash_attention_2", "sdpa", "training.attention", "flash");
        row("checkpointing", R"("gradient_checkpointing": "full")",
            R"json("gradient_checkpointing": "none (not stated)")json", "training.checkpointing",
            "none");
        row("accumulation", R"("grad_accum": 1,)", "", "training.accumulation", "1");
        row("form of AdamW", "adamw_torch", "AdamW", "training.optimizer", "adamw-foreach");
        row("dropout", R"(, "dropout": 0.1)", "", "training.lora_dropout", "0");
        row("dtype of adapters", R"(, "peft": "0.13.2")", "", "training.lora_precision", "auto");
        row("autocast", R"(, "adapter": "mixed precision bf16")", "", "training.precision",
            "bf16-master");
        row("offload", R"("cpu_offload": "none",)", "", "parallel.offload", "none");
        row("torch.compile", R"("compile": false,)", "", "training.kernels", "cuda");
        row("number of GPUs", R"(, "num_gpus": 1)", "", "parallel.gpus", "1");
        row("machines", R"("num_gpus": 1)", R"("num_gpus": 16)", "parallel.gpus_per_node", "8");
        row("which FSDP", R"("strategy": "none")", R"("strategy": "fsdp")", "parallel.framework",
            "fsdp1");
        row("GPU", "A100-SXM4-80GB", "24GB class", "hardware.gpu", "h100-sxm");
        row("form of the GPU", "A100-SXM4-80GB", "A100-80GB", "hardware.link", "");
        row("length below a cap", "by hand", "seq_len is the cap", "training.sequence_length",
            "2048");
        row("micro-batch", "by hand", "local batch size not stated", "training.micro_batch", "4");
        row("DeepSpeed's configuration", R"("strategy": "none")", R"("strategy": "zero2")",
            "parallel.reduce_bucket", "0");
    }

    void whatASourceLeavesOpenIsAssumed()
    {
        QFETCH(QByteArray, said);
        QFETCH(QByteArray, instead);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        QVERIFY(publishedRun().contains(said));
        const Case item = casesOf(publishedRun(said, instead)).front();
        const auto found = std::find_if(item.settings.begin(), item.settings.end(),
            [&key](const Setting &setting) { return setting.key == key.toStdString(); });
        QVERIFY(found != item.settings.end());
        QVERIFY(found->isAssumed());
        const Json &taken = found->value;
        QCOMPARE(
            QByteArray::fromStdString(taken.string() ? *taken.string() : writeJson(taken)), value);
    }

    // A figure counts as assumed where the open setting matters for it.
    void aFigureIsAssumedByWhatMattersForIt()
    {
        const QByteArray speed = R"("compile": false, "tokens_per_s_per_gpu": 4000)";
        QByteArray board = publishedRun(R"("compile": false)", speed);
        board.replace("A100-SXM4-80GB", "A100-80GB");
        QCOMPARE(groupOf(casesOf(board), "allocated"), std::string("stated"));
        QCOMPARE(groupOf(casesOf(board), throughputMetric), std::string("assumed"));
        const std::vector<Case> compiled
            = casesOf(publishedRun(R"("compile": false)", R"("tokens_per_s_per_gpu": 4000)"));
        QCOMPARE(groupOf(compiled, "allocated"), std::string("assumed"));
        QCOMPARE(groupOf(compiled, throughputMetric), std::string("assumed"));
    }

    // One GPU of a pipeline was read: the last stage's.
    void aRunMayBeOfOneStage()
    {
        const QByteArray settings = R"json("knows_gpu": true, "stated": {
            "model.id": "meta-llama/Meta-Llama-3-8B", "training.checkpointing": "none",
            "training.accumulation": 8, "parallel.framework": "megatron",
            "parallel.strategy": "zero1", "parallel.gpus": 8, "parallel.pipeline": 4})json";
        const std::vector<Case> all = casesOf(normalisedRun(settings));
        const std::vector<Case> last = casesOf(normalisedRun("\"stage\": 3, " + settings));
        const Plan plan = *makePlan(std::get<Scenario>(all.front().mapping), builtInCatalog());
        const auto predictedOf = [](const std::vector<Case> &cases) {
            return validate(cases, builtInCatalog()).comparisons.front().predicted;
        };
        QCOMPARE(predictedOf(all), plan.memory.footprint.allocated);
        QCOMPARE(predictedOf(last), plan.stages.back().memory.footprint.allocated);
        QVERIFY(predictedOf(last) < predictedOf(all));
        QCOMPARE(casesOf(QByteArray::fromStdString(casesToNormalised(last))).front().stage, 3);
    }

    void aModelThatIsNotPlannedCutIsLeftOut()
    {
        const std::vector<Case> cases = casesOf(normalisedRun(R"json("stated": {
            "model.id": "google/gemma-2-9b", "parallel.framework": "megatron",
            "parallel.strategy": "zero1", "parallel.gpus": 16, "parallel.tensor": 8})json"));
        const Validation found = validate(cases, builtInCatalog());
        QVERIFY(found.comparisons.empty());
        QVERIFY(found.leftOut.front().reason.starts_with("mesh-not-planned"));
        QVERIFY(validatedRuns(cases, builtInCatalog()).empty());
    }

    // torch.cuda.memory_allocated counts the workspaces of cuBLAS, which a followed step lacks.
    void betweenStepsAGpuHoldsWorkspaces()
    {
        const auto predictedOf = [](const char *format) {
            QByteArray run = normalisedRun(R"json("stated": {
                "model.id": "meta-llama/Meta-Llama-3-8B", "hardware.gpu": "h100-sxm"})json");
            run.replace("allocated", "between_steps");
            run.replace("\"device\"", format);
            return validate(casesOf(run), builtInCatalog()).comparisons.front().predicted;
        };
        QCOMPARE(predictedOf("\"device\"") - predictedOf("\"steps\""), 64 * MiB);
    }

    void reportsSayWhatWasAssumed()
    {
        const std::vector<Case> cases
            = casesOf(publishedRun(R"("attention": "flash_attention_2",)", ""));
        const Validation validation = validate(cases, builtInCatalog());
        QCOMPARE(validation.assumptions.size(), std::size_t{1});
        QCOMPARE(validation.assumptions.front().key, std::string("training.attention"));
        for (const std::string &text :
            {validationToText(validation), validationPage(validation, {})}) {
            QVERIFY(text.find("the attention kernel is not stated") != std::string::npos);
            QVERIFY(text.find("some assumed") != std::string::npos);
            QVERIFY(text.find("all stated") == std::string::npos);
        }
    }

    // What is written is read back to the same scenarios, and written the same again.
    void normalisedRunsAreTheSameRuns()
    {
        std::vector<Case> cases = casesOf(publishedRun(R"("attention": "flash_attention_2",)", ""));
        cases.push_back(casesOf(publishedRun("HF Trainer", "llm.c")).front());
        cases.push_back(casesOf(publishedRun(R"("outcome": "ok")", R"("outcome": "oom")")).front());
        for (const char *file : {"steps.json", "deepspeed.json"}) {
            const Result<std::string> text
                = readFile(std::string(SHARDSCOPE_TEST_DATA "/measured/") + file);
            QVERIFY(text);
            cases.push_back(readCases(*text)->front());
        }
        const std::string written = casesToNormalised(cases);
        const std::vector<Case> read = casesOf(QByteArray::fromStdString(written));
        QCOMPARE(casesToNormalised(read), written);
        QCOMPARE(read.size(), cases.size());
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const Scenario *before = std::get_if<Scenario>(&cases[i].mapping);
            const Scenario *after = std::get_if<Scenario>(&read[i].mapping);
            QCOMPARE(after != nullptr, before != nullptr);
            QVERIFY(!before || *after == *before);
            QCOMPARE(read[i].ranOutOfMemory, cases[i].ranOutOfMemory);
            QCOMPARE(read[i].format, cases[i].format);
        }
    }

    // The source goes along; of a run that is left out, so does all that it printed.
    void whereARunStandsGoesAlong()
    {
        const Result<Json> known = parseJson(casesToNormalised(casesOf(publishedRun())));
        QCOMPARE(
            *known->array()->front().find("source")->find("commit")->string(), std::string("1234"));
        const Result<Json> left
            = parseJson(casesToNormalised(casesOf(publishedRun("HF Trainer", "llm.c"))));
        const Json &run = left->array()->front();
        QCOMPARE(
            *run.find("left_out")->string(), std::string("the framework is not modelled: llm.c"));
        QCOMPARE(*run.find("printed")->find("framework")->string(), std::string("llm.c"));
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("where");
        const auto row = [](const char *name, const QByteArray &text, const char *where) {
            QTest::newRow(name) << text << QByteArray(where);
        };
        row("a key that nobody knows", normalisedRun(R"("stated": {"training.colour": 1})"),
            "/0/stated/training.colour");
        row("a value that it cannot have",
            normalisedRun(R"("stated": {"training.attention": "x"})"),
            "/0/stated/training.attention");
        row("an assumed value that it cannot have",
            normalisedRun(R"("stated": {}, "assumed": {"training.attention":
                {"value": "x", "why": "not stated"}})"),
            "/0/assumed/training.attention");
        row("an assumption without a reason",
            normalisedRun(R"("stated": {}, "assumed": {"training.attention": "flash"})"),
            "/0/assumed/training.attention");
        row("stated is a list", normalisedRun(R"("stated": [])"), "/0/stated");
        row("a figure is text",
            normalisedRun(R"("stated": {}, "measured": {"allocated": "x"})")
                .replace(R"("measured": {"allocated": 2e10}, )", ""),
            "/0/measured/allocated");
        row("no format", normalisedRun(R"("stated": {})").replace(R"("format": "device",)", ""),
            "/0/format");
    }

    void refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, where);
        const Result<std::vector<Case>> cases = readCases(text.toStdString());
        QVERIFY(!cases);
        QCOMPARE(QByteArray::fromStdString(cases.error().where), where);
    }
};

QTEST_APPLESS_MAIN(TestNormalised)
#include "tst_normalised.moc"
