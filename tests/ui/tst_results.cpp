// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/findingtext.h"
#include "core/judge/runverdict.h"
#include "core/report/summary.h"
#include "core/scenario/keys.h"
#include "tests/support/samples.h"
#include "tests/support/testcatalog.h"
#include "tests/ui/inwords.h"
#include "ui/advisor.h"
#include "ui/panels/inputs.h"
#include "ui/results/explainview.h"
#include "ui/results/explanation.h"
#include "ui/results/findingslist.h"
#include "ui/results/pages.h"
#include "ui/results/partcontrols.h"
#include "ui/results/planmodel.h"
#include "ui/results/runpage.h"
#include "ui/results/verdictbar.h"
#include "ui/session.h"
#include "ui/text/format.h"
#include "ui/text/messages.h"
#include "ui/text/names.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTableWidget>
#include <QTest>
#include <QToolButton>

#include <set>

using namespace shardscope;

namespace {

QString plain(QString text)
{
    return text.replace(QChar::Nbsp, ' ');
}

/// Every enumerator has a text, and no two have the same.
template <class Enum, class Name>
void checkTexts(Name name)
{
    std::set<QString> texts;
    for (std::size_t i = 0; i < namesOf<Enum>.size(); ++i) {
        const QString text = name(static_cast<Enum>(i));
        QVERIFY2(!text.isEmpty(), namesOf<Enum>[i].data());
        QVERIFY2(texts.insert(text).second, qPrintable(text));
    }
}

} // namespace

class TestResults : public QObject
{
    Q_OBJECT

private slots:
    void everyEnumeratorHasWords()
    {
        checkTexts<FindingId>(
            [](FindingId id) { return translated(phraseOf(Finding{id}, samples::plan())); });
    }

    void anErrorSaysWhereAndWhat()
    {
        const Error error{.code = ErrorCode::OutOfRange,
            .where = "parallel.gpus",
            .found = std::string("-3"),
            .expected = std::string("1 to 1024"),
            .line = 12,
            .file = "run.json"};
        QCOMPARE(errorText(error),
            "run.json, line 12, parallel.gpus: The value is out of range. Found: -3. "
            "Expected: 1 to 1024.");
        QCOMPARE(errorText({.code = ErrorCode::TooLarge}), "This is too large.");
    }

    void everyPartCanBeMadeSmaller()
    {
        const auto check = [](std::span<const std::string_view> controls) {
            QVERIFY(!controls.empty());
            for (const std::string_view key : controls) {
                QVERIFY2(findKey(key), key.data());
                QVERIFY2(inputLabel(key) != QString::fromUtf8(key.data()), key.data());
            }
        };
        for (std::size_t i = 0; i < namesOf<PartId>.size(); ++i)
            check(controlsOf(static_cast<PartId>(i)));
        for (std::size_t i = 0; i < namesOf<Payload>.size(); ++i)
            check(controlsOf(static_cast<Payload>(i)));
    }

    // The status line said "model.config imported".
    void aModelFromAFileGoesByTheNameOfItsInput() { QCOMPARE(inputLabel("model.config"), "Model"); }

    void theVerdictIsASentence_data()
    {
        QTest::addColumn<double>("capacityGib");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("fits")
            << 79.1
            << "Fits on H100 80GB: peak 25.9 GiB of 79.1 GiB, 53.2 GiB headroom, in "
               "the backward pass.";
        QTest::newRow("just fits") << 26.0
                                   << "Fits on H100 80GB: peak 25.9 GiB of 26.0 GiB, 0.10 GiB "
                                      "headroom, in the backward pass.";
        QTest::newRow("does not fit") << 20.0
                                      << "Does not fit on H100 80GB: peak 25.9 GiB of 20.0 GiB, "
                                         "short by 5.90 GiB, in the backward pass.";
    }
    void theVerdictIsASentence()
    {
        QFETCH(double, capacityGib);
        Plan plan = samples::plan();
        plan.memory.verdict = judge(plan.memory.peak, capacityGib * GiB);
        QTEST(plain(inWords(verdictSentence(plan), samples::catalog())), "sentence");
    }

