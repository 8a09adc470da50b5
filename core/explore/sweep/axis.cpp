// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/sweep/axis.h"

#include "core/scenario/unknownkey.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace shardscope {

namespace {

// A last step that misses the end by less than this share of a step reaches it.
constexpr double slack = 1e-9;

/// Documents cannot be listed, and names of documents change nothing.
bool canBeSwept(const Key &key)
{
    return key.kind != KeyKind::Document && key.id != "model.name";
}

Error wrong(std::string_view key, ErrorCode code, Phrase found, Phrase expected)
{
    return {.code = code,
        .where = std::string(key),
        .found = std::move(found),
        .expected = std::move(expected)};
}

Result<const Key *> sweptKey(std::string_view id)
{
    const Key *key = findKey(id);
    if (!key)
        return unknownKey(id);
    if (!canBeSwept(*key))
        return wrong(id, ErrorCode::WrongType, english("errors", "text"),
            english("errors", "an input with numbers, choices or catalogue ids"));
    return key;
}

Status checkValue(const Key &key, const Json &value)
{
    Scenario scratch;
    return setKey(scratch, key, value);
}

/// Nothing where the range has an end that can be reached.
std::optional<Error> endless(std::string_view key, const AxisRange &range)
{
    const auto fail = [key](Phrase found, Phrase expected) {
        return wrong(key, ErrorCode::OutOfRange, std::move(found), std::move(expected));
    };
    const std::string amount = formatNumber(range.amount);
    const bool isCount
        = range.spacing == Spacing::Count || range.spacing == Spacing::GeometricCount;
    const bool isRatio
        = range.spacing == Spacing::Factor || range.spacing == Spacing::GeometricCount;
    if (!std::isfinite(range.from) || !std::isfinite(range.to) || !std::isfinite(range.amount))
        return fail(english("errors", "a number without end"), english("errors", "finite numbers"));
    if (range.to < range.from)
        return fail({english("errors", "a range from %1 to %2"),
                        {formatNumber(range.from), formatNumber(range.to)}},
            english("errors", "an end that is not below the start"));
    if (range.spacing == Spacing::Step && range.amount <= 0)
        return fail(
            {english("errors", "a step of %1"), {amount}}, english("errors", "a step above 0"));
    if (range.spacing == Spacing::Factor && range.amount <= 1)
        return fail(
            {english("errors", "a factor of %1"), {amount}}, english("errors", "a factor above 1"));
    if (isCount && (range.amount < 1 || std::floor(range.amount) != range.amount))
        return fail({english("errors", "%1 values"), {amount}},
            english("errors", "a whole number of values, 1 or more"));
    if (isRatio && range.from <= 0)
        return fail({english("errors", "a start of %1"), {formatNumber(range.from)}},
            english("errors", "a start above 0 for equal ratios"));
    return std::nullopt;
}

/// How many values the range holds, before whole numbers are rounded.
double countOf(const AxisRange &range)
{
    switch (range.spacing) {
    case Spacing::Step:
        return std::floor((range.to - range.from) / range.amount + slack) + 1;
    case Spacing::Factor:
        return std::floor(std::log(range.to / range.from) / std::log(range.amount) + slack) + 1;
    case Spacing::Count:
    case Spacing::GeometricCount:
        return range.from == range.to ? 1 : range.amount;
    }
    return 0;
}

/// 0.3, not 0.30000000000000004.
double tidied(double value)
{
    constexpr double grain = 1e12;
    return std::abs(value) < 1e3 ? std::round(value * grain) / grain : value;
}

double valueAt(const AxisRange &range, double index, double count)
{
    const bool isLast = index + 1 >= count;
    const double share = count > 1 ? index / (count - 1) : 0;
    switch (range.spacing) {
    case Spacing::Step:
        return std::min(range.from + index * range.amount, range.to);
    case Spacing::Factor:
        return std::min(range.from * std::pow(range.amount, index), range.to);
    case Spacing::Count:
        return isLast && count > 1 ? range.to : range.from + share * (range.to - range.from);
    case Spacing::GeometricCount:
        return isLast && count > 1 ? range.to : range.from * std::pow(range.to / range.from, share);
    }
    return range.from;
}

template <class Entry, class Size>
std::vector<Json> idsBySize(const std::vector<Entry> &entries, const Size &sizeOf)
{
    std::vector<const Entry *> sorted;
    for (const Entry &entry : entries)
        sorted.push_back(&entry);
    std::stable_sort(sorted.begin(), sorted.end(),
        [&sizeOf](const Entry *a, const Entry *b) { return sizeOf(*a) < sizeOf(*b); });
    std::vector<Json> ids;
    for (const Entry *entry : sorted)
        ids.emplace_back(entry->id);
    return ids;
}

/// Empty where the key names nothing of the catalogue.
std::vector<Json> idsOf(std::string_view key, const Catalog &catalog)
{
    if (key == "hardware.gpu")
        return idsBySize(catalog.gpus, [](const GpuSpec &gpu) { return gpu.usable(); });
    if (key == "model.id" || key == "training.teacher")
        return idsBySize(
            catalog.models, [](const ModelEntry &model) { return model.publishedParameters; });
    if (key == "hardware.link")
        return idsBySize(catalog.links, [](const LinkSpec &) { return 0; });
    return {};
}

Error tooMany(std::string_view key, double count)
{
    return wrong(key, ErrorCode::TooLarge,
        {english("errors", "%1 points"), {formatCount(std::min(count, 1e15))}},
        {english("errors", "at most %1 points"), {formatCount(mostSweepPoints)}});
}

} // namespace

