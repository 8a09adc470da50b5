// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/draft.h"

#include "core/engines/convention.h"
#include "core/model/parameters.h"
#include "core/scenario/keys.h"
#include "core/scenario/mesh.h"
#include "core/step/trained.h"

#include <algorithm>

namespace shardscope {

Status Draft::take(Setting setting)
{
    const Key *key = findKey(setting.key);
    if (!key)
        return Error{.code = ErrorCode::UnknownField,
            .where = std::string(setting.key),
            .expected = std::string("a key that `shardscope-cli keys` lists")};
    if (Status status = setKey(m_scenario, *key, setting.value); !status)
        return status;
    setting.key = key->id;
    std::erase_if(m_settings, [key](const Setting &earlier) { return earlier.key == key->id; });
    m_settings.push_back(std::move(setting));
    return success();
}

void Draft::state(std::string_view key, Json value)
{
    assume(key, std::move(value), {});
}

void Draft::assume(std::string_view key, Json value, std::string why)
{
    if (isRefused())
        return;
    const Status status = take({key, std::move(value), std::move(why)});
    if (!status)
        refuse(std::string(key) + ": " + describe(status.error()));
}

void Draft::translate(
    std::string_view key, std::string_view ours, std::string_view theirs, std::string_view unknown)
{
    if (!isRefused() && !take({key, ours}))
        refuse(unknown, theirs);
}

void Draft::describeModel(const Json &config, std::string name, std::string why)
{
    if (isRefused())
        return;
    const Status status = take({"model.config", config, std::move(why)});
    if (!status)
        return refuse("its architecture cannot be planned: " + describe(status.error()));
    state("model.name", std::move(name));
}

void Draft::refuse(std::string reason)
{
    if (!isRefused())
        m_refusal = std::move(reason);
}

void Draft::refuse(std::string_view reason, std::string_view word)
{
    refuse(std::string(reason) + ": " + std::string(word.empty() ? "not stated" : word));
}

const Setting *Draft::find(std::string_view key) const
{
    const auto found = std::find_if(m_settings.begin(), m_settings.end(),
        [key](const Setting &setting) { return setting.key == key; });
    return found == m_settings.end() ? nullptr : &*found;
}

namespace {

/// What of a described model nothing counts; empty: everything is counted.
std::string uncountedOf(const Scenario &scenario)
{
    if (!scenario.model.imported)
        return {};
    const ModelSpec &spec = scenario.model.imported->spec;
    if (!spec.remarks.unreadKeys.empty())
        return "a key of the model changes memory and is not read: "
            + spec.remarks.unreadKeys.front();
    const TableNames tables = tablesIn(spec, scenario.training.loraTargets);
    const bool isPlanned = adaptedTables(scenario, spec).count() > 0;
    if (scenario.training.method != Method::Full && tables.count() > 0 && !isPlanned)
        return "the adapters are not counted: " + namesOfTables(spec, tables);
    return {};
}

} // namespace

void Draft::finish(Case &item) &&
{
    if (!isRefused())
        m_refusal = uncountedOf(m_scenario);
    if (isRefused()) {
        item.mapping = Unmapped{std::move(m_refusal)};
        return;
    }
    const Parallel &parallel = m_scenario.parallel;
    item.tags.emplace_back("method", nameOf(m_scenario.training.method));
    item.tags.emplace_back("strategy", nameOf(parallel.strategy));
    item.tags.emplace_back("framework", nameOf(frameworkFor(parallel)));
    if (item.format == CaseFormat::Device)
        item.tags.emplace_back("model", cutsModel(parallel) ? "cut" : "whole");
    std::sort(m_settings.begin(), m_settings.end(), [](const Setting &a, const Setting &b) {
        return findKey(a.key) < findKey(b.key); // both in the one table
    });
    item.settings = std::move(m_settings);
    item.mapping = std::move(m_scenario);
}

} // namespace shardscope
