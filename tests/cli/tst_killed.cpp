// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/clirun.h"
#include "tests/support/kills.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;

namespace {

struct Program
{
    QString file;
    QStringList arguments{};
};

void start(QProcess &process, const Program &program)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("SHARDSCOPE_CATALOG_DIR", "/nonexistent");
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    environment.insert("SOURCE_DATE_EPOCH", "1767225600"); // a day may end meanwhile
    process.setProcessEnvironment(environment);
    process.start(program.file, program.arguments);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestKilled : public QObject
{
    Q_OBJECT

private slots:
    void whatStoodThereStaysWhole_data()
    {
        QTest::addColumn<Program>("program");
        QTest::addColumn<QString>("name");
        const auto row = [](const char *title, const Program &program, const char *name) {
            QTest::newRow(title) << program << name;
        };
        const QStringList sweep{"sweep", "--x", "training.sequence_length=1k..32k/60", "--y",
            "parallel.strategy", "--format"};
        row("a sweep as JSON", {cliProgram(), sweep + QStringList{"json", "--output"}}, "a.json");
        row("a sweep as CSV", {cliProgram(), sweep + QStringList{"csv", "--output"}}, "a.csv");
        row("a recipe", {cliProgram(), {"export", "--as", "axolotl", "--output"}}, "a.yaml");
#ifdef SHARDSCOPE_DESKTOP
        row("a picture", {desktopProgram(), {"--export"}}, "a.png");
        row("a drawing", {desktopProgram(), {"--export"}}, "a.svg");
#endif
    }
    /// Killed at any moment, the file is as it was or as it is to be.
    void whatStoodThereStaysWhole()
    {
        QFETCH(Program, program);
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const QString path = folder.filePath(name);
        program.arguments += path;
        QElapsedTimer timer;
        timer.start();
        QProcess whole;
        start(whole, program);
        QVERIFY(whole.waitForFinished(120'000));
        QCOMPARE(whole.exitCode(), 0);
        const int longest = static_cast<int>(timer.elapsed());
        const QByteArray after = contentOf(path);
        QVERIFY(!after.isEmpty());

        const QByteArray before = "what stood there";
        for (int i = 0; i < kills(); ++i) {
            write(folder.path(), name, before);
            QProcess killed;
            start(killed, program);
            QVERIFY(killed.waitForStarted());
            // The end is where files are written.
            const int wait = QRandomGenerator::global()->bounded(longest / 2, longest + 1);
            killed.waitForFinished(wait);
            killed.kill();
            killed.waitForFinished();
            const QByteArray now = contentOf(path);
            QVERIFY2(now == before || now == after, now.left(200));
            QVERIFY(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size() <= 2);
        }
        // What the killed have left is taken over.
        QProcess last;
        start(last, program);
        QVERIFY(last.waitForFinished(120'000));
        QCOMPARE(contentOf(path), after);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), {name});
    }
};

QTEST_GUILESS_MAIN(TestKilled)
#include "tst_killed.moc"
