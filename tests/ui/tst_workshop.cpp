// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/pipelinemotion.h"
#include "resources/lessons.h"
#include "tests/support/lessons.h"
#include "tests/support/testcatalog.h"
#include "tests/ui/answers.h"
#include "ui/charts/chartview.h"
#include "ui/charts/drawingview.h"
#include "ui/fields/fieldrow.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/text/format.h"
#include "ui/workshop/guesshandle.h"
#include "ui/workshop/lessonpane.h"
#include "ui/workshop/lessonscreen.h"
#include "ui/workshop/motionview.h"
#include "ui/workshop/presentation.h"
#include "ui/workshop/questionbox.h"
#include "ui/workshop/screencontrols.h"
#include "ui/workshop/speakerview.h"
#include "ui/workshop/workshop.h"

#include <QAccessible>
#include <QApplication>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QProxyStyle>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;

namespace {

/// A lesson on a screen of 720p.
struct Fixture
{
    Presentation presentation;
    LessonScreen screen;

    explicit Fixture(const Lesson &lesson = sampleLesson())
        : presentation(lesson, builtInCatalog())
        , screen(presentation, Room::Light)
    {
        screen.resize(1280, 720);
        screen.show();
        screen.activateWindow();
        [[maybe_unused]] const bool isActive = QTest::qWaitForWindowActive(&screen);
        screen.settle();
    }

    void press(int key) { QTest::keyClick(&screen, static_cast<Qt::Key>(key)); }

    template <class Widget>
    Widget *visible() const
    {
        for (Widget *widget : screen.findChildren<Widget *>()) {
            if (widget->isVisible())
                return widget;
        }
        return nullptr;
    }
};

/// One step of a run that has something to show for it.
Lesson movingLesson(Motion motion)
{
    Lesson lesson;
    const bool isPipeline = motion == Motion::Pipeline;
    lesson.scenario = scenarioWith(
        {{"model.id", "meta-llama/Llama-3.2-1B"}, {"training.precision", "bf16-master"},
            {"training.micro_batch", motion == Motion::Checkpointing ? "8" : "1"},
            {"training.accumulation", isPipeline ? "8" : "1"},
            {"parallel.strategy", isPipeline ? "zero1" : "ddp"}, {"parallel.gpus", "8"},
            {"parallel.framework", isPipeline ? "megatron" : "auto"},
            {"parallel.pipeline", isPipeline ? "4" : "1"}, {"parallel.algorithm", "ring"},
            {"hardware.gpu", "a100-sxm-80"}});
    LessonStep step;
    step.title = LessonText("It moves");
    step.motion = motion;
    lesson.steps.push_back(step);
    return lesson;
}

} // namespace

class TestWorkshop : public QObject
{
    Q_OBJECT

private slots:
    void onlyWhatTheStepNeedsIsShown()
    {
        Fixture f;
        const auto *controls = f.screen.findChild<ScreenControls *>();
        QCOMPARE(controls->rows().size(), std::size_t(1));
        QCOMPARE(controls->rows().front()->keyId(), QString("parallel.gpus"));
        QVERIFY(!f.screen.findChild<QuestionBox *>()->isVisible());
        QVERIFY(f.screen.chart()->isVisible());
        f.press(Qt::Key_4);
        QVERIFY(!controls->isVisible());
        QVERIFY(f.screen.motion()->isVisible());
        QVERIFY(!f.screen.chart()->isVisible());
        f.press(Qt::Key_M); // the chart in place of what moves
        QVERIFY(f.screen.chart()->isVisible());
    }

    void theSentenceFollowsTheSliders()
    {
        Fixture f;
        Session &session = f.presentation.session();
        Scenario scenario = session.scenario();
        scenario.model.parameters = 13e9;
        const QString before = f.screen.sentence();
        session.editAtOnce("Model size", "model.parameters", scenario);
        session.evaluateNow();
        QVERIFY(f.screen.sentence() != before);
        f.press(Qt::Key_R);
        QCOMPARE(f.screen.sentence(), before);
    }

