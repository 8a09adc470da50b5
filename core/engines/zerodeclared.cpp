// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 models/*/modeling_*.py: in which order modules declare what is in them.
#include "core/engines/zerodeclared.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace shardscope {

namespace {

/// Where transformers' decoder layers declare a module: attention, MLP, then norms.
int declarationOf(std::string_view name, int previous)
{
    constexpr std::array<std::string_view, 27> mixer{"sinks", "q_proj", "k_proj", "v_proj",
        "a_proj", "b_proj", "g_proj", "o_proj", "q_norm", "k_norm", "q_conv1d", "k_conv1d",
        "v_conv1d", "dt_bias", "A_log", "D", "o_norm", "conv1d", "in_proj", "in_proj_qkvz",
        "in_proj_ba", "norm", "out_proj", "in_proj_qkv", "in_proj_z", "in_proj_b", "in_proj_a"};
    const auto found = std::find(mixer.begin(), mixer.end(), name);
    if (found != mixer.end())
        return static_cast<int>(found - mixer.begin());
    constexpr int mlp = 27;
    constexpr int experts = 28;
    constexpr int shared = 32; // after them, though Qwen2-MoE computes it first
    constexpr int norms = 37;
    if (name.ends_with("bias") || name == "lora_A" || name == "lora_B")
        return previous;
    // AutoEP's GroupedExperts has its matrix for down before that for up.
    if (name == "w1" || name == "w2" || name == "w3")
        return experts + 1 + (name.back() - '1');
    if (name == "gate_up_proj" || (name == "down_proj" && previous == experts))
        return experts;
    if (name == "gate_proj" || name == "up_proj" || name == "down_proj")
        return shared;
    if (name == "shared_expert_gate")
        return shared + 1;
    return name.find("norm") != std::string_view::npos ? norms : mlp;
}

/// The tape's parameters in declaration order.
std::vector<int> declarationOrder(const Tape &tape)
{
    constexpr std::size_t mostKeys = 38;
    std::array<int, mostKeys + 1> next{}; ///< place of the next parameter with a key
    std::vector<int> keys(tape.parameters.size());
    int previous = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        previous = keys[i] = declarationOf(tape.parameters[i].name, previous);
        ++next[slot(previous) + 1];
    }
    std::partial_sum(next.begin(), next.end(), next.begin());
    std::vector<int> order(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i)
        order[slot(next[slot(keys[i])]++)] = static_cast<int>(i);
    return order;
}

/// A layer of an encoder-decoder that norms what its blocks take declares each norm behind its
/// block, and T5 the biases of positions behind the last matrix of attention.
void sortBlocks(const Tape &tape, std::vector<int> &order)
{
    enum Key { Matrix, Bias, Norm };
    std::vector<Key> keys;
    for (const Parameter &parameter : tape.parameters) {
        if (parameter.name == "bias" && !keys.empty())
            keys.push_back(keys.back());
        else if (parameter.name == "relative_attention_bias")
            keys.push_back(Bias);
        else
            keys.push_back(parameter.name == "layer_norm" ? Norm : Matrix);
    }
    const auto keyOf = [&keys](int i) { return keys[slot(i)]; };
    auto block = order.begin();
    while (block != order.end()) {
        const auto behindNorm
            = std::find_if(block, order.end(), [&](int i) { return keyOf(i) != Norm; });
        const auto end
            = std::find_if(behindNorm, order.end(), [&](int i) { return keyOf(i) == Norm; });
        std::stable_sort(block, end, [&](int a, int b) { return keyOf(a) < keyOf(b); });
        block = end;
    }
}

/// BertEmbeddings has positions before types of tokens, RobertaEmbeddings behind all others.
void sortTables(EncoderCode code, const Tape &tape, std::vector<int> &order)
{
    enum Key { Words, Places, Types, Rest, Last };
    const auto keyOf = [&](int i) {
        const std::string_view name = tape.parameters[slot(i)].name;
        if (name == "embed_positions")
            return code == EncoderCode::Roberta ? Last : Places;
        if (name == "token_type_embeddings")
            return Types;
        return isTableOfWords(tape.parameters[slot(i)]) ? Words : Rest;
    };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keyOf(a) < keyOf(b); });
}

} // namespace

bool isTableOfWords(const Parameter &parameter)
{
    constexpr std::array<std::string_view, 4> names{
        "embed_tokens", "shared", "lm_head", "word_embeddings"};
    return std::find(names.begin(), names.end(), parameter.name) != names.end();
}

bool declaresHeadFirst(const ModelSpec &spec)
{
    return spec.modelType == "xlm-roberta" || spec.modelType == "camembert";
}

TableHome tableHome(const ModelSpec &spec)
{
    if (spec.seq2seq && spec.seq2seq->hears())
        return TableHome::Between;
    return declaresHeadFirst(spec) ? TableHome::Head : TableHome::Embedding;
}

std::vector<int> declaredOrder(
    const Workload &work, Unit::Kind of, const Tape &tape, bool sharesTable)
{
    const ModelSpec &spec = work.spec();
    const bool isLayer = of == Unit::Kind::Layer;
    if (isLayer && !spec.encoder && !spec.seq2seq && work.cutter != Cutter::PipelineEngine)
        return declarationOrder(tape);
    std::vector<int> order(tape.parameters.size());
    std::iota(order.begin(), order.end(), 0);
    if (isLayer && spec.seq2seq && !normsSums(spec.seq2seq->code))
        sortBlocks(tape, order);
    if (of == Unit::Kind::Embedding && spec.encoder)
        sortTables(spec.encoder->code, tape, order);
    if (sharesTable)
        std::stable_partition(order.begin(), order.end(),
            [&tape](int i) { return !isTableOfWords(tape.parameters[slot(i)]); });
    return order;
}

} // namespace shardscope