Status checkSwept(std::string_view id)
{
    const Result<const Key *> key = sweptKey(id);
    return key ? success() : Status(key.error());
}

Result<Axis> makeAxis(std::string_view id, const AxisRange &range)
{
    const Result<const Key *> key = sweptKey(id);
    if (!key)
        return key.error();
    if (!(*key)->isNumeric())
        return wrong(id, ErrorCode::WrongType, english("errors", "a range"),
            english("errors", "a list of values"));
    if (std::optional<Error> error = endless(id, range))
        return *std::move(error);
    const bool isWhole = (*key)->kind == KeyKind::Integer;
    for (const double end : {range.from, range.to}) {
        if (Status checked = checkValue(**key, Json(isWhole ? std::round(end) : end)); !checked)
            return checked.error();
    }
    const double count = countOf(range);
    if (count > mostSweepPoints)
        return tooMany(id, count);
    Axis axis{.key = std::string(id)};
    axis.values.reserve(static_cast<std::size_t>(count));
    for (double i = 0; i < count; ++i) {
        const double exact = tidied(valueAt(range, i, count));
        const Json value(isWhole ? std::round(exact) : exact);
        if (axis.values.empty() || !(axis.values.back() == value)) // they ascend
            axis.values.push_back(value);
    }
    return axis;
}

Result<Axis> makeAxis(std::string_view id, const std::vector<Json> &values)
{
    const Result<const Key *> key = sweptKey(id);
    if (!key)
        return key.error();
    if (values.empty())
        return wrong(
            id, ErrorCode::MissingField, {}, english("errors", "a range or a list of values"));
    if (static_cast<double>(values.size()) > mostSweepPoints)
        return tooMany(id, static_cast<double>(values.size()));
    Axis axis{.key = std::string(id)};
    std::set<std::string> known;
    for (const Json &value : values) {
        if (Status checked = checkValue(**key, value); !checked)
            return checked.error();
        if (known.insert(writeJson(value, JsonStyle::Compact)).second)
            axis.values.push_back(value);
    }
    return axis;
}

Result<Axis> makeAxis(std::string_view id, const Catalog &catalog)
{
    const Result<const Key *> key = sweptKey(id);
    if (!key)
        return key.error();
    if ((*key)->kind == KeyKind::Text)
        return makeAxis(id, idsOf(id, catalog));
    const std::span<const std::string_view> choices = (*key)->choices;
    return makeAxis(id, std::vector<Json>(choices.begin(), choices.end()));
}

} // namespace shardscope
