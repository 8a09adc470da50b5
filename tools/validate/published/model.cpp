// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/published/mapping.h"
#include "tools/validate/words.h"

#include <algorithm>
#include <array>
#include <string>

namespace shardscope {

namespace {

/// Quantised or mirrored copies, under the name of what they are copies of.
constexpr std::array<Word, 4> copies{{
    {"mistralai/Mistral-7B-v0.1",
        "TheBloke/Mistral-7B-v0.1-GPTQ mistral-community/Mistral-7B-v0.2"},
    {"mistralai/Mixtral-8x7B-Instruct-v0.1", "TheBloke/Mixtral-8x7B-Instruct-v0.1-GPTQ"},
    {"meta-llama/Llama-2-70b-hf", "TheBloke/Llama-2-70B-GPTQ NousResearch/Llama-2-70b-hf"},
    {"meta-llama/Meta-Llama-3-8B", "TechxGenus/Meta-Llama-3-8B-GPTQ"},
}};

/// A field of config.json, and the fields of a printed shape that it is made of: the first that is
/// there.
struct Size
{
    std::string_view config;
    std::string_view printed;
    std::string_view otherwise = {};
};
using Sizes = std::array<Size, 6>;
// nanotron's models are Llama's, Megatron's are GPT-2's.
constexpr Sizes llama{{
    {"hidden_size", "arch.hidden"},
    {"num_hidden_layers", "arch.num_layers"},
    {"num_attention_heads", "arch.heads"},
    {"num_key_value_heads", "arch.kv_heads", "arch.heads"},
    {"intermediate_size", "arch.ffn"},
    {"vocab_size", "arch.vocab"},
}};
constexpr Sizes gpt2{{
    {"n_embd", "arch.hidden"},
    {"n_layer", "arch.num_layers"},
    {"n_head", "arch.heads"},
    {"n_inner", "arch.ffn"},
    {"vocab_size", "arch.vocab"},
    {"n_positions", "", "seq_len"},
}};

/// The sizes, where they are all there.
std::optional<Json::Object> configOf(const Printed &run, const char *type, const Sizes &sizes)
{
    Json::Object config{{"model_type", type}};
    for (const Size &size : sizes) {
        const std::int64_t printed = run.size(size.printed);
        const std::int64_t amount = printed > 0 ? printed : run.size(size.otherwise);
        if (amount == 0)
            return std::nullopt;
        config.emplace_back(size.config, static_cast<double>(amount));
    }
    return config;
}

/// What of a shape is not printed; empty: all of it is.
std::string openIn(const Printed &run, bool isLlama)
{
    if (!isLlama)
        return "the number of positions is not stated: the sequence length";
    if (run.size("arch.kv_heads") == 0)
        return "the number of key heads is not stated: that of the heads";
    return run.find("arch.tied") ? "" : "whether embeddings are tied is not stated: not tied";
}

} // namespace

void stateModel(Draft &draft, const Printed &run)
{
    // The text behind a name in brackets is about the name: "openai-community/gpt2 (124M)".
    const std::string printed = run.text("model");
    const std::string_view model = printed;
    const std::string_view name = model.substr(0, model.find(" ("));
    const std::string_view original = ourWord(copies, name);
    if (fits("*/*", name) && run.text("arch.note").empty())
        return draft.state("model.id", original.empty() ? name : original);
    const bool isLlama = fitsAny("*llama-style* *Llama-3*", model);
    std::optional<Json::Object> config
        = isLlama ? configOf(run, "llama", llama) : configOf(run, "gpt2", gpt2);
    const bool isKnown = isLlama || model.starts_with("GPT");
    if (!isKnown || !config || run.find("arch.num_experts"))
        return draft.refuse("the shape of the model is not given in full", printed);
    if (isLlama)
        config->emplace_back("tie_word_embeddings", run.says("arch.tied", "true"));
    draft.describeModel(*std::move(config), printed, openIn(run, isLlama));
}

int addedTokensOf(const Printed &run)
{
    // sft_trainer.py: a padding token where the tokenizer has none, and embeddings to match.
    const bool isFms = run.says("framework", "hftrainerfmshftuning*");
    return isFms && fitsAny("*lama-2* *lama-3* *istral-* *ixtral-*", run.text("model")) ? 1 : 0;
}

} // namespace shardscope
