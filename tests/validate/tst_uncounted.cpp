// SPDX-License-Identifier: GPL-3.0-or-later
// Measured runs that ask for what no formula counts are left out, with that reason.
#include "tools/validate/casereader.h"

#include <QTest>

using namespace shardscope;

namespace {

/// A step in one of the two formats, with one more member of its scenario or its architecture.
std::string stepWith(const QByteArray &format, const QByteArray &member, const QByteArray &key)
{
    return (R"json([{"id": "a", "scenario": {"architecture": {"model_type": "llama",
        "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "intermediate_size": 128, "vocab_size": 1000)json"
        + key + R"json(}, "micro_batch": 2, "sequence_length": 64, )json" + format + member
        + R"json(}, "measured": {"peak_bytes": 1000000}}])json")
        .toStdString();
}

const QByteArray steps = R"json("attention": "flash", "weights_dtype": "bf16",
    "checkpointing": "full", "optimizer": "adamw_fused")json";
const QByteArray adapters = R"json(, "method": "lora", "lora_rank": 8, "lora_dropout": 0)json";
const QByteArray full = R"json(, "method": "full")json";
const QByteArray deepSpeed = R"json("stage": 3, "ranks": 4, "zero": {})json";

} // namespace

class TestUncounted : public QObject
{
    Q_OBJECT

private slots:
    void runsAreLeftOut_data()
    {
        QTest::addColumn<QByteArray>("format");
        QTest::addColumn<QByteArray>("member");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *name, const QByteArray &format, const char *member,
                             const char *key, const char *says) {
            QTest::newRow(name) << format << QByteArray(member) << QByteArray(key)
                                << QByteArray(says);
        };
        row("nothing more", steps + full, "", "", "");
        row("frozen layers, but none", steps + full, R"(, "frozen_layers": 0)", "", "");
        row("adapters on the head", steps + adapters, R"(, "lora_targets": ["q_proj", "lm_head"])",
            "", "");
        row("adapters on the head under DeepSpeed", deepSpeed + adapters,
            R"(, "lora_targets": ["q_proj", "lm_head"])", "", "lm_head");
        row("a head trained whole", steps + adapters,
            R"(, "lora_targets": "all-linear", "modules_to_save": "lm_head")", "", "");
        row("frozen layers", steps + full, R"(, "frozen_layers": 2)", "", "");
        row("every second layer checkpointed", steps + full, R"(, "checkpoint_every": 2)", "", "");
        row("every second layer checkpointed under DeepSpeed", deepSpeed,
            R"(, "checkpoint_every": 2)", "", "checkpoint_every");
        row("label smoothing", steps + full, R"(, "label_smoothing": 0.1)", "", "");
        row("label smoothing under DeepSpeed", deepSpeed, R"(, "label_smoothing": 0.1)", "",
            "label_smoothing");
        row("a key of the model that nobody reads", steps + full, "",
            R"(, "output_router_logits": true)", "output_router_logits");
    }

    void runsAreLeftOut()
    {
        QFETCH(QByteArray, format);
        QFETCH(QByteArray, member);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, says);
        const Result<std::vector<Case>> cases = readCases(stepWith(format, member, key));
        QVERIFY(cases);
        const Unmapped *refused = std::get_if<Unmapped>(&cases->front().mapping);
        QCOMPARE(refused != nullptr, !says.isEmpty());
        if (refused)
            QVERIFY2(refused->reason.find(says.toStdString()) != std::string::npos,
                refused->reason.c_str());
    }

    void whatIsCountedIsTakenOver()
    {
        QByteArray muon = steps + full;
        muon.replace("adamw_fused", "muon");
        const Result<std::vector<Case>> cases
            = readCases(stepWith(muon, R"(, "label_smoothing": 0.1)", ""));
        QVERIFY(cases);
        const Scenario *scenario = std::get_if<Scenario>(&cases->front().mapping);
        QVERIFY(scenario);
        QCOMPARE(scenario->training.optimizer, Optimizer::Muon);
        QCOMPARE(scenario->training.labelSmoothing, 0.1);
    }
};

QTEST_APPLESS_MAIN(TestUncounted)
#include "tst_uncounted.moc"