    // A planner who reads the headline alone must not buy GPUs for a run that hosts cannot hold.
    void aHostThatIsTooSmallIsTheVerdict()
    {
        Session session{builtInCatalog()};
        session.edit({}, {},
            scenarioWith({{"parallel.strategy", "zero3"}, {"parallel.offload", "optimizer"},
                {"hardware.host_gib", "64"}}));
        session.evaluateNow();
        const Plan &plan = *session.plan();
        QCOMPARE(plan.memory.verdict.fit, Fit::Fits); // on the GPUs
        QCOMPARE(runVerdictOf(plan), RunVerdict::DoesNotFit);
        const QString sentence = plain(inWords(verdictSentence(plan), session.catalog()));
        QVERIFY(sentence.startsWith("Does not fit in host memory: each host is short by "));
        QVERIFY(sentence.contains("; on each GPU peak "));
        const Finding *finding = mostSerious(plan);
        QVERIFY(!finding || finding->id != FindingId::HostTooSmall); // once is enough
        Advisor advisor(session);
        const VerdictBar bar(session, advisor);
        QVERIFY(bar.accessibleDescription().startsWith("Does not fit in host memory"));
    }

    void theVerdictNamesTheRange()
    {
        Plan plan = samples::plan();
        plan.memory.confidence = {.low = 24 * GiB, .high = 29 * GiB};
        plan.memory.verdict = judge(plan.memory, 28 * GiB);
        QCOMPARE(plain(inWords(verdictSentence(plan), samples::catalog())),
            "At risk on H100 80GB: peak 25.9 GiB (24.0 GiB to 29.0 GiB) of 28.0 GiB, 2.10 GiB "
            "headroom, in the backward pass.");
        plan.memory.verdict = judge(plan.memory, 25 * GiB);
        QVERIFY(
            inWords(verdictSentence(plan), samples::catalog()).startsWith("At risk on H100 80GB"));
        QVERIFY(plain(translated(verdictDetail(plan))).contains("short by 0.90 GiB"));
    }

    void doubtIsExplained_data()
    {
        QTest::addColumn<bool>("isValidated");
        QTest::addColumn<QString>("nearest");
        QTest::addColumn<bool>("isUnproven");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("nothing known") << true << "" << false << "";
        QTest::newRow("near a measured run") << true << "Llama 3 8B on 8 H100" << false
                                             << "Nearest measured run: Llama 3 8B on 8 H100.";
        QTest::newRow("far from all") << false << "Llama 3 8B on 8 H100" << true
                                      << "Outside the validated range: no measured run matches its "
                                         "optimizer. Nearest measured "
                                         "run: Llama 3 8B on 8 H100.";
        QTest::newRow("nobody says why") << false << "" << false << "Outside the validated range.";
    }
    void doubtIsExplained()
    {
        QFETCH(bool, isValidated);
        QFETCH(QString, nearest);
        QFETCH(bool, isUnproven);
        Plan plan = samples::plan();
        plan.memory.confidence = {.isValidated = isValidated,
            .nearest = nearest.toStdString(),
            .unproven = isUnproven ? std::vector{Trait::Optimizer} : std::vector<Trait>{}};
        QTEST(translated(confidenceSentence(plan.memory.confidence)), "sentence");
    }

    void theComparisonNamesTheNearestOtherGpu()
    {
        Plan plan = samples::plan();
        QCOMPARE(plain(inWords(comparisonSentence(plan, samples::catalog()), samples::catalog())),
            "RTX 4090 would be short by 2.40 GiB.");
        plan.memory.verdict = judge(plan.memory.peak, 20 * GiB);
        QCOMPARE(plain(inWords(comparisonSentence(plan, samples::catalog()), samples::catalog())),
            "A100 40GB would fit, with 13.5 GiB of headroom.");
        QCOMPARE(translated(comparisonSentence(plan, {})),
            "None of the usual GPUs would hold it for sure.");
    }

