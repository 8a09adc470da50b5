// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/examples.h"
#include "tests/ui/testwindow.h"
#include "ui/charts/chartview.h"
#include "ui/charts/timelinechart.h"
#include "ui/dialogs/calibrationdialog.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/dialogs/messagebar.h"
#include "ui/fields/fieldrow.h"
#include "ui/foldingdock.h"
#include "ui/panels/parameterpanel.h"
#include "ui/results/explainview.h"
#include "ui/results/pages.h"
#include "ui/text/format.h"
#include "ui/workspace.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;

namespace {

/// A window with everything that it needs, away from the user's own files.
struct Fixture : TestWindow
{
    QAction *action(const QString &text) const
    {
        for (const QAction *menu : window.menuBar()->actions()) {
            for (QAction *action : menu->menu()->actions()) {
                if (action->text().remove(u'&') == text)
                    return action;
            }
        }
        qFatal("no action %s", qPrintable(text));
    }

    ChartView *chart() const
    {
        for (ChartView *view : window.findChildren<ChartView *>()) {
            if (view->isVisible())
                return view;
        }
        return nullptr;
    }

    bool shows(const QString &words) const
    {
        const QList<QLabel *> labels = window.findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(),
            [&words](const QLabel *label) { return label->text().contains(words); });
    }
};

} // namespace

