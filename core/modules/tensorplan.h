// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/modelspec.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace shardscope {

/// What ranks have of the modules of one kind.
enum class RankShare : std::uint8_t {
    Cut, ///< each works on its share from the first matrix to the last
    Gathered, ///< matrices alone are cut: what they make is gathered, what they take is split
    Whole
};

/// What the plan of a family says (transformers 5.12.1: base_model_tp_plan of its configuration).
struct TensorPlan
{
    RankShare heads = RankShare::Cut;
    RankShare mlp = RankShare::Cut; ///< of dense layers
    RankShare sharedExperts = RankShare::Cut;
    RankShare experts = RankShare::Whole;
    /// Gradients of norms of single heads are summed up (replicated_with_grad_allreduce).
    bool sumsNorms = false;

    bool operator==(const TensorPlan &) const = default;
};

/// None where transformers has no plan for the family, or another one than is derived.
std::optional<TensorPlan> tensorPlanOf(const ModelSpec &spec);

/// How such a plan cuts a matrix: a column along its outputs, a row along its inputs.
struct MatrixCut
{
    enum Kind { None, Column, Row };

    std::string_view module{};
    Kind kind = None;
    bool isOfHeads = false; ///< else of the MLP
};

/// By the name of its module, the same in all families that have a plan.
MatrixCut matrixCut(std::string_view module);
/// `isSparse`: in a layer with experts, where an MLP is the shared expert.
inline RankShare shareOf(const TensorPlan &plan, const MatrixCut &cut, bool isSparse)
{
    const RankShare fed = isSparse ? plan.sharedExperts : plan.mlp;
    return cut.isOfHeads ? plan.heads : fed;
}

} // namespace shardscope
