// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/document.h"
#include "tests/support/lessons.h"
#include "tests/support/limits.h"
#include "tests/ui/answers.h"
#include "ui/files/documents.h"
#include "ui/files/textfile.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/workshop/lessondesk.h"
#include "ui/workshop/lessonfiles.h"

#include <QSignalSpy>
#include <QTest>
#include <QWidget>

#include <sys/stat.h>

using namespace shardscope;

namespace {

/// A window on files of a folder that others know, too.
struct Bench
{
    QString folder;
    Session session{{}};
    QWidget window;
    Settings settings;
    DialogAnswers *answers = new DialogAnswers;
    Documents documents;
    QSignalSpy failed{&documents, &Documents::failed};
    QSignalSpy notBackedUp{&documents, &Documents::notBackedUp};

    explicit Bench(const QTemporaryDir &shared)
        : folder(shared.path())
        , settings(shared.filePath("settings.ini"))
        , documents(session, window, settings,
              {std::unique_ptr<FileDialogs>(answers), shared.filePath("backups")})
    { }

    void edit(int gpus)
    {
        Scenario next = session.scenario();
        next.parallel.gpus = gpus;
        session.edit("GPUs", "parallel.gpus", next);
        session.endGesture();
    }
    int gpus() const { return session.scenario().parallel.gpus; }
    QStringList backups() const
    {
        return QDir(folder + "/backups").entryList(QDir::Files | QDir::Hidden);
    }
};

int gpusIn(const QString &path)
{
    const auto document = readScenario(std::string_view(readTestFile(path).toStdString()));
    return document ? document->scenario.parallel.gpus : -1;
}

/// A backup copy as a program leaves it that was killed. What its lock says is of no process.
QString leftBehind(const QTemporaryDir &folder, const QString &path, int gpus)
{
    const QTemporaryDir scratch;
    Bench killed(scratch);
    killed.documents.open(path);
    killed.edit(gpus);
    if (!QTest::qWaitFor([&killed] { return killed.backups().size() == 2; }, 20000))
        return {};
    const QString name = QDir(scratch.filePath("backups")).entryList({"*.json"}).value(0);
    QDir(folder.path()).mkpath("backups");
    const QString left = folder.filePath("backups/left.json");
    QFile::copy(scratch.filePath("backups/" + name), left);
    return left;
}

mode_t accessOf(const QString &path)
{
    struct stat there
    { };
    return ::stat(qPrintable(path), &there) == 0 ? there.st_mode & 07777U : 0;
}

} // namespace

