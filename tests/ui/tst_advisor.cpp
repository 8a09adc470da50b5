// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/advicetexts.h"
#include "core/scenario/move.h"
#include "tests/support/testcatalog.h"
#include "ui/advisor.h"
#include "ui/compare/inputtext.h"
#include "ui/results/findingslist.h"
#include "ui/results/limitsbar.h"
#include "ui/results/movelist.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

#include <set>

using namespace shardscope;

namespace {

/// Milliseconds; under the sanitizers an advice takes twelve seconds.
constexpr int patience = 60000;

QString plain(QString text)
{
    return text.replace(QChar::Nbsp, ' ');
}

/// A session with somebody who knows what to do about it.
struct Fixture
{
    Session session{builtInCatalog()};
    Advisor advisor{session};

    void edit(std::initializer_list<std::pair<std::string_view, std::string_view>> settings)
    {
        session.endGesture();
        session.edit("Edit", "edit", scenarioWith(settings, session.scenario()));
        session.evaluateNow();
    }
    void makeTooLarge() { edit({{"model.parameters", "30B"}, {"training.micro_batch", "4"}}); }
};

QPushButton *firstButton(const QWidget &list)
{
    return list.findChild<QPushButton *>();
}

} // namespace

class TestAdvisor : public QObject
{
    Q_OBJECT

private slots:
    void everyChangeAndLimitHasWords()
    {
        const Catalog catalog = builtInCatalog();
        std::set<QString> texts;
        for (std::size_t i = 0; i < namesOf<ChangeId>.size(); ++i) {
            const WeighedMove weighed{.move = {.changes = {static_cast<ChangeId>(i)}}};
            const QString title = translated(titleOf(weighed, {}), &catalog);
            QVERIFY2(texts.insert(title).second, qPrintable(title));
        }
        for (std::size_t i = 0; i < namesOf<LimitId>.size(); ++i)
            QVERIFY(texts.insert(displayName(static_cast<LimitId>(i))).second);
        for (std::size_t i = 0; i < namesOf<LimitedBy>.size(); ++i)
            QVERIFY(texts
                        .insert(translated(reasonFor(
                            {.move = setting("a", "b"), .by = static_cast<LimitedBy>(i)})))
                        .second);
    }

    void aMoveIsASentence_data()
    {
        QTest::addColumn<WeighedMove>("weighed");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("costs");
        QTest::newRow("checkpointing")
            << WeighedMove{.move = {.settings = {{"training.checkpointing", "full"}},
                               .changes = {ChangeId::Checkpointing}},
                   .saved = 23.4 * GiB,
                   .time = 1.31,
                   .gpuTime = 1.31}
            << "Use full activation checkpointing"
            << "23.4 GiB less, 31 % slower, traffic unchanged";
        QTest::newRow("a pair")
            << WeighedMove{.move = {.settings
                               = {{"training.sequence_length", "2048"}, {"training.loss", "fused"}},
                               .changes = {ChangeId::Sequence, ChangeId::Loss},
                               .effect = Effect::Task},

                   .saved = 4 * GiB,
                   .traffic = 28 * GB}
            << "Shorten sequences to 2,048 tokens; use fused linear cross-entropy"
            << "4.00 GiB less, as fast as now, 28.0 GB more traffic, changes what it is trained on";
        QTest::newRow("offload")
            << WeighedMove{.move = {.settings = {{"parallel.offload", "optimizer"}},
                               .changes = {ChangeId::Offload}},
                   .fit = Fit::AtRisk,
                   .saved = 60 * GiB,
                   .time = 2,
                   .gpuTime = 2,
                   .host = 512 * GiB,
                   .updatesOnHost = true}
            << "Offload the optimizer to the host"
            << "60.0 GiB less, 2.00x as long, traffic unchanged, 512.0 GiB of each host's "
               "memory, the CPU's update estimated, not measured, still at risk";
        QTest::newRow("fewer GPUs for a larger batch")
            << WeighedMove{.move = {.settings = {{"hardware.gpu", "h200"}},
                               .changes = {ChangeId::Gpu},
                               .effect = Effect::Machines},

                   .saved = -2 * GiB,
                   .time = 0.5,
                   .gpuTime = 0.75,
                   .traffic = -1 * GB,
                   .batch = 2}
            << "Use H200 141GB instead"
            << "2.00 GiB more, 50 % faster, 25 % fewer GPU-hours, 1.00 GB less "
               "traffic, global batch 2.00x";
    }

    void aMoveIsASentence()
    {
        QFETCH(WeighedMove, weighed);
        const Catalog catalog = builtInCatalog();
        QTEST(plain(capitalised(translated(titleOf(weighed, {}), &catalog))), "title");
        QTEST(plain(translated(costsOf(weighed, {}))), "costs");
    }

