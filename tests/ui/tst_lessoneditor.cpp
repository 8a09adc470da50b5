// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/document.h"
#include "tests/support/lessons.h"
#include "tests/support/testcatalog.h"
#include "tests/ui/answers.h"
#include "ui/session.h"
#include "ui/workshop/handout.h"
#include "ui/workshop/lessondesk.h"
#include "ui/workshop/lessoneditor.h"
#include "ui/workshop/lessonfiles.h"
#include "ui/workshop/lessonpane.h"
#include "ui/workshop/presentation.h"
#include "ui/workshop/qrpicture.h"
#include "ui/workshop/questionform.h"
#include "ui/workshop/stepform.h"

#include <QComboBox>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocument>

using namespace shardscope;

namespace {

/// A window's session, a desk, and somebody who makes a lesson on it.
struct Fixture
{
    QTemporaryDir folder;
    DialogAnswers answers;
    Session session{builtInCatalog()};
    LessonDesk desk;
    QWidget window;
    LessonFiles files{desk, session, answers, window, folder.filePath("backups")};
    std::string chart = "memory";
    LessonEditor editor{desk, [this] { return ShownView{session.scenario(), chart, {}}; }, &window};

    template <class Widget>
    Widget *field(int index) const
    {
        return editor.findChild<StepForm *>()->findChildren<Widget *>()[index];
    }

    void edit(std::initializer_list<std::pair<std::string_view, std::string_view>> settings)
    {
        session.editAtOnce("Edit", "edit", scenarioWith(settings, session.scenario()));
    }
};

} // namespace

class TestLessonEditor : public QObject
{
    Q_OBJECT

private slots:
    void aLessonIsMadeFromNothing()
    {
        Fixture f;
        f.edit({{"parallel.strategy", "ddp"}, {"parallel.gpus", "8"}});
        QVERIFY(f.files.startNew());
        f.editor.addView();
        auto *title = f.field<QLineEdit>(0);
        auto *text = f.field<QPlainTextEdit>(0);
        QTest::keyClicks(title, "Everyone keeps all");
        QTest::keyClicks(text, "Each GPU holds {{peak}}.");
        f.edit({{"parallel.strategy", "zero3"}});
        f.chart = "traffic";
        f.editor.addView();
        QCOMPARE(f.editor.currentStep(), 1);
        QTest::keyClicks(title, "A slice each");
        auto *question = f.editor.findChild<QuestionForm *>();
        question->setChecked(true);
        QTest::keyClicks(question->findChildren<QLineEdit *>()[0], "How much is left?");

        f.answers.fileToSave = f.folder.filePath("mine.shardlesson");
        QVERIFY(f.files.save());
        QVERIFY(!f.desk.isModified());
        const Result<Lesson> read = readLesson(readTestFile(f.answers.fileToSave).toStdString());
        QVERIFY(read);
        QCOMPARE(read->steps.size(), std::size_t(2));
        const LessonStep &first = read->steps[0];
        QCOMPARE(first.title.in("en"), std::string("Everyone keeps all"));
        QCOMPARE(first.text.in("en"), std::string("Each GPU holds {{peak}}."));
        QVERIFY(first.settings.empty());
        QCOMPARE(first.chart, std::string("memory"));
        const LessonStep &second = read->steps[1];
        QCOMPARE(second.settings, (KeyValues{{"parallel.strategy", "zero3"}}));
        QCOMPARE(second.chart, std::string("traffic"));
        QVERIFY(second.question);
        QCOMPARE(second.question->text.in("en"), std::string("How much is left?"));
        QVERIFY(!second.problem);
        // And it can be shown.
        Presentation presentation(*read, builtInCatalog());
        presentation.goTo(1);
        QVERIFY(!presentation.problem() && presentation.truth());
    }

