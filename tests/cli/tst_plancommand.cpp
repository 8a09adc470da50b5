// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/clirun.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;

class TestPlanCommand : public QObject
{
    Q_OBJECT

private slots:
    void aSettingThatChangesNothingIsSaid()
    {
        const Run idle
            = run({"plan", "--set", "parallel.strategy=ddp", "--set", "parallel.tensor=2"});
        QCOMPARE(idle.exit, 0);
        QVERIFY2(idle.errors.contains("parallel.tensor: no effect here; it takes "), idle.errors);
        const Run same = run({"plan", "--set", "parallel.tensor=1"}); // the default anyway
        QCOMPARE(same.errors, QByteArray());
    }

    void takesShortWordsForInputs()
    {
        const Run words = run({"plan", "--model", "Qwen/Qwen3-8B", "--gpu=rtx4090", "--gpus", "4",
            "--method", "qlora", "--framework", "fsdp2", "--strategy", "fsdp", "--sequence", "2k"});
        const Run sets = run({"plan", "--set", "model.id=Qwen/Qwen3-8B", "--set",
            "hardware.gpu=rtx4090", "--set", "parallel.gpus=4", "--set", "training.method=qlora",
            "--set", "parallel.framework=fsdp2", "--set", "parallel.strategy=fsdp", "--set",
            "training.sequence_length=2k"});
        QCOMPARE(words.exit, 0);
        QVERIFY(!words.output.isEmpty());
        QCOMPARE(words.output, sets.output);
        // In order, with those of --set.
        QCOMPARE(run({"plan", "--gpus", "2", "--set", "parallel.gpus=4"}).output,
            run({"plan", "--gpus", "4"}).output);
        const Run wrong = run({"plan", "--gpus", "none"});
        QCOMPARE(wrong.exit, 2);
        QVERIFY2(wrong.errors.contains("parallel.gpus"), wrong.errors);
        const Run elsewhere = run({"import", "--gpu", "t4"});
        QCOMPARE(elsewhere.exit, 1);
        QVERIFY2(elsewhere.errors.contains("unknown option: --gpu"), elsewhere.errors);
    }

    void saysWhichEntryItTook()
    {
        const Run loose = run({"plan", "--model", "llama3-70b", "--gpu", "h100"});
        QCOMPARE(loose.exit, 0);
        QCOMPARE(loose.errors.count('\n'), 2);
        QVERIFY(loose.errors.contains(
            "model.id: llama3-70b is taken for meta-llama/Meta-Llama-3-70B."));
        QVERIFY(loose.errors.contains("hardware.gpu: h100 is taken for h100-sxm."));
        const Run exact = run({"plan", "--model", "meta-llama/Meta-Llama-3-70B"});
        QCOMPARE(exact.errors, QByteArray());
        QCOMPARE(loose.output, exact.output);
        // Files as well.
        const Run file = run({"plan", "-"}, R"({"shardscope": 1, "hardware": {"gpu": "4090"}})");
        QVERIFY(file.errors.contains("hardware.gpu: 4090 is taken for rtx4090."));
        const Run several = run({"plan", "--model", "mistral-7b"});
        QCOMPARE(several.exit, 2);
        QCOMPARE(several.output, QByteArray());
        QVERIFY2(several.errors.contains("or mistralai/Mistral-7B-v0.3"), several.errors);
    }

