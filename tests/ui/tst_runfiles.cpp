// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testcatalog.h"
#include "tests/ui/answers.h"
#include "ui/dialogs/runfiledialog.h"
#include "ui/dialogs/savebackdialog.h"
#include "ui/files/documents.h"
#include "ui/files/importdesk.h"
#include "ui/session.h"
#include "ui/settings.h"

#include <QComboBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;

class TestRunFiles : public QObject
{
    Q_OBJECT

private slots:
    void thePreviewFollowsTheChoice()
    {
        Session session(builtInCatalog());
        DialogAnswers answers;
        RunFileDialog dialog(session, answers, {});
        for (const RunTarget &target : runTargets()) {
            dialog.choose(QString::fromStdString(std::string(target.id)));
            QVERIFY2(!dialog.text().isEmpty(), std::string(target.id).c_str());
        }
        dialog.choose("deepspeed");
        QVERIFY(dialog.text().contains("\"zero_optimization\""));
        dialog.choose("axolotl");
        QVERIFY(dialog.text().startsWith("# "));
        QVERIFY(dialog.text().contains("micro_batch_size: 1"));
    }

    void anEditGoesBackIntoItsLine()
    {
        QTemporaryDir folder;
        const QString path = writeTestFile(folder.filePath("recipe.yaml"),
            "base_model: meta-llama/Llama-3.1-8B # mine\nsequence_len: 2048\n"
            "micro_batch_size: 2   # per GPU\n");
        Session session(builtInCatalog());
        ImportDesk desk(session, {});
        QVERIFY(desk.open({{path.toStdString(), readTestFile(path).toStdString()}}).has_value());
        QCOMPARE(session.scenario().training.microBatch, 2);
        Scenario next = session.scenario();
        next.training.microBatch = 8;
        next.hardware.reserveGib = 3;
        session.editAtOnce("Edit", "edit", next);
        const SavedBack saved = desk.savedBack();
        QCOMPARE(saved.edits.size(), std::size_t(1));
        QCOMPARE(saved.unsaid, std::vector<std::string>{"hardware.reserve_gib"});
        SaveBackDialog dialog(saved);
        QVERIFY(dialog.findChild<QPlainTextEdit *>()->toPlainText().contains(
            "+micro_batch_size: 8   # per GPU"));
        QVERIFY(desk.write(saved).has_value());
        QCOMPARE(readTestFile(path),
            QByteArray("base_model: meta-llama/Llama-3.1-8B # mine\nsequence_len: 2048\n"
                       "micro_batch_size: 8   # per GPU\n"));
        QVERIFY(desk.savedBack().edits.empty());
    }

    void aChoiceIsKeptAndUndoneWithTheImport()
    {
        Session session(builtInCatalog());
        const Scenario before = session.scenario();
        ImportDesk desk(session, {});
        QVERIFY(desk.open({{"a.yaml",
                               "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 2048\n"
                               "micro_batch_size: 4\n"},
                              {"ds.json",
                                  "{\"zero_optimization\": {\"stage\": 2},"
                                  "\"train_micro_batch_size_per_gpu\": 1}"}})
                    .has_value());
        QCOMPARE(session.scenario().training.microBatch, 4);
        QCOMPARE(session.origins().at("training.micro_batch").file, std::string("a.yaml"));
        desk.choose("training.micro_batch", 1);
        QCOMPARE(session.scenario().training.microBatch, 1);
        QCOMPARE(session.origins().at("training.micro_batch").file, std::string("ds.json"));
        session.undoStack()->undo();
        QCOMPARE(session.scenario().training.microBatch, 4);
        session.undoStack()->undo();
        QCOMPARE(session.scenario(), before);
        QVERIFY(session.origins().empty());
    }

    void aRecipeIsPinnedAsWhatItComesTo()
    {
        QTemporaryDir folder;
        Session session(builtInCatalog());
        QWidget window;
        Settings settings(folder.filePath("settings.ini"));
        auto answers = std::make_unique<DialogAnswers>();
        answers->filesToOpen = {writeTestFile(folder.filePath("recipe.yaml"),
            "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 2048\nmicro_batch_size: 6\n")};
        Documents documents(session, window, settings,
            {.dialogs = std::move(answers), .backupFolder = folder.path()});
        QVERIFY(documents.chooseAndPin());
        QCOMPARE(session.pins().saved().front().scenario.training.microBatch, 6);
        QVERIFY(session.scenario().training.microBatch != 6);
    }

    void editsAreTheUsers()
    {
        Session session(builtInCatalog());
        Scenario next = session.scenario();
        next.training.microBatch = 8;
        session.edit("Edit", "edit", next);
        QCOMPARE(session.origins().at("training.micro_batch").kind, OriginKind::User);
        QCOMPARE(session.origins().size(), std::size_t(1));
        session.undoStack()->undo();
        QVERIFY(session.origins().empty());
    }

    void whatCannotBePlannedIsHeldBack()
    {
        Session session(builtInCatalog());
        const Scenario before = session.scenario();
        ImportDesk desk(session, {});
        QVERIFY(desk.open({{"a.yaml", "base_model: nobody/nothing\nmicro_batch_size: 7\n"}})
                    .has_value());
        QVERIFY(desk.isHeldBack());
        QCOMPARE(session.scenario(), before);
        desk.takeIn();
        QCOMPARE(session.scenario().training.microBatch, 7);
        session.load({});
        QVERIFY(!desk.run());
        QVERIFY(!desk.isHeldBack());
    }
};

QTEST_MAIN(TestRunFiles)
#include "tst_runfiles.moc"
