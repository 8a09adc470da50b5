// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/samples.h"
#include "ui/advisor.h"
#include "ui/charts/chartview.h"
#include "ui/compare/comparemenu.h"
#include "ui/compare/narrator.h"
#include "ui/compare/peekkey.h"
#include "ui/compare/shown.h"
#include "ui/results/pages.h"
#include "ui/results/planmodel.h"
#include "ui/results/verdictbar.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QVBoxLayout>

using namespace shardscope;

namespace {

QString plain(QString text)
{
    return text.replace(QChar::Nbsp, ' ');
}

Scenario sharded(Strategy strategy, int gpus = 8)
{
    Scenario scenario;
    scenario.parallel.strategy = strategy;
    scenario.parallel.gpus = gpus;
    return scenario;
}

void edit(Session &session, const Scenario &next)
{
    session.edit("Edit", "edit", next);
    session.endGesture();
    session.evaluateNow();
}

QAction *actionOf(const QMenu &menu, const QString &text)
{
    for (QAction *action : menu.actions()) {
        if (action->text().remove('&') == text)
            return action;
    }
    qFatal("no action %s", qPrintable(text));
}

/// A window with a chart, a box and a button.
struct Window
{
    Session session{samples::catalog()};
    QWidget widget;
    MemoryPage *page = new MemoryPage(session, &widget);
    QLineEdit *box = new QLineEdit(&widget);
    QPushButton *button = new QPushButton(&widget);

    Window()
    {
        auto *layout = new QVBoxLayout(&widget);
        layout->addWidget(page);
        layout->addWidget(box);
        layout->addWidget(button);
        new PeekKey(session.pins(), widget);
        widget.resize(800, 600);
        widget.show();
        widget.activateWindow();
        [[maybe_unused]] const bool isActive = QTest::qWaitForWindowActive(&widget);
    }
};

} // namespace

class TestPins : public QObject
{
    Q_OBJECT

private slots:
    void pinsAreNamedByWhatTheyAre_data()
    {
        QTest::addColumn<Scenario>("first");
        QTest::addColumn<Scenario>("second");
        QTest::addColumn<QString>("name");
        Scenario longer = sharded(Strategy::Zero2);
        longer.training.sequenceLength = 8192;
        Scenario smaller = sharded(Strategy::Zero2);
        smaller.hardware.gpu = "a100-40";
        smaller.parallel.gpus = 16;
        const Scenario base = sharded(Strategy::Zero2);
        QTest::newRow("strategy and GPUs")
            << base << sharded(Strategy::Zero3, 4) << "ZeRO-3, 4 GPU(s)";
        QTest::newRow("and what else differs")
            << base << longer << "ZeRO-2, 8 GPU(s), Sequence length 8,192";
        QTest::newRow("a GPU speaks for itself")
            << base << smaller << "ZeRO-2, 16 GPU(s), A100 40GB";
    }
    void pinsAreNamedByWhatTheyAre()
    {
        QFETCH(Scenario, first);
        QFETCH(Scenario, second);
        Session session{samples::catalog()};
        QVERIFY(session.pins().pin(first));
        QCOMPARE(session.pins().all().pins.front().name, "ZeRO-2, 8 GPU(s)");
        QVERIFY(session.pins().pin(second));
        QTEST(plain(session.pins().all().pins.back().name), "name");
    }

    void noTwoPinsAreNamedAlike()
    {
        Session session{samples::catalog()};
        QVERIFY(session.pins().pin(sharded(Strategy::Zero2)));
        session.pins().rename(0, "ZeRO-3, 8 GPU(s)");
        QVERIFY(session.pins().pin(sharded(Strategy::Zero3)));
        QCOMPARE(session.pins().all().pins.back().name, "ZeRO-3, 8 GPU(s) (2)");
    }

