// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/shapefacts.h"

#include "core/interchange/readfacts.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace shardscope {

namespace {

/// GPT-2's 50,257 up to a multiple of 128: what a run has whose files do not say it.
constexpr double unsaidVocabulary = 50304;
/// Of Megatron-LM's dropouts, where they are on: its default.
constexpr double usualDropout = 0.1;

enum class Kind {
    Gpt2,
    Bloom,
    Plain,
    Llama,
    Qwen2,
    Qwen3,
    Mixtral,
    Qwen3Moe,
    PlainExperts,
    Latent
};

/// Which family of transformers has such layers.
Kind kindOf(const FactList &facts)
{
    const bool hasExperts = facts.number("shape.experts").value_or(0) > 0;
    const bool normsQueries = facts.is("shape.qk_norm", "yes");
    if (facts.is("shape.latent", "yes"))
        return Kind::Latent;
    if (hasExperts && !facts.is("shape.gated", "yes"))
        return Kind::PlainExperts;
    if (hasExperts)
        return normsQueries ? Kind::Qwen3Moe : Kind::Mixtral;
    if (facts.is("shape.positions", "alibi"))
        return Kind::Bloom;
    if (!facts.is("shape.gated", "yes"))
        return facts.is("shape.positions", "learned") ? Kind::Gpt2 : Kind::Plain;
    if (normsQueries)
        return Kind::Qwen3;
    return facts.is("shape.qkv_bias", "yes") && !facts.is("shape.bias", "yes") ? Kind::Qwen2
                                                                               : Kind::Llama;
}

std::string_view modelType(Kind kind)
{
    switch (kind) {
    case Kind::Gpt2:
        return "gpt2";
    case Kind::Bloom:
        return "bloom";
    case Kind::Plain:
        return "starcoder2";
    case Kind::Llama:
        return "llama";
    case Kind::Qwen2:
        return "qwen2";
    case Kind::Qwen3:
        return "qwen3";
    case Kind::Mixtral:
        return "mixtral";
    case Kind::Qwen3Moe:
        return "qwen3_moe";
    case Kind::PlainExperts:
        return "megatron_gpt_moe";
    case Kind::Latent:
        return "deepseek_v3";
    }
    return {};
}

/// "([0]*3+[1]*58)": dense layers, then sparse ones. Nothing: another pattern.
std::optional<double> denseLayersFirst(std::string_view pattern)
{
    constexpr std::string_view begin = "([0]*";
    if (pattern.empty() || pattern == "1")
        return 0;
    if (!pattern.starts_with(begin))
        return std::nullopt;
    int dense = 0;
    const char *end = pattern.data() + pattern.size();
    const auto [at, error] = std::from_chars(pattern.data() + begin.size(), end, dense);
    const std::string_view rest(at, static_cast<std::size_t>(end - at));
    return error == std::errc() && rest.starts_with("+[1]*") ? std::optional<double>(dense)
                                                             : std::nullopt;
}

/// Fills in what a config.json says of such a shape.
class ConfigWriter
{
public:
    ConfigWriter(const FactList &facts, Json &config)
        : m_facts(facts)
        , m_config(config)
        , m_kind(kindOf(facts))
    { }

    void write()
    {
        m_config["model_type"] = Json(modelType(m_kind));
        layers();
        attention();
        biases();
        dropouts();
        if (m_facts.number("shape.experts").value_or(0) > 0)
            experts();
        else if (m_kind == Kind::Latent)
            m_config["first_k_dense_replace"] = Json(*m_facts.number("shape.layers"));
    }

private:
    void number(std::string_view key, std::string_view fact)
    {
        if (const std::optional<double> value = m_facts.number(fact))
            m_config[key] = Json(*value);
    }

    void layers()
    {
        const double hidden = *m_facts.number("shape.hidden");
        number("hidden_size", "shape.hidden");
        number("num_hidden_layers", "shape.layers");
        m_config["intermediate_size"] = Json(m_facts.number("shape.ffn").value_or(4 * hidden));
        if (m_kind == Kind::Mixtral)
            number("intermediate_size", "shape.expert_ffn");
        m_config["vocab_size"] = Json(m_facts.number("shape.vocab").value_or(unsaidVocabulary));
        m_config["tie_word_embeddings"] = Json(!m_facts.is("shape.tied", "no"));
        if (m_kind == Kind::Gpt2)
            number("n_positions", "shape.max_positions");
        if (m_kind == Kind::PlainExperts)
            number("max_position_embeddings", "shape.max_positions");
    }

