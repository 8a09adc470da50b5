// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/livevalue.h"

#include "core/base/nearest.h"
#include "core/explore/conventions.h"
#include "core/explore/strategies.h"
#include "core/lesson/liveoutputs.h"
#include "core/plan/plantexts.h"
#include "core/scenario/keys.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view spaces = " \t\r\n";
    const std::size_t start = text.find_first_not_of(spaces);
    if (start == std::string_view::npos)
        return {};
    return text.substr(start, text.find_last_not_of(spaces) - start + 1);
}

/// On one line, with single spaces.
std::string singleSpaced(std::string_view text)
{
    std::string made;
    for (const char c : trimmed(text)) {
        const bool isSpace = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (!isSpace)
            made += c;
        else if (!made.ends_with(' '))
            made += ' ';
    }
    return made;
}

/// What stands behind `word`, which is cut off `text` with it; nothing where the word is missing.
std::string_view cutBehind(std::string_view &text, std::string_view word)
{
    const std::size_t at = text.find(word);
    if (at == std::string_view::npos)
        return {};
    const std::string_view behind = trimmed(text.substr(at + word.size()));
    text = trimmed(text.substr(0, at));
    return behind;
}

/// An expression with what it names looked up.
struct Request
{
    const LiveOutput *output = nullptr;
    std::optional<PartId> part{};
    const Key *key = nullptr;
    Scenario scenario{};
    bool isOtherStrategy = false; ///< another framework may have to run it

    bool isKnown() const { return output || part || key; }
};

Request named(std::string_view name)
{
    const std::span<const LiveOutput> outputs = liveOutputs();
    const auto output = std::find_if(outputs.begin(), outputs.end(),
        [name](const LiveOutput &each) { return each.name.name == name; });
    return {.output = output == outputs.end() ? nullptr : &*output,
        .part = fromName<PartId>(name),
        .key = findKey(name)};
}

Error unknownName(std::string_view name)
{
    std::vector<std::string_view> known;
    for (const LiveName &each : liveNames())
        known.push_back(each.name);
    known.insert(known.end(), namesOf<PartId>.begin(), namesOf<PartId>.end());
    for (const Key &key : keys())
        known.push_back(key.id);
    return {.code = ErrorCode::UnknownField,
        .found = std::string(name),
        .expected = withMeant(english("errors", "an output of a plan, a part of memory or a key"),
            nearest(name, known))};
}

/// "a=1, b=x,y, c=2" to its settings: what has no sign of equality goes on with the one before.
std::vector<std::string> settingsIn(std::string_view text)
{
    std::vector<std::string> settings;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        const std::string_view piece = trimmed(text.substr(0, end));
        if (!settings.empty() && piece.find('=') == std::string_view::npos)
            settings.back().append(",").append(piece);
        else
            settings.emplace_back(piece);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return settings;
}

Status setAll(Scenario &scenario, std::string_view text)
{
    for (const std::string &setting : settingsIn(text)) {
        const std::size_t equals = setting.find('=');
        if (equals == std::string::npos)
            return Error{.code = ErrorCode::WrongType,
                .found = setting,
                .expected = english("errors", "KEY=VALUE")};
        const std::string_view words = setting;
        const std::string_view key = trimmed(words.substr(0, equals));
        Status set = setKeyText(scenario, key, trimmed(words.substr(equals + 1)));
        if (!set) {
            if (set.error().found.isEmpty())
                set.error().found = std::string(key);
            return set;
        }
    }
    return success();
}

Status setVariant(Request &request, std::string_view variant)
{
    Parallel &parallel = request.scenario.parallel;
    if (const auto strategy = fromName<Strategy>(variant)) {
        parallel.strategy = *strategy;
        request.isOtherStrategy = true;
    } else if (const auto framework = fromName<Framework>(variant)) {
        parallel.framework = *framework;
        parallel.strategy = equivalentStrategy(*framework, parallel.strategy);
    } else if (const auto estimator = fromName<EstimatorKind>(variant)) {
        request.scenario.estimator = *estimator;
    } else {
        std::vector<std::string_view> known(namesOf<Strategy>.begin(), namesOf<Strategy>.end());
        known.insert(known.end(), namesOf<Framework>.begin(), namesOf<Framework>.end());
        known.insert(known.end(), namesOf<EstimatorKind>.begin(), namesOf<EstimatorKind>.end());
        return Error{.code = ErrorCode::UnknownChoice,
            .found = std::string(variant),
            .expected = oneOfNear(variant, known)};
    }
    return success();
}