    void adviceFollowsTheScenario()
    {
        Fixture f;
        QSignalSpy changed(&f.advisor, &Advisor::adviceChanged);
        QTRY_VERIFY_WITH_TIMEOUT(f.advisor.advice(), patience);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(f.advisor.advice()->scenario, f.session.scenario());
        QVERIFY(f.advisor.advice()->fixes.shown.empty());
        f.makeTooLarge();
        QVERIFY(!f.advisor.advice());
        QTRY_VERIFY_WITH_TIMEOUT(f.advisor.advice(), patience);
        QCOMPARE(f.advisor.advice()->scenario, f.session.scenario());
        QVERIFY(!f.advisor.advice()->fixes.shown.empty());
    }

    void adviceOnAnOlderScenarioIsNeverSeen()
    {
        Fixture f;
        f.advisor.waitForAdvice();
        QSignalSpy changed(&f.advisor, &Advisor::adviceChanged);
        const auto check = [&f] {
            if (f.advisor.advice())
                QCOMPARE(f.advisor.advice()->scenario, f.session.scenario());
        };
        connect(&f.advisor, &Advisor::adviceChanged, this, check);
        for (int gpus = 16; gpus < 24; ++gpus) {
            f.edit({{"parallel.gpus", std::to_string(gpus)}});
            QTest::qWait(gpus % 3 == 0 ? 60 : 5);
        }
        f.advisor.waitForAdvice();
        QVERIFY(f.advisor.advice());
        QCOMPARE(f.advisor.advice()->scenario, f.session.scenario());
    }

    void aScenarioWithoutAPlanHasNoAdvice()
    {
        Fixture f;
        f.advisor.waitForAdvice();
        f.edit({{"training.method", "lora"}, {"training.lora_targets", "nothing"}});
        QVERIFY(f.session.problem());
        QTest::qWait(100);
        QVERIFY(!f.advisor.advice());
    }

    void nothingIsWorkedOutWithoutAPlan()
    {
        Fixture f;
        const LimitsBar bar(f.session, f.advisor);
        const MoveList list(f.session, f.advisor);
        f.edit({{"training.method", "lora"}, {"training.lora_targets", "nothing"}});
        const auto *note = list.findChild<QLabel *>();
        QTRY_COMPARE(bar.text(), QString());
        QTRY_VERIFY(note->text().contains("when this can be worked out"));
    }

    void aFixIsOneStepAndLeadsToWhatFits()
    {
        Fixture f;
        f.makeTooLarge();
        MoveList list(f.session, f.advisor);
        f.advisor.waitForAdvice();
        QCOMPARE(list.title(), "Make it fit");
        const Scenario before = f.session.scenario();
        const int steps = f.session.undoStack()->count();
        QVERIFY(firstButton(list)->accessibleName().startsWith("Apply: "));
        QVERIFY(firstButton(list)->accessibleDescription().contains(" less, "));
        list.show();
        firstButton(list)->setFocus();
        QTest::keyClick(firstButton(list), Qt::Key_Space);
        QCOMPARE(f.session.undoStack()->count(), steps + 1);
        f.session.settle();
        QCOMPARE(f.session.plan()->memory.verdict.fit, Fit::Fits);
        f.advisor.waitForAdvice();
        QCOMPARE(list.title(), "Use the headroom");
        f.session.undoStack()->undo();
        QCOMPARE(f.session.scenario(), before);
    }

    void theTitleNeedsNoAdvice()
    {
        Fixture f;
        const MoveList list(f.session, f.advisor);
        QVERIFY(!f.advisor.advice());
        QCOMPARE(list.title(), "Use the headroom");
        f.makeTooLarge();
        const MoveList other(f.session, f.advisor);
        QCOMPARE(other.title(), "Make it fit");
    }