    void writingInAFieldIsOneStepBack()
    {
        Fixture f;
        f.desk.take(sampleLesson());
        auto *title = f.field<QLineEdit>(0);
        title->setCursorPosition(0);
        QTest::keyClicks(title, "Now ");
        QCOMPARE(f.desk.lesson()->steps[0].title.in("en"), std::string("Now Everyone keeps all"));
        f.editor.selectStep(1);
        title->setCursorPosition(0);
        QTest::keyClicks(title, "So ");
        f.desk.undoStack()->undo();
        QCOMPARE(f.desk.lesson()->steps[1].title.in("en"), std::string("A slice each"));
        QCOMPARE(f.desk.lesson()->steps[0].title.in("en"), std::string("Now Everyone keeps all"));
        f.desk.undoStack()->undo();
        QCOMPARE(*f.desk.lesson(), sampleLesson());
        QVERIFY(!f.desk.isModified());
    }

    void stepsAreMovedAndRemoved()
    {
        Fixture f;
        f.desk.take(sampleLesson());
        f.editor.moveStep(-1); // the first stays the first
        QCOMPARE(*f.desk.lesson(), sampleLesson());
        f.editor.moveStep(1);
        QCOMPARE(f.editor.currentStep(), 1);
        QCOMPARE(f.desk.lesson()->steps[0].title.in("en"), std::string("A slice each"));
        f.editor.removeStep();
        QCOMPARE(f.desk.lesson()->steps.size(), sampleLesson().steps.size() - 1);
    }

    void eachLanguageHasItsOwnWords()
    {
        Fixture f;
        f.desk.take(sampleLesson());
        auto *language = f.editor.findChild<QComboBox *>("language");
        language->setCurrentIndex(language->findData("de"));
        auto *title = f.field<QLineEdit>(0);
        title->clear();
        QTest::keyClicks(title, "Alle halten alles");
        QCOMPARE(f.desk.lesson()->steps[0].title.in("de"), std::string("Alle halten alles"));
        QCOMPARE(f.desk.lesson()->steps[0].title.in("en"), std::string("Everyone keeps all"));
    }

    void aBrokenStepIsMarkedAndKept()
    {
        Fixture f;
        f.desk.take(sampleLesson());
        const auto *list = f.editor.findChild<QListWidget *>("steps");
        QVERIFY(list->item(4)->text().contains("⚠"));
        f.editor.selectStep(4);
        QVERIFY(!f.editor.findChild<StepForm *>()->isEnabled());
        f.answers.fileToSave = f.folder.filePath("kept.shardlesson");
        QVERIFY(f.files.saveAs());
        QVERIFY(readTestFile(f.answers.fileToSave).contains("parallel.gpuss"));
    }

    void aViewThatNoSettingsLeadToIsSaid()
    {
        Fixture f;
        f.desk.take(sampleLesson());
        f.session.load(withInput({}, *readInput(TinyLlama.toStdString(), "tiny")));
        f.editor.addView();
        QCOMPARE(*f.desk.lesson(), sampleLesson());
        bool isSaid = false;
        for (const QLabel *label : f.editor.findChildren<QLabel *>())
            isSaid = isSaid || label->text().contains("model that was opened from a file");
        QVERIFY(isSaid);
    }

    void anUnsavedLessonIsAskedAbout()
    {
        Fixture f;
        f.desk.take(sampleLesson());
        f.editor.removeStep();
        QVERIFY(!f.files.openBuiltIn(0)); // cancelled
        QCOMPARE(f.answers.unsavedAsked, 1);
        f.answers.unsaved = UnsavedChoice::Discard;
        QVERIFY(f.files.openBuiltIn(0));
        QVERIFY(!f.desk.isModified());
    }

