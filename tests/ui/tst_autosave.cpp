// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples.h"
#include "tests/ui/answers.h"
#include "ui/files/autosave.h"
#include "ui/session.h"
#include "ui/settings.h"

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

/// What a program leaves that stops in the middle of its work: a backup, and a lock of nobody.
QString crash(const QString &folder, int gpus, const QString &path)
{
    const QTemporaryDir scratch;
    Session session{{}};
    Autosave autosave(session, scratch.path());
    autosave.setPath(path);
    edit(session, gpus);
    autosave.update();
    const QString backup = folder + "/left.json";
    QDir().mkpath(folder);
    QFile::copy(scratch.filePath(backups(scratch.path()).value(0)), backup);
    // No process has this number: systems stop well before it.
    writeTestFile(backup + ".lock",
        "99999999\nshardscope\n" + QSysInfo::machineHostName().toUtf8() + "\n"
            + QSysInfo::machineUniqueId() + "\n" + QSysInfo::bootUniqueId() + "\n");
    return backup;
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
        Autosave autosave(session, folder.path());
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
        QCOMPARE(found.first().document, before);
        session.load({});
        session.load(found.first().document);
        QCOMPARE(session.pins().all().reference()->name, "Four");
    }

    void aPinAloneIsKept()
    {
        const QTemporaryDir folder;
        Session session{samples::catalog()};
        Autosave autosave(session, folder.path());
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
        const Autosave autosave(session, folder.path());
        edit(session, 24);
        QVERIFY(backups(folder.path()).isEmpty()); // not while somebody drags
        QTRY_COMPARE_WITH_TIMEOUT(backups(folder.path()).size(), 1, 20000);
    }

    void savingRemovesTheCopy()
    {
        const QTemporaryDir folder;
        Session session{{}};
        Autosave autosave(session, folder.path());
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
            Autosave autosave(session, folder.path());
            edit(session, 24);
            autosave.update();
        }
        QVERIFY(QDir(folder.path()).entryList(QDir::Files).isEmpty());
    }

    void aRunningProgramsCopyIsItsOwn()
    {
        const QTemporaryDir folder;
        Session first{{}};
        Autosave firstSave(first, folder.path());
        edit(first, 24);
        firstSave.update();
        Session second{{}};
        Autosave secondSave(second, folder.path());
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
        const Autosave autosave(session, folder.path());
        const QList<Leftover> found = autosave.leftovers();
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.first().document.scenario.parallel.gpus, 24);
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
        auto *answers = new Answers;
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
};

QTEST_MAIN(TestAutosave)
#include "tst_autosave.moc"
