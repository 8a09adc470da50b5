// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/fields.h"
#include "core/base/nearest.h"
#include "core/base/number.h"
#include "core/lesson/lesson.h"
#include "core/lesson/livevalue.h"
#include "core/plan/plan.h"
#include "core/scenario/keytext.h"
#include "core/scenario/scenariojson.h"
#include "core/scenario/unknownkey.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::string_view versionKey = "shardlesson";
constexpr double longestStep = 600; ///< minutes
constexpr std::size_t fewestChoices = 2;
constexpr std::size_t mostLanguages = 100;

/// An object of the file, with its place and what is wrong with it or with one that it is part of.
struct Place
{
    Place(const Json &object, const std::string &path, std::optional<Error> &problem)
        : json(object)
        , error(problem)
        , fields(object, path, problem)
    { }

    const Json &json;
    std::optional<Error> &error;
    Fields fields;
};

/// An error that was found in the value of a member.
void failAt(Place &place, const Json &value, std::string where, Error error)
{
    if (place.error)
        return;
    error.where = std::move(where);
    error.line = value.line();
    if (error.found.isEmpty())
        error.found = summary(value);
    place.error = std::move(error);
}

bool isKnown(std::string_view parent, std::string_view name)
{
    // A name with a dot of its own is no path into the table.
    if (name.find_first_of(".[") != std::string_view::npos)
        return false;
    const std::string place = std::string(parent).append(name);
    const std::span<const LessonKey> table = lessonKeys();
    return std::any_of(
        table.begin(), table.end(), [&place](const LessonKey &key) { return key.place == place; });
}

/// The members that this program does not know; null for none. `parent` is "" or "steps[]." ...
Json unknownIn(const Json &object, std::string_view parent)
{
    Json::Object unknown;
    for (const auto &[name, value] : *object.object()) {
        if (!isKnown(parent, name))
            unknown.emplace_back(name, value);
    }
    return unknown.empty() ? Json() : Json(std::move(unknown));
}

LessonText readWords(Place &place, std::string_view name)
{
    const Json *value = place.json.find(name);
    if (!value || value->isNull())
        return {};
    if (value->string())
        return {*value->string()};
    if (!value->isObject()) {
        place.fields.fail(
            ErrorCode::WrongType, name, english("errors", "text, or an object of languages"));
        return {};
    }
    LessonText text;
    if (value->object()->size() > mostLanguages) {
        place.fields.fail(ErrorCode::TooLarge, name,
            {english("errors", "at most %1 values"), {std::to_string(mostLanguages)}});
        return text;
    }
    Fields languages(*value, place.fields.at(name), place.error);
    for (const auto &[language, words] : *value->object())
        text.set(language, languages.text(language));
    return text;
}

/// The word of an enumeration; nothing where it is absent.
template <class E>
std::optional<E> readWord(Place &place, std::string_view name)
{
    const std::string word = place.fields.text(name);
    const std::optional<E> known = fromName<E>(word);
    if (!known && !word.empty())
        place.fields.fail(ErrorCode::UnknownChoice, name, oneOfNear(word, namesOf<E>));
    return known;
}

LessonChoice readChoice(const Json &json, const std::string &path, std::optional<Error> &error)
{
    Place place(json, path, error);
    LessonChoice choice{.text = readWords(place, "text"),
        .isRight = place.fields.boolean("right", false),
        .extras = unknownIn(json, "steps[].question.choices[].")};
    if (choice.text.isEmpty())
        place.fields.fail(ErrorCode::MissingField, "text", english("errors", "text"));
    return choice;
}

std::optional<Error> notAnObject(const Json &json, const std::string &path)
{
    if (json.isObject())
        return std::nullopt;
    return Error{.code = ErrorCode::WrongType,
        .where = path,
        .found = summary(json),
        .expected = english("errors", "an object"),
        .line = json.line()};
}

std::vector<LessonChoice> readChoices(Place &place)
{
    std::vector<LessonChoice> choices;
    const Json::Array *list = place.fields.array("choices");
    for (std::size_t i = 0; list && !place.error && i < list->size(); ++i) {
        const std::string path = place.fields.at("choices") + "/" + std::to_string(i);
        place.error = notAnObject((*list)[i], path);
        if (!place.error)
            choices.push_back(readChoice((*list)[i], path, place.error));
    }
    return choices;
}

/// What each kind of question cannot be without.
void checkQuestion(Place &place, const Question &question, const Scenario &scenario)
{
    if (question.kind == QuestionKind::Choice) {
        if (question.choices.size() < fewestChoices)
            place.fields.fail(ErrorCode::MissingField, "choices",
                {english("errors", "at least %1 choices"), {std::to_string(fewestChoices)}});
        else if (std::none_of(question.choices.begin(), question.choices.end(),
                     [](const LessonChoice &choice) { return choice.isRight; }))
            place.fields.fail(
                ErrorCode::Inconsistent, "choices", english("errors", "a choice that is right"));
        return;
    }
    if (question.value.empty()) {
        place.fields.fail(ErrorCode::MissingField, "value", english("errors", "a live value"));
        return;
    }
    if (const Status checked = checkLiveValue(question.value, scenario); !checked)
        failAt(place, *place.json.find("value"), place.fields.at("value"), checked.error());
}

