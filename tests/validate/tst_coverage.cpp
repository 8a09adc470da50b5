// SPDX-License-Identifier: GPL-3.0-or-later
// The page of what runs have tried.
#include "core/model/families.h"
#include "core/model/strangers.h"
#include "resources/catalogs.h"
#include "tools/validate/casereader.h"
#include "tools/validate/report.h"

#include <QTest>

using namespace shardscope;

namespace {

/// A Llama step that was followed, and a Mistral run on a GPU.
std::vector<Case> followedAndMeasured()
{
    const Result<std::vector<Case>> cases = readCases(R"json([
        {"id": "a", "model": "some/model", "scenario": {
            "architecture": {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
                "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 1000},
            "attention": "flash", "weights_dtype": "bf16", "autocast": false, "method": "full",
            "checkpointing": "full", "optimizer": "adamw_fused", "micro_batch": 2,
            "sequence_length": 512, "accumulation": 4},
            "measured": {"peak_bytes": 1000000}},
        {"id": "b", "format": "device", "confidence": "high",
            "tags": {"source": "lab", "tier": "core", "outcome": "ok"},
            "stated": {"model.id": "mistralai/Mistral-7B-v0.1", "training.method": "full",
                "training.precision": "bf16", "parallel.strategy": "ddp", "parallel.gpus": 1,
                "hardware.gpu": "a100-sxm-80"},
            "assumed": {}, "knows_gpu": true, "measured": {"allocated": 20000000000}}])json");
    if (!cases)
        qFatal("%s", describe(cases.error()).c_str());
    return *cases;
}

} // namespace

class TestCoverage : public QObject
{
    Q_OBJECT

private slots:
    // Each model type stands on the page: with the runs that have it, or with what it lacks.
    void coverageNamesEachModelType()
    {
        const std::vector<Case> cases = followedAndMeasured();
        const Catalog catalog = builtInCatalog();
        const std::string page = coveragePage(cases, validate(cases, catalog), catalog);
        const auto says = [&page](std::string_view name, std::string_view known) {
            const std::size_t row = page.find("| " + std::string(name));
            return row != std::string::npos
                && page.substr(row, page.find('\n', row) - row).find(known) != std::string::npos;
        };
        QVERIFY(says("llama ", "followed"));
        QVERIFY(says("mistral ", "measured"));
        QVERIFY(says("deepspeed: zero3", "derived"));
        QVERIFY(says("trainer: ddp", "followed"));
        QVERIFY(says("llm-int8 ", "derived"));
        QVERIFY(says("hqq ", "derived"));
        QVERIFY(says("awq ", "derived"));
        for (const Family &family : families())
            QVERIFY(says(family.name, ""));
        for (const Stranger &stranger : strangers())
            QVERIFY(says(std::string(stranger.name) + " ", stranger.why));
    }
};

QTEST_APPLESS_MAIN(TestCoverage)
#include "tst_coverage.moc"
