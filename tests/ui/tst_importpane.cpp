// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/keys.h"
#include "tests/support/llamaconfig.h"
#include "tests/ui/answers.h"
#include "tests/ui/testwindow.h"
#include "ui/dialogs/messagebar.h"
#include "ui/fields/fieldrow.h"
#include "ui/imports/importpane.h"
#include "ui/imports/importtree.h"
#include "ui/panels/fieldgroup.h"
#include "ui/panels/originmark.h"
#include "ui/panels/parameterpanel.h"
#include "ui/text/foreign.h"
#include "ui/workspace.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QRadioButton>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>
#include <QUrl>

using namespace shardscope;

namespace {

const QByteArray Recipe = "base_model: meta-llama/Llama-3.1-8B\n"
                          "adapter: lora\n"
                          "sequence_len: 2048\n"
                          "lora_r: 32\n"
                          "lora_target_linear: true\n"
                          "micro_batch_size: 2\n"
                          "gradient_accumulation_steps: 4\n"
                          "optimizer: adamw_torch\n"
                          "bf16: true\n"
                          "deepspeed: ds.json\n"
                          "wandb_project: mine\n"
                          "surprise_me: 7\n";
const QByteArray DeepSpeed = R"({"bf16": {"enabled": true},
 "train_micro_batch_size_per_gpu": 8, "zero_optimization": {"stage": 2}})";

/// A window with everything that it needs, away from the user's own files.
struct Fixture : TestWindow
{
    Fixture() { window.resize(1280, 720); }
    QString write(const QString &name, const QByteArray &content) const
    {
        return writeTestFile(folder.filePath(name), content);
    }

    void drop(const QStringList &paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString &path : paths)
            urls += QUrl::fromLocalFile(path);
        data.setUrls(urls);
        QDragEnterEvent enter({10, 10}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &event);
        QApplication::processEvents();
    }
    void dropRun() { drop({write("recipe.yaml", Recipe), write("ds.json", DeepSpeed)}); }
    void dropText(const QByteArray &text) { drop({write("recipe.yaml", text)}); }

    QDockWidget *dock() const { return window.findChild<QDockWidget *>("imports"); }
    ImportPane *pane() const { return window.findChild<ImportPane *>(); }
    ImportTree *tree() const { return window.findChild<ImportTree *>(); }
    QLabel *label(const char *name) const
    {
        return pane()->findChild<QLabel *>(QLatin1String(name));
    }
    QPushButton *takeIn() const { return pane()->findChild<QPushButton *>(); }
    QRadioButton *saying(const QString &words) const
    {
        for (QRadioButton *button : tree()->findChildren<QRadioButton *>()) {
            if (button->accessibleName().endsWith(words))
                return button;
        }
        return nullptr;
    }
    QTreeWidgetItem *item(const QString &words, int column = ImportTree::SaidColumn) const
    {
        const auto found = tree()->findItems(words, Qt::MatchContains | Qt::MatchRecursive, column);
        return found.isEmpty() ? nullptr : found.first();
    }
    OriginMark *mark(const QString &key) const
    {
        return window.findChild<ParameterPanel *>()->row(key)->findChild<OriginMark *>();
    }
    int microBatch() const { return session.scenario().training.microBatch; }
    void setMicroBatch(int size)
    {
        Scenario next = session.scenario();
        next.training.microBatch = size;
        session.editAtOnce("Micro-batch", "training.micro_batch", next);
    }
};

} // namespace

