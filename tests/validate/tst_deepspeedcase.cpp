// SPDX-License-Identifier: GPL-3.0-or-later
// What the settings of a measured DeepSpeed run mean here, and which of them mean nothing.
#include "core/scenario/keys.h"
#include "tools/validate/casereader.h"

#include <QTest>

using namespace shardscope;

namespace {

/// A run with members of its scenario.
Case caseWith(const QByteArray &members)
{
    const QByteArray text = R"([{"id": "a", "scenario": {"architecture": {"model_type": "llama",
        "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "intermediate_size": 128, "vocab_size": 1000}, "stage": 3, "ranks": 4, "micro_batch": 2,
        "sequence_length": 64, )"
        + members + R"(}, "measured": {"peak_bytes": 1000000}}])";
    const Result<std::vector<Case>> cases = readCases(text.toStdString());
    if (!cases)
        qFatal("%s", describe(cases.error()).c_str());
    return cases->front();
}

QByteArray zero(const char *keys)
{
    return R"("zero": {)" + QByteArray(keys) + "}";
}

} // namespace

class TestDeepSpeedCase : public QObject
{
    Q_OBJECT

private slots:
    void mapsToScenario_data()
    {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        const auto row
            = [](const char *name, const QByteArray &members, const char *key, const char *value) {
                  QTest::newRow(name) << members << QByteArray(key) << QByteArray(value);
              };
        row("optimizer on disk", zero(R"("offload_optimizer": {"device": "nvme"})"),
            "parallel.offload", "nvme");
        row("parameters on the host", zero(R"("offload_param": {"device": "cpu"})"),
            "parallel.offload", "parameters");
        row("optimizer on the host where no device is named",
            zero(R"("offload_optimizer": {"pin_memory": true})"), "parallel.offload", "optimizer");
        row("nothing offloaded", zero(R"("offload_optimizer": {"device": "none"})"),
            "parallel.offload", "none");
        row("no parameter persists", zero(R"("stage3_param_persistence_threshold": 0)"),
            "parallel.persistence_threshold", "1");
        row("8-bit gathers", zero(R"("zero_quantized_weights": true)"), "parallel.zeropp", "qwz");
        row("a copy in each node", zero(R"("zero_hpz_partition_size": 8)"), "parallel.zeropp",
            "hpz");
        row("bounds that stop nothing", zero(R"("stage3_max_live_parameters": 1e9)"),
            "parallel.strategy", "zero3");
        row("fp16", R"("ds": {"fp16": {"enabled": true}})", "training.precision", "fp16-master");
        row("adapters", R"("method": "lora", "lora_rank": 4, "lora_targets": ["q_proj"])",
            "training.lora_targets", "q_proj");
        row("attention given", R"("attention": "flash")", "training.attention", "flash");
        row("attention not given", R"("method": "full")", "training.attention", "eager");
    }

    void mapsToScenario()
    {
        QFETCH(QByteArray, members);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        const Case item = caseWith(members);
        const Scenario *scenario = std::get_if<Scenario>(&item.mapping);
        QVERIFY(scenario);
        const std::optional<Json> found = findKey(key.toStdString())->get(*scenario);
        QVERIFY(found);
        QCOMPARE(QByteArray::fromStdString(
                     found->string() ? *found->string() : writeJson(*found, JsonStyle::Compact)),
            value);
    }

    void saysWhatIsNotModelled_data()
    {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *name, const QByteArray &members, const char *says) {
            QTest::newRow(name) << members << QByteArray(says);
        };
        row("gradients in turn", zero(R"("round_robin_gradients": true)"), "round_robin");
        row("few live parameters", zero(R"("stage3_max_live_parameters": 1000)"), "max_live");
        row("offloaded to nobody knows where", zero(R"("offload_param": {"device": "tape"})"),
            "offload_param");
        row("MiCS", zero(R"("mics_shard_size": 4)"), "mics");
        row("two parts of ZeRO++",
            zero(R"("zero_quantized_weights": true, "zero_quantized_gradients": true)"), "ZeRO++");
        row("experts in batched products", R"("experts": "batched_mm")", "batched_mm");
        row("sent in another dtype", R"("ds": {"communication_data_type": "fp32"})",
            "communication_data_type");
        row("16-bit master weights", R"("ds": {"bf16": {"bf16_master_weights_and_grads": true}})",
            "master");
        row("quantised", R"("method": "qlora")", "qlora");
    }

    void saysWhatIsNotModelled()
    {
        QFETCH(QByteArray, members);
        QFETCH(QByteArray, says);
        const Case item = caseWith(members);
        const Unmapped *unmapped = std::get_if<Unmapped>(&item.mapping);
        QVERIFY(unmapped);
        QVERIFY2(
            QByteArray::fromStdString(unmapped->reason).contains(says), unmapped->reason.c_str());
    }
};

QTEST_APPLESS_MAIN(TestDeepSpeedCase)
#include "tst_deepspeedcase.moc"
