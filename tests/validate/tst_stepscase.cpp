// SPDX-License-Identifier: GPL-3.0-or-later
// Which scenario a followed step under FSDP2 stands for.
#include "core/scenario/keys.h"
#include "tools/validate/casereader.h"

#include <QTest>

using namespace shardscope;

namespace {

/// A step on eight GPUs with these fields beside.
Case caseWith(const QByteArray &fields)
{
    const QByteArray text = R"json([{"id": "a", "model": "some/model", "scenario": {
        "architecture": {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2,
            "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 1000},
        "attention": "flash", "weights_dtype": "bf16", "checkpointing": "full",
        "optimizer": "adamw_fused", "micro_batch": 2, "sequence_length": 512, "accumulation": 4,
        "shards": 8, "lora_rank": 8, "lora_targets": "all-linear", )json"
        + fields + R"json(}, "measured": {"peak_bytes": 1000000}}])json";
    const Result<std::vector<Case>> cases = readCases(text.toStdString());
    if (!cases)
        qFatal("%s", describe(cases.error()).c_str());
    return cases->front();
}

} // namespace

class TestStepsCase : public QObject
{
    Q_OBJECT

private slots:
    void standsForAScenario_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        const auto row
            = [](const char *name, const char *fields, const char *key, const char *value) {
                  QTest::newRow(name) << QByteArray(fields) << QByteArray(key) << QByteArray(value);
              };
        row("reduction not stated", R"("method": "full", "mixed": true)", "parallel.gradient_sync",
            "auto");
        row("reduced in each micro-step",
            R"("method": "full", "mixed": true, "gradient_sync": "every-micro-step")",
            "parallel.gradient_sync", "every-micro-step");
        row("reduced in the last micro-step",
            R"("method": "full", "mixed": true, "gradient_sync": "last-micro-step")",
            "parallel.gradient_sync", "last-micro-step");
        row("adapters under mixed precision", R"("method": "lora", "mixed": true)",
            "training.precision", "bf16-master");
        row("adapters without", R"("method": "lora", "mixed": false)", "training.precision",
            "bf16");
        row("adapters without are fp32", R"("method": "lora", "mixed": false)",
            "training.lora_precision", "fp32");
        row("4-bit weights in bytes", R"("method": "qlora", "mixed": true)",
            "training.quant_storage", "uint8");
        row("4-bit weights in 16-bit storage",
            R"("method": "qlora", "mixed": true, "quant_storage": "bf16")",
            "training.quant_storage", "16-bit");
    }

    void standsForAScenario()
    {
        QFETCH(QByteArray, fields);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        const Case item = caseWith(fields);
        const Scenario *scenario = std::get_if<Scenario>(&item.mapping);
        QVERIFY(scenario);
        const std::optional<Json> found = findKey(key.toStdString())->get(*scenario);
        QVERIFY(found && found->string());
        QCOMPARE(QByteArray::fromStdString(*found->string()), value);
    }

    void saysWhyThereIsNone_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("a reduction that nobody knows")
            << QByteArray(R"("method": "full", "gradient_sync": "never")")
            << QByteArray("unknown reduction of gradients");
        QTest::newRow("a storage that nobody knows")
            << QByteArray(R"("method": "qlora", "quant_storage": "fp8")")
            << QByteArray("unknown storage of 4-bit weights");
    }

    void saysWhyThereIsNone()
    {
        QFETCH(QByteArray, fields);
        QFETCH(QByteArray, says);
        const Case item = caseWith(fields);
        const Unmapped *unmapped = std::get_if<Unmapped>(&item.mapping);
        QVERIFY(unmapped);
        QVERIFY2(unmapped->reason.find(says.toStdString()) != std::string::npos,
            unmapped->reason.c_str());
    }
};

QTEST_APPLESS_MAIN(TestStepsCase)
#include "tst_stepscase.moc"
