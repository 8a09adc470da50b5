// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zerocalls.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>

namespace shardscope {

namespace {

/// One of the tape's modules: its first parameter says which, if it has any.
struct TapeModule
{
    std::string_view name{};
    std::string_view second{}; ///< of its parameters; none: empty
    double elements = 0;

    bool isNorm() const { return name.find("norm") != std::string_view::npos; }
    /// Experts in fused tensors, whose activation is a module within.
    bool isExperts() const { return name == "gate_up_proj" && second == "down_proj"; }
    bool isRouter() const { return name == "gate" || name == "router"; }
};

std::vector<TapeModule> modulesOf(const Tape &tape)
{
    std::vector<TapeModule> names;
    for (const Parameter &parameter : tape.parameters) {
        assert(parameter.module >= 0); // each is some module's
        const auto module = static_cast<std::size_t>(parameter.module);
        if (names.size() <= module)
            names.resize(module + 1);
        TapeModule &named = names[module];
        if (named.name.empty())
            named.name = parameter.name;
        else if (named.second.empty())
            named.second = parameter.name;
        named.elements += parameter.elements;
    }
    // One without parameters is called all the same, be it the last.
    for (const Op &op : tape.ops) {
        if (op.module >= static_cast<std::int32_t>(names.size()))
            names.resize(static_cast<std::size_t>(op.module) + 1);
    }
    return names;
}

using Iterator = std::vector<TapeModule>::const_iterator;

double elementsOf(Iterator begin, Iterator end)
{
    return std::accumulate(
        begin, end, 0.0, [](double sum, const TapeModule &each) { return sum + each.elements; });
}

/// Modules without parameters that are called before one of a vision tower's (transformers 5.12.1
/// models/*/modeling_*.py).
struct CallsAround
{
    std::string_view name{};
    int forward = 0;
    int backward = 0;
};
constexpr auto towerCalls = std::to_array<CallsAround>({
    {"patch_embed", 2, 0}, // the tower, its patches
    {"patch_embedding", 3, 0},
    {"patch_conv", 1, 0},
    {"input_proj", 2, 0},
    {"norm1", 1, 0}, // the block
    {"layer_norm1", 1, 0},
    {"attention_norm", 1, 0},
    {"input_layernorm", 1, 0},
    {"qkv", 1, 0}, // attention
    {"q_proj", 1, 0},
    {"proj", 0, 1},
    {"out_proj", 0, 1},
    {"o_proj", 0, 1},
    {"projection_layer", 0, 1},
    {"gate_proj", 1, 1}, // the MLP; backward the activation
    {"fc1", 1, 1},
    {"linear_fc1", 1, 1},
    {"up_proj", 1, 0}, // the activation
    {"fc2", 1, 2}, // backward block and MLP
    {"linear_fc2", 1, 2},
    {"down_proj", 0, 2},
    {"ln_q", 1, 0}, // what makes features
    {"norm", 1, 0},
    {"layer_norm", 1, 0},
    {"mm_soft_emb_norm", 2, 0},
    {"0", 1, 1}, // nn.Sequential; backward the activation
    {"2", 1, 3}, // the activation; backward all around
    {"linear_1", 1, 1},
    {"linear_2", 1, 1},
});

/// Around the modules of an encoder-decoder's layers. Each block of T5's is a module around a norm
/// and another one, and ends with a dropout; BART's attention alone is a module of its own, and
/// those like it have their activations as modules.
std::vector<ZeroCalls> callsOfStacks(const std::vector<TapeModule> &names)
{
    const bool isT5 = std::any_of(
        names.begin(), names.end(), [](const TapeModule &each) { return each.name == "wo"; });
    const bool isGated = std::any_of(
        names.begin(), names.end(), [](const TapeModule &each) { return each.name == "wi_1"; });
    std::vector<ZeroCalls> calls(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        ZeroCalls &now = calls[i];
        const std::string_view name = names[i].name;
        if (i == 0) // the layer
            ++now.beforeForward;
        if (isT5 && names[i].isNorm()) // the block, behind the dropout of the one before
            now.beforeForward += i > 0 ? 2 : 1;
        if (name == "q" || name == "q_proj" || name == "wi" || name == "wi_0")
            ++now.beforeForward;
        if (name == "wi_1" || name == "fc2") // the activation
            ++now.beforeForward;
        if (name == "wo") // and dropout
            now.beforeForward += isGated ? 1 : 2;
        if (name == "o" || name == "wo") // block, dropout, what is within it
            now.beforeBackward += 3;
        if (name == "out_proj" || name == "fc1" || name == "wi_0" || name == "wi_1")
            ++now.beforeBackward;
        if (name == "wi")
            now.beforeBackward += 2;
    }
    return calls;
}

/// Where the attention ends.
Iterator endOfAttention(Iterator begin, Iterator end)
{
    const auto opens = [](const TapeModule &each) {
        return each.isRouter() || each.name == "gate_proj" || each.name == "up_proj"
            || each.name == "gate_up_proj";
    };
    return std::find_if(begin, end, opens);
}

std::vector<ZeroCalls> callsOfTower(const std::vector<TapeModule> &names)
{
    std::vector<ZeroCalls> calls(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto around = std::find_if(towerCalls.begin(), towerCalls.end(),
            [&](const CallsAround &each) { return each.name == names[i].name; });
        if (around != towerCalls.end()) {
            calls[i].beforeForward = around->forward;
            calls[i].beforeBackward = around->backward;
        }
    }
    // Behind the last norm of Idefics 3's tower there is a connector, and in that an MLP.
    const auto isQkv = [](const TapeModule &each) { return each.name == "qkv"; };
    if (!names.empty() && names.back().name == "proj"
        && std::none_of(names.begin(), names.end(), isQkv))
        calls.back().beforeForward = calls.back().beforeBackward = 2;
    return calls;
}

std::vector<ZeroCalls> callsOfLayer(const std::vector<TapeModule> &names)
{
    std::vector<ZeroCalls> calls(names.size());
    const Iterator first = std::find_if(
        names.begin(), names.end(), [](const TapeModule &each) { return !each.isNorm(); });
    const Iterator mlp = endOfAttention(names.begin(), names.end());
    // gpt-oss's attention, and a gated delta rule, have parameters of their own: it is no call
    // without any.
    const bool isBareAttention = std::none_of(names.begin(), mlp,
        [](const TapeModule &each) { return each.name == "sinks" || each.name == "dt_bias"; });
    const bool isSparse
        = std::any_of(mlp, names.end(), [](const TapeModule &each) { return each.isRouter(); });
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto here = names.begin() + static_cast<std::ptrdiff_t>(i);
        ZeroCalls &now = calls[i];
        const auto opens = [&](Iterator begin, Iterator end) {
            ++now.beforeForward;
            now.elementsBefore += elementsOf(begin, end);
        };
        const std::string_view name = here->name;
        if (i == 0) // the layer
            opens(names.begin(), names.end());
        if (here == first && isBareAttention)
            opens(first, mlp);
        if (here == mlp) // mlp
            opens(mlp, names.end());
        if (here != mlp && (name == "gate_proj" || name == "up_proj")) // shared experts, act_fn
            ++now.beforeForward;
        // Backward: mlp, or shared experts; self_attn; act_fn
        if (name == "down_proj" || name == "gate_proj" || (name == "o_proj" && isBareAttention))
            ++now.beforeBackward;
        if (isSparse && i + 1 == names.size()) // mlp
            ++now.beforeBackward;
        now.inside = here->isExperts() ? 1 : 0;
    }
    // PEFT's lora.Linear: a module around the linear one, its dropout (or identity), and the
    // two factors. Backward the factors come first.
    for (std::size_t i = 1; i + 1 < names.size(); ++i) {
        if (names[i].name != "lora_A" || !names[i].second.empty() || names[i + 1].name != "lora_B")
            continue;
        ZeroCalls &base = calls[i - 1];
        ++base.beforeForward;
        base.elementsBefore += names[i - 1].elements;
        ++calls[i].beforeForward;
        calls[i + 1].beforeBackward = base.beforeBackward + 1;
        base.beforeBackward = 1;
    }
    return calls;
}

} // namespace

std::vector<ZeroCalls> zeroCalls(const Tape &tape, Unit::Kind of, bool isOfStacks)
{
    const std::vector<TapeModule> names = modulesOf(tape);
    switch (of) {
    case Unit::Kind::Layer:
        return isOfStacks ? callsOfStacks(names) : callsOfLayer(names);
    case Unit::Kind::Tower:
        return callsOfTower(names);
    case Unit::Kind::Embedding:
    case Unit::Kind::Head:
        break;
    }
    return std::vector<ZeroCalls>(names.size());
}

} // namespace shardscope