class TestImportPane : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void theDockComesWithTheFirstImport()
    {
        Fixture f;
        QVERIFY(!f.dock()->isVisible());
        QVERIFY(f.window.documents().imports().run() == nullptr);
        f.dropRun();
        QVERIFY(f.dock()->isVisible());
        QVERIFY(f.dock()->toggleViewAction()->isChecked());
        QVERIFY(f.label("verdict")->text().contains(QRegularExpression("^\\d+ taken, ")));
    }

    void filesDroppedTogetherAreOneStep()
    {
        Fixture f;
        const Scenario before = f.session.scenario();
        f.dropRun();
        QCOMPARE(f.session.undoStack()->count(), 1);
        QCOMPARE(f.session.scenario().training.sequenceLength, 2048);
        QCOMPARE(f.session.scenario().parallel.strategy, Strategy::Zero2);
        QVERIFY(f.mark("training.sequence_length")->isVisibleTo(&f.window));
        const QString said = f.window.workspace().messages().message();
        QVERIFY2(said.contains("recipe.yaml and ds.json"), qPrintable(said));
        QVERIFY2(said.contains("1 contradicting"), qPrintable(said));

        f.session.undoStack()->undo();
        QVERIFY(f.session.scenario() == before);
        QVERIFY(!f.mark("training.sequence_length")->isVisibleTo(&f.window));
        QVERIFY(f.mark("training.sequence_length")->toolTip().isEmpty());
        f.session.undoStack()->redo();
        QCOMPARE(f.mark("training.sequence_length")->kind(), OriginKind::File);
    }

    void theMessageLeadsToTheDock()
    {
        Fixture f;
        f.dropRun();
        f.dock()->close();
        QToolButton *show = nullptr;
        for (auto *button : f.window.workspace().messages().findChildren<QToolButton *>()) {
            if (button->isVisible() && button->text() == "Show")
                show = button;
        }
        QVERIFY(show);
        show->click();
        QVERIFY(f.dock()->isVisible());
        f.window.workspace().messages().showNote("Something else");
        QVERIFY(!show->isVisible());
    }

    void everyKeyIsInOneOfFiveGroups()
    {
        Fixture f;
        f.dropRun();
        const ImportTree *tree = f.tree();
        QCOMPARE(tree->topLevelItemCount(), static_cast<int>(ImportTree::GroupCount));
        const auto group = [tree](int i) { return tree->topLevelItem(i); };
        QVERIFY(group(ImportTree::Taken)->text(0).startsWith("Taken ("));
        QCOMPARE(group(ImportTree::Contradicting)->text(0), "Contradicting (1)");
        QCOMPARE(group(ImportTree::NotUnderstood)->text(0), "Not understood (1)");
        QVERIFY(group(ImportTree::Taken)->isExpanded());
        QVERIFY(!group(ImportTree::WithoutEffect)->isExpanded());
        QVERIFY(group(ImportTree::NotUnderstood)->isExpanded()); // somebody has to look
        const QTreeWidgetItem *row = f.item("sequence_len: 2048");
        QVERIFY(row);
        QCOMPARE(row->text(ImportTree::PlaceColumn), "recipe.yaml:3");
        QCOMPARE(row->text(ImportTree::ReachedColumn), "Sequence length = 2,048");
        QVERIFY(f.item("surprise_me: 7")->parent() == group(ImportTree::NotUnderstood));
    }

    void theOtherSayingChangesThePlan()
    {
        Fixture f;
        f.dropRun();
        QRadioButton *two = f.saying("micro_batch_size: 2");
        QRadioButton *eight = f.saying("train_micro_batch_size_per_gpu: 8");
        QVERIFY(two && eight);
        QVERIFY(two->isChecked() != eight->isChecked());
        const int before = f.microBatch();
        const int other = before == 2 ? 8 : 2;
        const QString words = QString(": %1").arg(other);
        f.saying(words)->click();
        QTRY_COMPARE(f.microBatch(), other);
        QVERIFY(f.saying(words)->isChecked());
        QVERIFY(f.mark("training.micro_batch")->accessibleDescription().contains(words));

        f.session.undoStack()->undo();
        QCOMPARE(f.microBatch(), before);
        QVERIFY(!f.saying(words)->isChecked());
        f.setMicroBatch(5);
        for (const QRadioButton *button : f.tree()->findChildren<QRadioButton *>())
            QVERIFY(!button->isChecked()); // neither file has its way
        f.session.undoStack()->undo();
        QVERIFY(f.saying(QString(": %1").arg(before))->isChecked());
        f.session.undoStack()->undo();
        QVERIFY(f.session.origins().empty());
    }

    void whatWasEditedSinceTheImportStays()
    {
        Fixture f;
        f.dropRun();
        Scenario next = f.session.scenario();
        next.training.accumulation = 9;
        f.session.editAtOnce("Micro-steps", "training.accumulation", next);
        const int other = f.microBatch() == 2 ? 8 : 2;
        f.saying(QString(": %1").arg(other))->click();
        QTRY_COMPARE(f.microBatch(), other);
        QCOMPARE(f.session.scenario().training.accumulation, 9);
        QCOMPARE(f.mark("training.accumulation")->kind(), OriginKind::User);
    }

    void aModelBesideARecipeIsItsModel()
    {
        Fixture f;
        f.drop({f.write("recipe.yaml", Recipe), f.write("ds.json", DeepSpeed),
            f.write("config.json", QByteArray::fromStdString(llama))});
        const auto &model = f.session.scenario().model;
        QVERIFY(model.imported && model.id.empty());
        QCOMPARE(f.session.undoStack()->count(), 1);
    }

    void aSayingIsChosenByKeyboard()
    {
        Fixture f;
        f.dropRun();
        const int before = f.microBatch();
        QTreeWidgetItem *contradiction
            = f.tree()->topLevelItem(ImportTree::Contradicting)->child(0);
        f.tree()->setFocus();
        f.tree()->setCurrentItem(contradiction);
        QTest::keyClick(f.tree(), Qt::Key_Down);
        if (f.saying(QString(": %1").arg(before))
            == f.tree()->itemWidget(f.tree()->currentItem(), 1))
            QTest::keyClick(f.tree(), Qt::Key_Down);
        QTest::keyClick(f.tree(), Qt::Key_Space);
        QTRY_VERIFY(f.microBatch() != before);
    }

    void whatWouldNotBeTrueIsHeldBack()
    {
        Fixture f;
        const Scenario before = f.session.scenario();
        f.dropText(QByteArray(Recipe).replace("sequence_len: 2048", "sequence_len: 9000000000"));
        QVERIFY(f.session.scenario() == before);
        QVERIFY(f.dock()->isVisible());
        const QString problems = f.label("problems")->text();
        QVERIFY2(problems.contains("recipe.yaml, line 3, sequence_len"), qPrintable(problems));
        QVERIFY(f.takeIn()->isVisible());
        QVERIFY(f.window.workspace().messages().message().contains("left the plan as it was"));
        f.takeIn()->click();
        QCOMPARE(f.session.scenario().training.loraRank, 32);
        QVERIFY(!f.takeIn()->isVisible());
        QCOMPARE(f.session.undoStack()->count(), 1);
    }

    void anUnknownModelIsAskedFor()
    {
        Fixture f;
        f.dropText(QByteArray(Recipe).replace("meta-llama/Llama-3.1-8B", "acme/secret-3"));
        QVERIFY(f.label("missing")->isVisible());
        QVERIFY(f.label("missing")->text().contains("choose the model"));
        f.takeIn()->click();
        QCOMPARE(f.microBatch(), 2);
    }

    void marksSayWhereValuesComeFrom_data()
    {
        QTest::addColumn<Origin>("origin");
        QTest::addColumn<QString>("words");
        QTest::newRow("file") << Origin{OriginKind::File, "/home/me/recipe.yaml", 12,
            "micro_batch_size", "2"}
                              << "From recipe.yaml, line 12: micro_batch_size: 2";
        QTest::newRow("no line") << Origin{OriginKind::File, "adapter_config.json", 0, "r", "8"}
                                 << "From adapter_config.json: r: 8";
        QTest::newRow("a whole file")
            << Origin{OriginKind::File, "config.json", 0, {}, {}} << "From config.json";
        QTest::newRow("pasted") << Origin{OriginKind::File, {}, 2, "lora_r", "8"}
                                << "From pasted text, line 2: lora_r: 8";
        QTest::newRow("derived") << Origin{OriginKind::Derived, "accelerate.yaml", 3,
            "num_processes, num_machines", {}}
                                 << "Follows from num_processes, num_machines (accelerate.yaml, "
                                    "line 3)";
        QTest::newRow("format") << Origin{OriginKind::Format, {}, 0, "axolotl", {}}
                                << "Not said by any file: what axolotl takes";
        QTest::newRow("user") << Origin{OriginKind::User, {}, 0, {}, {}} << "Set by you";
    }
    void marksSayWhereValuesComeFrom()
    {
        QFETCH(Origin, origin);
        QFETCH(QString, words);
        Fixture f;
        const int width = f.window.findChild<ParameterPanel *>()->minimumSizeHint().width();
        Scenario next = f.session.scenario();
        next.training.microBatch = 2;
        f.session.takeIn("Import", next, {{"training.micro_batch", origin}});
        const OriginMark *mark = f.mark("training.micro_batch");
        QVERIFY(mark->isVisible());
        QCOMPARE(mark->accessibleDescription(), words);
        QCOMPARE(mark->toolTip(), plainTip(words));
        QVERIFY(!mark->accessibleName().isEmpty());
        const auto *row = static_cast<const FieldRow *>(mark->parentWidget());
        QVERIFY(row->control()->accessibleDescription().endsWith(words));
        QVERIFY(!row->toolTip().contains(words));
        QApplication::processEvents();
        QVERIFY(f.window.findChild<ParameterPanel *>()->minimumSizeHint().width() <= width + 12);
        f.session.undoStack()->undo();
        QVERIFY(!mark->isVisible());
        QVERIFY(!row->control()->accessibleDescription().contains(words));
    }

    void marksDoNotWidenThePanel()
    {
        Fixture f;
        auto *panel = f.window.findChild<ParameterPanel *>();
        panel->setUnfolded(std::vector<bool>(panel->groups().size(), true));
        QApplication::processEvents();
        const int width = panel->minimumSizeHint().width();
        Origins origins;
        for (const Key &key : keys())
            origins[std::string(key.id)] = {.kind = OriginKind::Format, .key = "axolotl"};
        f.session.takeIn("Import", f.session.scenario(), origins);
        QApplication::processEvents();
        const int marked = panel->minimumSizeHint().width();
        QVERIFY2(marked <= width + 16, qPrintable(QString("%1, %2").arg(width).arg(marked)));
    }

    void everyKindHasAShapeOfItsOwn()
    {
        Fixture f;
        QList<QImage> shapes;
        for (const OriginKind kind :
            {OriginKind::File, OriginKind::Derived, OriginKind::Format, OriginKind::User}) {
            Scenario next = f.session.scenario();
            next.training.microBatch = 2;
            f.session.takeIn(
                "Import", next, {{"training.micro_batch", Origin{kind, "f", 1, "k", "v"}}});
            // In one colour: shapes alone tell them apart.
            OriginMark *mark = f.mark("training.micro_batch");
            QPalette palette(Qt::white, Qt::black);
            palette.setColor(QPalette::Link, palette.color(QPalette::WindowText));
            mark->setPalette(palette);
            QApplication::processEvents();
            const QImage shape = mark->grab().toImage();
            QVERIFY(!shapes.contains(shape));
            shapes += shape;
        }
    }

    void anEditIsYours()
    {
        Fixture f;
        f.dropRun();
        OriginMark *mark = f.mark("training.sequence_length");
        QCOMPARE(mark->kind(), OriginKind::File);
        Scenario next = f.session.scenario();
        next.training.sequenceLength = 1024;
        f.session.editAtOnce("Sequence length", "training.sequence_length", next);
        QCOMPARE(mark->kind(), OriginKind::User);
        QCOMPARE(mark->accessibleDescription(), "Set by you");
        f.session.undoStack()->undo();
        QCOMPARE(mark->kind(), OriginKind::File);
    }

    void withoutFilesTheDefaultHasNoMark()
    {
        Fixture f;
        const int before = f.microBatch();
        f.setMicroBatch(before + 3);
        QVERIFY(f.mark("training.micro_batch")->isVisible());
        f.setMicroBatch(before);
        QVERIFY(!f.mark("training.micro_batch")->isVisible());
    }

    void aRecipeIsPasted()
    {
        Fixture f;
        QMimeData *data = new QMimeData;
        data->setText(QString::fromUtf8(QByteArray(Recipe).replace("deepspeed: ds.json\n", "")));
        QApplication::clipboard()->setMimeData(data);
        QVERIFY(f.window.documents().open(*QApplication::clipboard()->mimeData()));
        QCOMPARE(f.session.scenario().training.loraRank, 32);
        QVERIFY(f.window.workspace().messages().message().contains("pasted text"));
        QCOMPARE(f.mark("training.sequence_length")->accessibleDescription(),
            "From pasted text, line 3: sequence_len: 2048");
    }

    void foreignTextIsNoMarkup()
    {
        Fixture f;
        f.drop({f.write("<b>x&amp;.yaml",
            QByteArray(Recipe)
                    .replace("deepspeed: ds.json\n", "")
                    .replace("sequence_len: 2048", "sequence_len: 90000000000")
                + "\"<img src=x>\": \"<h1>&big</h1>\"\n" + QByteArray(900, 'k') + ": 1\n")});
        const QTreeWidgetItem *row = f.item("<img src=x>");
        QVERIFY(row);
        QCOMPARE(row->text(ImportTree::SaidColumn), "<img src=x>: <h1>&big</h1>");
        QVERIFY(row->toolTip(ImportTree::SaidColumn).contains("&lt;h1&gt;"));
        QVERIFY(row->text(ImportTree::PlaceColumn).startsWith("<b>x&amp;.yaml"));
        for (const QLabel *label : f.pane()->findChildren<QLabel *>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
        QVERIFY(f.label("problems")->text().contains("<b>x&amp;.yaml"));
        QVERIFY(f.item("kkkk")->text(ImportTree::SaidColumn).size() < 200);
        QVERIFY(f.pane()->minimumSizeHint().width() < 300);
        f.takeIn()->click();
        const QString tip = f.mark("training.lora_rank")->toolTip();
        QVERIFY2(!tip.contains("<b>x") && tip.contains("&lt;b&gt;x"), qPrintable(tip));
        for (const QLabel *label : f.window.workspace().messages().findChildren<QLabel *>())
            QVERIFY(label->text().isEmpty() || label->textFormat() == Qt::PlainText);
    }

    void aRowLeadsToItsInput()
    {
        Fixture f;
        f.dropRun();
        f.tree()->setCurrentItem(f.item("gradient_accumulation_steps"));
        f.tree()->setFocus();
        QTest::keyClick(f.tree(), Qt::Key_Return);
        const FieldRow *row = f.window.findChild<ParameterPanel *>()->row("training.accumulation");
        QTRY_VERIFY(row->isAncestorOf(QApplication::focusWidget()));
    }

    void theReportIsCopiedAsText()
    {
        Fixture f;
        f.dropRun();
        f.tree()->setFocus();
        QTest::keyClick(f.tree(), Qt::Key_C, Qt::ControlModifier);
        const QString text = QApplication::clipboard()->text();
        QVERIFY2(text.contains("Taken\n"), qPrintable(text.left(200)));
        QVERIFY(text.contains("surprise_me: 7"));
    }

    void thePaneComesBackInAnotherLanguage()
    {
        Fixture f;
        f.dropRun();
        f.tree()->topLevelItem(ImportTree::WithoutEffect)->setExpanded(true);
        f.tree()->topLevelItem(ImportTree::Taken)->setExpanded(false);
        const ImportPane *before = f.pane();
        f.translations.use("de");
        QTRY_VERIFY(f.pane() && f.pane() != before);
        QVERIFY(!f.label("verdict")->text().contains("taken"));
        QVERIFY(f.dock()->isVisible());
        QVERIFY(f.item("sequence_len: 2048"));
        QVERIFY(f.tree()->topLevelItem(ImportTree::WithoutEffect)->isExpanded());
        QVERIFY(!f.tree()->topLevelItem(ImportTree::Taken)->isExpanded());
    }

    void anUnreadableFileLeavesEverythingAlone()
    {
        Fixture f;
        f.dropRun();
        const Scenario before = f.session.scenario();
        f.dropText("micro_batch_size: [2\nadapter: lora\n");
        QVERIFY(f.session.scenario() == before);
        QVERIFY(f.window.workspace().messages().message().startsWith("Error"));
        QVERIFY(f.item("sequence_len: 2048"));
    }
};

QTEST_MAIN(TestImportPane)
#include "tst_importpane.moc"