Result<Request> readRequest(std::string_view expression, const Scenario &scenario)
{
    const std::string words = singleSpaced(expression);
    std::string_view rest = words;
    const std::string_view settings = cutBehind(rest, " with ");
    const std::string_view variant = cutBehind(rest, " of ");
    const auto at = [expression](Error error) {
        error.where = std::string(expression);
        return error;
    };
    Request request = named(rest);
    if (!request.isKnown())
        return at(unknownName(rest));
    request.scenario = scenario;
    if (const Status set = setAll(request.scenario, settings); !set)
        return at(set.error());
    if (variant.empty())
        return request;
    if (const Status set = setVariant(request, variant); !set)
        return at(set.error());
    return request;
}

Argument choiceArgument(const Key &key, const std::string &word)
{
    const auto found = std::find(key.choices.begin(), key.choices.end(), word);
    const auto place = static_cast<std::size_t>(found - key.choices.begin());
    return place < key.choiceTexts.size() ? nested(key.choiceTexts[place]) : Argument(word);
}

Amount numberOf(const Key &key, double value)
{
    if (key.style == NumberStyle::Parameters)
        return Amount::parameters(value);
    if (key.id == "run.learning_rate")
        return Amount::rate(value);
    if (key.id == "run.price_per_gpu_hour")
        return Amount::price(value);
    return std::floor(value) == value ? Amount::whole(value) : Amount::significant(value);
}

Argument inputArgument(const Key &key, const Scenario &scenario)
{
    const std::optional<Json> value = key.get(scenario);
    if (!value || key.kind == KeyKind::Document)
        return std::string(unknownValue);
    if (const double *number = value->number())
        return key.automatic == *number ? nested(english("lesson", "automatic"))
                                        : Argument(numberOf(key, *number));
    if (!value->string())
        return std::string(unknownValue);
    if (key.kind == KeyKind::Choice)
        return choiceArgument(key, *value->string());
    if (key.id == "hardware.gpu")
        return Named{Named::What::Gpu, *value->string()};
    if (key.id == "hardware.link")
        return Named{Named::What::Link, *value->string()};
    return *value->string();
}

Result<Plan> planOf(const Request &request, const PlanMaker &make)
{
    return request.isOtherStrategy
        ? planUnder(request.scenario.parallel.strategy, request.scenario, make)
        : make(request.scenario);
}

} // namespace

std::span<const LiveName> liveNames()
{
    static const std::vector<LiveName> names = [] {
        std::vector<LiveName> made;
        for (const LiveOutput &output : liveOutputs())
            made.push_back(output.name);
        return made;
    }();
    return names;
}

Status checkLiveValue(std::string_view expression, const Scenario &scenario)
{
    const Result<Request> request = readRequest(expression, scenario);
    return request ? success() : Status(request.error());
}

Result<Argument> liveValue(
    std::string_view expression, const Scenario &scenario, const PlanMaker &make)
{
    const Result<Request> request = readRequest(expression, scenario);
    if (!request)
        return request.error();
    if (request->key)
        return inputArgument(*request->key, request->scenario);
    const Result<Plan> plan = planOf(*request, make);
    if (!plan)
        return plan.error();
    if (request->part)
        return Argument(memoryOf(plan->scenario, plan->memory.atPeak(*request->part)));
    return request->output->of(*plan);
}

Result<Amount> truthOf(const Question &question, const Scenario &scenario, const PlanMaker &make)
{
    const Result<Argument> value = liveValue(question.value, scenario, make);
    if (!value)
        return value.error();
    if (const auto *amount = std::get_if<Amount>(&*value))
        return *amount;
    return Error{.code = ErrorCode::WrongType,
        .where = question.value,
        .expected = english("errors", "a number")};
}

std::vector<std::string> liveValuesIn(std::string_view text)
{
    std::vector<std::string> found;
    withLiveValues(text, [&found](std::string_view value) {
        found.emplace_back(value);
        return std::string();
    });
    return found;
}

std::string withLiveValues(
    std::string_view text, const std::function<std::string(std::string_view)> &words)
{
    constexpr std::size_t braces = 2;
    std::string filled;
    while (true) {
        const std::size_t open = text.find("{{");
        const std::size_t close
            = open == std::string_view::npos ? open : text.find("}}", open + braces);
        if (close == std::string_view::npos)
            return filled.append(text);
        filled.append(text.substr(0, open));
        filled.append(words(text.substr(open + braces, close - open - braces)));
        text.remove_prefix(close + braces);
    }
}

} // namespace shardscope