Question readQuestion(const Json &json, const std::string &path, const Scenario &scenario,
    std::optional<Error> &error)
{
    Place place(json, path, error);
    Question question;
    place.fields.requiredText("kind");
    question.kind = readWord<QuestionKind>(place, "kind").value_or(QuestionKind::Choice);
    question.text = readWords(place, "text");
    question.value = place.fields.text("value");
    question.tolerance = place.fields.number({"tolerance"}, {0, 1}).value_or(Question().tolerance);
    question.choices = readChoices(place);
    question.reveal = readWords(place, "reveal");
    question.extras = unknownIn(json, "steps[].question.");
    if (!error)
        checkQuestion(place, question, scenario);
    return question;
}

/// A value of "set" as it would be typed; nothing where it is none.
std::optional<std::string> typed(const Json &value)
{
    if (value.string() || value.number())
        return typedValue(value);
    if (value.boolean())
        return *value.boolean() ? "on" : "off";
    return std::nullopt;
}

/// `scenario` gets the settings.
KeyValues readSettings(Place &place, Scenario &scenario)
{
    KeyValues settings;
    const Json *set = place.fields.object("set");
    if (!set)
        return settings;
    for (const auto &[key, value] : *set->object()) {
        const std::string where = place.fields.at("set") + pointerTo(key);
        const std::optional<std::string> text = typed(value);
        if (!text) {
            failAt(place, value, where,
                {.code = ErrorCode::WrongType,
                    .expected = english("errors", "text, a number, or true or false")});
            continue;
        }
        if (const Status status = setKeyText(scenario, key, *text); !status)
            failAt(place, value, where, status.error());
        settings.emplace_back(key, *text);
    }
    return settings;
}

std::vector<std::string> readControls(Place &place)
{
    std::vector<std::string> controls;
    const Json::Array *list = place.fields.array("controls");
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        const Json &value = (*list)[i];
        const std::string where = place.fields.at("controls") + "/" + std::to_string(i);
        if (!value.string())
            failAt(place, value, where,
                {.code = ErrorCode::WrongType, .expected = english("errors", "text")});
        else if (!findKey(*value.string()))
            failAt(place, value, where, unknownKey(*value.string()));
        else
            controls.push_back(*value.string());
    }
    return controls;
}

/// A lesson that somebody sent reaches for no other folders.
std::string readPicture(Place &place)
{
    std::string name = place.fields.text("picture");
    const bool isPath
        = name.find_first_of("/\\:") != std::string::npos || name == "." || name == "..";
    if (isPath)
        place.fields.fail(ErrorCode::OutOfRange, "picture",
            english("errors", "the name of a file beside the lesson"));
    return name;
}

LessonStep readMembers(Place &place, const Scenario &base)
{
    Scenario scenario = base;
    LessonStep step;
    step.title = readWords(place, "title");
    step.text = readWords(place, "text");
    step.notes = readWords(place, "notes");
    step.minutes = place.fields.number({"minutes"}, {0, longestStep}).value_or(0);
    step.settings = readSettings(place, scenario);
    step.chart = place.fields.text("chart");
    step.focus = place.fields.text("focus");
    readWord<PartId>(place, "focus");
    step.controls = readControls(place);
    step.motion = readWord<Motion>(place, "motion");
    step.picture = readPicture(place);
    if (const Json *question = place.fields.object("question"))
        step.question = readQuestion(*question, place.fields.at("question"), scenario, place.error);
    step.extras = unknownIn(place.json, "steps[].");
    return step;
}

LessonStep readStep(const Json &json, const std::string &path, const Scenario &base)
{
    std::optional<Error> error = notAnObject(json, path);
    LessonStep step;
    if (!error) {
        Place place(json, path, error);
        step = readMembers(place, base);
    }
    if (!error)
        return step;
    // Its title still says which step it is.
    return {.title = std::move(step.title), .extras = json, .problem = std::move(error)};
}

std::vector<LessonStep> readSteps(Place &place, const Scenario &base)
{
    std::vector<LessonStep> steps;
    const Json::Array *list = place.fields.array("steps");
    if (!list || list->empty()) {
        place.fields.fail(ErrorCode::MissingField, "steps", english("errors", "a list of steps"));
        return steps;
    }
    if (list->size() > mostLessonSteps) {
        place.fields.fail(ErrorCode::TooLarge, "steps",
            {english("errors", "at most %1 values"), {std::to_string(mostLessonSteps)}});
        return steps;
    }
    for (std::size_t i = 0; !place.error && i < list->size(); ++i)
        steps.push_back(
            readStep((*list)[i], place.fields.at("steps") + "/" + std::to_string(i), base));
    return steps;
}

