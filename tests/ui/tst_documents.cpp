// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/picture.h"
#include "core/document/sharecode.h"
#include "tests/support/samples.h"
#include "tests/support/testcatalog.h"
#include "tests/ui/answers.h"
#include "ui/files/documents.h"
#include "ui/files/textfile.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/text/messages.h"

#include <QFileOpenEvent>
#include <QMimeData>
#include <QSignalSpy>
#include <QTest>
#include <QUrl>
#include <QWidget>

#ifdef Q_OS_UNIX
#include <cerrno>
#include <csignal>
#include <sys/resource.h>
#include <system_error>
#endif

using namespace shardscope;

namespace {

/// A window's worth of everything, in a folder of its own.
struct Bench
{
    QTemporaryDir folder;
    Session session;
    QWidget window;
    Settings settings{folder.filePath("settings.ini")};
    DialogAnswers *answers = new DialogAnswers;
    Documents documents{session, window, settings,
        {std::unique_ptr<FileDialogs>(answers), folder.filePath("backups")}};
    QSignalSpy failed{&documents, &Documents::failed};

    explicit Bench(Catalog catalog = {})
        : session(std::move(catalog))
    { }

    QString write(const QString &name, const QByteArray &content) const
    {
        return writeTestFile(folder.filePath(name), content);
    }
    void edit(int gpus)
    {
        Scenario next = session.scenario();
        next.parallel.gpus = gpus;
        session.edit("GPUs", "parallel.gpus", next);
        session.endGesture();
    }
    int gpus() const { return session.scenario().parallel.gpus; }
    Error error() const { return failed.last().first().value<Error>(); }
};

} // namespace

