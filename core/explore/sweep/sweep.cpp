// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/sweep/sweep.h"

#include "core/scenario/relevance.h"
#include "core/scenario/unknownkey.h"
#include "core/step/resolve.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// Sets the values of both axes, in the order of the key table: of two ways to choose a model the
/// later one wins, as in files.
Status apply(Scenario &scenario, const Sweep &sweep, std::size_t column, std::size_t row)
{
    const Key *x = findKey(sweep.x.key);
    const Key *y = sweep.y ? findKey(sweep.y->key) : nullptr;
    const auto setX = [&] { return setKey(scenario, *x, sweep.x.values[column]); };
    const auto setY = [&] { return y ? setKey(scenario, *y, sweep.y->values[row]) : success(); };
    const bool xFirst = !y || x < y;
    if (Status first = xFirst ? setX() : setY(); !first)
        return first;
    return xFirst ? setY() : setX();
}

Status checkAxis(const Axis &axis)
{
    const Key *key = findKey(axis.key);
    if (!key)
        return unknownKey(axis.key);
    if (axis.values.empty())
        return Error{.code = ErrorCode::MissingField,
            .where = axis.key,
            .expected = english("errors", "a range or a list of values")};
    Scenario scratch;
    for (const Json &value : axis.values) {
        if (Status checked = setKey(scratch, *key, value); !checked)
            return checked;
    }
    return success();
}

/// Nothing where the input counts in one of the scenarios that the other axis makes.
std::optional<Error> effectless(const Sweep &sweep, bool isX)
{
    const Axis &axis = isX ? sweep.x : *sweep.y;
    const std::size_t others = isX ? sweep.rows() : sweep.columns();
    Text missing;
    for (std::size_t other = 0; other < others; ++other) {
        Scenario scenario = sweep.base;
        if (const Status applied = apply(scenario, sweep, isX ? 0 : other, isX ? other : 0);
            !applied)
            continue;
        const auto memory = missingFor(axis.key, scenario, Answer::Memory);
        const auto speed = missingFor(axis.key, scenario, Answer::Speed);
        if (!memory || (needsSpeed(sweep.metric) && !speed))
            return std::nullopt;
        missing = !speed               ? english("errors", "a metric of speed or cost")
            : needsSpeed(sweep.metric) ? *speed
                                       : *memory;
    }
    return Error{.code = ErrorCode::NoEffect, .where = axis.key, .expected = missing};
}

/// Hours and money follow from the size of the data, and money from a price.
std::optional<Error> incomplete(const Sweep &sweep)
{
    const auto isSwept = [&sweep](std::string_view key) {
        return sweep.x.key == key || (sweep.y && sweep.y->key == key);
    };
    const auto missing = [&sweep](std::string_view key) {
        return Error{.code = ErrorCode::MissingField,
            .where = std::string(key),
            .expected = {english("errors", "a number above 0 for the metric %1"),
                {std::string(nameOf(sweep.metric))}}};
    };
    if (sweep.metric != Metric::GpuHours && sweep.metric != Metric::Cost)
        return std::nullopt;
    const RunChoice &run = sweep.base.run;
    const bool hasData = run.tokens > 0 || run.examples > 0;
    if (!hasData && !isSwept("run.tokens") && !isSwept("run.examples"))
        return missing("run.tokens");
    const bool hasPrice = run.pricePerGpuHour > 0 || isSwept("run.price_per_gpu_hour");
    if (sweep.metric == Metric::Cost && !hasPrice)
        return missing("run.price_per_gpu_hour");
    return std::nullopt;
}

/// Ids that the catalogue lacks: of the base, and of each value of an axis.
Status checkIds(const Sweep &sweep, const Catalog &catalog)
{
    const auto check = [&](std::size_t column, std::size_t row) -> Status {
        Scenario scenario = sweep.base;
        if (Status applied = apply(scenario, sweep, column, row); !applied)
            return applied;
        const Result<Resolved> resolved = resolve(scenario, catalog);
        const bool isUnknown = !resolved && resolved.error().code == ErrorCode::UnknownId;
        return isUnknown ? Status(resolved.error()) : success();
    };
    const auto lengthOf = [](const Axis &axis) {
        return findKey(axis.key)->kind == KeyKind::Text ? axis.size() : std::size_t{1};
    };
    for (std::size_t column = 0; column < lengthOf(sweep.x); ++column) {
        if (Status checked = check(column, 0); !checked)
            return checked;
    }
    for (std::size_t row = 1; sweep.y && row < lengthOf(*sweep.y); ++row) {
        if (Status checked = check(0, row); !checked)
            return checked;
    }
    return success();
}

} // namespace

Status checkSweep(const Sweep &sweep, const Catalog &catalog)
{
    if (Status checked = checkAxis(sweep.x); !checked)
        return checked;
    if (sweep.y) {
        if (sweep.y->key == sweep.x.key)
            return Error{.code = ErrorCode::Inconsistent,
                .where = sweep.x.key,
                .found = english("errors", "the same input on both axes"),
                .expected = english("errors", "two different inputs")};
        if (Status checked = checkAxis(*sweep.y); !checked)
            return checked;
    }
    const double points = static_cast<double>(sweep.rows()) * static_cast<double>(sweep.columns());
    if (points > mostSweepPoints)
        return Error{.code = ErrorCode::TooLarge,
            .found = {english("errors", "%1 points"), {formatCount(points)}},
            .expected = {english("errors", "at most %1 points"), {formatCount(mostSweepPoints)}}};
    if (std::optional<Error> error = effectless(sweep, true))
        return *std::move(error);
    if (sweep.y) {
        if (std::optional<Error> error = effectless(sweep, false))
            return *std::move(error);
    }
    if (std::optional<Error> error = incomplete(sweep))
        return *std::move(error);
    return checkIds(sweep, catalog);
}

Scenario scenarioAt(const Sweep &sweep, std::size_t point)
{
    Scenario scenario = sweep.base;
    // Values of a checked sweep are accepted.
    static_cast<void>(apply(scenario, sweep, point % sweep.columns(), point / sweep.columns()));
    return scenario;
}

} // namespace shardscope
