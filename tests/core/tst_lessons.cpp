// SPDX-License-Identifier: GPL-3.0-or-later
// Every number that a built-in lesson says is a live value that the planner works out, or stands
// with its reason in lessonclaims.h; so do the words that only such numbers make true.
#include "core/judge/runverdict.h"
#include "core/lesson/livevalue.h"
#include "core/scenario/relevance.h"
#include "resources/lessons.h"
#include "tests/core/lessonclaims.h"
#include "tests/support/testcatalog.h"

#include <QFile>
#include <QRegularExpression>

#include <set>

using namespace shardscope;

namespace {

constexpr std::array<std::string_view, 3> languages{"en", "de", "zh_CN"};
constexpr qsizetype longestText = 240; ///< of what a room reads, in characters

/// A text of a lesson, with its place for messages.
struct Placed
{
    QString place{}; ///< "steps/3/question/reveal"
    const LessonText *text = nullptr;
    std::optional<std::size_t> step{}; ///< whose scenario its live values are of
    bool isRead = true; ///< by the room; else by the teacher alone
};

std::vector<Placed> textsIn(const Lesson &lesson)
{
    std::vector<Placed> texts{{"title", &lesson.title}, {"about", &lesson.about}};
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep &step = lesson.steps[i];
        const QString place = QString("steps/%1/").arg(i + 1);
        texts.push_back({place + "title", &step.title, i});
        texts.push_back({place + "text", &step.text, i});
        texts.push_back({place + "notes", &step.notes, i, false});
        if (!step.question)
            continue;
        texts.push_back({place + "question/text", &step.question->text, i});
        texts.push_back({place + "question/reveal", &step.question->reveal, i});
        for (const LessonChoice &choice : step.question->choices)
            texts.push_back({place + "question/choices", &choice.text, i});
    }
    return texts;
}

QString in(const LessonText &text, std::string_view language)
{
    return QString::fromStdString(text.in(language));
}

std::set<std::string> liveValuesOf(const LessonText &text, std::string_view language)
{
    const std::vector<std::string> values = liveValuesIn(text.in(language));
    return {values.begin(), values.end()};
}

/// The numbers of a text that are no live value and no part of a name.
QStringList typedNumbersIn(QString text)
{
    static const QRegularExpression names(
        "\\{\\{[^}]*\\}\\}|`[^`]*`|ZeRO-\\d((, |、)-\\d)*|Llama \\d \\d+B|\\b(FP|BF)\\d+|FSDP\\d|"
        "RTX \\d+|[AHV]100|\\d+B\\b");
    static const QRegularExpression number("\\d+([.,]\\d+)*");
    text.remove(names);
    QStringList found;
    for (const QRegularExpressionMatch &match : number.globalMatch(text))
        found += match.captured();
    return found;
}

/// How its file's name begins: "01".
std::string_view numberOf(const BuiltInLesson &lesson)
{
    return std::string_view(lesson.file).substr(std::string_view("lessons/").size(), 2);
}

/// Keeps the plans that it makes: a lesson asks for the same ones again and again.
class Planner
{
public:
    explicit Planner(Reserving reserving)
        : m_reserving(reserving)
    { }

    Result<Plan> plan(const Scenario &scenario)
    {
        for (const Plan &known : m_plans) {
            if (known.scenario == scenario)
                return known;
        }
        Result<Plan> made = makePlan(scenario, m_catalog, m_reserving);
        if (made)
            m_plans.push_back(*made);
        return made;
    }
    Result<Argument> value(std::string_view expression, const Scenario &scenario)
    {
        return liveValue(expression, scenario, maker());
    }
    Result<Amount> truth(const Question &question, const Scenario &scenario)
    {
        return truthOf(question, scenario, maker());
    }
    /// In the base unit of its notation; what is none fails the test.
    double number(std::string_view expression, const Scenario &scenario)
    {
        const Result<Argument> found = value(expression, scenario);
        if (!found)
            qFatal("%s", describe(found.error()).c_str());
        const auto *amount = std::get_if<Amount>(&*found);
        if (!amount)
            qFatal("%s is no number", std::string(expression).c_str());
        return amount->value;
    }

private:
    PlanMaker maker()
    {
        return [this](const Scenario &scenario) { return plan(scenario); };
    }

    Catalog m_catalog = builtInCatalog();
    Reserving m_reserving;
    std::vector<Plan> m_plans{};
};

} // namespace

class TestLessons : public QObject
{
    Q_OBJECT

