// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/framework.h"
#include "core/scenario/keys.h"

#include <QTest>

using namespace shardscope;

class TestKeys : public QObject
{
    Q_OBJECT

private slots:
    void defaultsAreAllowed()
    {
        const Scenario scenario;
        for (const Key &key : keys()) {
            const std::optional<Json> value = key.get(scenario);
            if (!value)
                continue;
            Scenario copy;
            QVERIFY2(setKey(copy, key, *value), std::string(key.id).c_str());
            QCOMPARE(copy, scenario);
        }
    }

    void setsFromText_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("text");
        QTest::newRow("sequence length in k") << "training.sequence_length"
                                              << "32k";
        QTest::newRow("model size in B") << "model.parameters"
                                         << "70B";
        QTest::newRow("strategy") << "parallel.strategy"
                                  << "fsdp-grad-op";
        QTest::newRow("estimator") << "estimator"
                                   << "worksheet";
        QTest::newRow("a bucket beyond 32 bits") << "parallel.sub_group"
                                                 << "1e12";
        // Megatron-LM's --make-vocab-size-divisible-by 1, of who pads the table already.
        QTest::newRow("a vocabulary that is not padded") << "parallel.vocabulary_padding"
                                                         << "1";
        QTest::newRow("a negative correction") << "hardware.correction_gib"
                                               << "-0.5";
        QTest::newRow("targets") << "training.lora_targets"
                                 << "q_proj,v_proj";
    }

    void setsFromText()
    {
        QFETCH(QString, id);
        QFETCH(QString, text);
        Scenario scenario;
        QVERIFY(setKeyText(scenario, id.toStdString(), text.toStdString()));
        QVERIFY(scenario != Scenario{});
    }

    void aLoopSaysWhatNobodyChose_data()
    {
        QTest::addColumn<QByteArray>("loop");
        QTest::addColumn<QByteArray>("wrap");
        QTest::addColumn<QByteArray>("sync");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *name, const char *loop, const char *wrap, const char *sync,
                             const char *expected) {
            QTest::newRow(name) << QByteArray(loop) << QByteArray(wrap) << QByteArray(sync)
                                << QByteArray(expected);
        };
        row("nothing is known", "auto", "auto", "auto", "root last-micro-step");
        row("units as torchtitan's alone", "auto", "embed-head", "auto",
            "embed-head every-micro-step");
        row("the Trainer", "trainer", "auto", "auto", "root last-micro-step");
        row("the Trainer with units of another", "trainer", "embed-head", "auto",
            "embed-head last-micro-step");
        row("torchtitan", "torchtitan", "auto", "auto", "embed-head every-micro-step");
        row("torchtune", "torchtune", "auto", "auto", "root every-micro-step");
        row("LitGPT", "litgpt", "auto", "auto", "root last-micro-step");
        row("torchtitan, asked to wait", "torchtitan", "auto", "last-micro-step",
            "embed-head last-micro-step");
    }
    void aLoopSaysWhatNobodyChose()
    {
        QFETCH(QByteArray, loop);
        QFETCH(QByteArray, wrap);
        QFETCH(QByteArray, sync);
        QFETCH(QByteArray, expected);
        Scenario scenario;
        scenario.parallel.strategy = Strategy::Fsdp;
        QVERIFY(setKeyText(scenario, "training.loop", loop.toStdString()));
        QVERIFY(setKeyText(scenario, "parallel.wrap", wrap.toStdString()));
        QVERIFY(setKeyText(scenario, "parallel.gradient_sync", sync.toStdString()));
        const LoopHabits habits = habitsFor(scenario);
        const std::string found
            = std::string(nameOf(habits.wrap)) + " " + std::string(nameOf(habits.gradientSync));
        QCOMPARE(QByteArray::fromStdString(found), expected);
    }

    // Fusion and kernels were two inputs once; modules were called a stack.
    void aFormerKeySaysWhatItMeansToday()
    {
        Scenario scenario;
        QVERIFY(setKeyText(scenario, "training.fusion", "none"));
        QVERIFY(scenario == Scenario{});
        QVERIFY(setKeyText(scenario, "training.fusion", "fused"));
        QCOMPARE(scenario.training.kernels, Kernels::Fused);
        QVERIFY(setKeyText(scenario, "training.stack", "transformers-4"));
        QCOMPARE(scenario.training.modules, ModuleLibrary::Transformers4);
        const Status refused = setKeyText(scenario, "training.fusion", "welded");
        QVERIFY(!refused);
        QCOMPARE(refused.error().found, std::string("welded"));
    }

    void autoLeavesANumberToTheProgram()
    {
        Scenario scenario;
        QVERIFY(setKeyText(scenario, "hardware.nccl_mib", "512"));
        QVERIFY(setKeyText(scenario, "hardware.nccl_mib", "auto"));
        QVERIFY(scenario == Scenario{});
        QVERIFY(!setKeyText(scenario, "parallel.gpus", "auto"));
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("text");
        QTest::addColumn<ErrorCode>("code");
        using enum ErrorCode;
        QTest::newRow("unknown key") << "training.squence"
                                     << "1" << UnknownField;
        QTest::newRow("zero GPUs") << "parallel.gpus"
                                   << "0" << OutOfRange;
        QTest::newRow("negative") << "parallel.gpus"
                                  << "-8" << OutOfRange;
        QTest::newRow("half a GPU") << "parallel.gpus"
                                    << "1.5" << OutOfRange;
        QTest::newRow("1e30 tokens") << "training.sequence_length"
                                     << "1e30" << OutOfRange;
        QTest::newRow("rows beyond every vocabulary") << "parallel.vocabulary_padding"
                                                      << "2000000" << OutOfRange;
        QTest::newRow("word for a number") << "parallel.gpus"
                                           << "many" << WrongType;
        QTest::newRow("not a number") << "parallel.gpus"
                                      << "nan" << WrongType;
        QTest::newRow("less than no context") << "hardware.context_mib"
                                              << "-2" << OutOfRange;
        QTest::newRow("unknown choice") << "training.precision"
                                        << "bf17" << UnknownChoice;
    }

    void refuses()
    {
        QFETCH(QString, id);
        QFETCH(QString, text);
        QFETCH(ErrorCode, code);
        Scenario scenario;
        const Status status = setKeyText(scenario, id.toStdString(), text.toStdString());
        QVERIFY(!status);
        QCOMPARE(status.error().code, code);
        QCOMPARE(status.error().where, id.toStdString());
        QCOMPARE(scenario, Scenario{});
    }

    void lastModelSaidCounts()
    {
        Scenario scenario;
        QVERIFY(setKeyText(scenario, "model.id", "meta-llama/Meta-Llama-3-8B"));
        QVERIFY(setKeyText(scenario, "model.parameters", "70B"));
        QVERIFY(scenario.model.isScaled());
        QCOMPARE(scenario.model.parameters, 70e9);
    }
};

QTEST_APPLESS_MAIN(TestKeys)
#include "tst_keys.moc"
