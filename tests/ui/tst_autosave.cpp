// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/document.h"
#include "tests/support/lessons.h"
#include "tests/support/samples.h"
#include "tests/ui/answers.h"
#include "ui/files/scenarioautosave.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/workshop/lessondesk.h"
#include "ui/workshop/lessonfiles.h"

#include <QDockWidget>
#include <QTest>
#include <QWidget>

using namespace shardscope;

namespace {

void edit(Session &session, int gpus)
{
    Scenario next = session.scenario();
    next.parallel.gpus = gpus;
    session.edit("GPUs", "parallel.gpus", next);
    session.endGesture();
}

QStringList backups(const QString &folder)
{
    return QDir(folder).entryList({"*.json"}, QDir::Files);
}

/// As what a program leaves that stops in the middle of its work: the only backup of a folder, and
/// a lock of nobody.
QString orphan(const QString &from, const QString &folder)
{
    const QString backup = folder + "/left.json";
    QDir().mkpath(folder);
    QFile::copy(QDir(from).filePath(backups(from).value(0)), backup);
    // No process has this number: systems stop well before it.
    writeTestFile(backup + ".lock",
        "99999999\nshardscope\n" + QSysInfo::machineHostName().toUtf8() + "\n"
            + QSysInfo::machineUniqueId() + "\n" + QSysInfo::bootUniqueId() + "\n");
    return backup;
}

QString crash(const QString &folder, int gpus, const QString &path)
{
    const QTemporaryDir scratch;
    Session session{{}};
    ScenarioAutosave autosave(session, scratch.path());
    autosave.setFile(DocumentFile(path));
    edit(session, gpus);
    autosave.update();
    return orphan(scratch.path(), folder);
}

void retitle(LessonDesk &desk, const std::string &title)
{
    Lesson lesson = *desk.lesson();
    lesson.title = LessonText(title);
    desk.edit("Title", "title", lesson);
}

/// The same while a lesson was being written.
QString crashOverALesson(const QString &folder, const QString &path)
{
    const QTemporaryDir scratch;
    LessonDesk desk;
    LessonAutosave autosave(desk, scratch.path());
    desk.take(sampleLesson(), DocumentFile(path));
    retitle(desk, "Half written");
    autosave.update();
    return orphan(scratch.path(), folder);
}

ScenarioDocument documentOf(const Leftover &leftover)
{
    return *readScenario(std::string_view(leftover.text));
}

} // namespace

class TestAutosave : public QObject
{
    Q_OBJECT

private slots:
    void pinsComeBack()
    {
        const QTemporaryDir folder;
        Session session{samples::catalog()};
        ScenarioAutosave autosave(session, folder.path());
        Scenario other;
        other.parallel.gpus = 4;
        session.pins().pin(Scenario{});
        session.pins().pin(other);
        session.pins().rename(1, "Four");
        session.pins().setBaseline(1);
        edit(session, 24);
        autosave.update();
        const QString copy = folder.filePath("copy.json"); // as another program's: its own is none
        QFile::copy(folder.filePath(backups(folder.path()).value(0)), copy);
        const QList<Leftover> found = autosave.leftovers();
        QCOMPARE(found.size(), 1);
        const ScenarioDocument before = session.document();
        QCOMPARE(documentOf(found.first()), before);
        session.load({});
        session.load(documentOf(found.first()));
        QCOMPARE(session.pins().all().reference()->name, "Four");
    }

    void aPinAloneIsKept()
    {
        const QTemporaryDir folder;
        Session session{samples::catalog()};
        ScenarioAutosave autosave(session, folder.path());
        session.pins().pin(Scenario{});
        autosave.update();
        QCOMPARE(backups(folder.path()).size(), 1);
        session.setSaved();
        autosave.update();
        QVERIFY(backups(folder.path()).isEmpty());
    }

