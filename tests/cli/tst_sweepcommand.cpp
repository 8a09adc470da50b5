// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/clirun.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <random>

using namespace shardscope;

namespace {

/// Without quoted cells, which these sweeps do not have.
QList<QStringList> rowsOf(const QByteArray &csv)
{
    QList<QStringList> rows;
    for (const QByteArray &line : csv.split('\n')) {
        if (!line.isEmpty())
            rows += QString::fromUtf8(line).split(u',');
    }
    return rows;
}

} // namespace

class TestSweepCommand : public QObject
{
    Q_OBJECT

private slots:
    void equalsPlan_data()
    {
        QTest::addColumn<QString>("x");
        QTest::addColumn<QString>("y");
        QTest::newRow("sequence and GPUs") << "training.sequence_length=1k..32k/25"
                                           << "parallel.gpus=8..64:8";
        QTest::newRow("size and strategy") << "model.parameters=1B..70B*/20"
                                           << "parallel.strategy";
        QTest::newRow("GPU type and micro-batch") << "training.micro_batch=1..16:1"
                                                  << "hardware.gpu=h100-sxm,a100-sxm-80,l40s";
        QTest::newRow("method and precision") << "training.method"
                                              << "training.precision";
    }
    /// 25 points of each, drawn by lot: the very doubles that `plan` says.
    void equalsPlan()
    {
        QFETCH(QString, x);
        QFETCH(QString, y);
        const Run sweep = run(
            {"sweep", "--x", x, "--y", y, "--metric", "tokens-per-second", "--format", "csv"});
        QCOMPARE(sweep.exit, 0);
        QCOMPARE(sweep.errors, QByteArray());
        const QList<QStringList> rows = rowsOf(sweep.output);
        const QStringList header = rows.first();
        std::mt19937 lot(5);
        for (int i = 0; i < 25; ++i) {
            const QStringList &row = rows[static_cast<int>(1 + lot() % (rows.size() - 1))];
            const auto cell
                = [&](const char *name) { return row[header.indexOf(QLatin1String(name))]; };
            const auto key = [&](int column) { return header[column].section(u' ', 0, 0); };
            const Run plan = run({"plan", "--format", "json", "--set", key(0) + "=" + row[0],
                "--set", key(1) + "=" + row[1]});
            QCOMPARE(plan.exit, 0);
            const QJsonObject json = QJsonDocument::fromJson(plan.output).object();
            const QJsonObject memory = json["memory"].toObject();
            const QJsonObject time = json["time"].toObject();
            QCOMPARE(cell("fit"), memory["verdict"].toString());
            const auto equals = [&](const char *name, const QJsonValue &expected) {
                QVERIFY(expected.isDouble());
                QVERIFY2(cell(name).toDouble() == expected.toDouble(), name);
            };
            equals("peak_bytes", memory["peak_bytes"]);
            equals("spare_bytes", memory["spare_bytes"]);
            if (memory["range"].isObject()) {
                equals("low_bytes", memory["range"]["low_bytes"]);
                equals("high_bytes", memory["range"]["high_bytes"]);
            }
            equals("step_seconds", time["step_seconds"]);
            equals("tokens_per_second", time["tokens_per_second"]);
            equals("tokens_per_second_per_gpu", time["tokens_per_second_per_gpu"]);
            equals("mfu", time["mfu"]);
            equals("traffic_bytes_per_gpu_per_step", json["traffic"]["bytes_per_gpu_per_step"]);
        }
    }

    void doesNotDependOnThreads()
    {
        const QStringList sweep{"sweep", "--x", "training.sequence_length=1k..32k/40", "--y",
            "parallel.strategy", "--format", "csv", "--threads"};
        const Run one = run(sweep + QStringList{"1"});
        QCOMPARE(one.exit, 0);
        QCOMPARE(run(sweep + QStringList{"5"}).output, one.output);
    }

    void refuses_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exit");
        QTest::addColumn<QByteArray>("says");
        const auto row
            = [](const char *name, const QStringList &arguments, int exit, const char *says) {
                  QTest::newRow(name) << arguments << exit << QByteArray(says);
              };
        const QStringList gpus{"--x", "parallel.gpus=8..64"};
        row("no axis", {}, 1, "sweep needs --x");
        row("unknown metric", gpus + QStringList{"--metric", "joy"}, 1, "unknown metric: joy");
        row("unknown format", gpus + QStringList{"--format", "xml"}, 1, "unknown format: xml");
        row("no threads", gpus + QStringList{"--threads", "0"}, 1, "--threads needs a number");
        row("empty range", {"--x", "parallel.gpus=64..8"}, 2, "an end that is not below the start");
        row("endless range", {"--x", "parallel.gpus=8..64:0"}, 2, "a step above 0");
        row("too many points", {"--x", "training.sequence_length=1..1048576:1"}, 2,
            "at most 1,000,000 points");
        row("two equal axes", gpus + QStringList{"--y", "parallel.gpus=1..8"}, 2,
            "two different inputs");
        row("an axis that the method ignores", {"--x", "training.lora_rank=8..64"}, 2,
            "This input changes nothing as things stand.");
        row("a value that there is not", {"--x", "parallel.strategy=zero9"}, 2, "zero9");
        row("a scenario that cannot be planned", gpus + QStringList{"--set", "hardware.gpu=abacus"},
            2, "abacus");
        row("a file that cannot be written", gpus + QStringList{"--output", "/nonexistent/a.csv"},
            2, "/nonexistent/a.csv");
    }
    void refuses()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exit);
        QFETCH(QByteArray, says);
        const Run failed = run(QStringList{"sweep"} + arguments);
        QCOMPARE(failed.exit, exit);
        QCOMPARE(failed.output, QByteArray());
        QCOMPARE(failed.errors.count('\n'), 1);
        QVERIFY2(failed.errors.contains(says), failed.errors);
    }

    void writesFiles()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("sweep.csv");
        const QStringList sweep{"sweep", "--x", "parallel.gpus=8..64", "--format", "csv"};
        const Run written = run(sweep + QStringList{"--output", path});
        QCOMPARE(written.exit, 0);
        QCOMPARE(written.output, QByteArray());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), run(sweep).output);
    }

    void writesJson()
    {
        const Run json = run(
            {"sweep", "--x", "parallel.gpus=8..64", "--y", "training.method", "--format", "json"});
        QCOMPARE(json.exit, 0);
        const QJsonObject root = QJsonDocument::fromJson(json.output).object();
        QCOMPARE(root["schema"].toInt(), 1);
        QCOMPARE(root["axes"][0]["key"].toString(), "parallel.gpus");
        QCOMPARE(root["points"]["peak_bytes"].toArray().size(), 12);
    }
};

QTEST_GUILESS_MAIN(TestSweepCommand)
#include "tst_sweepcommand.moc"
