// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/clirun.h"

#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <sys/stat.h>
#include <unistd.h>

using namespace shardscope;

namespace {

/// Runs a program somewhere else than at home: `change` says what is different.
Run runIn(const QString &program, const QStringList &arguments,
    const std::function<void(QProcessEnvironment &)> &change = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("SHARDSCOPE_CATALOG_DIR", "/nonexistent");
    environment.insert("QT_QPA_PLATFORM", "offscreen");
    if (change)
        change(environment);
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    process.waitForFinished(120'000);
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        process.readAllStandardOutput(), process.readAllStandardError()};
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A disk of some kilobytes, which only root may make.
class SmallDisk
{
public:
    SmallDisk()
        : m_isThere(
            QProcess::execute("mount", {"-t", "tmpfs", "-o", "size=16k", "tmpfs", m_folder.path()})
            == 0)
    { }
    ~SmallDisk()
    {
        if (m_isThere)
            QProcess::execute("umount", {m_folder.path()});
    }
    SmallDisk(const SmallDisk &) = delete;
    SmallDisk &operator=(const SmallDisk &) = delete;

    bool isThere() const { return m_isThere; }
    QString filePath(const QString &name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
    bool m_isThere;
};

void addExports()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("name");
    QTest::newRow("a sweep") << cliProgram()
                             << QStringList{"sweep", "--x", "training.sequence_length=1k..32k/300",
                                    "--format", "csv", "--output"}
                             << "a.csv";
#ifdef SHARDSCOPE_DESKTOP
    for (const char *kind : {"png", "svg", "pdf"})
        QTest::newRow(kind) << desktopProgram() << QStringList{"--export"}
                            << QStringLiteral("a.%1").arg(QLatin1String(kind));
#endif
}

} // namespace

class TestSurroundings : public QObject
{
    Q_OBJECT

private slots:
    void aFullDiskIsCalledSo_data() { addExports(); }
    void aFullDiskIsCalledSo()
    {
        QFETCH(QString, program);
        QFETCH(QStringList, arguments);
        QFETCH(QString, name);
        const SmallDisk disk;
        if (!disk.isThere())
            QSKIP("only root makes a small disk");
        const QString path = disk.filePath(name);
        write(QFileInfo(path).path(), name, "what stood there");
        const Run full = runIn(program, arguments + QStringList{path});
        QCOMPARE(full.exit, 2);
        QVERIFY2(full.errors.contains("No space left on device"), full.errors);
        QVERIFY2(full.errors.contains(name.toUtf8()), full.errors);
        QCOMPARE(contentOf(path), "what stood there");
        QCOMPARE(QFileInfo(path).dir().entryList(QDir::Files | QDir::Hidden), {name});
    }