    void thereIsRoomForFour()
    {
        Session session{samples::catalog()};
        QSignalSpy told(&session.pins(), &Pins::told);
        for (int gpus = 1; gpus <= 4; ++gpus)
            QVERIFY(session.pins().pin(sharded(Strategy::Ddp, gpus)));
        QVERIFY(!session.pins().pin(sharded(Strategy::Ddp, 5)));
        QCOMPARE(session.pins().count(), std::size_t{4});
        QVERIFY(told.last().first().toString().contains("remove one"));
    }

    void theSameIsPinnedOnce()
    {
        Session session{samples::catalog()};
        QSignalSpy told(&session.pins(), &Pins::told);
        QVERIFY(session.pins().pin(session.scenario()));
        QVERIFY(!session.pins().pin(session.scenario()));
        QCOMPARE(session.pins().count(), std::size_t{1});
        QVERIFY(told.last().first().toString().contains("pinned already"));
    }

    void whatCannotBePlannedIsNotPinned()
    {
        Session session{samples::catalog()};
        QSignalSpy told(&session.pins(), &Pins::told);
        Scenario scenario;
        scenario.hardware.gpu = "no-such-gpu";
        QVERIFY(!session.pins().pin(scenario));
        QVERIFY(told.last().first().toString().contains("no-such-gpu"));
        QCOMPARE(session.pins().count(), std::size_t{0});
    }

    void theBaselineStaysTheSamePin()
    {
        Session session{samples::catalog()};
        Pins &pins = session.pins();
        for (int gpus = 1; gpus <= 3; ++gpus)
            QVERIFY(pins.pin(sharded(Strategy::Ddp, gpus)));
        QCOMPARE(pins.all().baseline, std::size_t{0});
        pins.setBaseline(2);
        const QString name = pins.all().reference()->name;
        pins.remove(0);
        QCOMPARE(pins.all().reference()->name, name);
        pins.remove(1);
        QCOMPARE(pins.all().baseline, std::size_t{0});
        pins.remove(0);
        QVERIFY(!pins.all().reference());
    }

    void pinsBelongToTheDocument()
    {
        Session session{samples::catalog()};
        QVERIFY(session.pins().pin(session.scenario()));
        QVERIFY(session.pins().pin(sharded(Strategy::Ddp), "Theirs"));
        session.pins().setBaseline(1);
        const ScenarioDocument document = session.document();
        session.load({.scenario = sharded(Strategy::Ddp)});
        QCOMPARE(session.pins().count(), std::size_t{0});
        session.load(document);
        QCOMPARE(session.pins().count(), std::size_t{2});
        QCOMPARE(session.pins().all().reference()->name, "Theirs");
        QCOMPARE(session.document(), document);
    }

    void aPinIsSomethingToSave()
    {
        Session session{samples::catalog()};
        QVERIFY(!session.isModified());
        QVERIFY(session.pins().pin(session.scenario()));
        QVERIFY(session.isModified());
        QVERIFY(!session.undoStack()->canUndo());
        session.setSaved();
        QVERIFY(!session.isModified());
        session.pins().rename(0, "Mine");
        QVERIFY(session.isModified());
        session.load(session.document());
        QVERIFY(!session.isModified());
        session.pins().remove(0);
        QVERIFY(session.isModified());
    }

    /// A catalogue may lack what another one had: that is no reason to forget it.
    void whatCannotBePlannedIsSavedAgain()
    {
        Session session{samples::catalog()};
        const Narrator narrator(session);
        Scenario unknown;
        unknown.hardware.gpu = "no-such-gpu";
        const ScenarioDocument document{.pins
            = {{.name = "Theirs", .scenario = unknown, .extras = Json(Json::Object{{"a", 1}})},
                {.name = "Ours", .extras = Json(Json::Object{{"b", 2}}), .isBaseline = true}}};
        session.load(document);
        QCOMPARE(session.pins().count(), std::size_t{1});
        QVERIFY(narrator.sentence().startsWith("Theirs cannot be shown"));
        QVERIFY(!session.isModified());
        const std::vector<Pin> saved = session.document().pins;
        QCOMPARE(saved.size(), std::size_t{2});
        QCOMPARE(saved[0], document.pins[1]);
        QCOMPARE(saved[1], document.pins[0]);
        QVERIFY(session.pins().pin(sharded(Strategy::Ddp)));
        QVERIFY(session.pins().pin(sharded(Strategy::Zero2)));
        QVERIFY(!session.pins().pin(sharded(Strategy::Zero1))); // a file holds no more
        session.pins().clear();
        QVERIFY(session.document().pins.empty());
    }