    void checkTellsScriptsWhetherItFits_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exit");
        QTest::addColumn<int>("strictExit");
        QTest::addColumn<QByteArray>("says");
        const auto row = [](const char *name, const QStringList &sets, int exit, int strictExit,
                             const char *says) {
            QStringList arguments;
            for (const QString &set : sets)
                arguments += {"--set", set};
            QTest::newRow(name) << arguments << exit << strictExit << QByteArray(says);
        };
        row("fits", {"model.parameters=1B"}, 0, 0, "");
        row("does not fit on the GPU", {"model.parameters=70B", "parallel.gpus=1"}, 3, 3,
            "does not fit: ");
        row("the upper end of the range does not",
            {"model.parameters=7B", "hardware.reserve_gib=50"}, 0, 3, "at risk: may reach ");
        row("does not fit on the host",
            {"parallel.offload=optimizer", "parallel.gpus=2", "hardware.host_gib=64"}, 3, 3,
            "on each host");
        row("fits on the worksheet", {"estimator=worksheet"}, 0, 0, "");
    }

    void checkTellsScriptsWhetherItFits()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exit);
        QFETCH(int, strictExit);
        QFETCH(QByteArray, says);
        const Run plain = run(QStringList{"plan"} + arguments);
        QCOMPARE(plain.exit, 0);
        QCOMPARE(plain.errors, QByteArray());
        const Run checked = run(QStringList{"plan", "--check"} + arguments);
        QCOMPARE(checked.exit, exit);
        QCOMPARE(checked.output, plain.output);
        QVERIFY2(checked.errors.contains(says), checked.errors);
        QCOMPARE(checked.errors.isEmpty(), says.isEmpty());
        const Run strict = run(QStringList{"plan", "--strict"} + arguments);
        QCOMPARE(strict.exit, strictExit);
        QCOMPARE(strict.errors, checked.errors);
    }

    /// In every place where a name becomes a path: what is read, what it refers to, what is
    /// written.
    void namesAreOfAnyLanguage()
    {
        const QTemporaryDir folder;
        const auto path = [&folder](const QString &name) { return folder.filePath(name); };
        const auto write = [&path](const QString &name, const QByteArray &text) {
            QFile file(path(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        const QString recipe = QStringLiteral("größe 漢.yaml");
        write(recipe,
            "base_model: meta-llama/Llama-3.1-8B\nmicro_batch_size: 2\n"
            "gradient_accumulation_steps: 1\nsequence_len: 2048\ndeepspeed: ö/ж.json\n");
        QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("ö")));
        write(QStringLiteral("ö/ж.json"), R"({"zero_optimization": {"stage": 2}})");
        const Run plan = run({"plan", path(recipe)});
        QVERIFY2(plan.exit == 0, plan.errors);
        QVERIFY2(plan.output.contains("zero2"), plan.output);
        const QString written = path(QStringLiteral("neu 字.yaml"));
        const Run exported = run({"export", path(recipe), "--as", "axolotl", "--output", written});
        QVERIFY2(exported.exit == 0, exported.errors);
        QVERIFY(QFile::exists(written));
    }

    void plansArePlayed()
    {
        const auto jsonOf = [](const QStringList &arguments) {
            return QJsonDocument::fromJson(run(arguments).output).object();
        };
        const QJsonObject memory = jsonOf({"plan", "--format", "json"}).value("memory").toObject();
        QCOMPARE(memory["reserved"].toString(), "played");
        const QJsonValue played = memory["played"];
        QCOMPARE(memory["peak_bytes"].toDouble(),
            played["nvidia_smi_bytes"].toDouble() - played["ahead_of_gpu_bytes"].toDouble());
        QCOMPARE(memory["footprint"]["reserved_bytes"], memory["played"]["reserved_bytes"]);
        // So are those that are compared, and advice.
        const QTemporaryDir folder;
        const QString file = write(folder.path(), "a.shardscope", R"({"shardscope": 1})");
        const QJsonObject difference
            = jsonOf({"compare", file, "--set", "training.micro_batch=2", "--format", "json"});
        for (const QJsonValue &output : difference["outputs"].toArray()) {
            if (output["kind"] == "peak")
                QCOMPARE(output["before"], memory["peak_bytes"]);
        }
        const QJsonObject advice = jsonOf({"advise", "--format", "json"});
        QCOMPARE(advice["memory"]["peak_bytes"], memory["peak_bytes"]);
        for (const QJsonValue &proposal : advice["give_backs"].toArray()) {
            QStringList changed{"plan", "--format", "json"};
            const QJsonObject settings = proposal["settings"].toObject();
            for (auto it = settings.begin(); it != settings.end(); ++it)
                changed += {"--set", it.key() + '=' + it.value().toString()};
            QCOMPARE(proposal["peak_bytes"], jsonOf(changed).value("memory")["peak_bytes"]);
        }
    }
};

QTEST_GUILESS_MAIN(TestPlanCommand)
#include "tst_plancommand.moc"