    /// Without root: no file may grow beyond a kilobyte or two.
    void aLimitIsAnErrorAndNotTheEnd_data() { addExports(); }
    void aLimitIsAnErrorAndNotTheEnd()
    {
        QFETCH(QString, program);
        QFETCH(QStringList, arguments);
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const QString path = write(folder.path(), name, "what stood there");
        const Run full = runIn("sh",
            QStringList{"-c", "ulimit -f 2; exec \"$@\"", "sh", program} + arguments
                + QStringList{path});
        QCOMPARE(full.exit, 2);
        QVERIFY2(full.errors.contains("File too large"), full.errors);
        QCOMPARE(contentOf(path), "what stood there");
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), {name});
    }

    void aDeviceIsWrittenToAsItIs()
    {
        const Run full = run({"export", "--as", "axolotl", "--output", "/dev/full"});
        QCOMPARE(full.exit, 2);
        QVERIFY2(full.errors.contains("No space left on device"), full.errors);
        QVERIFY(!QFileInfo("/dev/full").isFile());
        QCOMPARE(run({"export", "--as", "axolotl", "--output", "/dev/null"}).exit, 0);
        QVERIFY(!QFileInfo("/dev/null").isFile());
    }

    void standardOutputThatIsFullIsSaid()
    {
        const Run full = runIn("sh", {"-c", "exec \"$0\" plan > /dev/full", cliProgram()});
        QCOMPARE(full.exit, 2);
        QVERIFY2(full.errors.contains("standard output cannot be written"), full.errors);
    }

    /// To root nothing is read-only: then it is somebody else who tries.
    void aFolderThatMayNotBeWritten()
    {
        const QTemporaryDir folder;
        const QString path = write(folder.path(), "a.yaml", "what stood there");
        QVERIFY(::chmod(qPrintable(folder.path()), 0555) == 0);
        QStringList words{cliProgram(), "export", "--as", "axolotl", "--output", path};
        if (::geteuid() == 0)
            words = QStringList{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"}
                + words;
        const QString program = words.takeFirst();
        const Run refused = runIn(program, words);
        ::chmod(qPrintable(folder.path()), 0755);
        if (refused.exit == 127 || refused.exit == 126 || refused.exit == -1)
            QSKIP("nobody else can run the program here");
        QCOMPARE(refused.exit, 2);
        QVERIFY2(refused.errors.contains("Permission denied"), refused.errors);
        QCOMPARE(contentOf(path), "what stood there");
    }

    void withoutAHome_data() { addExports(); }
    void withoutAHome()
    {
        QFETCH(QString, program);
        QFETCH(QStringList, arguments);
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const QString path = folder.filePath(name);
        const Run done
            = runIn(program, arguments + QStringList{path}, [](QProcessEnvironment &environment) {
                  for (const char *variable : {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
                           "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "SHARDSCOPE_CATALOG_DIR"})
                      environment.remove(variable);
              });
        QVERIFY2(done.exit == 0, done.errors);
        QVERIFY(QFileInfo(path).size() > 0);
    }

    /// Where i is not the small I, a comma stands in numbers, or lines begin at the right.
    void elsewhere_data()
    {
        QTest::addColumn<QString>("place");
        QTest::newRow("Turkish") << "tr_TR";
        QTest::newRow("Arabic") << "ar_EG";
        QTest::newRow("German") << "de_DE";
    }
    void elsewhere()
    {
        QFETCH(QString, place);
        const QTemporaryDir folder;
        const QString name = place + ".UTF-8";
        QProcess maker;
        maker.start("localedef", {"-i", place, "-f", "UTF-8", folder.filePath(name)});
        if (!maker.waitForFinished(120'000) || maker.exitCode() != 0)
            QSKIP("this system has no such locale to try");
        const auto there = [&](QProcessEnvironment &environment) {
            environment.insert("LOCPATH", folder.path());
            environment.insert("LC_ALL", name);
            environment.insert("LANG", name);
        };
        const QString scenario = write(folder.path(), "a.shardscope",
            "{\"shardscope\": 1, \"training\": {\"precision\": \"bf16-master\", "
            "\"lora_dropout\": 0.25}, \"hardware\": {\"reserve_gib\": 1.5}}");
        for (const char *format : {"table", "json", "csv", "md"}) {
            const QStringList words{
                "plan", "--format", format, "--set", "model.parameters=1.5B", scenario};
            const Run here = runIn(cliProgram(), words);
            QCOMPARE(here.exit, 0);
            QCOMPARE(runIn(cliProgram(), words, there).output, here.output);
        }
#ifdef SHARDSCOPE_DESKTOP
        for (const char *kind : {"csv", "md"}) {
            const QString path = folder.filePath(QStringLiteral("a.%1").arg(QLatin1String(kind)));
            const QStringList words{scenario, "--export", path};
            QCOMPARE(runIn(desktopProgram(), words).exit, 0);
            const QByteArray before = contentOf(path);
            QCOMPARE(runIn(desktopProgram(), words, there).exit, 0);
            QCOMPARE(contentOf(path), before);
        }
#endif
    }
};

QTEST_GUILESS_MAIN(TestSurroundings)
#include "tst_surroundings.moc"
