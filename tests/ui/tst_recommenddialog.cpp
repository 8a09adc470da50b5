// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/run.h"
#include "core/explore/search/recommendtexts.h"
#include "tests/support/testcatalog.h"
#include "tests/ui/answers.h"
#include "ui/charts/frontierview.h"
#include "ui/recommend/recommenddialog.h"
#include "ui/recommend/recommendlist.h"
#include "ui/session.h"
#include "ui/text/format.h"

#include <QApplication>
#include <QCheckBox>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace shardscope;

namespace {

template <class Button>
Button *buttonNamed(const QWidget &dialog, const QString &text)
{
    for (Button *button : dialog.findChildren<Button *>()) {
        if (button->text().remove('&') == text)
            return button;
    }
    qFatal("no button %s", qPrintable(text));
    return nullptr;
}

void finish(const RecommendDialog &dialog)
{
    QTRY_VERIFY_WITH_TIMEOUT(!dialog.isSearching(), 600000);
}

QString labelTexts(const QWidget &dialog)
{
    QString texts;
    for (const QLabel *label : dialog.findChildren<QLabel *>())
        texts += label->text() + '\n';
    return texts;
}

} // namespace

class TestRecommendDialog : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_session = std::make_unique<Session>(builtInCatalog());
        m_session->load({.scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
                             {"parallel.strategy", "ddp"}, {"training.micro_batch", "4"}})});
        m_session->evaluateNow();
    }

    void showsTheBestWithTheirReasons()
    {
        const RecommendDialog dialog(*m_session);
        finish(dialog);
        const auto *list = dialog.findChild<RecommendList *>();
        QVERIFY(list->topLevelItemCount() > 3);
        QVERIFY(list->topLevelItem(0)->text(0).startsWith("Fastest"));
        QCOMPARE(list->selectedRow(), 0);
        const QString texts = labelTexts(dialog);
        QVERIFY(texts.contains("Of all that fit, the most tokens per second."));
        // What else was tried, and what that would cost.
        QVERIFY(texts.contains(QRegularExpression(
            "With [^.]+ (nothing fits|it would not fit|it needs|a step takes)")));
        QVERIFY(texts.contains("configurations tried"));
        const Plan *now = m_session->plan();
        QVERIFY(texts.contains(QString("Now it reaches %1 tokens/s per GPU, with a peak of %2")
                                   .arg(formatWhole(now->time.tokensPerSecondPerGpu),
                                       formatMemory(now->memory.peak))));
        QVERIFY(texts.contains("131,072 tokens"));
    }

    void theTabKeyGoesThroughTheFormInItsOrder()
    {
        RecommendDialog dialog(*m_session);
        dialog.show();
        const QWidget *gpus = buttonNamed<QCheckBox>(dialog, "GPUs, up to:");
        const QWidget *experts = buttonNamed<QCheckBox>(dialog, "Routed experts");
        const QWidget *next = experts->nextInFocusChain();
        while ((next->focusPolicy() & Qt::TabFocus) == 0)
            next = next->nextInFocusChain();
        QCOMPARE(next, gpus);
        finish(dialog);
    }

    void itIsNoLargerThanTheWindow()
    {
        QWidget window;
        window.resize(1000, 640);
        const QFont font = QApplication::font();
        QFont large = font;
        large.setPointSize(14);
        QApplication::setFont(large);
        {
            RecommendDialog dialog(*m_session, &window);
            dialog.show();
            finish(dialog);
            QVERIFY(dialog.width() <= window.width());
            QVERIFY(dialog.height() <= window.height());
        }
        QApplication::setFont(font);
    }

    void applyIsOneStepToUndo()
    {
        const RecommendDialog dialog(*m_session);
        finish(dialog);
        const Scenario before = m_session->scenario();
        buttonNamed<QPushButton>(dialog, "Apply")->click();
        QVERIFY(!(m_session->scenario() == before));
        QCOMPARE(sequencesPerStep(m_session->scenario()), sequencesPerStep(before));
        m_session->settle(); // played, as what is listed
        QCOMPARE(m_session->plan()->memory.verdict.fit, Fit::Fits);
        QCOMPARE(m_session->undoStack()->count(), 1);
        QVERIFY(!dialog.isSearching()); // the list is still right
        m_session->undoStack()->undo();
        QVERIFY(m_session->scenario() == before);
        QVERIFY(!dialog.isSearching());
    }

    void enterInABoxAppliesNothing()
    {
        RecommendDialog dialog(*m_session);
        dialog.show();
        finish(dialog);
        auto *box = dialog.findChild<QSpinBox *>();
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(m_session->undoStack()->count(), 0);
        QVERIFY(dialog.isVisible());
    }

    void whatWasFoundIsExportedAsAReport()
    {
        const QTemporaryDir folder;
        auto *answers = new DialogAnswers;
        RecommendDialog dialog(*m_session, nullptr,
            {folder.filePath("Llama 3.shardscope"), std::unique_ptr<FileDialogs>(answers)});
        dialog.show();
        auto *button = buttonNamed<QPushButton>(dialog, "Export Report...");
        QVERIFY(!button->isEnabled()); // nothing yet
        finish(dialog);
        answers->fileToSave = folder.filePath("a.md");
        button->click();
        QCOMPARE(answers->suggestion, folder.filePath("Llama 3-recommended.pdf"));
        const QByteArray text = readTestFile(folder.filePath("a.md"));
        QVERIFY2(text.startsWith("# Recommended configurations\n"), text);
        QVERIFY2(text.contains("](<a.png>)"), text);
        QCOMPARE(QImage(folder.filePath("a.png")).pixelColor(0, 0), QColor(Qt::white));
        QVERIFY(labelTexts(dialog).contains("Written: "));
    }

    void thereIsOneDialog()
    {
        QWidget window;
        showRecommendations(*m_session, &window);
        showRecommendations(*m_session, &window);
        QCOMPARE(window.findChildren<RecommendDialog *>().size(), 1);
    }

    void chartAndListSelectTogether()
    {
        const RecommendDialog dialog(*m_session);
        finish(dialog);
        auto *list = dialog.findChild<RecommendList *>();
        auto *chart = dialog.findChild<FrontierView *>();
        list->selectRow(1);
        QCOMPARE(chart->selected(), 1);
        QVERIFY(!chart->accessibleDescription().isEmpty());
        QTest::keyClick(chart, Qt::Key_Right);
        QVERIFY(chart->selected() != 1);
        QCOMPARE(list->selectedRow(), chart->selected());
    }

    void aClickChoosesThePoint()
    {
        FrontierView view;
        view.setChart({.memoryLabel = "GiB",
            .speedLabel = "tokens/s",
            .capacity = 80,
            .points = {{.memory = 20, .speed = 100}, {.memory = 60, .speed = 200}}});
        view.resize(500, 300);
        view.show();
        QApplication::processEvents();
        QSignalSpy changed(&view, &FrontierView::selectionChanged);
        QTest::mouseClick(&view, Qt::LeftButton, {}, view.position(1).toPoint());
        QCOMPARE(view.selected(), 1);
        QCOMPARE(changed.count(), 1);
        view.select(0);
        QCOMPARE(changed.count(), 1);
        QTest::mouseClick(&view, Qt::LeftButton, {}, QPoint(view.width() / 2, 5));
        QCOMPARE(view.selected(), 0);
    }

    void theLegendCoversNoPointInASmallChart_data()
    {
        QTest::addColumn<QPointF>("from");
        QTest::addColumn<QPointF>("to");
        QTest::newRow("along the right") << QPointF(70, 4000) << QPointF(80, 7000);
        QTest::newRow("along the bottom") << QPointF(10, 4000) << QPointF(80, 4500);
        QTest::newRow("from below to above") << QPointF(10, 4000) << QPointF(80, 7000);
    }
    void theLegendCoversNoPointInASmallChart()
    {
        QFETCH(QPointF, from);
        QFETCH(QPointF, to);
        FrontierView view;
        FrontierChart chart;
        for (int i = 0; i <= 6; ++i) {
            const QPointF at = from + (to - from) * i / 6;
            chart.points.push_back({.memory = at.x(), .speed = at.y()});
        }
        view.setChart(chart);
        view.resize(360, 240);
        view.show();
        QTest::qWait(20);
        for (int i = 0; i <= 6; ++i)
            QVERIFY(!view.legendRect().contains(view.position(i)));
    }

    void whatIsHeldIsNotChanged()
    {
        const RecommendDialog dialog(*m_session);
        finish(dialog);
        buttonNamed<QCheckBox>(dialog, "Strategy")->click();
        buttonNamed<QCheckBox>(dialog, "Framework")->click();
        QVERIFY(dialog.isSearching());
        finish(dialog);
        const auto *list = dialog.findChild<RecommendList *>();
        QVERIFY(labelTexts(dialog).contains("Below is what comes nearest"));
        QCOMPARE(list->topLevelItemCount(), 1);
    }

    void aBatchThatCannotBeHeldIsSaid()
    {
        const RecommendDialog dialog(*m_session);
        finish(dialog);
        for (const char *axis : {"Tensor parallel", "Pipeline"})
            buttonNamed<QCheckBox>(dialog, axis)->setChecked(false);
        for (QSpinBox *box : dialog.findChildren<QSpinBox *>()) {
            if (box->accessibleName().startsWith("Sequences"))
                box->setValue(31);
        }
        QVERIFY(!dialog.isSearching());
        QVERIFY(labelTexts(dialog).contains("No micro-batch on so many GPUs makes 31 sequences"));
        QVERIFY(!buttonNamed<QPushButton>(dialog, "Apply")->isEnabled());
        QCOMPARE(dialog.findChild<RecommendList *>()->topLevelItemCount(), 0);
    }

    void aSearchCanBeCancelledAndTakenUpAgain()
    {
        const RecommendDialog dialog(*m_session);
        QVERIFY(dialog.isSearching());
        buttonNamed<QPushButton>(dialog, "Cancel Search")->click();
        QVERIFY(!dialog.isSearching());
        QVERIFY(labelTexts(dialog).contains("The search was cancelled."));
        buttonNamed<QPushButton>(dialog, "Search Again")->click();
        finish(dialog);
        QVERIFY(dialog.findChild<RecommendList *>()->topLevelItemCount() > 0);
    }

    void anotherModelIsSearchedAnew()
    {
        const RecommendDialog dialog(*m_session);
        finish(dialog);
        m_session->edit(
            "other", "other", scenarioWith({{"model.parameters", "1B"}}, m_session->scenario()));
        QVERIFY(dialog.isSearching());
        finish(dialog);
        const QString texts = labelTexts(dialog);
        QVERIFY2(texts.contains(QString("1.00%1B parameters").arg(QChar(QChar::Nbsp))),
            qPrintable(texts));
    }

    void whatCannotRunIsSaid()
    {
        m_session->load({.scenario = scenarioWith({{"hardware.gpu", "v100-sxm-32"}})});
        m_session->evaluateNow();
        const RecommendDialog dialog(*m_session);
        finish(dialog);
        QVERIFY(labelTexts(dialog).contains("None of the combinations can be run."));
        QVERIFY(labelTexts(dialog).contains("This GPU has no bf16 units"));
    }

    void whatRulesOfThumbDoNotKnowSaysSo()
    {
        m_session->load({.scenario = scenarioWith({{"estimator", "worksheet"}})});
        m_session->evaluateNow();
        const RecommendDialog dialog(*m_session);
        const auto *strategy = buttonNamed<QCheckBox>(dialog, "Strategy");
        const auto *offloading = buttonNamed<QCheckBox>(dialog, "Offloading");
        QVERIFY(strategy->isEnabled() && strategy->toolTip().isEmpty());
        QVERIFY(!offloading->isEnabled() && offloading->toolTip().contains("rules of thumb"));
    }

private:
    std::unique_ptr<Session> m_session;
};

QTEST_MAIN(TestRecommendDialog)
#include "tst_recommenddialog.moc"