    void goingToAPinIsOneStep()
    {
        Session session{samples::catalog()};
        const Scenario before = session.scenario();
        CompareMenu menu(session);
        actionOf(menu, "Pin This Scenario")->trigger();
        edit(session, sharded(Strategy::Ddp, 4));
        const int steps = session.undoStack()->count();
        actionOf(*menu.pinMenus().first(), "Go to It")->trigger();
        QCOMPARE(session.scenario(), before);
        QCOMPARE(session.undoStack()->count(), steps + 1);
        session.undoStack()->undo();
        QCOMPARE(session.scenario(), sharded(Strategy::Ddp, 4));
    }

    void theMenuFollowsThePins()
    {
        Session session{samples::catalog()};
        const CompareMenu menu(session);
        QVERIFY(!actionOf(menu, "Remove All Pins")->isEnabled());
        session.pins().pin(sharded(Strategy::Ddp));
        session.pins().pin(sharded(Strategy::Zero2));
        QCOMPARE(menu.pinMenus().size(), 2);
        QCOMPARE(menu.pinMenus().first()->title(), "&1 DDP, 8 GPU(s) (Baseline)");
        actionOf(*menu.pinMenus().last(), "Make It the Baseline")->trigger();
        QCOMPARE(session.pins().all().baseline, std::size_t{1});
        QCOMPARE(menu.pinMenus().last()->title(), "&2 ZeRO-2, 8 GPU(s) (Baseline)");
        session.pins().rename(1, "  Ours & theirs ");
        QCOMPARE(menu.pinMenus().last()->title(), "&2 Ours && theirs (Baseline)");
        session.pins().rename(1, " ");
        QCOMPARE(session.pins().all().pins[1].name, "Ours & theirs");
        actionOf(*menu.pinMenus().first(), "Remove")->trigger();
        QCOMPARE(session.pins().count(), std::size_t{1});
        actionOf(menu, "Remove All Pins")->trigger();
        QVERIFY(menu.pinMenus().isEmpty());
    }

    void theBaselineIsPeekedAt()
    {
        Session session{samples::catalog()};
        MemoryPage page(session);
        page.show();
        Advisor advisor(session);
        const VerdictBar verdict(session, advisor);
        session.settle();
        session.pins().pin(session.scenario());
        const ChartData before = page.chart()->data();
        edit(session, sharded(Strategy::Ddp));
        const ChartData after = page.chart()->data();
        const int steps = session.undoStack()->count();

        session.pins().setPeeking(true);
        QCOMPARE(shownPlan(session)->scenario, Scenario{});
        QVERIFY(page.chart()->accessibleName().startsWith("Baseline, ZeRO-3, 8 GPU(s): "));
        QCOMPARE(chosenCategory(page.chart()->data()), chosenCategory(before));
        QVERIFY(page.chart()->data().outlineLabel.isEmpty());
        QVERIFY(verdict.accessibleDescription().startsWith("Baseline: Fits on"));
        QCOMPARE(session.scenario(), sharded(Strategy::Ddp));
        session.pins().setPeeking(false);
        QCOMPARE(page.chart()->data(), after);
        QCOMPARE(session.undoStack()->count(), steps);
        QVERIFY(!verdict.accessibleDescription().contains("Baseline"));
    }

    void anEditEndsThePeek()
    {
        Session session{samples::catalog()};
        const CompareMenu menu(session);
        session.pins().pin(session.scenario());
        actionOf(menu, "Show the Baseline")->trigger();
        QVERIFY(session.pins().isPeeking());
        edit(session, sharded(Strategy::Ddp));
        QVERIFY(!session.pins().isPeeking());
        QVERIFY(!actionOf(menu, "Show the Baseline")->isChecked());
    }

