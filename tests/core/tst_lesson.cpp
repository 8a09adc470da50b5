// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson.h"
#include "core/plan/plan.h"
#include "core/scenario/keys.h"

#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

/// Everything that a lesson may hold, and something on each level that nobody knows.
const std::string whole = R"({"shardlesson": 1,
    "title": {"en": "Sharding", "de": "Sharding verstehen", "zh_CN": "分片"},
    "about": "What ZeRO shards",
    "author": "Ada",
    "scenario": {"model": {"id": "meta-llama/Llama-3.1-8B", "note": "ours"}, "parallel": {"gpus": 4}},
    "steps": [
        {"title": "One GPU"},
        {"title": "Stage 2", "text": "Peak: {{peak}}", "notes": {"en": "Ask.", "de": "Frag."},
         "minutes": 2.5,
         "set": {"parallel.strategy": "zero2", "parallel.gpus": 8, "training.sequence_length": "32k",
             "training.double_quantization": false},
         "chart": "memory", "focus": "optimizer", "controls": ["parallel.gpus"], "motion": "ring",
         "picture": "drawing.svg", "colour": [1, 2],
         "question": {"kind": "choice", "text": "What shrinks?", "value": "peak of zero2",
             "tolerance": 0.2, "hint": {"a": 1},
             "choices": [{"text": "Weights"}, {"text": "Gradients", "right": true, "mark": 3}],
             "reveal": "Stage 2 shards gradients, too."}}]})";

Lesson read(const std::string &text)
{
    const Result<Lesson> lesson = readLesson(text);
    if (!lesson)
        qWarning("%s", describe(lesson.error()).c_str());
    return lesson ? *lesson : Lesson{};
}

/// A lesson of two steps, the first as given.
std::string lessonWith(const std::string &step)
{
    return "{\"shardlesson\": 1, \"steps\": [\n" + step + ",\n{\"title\": \"after it\"}]}";
}

/// The places of the members that stand in a lesson, as the table writes them.
void addPlaces(const Json &json, const std::string &parent, std::vector<std::string> &places)
{
    for (const auto &[name, value] : *json.object()) {
        places.push_back(parent + name);
        const bool isTable
            = name == "scenario" || name == "set" || (value.isObject() && name != "question");
        if (value.isObject() && !isTable)
            addPlaces(value, parent + name + ".", places);
        if (value.array() && name != "controls") {
            for (const Json &item : *value.array())
                addPlaces(item, parent + name + "[].", places);
        }
    }
}

} // namespace

class TestLesson : public QObject
{
    Q_OBJECT

private slots:
    void everythingIsRead()
    {
        const Lesson lesson = read(whole);
        QCOMPARE(lesson.title.in("zh_CN"), std::string("分片"));
        QCOMPARE(lesson.about.in("de"), std::string("What ZeRO shards"));
        QCOMPARE(lesson.scenario.parallel.gpus, 4);
        QCOMPARE(lesson.steps.size(), std::size_t{2});
        const LessonStep &step = lesson.steps[1];
        QVERIFY(!step.problem);
        QCOMPARE(step.title.in("en"), std::string("Stage 2"));
        QCOMPARE(step.notes.in("de"), std::string("Frag."));
        QCOMPARE(minutesOf(lesson), 2.5);
        QCOMPARE(step.settings,
            (KeyValues{{"parallel.strategy", "zero2"}, {"parallel.gpus", "8"},
                {"training.sequence_length", "32k"}, {"training.double_quantization", "off"}}));
        QCOMPARE(step.chart, std::string("memory"));
        QCOMPARE(step.focus, std::string("optimizer"));
        QCOMPARE(step.controls, std::vector<std::string>{"parallel.gpus"});
        QCOMPARE(step.motion, std::optional(Motion::Ring));
        QCOMPARE(step.picture, std::string("drawing.svg"));
        const Question &question = *step.question;
        QCOMPARE(question.kind, QuestionKind::Choice);
        QCOMPARE(question.value, std::string("peak of zero2"));
        QCOMPARE(question.tolerance, 0.2);
        QCOMPARE(question.choices.size(), std::size_t{2});
        QVERIFY(!question.choices[0].isRight && question.choices[1].isRight);
        QCOMPARE(question.reveal.in("fr"), std::string("Stage 2 shards gradients, too."));
    }

