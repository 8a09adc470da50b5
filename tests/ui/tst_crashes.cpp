// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/document.h"
#include "tests/support/kills.h"
#include "tests/ui/answers.h"
#include "ui/files/documents.h"
#include "ui/session.h"
#include "ui/settings.h"

#include <QProcess>
#include <QRandomGenerator>
#include <QTest>
#include <QWidget>

#include <cstdio>

using namespace shardscope;

namespace {

void edit(Session &session, int gpus)
{
    Scenario next = session.scenario();
    next.parallel.gpus = gpus;
    session.edit("GPUs", "parallel.gpus", next);
    session.endGesture();
}

QString fileIn(const QString &folder)
{
    return folder + "/a.shardscope";
}

/// Somebody who edits, is backed up and saves without rest, and says how far it has come:
/// "b 7" when seven GPUs are in a backup, "s 7" when they are in the file.
int work(const QString &folder)
{
    Session session{{}};
    QWidget window;
    Settings settings(folder + "/settings.ini");
    Documents documents(
        session, window, settings, {std::make_unique<DialogAnswers>(), folder + "/unused"});
    ScenarioAutosave autosave(session, folder + "/backups");
    autosave.setFile(DocumentFile(fileIn(folder)));
    if (!documents.open(fileIn(folder)))
        return 1;
    const auto say = [](const char *what, int gpus) {
        std::printf("%s %d\n", what, gpus);
        std::fflush(stdout);
    };
    for (int gpus = session.scenario().parallel.gpus + 1;; ++gpus) {
        edit(session, gpus);
        if (!autosave.update())
            return 2;
        say("b", gpus);
        if (!documents.save())
            return 3;
        say("s", gpus);
    }
}

int gpusIn(const std::string &text)
{
    const Result<ScenarioDocument> document = readScenario(std::string_view(text));
    return document ? document->scenario.parallel.gpus : -1;
}

/// What it said last of a letter; 0: nothing.
int lastOf(const QByteArray &said, char letter)
{
    int last = 0;
    for (const QByteArray &line : said.left(said.lastIndexOf('\n')).split('\n')) {
        if (line.startsWith(letter))
            last = line.mid(2).toInt();
    }
    return last;
}

} // namespace

class TestCrashes : public QObject
{
    Q_OBJECT

private slots:
    /// Killed while it saves and backs up: the file is whole, and the file or a backup holds all
    /// that was said to be there.
    void nothingIsLost()
    {
        const QTemporaryDir folder;
        writeTestFile(fileIn(folder.path()), scenarioText(2));
        for (int i = 0; i < kills(); ++i) {
            QProcess killed;
            killed.start(QCoreApplication::applicationFilePath(), {"--work", folder.path()});
            QVERIFY(killed.waitForReadyRead(60'000)); // it works
            QTest::qSleep(QRandomGenerator::global()->bounded(40));
            killed.kill();
            QVERIFY(killed.waitForFinished());
            QCOMPARE(killed.exitStatus(), QProcess::CrashExit); // and did not stop by itself
            const QByteArray said = killed.readAllStandardOutput();

            const int inFile = gpusIn(readTestFile(fileIn(folder.path())).toStdString());
            QVERIFY2(inFile >= lastOf(said, 's'), said.right(20));
            Session session{{}};
            const ScenarioAutosave autosave(session, folder.filePath("backups"));
            int best = inFile;
            for (const Leftover &leftover : autosave.leftovers()) {
                QVERIFY(gpusIn(leftover.text) > 0);
                QCOMPARE(leftover.path, fileIn(folder.path()));
                best = std::max(best, gpusIn(leftover.text));
                Autosave::discard(leftover);
            }
            QVERIFY2(best >= lastOf(said, 'b'), said.right(20));
        }
        // At most one hidden file beside each, which the next program takes over.
        const QStringList parts
            = QDir(folder.path()).entryList({"*.part"}, QDir::Files | QDir::Hidden);
        QVERIFY2(parts.size() <= 2, qPrintable(parts.join(' '))); // of the file and the settings
    }

    void aRecoveredCrashIsWhole()
    {
        const QTemporaryDir folder;
        writeTestFile(fileIn(folder.path()), scenarioText(2));
        QProcess killed;
        killed.start(QCoreApplication::applicationFilePath(), {"--work", folder.path()});
        QVERIFY(killed.waitForReadyRead(60'000));
        killed.kill();
        QVERIFY(killed.waitForFinished());
        Session session{{}};
        QWidget window;
        Settings settings(folder.filePath("settings.ini"));
        auto *answers = new DialogAnswers;
        answers->recovery = RecoveryChoice::Recover;
        Documents documents(session, window, settings,
            {std::unique_ptr<FileDialogs>(answers), folder.filePath("backups")});
        documents.offerRecovery();
        QVERIFY(session.scenario().parallel.gpus > 2 || answers->recoveryAsked == 0);
        answers->changed = ChangedChoice::Overwrite;
        if (answers->recoveryAsked > 0)
            QVERIFY(documents.save());
        QCOMPARE(
            QDir(folder.filePath("backups")).entryList(QDir::Files | QDir::Hidden), QStringList());
    }
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName("shardscope");
    const QStringList words = QCoreApplication::arguments();
    if (words.value(1) == "--work")
        return work(words.value(2));
    TestCrashes test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_crashes.moc"