    void thereIsNothingToPeekAtWithoutPins()
    {
        Session session{samples::catalog()};
        session.pins().setPeeking(true);
        QVERIFY(!session.pins().isPeeking());
        session.pins().pin(session.scenario());
        session.pins().setPeeking(true);
        session.pins().clear();
        QVERIFY(!session.pins().isPeeking());
        QVERIFY(shownPlan(session) == session.plan());
    }

    void theSpaceBarPeeks_data()
    {
        QTest::addColumn<int>("focus");
        QTest::addColumn<bool>("peeks");
        QTest::newRow("in the chart") << 0 << true;
        QTest::newRow("not in a box") << 1 << false;
        QTest::newRow("not on a button") << 2 << false;
    }
    void theSpaceBarPeeks()
    {
        QFETCH(int, focus);
        Window w;
        w.session.pins().pin(w.session.scenario());
        QWidget *const widgets[]{w.page->chart(), w.box, w.button};
        QWidget *widget = widgets[focus];
        widget->setFocus();
        QTest::keyPress(widget, Qt::Key_Space);
        QTEST(w.session.pins().isPeeking(), "peeks");
        QTest::keyRelease(widget, Qt::Key_Space);
        QVERIFY(!w.session.pins().isPeeking());
        QCOMPARE(w.box->text(), focus == 1 ? " " : "");
    }

    void aPeekEndsWithTheWindow()
    {
        Window w;
        w.session.pins().pin(w.session.scenario());
        w.page->chart()->setFocus();
        QTest::keyPress(w.page->chart(), Qt::Key_Space);
        QVERIFY(w.session.pins().isPeeking());
        QEvent deactivated(QEvent::WindowDeactivate);
        QApplication::sendEvent(&w.widget, &deactivated);
        QVERIFY(!w.session.pins().isPeeking());
    }

    void aRepeatedKeyIsOnePeek()
    {
        Window w;
        w.session.pins().pin(w.session.scenario());
        ChartView *chart = w.page->chart();
        chart->setFocus();
        QSignalSpy changed(&w.session.pins(), &Pins::peekingChanged);
        QTest::keyPress(chart, Qt::Key_Space);
        for (int i = 0; i < 3; ++i) {
            QKeyEvent up(QEvent::KeyRelease, Qt::Key_Space, Qt::NoModifier, " ", true);
            QApplication::sendEvent(chart, &up);
            QKeyEvent down(QEvent::KeyPress, Qt::Key_Space, Qt::NoModifier, " ", true);
            QApplication::sendEvent(chart, &down);
        }
        QCOMPARE(changed.count(), 1);
        QTest::keyRelease(chart, Qt::Key_Space);
        QCOMPARE(changed.count(), 2);
    }

    void theViewOfPinsIsThereWithThem()
    {
        Window w;
        w.session.pins().pin(sharded(Strategy::Ddp));
        w.page->setView(MemoryPage::ByPin);
        QCOMPARE(w.page->chart()->data().categories.size(), std::size_t{2});
        w.session.pins().clear();
        QCOMPARE(w.page->view(), MemoryPage::ByStrategy);
    }

    void theTableShowsThePeek()
    {
        Session session{samples::catalog()};
        const TablePage page(session);
        const auto *model = page.findChild<QTableView *>()->model();
        session.pins().pin(session.scenario());
        const QString before = model->index(0, PlanModel::Amount).data().toString();
        edit(session, sharded(Strategy::Ddp));
        const QString after = model->index(0, PlanModel::Amount).data().toString();
        QVERIFY(before != after);
        QVERIFY(model->index(0, 3).data().toString().startsWith('+'));
        session.pins().setPeeking(true);
        QCOMPARE(model->index(0, PlanModel::Amount).data().toString(), before);
        session.pins().setPeeking(false);
        QCOMPARE(model->index(0, PlanModel::Amount).data().toString(), after);
    }
};

QTEST_MAIN(TestPins)
#include "tst_pins.moc"