    void writesAfterAChange()
    {
        const QTemporaryDir folder;
        Session session{{}};
        const ScenarioAutosave autosave(session, folder.path());
        edit(session, 24);
        QVERIFY(backups(folder.path()).isEmpty()); // not while somebody drags
        QTRY_COMPARE_WITH_TIMEOUT(backups(folder.path()).size(), 1, 20000);
    }

    void savingRemovesTheCopy()
    {
        const QTemporaryDir folder;
        Session session{{}};
        ScenarioAutosave autosave(session, folder.path());
        edit(session, 24);
        autosave.update();
        QCOMPARE(backups(folder.path()).size(), 1);
        session.undoStack()->setClean();
        QVERIFY(backups(folder.path()).isEmpty());
    }

    void aCleanEndLeavesNothing()
    {
        const QTemporaryDir folder;
        {
            Session session{{}};
            ScenarioAutosave autosave(session, folder.path());
            edit(session, 24);
            autosave.update();
        }
        QVERIFY(QDir(folder.path()).entryList(QDir::Files).isEmpty());
    }

    void aRunningProgramsCopyIsItsOwn()
    {
        const QTemporaryDir folder;
        Session first{{}};
        ScenarioAutosave firstSave(first, folder.path());
        edit(first, 24);
        firstSave.update();
        Session second{{}};
        ScenarioAutosave secondSave(second, folder.path());
        edit(second, 32);
        secondSave.update();
        QCOMPARE(backups(folder.path()).size(), 2);
        QVERIFY(firstSave.leftovers().isEmpty());
        QVERIFY(secondSave.leftovers().isEmpty());
    }

    void findsWhatACrashLeft()
    {
        const QTemporaryDir folder;
        const QString backup = crash(folder.path(), 24, "/home/ana/run.shardscope");
        writeTestFile(folder.filePath("broken.json"), "{\"path\": ");
        Session session{{}};
        const ScenarioAutosave autosave(session, folder.path());
        const QList<Leftover> found = autosave.leftovers();
        QCOMPARE(found.size(), 1);
        QCOMPARE(documentOf(found.first()).scenario.parallel.gpus, 24);
        QCOMPARE(found.first().path, "/home/ana/run.shardscope");
        QCOMPARE(found.first().backup, backup);
    }

    void offersRecovery_data()
    {
        QTest::addColumn<RecoveryChoice>("answer");
        QTest::addColumn<int>("gpus");
        QTest::addColumn<bool>("isKept");
        const int before = Scenario{}.parallel.gpus;
        QTest::newRow("recover") << RecoveryChoice::Recover << 24 << false;
        QTest::newRow("discard") << RecoveryChoice::Discard << before << false;
        QTest::newRow("later") << RecoveryChoice::Later << before << true;
    }

    void offersRecovery()
    {
        QFETCH(RecoveryChoice, answer);
        QFETCH(int, gpus);
        QFETCH(bool, isKept);
        const QTemporaryDir folder;
        const QString backup = crash(folder.path(), 24, "/home/ana/run.shardscope");
        Session session{{}};
        QWidget window;
        Settings settings(folder.filePath("settings.ini"));
        auto *answers = new DialogAnswers;
        answers->recovery = answer;
        Documents documents(
            session, window, settings, {std::unique_ptr<FileDialogs>(answers), folder.path()});
        documents.offerRecovery();
        QCOMPARE(answers->recoveryAsked, 1);
        QCOMPARE(session.scenario().parallel.gpus, gpus);
        QCOMPARE(QFile::exists(backup), isKept);
        QCOMPARE(documents.isModified(), answer == RecoveryChoice::Recover);
        if (answer == RecoveryChoice::Recover) {
            QCOMPARE(documents.path(), "/home/ana/run.shardscope");
            QCOMPARE(backups(folder.path()).size(), 1); // a second crash loses nothing either
        }
    }

    // Lessons