    // "Use 4 GPUs" alone would not say that accumulation doubles with it.
    void aButtonNamesEveryInputThatItSets()
    {
        Fixture f;
        f.edit({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.accumulation", "4"}});
        MoveList list(f.session, f.advisor);
        f.advisor.waitForAdvice();
        const Advice &advice = *f.advisor.advice();
        const bool fits = advice.memory.verdict.fit == Fit::Fits;
        const std::vector<WeighedMove> &moves = fits ? advice.giveBacks : advice.fixes.shown;
        const QList<QPushButton *> buttons = list.findChildren<QPushButton *>();
        QCOMPARE(static_cast<std::size_t>(buttons.size()), moves.size());
        bool hasTwo = false;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const QPushButton &button = *buttons[static_cast<qsizetype>(i)];
            const Scenario after = *applied(f.session.scenario(), moves[i].move.settings);
            const auto changed = inputDifferences(f.session.scenario(), after);
            hasTwo = hasTwo || changed.size() > 1;
            for (const InputDifference &one : changed) {
                const QString words = inputChange(one, f.session.catalog());
                QVERIFY2(button.toolTip().contains(words), qPrintable(words));
                QVERIFY2(button.accessibleDescription().contains(words), qPrintable(words));
            }
        }
        QVERIFY(hasTwo);
    }

    void theFindingOffersTheFirstOfTheFixes()
    {
        Fixture f;
        f.makeTooLarge();
        const MoveList moves(f.session, f.advisor);
        const FindingsList findings(f.session, f.advisor);
        QVERIFY(!firstButton(findings)->isEnabled());
        QVERIFY(firstButton(findings)->toolTip().contains("no advice"));
        f.advisor.waitForAdvice();
        const QPushButton *best = firstButton(moves);
        const QList<QLabel *> labels = findings.findChildren<QLabel *>();
        QVERIFY(firstButton(findings)->isEnabled());
        QCOMPARE(firstButton(findings)->toolTip(), best->toolTip());
        QVERIFY(std::any_of(labels.begin(), labels.end(), [best](const QLabel *label) {
            return label->text().endsWith(best->toolTip().section('\n', 0, 0));
        }));
        QCOMPARE(firstButton(findings)->accessibleDescription(), best->accessibleDescription());
        const Scenario before = f.session.scenario();
        const Scenario after
            = *applied(before, f.advisor.advice()->fixes.shown.front().move.settings);
        firstButton(findings)->click();
        QTRY_COMPARE_WITH_TIMEOUT(f.session.scenario(), after, patience);
        f.session.undoStack()->undo();
        QCOMPARE(f.session.scenario(), before);
    }

    void theFindingSaysWhereNothingHelps()
    {
        Fixture f;
        f.edit(
            {{"model.parameters", "100T"}, {"parallel.strategy", "ddp"}, {"parallel.gpus", "1"}});
        const FindingsList findings(f.session, f.advisor);
        f.advisor.waitForAdvice();
        QVERIFY(!firstButton(findings)->isEnabled());
        QVERIFY(firstButton(findings)->toolTip().startsWith("No change"));
    }

    void whatIsOldCannotBeApplied()
    {
        Fixture f;
        f.makeTooLarge();
        const MoveList list(f.session, f.advisor);
        f.advisor.waitForAdvice();
        QPushButton *button = firstButton(list);
        f.edit({{"training.sequence_length", "1024"}});
        const Scenario present = f.session.scenario();
        button->click();
        QCOMPARE(f.session.scenario(), present);
    }

    void theListSaysWhenThereIsNothingToDo()
    {
        Fixture f;
        f.edit(
            {{"model.parameters", "100T"}, {"parallel.strategy", "ddp"}, {"parallel.gpus", "1"}});
        MoveList list(f.session, f.advisor);
        f.advisor.waitForAdvice();
        QVERIFY(!firstButton(list));
        QVERIFY(list.findChild<QLabel *>()->text().startsWith("No change"));
    }

    void limitsAreShownAndLeadThere()
    {
        Fixture f;
        LimitsBar bar(f.session, f.advisor);
        f.advisor.waitForAdvice();
        for (std::size_t i = 0; i < namesOf<LimitId>.size(); ++i)
            QVERIFY(plain(bar.text()).contains(displayName(static_cast<LimitId>(i))));
        const Limit fewest = f.advisor.advice()->limits[2];
        QCOMPARE(fewest.id, LimitId::Gpus);
        QVERIFY(bar.toolTip().contains(translated(reasonFor(fewest))));
        const int steps = f.session.undoStack()->count();
        emit bar.linkActivated("fewest-gpus");
        QCOMPARE(f.session.scenario().parallel.gpus, static_cast<int>(fewest.value));
        QCOMPARE(f.session.undoStack()->count(), steps + 1);
        // The next limits are not known yet: nothing to click.
        emit bar.linkActivated("largest-micro-batch");
        QCOMPARE(f.session.undoStack()->count(), steps + 1);
        f.session.evaluateNow();
        f.advisor.waitForAdvice();
        QVERIFY(!bar.text().contains("href=\"fewest-gpus\"")); // it is there
    }

    void limitsCanBeReachedByKeyboard()
    {
        Fixture f;
        LimitsBar bar(f.session, f.advisor);
        f.advisor.waitForAdvice();
        QVERIFY(bar.focusPolicy() & Qt::TabFocus);
        QCOMPARE(bar.accessibleName(), "Limits");
        QVERIFY(bar.accessibleDescription().contains("Fewest GPUs"));
        bar.show();
        bar.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&bar));
        bar.setFocus(Qt::TabFocusReason);
        QSignalSpy activated(&bar, &QLabel::linkActivated);
        QTest::keyClick(&bar, Qt::Key_Tab);
        QTest::keyClick(&bar, Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
    }

    // Advice on what was before must not stand beside the verdict on what is.
    void whatIsWorkedOutAnewGoesAfterAMoment()
    {
        Fixture f;
        LimitsBar bar(f.session, f.advisor);
        f.advisor.waitForAdvice();
        f.edit({{"training.lora_targets", "nothing"}, {"training.method", "lora"}});
        QVERIFY(bar.text().contains("Longest"));
        QTRY_VERIFY_WITH_TIMEOUT(!bar.text().contains("Longest"), patience);
        f.session.undoStack()->undo();
        f.session.evaluateNow();
        f.advisor.waitForAdvice();
        QVERIFY(bar.text().contains("Longest"));
    }
};

QTEST_MAIN(TestAdvisor)
#include "tst_advisor.moc"