    void aGuessIsDraggedAndStaysBesideTheTruth()
    {
        Fixture f;
        f.press(Qt::Key_2);
        f.screen.settle();
        auto *handle = f.screen.findChild<GuessHandle *>();
        QVERIFY(handle->isVisible());
        const ChartData &asked = f.screen.chart()->data();
        const auto chosen = static_cast<std::size_t>(chosenCategory(asked));
        QCOMPARE(totalOf(asked, chosen), 0.0);
        QVERIFY(!f.screen.findChild<ScreenControls *>()->isEnabled());
        const QRectF plot = f.screen.chart()->plotRect();
        QTest::mousePress(handle, Qt::LeftButton, {}, plot.center().toPoint());
        QVERIFY(f.presentation.answer().guess);
        QVERIFY(f.screen.findChild<ScreenControls *>()->isEnabled());
        const double guess = *f.presentation.answer().guess;
        QVERIFY(guess > 0);
        f.press(Qt::Key_V);
        f.screen.settle();
        QVERIFY(!handle->isVisible());
        QCOMPARE(f.screen.chart()->data().categories[chosen].outline, guess);
        QVERIFY(totalOf(f.screen.chart()->data(), chosen) > 0);
        // Said in words, too.
        const auto *box = f.screen.findChild<QuestionBox *>();
        bool isSaid = false;
        for (const QLabel *label : box->findChildren<QLabel *>())
            isSaid = isSaid || label->text().contains("15.3");
        QVERIFY(isSaid);
    }

    void whoHasNoMouseTypesTheGuess()
    {
        Fixture f;
        f.press(Qt::Key_2);
        auto *number = f.visible<QDoubleSpinBox>();
        QVERIFY(number);
        QCOMPARE(number->suffix(), QString(" GB"));
        QVERIFY(!QAccessible::queryAccessibleInterface(number)->text(QAccessible::Name).isEmpty());
        number->setValue(15);
        QCOMPARE(*f.presentation.answer().guess, 15e9);
        QTest::keyClick(number, Qt::Key_PageDown); // the clicker reveals all the same
        QVERIFY(f.presentation.answer().isRevealed);
    }

    void choicesAreMarkedWhenTheyAreRevealed()
    {
        Fixture f;
        f.press(Qt::Key_3);
        const QList<QRadioButton *> choices
            = f.screen.findChild<QuestionBox *>()->findChildren<QRadioButton *>();
        QCOMPARE(choices.size(), 2);
        choices[0]->click();
        QCOMPARE(*f.presentation.answer().choice, std::size_t(0));
        QTest::keyClick(&f.screen, Qt::Key_PageDown);
        QStringList marks;
        for (const QLabel *label : f.screen.findChild<QuestionBox *>()->findChildren<QLabel *>())
            marks += label->text();
        QVERIFY(marks.contains("✓") && marks.contains("✗"));
        QVERIFY(marks.join(' ').contains("DDP copies."));
        QVERIFY(marks.join(' ').contains("Not quite."));
    }

    void theScreenGoesBlankAndComesBack()
    {
        Fixture f;
        f.press(Qt::Key_B);
        QVERIFY(f.screen.isBlank());
        QVERIFY(!f.screen.chart()->isVisible());
        f.press(Qt::Key_PageDown); // whatever is pressed: the same step again
        QVERIFY(!f.screen.isBlank());
        QCOMPARE(f.presentation.place(), std::size_t(0));
        QVERIFY(f.screen.chart()->isVisible());
        QVERIFY(!f.screen.findChild<QuestionBox *>()->isVisible());
    }

    void aBrokenStepIsNamedOnTheScreen()
    {
        Fixture f;
        f.press(Qt::Key_5);
        QStringList shown;
        for (const QLabel *label : f.screen.findChildren<QLabel *>()) {
            if (label->isVisible())
                shown += label->text();
        }
        QVERIFY(shown.join(' ').contains("cannot be shown"));
        QVERIFY(shown.join(' ').contains("gpuss"));
    }