/// What all steps start from; its unknown keys go to those of the lesson.
void readScenarioOf(Place &place, Lesson &lesson)
{
    const Json *scenario = place.fields.object("scenario");
    if (!scenario || place.error)
        return;
    // Whole scenario files can be put here, version and all.
    Result<KnownKeys> known = readKeys(*scenario, place.fields.at("scenario"), {"shardscope"});
    if (!known) {
        place.error = known.error();
        return;
    }
    lesson.scenario = std::move(known->scenario);
    if (!known->extras.isNull())
        lesson.extras["scenario"] = std::move(known->extras);
}

Result<Lesson> readLesson(const Json &json)
{
    std::optional<Error> error = notAnObject(json, {});
    if (error)
        return *std::move(error);
    Place place(json, {}, error);
    if (place.fields.requiredInteger({versionKey}, {1, 1e9}) > LessonSchema)
        place.fields.fail(ErrorCode::UnsupportedVersion, versionKey,
            {english("errors", "version %1 or older"), {std::to_string(LessonSchema)}});
    if (error)
        return *std::move(error);
    Lesson lesson{.title = readWords(place, "title"),
        .about = readWords(place, "about"),
        .extras = unknownIn(json, {})};
    readScenarioOf(place, lesson);
    if (!error)
        lesson.steps = readSteps(place, lesson.scenario);
    if (error)
        return *std::move(error);
    return lesson;
}

void addWords(Json &object, std::string_view name, const LessonText &text)
{
    const auto &words = text.words();
    if (words.empty())
        return;
    if (words.size() == 1 && words.front().first == "en") {
        object[name] = words.front().second;
        return;
    }
    Json &languages = object[name];
    for (const auto &[language, said] : words)
        languages[language] = said;
}

void addText(Json &object, std::string_view name, const std::string &text)
{
    if (!text.empty())
        object[name] = text;
}

Json choiceToJson(const LessonChoice &choice)
{
    Json json{Json::Object{}};
    addWords(json, "text", choice.text);
    if (choice.isRight)
        json["right"] = true;
    addExtras(json, choice.extras);
    return json;
}

Json questionToJson(const Question &question)
{
    Json json{Json::Object{{"kind", nameOf(question.kind)}}};
    addWords(json, "text", question.text);
    addText(json, "value", question.value);
    if (question.tolerance != Question().tolerance)
        json["tolerance"] = question.tolerance;
    if (!question.choices.empty())
        json["choices"] = Json::list(question.choices, choiceToJson);
    addWords(json, "reveal", question.reveal);
    addExtras(json, question.extras);
    return json;
}

/// A number where it would be read back as the same text: "32k" stays as it was typed.
Json settingToJson(const KeyValue &setting)
{
    const Key *key = findKey(setting.first);
    if (!key || !key->isNumeric())
        return setting.second;
    const std::optional<double> number = parseNumber(setting.second, key->style);
    if (number && formatNumber(*number) == setting.second)
        return *number;
    return setting.second;
}

Json stepToJson(const LessonStep &step)
{
    if (step.problem)
        return step.extras;
    Json json{Json::Object{}};
    addWords(json, "title", step.title);
    addWords(json, "text", step.text);
    addWords(json, "notes", step.notes);
    if (step.minutes > 0)
        json["minutes"] = step.minutes;
    for (const KeyValue &setting : step.settings)
        json["set"][setting.first] = settingToJson(setting);
    addText(json, "chart", step.chart);
    addText(json, "focus", step.focus);
    if (!step.controls.empty())
        json["controls"]
            = Json::list(step.controls, [](const std::string &key) { return Json(key); });
    if (step.motion)
        json["motion"] = nameOf(*step.motion);
    addText(json, "picture", step.picture);
    if (step.question)
        json["question"] = questionToJson(*step.question);
    addExtras(json, step.extras);
    return json;
}

} // namespace

bool isLesson(const Json &json)
{
    return json.find(versionKey) != nullptr;
}

Result<Lesson> readLesson(std::string_view text)
{
    const Result<Json> json = parseJson(text);
    return json ? readLesson(*json) : json.error();
}

std::string writeLesson(const Lesson &lesson)
{
    Json root;
    root[versionKey] = LessonSchema;
    addWords(root, "title", lesson.title);
    addWords(root, "about", lesson.about);
    addKeys(root["scenario"], lesson.scenario);
    root["steps"] = Json::list(lesson.steps, stepToJson);
    addExtras(root, lesson.extras);
    return writeJson(root) + "\n";
}

} // namespace shardscope
