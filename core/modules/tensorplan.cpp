// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/tensorplan.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

struct FamilyPlan
{
    std::string_view family{};
    TensorPlan plan{};
};

using enum RankShare;
constexpr TensorPlan summingNorms{.sumsNorms = true};
constexpr TensorPlan gatheringHeads{.heads = Gathered};
constexpr TensorPlan gatheringMlp{.mlp = Gathered};
constexpr TensorPlan cuttingExperts{.experts = Cut};

constexpr std::array plans{FamilyPlan{"apertus", summingNorms}, FamilyPlan{"arcee"},
    FamilyPlan{"cohere"}, FamilyPlan{"cohere2"}, FamilyPlan{"cwm"},
    FamilyPlan{"deepseek_v2", cuttingExperts},
    FamilyPlan{"deepseek_v3", {.heads = Whole, .experts = Cut}},
    FamilyPlan{"dots1", {.experts = Cut, .sumsNorms = true}}, FamilyPlan{"ernie4_5"},
    FamilyPlan{"ernie4_5_moe", cuttingExperts}, FamilyPlan{"exaone4", summingNorms},
    FamilyPlan{"flex_olmo", {.heads = Gathered, .experts = Cut}}, FamilyPlan{"gemma"},
    FamilyPlan{"gemma2"}, FamilyPlan{"gemma3_text", summingNorms},
    FamilyPlan{"gemma3n_text", summingNorms},
    FamilyPlan{"gemma4_text", {.experts = Cut, .sumsNorms = true}}, FamilyPlan{"glm", gatheringMlp},
    FamilyPlan{"glm4", gatheringMlp}, FamilyPlan{"glm4_moe", cuttingExperts},
    FamilyPlan{"glm4_moe_lite", {.sharedExperts = Whole, .experts = Cut}}, FamilyPlan{"gpt_neox"},
    FamilyPlan{"granite"}, FamilyPlan{"helium"},
    FamilyPlan{"hy_v3", {.experts = Cut, .sumsNorms = true}}, FamilyPlan{"hyperclovax"},
    FamilyPlan{"jais2"}, FamilyPlan{"laguna", {.experts = Cut, .sumsNorms = true}},
    FamilyPlan{"llama"}, FamilyPlan{"mellum", {.experts = Cut, .sumsNorms = true}},
    FamilyPlan{"minimax_m2", {.heads = Gathered, .experts = Cut}}, FamilyPlan{"ministral"},
    FamilyPlan{"ministral3"}, FamilyPlan{"mistral"},
    FamilyPlan{"mistral4", {.heads = Whole, .experts = Cut}}, FamilyPlan{"mixtral", cuttingExperts},
    FamilyPlan{"nanochat"}, FamilyPlan{"olmo"}, FamilyPlan{"olmo2", gatheringHeads},
    FamilyPlan{"olmo3", gatheringHeads}, FamilyPlan{"olmoe", {.heads = Gathered, .experts = Cut}},
    FamilyPlan{"phi"}, FamilyPlan{"phi3", {.heads = Gathered, .mlp = Gathered}},
    FamilyPlan{"qwen2"}, FamilyPlan{"qwen2_moe", {.sharedExperts = Whole}},
    FamilyPlan{"qwen3", summingNorms},
    FamilyPlan{"qwen3_5_moe_text", {.experts = Cut, .sumsNorms = true}},
    FamilyPlan{"qwen3_5_text", summingNorms},
    FamilyPlan{"qwen3_moe", {.experts = Cut, .sumsNorms = true}},
    FamilyPlan{"qwen3_next", {.experts = Cut, .sumsNorms = true}}, FamilyPlan{"seed_oss"},
    FamilyPlan{"smollm3"},
    FamilyPlan{"solar_open", {.mlp = Whole, .sharedExperts = Whole, .experts = Cut}},
    FamilyPlan{"starcoder2"}, FamilyPlan{"vaultgemma"}, FamilyPlan{"youtu", {.heads = Whole}}};

constexpr std::array cuts{MatrixCut{"q_proj", MatrixCut::Column, true},
    MatrixCut{"k_proj", MatrixCut::Column, true}, MatrixCut{"v_proj", MatrixCut::Column, true},
    MatrixCut{"g_proj", MatrixCut::Column, true}, MatrixCut{"qkv_proj", MatrixCut::Column, true},
    MatrixCut{"q_b_proj", MatrixCut::Column, true}, MatrixCut{"kv_b_proj", MatrixCut::Column, true},
    MatrixCut{"query_key_value", MatrixCut::Column, true},
    MatrixCut{"o_proj", MatrixCut::Row, true}, MatrixCut{"dense", MatrixCut::Row, true},
    MatrixCut{"gate_proj", MatrixCut::Column}, MatrixCut{"up_proj", MatrixCut::Column},
    MatrixCut{"gate_up_proj", MatrixCut::Column}, MatrixCut{"c_fc", MatrixCut::Column},
    MatrixCut{"fc1", MatrixCut::Column}, MatrixCut{"dense_h_to_4h", MatrixCut::Column},
    MatrixCut{"down_proj", MatrixCut::Row}, MatrixCut{"c_proj", MatrixCut::Row},
    MatrixCut{"fc2", MatrixCut::Row}, MatrixCut{"dense_4h_to_h", MatrixCut::Row}};

/// A norm with weights for each head, or for all of them, does not fit the heads that a rank has.
bool fitsNorms(const ModelSpec &spec, const TensorPlan &plan)
{
    switch (spec.queryKeyNorm) {
    case QueryKeyNorm::None:
    case QueryKeyNorm::Unweighed:
    case QueryKeyNorm::PerHead:
        return true;
    case QueryKeyNorm::FullWidth:
        return plan.heads != Cut;
    case QueryKeyNorm::EachHead:
        break;
    }
    return false;
}

} // namespace

std::optional<TensorPlan> tensorPlanOf(const ModelSpec &spec)
{
    const auto found = std::find_if(plans.begin(), plans.end(),
        [&spec](const FamilyPlan &each) { return each.family == spec.modelType; });
    if (found == plans.end() || !fitsNorms(spec, found->plan))
        return std::nullopt;
    return found->plan;
}

MatrixCut matrixCut(std::string_view module)
{
    const auto found = std::find_if(
        cuts.begin(), cuts.end(), [module](const MatrixCut &cut) { return cut.module == module; });
    return found == cuts.end() ? MatrixCut{} : *found;
}

} // namespace shardscope