    void settingsLieOnTopOfTheScenario()
    {
        const Lesson lesson = read(whole);
        QCOMPARE(scenarioOf(lesson, 0)->parallel.gpus, 4);
        const Result<Scenario> second = scenarioOf(lesson, 1);
        QVERIFY(second);
        QCOMPARE(second->parallel.gpus, 8);
        QCOMPARE(second->parallel.strategy, Strategy::Zero2);
        QCOMPARE(second->training.sequenceLength, 32768);
        QCOMPARE(second->model.id, std::string("meta-llama/Llama-3.1-8B"));
    }

    void comesBackAsWritten()
    {
        const Lesson lesson = read(whole);
        const std::string text = writeLesson(lesson);
        QCOMPARE(read(text), lesson);
        QCOMPARE(writeLesson(read(text)), text);
    }

    void keepsWhatItDoesNotKnow()
    {
        Lesson lesson = read(whole);
        lesson.steps[1].title.set("en", "Another title");
        const Json saved = *parseJson(writeLesson(lesson));
        QCOMPARE(*saved.find("author")->string(), std::string("Ada"));
        QCOMPARE(
            *saved.find("scenario")->find("model")->find("note")->string(), std::string("ours"));
        const Json &step = (*saved.find("steps")->array())[1];
        QCOMPARE(*step.find("title")->string(), std::string("Another title"));
        QCOMPARE(*step.find("colour"), *parseJson("[1, 2]"));
        QCOMPARE(*step.find("question")->find("hint"), *parseJson("{\"a\": 1}"));
        const Json &choice = (*step.find("question")->find("choices")->array())[1];
        QCOMPARE(*choice.find("mark")->number(), 3.0);
    }

    /// A key with a dot is no path into what is known.
    void keyThatLooksLikeAPathIsKept()
    {
        const Lesson lesson = read(lessonWith(R"({"question.kind": "drag"})"));
        const Json saved = *parseJson(writeLesson(lesson));
        QVERIFY((*saved.find("steps")->array())[0].find("question.kind"));
    }

    void numbersStayAsTheyWereTyped()
    {
        const Json saved = *parseJson(writeLesson(read(whole)));
        const Json &set = *(*saved.find("steps")->array())[1].find("set");
        QCOMPARE(*set.find("parallel.gpus")->number(), 8.0);
        QCOMPARE(*set.find("training.sequence_length")->string(), std::string("32k"));
    }

    void keysStandInTheOrderOfTheTable()
    {
        Lesson lesson = read(whole);
        lesson.extras = {};
        lesson.steps = {lesson.steps[1]};
        lesson.steps[0].extras = {};
        lesson.steps[0].question->extras = {};
        lesson.steps[0].question->choices = {lesson.steps[0].question->choices[1]};
        lesson.steps[0].question->choices[0].extras = {};
        std::vector<std::string> written;
        addPlaces(*parseJson(writeLesson(lesson)), {}, written);
        std::vector<std::string> table;
        for (const LessonKey &key : lessonKeys())
            table.emplace_back(key.place);
        QCOMPARE(written, table);
    }

    void tableNamesWhatThereIsToChooseFrom()
    {
        const auto kindOf = [](std::string_view place) {
            for (const LessonKey &key : lessonKeys()) {
                if (key.place == place)
                    return std::string(key.kind);
            }
            return std::string();
        };
        const auto listed = [](const auto &names) {
            std::string text;
            for (const std::string_view name : names)
                text.append(text.empty() ? "" : " | ").append(name);
            return text;
        };
        QCOMPARE(kindOf("steps[].motion"), listed(namesOf<Motion>));
        QCOMPARE(kindOf("steps[].question.kind"), listed(namesOf<QuestionKind>));
        QCOMPARE(kindOf("steps"), "list of 1 to " + std::to_string(mostLessonSteps));
    }

    void wordsAreFoundInALanguage_data()
    {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<QByteArray>("language");
        QTest::addColumn<QByteArray>("found");
        const char *three = R"({"de": "drei", "en": "three", "zh_CN": "三", "pt": "três"})";
        QTest::newRow("as asked for")
            << QByteArray(three) << QByteArray("zh_CN") << QByteArray("三");
        QTest::newRow("without its country")
            << QByteArray(three) << QByteArray("pt_BR") << QByteArray("três");
        QTest::newRow("with a dash")
            << QByteArray(three) << QByteArray("de-AT") << QByteArray("drei");
        QTest::newRow("else English")
            << QByteArray(three) << QByteArray("fr") << QByteArray("three");
        QTest::newRow("else the first") << QByteArray(R"({"de": "drei", "zh_CN": "三"})")
                                        << QByteArray("fr") << QByteArray("drei");
        QTest::newRow("a string is English")
            << QByteArray("\"three\"") << QByteArray("de") << QByteArray("three");
        QTest::newRow("none") << QByteArray("{}") << QByteArray("de") << QByteArray("");
        QTest::newRow("empty words are none") << QByteArray(R"({"de": "", "en": "three"})")
                                              << QByteArray("de") << QByteArray("three");
    }
    void wordsAreFoundInALanguage()
    {
        QFETCH(QByteArray, words);
        QFETCH(QByteArray, language);
        QFETCH(QByteArray, found);
        const Lesson lesson = read(lessonWith("{\"title\": " + words.toStdString() + "}"));
        QVERIFY(!lesson.steps[0].problem);
        QCOMPARE(lesson.steps[0].title.in(language.toStdString()), found.toStdString());
        QCOMPARE(read(writeLesson(lesson)), lesson);
    }