    // As the limits and the lines of the chart say: a GPU within the range may be too small.
    void theComparisonKnowsTheRange()
    {
        const Catalog catalog = samples::catalog();
        Plan plan = samples::plan();
        const Bytes peak = plan.memory.peak;
        plan.memory.confidence = {.low = peak, .high = 30 * GiB};
        plan.memory.verdict = judge(plan.memory, 80 * GiB);
        QVERIFY(!plain(inWords(comparisonSentence(plan, catalog), catalog)).contains("would fit"));
        plan.memory.confidence.high = 60 * GiB;
        plan.memory.verdict = judge(plan.memory, 80 * GiB);
        QCOMPARE(plain(inWords(comparisonSentence(plan, catalog), catalog)),
            "L40S would be at risk, with 18.5 GiB of headroom.");
        plan.memory.verdict = judge(plan.memory, 50 * GiB);
        QVERIFY(plan.memory.verdict.fit == Fit::AtRisk);
        QVERIFY(!plain(inWords(comparisonSentence(plan, catalog), catalog))
                     .startsWith("A100 40GB would fit"));
    }

    void theTableHoldsEverything()
    {
        PlanModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
        Plan plan = samples::plan();
        model.setPlan(&plan);
        const auto parts = static_cast<int>(plan.memory.atPeak().parts.size());
        const auto phases = static_cast<int>(plan.memory.phases.size());
        QCOMPARE(model.rowCount(), parts + 1 + phases + 2 + 1 + 3);
        QCOMPARE(model.rowOf("weights"), 0);
        QCOMPARE(plain(model.index(parts, PlanModel::Amount).data().toString()), "25.9 GiB");
        QCOMPARE(model.index(parts, PlanModel::Name).data().toString(), "Peak");
        QCOMPARE(model.rowOf("peak"), -1); // a total cannot be explained
        QVERIFY(model.rowOf("weight-all-gather") > parts);
        plan.traffic.collectives.clear();
        model.setPlan(&plan);
        QCOMPARE(model.rowOf("weight-all-gather"), -1);
        model.setPlan(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void newNumbersKeepTheTableInPlace()
    {
        PlanModel model;
        Plan plan = samples::plan();
        model.setPlan(&plan);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        plan.memory.phases[2].parts[0].bytes = 3 * GiB;
        model.setPlan(&plan);
        QCOMPARE(reset.count(), 0);
        QCOMPARE(changed.count(), 1);
    }

    void findingsSpeakTheVerdictsUnit()
    {
        Plan plan = samples::plan();
        plan.memory.verdict.spare = -16 * GB;
        plan.scenario.estimator = EstimatorKind::Worksheet;
        QVERIFY(translated(phraseOf({.id = FindingId::DoesNotFit}, plan)).contains("16.0\u00a0GB"));
    }

    void whatTakesMoreIsNamedWithWhatItTakes()
    {
        const Plan plan = samples::plan();
        Finding finding{
            .id = FindingId::TakesMore, .subject = "parallel.offload", .bytes = 2.5 * GiB};
        QVERIFY(
            translated(phraseOf(finding, plan)).startsWith("Offloading takes 2.50\u00a0GiB more"));
        finding.subject = "hardware.allocator";
        QVERIFY(
            translated(phraseOf(finding, plan)).contains("segments reserve 2.50\u00a0GiB more"));
    }

    void whatRoundsToNothingHasNoSign()
    {
        QCOMPARE(formatPercent(-1e-9), formatPercent(0));
        QCOMPARE(formatSignificant(-1e-9), formatSignificant(0));
        QCOMPARE(withSign(-1e-9, formatPercent(1e-9)), formatPercent(0));
        QVERIFY(formatPercent(-0.01).contains("1.0") && formatPercent(-0.01).startsWith('-'));
    }

    void aSlowLinkIsNamedWithWhatItCosts()
    {
        Plan plan = samples::plan();
        plan.time.exposedCommunication = Seconds(0.5);
        const Finding finding{.id = FindingId::LinkBound, .link = "pcie4", .gain = 1.7};
        const Catalog catalog = samples::catalog();
        const QString text = translated(phraseOf(finding, plan), &catalog);
        QVERIFY2(text.startsWith("PCIe 4.0 x16 is the bottleneck"), qPrintable(text));
        QVERIFY2(text.contains("1.7") && text.contains("500"), qPrintable(text));
        QVERIFY(translated(phraseOf(finding, plan)).startsWith("pcie4"));
    }

    void onlyAllReducesAnswerTheSwitchOfAlgorithms()
    {
        Session session{samples::catalog()};
        TrafficPage page(session);
        auto *algorithm = page.findChild<QComboBox *>();
        const auto choose = [&session](Strategy strategy) {
            Scenario scenario = session.scenario();
            scenario.parallel.strategy = strategy;
            scenario.parallel.framework = Framework::Auto;
            session.edit("Strategy", "parallel.strategy", scenario);
            session.evaluateNow();
        };
        choose(Strategy::Fsdp);
        QVERIFY(!algorithm->isEnabled());
        QVERIFY(algorithm->toolTip().contains("Nothing here is an all-reduce"));
        QCOMPARE(algorithm->accessibleDescription(), algorithm->toolTip());
        choose(Strategy::Ddp);
        QVERIFY(algorithm->isEnabled());
    }

    void bothTablesOfTheRunCanBeCopied()
    {
        Session session{samples::catalog()};
        RunPage page(session);
        page.show();
        QVERIFY(page.devices()->isHidden()); // what few ask for is folded away
        page.unfold()->click();
        QVERIFY(!page.devices()->isHidden());
        for (QTableWidget *table : {page.run(), page.devices()}) {
            QApplication::clipboard()->clear();
            QVERIFY(table->rowCount() > 0);
            QCOMPARE(table->actions().size(), 1);
            table->actions().front()->trigger();
            const QString all = QApplication::clipboard()->text();
            QCOMPARE(all.count('\n') + 1, table->rowCount());
            QVERIFY(all.startsWith(table->item(0, 0)->text() + '\t'));
            table->selectRow(0);
            QTest::keySequence(table, QKeySequence::Copy);
            QVERIFY(!QApplication::clipboard()->text().contains('\n'));
        }
    }

    void headersStandOverTheirNumbers()
    {
        const Plan plan = samples::plan();
        PlanModel model;
        model.setPlan(&plan);
        for (int column = 0; column < model.columnCount(); ++column)
            QCOMPARE(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole),
                model.index(0, column).data(Qt::TextAlignmentRole));
    }

    void cellsCanBeCopied()
    {
        Session session{samples::catalog()};
        TablePage page(session);
        page.copySelection();
        const QString all = QApplication::clipboard()->text();
        QCOMPARE(all.count('\n') + 1, page.findChild<QTableView *>()->model()->rowCount());
        page.selectPart("gradients");
        page.copySelection();
        QVERIFY(QApplication::clipboard()->text().startsWith("Memory at the peak\tGradients\t"));
        QVERIFY(!QApplication::clipboard()->text().contains('\n'));
    }

    void theExplanationHasFormulaSourceAndPhases()
    {
        const QString html = plain(explanation(samples::plan(), "optimizer"));
        QVERIFY(html.contains("Optimizer states, ZeRO-3"));
        QVERIFY(html.contains(QString::fromUtf8("7.50 GiB · 29.0 % of the total")));
        QVERIFY(html.contains("2 B x 8,030,261,248 / 8 = 7.50 GiB"));
        QVERIFY(html.contains("Source: a paper, section 3"));
        QVERIFY(html.contains("<b><a href=\"phase:backward\">backward pass</a> 7.50 GiB</b>"));
        QVERIFY(html.contains("href=\"control:training.optimizer\">Optimizer</a>"));
        QVERIFY(explanation(samples::plan(), "gradient-reduce-scatter").contains("Reduce-scatter"));
        QVERIFY(explanation(samples::plan(), "nothing").isEmpty());
        // The worksheet's rule is that of Adam, whatever the optimizer.
        Plan worksheet = samples::plan();
        QVERIFY(explanation(worksheet, "optimizer").contains("training.optimizer"));
        worksheet.scenario.estimator = EstimatorKind::Worksheet;
        QVERIFY(!explanation(worksheet, "optimizer").contains("training.optimizer"));
        QVERIFY(explanation(worksheet, "optimizer").contains("parallel.strategy"));
    }

    void foreignTextIsNoHtml()
    {
        Plan plan = samples::plan();
        plan.memory.phases[2].parts[0].formula = Term::told({}, "<img src=x> & more");
        QVERIFY(explanation(plan, "weights").contains("&lt;img src=x&gt; &amp; more"));
    }

    void linksAskForControls()
    {
        Session session{samples::catalog()};
        ExplainView view(session);
        view.selectPart("activations");
        QSignalSpy requested(&view, &ExplainView::controlRequested);
        emit view.anchorClicked(QUrl("control:training.micro_batch"));
        QCOMPARE(requested.value(0).value(0).toString(), "training.micro_batch");
    }

    void theVerdictBarFollowsTheSession()
    {
        Session session{samples::catalog()};
        Advisor advisor(session);
        const VerdictBar bar(session, advisor);
        session.settle();
        const QString before = bar.accessibleDescription();
        QVERIFY2(before.startsWith("Fits on H100 80GB"), qPrintable(before));
        Scenario scenario = session.scenario();
        scenario.model.parameters = 700e9;
        session.edit("Parameters", "model.parameters", scenario);
        session.evaluateNow();
        QVERIFY(bar.accessibleDescription().startsWith("Does not fit on H100 80GB"));
    }

    // The class of a verdict never changes by itself.
    void nearTheLineTheVerdictWaitsForTheAllocator()
    {
        Session session{builtInCatalog()};
        session.playedPlans().setPause(1'000'000'000);
        Advisor advisor(session);
        const VerdictBar bar(session, advisor);
        const auto headline = [&bar] {
            return bar.findChildren<QLabel *>().at(1)->text(); // behind its mark
        };
        const auto edit = [&session](const char *microBatch) {
            session.edit({}, {},
                scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
                    {"parallel.strategy", "zero3"}, {"training.micro_batch", microBatch}}));
            session.evaluateNow();
        };
        bool wasOpen = false;
        for (const char *microBatch : {"1", "2", "3", "4", "6", "8", "64"}) {
            edit(microBatch);
            const QString before = headline();
            session.settle();
            QVERIFY2(before == "Checking..." || before == headline(), qPrintable(before));
            wasOpen |= before == "Checking...";
        }
        QVERIFY(wasOpen);
    }