    void attention()
    {
        const double heads = *m_facts.number("shape.heads");
        const bool isShared = m_facts.is("shape.grouped_query", "yes");
        m_config["num_attention_heads"] = Json(heads);
        m_config["num_key_value_heads"]
            = Json(isShared ? m_facts.number("shape.kv_heads").value_or(heads) : heads);
        if (m_kind != Kind::Latent)
            return number("head_dim", "shape.head_dim");
        m_config["q_lora_rank"] = Json();
        number("q_lora_rank", "shape.q_rank");
        number("kv_lora_rank", "shape.kv_rank");
        number("qk_nope_head_dim", "shape.nope_dim");
        number("qk_rope_head_dim", "shape.rope_dim");
        number("v_head_dim", "shape.v_dim");
    }

    void biases()
    {
        const bool has = m_facts.is("shape.bias", "yes");
        if (m_kind == Kind::Llama) {
            m_config["attention_bias"] = Json(has);
            m_config["mlp_bias"] = Json(has);
        } else if (m_kind == Kind::Plain) {
            m_config["use_bias"] = Json(has);
        } else if (m_kind == Kind::PlainExperts) {
            m_config["add_bias_linear"] = Json(has);
        }
    }

    void dropouts()
    {
        const Json hidden(m_facts.is("shape.hidden_dropout", "yes") ? usualDropout : 0);
        const Json scores(m_facts.is("shape.attention_dropout", "yes") ? usualDropout : 0);
        if (m_kind == Kind::Gpt2) {
            m_config["resid_pdrop"] = hidden;
            m_config["embd_pdrop"] = hidden;
            m_config["attn_pdrop"] = scores;
            return;
        }
        m_config["attention_dropout"] = scores;
        if (m_kind == Kind::Bloom || m_kind == Kind::PlainExperts)
            m_config["hidden_dropout"] = hidden;
        if (m_kind == Kind::Plain) {
            m_config["residual_dropout"] = hidden;
            m_config["embedding_dropout"] = hidden;
        }
    }

    void experts()
    {
        const double dense
            = m_facts.number("shape.ffn")
                  .value_or(m_kind == Kind::PlainExperts ? 4 * *m_facts.number("shape.hidden") : 0);
        const double width = m_facts.number("shape.expert_ffn").value_or(dense);
        m_config[m_kind == Kind::Mixtral ? "num_local_experts"
                : m_kind == Kind::Latent ? "n_routed_experts"
                                         : "num_experts"]
            = Json(*m_facts.number("shape.experts"));
        m_config["num_experts_per_tok"] = Json(m_facts.number("shape.top_k").value_or(2));
        if (m_kind == Kind::PlainExperts)
            m_config["moe_ffn_hidden_size"] = Json(width);
        else if (m_kind != Kind::Mixtral)
            m_config["moe_intermediate_size"] = Json(width);
        if (m_kind != Kind::Latent)
            return;
        const double shared = m_facts.number("shape.shared_ffn").value_or(0);
        m_config["n_shared_experts"] = Json(width > 0 ? shared / width : 0);
        m_config["first_k_dense_replace"]
            = Json(denseLayersFirst(m_facts.word("shape.moe_layers")).value_or(0));
    }

    const FactList &m_facts;
    Json &m_config;
    Kind m_kind;
};

std::string_view yesOrNo(bool value)
{
    return value ? "yes" : "no";
}

} // namespace

