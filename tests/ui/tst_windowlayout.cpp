// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/summary.h"
#include "resources/examples.h"
#include "tests/ui/inwords.h"
#include "tests/ui/testwindow.h"
#include "ui/advisor.h"
#include "ui/charts/chartview.h"
#include "ui/dialogs/messagebar.h"
#include "ui/fields/fieldrow.h"
#include "ui/foldingdock.h"
#include "ui/panels/parameterpanel.h"
#include "ui/results/explainview.h"
#include "ui/results/limitsbar.h"
#include "ui/results/runpage.h"
#include "ui/results/verdictbar.h"
#include "ui/startup.h"
#include "ui/workspace.h"

#include <QApplication>
#include <QLabel>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStandardPaths>
#include <QTabBar>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace shardscope;

namespace {

struct Fixture : TestWindow
{
    void resize(int width, int height)
    {
        window.resize(width, height);
        QTest::qWait(20);
    }
};

/// Letters of that size as long as it lives.
class LettersOf
{
public:
    explicit LettersOf(int points)
    {
        QFont font = m_before;
        font.setPointSize(points);
        QApplication::setFont(font);
    }
    ~LettersOf() { QApplication::setFont(m_before); }
    Q_DISABLE_COPY_MOVE(LettersOf)

private:
    QFont m_before = QApplication::font();
};

} // namespace

