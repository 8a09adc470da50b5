// SPDX-License-Identifier: GPL-3.0-or-later
// LLaMA-Factory 0.9.4 (01d87b826), src/llamafactory/model/adapter.py, _setup_freeze_tuning: the
// last so many layers are trained, or, counted below 0, the first; beside them nothing that is not
// named.
#include "core/interchange/frozenfacts.h"

#include "core/base/namelist.h"
#include "core/model/families.h"
#include "core/model/parameters.h"
#include "core/step/trained.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace shardscope {

std::vector<DerivedInput> frozenInputs(const FactList &facts, const ModelSpec &spec)
{
    if (!facts.is("part_trained", "yes"))
        return {};
    const double wanted = facts.number("trained_layers").value_or(2);
    const auto layers = static_cast<double>(spec.layers);
    const double frozen = layers - std::min(std::abs(wanted), layers);
    const std::string_view trained = facts.word("trained_beside");
    const LinearNames &names = linearNames(spec);
    std::string beside;
    const auto leave = [&](std::string_view name, std::string_view ours) {
        if (!isNamed(trained, name))
            addName(beside, ours);
    };
    leave(names.embedding, names.embedding);
    const bool hasOther = isNamed(trained, "ln_f") || isNamed(trained, "final_layernorm");
    if (!hasOther)
        leave(finalNorm, finalNorm);
    if (!spec.tiedEmbeddings)
        leave(names.head, names.head);
    return {{"training.frozen_layers", Json(wanted > 0 ? frozen : -frozen), "trained_layers"},
        {"training.frozen_modules", Json(beside), "part_trained"}};
}

} // namespace shardscope
