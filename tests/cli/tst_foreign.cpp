// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/clirun.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>

using namespace shardscope;

namespace {

const QByteArray nasty = "evil\\u001b[31m\\u009b2J\\u202e\\u007f\\rx";

QByteArray scenarioWith(const QByteArray &members)
{
    return "{\"shardscope\": 1, " + members + "}";
}

/// A small model of that name, which is none of the catalogue's.
QByteArray modelNamed(const QByteArray &name)
{
    return R"("model": {"name": ")" + name + R"(", "config": {"model_type": "llama",
        "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "num_key_value_heads": 2, "intermediate_size": 128, "vocab_size": 1000}})";
}

QByteArray manyKeys(int count)
{
    QByteArray keys;
    for (int i = 0; i < count; ++i)
        keys += (i > 0 ? ", \"key" : "\"key") + QByteArray::number(i) + "\": 1";
    return keys;
}

/// Of a CPU, for what once took minutes; sanitizers take many times as long.
#ifdef SHARDSCOPE_SANITIZED
constexpr double mostSeconds = 30;
#else
constexpr double mostSeconds = 8; // a machine at work takes a second or two
#endif

QByteArray deepModel(const char *type, const char *more = "")
{
    const QByteArray config = QByteArray("{'model_type':'") + type
        + "','hidden_size':1024,'intermediate_size':2816,'num_attention_heads':16,"
          "'num_key_value_heads':8,'head_dim':64,'vocab_size':32000,"
          "'max_position_embeddings':4096,'num_hidden_layers':16384"
        + more + "}";
    return QByteArray(config).replace('\'', '"');
}

/// What a terminal would take for something else than letters.
bool isPlain(const QByteArray &text)
{
    for (const QChar c : QString::fromUtf8(text)) {
        const char16_t code = c.unicode();
        const bool isBreak = code == u'\n' || code == u'\t';
        if ((code < 0x20 && !isBreak) || (code >= 0x7F && code < 0xA0)
            || (code >= 0x202A && code <= 0x202E))
            return false;
    }
    return true;
}

/// That all processes which were waited for have taken.
double secondsOfChildren()
{
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    const auto seconds = [](const timeval &time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

} // namespace

class TestForeign : public QObject
{
    Q_OBJECT

private slots:
    void nothingReachesATerminalButLetters_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("plan") << QStringList{"plan"};
        QTest::newRow("plan as JSON") << QStringList{"plan", "--format", "json"};
        QTest::newRow("plan as CSV") << QStringList{"plan", "--format", "csv"};
        QTest::newRow("plan as Markdown") << QStringList{"plan", "--format", "md"};
        QTest::newRow("a sweep as a report")
            << QStringList{"sweep", "--x", "parallel.gpus=1,8", "--format", "md"};
        QTest::newRow("a recipe") << QStringList{"export", "--as", "axolotl"};
        QTest::newRow("a script") << QStringList{"export", "--as", "torchrun"};
        QTest::newRow("advice") << QStringList{"advise"};
    }
    void nothingReachesATerminalButLetters()
    {
        QFETCH(QStringList, arguments);
        const QTemporaryDir folder;
        const QString file = write(folder.path(), "a.shardscope",
            scenarioWith(
                "\"title\": \"" + nasty + "\", \"" + nasty + "\": 1, " + modelNamed(nasty)));
        const Run done = run(arguments + QStringList{file});
        QCOMPARE(done.exit, 0);
        QVERIFY2(isPlain(done.output), done.output);
        QVERIFY2(isPlain(done.errors), done.errors);
        QVERIFY(done.errors.contains("unknown key"));
    }

    void jsonKeepsWhatAFileSays()
    {
        const QTemporaryDir folder;
        const QString file = write(folder.path(), "a.shardscope", scenarioWith(modelNamed(nasty)));
        const Run plan = run({"plan", "--format", "json", file});
        const QJsonObject json = QJsonDocument::fromJson(plan.output).object();
        QCOMPARE(json["scenario"]["model"]["name"].toString(),
            QStringLiteral("evil\u001b[31m\u009b2J\u202e\u007f\rx"));
    }

    /// A name must not end the comment that it stands in.
    void aNameIsNoLineOfAScript()
    {
        const QTemporaryDir folder;
        const QString file = write(
            folder.path(), "a.shardscope", scenarioWith(modelNamed("x\\nrm -rf \\/tmp\\/nothing")));
        for (const char *format : {"torchrun", "axolotl", "slurm", "torchtitan"}) {
            const Run done = run({"export", "--as", format, file});
            QVERIFY2(!done.output.contains("\nrm"), done.output);
        }
    }

    /// So many that anything but one way through them would not end within the minute of a run.
    void veryManyUnknownKeysAreCounted_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("scenario") << "a.shardscope" << scenarioWith(manyKeys(900'000))
                                  << QByteArray("899,995 more unknown keys, ignored");
        QTest::newRow("model") << "config.json"
                               << R"({"model_type": "llama", "hidden_size": 64,
            "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 128,
            "vocab_size": 1000, )"
                + manyKeys(900'000) + "}"
                               << QByteArray();
        QTest::newRow("DeepSpeed config")
            << "ds.json"
            << "{\"zero_optimization\": {\"stage\": 2}, " + manyKeys(50'000) + "}"
            << QByteArray("49,980 more keys are not understood");
    }
    void veryManyUnknownKeysAreCounted()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, says);
        const QTemporaryDir folder;
        const Run done = run({"plan", "--format", "json", write(folder.path(), name, content)});
        QCOMPARE(done.exit, 0);
        QVERIFY2(done.errors.contains(says), done.errors.right(400));
        QVERIFY(done.errors.count('\n') < 30);
    }

    /// Nobody has named it, and nobody writes into it.
    void aPipeInAFolderHoldsNothingUp()
    {
        const QTemporaryDir folder;
        QVERIFY(::mkfifo(qPrintable(folder.filePath("own.json")), 0600) == 0);
        const Run done = run({"plan"}, {}, folder.path());
        QCOMPARE(done.exit, 2);
        QVERIFY2(done.errors.contains("an ordinary file"), done.errors);
    }

    void aPipeThatIsNamedIsRead()
    {
        const QTemporaryDir folder;
        const QString pipe = folder.filePath("pipe");
        QVERIFY(::mkfifo(qPrintable(pipe), 0600) == 0);
        QProcess writer;
        writer.start("sh", {"-c", "echo '{\"shardscope\": 1}' > " + pipe});
        QCOMPARE(run({"plan", pipe}).exit, 0);
        QVERIFY(writer.waitForFinished());
    }

    void aRevisionStaysInItsCache_data()
    {
        QTest::addColumn<QByteArray>("revision");
        QTest::addColumn<bool>("isRead");
        QTest::newRow("a hash") << QByteArray("0123abc\n") << true;
        QTest::newRow("the way out") << QByteArray("../../../elsewhere") << false;
        QTest::newRow("one folder up") << QByteArray("..") << false;
        QTest::newRow("from the root") << QByteArray("/absolute") << false;
    }
    void aRevisionStaysInItsCache()
    {
        QFETCH(QByteArray, revision);
        QFETCH(bool, isRead);
        const QTemporaryDir folder;
        const QDir root(folder.path());
        const QByteArray config = "{\"model_type\": \"llama\", \"hidden_size\": 64, "
                                  "\"num_hidden_layers\": 2, \"num_attention_heads\": 4, "
                                  "\"intermediate_size\": 128, \"vocab_size\": 1000}";
        for (const char *place : {"hub/models--a--b/refs", "hub/models--a--b/snapshots/0123abc",
                 "elsewhere", "hub/models--a--b"})
            QVERIFY(root.mkpath(place));
        if (revision.startsWith('/'))
            revision = folder.filePath("elsewhere").toUtf8();
        write(root, "hub/models--a--b/refs/main", revision);
        write(root,
            isRead ? "hub/models--a--b/snapshots/0123abc/config.json" : "elsewhere/config.json",
            config);
        const Run done = run({"plan", root.filePath("hub/models--a--b")});
        QCOMPARE(done.exit, isRead ? 0 : 2);
    }

    void aPipeForARevisionHoldsNothingUp()
    {
        const QTemporaryDir folder;
        QDir(folder.path()).mkpath("models--a--b/refs");
        QVERIFY(::mkfifo(qPrintable(folder.filePath("models--a--b/refs/main")), 0600) == 0);
        QCOMPARE(run({"plan", folder.filePath("models--a--b")}).exit, 2);
    }

    void aLongValueIsCutAndSaysSo_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("says");
        const QByteArray endless(100'000, 'x');
        QTest::newRow("a model that nobody knows")
            << scenarioWith("\"model\": {\"id\": \"" + endless + "\"}")
            << QByteArray("(99,800 more bytes)");
        QTest::newRow("a choice") << scenarioWith("\"estimator\": \"" + endless + "\"")
                                  << QByteArray("xxx...");
        QTest::newRow("a model type")
            << "{\"model_type\": \"" + endless + "\", \"hidden_size\": 64}" << QByteArray("xxx...");
        QTest::newRow("a name") << scenarioWith(modelNamed(endless)) << QByteArray("more bytes");
    }
    void aLongValueIsCutAndSaysSo()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, says);
        const QTemporaryDir folder;
        const double before = secondsOfChildren();
        const Run done = run({"plan", write(folder.path(), "a.shardscope", content)});
        const double seconds = secondsOfChildren() - before;
        const QByteArray all = done.output + done.errors;
        QVERIFY2(all.contains(says), all.left(2000));
        QVERIFY2(all.size() < 10'000, QByteArray::number(all.size()));
        QVERIFY2(seconds < mostSeconds, QByteArray::number(seconds));
    }