class TestDocuments : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qRegisterMetaType<shardscope::Error>("shardscope::Error");
        QCoreApplication::setApplicationName("shardscope");
        QGuiApplication::setApplicationDisplayName("Shardscope");
    }

    /// As macOS hands over what was clicked.
    void opensWhatTheSystemAsksFor_data()
    {
        QTest::addColumn<bool>("isFile");
        QTest::newRow("a file") << true;
        QTest::newRow("a code, by its scheme") << false;
    }

    void opensWhatTheSystemAsksFor()
    {
        QFETCH(bool, isFile);
        Bench bench;
        Scenario scenario;
        scenario.parallel.gpus = 24;
        const QString file = bench.write("a run.shardscope", scenarioText(24));
        const QUrl code(QString::fromStdString(shareCode(scenario)));
        QFileOpenEvent request(isFile ? QUrl::fromLocalFile(file) : code);
        QCoreApplication::sendEvent(qApp, &request);
        QVERIFY(bench.failed.isEmpty());
        QCOMPARE(bench.gpus(), 24);
        QCOMPARE(bench.documents.path(), isFile ? file : QString()); // a code is no file to save
    }

    void savesAndOpensAgain()
    {
        Bench bench;
        bench.edit(24);
        bench.answers->fileToSave = bench.folder.filePath("run.shardscope");
        QVERIFY(bench.documents.save());
        QVERIFY(!bench.documents.isModified());
        QCOMPARE(bench.documents.path(), bench.answers->fileToSave);
        QCOMPARE(bench.documents.name(), "run");

        Bench other;
        QVERIFY(other.documents.open(bench.documents.path()));
        QCOMPARE(other.session.scenario(), bench.session.scenario());
        QVERIFY(!other.session.undoStack()->canUndo());
        QCOMPARE(other.settings.recentFiles(), {bench.documents.path()});
    }

    void takesTheGpuThatIsMeantAndSaysSo()
    {
        Bench bench{samples::catalog()};
        QSignalSpy opened(&bench.documents, &Documents::opened);
        QVERIFY(bench.documents.open(bench.write(
            "mine.shardscope", R"({"shardscope": 1, "hardware": {"gpu": "RTX4090"}})")));
        QCOMPARE(bench.session.scenario().hardware.gpu, std::string("rtx-4090"));
        QCOMPARE(opened.last().first().toString(),
            QString("mine.shardscope (RTX4090 is taken for rtx-4090.)"));
        QVERIFY(!bench.documents.isModified());
    }

    void savesHowItIsLookedAt()
    {
        Bench bench{samples::catalog()};
        bench.session.pins().pin(Scenario{});
        QVERIFY(bench.documents.isModified());
        QVERIFY(bench.window.isWindowModified());
        bench.session.setSweepChoice({.across = {.key = "parallel.strategy"}});
        bench.answers->fileToSave = bench.folder.filePath("run.shardscope");
        QVERIFY(bench.documents.save());
        QVERIFY(!bench.documents.isModified());
        QVERIFY(!bench.window.isWindowModified());
        bench.session.setSweepChoice({.across = {.key = "training.loss"}});
        QVERIFY(bench.window.isWindowModified());

        Bench other{samples::catalog()};
        QVERIFY(other.documents.open(bench.documents.path()));
        QVERIFY(!other.documents.isModified());
        QCOMPARE(other.session.pins().count(), std::size_t{1});
        QCOMPARE(other.session.sweepChoice()->across.key, std::string("parallel.strategy"));
        QVERIFY(other.documents.startNew());
        QCOMPARE(other.session.pins().count(), std::size_t{0});
        QVERIFY(!other.session.sweepChoice());
    }

    void aBrokenPinIsToldWithItsPlace()
    {
        Bench bench;
        QVERIFY(!bench.documents.open(bench.write("a.shardscope",
            R"({"shardscope": 1, "pins": [{"name": "a", "scenario": {"parallel": {"gpus": 0}}}]})")));
        const QString text = errorText(bench.error());
        QVERIFY2(text.contains("/pins/0/scenario/parallel/gpus"), qPrintable(text));
        QVERIFY2(text.contains("out of range"), qPrintable(text));
    }

    void pinsFilesToCompareWith()
    {
        Bench bench{samples::catalog()};
        QVERIFY(!bench.documents.chooseAndPin()); // cancelled
        bench.answers->filesToOpen = {bench.write("four.shardscope", scenarioText(4)),
            bench.write("tiny/config.json", TinyLlama)};
        QVERIFY(bench.documents.chooseAndPin());
        const std::vector<PinnedPlan> &pins = bench.session.pins().all().pins;
        QCOMPARE(pins.size(), std::size_t{2});
        QCOMPARE(pins[0].name, "four");
        QCOMPARE(pins[0].scenario().parallel.gpus, 4);
        QCOMPARE(pins[1].scenario().model.imported->name, "tiny");
        QCOMPARE(bench.session.scenario(), Scenario{});
        bench.answers->filesToOpen = {bench.write("no.shardscope", "[]")};
        QVERIFY(!bench.documents.chooseAndPin());
        QCOMPARE(bench.error().code, ErrorCode::WrongType);
    }

    void savesASecondTimeWithoutAsking()
    {
        Bench bench;
        QVERIFY(bench.documents.open(bench.write("a.shardscope", scenarioText(4))));
        bench.edit(24);
        QVERIFY(bench.documents.save());
        QCOMPARE(bench.answers->suggestion, QString());
        Bench other;
        QVERIFY(other.documents.open(bench.documents.path()));
        QCOMPARE(other.gpus(), 24);
    }

    void keepsWhatItDoesNotKnow()
    {
        Bench bench;
        QVERIFY(bench.documents.open(bench.write("a.shardscope",
            R"({"shardscope": 1, "parallel": {"gpus": 4}, "notes": {"owner": "Ada"}})")));
        bench.edit(24);
        QVERIFY(bench.documents.save());
        QVERIFY(readTestFile(bench.documents.path()).contains("Ada"));
    }

    void titleSaysNameAndChange()
    {
        Bench bench;
        QCOMPARE(bench.window.windowTitle(), "[*]Untitled - Shardscope");
        QVERIFY(bench.documents.open(bench.write("my run.shardscope", scenarioText(4))));
        QCOMPARE(bench.window.windowTitle(), "[*]my run - Shardscope");
        QVERIFY(!bench.window.isWindowModified());
        bench.edit(5);
        QVERIFY(bench.window.isWindowModified());
        bench.session.undoStack()->undo();
        QVERIFY(!bench.window.isWindowModified());
    }

    void importingAModelIsOneUndoStep()
    {
        Bench bench;
        QSignalSpy opened(&bench.documents, &Documents::opened);
        bench.edit(24);
        QVERIFY(bench.documents.open(bench.write("tiny/config.json", TinyLlama)));
        QCOMPARE(bench.session.scenario().model.imported->name, "tiny");
        QCOMPARE(opened.value(0).value(0).toString(), "tiny");
        QCOMPARE(bench.gpus(), 24);
        QCOMPARE(bench.documents.path(), QString());
        QCOMPARE(bench.session.undoStack()->count(), 2);
        bench.session.undoStack()->undo();
        QVERIFY(!bench.session.scenario().model.imported);
    }

    void aPictureIsOpenedButNotSavedOver()
    {
        Bench bench;
        const std::string svg = withScenario(
            "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>", scenarioText(48).toStdString());
        QVERIFY(bench.documents.open(bench.write("chart.svg", QByteArray::fromStdString(svg))));
        QCOMPARE(bench.gpus(), 48);
        QCOMPARE(bench.documents.path(), QString());
    }

    void anErrorChangesNothing_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<ErrorCode>("code");
        using enum ErrorCode;
        QTest::newRow("cut off") << QByteArray("{\"shardscope\": 1,") << InvalidSyntax;
        QTest::newRow("newer version") << QByteArray("{\"shardscope\": 99}") << UnsupportedVersion;
        QTest::newRow("last value bad") << QByteArray("{\"shardscope\": 1, \"parallel\": {"
                                                      "\"gpus\": 99, \"gpus_per_node\": -1}}")
                                        << OutOfRange;
        QTest::newRow("too deep") << QByteArray(200000, '[') << TooLarge;
    }

    void anErrorChangesNothing()
    {
        QFETCH(QByteArray, content);
        QFETCH(ErrorCode, code);
        Bench bench;
        bench.edit(24);
        QVERIFY(!bench.documents.open(bench.write("bad.shardscope", content)));
        QCOMPARE(bench.failed.count(), 1);
        QCOMPARE(bench.error().code, code);
        QCOMPARE(bench.error().file, bench.folder.filePath("bad.shardscope").toStdString());
        QCOMPARE(bench.gpus(), 24);
        QCOMPARE(bench.session.undoStack()->count(), 1);
        QCOMPARE(bench.answers->unsavedAsked, 0);
        QVERIFY(bench.settings.recentFiles().isEmpty());
    }

    void refusesWhatIsNoFile_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("missing") << "missing.json" << ErrorCode::Unreadable;
        QTest::newRow("folder without config") << "empty" << ErrorCode::Unreadable;
        QTest::newRow("1 GiB") << "huge.json" << ErrorCode::TooLarge;
        QTest::newRow("device") << "/dev/zero" << ErrorCode::Unreadable;
    }

    void refusesWhatIsNoFile()
    {
        QFETCH(QString, path);
        QFETCH(ErrorCode, code);
        Bench bench;
        QDir(bench.folder.path()).mkdir("empty");
        QVERIFY(QFile::resize(bench.write("huge.json", "{"), qint64(1) << 30)); // sparse
        QVERIFY(!bench.documents.open(QDir(bench.folder.path()).filePath(path)));
        QCOMPARE(bench.error().code, code);
    }

    void refusesWhatMayNotBeRead()
    {
        Bench bench;
        const QString path = bench.write("secret.json", TinyLlama);
        QFile::setPermissions(path, {});
        if (QFile(path).open(QIODevice::ReadOnly))
            QSKIP("this user may read everything");
        QVERIFY(!bench.documents.open(path));
        QCOMPARE(bench.error().code, ErrorCode::Unreadable);
    }

    void oneBadFileAmongManyStopsAll()
    {
        Bench bench;
        QVERIFY(!bench.documents.open(
            QStringList{bench.write("a.shardscope", scenarioText(48)), "/nonexistent"}));
        QCOMPARE(bench.failed.count(), 1);
        QCOMPARE(bench.gpus(), Scenario{}.parallel.gpus);
    }

    void laterFilesGoOverEarlierOnes()
    {
        Bench bench;
        QVERIFY(bench.documents.open(QStringList{bench.write("a.shardscope", scenarioText(48)),
            bench.write("tiny/config.json", TinyLlama)}));
        QCOMPARE(bench.gpus(), 48);
        QCOMPARE(bench.session.scenario().model.imported->name, "tiny");
    }

    void aFailedSaveKeepsTheOldFile()
    {
        Bench bench;
        QVERIFY(bench.documents.open(bench.write("a.shardscope", scenarioText(4))));
        bench.edit(24);
        bench.answers->fileToSave = "/nonexistent/folder/b.shardscope";
        QVERIFY(!bench.documents.saveAs());
        QCOMPARE(bench.error().code, ErrorCode::Unwritable);
        QVERIFY(bench.documents.isModified());
        QCOMPARE(bench.documents.path(), bench.folder.filePath("a.shardscope"));
        QCOMPARE(readTestFile(bench.documents.path()), scenarioText(4));
    }

    void aFullDiskKeepsTheOldFile()
    {
#ifdef Q_OS_UNIX
        const QTemporaryDir folder;
        const QString path = writeTestFile(folder.filePath("a"), "old");
        // A limit on the size of files stands in for a full disk: the write breaks off.
        rlimit before{};
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &before), 0);
        const rlimit small{1000, before.rlim_max};
        std::signal(SIGXFSZ, SIG_IGN);
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
        const Status written = writeFile(path, std::string(100000, 'x'));
        QCOMPARE(setrlimit(RLIMIT_FSIZE, &before), 0);
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::Unwritable);
        QCOMPARE(englishText(written.error().expected), std::generic_category().message(EFBIG));
        QVERIFY(describe(written.error())
                    .ends_with("The system says: " + englishText(written.error().expected) + "."));
        QCOMPARE(readTestFile(path), "old");
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), {"a"});
#else
        QSKIP("no way to limit the size of files here");