Facts shapeFacts(const ModelSpec &spec, std::int64_t sequence)
{
    Facts facts;
    const auto say = [&facts](std::string_view id, const Json &value) {
        facts.push_back({.id = std::string(id), .value = value});
    };
    const auto number = [&say](std::string_view id, std::int64_t value) {
        say(id, Json(static_cast<double>(value)));
    };
    number("shape.layers", spec.layers);
    number("shape.hidden", spec.hidden);
    number("shape.heads", spec.heads);
    number("shape.ffn", spec.intermediate);
    number("shape.vocab", spec.vocabulary);
    say("shape.gated", yesOrNo(spec.gatedMlp));
    say("shape.tied", yesOrNo(spec.tiedEmbeddings));
    say("shape.norm", Json(spec.norm == NormKind::Layer ? "layer" : "rms"));
    say("shape.positions", Json(spec.positions > 0 ? "learned" : "rope"));
    number("shape.max_positions",
        spec.positions > 0 ? spec.positions : std::max(spec.maxSequence, sequence));
    const bool hasBias = spec.mlpBias || (spec.queryKeyValueBias && spec.attentionOutputBias);
    say("shape.bias", yesOrNo(hasBias));
    say("shape.qkv_bias", yesOrNo(spec.queryKeyValueBias && !hasBias));
    say("shape.qk_norm", yesOrNo(spec.queryKeyNorm == QueryKeyNorm::PerHead));
    say("shape.hidden_dropout", yesOrNo(spec.modules.hiddenDropout > 0));
    say("shape.attention_dropout", yesOrNo(spec.modules.attentionDropout > 0));
    say("shape.latent", yesOrNo(spec.latent.has_value()));
    if (spec.latent) {
        if (spec.latent->queryRank > 0)
            number("shape.q_rank", spec.latent->queryRank);
        number("shape.kv_rank", spec.latent->kvRank);
        number("shape.nope_dim", spec.latent->nopeDim);
        number("shape.rope_dim", spec.latent->ropeDim);
        number("shape.v_dim", spec.latent->valueDim);
    } else {
        number("shape.kv_heads", spec.kvHeads);
        say("shape.grouped_query", yesOrNo(spec.kvHeads < spec.heads));
        number("shape.head_dim", spec.headDim);
    }
    if (!spec.experts)
        return facts;
    number("shape.experts", spec.experts->count);
    number("shape.top_k", spec.experts->perToken);
    number("shape.expert_ffn", spec.experts->width);
    if (spec.experts->sharedWidth > 0)
        number("shape.shared_ffn", spec.experts->sharedWidth);
    const std::vector<bool> &sparse = spec.experts->layers;
    const auto dense = std::find(sparse.begin(), sparse.end(), true) - sparse.begin();
    if (dense > 0)
        say("shape.moe_layers",
            Json("([0]*" + std::to_string(dense) + "+[1]*" + std::to_string(spec.layers - dense)
                + ")"));
    return facts;
}

std::optional<Json> configOfShape(const FactList &facts)
{
    for (const std::string_view needed : {"shape.hidden", "shape.layers", "shape.heads"}) {
        if (!facts.number(needed))
            return std::nullopt;
    }
    Json config;
    ConfigWriter(facts, config).write();
    return config;
}

std::vector<ImportRow> missingOfShape(const FactList &facts)
{
    const Kind kind = kindOf(facts);
    const bool isGpt = kind == Kind::Gpt2 || kind == Kind::Plain || kind == Kind::Bloom
        || kind == Kind::PlainExperts;
    std::vector<ImportRow> rows;
    const auto lacks = [&](std::string_view id, bool isLacking) {
        const Fact *fact = facts.find(id);
        if (!fact || !isLacking)
            return;
        // Where the format's program takes it by itself, its key is not in any file.
        rows.push_back({.file = fact->origin.file,
            .line = fact->origin.line,
            .key
            = isFormatDefault(*fact) ? std::string(id.substr(id.find('.') + 1)) : fact->origin.key,
            .value = isFormatDefault(*fact) ? *fact->value.string() : fact->origin.text});
    };
    lacks("shape.norm", facts.is("shape.norm", "layer") && !isGpt);
    lacks("shape.norm", facts.is("shape.norm", "rms") && isGpt);
    lacks(
        "shape.bias", facts.is("shape.bias", "no") && (kind == Kind::Gpt2 || kind == Kind::Bloom));
    lacks("shape.embedding_norm", facts.is("shape.embedding_norm", "yes") && kind != Kind::Bloom);
    lacks("shape.bias",
        facts.is("shape.bias", "yes") && kind != Kind::Llama
            && (!isGpt || kind == Kind::PlainExperts));
    lacks("shape.positions", kind == Kind::PlainExperts && !facts.is("shape.positions", "learned"));
    lacks("shape.qk_norm", kind == Kind::PlainExperts && facts.is("shape.qk_norm", "yes"));
    lacks("shape.qkv_bias",
        facts.is("shape.qkv_bias", "yes") && kind != Kind::Qwen2 && !facts.is("shape.bias", "yes"));
    lacks("shape.hidden_dropout", facts.is("shape.hidden_dropout", "yes") && !isGpt);
    lacks("shape.shared_ffn",
        facts.number("shape.shared_ffn").value_or(0) > 0 && kind != Kind::Latent);
    lacks("shape.moe_layers",
        !denseLayersFirst(facts.word("shape.moe_layers"))
            || (kind != Kind::Latent
                && denseLayersFirst(facts.word("shape.moe_layers")).value_or(0) > 0));
    return rows;
}

} // namespace shardscope