    /// As many as a stranger's file may claim: like layers count once.
    void deepModelsAreAnsweredAtOnce_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QStringList>("arguments");
        const std::pair<const char *, QByteArray> models[]{{"dense", deepModel("llama")},
            {"experts", deepModel("mixtral", ",'num_local_experts':8,'num_experts_per_tok':2")},
            {"sliding layers", deepModel("gemma3_text", ",'sliding_window':512")},
            {"hybrid",
                deepModel("qwen3_next",
                    ",'moe_intermediate_size':256,'shared_expert_intermediate_size':256,"
                    "'num_experts':16,'num_experts_per_tok':2,'full_attention_interval':4,"
                    "'linear_conv_kernel_dim':4,'linear_key_head_dim':128,"
                    "'linear_value_head_dim':128,'linear_num_key_heads':4,"
                    "'linear_num_value_heads':8")}};
        const std::pair<const char *, QStringList> calls[]{
            {"DDP", {"plan", "--set", "parallel.gpus=8"}},
            {"ZeRO-1", {"plan", "--set", "parallel.strategy=zero1", "--set", "parallel.gpus=64"}},
            {"ZeRO-2", {"plan", "--set", "parallel.strategy=zero2", "--set", "parallel.gpus=64"}},
            {"ZeRO-3", {"plan", "--set", "parallel.strategy=zero3", "--set", "parallel.gpus=64"}},
            {"FSDP1",
                {"plan", "--set", "parallel.strategy=fsdp", "--set", "parallel.framework=fsdp1",
                    "--set", "parallel.gpus=64"}},
            {"FSDP2",
                {"plan", "--set", "parallel.strategy=fsdp", "--set", "parallel.framework=fsdp2",
                    "--set", "parallel.gpus=64"}},
            {"Megatron",
                {"plan", "--set", "parallel.strategy=zero1", "--set", "parallel.framework=megatron",
                    "--set", "parallel.gpus=64"}},
            {"advice",
                {"advise", "--set", "parallel.strategy=zero3", "--set", "parallel.gpus=512"}},
        };
        for (const auto &[model, config] : models) {
            for (const auto &[name, arguments] : calls)
                QTest::addRow("%s, %s", model, name) << config << arguments;
        }
    }
    void deepModelsAreAnsweredAtOnce()
    {
        QFETCH(QByteArray, config);
        QFETCH(QStringList, arguments);
        const QTemporaryDir folder;
        arguments.insert(1, write(folder.path(), "config.json", config));
        const double before = secondsOfChildren();
        const Run done = run(arguments);
        const double seconds = secondsOfChildren() - before;
        QCOMPARE(done.errors, QByteArray());
        QCOMPARE(done.exit, 0);
        QVERIFY2(seconds < mostSeconds, QByteArray::number(seconds));
    }
};

QTEST_GUILESS_MAIN(TestForeign)
#include "tst_foreign.moc"