#endif
    }

    void asksBeforeChangesAreLost_data()
    {
        QTest::addColumn<UnsavedChoice>("answer");
        QTest::addColumn<bool>("left");
        QTest::addColumn<bool>("saved");
        QTest::newRow("save") << UnsavedChoice::Save << true << true;
        QTest::newRow("discard") << UnsavedChoice::Discard << true << false;
        QTest::newRow("cancel") << UnsavedChoice::Cancel << false << false;
    }

    void asksBeforeChangesAreLost()
    {
        QFETCH(UnsavedChoice, answer);
        QFETCH(bool, left);
        QFETCH(bool, saved);
        Bench bench;
        QVERIFY(bench.documents.open(bench.write("a.shardscope", scenarioText(4))));
        QVERIFY(bench.documents.mayLeave()); // unchanged: no question
        QCOMPARE(bench.answers->unsavedAsked, 0);
        bench.edit(24);
        bench.answers->unsaved = answer;
        QCOMPARE(bench.documents.startNew(), left);
        QCOMPARE(bench.answers->unsavedAsked, 1);
        QCOMPARE(bench.gpus(), left ? Scenario{}.parallel.gpus : 24);
        QCOMPARE(readTestFile(bench.folder.filePath("a.shardscope")) != scenarioText(4), saved);
    }

    void aCancelledSaveStays()
    {
        Bench bench;
        bench.edit(24);
        bench.answers->unsaved = UnsavedChoice::Save; // but the save dialog is cancelled
        QVERIFY(!bench.documents.mayLeave());
        QVERIFY(bench.documents.isModified());
    }

    void suggestsAFileName()
    {
        Bench bench;
        bench.edit(24);
        QVERIFY(!bench.documents.saveAs());
        QVERIFY(bench.answers->suggestion.endsWith(".shardscope"));
    }

    void takesWhatIsDroppedOrPasted_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("scenario as text") << QByteArray("text/plain") << scenarioText(48);
        QTest::newRow("code of a scenario")
            << QByteArray("text/plain")
            << QByteArray::fromStdString(
                   "\n" + shareCode(scenarioWith({{"parallel.gpus", "48"}})) + "\n");
        QTest::newRow("scenario in a picture")
            << QByteArray("image/svg+xml")
            << QByteArray::fromStdString(
                   withScenario("<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>",
                       scenarioText(48).toStdString()));
    }

    void takesWhatIsDroppedOrPasted()
    {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, content);
        Bench bench;
        QMimeData data;
        data.setData(type, content);
        QVERIFY(mayOpen(data));
        QVERIFY(bench.documents.open(data));
        QCOMPARE(bench.gpus(), 48);
        QCOMPARE(bench.documents.path(), QString());
    }

    void codeStandsForAFile()
    {
        Bench bench;
        const std::string code = shareCode(scenarioWith({{"parallel.gpus", "48"}}));
        QVERIFY(bench.documents.open(QString::fromStdString(code)));
        QCOMPARE(bench.gpus(), 48);
        QCOMPARE(bench.documents.path(), QString());
        // A file that holds one is not saved over.
        Bench other;
        QVERIFY(other.documents.open(other.write("code.txt", QByteArray::fromStdString(code))));
        QCOMPARE(other.gpus(), 48);
        QCOMPARE(other.documents.path(), QString());
    }

    void takesDroppedFilesAndFolders()
    {
        Bench bench;
        bench.write("tiny/config.json", TinyLlama);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(bench.write("a.shardscope", scenarioText(48))),
            QUrl::fromLocalFile(bench.folder.filePath("tiny"))});
        QVERIFY(bench.documents.open(data));
        QCOMPARE(bench.gpus(), 48);
        QCOMPARE(bench.session.scenario().model.imported->name, "tiny");
    }

    void takesAPastedPath()
    {
        Bench bench;
        QMimeData data;
        data.setText(bench.write("a.shardscope", scenarioText(48)) + "\n");
        QVERIFY(bench.documents.open(data));
        QCOMPARE(bench.gpus(), 48);
        QCOMPARE(bench.documents.path(), bench.folder.filePath("a.shardscope"));
    }

    void aPastedModelHasItsOwnName()
    {
        Bench bench;
        QMimeData data;
        data.setText(TinyLlama);
        QVERIFY(bench.documents.open(data));
        QCOMPARE(bench.session.scenario().model.imported->name, "llama");
    }

    void nonsenseOnTheClipboardIsAnError()
    {
        Bench bench;
        QMimeData data;
        data.setText("Dear colleagues,");
        QVERIFY(!bench.documents.open(data));
        QCOMPARE(bench.failed.count(), 1);
        QVERIFY(!mayOpen(QMimeData()));
        QVERIFY(!bench.documents.open(QMimeData()));
        QCOMPARE(bench.failed.count(), 1);
    }
};

QTEST_MAIN(TestDocuments)
#include "tst_documents.moc"