    void everyLessonRunsByClickerAlone_data()
    {
        QTest::addColumn<std::size_t>("lesson");
        const std::vector<BuiltInLesson> lessons = builtInLessons();
        for (std::size_t i = 0; i < lessons.size(); ++i)
            QTest::newRow(lessons[i].name.c_str()) << i;
    }

    void everyLessonRunsByClickerAlone()
    {
        QFETCH(std::size_t, lesson);
        Fixture f(builtInLessons()[lesson].lesson);
        std::size_t seen = 0;
        for (int press = 0; press < 100; ++press) {
            QVERIFY2(
                !f.presentation.problem(), qPrintable(QString::number(f.presentation.place())));
            QVERIFY(!f.screen.sentence().contains("["));
            seen = std::max(seen, f.presentation.place());
            // What assistive technology is told of the step.
            const QString name
                = QAccessible::queryAccessibleInterface(&f.screen)->text(QAccessible::Name);
            QVERIFY(!name.isEmpty());
            for (const QWidget *widget : f.screen.findChildren<QWidget *>()) {
                if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus
                    || widget->objectName().startsWith("qt_"))
                    continue;
                QAccessibleInterface *told
                    = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
                const bool isNamed = told
                    && !(told->text(QAccessible::Name) + told->text(QAccessible::Value)).isEmpty();
                QVERIFY2(isNamed, widget->metaObject()->className());
            }
            f.press(Qt::Key_PageDown);
        }
        QCOMPARE(seen + 1, f.presentation.count());
        f.press(Qt::Key_PageUp);
        QCOMPARE(f.presentation.place() + 2, f.presentation.count());
        QSignalSpy left(&f.screen, &LessonScreen::left);
        f.press(Qt::Key_Escape);
        QCOMPARE(left.count(), 1);
    }

    void motionsRunHaltAndAreScrubbed()
    {
        Fixture f;
        f.press(Qt::Key_4);
        MotionView *motion = f.screen.motion();
        QVERIFY(motion->hasPicture());
        const QString first = motion->sentence();
        motion->setPlace(14); // 2 x 7 steps, and the end
        QVERIFY(motion->sentence() != first);
        motion->setPlace(1000);
        QCOMPARE(motion->place(), 14.0);
        f.press(Qt::Key_P);
        if (motion->isRunning()) {
            QCOMPARE(motion->place(), 0.0);
            QTRY_VERIFY(motion->place() > 0);
            f.press(Qt::Key_P);
            QVERIFY(!motion->isRunning());
        }
    }

    void whereNothingMayMoveFramesAreTurnedByHand()
    {
        /// As a system that was asked to reduce motion.
        class Still : public QProxyStyle
        {
        public:
            int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                QStyleHintReturn *returned) const override
            {
                return hint == SH_Widget_Animation_Duration
                    ? 0
                    : QProxyStyle::styleHint(hint, option, widget, returned);
            }
        };
        const QString before = QApplication::style()->name();
        QApplication::setStyle(new Still);
        {
            Fixture f;
            f.press(Qt::Key_4);
            f.press(Qt::Key_P);
            QVERIFY(!f.screen.motion()->isRunning());
            QCOMPARE(f.screen.motion()->place(), 1.0);
            f.press(Qt::Key_P);
            QCOMPARE(f.screen.motion()->place(), 2.0);
        }
        QApplication::setStyle(before);
    }

    void aDrawingIsShownAsAnyChart_data()
    {
        QTest::addColumn<std::string>("chart");
        QTest::newRow("pipeline") << std::string("pipeline");
        QTest::newRow("cluster") << std::string("cluster");
    }

    void aDrawingIsShownAsAnyChart()
    {
        QFETCH(std::string, chart);
        Lesson lesson = movingLesson(Motion::Pipeline);
        lesson.steps[0].chart = chart;
        Fixture f(lesson);
        QVERIFY(f.screen.motion()->isVisible());
        f.press(Qt::Key_M);
        QVERIFY(f.screen.drawing()->isVisible());
        QVERIFY(f.screen.drawing()->drawing()->count() > 0);
        QVERIFY(!f.screen.chart()->isVisible());
        // While a number is guessed it would tell.
        lesson.steps[0].motion.reset();
        lesson.steps[0].question = Question{
            .kind = QuestionKind::Number, .text = LessonText("How long?"), .value = "step_time"};
        Fixture asked(lesson);
        QVERIFY(!asked.screen.drawing()->isVisible());
        asked.press(Qt::Key_V);
        QVERIFY(asked.screen.drawing()->isVisible());
    }

    void whatIsGuessedIsNotToldByWhatMoves_data()
    {
        QTest::addColumn<Motion>("motion");
        QTest::addColumn<std::string>("value");
        QTest::newRow("ring") << Motion::Ring << std::string("traffic");
        QTest::newRow("ZeRO") << Motion::ZeroStages << std::string("states of zero3");
        QTest::newRow("training step") << Motion::TrainingStep << std::string("step_time");
        QTest::newRow("checkpointing") << Motion::Checkpointing << std::string("activations");
        QTest::newRow("pipeline") << Motion::Pipeline << std::string("bubble_share");
    }

    void whatIsGuessedIsNotToldByWhatMoves()
    {
        QFETCH(Motion, motion);
        QFETCH(std::string, value);
        Lesson lesson = movingLesson(motion);
        lesson.steps[0].question = Question{
            .kind = QuestionKind::Number, .text = LessonText("How much?"), .value = value};
        Fixture f(lesson);
        MotionView *view = f.screen.motion();
        QVERIFY(view->hasPicture());
        const QString truth = formatAmount(*f.presentation.truth());
        const auto wordsOfAll = [view] {
            QStringList all;
            view->setPlace(1e9);
            const double last = view->place();
            for (double place = 0; place <= last; ++place) {
                view->setPlace(place);
                all += view->sentence();
            }
            return all.join('\n');
        };
        QVERIFY2(!wordsOfAll().contains(truth), qPrintable(truth));
        double place = view->place(); // where something is hidden; in the picture, if nowhere else
        for (double each = place; each >= 0; --each) {
            view->setPlace(each);
            if (view->sentence().contains('?'))
                place = each;
        }
        view->setPlace(place);
        const QImage asked = view->grab().toImage();
        f.presentation.guess(1);
        f.press(Qt::Key_V);
        if (motion != Motion::TrainingStep) // which has the time in its picture alone
            QVERIFY2(wordsOfAll().contains(truth), qPrintable(truth));
        view->setPlace(place);
        QVERIFY(view->grab().toImage() != asked);
    }

    void everyMotionPassesInItsTime_data()
    {
        QTest::addColumn<Motion>("motion");
        QTest::addColumn<double>("most");
        QTest::newRow("ZeRO") << Motion::ZeroStages << 10.0;
        QTest::newRow("ring") << Motion::Ring << 20.0;
        QTest::newRow("training step") << Motion::TrainingStep << 40.0;
        QTest::newRow("checkpointing") << Motion::Checkpointing << 25.0;
        QTest::newRow("pipeline") << Motion::Pipeline << 25.0;
    }

    void everyMotionPassesInItsTime()
    {
        QFETCH(Motion, motion);
        QFETCH(double, most);
        const Catalog catalog = builtInCatalog();
        const Plan plan = planOf(movingLesson(motion).scenario, catalog);
        const auto picture = motionPicture(motion, plan, catalog,
            [&catalog](const Scenario &scenario) { return makePlan(scenario, catalog); });
        QVERIFY(picture);
        QVERIFY(picture->origin().startsWith("From the plan"));
        double seconds = 0;
        for (std::size_t frame = 0; frame < picture->frames(); ++frame) {
            QVERIFY(picture->secondsOf(frame) >= 0);
            QVERIFY(!picture->sentence(frame).isEmpty());
            seconds += picture->secondsOf(frame);
        }
        QVERIFY2(seconds > 3 && seconds <= most, qPrintable(QString::number(seconds)));
    }

    /// Frames of a pipeline are of unlike length; time passes evenly all the same.
    void timePassesEvenlyInAPipeline()
    {
        const Catalog catalog = builtInCatalog();
        const Plan plan = planOf(movingLesson(Motion::Pipeline).scenario, catalog);
        const PipelineMotion motion = pipelineMotion(plan);
        const auto picture = pipelinePicture(plan);
        QCOMPARE(picture->frames(), motion.frames.size());
        const double pace = picture->secondsOf(0) / motion.frames[0].length().value();
        for (std::size_t i = 0; i < picture->frames(); ++i)
            QVERIFY(
                std::abs(picture->secondsOf(i) - pace * motion.frames[i].length().value()) < 1e-6);
        QVERIFY(picture->sentence(0).startsWith("Stage 1: forward 1; Stage 2: bubble; Stage 3"));
        QVERIFY(picture->sentence(picture->frames() - 1).startsWith("Done: the stages have idled"));
    }

    void aMissingPictureIsNamed()
    {
        Lesson lesson = sampleLesson();
        lesson.steps[0].picture = "drawing.png";
        Fixture f(lesson);
        bool isSaid = false;
        for (const QLabel *label : f.screen.findChildren<QLabel *>())
            isSaid = isSaid || (label->isVisible() && label->text().contains("drawing.png"));
        QVERIFY(isSaid);
        f.press(Qt::Key_PageDown);
        QVERIFY(f.screen.chart()->isVisible());
    }

    void aClickerPlaysWhatMovesBeforeItGoesOn()
    {
        Fixture f;
        f.press(Qt::Key_4);
        QVERIFY(f.screen.motion()->isDue());
        f.press(Qt::Key_PageDown);
        QCOMPARE(f.presentation.place(), std::size_t(3));
        QVERIFY(!f.screen.motion()->isDue());
        f.press(Qt::Key_PageDown);
        QCOMPARE(f.presentation.place(), std::size_t(4));
    }

    void aLessonOpensBesideTheWindow()
    {
        QTemporaryDir folder;
        Settings settings(folder.filePath("settings.ini"));
        Translations translations;
        Session session(builtInCatalog());
        MainWindow window({session, settings, translations}, {.backupFolder = folder.path()});
        window.show();
        const auto *dock = window.findChild<QDockWidget *>("lesson");
        QVERIFY(!dock->isVisible());
        const QString path
            = writeTestFile(folder.filePath("mine.shardlesson"), QByteArray(SampleLessonText));
        QVERIFY(window.documents().open(path));
        QVERIFY(dock->isVisible());
        QCOMPARE(session.scenario().parallel.strategy, Strategy::Ddp);
        QCOMPARE(settings.recentFiles().front(), path);
        const auto *pane = window.findChild<LessonPane *>();
        QCOMPARE(pane->presentation()->lesson().title.in("en"), std::string("A sample"));
        QVERIFY(window.follow("ring"));
        QVERIFY(pane->presentation()->lesson().title.in("en") != "A sample");
        QVERIFY(!window.follow(folder.filePath("missing.shardlesson")));
    }

    void theWindowHasTheScenarioOfTheStepAfterwards()
    {
        Session session(builtInCatalog());
        QWidget window;
        Workshop workshop(session, window);
        const Scenario before = session.scenario();
        workshop.start(sampleLesson(), 1);
        QVERIFY(workshop.isRunning());
        QCOMPARE(session.scenario(), before);
        QTest::keyClick(workshop.screen(), Qt::Key_Escape);
        QTRY_VERIFY(!workshop.isRunning());
        QCOMPARE(session.scenario().parallel.strategy, Strategy::Zero3);
        session.undoStack()->undo();
        QCOMPARE(session.scenario(), before);
    }

    void theTeacherSeesNotesAndTime()
    {
        Presentation presentation(sampleLesson(), builtInCatalog());
        SpeakerView view(presentation);
        QStringList shown;
        for (const QLabel *label : view.findChildren<QLabel *>())
            shown += label->text();
        QVERIFY(shown.join('\n').contains("what 8 copies are good for"));
        QVERIFY(shown.join('\n').contains("Next: A slice each"));
        QVERIFY(view.time().contains("of 5.00 min") || view.time().contains("of 5 min"));
    }
};

QTEST_MAIN(TestWorkshop)
#include "tst_workshop.moc"