    void aLessonIsBackedUpWhileItIsNotSaved()
    {
        const QTemporaryDir folder;
        LessonDesk desk;
        LessonAutosave autosave(desk, folder.path());
        desk.take(sampleLesson());
        autosave.update();
        QVERIFY(backups(folder.path()).isEmpty());
        retitle(desk, "Half written");
        QTRY_COMPARE_WITH_TIMEOUT(backups(folder.path()).size(), 1, 20000);
        QVERIFY(desk.save(folder.filePath("mine.shardlesson")));
        QVERIFY(backups(folder.path()).isEmpty());
        retitle(desk, "Once more");
        autosave.update();
        QCOMPARE(backups(folder.path()).size(), 1);
        desk.take(sampleLesson()); // its changes were given up
        QVERIFY(backups(folder.path()).isEmpty());
    }

    void offersLessonsForRecovery_data()
    {
        QTest::addColumn<RecoveryChoice>("answer");
        QTest::addColumn<bool>("isKept");
        QTest::newRow("recover") << RecoveryChoice::Recover << false;
        QTest::newRow("discard") << RecoveryChoice::Discard << false;
        QTest::newRow("later") << RecoveryChoice::Later << true;
    }

    void offersLessonsForRecovery()
    {
        QFETCH(RecoveryChoice, answer);
        QFETCH(bool, isKept);
        const QTemporaryDir folder;
        const QString backup = crashOverALesson(folder.path(), "/home/ana/mine.shardlesson");
        Session session{{}};
        QWidget window;
        DialogAnswers answers;
        answers.recovery = answer;
        LessonDesk desk;
        LessonFiles files(desk, session, answers, window, folder.path());
        const bool isRecovered = answer == RecoveryChoice::Recover;
        files.offerRecovery();
        QCOMPARE(answers.recoveryAsked, 1);
        QCOMPARE(QFile::exists(backup), isKept);
        QCOMPARE(desk.lesson() != nullptr, isRecovered);
        if (!isRecovered)
            return;
        Lesson written = sampleLesson(); // with its broken step as it stood
        written.title = LessonText("Half written");
        QCOMPARE(writeLesson(*desk.lesson()), writeLesson(written));
        QCOMPARE(desk.path(), "/home/ana/mine.shardlesson");
        QVERIFY(desk.isModified());
        QCOMPARE(backups(folder.path()).size(), 1); // a second crash loses nothing either
    }

    void aRecoveredLessonIsShownBesideTheWindow()
    {
        const QTemporaryDir folder;
        crashOverALesson(folder.path(), {});
        Settings settings(folder.filePath("settings.ini"));
        Translations translations;
        Session session{samples::catalog()};
        auto *answers = new DialogAnswers;
        answers->recovery = RecoveryChoice::Recover;
        MainWindow window({session, settings, translations},
            {std::unique_ptr<FileDialogs>(answers), folder.path()});
        window.show();
        window.lessons().offerRecovery();
        QVERIFY(window.findChild<QDockWidget *>("lesson")->isVisible());
        const LessonDesk *desk = window.findChild<LessonDesk *>();
        QCOMPARE(desk->lesson()->title.in("en"), std::string("Half written"));
        const_cast<LessonDesk *>(desk)->undoStack()->setClean(); // nothing is asked at the end
    }

    void aScenarioIsNoLesson()
    {
        const QTemporaryDir folder;
        crash(folder.path(), 24, {});
        LessonDesk desk;
        QVERIFY(LessonAutosave(desk, folder.path()).leftovers().isEmpty());
        QFile::remove(folder.filePath("left.json"));
        crashOverALesson(folder.path(), {});
        Session session{{}};
        QVERIFY(ScenarioAutosave(session, folder.path()).leftovers().isEmpty());
        QCOMPARE(LessonAutosave(desk, folder.path()).leftovers().size(), 1);
    }
};

QTEST_MAIN(TestAutosave)
#include "tst_autosave.moc"