class TestSavedFiles : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qRegisterMetaType<shardscope::Error>("shardscope::Error");
        QCoreApplication::setApplicationName("shardscope");
    }

    void whatOthersDidIsAskedAbout_data()
    {
        QTest::addColumn<bool>("isGone");
        QTest::addColumn<ChangedChoice>("choice");
        QTest::addColumn<bool>("isSaved");
        QTest::addColumn<int>("inFile"); // -1: there is none
        QTest::addColumn<int>("here");
        QTest::newRow("changed: save anyway")
            << false << ChangedChoice::Overwrite << true << 24 << 24;
        QTest::newRow("changed: save as") << false << ChangedChoice::SaveAs << true << 8 << 24;
        QTest::newRow("changed: reload") << false << ChangedChoice::Reload << false << 8 << 8;
        QTest::newRow("changed: stay") << false << ChangedChoice::Cancel << false << 8 << 24;
        QTest::newRow("deleted: save anyway")
            << true << ChangedChoice::Overwrite << true << 24 << 24;
        QTest::newRow("deleted: save as") << true << ChangedChoice::SaveAs << true << -1 << 24;
        QTest::newRow("deleted: stay") << true << ChangedChoice::Cancel << false << -1 << 24;
    }
    void whatOthersDidIsAskedAbout()
    {
        QFETCH(bool, isGone);
        QFETCH(ChangedChoice, choice);
        QFETCH(bool, isSaved);
        QFETCH(int, inFile);
        QFETCH(int, here);
        const QTemporaryDir folder;
        Bench bench(folder);
        const QString path = writeTestFile(folder.filePath("a.shardscope"), scenarioText(4));
        QVERIFY(bench.documents.open(path));
        bench.edit(24);
        if (isGone)
            QVERIFY(QFile::remove(path));
        else
            writeTestFile(path, scenarioText(8));
        bench.answers->changed = choice;
        bench.answers->fileToSave = folder.filePath("b.shardscope");
        QCOMPARE(bench.documents.save(), isSaved);
        QCOMPARE(bench.answers->changes, {isGone ? FileChange::Gone : FileChange::Changed});
        QCOMPARE(gpusIn(path), inFile);
        QCOMPARE(bench.gpus(), here);
        const bool isElsewhere = choice == ChangedChoice::SaveAs;
        QCOMPARE(gpusIn(bench.answers->fileToSave), isElsewhere ? 24 : -1);
        QCOMPARE(bench.documents.path(), isElsewhere ? bench.answers->fileToSave : path);
        QVERIFY(bench.failed.isEmpty());
        if (!isSaved)
            return;
        bench.edit(32); // once is enough
        QVERIFY(bench.documents.save());
        QCOMPARE(bench.answers->changes.size(), 1);
    }

    void twoWindowsOnOneFile()
    {
        const QTemporaryDir folder;
        Bench first(folder);
        Bench second(folder);
        const QString path = writeTestFile(folder.filePath("a.shardscope"), scenarioText(4));
        QVERIFY(first.documents.open(path));
        QVERIFY(second.documents.open(path));
        first.edit(24);
        second.edit(32);
        QVERIFY(first.documents.save());
        QVERIFY(first.answers->changes.isEmpty());
        QVERIFY(!second.documents.save());
        QCOMPARE(second.answers->changes, {FileChange::Changed});
        QCOMPARE(gpusIn(path), 24);
    }

    void theSameTextIsNoChange()
    {
        const QTemporaryDir folder;
        Bench bench(folder);
        const QString path = writeTestFile(folder.filePath("a.shardscope"), scenarioText(4));
        QVERIFY(bench.documents.open(path));
        QFile::remove(path);
        writeTestFile(path, scenarioText(4)); // at another time, in another place of the disk
        bench.edit(24);
        QVERIFY(bench.documents.save());
        QVERIFY(bench.answers->changes.isEmpty());
    }

    void aLessonIsAskedAboutToo()
    {
        const QTemporaryDir folder;
        const QString path = writeTestFile(folder.filePath("a.shardlesson"),
            QByteArray::fromStdString(writeLesson(sampleLesson())));
        Session session{{}};
        QWidget window;
        DialogAnswers answers;
        LessonDesk desk;
        LessonFiles files(desk, session, answers, window, folder.filePath("backups"));
        QVERIFY(files.open(path));
        QVERIFY(files.save());
        writeTestFile(path, "another's");
        QVERIFY(!files.save());
        QCOMPARE(answers.changes, {FileChange::Changed});
        QCOMPARE(readTestFile(path), "another's");
    }

    void aPrivateDocumentStaysPrivate()
    {
        const QTemporaryDir folder;
        Bench bench(folder);
        const QString path = writeTestFile(folder.filePath("a.shardscope"), scenarioText(4));
        QVERIFY(::chmod(qPrintable(path), 0600) == 0);
        QVERIFY(bench.documents.open(path));
        bench.edit(24);
        QTRY_COMPARE_WITH_TIMEOUT(bench.backups().size(), 2, 20000); // the copy and its lock
        for (const QString &name : bench.backups().filter(QRegularExpression("json$")))
            QCOMPARE(accessOf(folder.filePath("backups/" + name)), mode_t(0600));
        QVERIFY(bench.documents.save());
        QCOMPARE(accessOf(path), mode_t(0600));
        QCOMPARE(bench.backups(), QStringList()); // not even a lock
    }

    void savingGoesToWhatALinkLeadsTo()
    {
        const QTemporaryDir folder;
        Bench bench(folder);
        const QString target
            = writeTestFile(folder.filePath("there/a.shardscope"), scenarioText(4));
        const QString link = folder.filePath("link.shardscope");
        QVERIFY(QFile::link(target, link));
        QVERIFY(bench.documents.open(link));
        bench.edit(24);
        QVERIFY(bench.documents.save());
        QVERIFY(QFileInfo(link).isSymLink());
        QCOMPARE(gpusIn(target), 24);
    }

    void aPipeIsNotWrittenOver()
    {
        const QTemporaryDir folder;
        Bench bench(folder);
        const QString path = writeTestFile(folder.filePath("a.shardscope"), scenarioText(4));
        QVERIFY(bench.documents.open(path));
        bench.edit(24);
        QFile::remove(path);
        QVERIFY(::mkfifo(qPrintable(path), 0600) == 0);
        bench.answers->changed = ChangedChoice::Overwrite;
        QVERIFY(!bench.documents.save());
        QCOMPARE(bench.failed.size(), 1);
        QVERIFY(!QFileInfo(path).isFile());
        QVERIFY(bench.documents.isModified());
    }

    // What a crash leaves

    void recoverySaysWhatAndWhen()
    {
        const QTemporaryDir folder;
        const QString path = writeTestFile(folder.filePath("a.shardscope"), scenarioText(4));
        const QDateTime before = QDateTime::currentDateTime().addSecs(-2);
        const QString left = leftBehind(folder, path, 24);
        QVERIFY(!left.isEmpty());
        Bench bench(folder);
        bench.documents.offerRecovery();
        QCOMPARE(bench.answers->recoveryAsked, 1);
        QCOMPARE(bench.answers->offered.path, path);
        QCOMPARE(bench.answers->offered.name, "a.shardscope");
        QVERIFY(bench.answers->offered.changed >= before);
        QVERIFY(bench.answers->offered.changed <= QDateTime::currentDateTime());
    }

    void whatHadNoFileIsOfferedByItsTitle()
    {
        const QTemporaryDir folder;
        writeTestFile(folder.filePath("backups/left.json"),
            "{\"path\": \"\", \"scenario\": {\"shardscope\": 1, \"title\": \"Last night\"}}");
        Bench bench(folder);
        bench.documents.offerRecovery();
        QCOMPARE(bench.answers->offered.name, "Last night");
    }

    /// Whoever goes on working in the file meanwhile loses nothing.
    void aRecoveredDocumentKnowsItsFile()
    {
        const QTemporaryDir folder;
        const QString path = writeTestFile(folder.filePath("a.shardscope"), scenarioText(4));
        QVERIFY(!leftBehind(folder, path, 24).isEmpty());
        writeTestFile(path, scenarioText(8));
        Bench bench(folder);
        bench.answers->recovery = RecoveryChoice::Recover;
        bench.documents.offerRecovery();
        QCOMPARE(bench.gpus(), 24);
        QVERIFY(!bench.documents.save());
        QCOMPARE(bench.answers->changes, {FileChange::Changed});
        QCOMPARE(gpusIn(path), 8);
    }

    void aLeftoverStaysUntilItIsBackedUpAnew()
    {
        const QTemporaryDir folder;
        const QString left = leftBehind(
            folder, writeTestFile(folder.filePath("a.shardscope"), scenarioText(4)), 24);
        Bench bench(folder);
        bench.answers->recovery = RecoveryChoice::Recover;
        {
            const FullDisk disk(10);
            bench.documents.offerRecovery();
        }
        QCOMPARE(bench.gpus(), 24);
        QVERIFY(QFile::exists(left));
        QCOMPARE(bench.notBackedUp.size(), 1);
        bench.edit(32);
        QTRY_VERIFY_WITH_TIMEOUT(bench.backups().size() > 2, 20000); // now there is room
        QCOMPARE(bench.notBackedUp.size(), 1);
    }

    void aFullDiskIsSaidOnce()
    {
        const QTemporaryDir folder;
        Bench bench(folder);
        ScenarioAutosave autosave(bench.session, folder.filePath("full"));
        QSignalSpy said(&autosave, &Autosave::failed);
        {
            const FullDisk disk(10);
            for (const int gpus : {16, 24, 32}) {
                bench.edit(gpus);
                QVERIFY(!autosave.update());
            }
        }
        QCOMPARE(said.size(), 1);
        QVERIFY(said.first().first().toString().startsWith("Unsaved changes are not backed up: "));
        QVERIFY(autosave.update());
        {
            const FullDisk disk(10);
            QVERIFY(!autosave.update());
        }
        QCOMPARE(said.size(), 2); // it is another time
    }

    void aBrokenCopyIsKeptAndSaid()
    {
        const QTemporaryDir folder;
        writeTestFile(folder.filePath("backups/left.json"), "{\"path\": \"");
        Bench bench(folder);
        bench.documents.offerRecovery();
        QCOMPARE(bench.answers->recoveryAsked, 0);
        QCOMPARE(bench.notBackedUp.size(), 1);
        QVERIFY(bench.notBackedUp.first().first().toString().contains("left.json.broken"));
        QCOMPARE(readTestFile(folder.filePath("backups/left.json.broken")), "{\"path\": \"");
        bench.documents.offerRecovery();
        QCOMPARE(bench.notBackedUp.size(), 1);
    }

    void locksOfTheDeadGo()
    {
        const QTemporaryDir folder;
        // No process has this number: systems stop well before it.
        writeTestFile(folder.filePath("backups/gone.json.lock"),
            "99999999\nshardscope\n" + QSysInfo::machineHostName().toUtf8() + "\n"
                + QSysInfo::machineUniqueId() + "\n" + QSysInfo::bootUniqueId() + "\n");
        Bench bench(folder);
        bench.documents.offerRecovery();
        QCOMPARE(bench.backups(), QStringList());
    }
};

QTEST_MAIN(TestSavedFiles)
#include "tst_savedfiles.moc"