class TestMainWindow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void aChangeReachesVerdictAndChart()
    {
        Fixture f;
        QTRY_VERIFY(f.shows("Fits on H100"));
        const ChartData before = f.chart()->data();
        Scenario scenario = f.session.scenario();
        scenario.model.parameters = 70e9;
        f.session.edit("Model size", "model.parameters", scenario);
        QTRY_VERIFY(f.shows("Does not fit on H100"));
        QVERIFY(f.chart()->data() != before);
        f.action("Undo Model size")->trigger();
        QTRY_VERIFY(f.shows("Fits on H100"));
        QCOMPARE(f.chart()->data(), before);
    }

    void panesKeepTheirSizesInAnotherLanguage()
    {
        Fixture f;
        const auto size = [&f](const char *name) {
            const auto *dock = f.window.findChild<QDockWidget *>(QLatin1String(name));
            return name == QByteArray("explain") ? dock->height() : dock->width();
        };
        f.window.resize(1280, 800);
        QTRY_VERIFY(f.shows("Fits on H100"));
        QTest::qWait(50);
        const int width = size("parameters");
        const int height = size("explain");
        for (const char *language : {"de", "en", "de", "en"}) {
            f.translations.use(QLatin1String(language));
            const bool isGerman = language == QByteArray("de");
            QTRY_VERIFY(f.shows(isGerman ? "Passt auf H100" : "Fits on H100"));
            QTest::qWait(50);
            QVERIFY2(std::abs(size("parameters") - width) <= 2, language);
            QVERIFY2(std::abs(size("explain") - height) <= 2, language);
        }
    }

    void keysThatNobodyKnowsAreTold()
    {
        Fixture f;
        QMimeData data;
        data.setText(R"({"shardscope": 1, "parallel": {"gpuss": 2}})");
        QVERIFY(f.window.documents().open(data));
        QVERIFY(f.shows("Unknown keys change nothing: /parallel/gpuss (did you mean "));
    }

    void anExampleSaysWhatItShowsUntilAnotherDocumentComes()
    {
        Fixture f;
        Workspace &workspace = f.window.workspace();
        QVERIFY(workspace.about().isHidden());
        for (const Example &example : builtInExamples()) {
            QVERIFY(f.window.documents().openExample(example.document));
            QVERIFY2(workspace.about().isVisible(), example.name.c_str());
            const std::optional<ChartKind> chart = fromName<ChartKind>(example.document.chart);
            QVERIFY2(chart.has_value() == example.isLesson(), example.name.c_str());
            if (chart)
                QCOMPARE(workspace.currentChart(), *chart);
        }
        QVERIFY(workspace.about().message().contains("“Chunks of a stage”"));
        f.session.edit({}, {}, scenarioWith({{"parallel.gpus", "4"}}, f.session.scenario()));
        QVERIFY(workspace.about().isVisible());
        emit workspace.about().linkActivated("training.loss"); // unfolds what is folded
        QVERIFY(f.window.parameters().row("training.loss")->isAncestorOf(f.window.focusWidget()));
        f.session.edit({}, {}, scenarioWith({{"model.parameters", "13B"}}, f.session.scenario()));
        QVERIFY(workspace.about().isHidden()); // it is about another model
        f.session.undoStack()->setIndex(0); // else it would ask
        f.action("New")->trigger();
        QVERIFY(workspace.about().isHidden());
    }

    void everyChartCanBeShown()
    {
        Fixture f;
        f.session.pins().pin(f.session.scenario());
        for (std::size_t i = 0; i < namesOf<ChartKind>.size(); ++i) {
            const auto chart = static_cast<ChartKind>(i);
            if (chart == ChartKind::HostMemory) // beside another
                continue;
            f.window.workspace().showChart(chart);
            QCOMPARE(f.window.workspace().currentChart(), chart);
        }
    }

    void aClickedPartIsExplainedAndLeadsToItsControl()
    {
        Fixture f;
        auto *explain = f.window.findChild<ExplainView *>();
        emit f.chart()->segmentActivated("zero3", "optimizer");
        QVERIFY(explain->toPlainText().contains("8 B x"));
        emit explain->controlRequested("training.optimizer");
        QVERIFY(QApplication::focusWidget());
        QVERIFY(f.window.parameters().isAncestorOf(QApplication::focusWidget()));
    }

    void aPhaseOfTheExplanationLeadsToItsInstant()
    {
        Fixture f;
        auto *explain = f.window.findChild<ExplainView *>();
        emit explain->anchorClicked(QUrl("phase:forward"));
        QCOMPARE(f.window.workspace().currentChart(), ChartKind::Timeline);
        const ChartView *timeline = f.chart();
        QVERIFY(timeline && timeline->selection());
        QCOMPARE(static_cast<int>(timeline->selection()->category),
            peakOfPhase(timeline->data(), "forward"));
    }

    void everyActionHasTextAndEveryShortcutIsUnique()
    {
        Fixture f;
        QSet<QString> shortcuts;
        for (const QAction *menu : f.window.menuBar()->actions()) {
            for (const QAction *action : menu->menu()->actions()) {
                QVERIFY(action->isSeparator() || !action->text().isEmpty());
                for (const QKeySequence &keys : action->shortcuts()) {
                    QVERIFY2(!shortcuts.contains(keys.toString()), qPrintable(keys.toString()));
                    shortcuts.insert(keys.toString());
                }
            }
        }
        QVERIFY(shortcuts.contains("Ctrl+E"));
        for (const char *zoom : {"Ctrl++", "Ctrl+-", "Ctrl+0"})
            QVERIFY(shortcuts.contains(zoom));
        QVERIFY(shortcuts.contains("Ctrl+Z"));
    }

    void noTwoShortcutsOfAnActionAreAlike()
    {
        Fixture f;
        for (const QAction *menu : f.window.menuBar()->actions()) {
            for (const QAction *action : menu->menu()->actions()) {
                const QList<QKeySequence> keys = action->shortcuts();
                for (const QKeySequence &key : keys)
                    QCOMPARE(keys.count(key), 1);
                QVERIFY2(!keys.contains(QKeySequence(QKeySequence::Redo)) || keys.size() == 2,
                    qPrintable(action->text()));
            }
        }
    }

    void closedParametersComeBack()
    {
        Fixture f;
        auto *dock = qobject_cast<QDockWidget *>(f.window.parameters().parentWidget());
        dock->close();
        f.action("Find Parameter")->trigger();
        QVERIFY(f.window.parameters().isAncestorOf(QApplication::focusWidget()));
        dock->close();
        emit f.window.findChild<ExplainView *>()->controlRequested("parallel.gpus");
        QTRY_VERIFY(f.window.parameters().isAncestorOf(QApplication::focusWidget()));
    }

    void undoFromWithinABox()
    {
        Fixture f;
        const Scenario before = f.session.scenario();
        f.window.parameters().focusControl("parallel.gpus_per_node");
        QWidget *box = QApplication::focusWidget();
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, "4");
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(f.session.scenario().parallel.gpusPerNode, 4);
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(f.session.scenario(), before);
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(f.session.scenario().parallel.gpusPerNode, 4);
    }

    void exportFromWithinABox()
    {
        Fixture f;
        f.window.parameters().focusControl("parallel.gpus_per_node");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_E, Qt::ControlModifier);
        QVERIFY(f.window.findChild<ExportDialog *>());
    }

    void copyKeysInTheTableTakeItsSelection()
    {
        Fixture f;
        f.window.workspace().showTab(f.window.workspace().tabCount() - 2);
        auto *table = f.window.workspace().findChild<TablePage *>()->findChild<QTableView *>();
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, 1));
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), "Weights");
    }

    void panesByKeyboard()
    {
        Fixture f;
        QWidget *explain = f.window.findChild<ExplainView *>();
        const auto isIn = [](const QWidget *pane) {
            const QWidget *focus = QApplication::focusWidget();
            return focus && (focus == pane || pane->isAncestorOf(focus));
        };
        f.window.parameters().focusFilter();
        QTest::keyClick(&f.window, Qt::Key_F6);
        QVERIFY(isIn(&f.window.workspace()));
        QTest::keyClick(&f.window, Qt::Key_F6);
        QVERIFY(isIn(explain));
        QTest::keyClick(&f.window, Qt::Key_F6);
        QTest::keyClick(&f.window, Qt::Key_F6);
        QVERIFY(isIn(&f.window.parameters()));
        QTest::keyClick(&f.window, Qt::Key_F6, Qt::ShiftModifier);
        QTest::keyClick(&f.window, Qt::Key_F6, Qt::ShiftModifier);
        QVERIFY(isIn(explain));
        f.window.findChild<FoldingDock *>()->hide();
        QTest::keyClick(&f.window, Qt::Key_F6);
        QVERIFY(isIn(&f.window.parameters()));
    }

    void theTabKeyReachesEverything()
    {
        Fixture f;
        Scenario scenario = f.session.scenario();
        scenario.training.microBatch = 2; // so that there is something to reset
        f.session.edit("Micro-batch", "training.micro_batch", scenario);
        f.session.evaluateNow();
        f.window.parameters().focusFilter();
        QSet<const QWidget *> reached;
        for (int i = 0; i < 500; ++i) {
            reached.insert(QApplication::focusWidget());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        for (const QWidget *widget : f.window.parameters().findChildren<QWidget *>()) {
            const bool takesTab = (widget->focusPolicy() & Qt::TabFocus) != 0
                && !widget->focusProxy() && widget->isVisible() && widget->isEnabled();
            QVERIFY2(!takesTab || reached.contains(widget),
                qPrintable(widget->accessibleName() + ' ' + widget->metaObject()->className()));
        }
    }

    void pinsAndPeeksByKeyboard()
    {
        Fixture f;
        f.chart()->setFocus();
        QTest::keyClick(f.chart(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(f.session.pins().count(), std::size_t{1});
        QTRY_VERIFY(f.shows("Pinned: "));
        Scenario scenario = f.session.scenario();
        scenario.model.parameters = 70e9;
        f.session.edit("Model size", "model.parameters", scenario);
        QTRY_VERIFY(f.shows("Does not fit on H100"));
        QTest::keyPress(f.chart(), Qt::Key_Space);
        QVERIFY(f.shows("Baseline: Fits on H100"));
        QTest::keyRelease(f.chart(), Qt::Key_Space);
        QVERIFY(f.shows("Does not fit on H100"));
        QVERIFY(!f.shows("Baseline: "));
    }

    void pagesAreMadeWhenTheyAreSeen()
    {
        Fixture f;
        Workspace &workspace = f.window.workspace();
        QVERIFY(workspace.findChild<MemoryPage *>());
        QVERIFY(!workspace.findChild<TrafficPage *>() && !workspace.findChild<TablePage *>());
        QVERIFY(!workspace.sweep());
        workspace.showTab(1);
        QVERIFY(workspace.findChild<TrafficPage *>()->isVisible());
        QVERIFY(!workspace.findChild<TablePage *>());
    }

    void aPageLearnsOfTheSelectionWhenItComes()
    {
        Fixture f;
        emit f.chart()->segmentActivated("zero3", "optimizer");
        f.window.workspace().showTab(2);
        const std::optional<ChartSegment> selection = f.chart()->selection();
        QVERIFY(selection.has_value());
        QCOMPARE(f.chart()->data().series[selection->series].id, "optimizer");
        f.window.workspace().showTab(f.window.workspace().tabCount() - 2);
        const auto *table = f.window.findChild<TablePage *>()->findChild<QTableView *>();
        QVERIFY(table->selectionModel()->hasSelection());
    }

    void aChartThatNobodyHasSeenIsExported()
    {
        Fixture f;
        const QString path = f.folder.filePath("timeline.png");
        QVERIFY(exportPlan(*f.session.plan(), f.session.catalog(), f.session.document(),
            {.path = path, .chart = ChartKind::Timeline}));
        QVERIFY(QFile::exists(path));
        QVERIFY(!f.window.findChild<TimelinePage *>());
    }

    void tabsByKeyboard()
    {
        Fixture f;
        for (int tab = f.window.workspace().tabCount() - 1; tab >= 0; --tab) {
            QTest::keyClick(&f.window, Qt::Key(Qt::Key_1 + tab), Qt::ControlModifier);
            QCOMPARE(f.window.workspace().currentTab(), tab);
        }
    }

    void theTimelineIsShownByEventAndInSeconds()
    {
        Fixture f;
        Workspace &workspace = f.window.workspace();
        QTest::keyClick(&f.window, Qt::Key_3, Qt::ControlModifier);
        QCOMPARE(workspace.currentChart(), ChartKind::Timeline);
        QAction *other = f.action("Timeline by Event or in Seconds");
        other->trigger();
        QCOMPARE(workspace.currentChart(), ChartKind::Step);
        QVERIFY(!f.chart()->data().edges.empty());
        QTest::keyClick(&f.window, Qt::Key_1, Qt::ControlModifier);
        QTest::keyClick(&f.window, Qt::Key_3, Qt::ControlModifier);
        QCOMPARE(workspace.currentChart(), ChartKind::Step); // as it was left
        other->trigger();
        QCOMPARE(workspace.currentChart(), ChartKind::Timeline);
        QTest::keyClick(&f.window, Qt::Key_4, Qt::ControlModifier);
        QCOMPARE(workspace.currentTab(), 3);
    }

    void copiesChartAndTable()
    {
        Fixture f;
        f.action("Copy Chart")->trigger();
        const QMimeData *chart = QApplication::clipboard()->mimeData();
        QVERIFY(chart->hasImage());
        QVERIFY(chart->hasFormat("image/svg+xml"));
        QVERIFY(chart->hasFormat("text/tab-separated-values"));
        f.action("Copy Table as Markdown")->trigger();
        QVERIFY(QApplication::clipboard()->text().contains("| Weights |"));
    }

    void pastesAModel()
    {
        Fixture f;
        QApplication::clipboard()->setText(R"({"model_type": "llama", "hidden_size": 1024,
            "num_hidden_layers": 4, "num_attention_heads": 8, "intermediate_size": 4096,
            "vocab_size": 1000})");
        f.action("Paste")->trigger();
        QVERIFY(f.session.scenario().model.imported.has_value());
        QVERIFY(f.session.undoStack()->canUndo());
    }

    void badInputChangesNothingAndSaysWhere()
    {
        Fixture f;
        const Scenario before = f.session.scenario();
        QApplication::clipboard()->setText("{\"model_type\": \"llama\",\n\"hidden_size\": -4096}");
        f.action("Paste")->trigger();
        QCOMPARE(f.session.scenario(), before);
        QVERIFY(f.window.workspace().messages().isVisible());
        QVERIFY(f.shows("hidden_size"));
    }

    void aMixtureOfExpertsSaysWhatIsActive()
    {
        Fixture f;
        Scenario scenario = f.session.scenario();
        scenario.model.id = "mistralai/Mixtral-8x7B-v0.1";
        f.session.edit("Model", "model.id", scenario);
        QVERIFY(f.shows("through " + formatParameters(12879925248) + " of these"));
        QVERIFY(f.shows("Exact count"));
        scenario.model.id = "meta-llama/Meta-Llama-3-8B";
        f.session.edit("Model", "model.id", scenario);
        QVERIFY(!f.shows("of these parameters"));
    }

    void anImpossibleChoiceKeepsTheLastChart()
    {
        Fixture f;
        const ChartData before = f.chart()->data();
        Scenario scenario = f.session.scenario();
        scenario.training.method = Method::Lora;
        scenario.training.loraTargets = "no_such_proj";
        f.session.edit("Targets", "training.lora_targets", scenario);
        QTRY_VERIFY(f.session.problem().has_value());
        QTRY_VERIFY(f.shows("no_such_proj"));
        QCOMPARE(f.chart()->data().series.size(), before.series.size());
    }

    void aPastedMeasurementOpensCalibrate_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("out of memory")
            << "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.91 GiB. GPU 0 has "
               "a total capacity of 39.39 GiB of which 1.03 GiB is free.";
        QTest::newRow("nvidia-smi")
            << "| 30%   45C    P2   250W / 300W |  38912MiB / 40960MiB |    100%      Default |";
        QTest::newRow("a peak") << "max memory reserved: 61.3 GiB";
    }

    void aPastedMeasurementOpensCalibrate()
    {
        QFETCH(QString, text);
        Fixture f;
        QMimeData data;
        data.setText(text);
        QVERIFY(f.window.documents().open(data));
        const auto *dialog = f.window.findChild<CalibrationDialog *>();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QPlainTextEdit *>()->toPlainText(), text);
        QVERIFY(!f.session.isModified());
    }

    void everythingFitsIntoASmallWindow()
    {
        Fixture f;
        f.session.pins().pin(f.session.scenario());
        for (int tab = 0; tab < f.window.workspace().tabCount(); ++tab)
            f.window.workspace().showTab(tab); // pages are made when they are seen
        QVERIFY(f.window.minimumSizeHint().width() <= 960);
        QVERIFY(f.window.minimumSizeHint().height() <= 540);
    }

    void zoomMakesEveryLetterLarger()
    {
        Fixture f;
        QTRY_VERIFY(f.shows("Fits on H100"));
        const auto lettersOf = [&f](const QString &text) {
            for (const QLabel *label : f.window.findChildren<QLabel *>()) {
                if (label->text().startsWith(text))
                    return label->font().pointSizeF();
            }
            return 0.0;
        };
        const double before = f.window.font().pointSizeF();
        const double headline = lettersOf("Fits on H100");
        f.action("Zoom In")->trigger();
        QCOMPARE(f.settings.zoom(), 110);
        QCoreApplication::processEvents();
        QVERIFY(qAbs(f.window.font().pointSizeF() / before - 1.1) < 0.01);
        QVERIFY(qAbs(lettersOf("Fits on H100") / headline - 1.1) < 0.01);
        f.action("Zoom Out")->trigger();
        f.action("Zoom Out")->trigger();
        QCOMPARE(f.settings.zoom(), 90);
        QCoreApplication::processEvents();
        QVERIFY(f.window.font().pointSizeF() < before);
        f.action("Actual Size")->trigger();
        QCoreApplication::processEvents();
        QVERIFY(qAbs(f.window.font().pointSizeF() - before) < 0.01);
        QVERIFY(qAbs(lettersOf("Fits on H100") - headline) < 0.01);
    }
};

QTEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