    void brokenStepKeepsWhatStoodThere_data()
    {
        QTest::addColumn<QByteArray>("step");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QByteArray>("where");
        using enum ErrorCode;
        const auto row = [](const char *name, const char *step, ErrorCode code, const char *where) {
            QTest::newRow(name) << QByteArray(step) << code << QByteArray("/steps/0") + where;
        };
        row("a number", "5", WrongType, "");
        row("nothing", "null", WrongType, "");
        row("title of the wrong type", R"({"title": 5})", WrongType, "/title");
        row("words of the wrong type", R"({"text": {"de": 5}})", WrongType, "/text/de");
        row("too long", R"({"minutes": 601})", OutOfRange, "/minutes");
        row("less than no time", R"({"minutes": -1})", OutOfRange, "/minutes");
        row("unknown input", R"({"set": {"parallel.gpuss": 8}})", UnknownField,
            "/set/parallel.gpuss");
        row("input out of range", R"({"set": {"parallel.gpus": 0}})", OutOfRange,
            "/set/parallel.gpus");
        row("unknown choice of an input", R"({"set": {"parallel.strategy": "zero9"}})",
            UnknownChoice, "/set/parallel.strategy");
        row("input that is a list", R"({"set": {"parallel.gpus": [8]}})", WrongType,
            "/set/parallel.gpus");
        row("chart that is no text", R"({"chart": 1})", WrongType, "/chart");
        row("unknown part", R"({"focus": "optimiser"})", UnknownChoice, "/focus");
        row("unknown motion", R"({"motion": "spiral"})", UnknownChoice, "/motion");
        row("control that is no key", R"({"controls": ["parallel.gpus", "gpus"]})", UnknownField,
            "/controls/1");
        row("control that is no text", R"({"controls": [8]})", WrongType, "/controls/0");
        row("picture in another folder", R"({"picture": "../../secret.png"})", OutOfRange,
            "/picture");
        row("question that is a list", R"({"question": []})", WrongType, "/question");
        row("question without a kind", R"({"question": {}})", MissingField, "/question/kind");
        row("unknown kind", R"({"question": {"kind": "riddle"}})", UnknownChoice, "/question/kind");
        row("nothing to drag", R"({"question": {"kind": "drag"}})", MissingField,
            "/question/value");
        row("no number to type", R"({"question": {"kind": "number"}})", MissingField,
            "/question/value");
        row("no such value", R"({"question": {"kind": "number", "value": "peek"}})", UnknownField,
            "/question/value");
        row("tolerance out of range",
            R"({"question": {"kind": "number", "value": "peak", "tolerance": 2}})", OutOfRange,
            "/question/tolerance");
        row("nothing to choose from", R"({"question": {"kind": "choice"}})", MissingField,
            "/question/choices");
        row("one choice alone",
            R"({"question": {"kind": "choice", "choices": [{"text": "a", "right": true}]}})",
            MissingField, "/question/choices");
        row("no right choice",
            R"({"question": {"kind": "choice", "choices": [{"text": "a"}, {"text": "b"}]}})",
            Inconsistent, "/question/choices");
        row("choice without words",
            R"({"question": {"kind": "choice", "choices": [{"text": "a"}, {"right": true}]}})",
            MissingField, "/question/choices/1/text");
        row("choice that is a word", R"({"question": {"kind": "choice", "choices": ["a"]}})",
            WrongType, "/question/choices/0");
    }
    void brokenStepKeepsWhatStoodThere()
    {
        QFETCH(QByteArray, step);
        QFETCH(ErrorCode, code);
        QFETCH(QByteArray, where);
        const Lesson lesson = read(lessonWith(step.toStdString()));
        QCOMPARE(lesson.steps.size(), std::size_t{2});
        const std::optional<Error> &problem = lesson.steps[0].problem;
        QVERIFY(problem.has_value());
        QCOMPARE(problem->code, code);
        QCOMPARE(QByteArray::fromStdString(problem->where), where);
        QCOMPARE(problem->line, 2);
        QVERIFY(!scenarioOf(lesson, 0));
        QVERIFY(!lesson.steps[1].problem);
        QCOMPARE(lesson.steps[1].title.in("en"), std::string("after it"));
        const Json saved = *parseJson(writeLesson(lesson));
        QCOMPARE((*saved.find("steps")->array())[0], *parseJson(step.toStdString()));
    }