    void theVerdictTakesFewLinesInANarrowWindow()
    {
        Session session{builtInCatalog()};
        session.edit({}, {}, scenarioWith({{"hardware.link", "pcie4"}}));
        session.evaluateNow();
        Advisor advisor(session);
        VerdictBar bar(session, advisor);
        bar.resize(1400, bar.sizeHint().height());
        bar.show();
        QCoreApplication::processEvents();
        const auto hint = [&bar]() -> QLabel * {
            for (QLabel *label : bar.findChildren<QLabel *>()) {
                if (label->text().startsWith("Warning: "))
                    return label;
            }
            return nullptr;
        };
        QVERIFY(hint()); // first, as it is what matters most
        const QString whole = hint()->text();
        QVERIFY(hint()->toolTip().isEmpty());
        bar.resize(560, 200);
        QCoreApplication::processEvents();
        QVERIFY2(hint()->text().endsWith(" …") && whole.startsWith(hint()->text().chopped(2)),
            qPrintable(hint()->text()));
        QVERIFY(hint()->toolTip().size() > hint()->text().size());
        const QString detail = translated(verdictDetail(*session.plan()));
        for (const QLabel *label : bar.findChildren<QLabel *>()) {
            if (label->text() == detail)
                QVERIFY(label->width() > 300); // no tall column beside the headline
        }
    }