    void badFilesAreOneSentenceAndNothingIsLost_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("of a newer version")
            << QByteArray(R"({"shardlesson": 99, "steps": []})") << ErrorCode::UnsupportedVersion;
        QTest::newRow("cut short")
            << QByteArray(R"({"shardlesson": 1, "steps": [)") << ErrorCode::InvalidSyntax;
        QTest::newRow("no lesson") << QByteArray(R"({"steps": []})") << ErrorCode::MissingField;
    }

    void badFilesAreOneSentenceAndNothingIsLost()
    {
        QFETCH(QByteArray, content);
        QFETCH(ErrorCode, code);
        Fixture f;
        f.desk.take(sampleLesson());
        QSignalSpy failed(&f.files, &LessonFiles::failed);
        QVERIFY(!f.files.open(writeTestFile(f.folder.filePath("bad.shardlesson"), content)));
        QCOMPARE(failed.count(), 1);
        const Error error = failed[0][0].value<Error>();
        QCOMPARE(error.code, code);
        QVERIFY(describe(error).find("bad.shardlesson") != std::string::npos);
        QCOMPARE(*f.desk.lesson(), sampleLesson());
    }

    // At one's own pace

    void thePaneTakesTheWindowFromStepToStep()
    {
        Fixture f;
        LessonPane pane(f.session, f.desk);
        QSignalSpy charts(&pane, &LessonPane::chartRequested);
        const Scenario before = f.session.scenario();
        f.desk.take(sampleLesson());
        QCOMPARE(f.session.scenario(), before);
        pane.show();
        QCOMPARE(f.session.scenario().parallel.strategy, Strategy::Ddp);
        pane.goTo(1); // asks: the window does not tell
        QCOMPARE(f.session.scenario().parallel.strategy, Strategy::Ddp);
        const auto button = [&pane](const QString &text) {
            for (QPushButton *each : pane.findChildren<QPushButton *>()) {
                if (each->text().remove('&') == text && !each->isHidden())
                    return each;
            }
            return static_cast<QPushButton *>(nullptr);
        };
        QVERIFY(button("Reveal"));
        button("Reveal")->click();
        QCOMPARE(f.session.scenario().parallel.strategy, Strategy::Zero3);
        f.edit({{"parallel.gpus", "64"}}); // broken, and back
        QVERIFY(button("Return to the Step")->isEnabled());
        button("Return to the Step")->click();
        QCOMPARE(f.session.scenario().parallel.gpus, 8);
        QCOMPARE(charts.last()[0].toString(), QString("memory"));
    }

    void thePaneWithoutALessonHasNowhereToGo()
    {
        Fixture f;
        LessonPane pane(f.session, f.desk);
        pane.show();
        for (const QPushButton *button : pane.findChildren<QPushButton *>())
            QVERIFY2(!button->isEnabled() || button->isHidden(), qPrintable(button->text()));
        f.desk.take(sampleLesson());
        QCOMPARE(f.session.scenario().parallel.strategy, Strategy::Ddp);
    }

    void editingTheLessonLeavesTheWindowAsItIs()
    {
        Fixture f;
        f.desk.take(sampleLesson());
        LessonPane pane(f.session, f.desk);
        pane.show();
        pane.goTo(1);
        f.edit({{"parallel.gpus", "64"}});
        Lesson edited = *f.desk.lesson();
        edited.steps[1].title = LessonText("Other words");
        f.desk.edit("Title", "title", edited);
        QCOMPARE(f.session.scenario().parallel.gpus, 64);
        QCOMPARE(pane.place(), std::size_t(1));
        bool isShown = false;
        for (const QLabel *label : pane.findChildren<QLabel *>())
            isShown = isShown || label->text() == "Other words";
        QVERIFY(isShown);
        // In another language.
        LessonPane next(f.session, f.desk);
        next.resume(pane.takePresentation());
        next.show();
        QCOMPARE(next.place(), std::size_t(1));
        QCOMPARE(f.session.scenario().parallel.gpus, 64);
    }

    // What is handed out

    void questionSheetsDoNotTellAnswers()
    {
        const Lesson lesson = sampleLesson();
        const Catalog catalog = builtInCatalog();
        const QSizeF page(700, 1000);
        const QString questions
            = sheetDocument(lesson, catalog, Sheet::Questions, page)->toPlainText();
        const QString answers = sheetDocument(lesson, catalog, Sheet::Answers, page)->toPlainText();
        const QString notes = sheetDocument(lesson, catalog, Sheet::Notes, page)->toPlainText();
        QVERIFY(questions.contains("How much is left?"));
        QVERIFY(questions.contains("It halves"));
        QVERIFY(!questions.contains("15.3"));
        QVERIFY(!questions.contains("DDP copies."));
        QVERIFY(!questions.contains("copies are good for"));
        QVERIFY2(answers.contains("15.3"), qPrintable(answers));
        QVERIFY(answers.contains("DDP copies."));
        QVERIFY(answers.contains("☑  Nothing"));
        QVERIFY(notes.contains("what 8 copies are good for"));
        QVERIFY(notes.contains("5 minutes") || notes.contains("5.00 minutes"));
        QVERIFY(answers.contains("gpuss")); // the broken step says why
    }

    /// Nor do their pictures, whatever is asked for.
    void picturesOfQuestionSheetsDoNotTell_data()
    {
        QTest::addColumn<std::size_t>("step");
        QTest::addColumn<QuestionKind>("kind");
        QTest::addColumn<std::string>("value");
        QTest::newRow("a bar to be dragged")
            << std::size_t(0) << QuestionKind::Drag << std::string("peak");
        QTest::newRow("the height of a bar as a number")
            << std::size_t(0) << QuestionKind::Number << std::string("peak");
        QTest::newRow("what a motion counts")
            << std::size_t(3) << QuestionKind::Number << std::string("traffic");
    }

    void picturesOfQuestionSheetsDoNotTell()
    {
        QFETCH(std::size_t, step);
        QFETCH(QuestionKind, kind);
        QFETCH(std::string, value);
        Lesson lesson = sampleLesson();
        lesson.steps = {lesson.steps[step]};
        lesson.steps[0].question = Question{.kind = kind, .text = LessonText("?"), .value = value};
        const Catalog catalog = builtInCatalog();
        const auto pictureOf = [&](Sheet sheet) {
            return sheetDocument(lesson, catalog, sheet, QSizeF(700, 1000))
                ->resource(QTextDocument::ImageResource, QUrl("picture1"))
                .value<QImage>();
        };
        QVERIFY(!pictureOf(Sheet::Questions).isNull());
        QVERIFY(pictureOf(Sheet::Questions) != pictureOf(Sheet::Answers));
    }

    void handoutsAreWrittenTogether()
    {
        Fixture f;
        f.desk.take(sampleLesson());
        f.answers.fileToSave = f.folder.path();
        QSignalSpy written(&f.files, &LessonFiles::written);
        QVERIFY(f.files.writeHandouts());
        const QStringList files = written[0][0].toStringList();
        QCOMPARE(files.size(), 3 + 4); // sheets, and steps that have a scenario
        QVERIFY(readTestFile(files[0]).startsWith("%PDF"));
        const std::string text
            = readTestFile(f.folder.filePath("A sample-step-2.shardscope")).toStdString();
        const Result<ScenarioDocument> step = readScenario(std::string_view(text));
        QVERIFY(step);
        QCOMPARE(step->scenario.parallel.strategy, Strategy::Zero3);
        QCOMPARE(step->title, std::string("A slice each"));
        f.answers.mayReplace = false;
        QVERIFY(!f.files.writeHandouts());
        QCOMPARE(f.answers.replaced.size(), files.size());
    }

    void aCodeTooLongForAQrCodeIsNull()
    {
        QVERIFY(!qrImage("shardscope:1/parallel.gpus=8#00000000", 300).isNull());
        QVERIFY(qrImage(QString(4000, 'x'), 300).isNull());
        const QImage image = qrImage("a", 300);
        QCOMPARE(image.pixelColor(2, 2), QColor(Qt::white)); // the quiet zone
        QVERIFY(image.width() <= 300 && image.width() == image.height());
    }
};

QTEST_MAIN(TestLessonEditor)
#include "tst_lessoneditor.moc"