    void brokenStepStillHasItsTitle()
    {
        const Lesson lesson = read(lessonWith(R"({"title": "The ring", "motion": "spiral"})"));
        QVERIFY(lesson.steps[0].problem);
        QCOMPARE(lesson.steps[0].title.in("en"), std::string("The ring"));
    }

    void settingsOfAnotherModelAreCheckedInTheirOrder()
    {
        // Valid on top of the lesson's scenario alone.
        const Lesson lesson = read(R"({"shardlesson": 1, "scenario": {"parallel": {"gpus": 64}},
            "steps": [{"set": {"model.parameters": "70B", "model.layers": 80}}]})");
        QVERIFY(!lesson.steps[0].problem);
        QCOMPARE(scenarioOf(lesson, 0)->model.parameters, 70e9);
        QCOMPARE(scenarioOf(lesson, 0)->parallel.gpus, 64);
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QByteArray>("where");
        QTest::addColumn<int>("line");
        using enum ErrorCode;
        const auto row = [](const char *name, const std::string &text, ErrorCode code,
                             const char *where, int line) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << code << QByteArray(where)
                                << line;
        };
        row("not JSON", "title: Sharding", InvalidSyntax, "", 1);
        row("a list", "[]", WrongType, "", 1);
        row("no version", "{}", MissingField, "/shardlesson", 1);
        row("newer version", "{\n\"shardlesson\": 2, \"steps\": [{}]}", UnsupportedVersion,
            "/shardlesson", 2);
        row("version 0", "{\"shardlesson\": 0}", OutOfRange, "/shardlesson", 1);
        row("version is text", "{\"shardlesson\": \"1\"}", WrongType, "/shardlesson", 1);
        const auto with
            = [](const std::string &rest) { return "{\"shardlesson\": 1,\n" + rest + "}"; };
        row("no steps", with("\"title\": \"a\""), MissingField, "/steps", 1);
        row("no step in the list", with("\"steps\": []"), MissingField, "/steps", 2);
        row("steps in an object", with("\"steps\": {}"), WrongType, "/steps", 2);
        row("title is a number", with("\"title\": 5, \"steps\": [{}]"), WrongType, "/title", 2);
        row("scenario is a list", with("\"scenario\": [], \"steps\": [{}]"), WrongType, "/scenario",
            2);
        row("scenario out of range",
            with("\"scenario\": {\"parallel\": {\"gpus\": 0}}, \"steps\": [{}]"), OutOfRange,
            "/scenario/parallel/gpus", 2);
        std::string steps = "{}";
        for (std::size_t i = 0; i < mostLessonSteps; ++i)
            steps += ",{}";
        row("too many steps", with("\"steps\": [" + steps + "]"), TooLarge, "/steps", 2);
        std::string languages = R"("a0": "x")";
        for (int i = 1; i <= 100; ++i)
            languages += ", \"a" + std::to_string(i) + "\": \"x\"";
        row("too many languages", with("\"title\": {" + languages + "}, \"steps\": [{}]"), TooLarge,
            "/title", 2);
    }
    void refuses()
    {
        QFETCH(QByteArray, text);
        const Result<Lesson> lesson = readLesson(text.toStdString());
        QVERIFY(!lesson);
        QTEST(lesson.error().code, "code");
        QTEST(QByteArray::fromStdString(lesson.error().where), "where");
        QTEST(lesson.error().line, "line");
    }

    void knowsALessonWhateverElseIsWrong()
    {
        QVERIFY(isLesson(*parseJson(R"({"shardlesson": "x"})")));
        QVERIFY(!isLesson(*parseJson(R"({"shardscope": 1})")));
        QVERIFY(!isLesson(*parseJson("[]")));
    }
};

QTEST_APPLESS_MAIN(TestLesson)
#include "tst_lesson.moc"
