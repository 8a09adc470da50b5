// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/scenario/keys.h"

#include <QTest>

#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope {

/// An input and values to draw from; one that stands there twice is drawn twice as often.
struct DrawnInput
{
    std::string_view key;
    std::vector<std::string_view> values;
};

/// Scenarios drawn from a seed: the same ones everywhere.
class RandomScenarios
{
public:
    RandomScenarios(std::vector<DrawnInput> inputs, unsigned seed)
        : m_inputs(std::move(inputs))
        , m_random(seed)
    { }

    /// 0 to `count` - 1.
    std::size_t below(std::size_t count) { return m_random() % count; }

    /// Another value of one of the inputs.
    void change(Scenario &scenario) { draw(scenario, m_inputs[below(m_inputs.size())]); }
    void change(Scenario &scenario, int times)
    {
        for (int i = 0; i < times; ++i)
            change(scenario);
    }

    /// The default scenario with a value of every input.
    Scenario next()
    {
        Scenario scenario;
        for (const DrawnInput &input : m_inputs)
            draw(scenario, input);
        return scenario;
    }

private:
    void draw(Scenario &scenario, const DrawnInput &input)
    {
        const std::string_view value = input.values[below(input.values.size())];
        if (const Status status = setKeyText(scenario, input.key, value); !status)
            qFatal("%s", describe(status.error()).c_str());
    }

    std::vector<DrawnInput> m_inputs;
    std::mt19937 m_random;
};

/// How many to draw where ctest draws `usual`: SHARDSCOPE_PROPERTIES in the environment says what
/// stands for 3,000 of the plainest.
inline std::size_t drawsFor(std::size_t usual)
{
    const int said = qEnvironmentVariableIntValue("SHARDSCOPE_PROPERTIES");
    return said > 0 ? usual * static_cast<std::size_t>(said) / 3000 + 1 : usual;
}

/// A scenario as it would be typed: what is not as by default.
inline QByteArray typed(const Scenario &scenario)
{
    std::string words;
    for (const Key &key : keys()) {
        const std::optional<Json> value = key.get(scenario);
        if (!value || value == key.get({}) || value->isObject())
            continue;
        const std::string *text = value->string();
        words.append(" --set ").append(key.id).append("=").append(
            text ? *text : writeJson(*value, JsonStyle::Compact));
    }
    return QByteArray::fromStdString(words);
}

/// The plainest scenario of which `isBroken` is still true: whatever may be as by default is.
template <class Predicate>
Scenario plainest(Scenario scenario, const Predicate &isBroken)
{
    const Scenario usual;
    for (const Key &key : keys()) {
        Scenario plainer = scenario;
        const std::optional<Json> value = key.get(usual);
        const bool isPlainer
            = value && setKey(plainer, key, *value) && plainer != scenario && isBroken(plainer);
        if (isPlainer)
            scenario = plainer;
    }
    return scenario;
}

/// All that decides about memory, over the models and GPUs of a catalogue, which must live as long.
/// Choices come from the table of keys, so that new ones are drawn, too.
inline std::vector<DrawnInput> allInputs(const Catalog &catalog)
{
    std::vector<DrawnInput> inputs{
        {"model.parameters", {"1e8", "1e9", "7e9", "1.3e10", "7e10"}},
        {"model.id", std::vector<std::string_view>(catalog.models.size() / 5, "")},
        {"hardware.gpu", {}},
        {"training.lora_rank", {"1", "8", "16", "64", "256"}},
        {"training.lora_targets", {"all-linear", "all-linear", "q_proj,v_proj"}},
        {"training.unquantized",
            {"lm_head", "lm_head", "lm_head,down_proj,layers.0.self_attn,layers.1",
                "down_proj,vision_tower", "lm_head,out_proj,mamba,multi_modal_projector"}},
        {"training.lora_dropout", {"0", "0", "0.1"}},
        {"training.sequence_length",
            {"1", "128", "1000", "2048", "4096", "8192", "16384", "65536"}},
        {"training.micro_batch", {"1", "1", "2", "3", "8"}},
        {"training.accumulation", {"1", "1", "2", "3", "8"}},
        {"parallel.gpus", {"1", "2", "3", "4", "8", "8", "16", "24", "64", "256", "1024"}},
        {"parallel.gpus_per_node", {"8", "8", "4"}},
        {"parallel.shard_group", {"0", "0", "2", "4", "16"}},
        {"parallel.reduce_bucket", {"0", "0", "1000", "20000000", "500000000"}},
        {"parallel.allgather_bucket", {"0", "0", "200000000"}},
        {"parallel.prefetch_bucket", {"0", "0", "1", "50000000", "500000000"}},
        {"parallel.persistence_threshold", {"0", "0", "1", "100000", "100000000"}},
        {"parallel.sub_group", {"0", "0", "100000000"}},
    };
    for (const ModelEntry &model : catalog.models)
        inputs[1].values.push_back(model.id);
    for (const GpuSpec &gpu : catalog.gpus)
        inputs[2].values.push_back(gpu.id);
    for (const Key &key : keys()) {
        if (key.kind == KeyKind::Choice && key.id != "estimator")
            inputs.push_back({key.id, {key.choices.begin(), key.choices.end()}});
    }
    return inputs;
}

} // namespace shardscope