    // Words change, places do not.
    void theVerdictBarSaysHowReservedMemoryIsKnown()
    {
        Session session{samples::catalog()};
        session.playedPlans().setPause(1'000'000'000);
        Advisor advisor(session);
        VerdictBar bar(session, advisor);
        bar.resize(900, bar.sizeHint().height());
        bar.show();
        const auto labelSaying = [&bar](const QString &text) -> QLabel * {
            for (QLabel *label : bar.findChildren<QLabel *>()) {
                if (label->text() == text)
                    return label;
            }
            return nullptr;
        };
        QLabel *label = labelSaying("Quick estimate");
        QVERIFY(label);
        QVERIFY(label->toolTip().contains("quick estimate"));
        const QRect place = label->geometry();
        const int height = bar.layout()->totalHeightForWidth(bar.width());
        session.settle();
        QCoreApplication::processEvents();
        QCOMPARE(labelSaying("Allocator-simulated"), label);
        QCOMPARE(label->geometry(), place);
        QVERIFY(label->fontMetrics().horizontalAdvance(label->text()) <= label->width());
        QCOMPARE(bar.layout()->totalHeightForWidth(bar.width()), height);
        QVERIFY(label->toolTip().contains("PyTorch's caching allocator"));
        Plan ahead = *session.plan();
        QVERIFY(!label->toolTip().contains("all-gathered ahead of computation"));
        ahead.memory.reservation->ahead = 0.1 * ahead.memory.reservation->reserved;
        QVERIFY(translated(reservationSentences(ahead, *ahead.memory.reservation))
                    .contains("all-gathered ahead of computation"));
        Scenario scenario = session.scenario();
        scenario.estimator = EstimatorKind::Worksheet;
        session.edit("Estimator", "estimator", scenario);
        session.evaluateNow();
        QVERIFY(label->text().isEmpty() && label->toolTip().isEmpty());
    }

    void aFindingIsRepairedInOneStep()
    {
        Session session{samples::catalog()};
        Scenario scenario = session.scenario();
        scenario.parallel.gpus = 1;
        session.edit("GPUs", "parallel.gpus", scenario);
        session.evaluateNow();
        Advisor advisor(session);
        const FindingsList list(session, advisor);
        QPushButton *apply = nullptr;
        for (QPushButton *button : list.findChildren<QPushButton *>()) {
            if (button->toolTip().contains("ddp"))
                apply = button;
        }
        QVERIFY(apply);
        QVERIFY(apply->accessibleName().contains("ddp"));
        const int steps = session.undoStack()->count();
        apply->click();
        QTRY_COMPARE(session.scenario().parallel.strategy, Strategy::Ddp);
        QCOMPARE(session.undoStack()->count(), steps + 1);
        session.undoStack()->undo();
        QCOMPARE(session.scenario(), scenario);
    }

    void noFindingsIsSaid()
    {
        Session session{samples::catalog()};
        Advisor advisor(session);
        const FindingsList list(session, advisor);
        const int findings = static_cast<int>(session.plan()->findings.size());
        QCOMPARE(list.count(), std::max(1, findings));
    }
};

QTEST_MAIN(TestResults)
#include "tst_results.moc"