    const std::vector<BuiltInLesson> m_lessons = builtInLessons();
    Planner m_estimated{Reserving::Estimated};
    Planner m_played{Reserving::Played};

    void addLessons() const
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < m_lessons.size(); ++i)
            QTest::newRow(m_lessons[i].name.c_str()) << i;
    }
    const Lesson &named(std::string_view number) const
    {
        for (const BuiltInLesson &each : m_lessons) {
            if (numberOf(each) == number)
                return each.lesson;
        }
        qFatal("no lesson %s", std::string(number).c_str());
    }
    Scenario scenarioAt(const Lesson &lesson, std::size_t step) const
    {
        Result<Scenario> scenario = scenarioOf(lesson, step);
        if (!scenario)
            qFatal("%s", describe(scenario.error()).c_str());
        return *std::move(scenario);
    }
    Scenario scenarioAt(const Lesson &lesson, const Placed &placed) const
    {
        return placed.step ? scenarioAt(lesson, *placed.step) : lesson.scenario;
    }

private slots:
    void areThere()
    {
        QCOMPARE(m_lessons.size(), std::size_t{9});
        for (std::size_t i = 0; i < m_lessons.size(); ++i)
            QCOMPARE(std::string(numberOf(m_lessons[i])), "0" + std::to_string(i + 1));
    }

    void areReadWhole_data() { addLessons(); }
    void areReadWhole()
    {
        QFETCH(std::size_t, index);
        const Lesson &lesson = m_lessons[index].lesson;
        QVERIFY2(lesson.extras.isNull(), writeLesson(lesson).c_str());
        for (const LessonStep &step : lesson.steps) {
            if (step.problem)
                QFAIL(describe(*step.problem).c_str());
            QVERIFY2(step.extras.isNull(), step.title.in("en").c_str());
            if (!step.question)
                continue;
            QVERIFY2(step.question->extras.isNull(), step.title.in("en").c_str());
            for (const LessonChoice &choice : step.question->choices)
                QVERIFY2(choice.extras.isNull(), choice.text.in("en").c_str());
        }
    }

    void speakAllLanguages_data() { addLessons(); }
    void speakAllLanguages()
    {
        QFETCH(std::size_t, index);
        for (const Placed &placed : textsIn(m_lessons[index].lesson)) {
            std::set<std::string> spoken;
            for (const auto &[language, words] : placed.text->words())
                spoken.insert(language);
            const std::set<std::string> wanted(languages.begin(), languages.end());
            QVERIFY2(spoken == wanted, qPrintable(placed.place));
        }
    }

    void sayTheSameInAllLanguages_data() { addLessons(); }
    void sayTheSameInAllLanguages()
    {
        QFETCH(std::size_t, index);
        for (const Placed &placed : textsIn(m_lessons[index].lesson)) {
            for (const std::string_view language : languages)
                QVERIFY2(liveValuesOf(*placed.text, language) == liveValuesOf(*placed.text, "en"),
                    qPrintable(placed.place + ": " + in(*placed.text, language)));
        }
    }

    void canBeReadFromTheLastRow_data() { addLessons(); }
    void canBeReadFromTheLastRow()
    {
        QFETCH(std::size_t, index);
        for (const Placed &placed : textsIn(m_lessons[index].lesson)) {
            for (const std::string_view language : languages)
                QVERIFY2(!placed.isRead || in(*placed.text, language).size() <= longestText,
                    qPrintable(placed.place + ": " + in(*placed.text, language)));
        }
    }

    void helpTheTeacher_data() { addLessons(); }
    void helpTheTeacher()
    {
        QFETCH(std::size_t, index);
        const Lesson &lesson = m_lessons[index].lesson;
        QVERIFY(lesson.steps.size() >= 6 && lesson.steps.size() <= 12);
        QVERIFY(minutesOf(lesson) >= 8 && minutesOf(lesson) <= 20);
        for (const LessonStep &step : lesson.steps) {
            QVERIFY2(!step.notes.isEmpty(), step.title.in("en").c_str());
            QVERIFY2(step.minutes > 0, step.title.in("en").c_str());
        }
    }

    /// No step is of a run that frameworks refuse.
    void stepsCanBeRun_data() { addLessons(); }
    void stepsCanBeRun()
    {
        QFETCH(std::size_t, index);
        const Lesson &lesson = m_lessons[index].lesson;
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            const Result<Plan> plan = m_estimated.plan(scenarioAt(lesson, i));
            QVERIFY2(plan, lesson.steps[i].title.in("en").c_str());
            QVERIFY2(runVerdictOf(*plan) != RunVerdict::CannotRun,
                lesson.steps[i].title.in("en").c_str());
        }
    }

    void controlsCount_data() { addLessons(); }
    void controlsCount()
    {
        QFETCH(std::size_t, index);
        const Lesson &lesson = m_lessons[index].lesson;
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            const Scenario scenario = scenarioAt(lesson, i);
            for (const std::string &key : lesson.steps[i].controls)
                QVERIFY2(!missingFor(key, scenario, Answer::Anything),
                    (std::to_string(i + 1) + ": " + key).c_str());
        }
    }

    /// The part that stands out has a length on its bar.
    void focusIsThere_data() { addLessons(); }
    void focusIsThere()
    {
        QFETCH(std::size_t, index);
        const Lesson &lesson = m_lessons[index].lesson;
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            const LessonStep &step = lesson.steps[i];
            if (!step.focus.empty() && step.chart.starts_with("memory"))
                QVERIFY2(m_played.number(step.focus, scenarioAt(lesson, i)) > 0,
                    (std::to_string(i + 1) + ": " + step.focus).c_str());
        }
    }

    void liveValuesAreThere_data() { addLessons(); }
    void liveValuesAreThere()
    {
        QFETCH(std::size_t, index);
        const Lesson &lesson = m_lessons[index].lesson;
        for (const Placed &placed : textsIn(lesson)) {
            const Scenario scenario = scenarioAt(lesson, placed);
            for (const std::string &expression : liveValuesOf(*placed.text, "en")) {
                const Result<Argument> value = m_estimated.value(expression, scenario);
                if (!value)
                    QFAIL(describe(value.error()).c_str());
                const std::string words = englishText(Phrase(Text{{}, "%1"}, {*value}));
                QVERIFY2(!words.empty() && words != "–", expression.c_str());
            }
        }
    }

    void askInDifferentWays_data() { addLessons(); }
    void askInDifferentWays()
    {
        QFETCH(std::size_t, index);
        std::set<QuestionKind> kinds;
        for (const LessonStep &step : m_lessons[index].lesson.steps) {
            if (!step.question)
                continue;
            kinds.insert(step.question->kind);
            QVERIFY2(!step.question->reveal.isEmpty(), step.title.in("en").c_str());
        }
        QVERIFY(kinds.size() >= 2);
    }

    void questionsHaveOneAnswer_data() { addLessons(); }
    void questionsHaveOneAnswer()
    {
        QFETCH(std::size_t, index);
        const Lesson &lesson = m_lessons[index].lesson;
        for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
            if (!lesson.steps[i].question)
                continue;
            const Question &question = *lesson.steps[i].question;
            const char *said = question.text.in("en").c_str();
            if (question.kind == QuestionKind::Choice) {
                QVERIFY2(std::count_if(question.choices.begin(), question.choices.end(),
                             [](const LessonChoice &choice) { return choice.isRight; })
                        == 1,
                    said);
                continue;
            }
            const Scenario scenario = scenarioAt(lesson, i);
            const Result<Amount> truth = m_estimated.truth(question, scenario);
            if (!truth)
                QFAIL(describe(truth.error()).c_str());
            QVERIFY2(truth->value > 0 && question.tolerance < 0.25, said);
            // The bar that is dragged is that of the step; a number is asked for in its unit.
            if (question.kind == QuestionKind::Drag)
                QCOMPARE(truth->value, m_estimated.number("peak", scenario));
            else
                QVERIFY2(question.text.in("en").find(std::string(unitOf(*truth).symbol) + " ")
                        != std::string::npos,
                    said);
        }
    }

    void typedNumbersHaveAReason_data() { addLessons(); }
    void typedNumbersHaveAReason()
    {
        QFETCH(std::size_t, index);
        std::set<QString> reasoned;
        for (const TypedNumber &typed : typedNumbers) {
            if (typed.lesson == numberOf(m_lessons[index]))
                reasoned.insert(QString::fromUtf8(typed.number.data(), typed.number.size()));
        }
        std::set<QString> said;
        for (const Placed &placed : textsIn(m_lessons[index].lesson)) {
            for (const std::string_view language : languages) {
                for (const QString &number : typedNumbersIn(in(*placed.text, language))) {
                    QVERIFY2(reasoned.contains(number), qPrintable(placed.place + ": " + number));
                    said.insert(number);
                }
            }
        }
        QVERIFY2(said == reasoned, "a reason for a number that nobody says");
    }

    void claimsAreTrue_data()
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < lessonClaims.size(); ++i)
            QTest::addRow("%s, step %zu: %s", std::string(lessonClaims[i].lesson).c_str(),
                lessonClaims[i].step, std::string(lessonClaims[i].words).c_str())
                << i;
    }
    void claimsAreTrue()
    {
        QFETCH(std::size_t, index);
        const LessonClaim &claim = lessonClaims[index];
        const Scenario scenario = scenarioAt(named(claim.lesson), claim.step - 1);
        const double left = m_played.number(claim.left, scenario);
        const double right = claim.right.empty() ? 0 : m_played.number(claim.right, scenario);
        QVERIFY2(claim.holds(left, right),
            qPrintable(QString("%1 against %2").arg(left).arg(claim.wanted(right))));
    }

    void peaksLieWhereTheTextSays()
    {
        for (const LessonPhase &said : lessonPhases) {
            const Result<Plan> plan = m_played.plan(scenarioAt(named(said.lesson), said.step - 1));
            QVERIFY(plan);
            QVERIFY2(plan->memory.peakPhase == said.phase,
                qPrintable(QString("%1, step %2").arg(said.lesson.data()).arg(said.step)));
        }
    }

    /// What a choice is right about that no live value says: of all stages, not of the fullest.
    void theFirstStageHoldsMostActivations()
    {
        const Result<Plan> plan = m_estimated.plan(scenarioAt(named("09"), 2));
        QVERIFY(plan && plan->stages.size() == 4);
        std::vector<Bytes> held;
        for (const StagePlan &stage : plan->stages)
            held.push_back(stage.memory.atPeak(PartId::Activations));
        QVERIFY(std::is_sorted(held.rbegin(), held.rend()) && held.front() > held.back());
    }

    /// docs/lessons.md has a row for every key and every live value, and its example is a lesson.
    void manualIsWhole()
    {
        QFile file(SHARDSCOPE_TEST_DATA "/../../docs/lessons.md");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString manual = QString::fromUtf8(file.readAll());
        const auto cell = [](std::string_view words) {
            return QString::fromUtf8(words.data(), words.size()).replace("|", "\\|");
        };
        for (const LessonKey &key : lessonKeys()) {
            const QString row = QString("| `%1` | %2 | %3 |")
                                    .arg(cell(key.place), cell(key.kind), cell(key.meaning));
            QVERIFY2(manual.contains(row), qPrintable(row));
        }
        for (const LiveName &value : liveNames()) {
            const QString row = QString("| `%1` | %2 |").arg(cell(value.name), cell(value.meaning));
            QVERIFY2(manual.contains(row), qPrintable(row));
        }
        const QString example = manual.section("```json\n", 1, 1).section("```", 0, 0);
        const Result<Lesson> lesson = readLesson(example.toStdString());
        if (!lesson)
            QFAIL(describe(lesson.error()).c_str());
        QVERIFY(lesson->extras.isNull() && !lesson->steps.empty());
        for (const LessonStep &step : lesson->steps)
            QVERIFY(!step.problem && step.extras.isNull());
    }

    void worksheetIsTold_data()
    {
        QTest::addColumn<std::size_t>("index");
        for (std::size_t i = 0; i < std::size(worksheetFigures); ++i)
            QTest::addRow("step %zu: %s", worksheetFigures[i].step,
                std::string(worksheetFigures[i].value).c_str())
                << i;
    }
    void worksheetIsTold()
    {
        QFETCH(std::size_t, index);
        const WorksheetFigure &figure = worksheetFigures[index];
        const Lesson &lesson = named("08");
        const double gb
            = m_estimated.number(figure.value, scenarioAt(lesson, figure.step - 1)) / 1e9;
        QVERIFY2(std::abs(gb - figure.gb) < 0.0005, qPrintable(QString::number(gb, 'f', 4)));
        const LessonStep &step = lesson.steps[figure.step - 1];
        const std::string value = "{{" + std::string(figure.value) + "}}";
        const std::string said = step.text.in("en") + step.notes.in("en")
            + (step.question ? step.question->reveal.in("en") : "");
        QVERIFY2(said.find(value) != std::string::npos, value.c_str());
    }
};

QTEST_APPLESS_MAIN(TestLessons)
#include "tst_lessons.moc"