/// The window as it is laid out: sizes, places and the way of the Tab key.
class TestWindowLayout : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void cleanup() { QApplication::processEvents(); }

    void theTabKeyGoesFromTopToBottom()
    {
        Fixture f;
        f.session.pins().pin(f.session.scenario());
        for (const int tab : {0, 1}) {
            f.window.workspace().showTab(tab);
            QApplication::processEvents();
            int last = -1;
            const QWidget *first = nullptr;
            for (QWidget *widget = f.window.workspace().nextInFocusChain();
                 widget != &f.window.workspace(); widget = widget->nextInFocusChain()) {
                const bool isStop = (widget->focusPolicy() & Qt::TabFocus) != 0
                    && !widget->focusProxy() && widget->isVisible() && widget->isEnabled()
                    && f.window.workspace().isAncestorOf(widget);
                if (!isStop || qobject_cast<QToolButton *>(widget))
                    continue; // small buttons stand at the side
                const int top = widget->mapTo(&f.window, QPoint()).y();
                QVERIFY2(top + widget->height() > last, qPrintable(widget->accessibleName()));
                last = top;
                first = first ? first : widget;
            }
            QVERIFY(first);
            QCOMPARE(first->accessibleName(), "Limits");
        }
    }

    void theKeyboardBeginsAtTheTabs()
    {
        Fixture f;
        QVERIFY(qobject_cast<QTabBar *>(f.window.focusWidget()));
    }

    // Alt and a letter went to a tab one time, to an input the next.
    void noTabTakesTheLetterOfAnInput()
    {
        Fixture f;
        for (const QTabBar *bar : f.window.workspace().findChildren<QTabBar *>()) {
            for (int tab = 0; tab < bar->count(); ++tab)
                QVERIFY(!bar->tabText(tab).contains('&'));
        }
        QCOMPARE(f.window.workspace().tabName(0), "&Memory"); // in the menu
    }

    void switchesStayWholeInANarrowWindow_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("points");
        QTest::addColumn<QSize>("size");
        QTest::newRow("English") << "en" << QApplication::font().pointSize() << QSize(800, 560);
        QTest::newRow("German, large letters") << "de" << 14 << QSize(1280, 720);
    }
    void switchesStayWholeInANarrowWindow()
    {
        QFETCH(QString, language);
        QFETCH(int, points);
        QFETCH(QSize, size);
        const LettersOf letters(points);
        Fixture f;
        f.translations.use(language);
        f.session.pins().pin(f.session.scenario());
        f.resize(size.width(), size.height());
        for (const int tab : {0, 1}) {
            f.window.workspace().showTab(tab);
            QTest::qWait(20);
            for (const QRadioButton *button : f.window.findChildren<QRadioButton *>()) {
                if (button->isVisible())
                    QVERIFY2(
                        button->width() >= button->sizeHint().width(), qPrintable(button->text()));
            }
        }
    }

    void aLowWindowKeepsItsLinesForTheChart()
    {
        Fixture f;
        f.session.settle();
        f.window.workspace().advisor().waitForAdvice();
        const auto linesOf = [&f](const QString &name) {
            for (QWidget *widget : f.window.workspace().findChildren<QWidget *>()) {
                if (widget->accessibleName() == name)
                    return widget->height();
            }
            return 0;
        };
        f.resize(900, 900);
        const int verdict = linesOf("Verdict");
        const int limits = linesOf("Limits");
        f.resize(900, 560);
        QVERIFY(linesOf("Verdict") <= verdict);
        QVERIFY(linesOf("Limits") < limits);
        for (const QLabel *label : f.window.findChildren<QLabel *>()) {
            if (label->accessibleName() == "Limits") {
                QVERIFY(label->text().endsWith("…"));
                QVERIFY(label->toolTip().contains("Largest model"));
            }
        }
    }

    void theRunDoesNotScrollWithoutNeed()
    {
        Fixture f;
        f.window.workspace().showTab(3);
        f.resize(1280, 800);
        const auto *scroll = f.window.findChild<RunPage *>()->findChild<QScrollArea *>();
        QVERIFY(!scroll->verticalScrollBar()->isVisible());
    }

    void oneGpuIsNotComparedWithOthers()
    {
        Fixture f;
        f.window.workspace().showTab(3);
        const auto tables = [&f] {
            int count = 0;
            for (const auto *table :
                f.window.findChild<RunPage *>()->findChildren<QTableWidget *>())
                count += table->isVisible() ? 1 : 0;
            return count;
        };
        QCOMPARE(tables(), 1); // folded away
        f.window.findChild<RunPage *>()->unfold()->click();
        QCOMPARE(tables(), 2);
        f.session.edit({}, {}, scenarioWith({{"parallel.gpus", "1"}}));
        f.session.settle();
        QTest::qWait(20);
        QCOMPARE(tables(), 1);
    }

    void aSmallWindowIsMostlyChart_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("points");
        QTest::addColumn<QSize>("size");
        const int usual = QApplication::font().pointSize();
        QTest::newRow("full HD at twice the size") << "en" << usual << QSize(960, 540);
        QTest::newRow("the same in German") << "de" << usual << QSize(960, 540);
        QTest::newRow("large letters") << "en" << 14 << QSize(1280, 720);
        QTest::newRow("as it opens first") << "en" << usual << QSize(1280, 720);
    }
    void aSmallWindowIsMostlyChart()
    {
        QFETCH(QString, language);
        QFETCH(int, points);
        QFETCH(QSize, size);
        const LettersOf letters(points);
        Fixture f;
        f.translations.use(language);
        f.session.settle();
        f.resize(size.width(), size.height());
        for (const ChartKind chart : {ChartKind::Memory, ChartKind::Traffic, ChartKind::Timeline,
                 ChartKind::Step, ChartKind::Run}) {
            f.window.workspace().showChart(chart);
            QTest::qWait(20);
            for (const ChartView *view : f.window.findChildren<ChartView *>()) {
                if (view->isVisible())
                    QVERIFY2(view->height() >= 0.45 * size.height(), qPrintable(language));
            }
        }
        QCOMPARE(f.window.size(), size);
    }

    void whatIsSaidAboveTheChartFoldsToALineEach()
    {
        Fixture f;
        f.session.settle();
        f.window.workspace().advisor().waitForAdvice();
        for (const Example &example : builtInExamples()) {
            if (example.name == "examples/70b-over-gpus.shardscope")
                QVERIFY(f.window.documents().openExample(example.document));
        }
        f.resize(960, 540);
        f.window.workspace().advisor().waitForAdvice();
        QTest::qWait(20);
        const int line = f.window.fontMetrics().height();
        QVERIFY(f.window.workspace().about().height() < 2 * line + 4);
        QVERIFY(f.window.findChild<VerdictBar *>()->height() < 2 * line + 4);
        QVERIFY(f.window.findChild<LimitsBar *>()->height() < 2 * line);
    }

    void theReasonsFoldAndAreOpenedWithAClick()
    {
        Fixture f;
        auto *dock = f.window.findChild<FoldingDock *>();
        f.resize(1280, 800);
        QTRY_VERIFY(!dock->isFolded());
        f.resize(960, 540);
        QTRY_VERIFY(dock->isFolded());
        QTRY_VERIFY(dock->height() < 3 * dock->fontMetrics().height());
        QVERIFY(dock->titleBarWidget()->width() > dock->width() - 4);
        f.resize(1280, 800);
        QTRY_VERIFY(!dock->isFolded()); // there is room again
        f.resize(960, 540);
        QTRY_VERIFY(dock->isFolded());
        auto *title = dock->titleBarWidget()->findChild<QToolButton *>();
        QVERIFY(title->accessibleName() == "Why this number" && !title->toolTip().isEmpty());
        QTest::mouseClick(title, Qt::LeftButton);
        QTest::qWait(20);
        QVERIFY(!dock->isFolded() && f.window.findChild<ExplainView *>()->isVisible());
        QVERIFY(dock->widget()->height() >= 4 * dock->fontMetrics().height());
        QTest::keyClick(title, Qt::Key_Space);
        f.resize(1280, 800);
        QTest::qWait(20);
        QVERIFY(dock->isFolded()); // as somebody wanted it
    }

    void theFoldIsRemembered()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("settings.ini");
        const auto isFolded = [&path, &folder](bool isToggled) {
            Settings settings(path);
            Translations translations;
            Session session{builtInCatalog()};
            MainWindow window({session, settings, translations}, {.backupFolder = folder.path()});
            window.show();
            window.resize(1280, 800);
            QTest::qWait(20);
            auto *dock = window.findChild<FoldingDock *>();
            if (isToggled)
                dock->titleBarWidget()->findChild<QToolButton *>()->click();
            return dock->isFolded();
        };
        QVERIFY(!isFolded(false)); // there is room
        QVERIFY(isFolded(true));
        QVERIFY(isFolded(false)); // the next time
        QVERIFY(!isFolded(true));
        QVERIFY(!isFolded(false));
    }

    void inputsWithoutEffectStayAsTheyWereLeft()
    {
        const QTemporaryDir folder;
        Settings settings(folder.filePath("settings.ini"));
        Translations translations;
        Session session{builtInCatalog()};
        {
            MainWindow window({session, settings, translations}, {.backupFolder = folder.path()});
            window.show();
            window.parameters().focusControl("training.lora_rank"); // unfolds them
        }
        MainWindow window({session, settings, translations}, {.backupFolder = folder.path()});
        window.show();
        QVERIFY(window.parameters().row("training.lora_rank")->isVisible());
    }

    void theFirstWindowFitsTheScreen_data()
    {
        QTest::addColumn<QSize>("room");
        QTest::addColumn<QSize>("size");
        QTest::newRow("a large screen") << QSize(2560, 1400) << QSize(1280, 720);
        QTest::newRow("full HD at twice the size") << QSize(960, 510) << QSize(960, 462);
    }
    void theFirstWindowFitsTheScreen()
    {
        QFETCH(QSize, room);
        QTEST(firstSize(room), "size");
    }

    void theVerdictStaysBelowItsHeadlineInANarrowWindow()
    {
        Fixture f;
        f.resize(800, 760);
        f.session.pins().pin(f.session.scenario());
        f.session.edit({}, {}, scenarioWith({{"training.micro_batch", "2"}}));
        f.session.settle();
        QTest::qWait(20);
        const auto labelOf = [&f](const QString &text) {
            const QLabel *found = nullptr;
            for (const QLabel *label : f.window.findChildren<QLabel *>())
                found = label->text() == text ? label : found;
            return found;
        };
        const Plan &plan = *f.session.plan();
        const QLabel *headline = labelOf(inWords(verdictHeadline(plan), f.session.catalog()));
        const QLabel *detail = labelOf(translated(verdictDetail(plan)));
        QVERIFY(headline && detail);
        QVERIFY(detail->y() >= headline->geometry().bottom());
        QVERIFY(detail->width() > detail->parentWidget()->width() / 2);
    }

    void aLessonInALowWindowTakesTheLinesOfTheLimits()
    {
        const LettersOf letters(14);
        Fixture f;
        const auto *limits = f.window.findChild<LimitsBar *>();
        for (const Example &example : builtInExamples()) {
            if (example.name == "examples/70b-over-gpus.shardscope")
                QVERIFY(f.window.documents().openExample(example.document));
        }
        // How low depends on the letters.
        for (int height = 1000; limits->isVisible() && height > 400; height -= 10)
            f.resize(1280, height);
        QVERIFY(f.window.workspace().about().isVisible());
        QVERIFY(!limits->isVisible());
        f.window.workspace().about().hide();
        QTest::qWait(20);
        QVERIFY(limits->isVisible());
    }

    void theRunScrollsRatherThanBeingCut()
    {
        Fixture f;
        f.session.edit({}, {}, scenarioWith({{"parallel.gpus", "8"}}));
        f.session.evaluateNow();
        f.window.workspace().showTab(3);
        f.resize(800, 560);
        const auto *page = f.window.findChild<RunPage *>();
        QVERIFY(page);
        page->unfold()->click();
        QTest::qWait(20);
        for (const QLabel *label : page->findChildren<QLabel *>()) {
            if (label->wordWrap())
                QVERIFY(label->height() >= label->heightForWidth(label->width()));
        }
        for (const QTableWidget *table : page->findChildren<QTableWidget *>())
            QVERIFY(table->viewport()->height() >= 4 * table->rowHeight(0));
    }
};

QTEST_MAIN(TestWindowLayout)
#include "tst_windowlayout.moc"
