// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/interchange/facts.h"
#include "core/interchange/importreport.h"
#include "core/interchange/runfile.h"
#include "core/scenario/origin.h"
#include "core/scenario/scenario.h"

#include <functional>
#include <optional>
#include <vector>

namespace shardscope {

/// A config.json among the files of a run.
struct GivenModel
{
    ImportedModel model{};
    Origin origin{};
};

/// The model of a run.
struct NamedModel
{
    ModelChoice choice{};
    std::string name{};
    Origin origin{};
    Phrase why{}; ///< where it was not simply named
    std::vector<ImportRow> missing{}; ///< what is said of its layers, and it does not have
};

/// What torchtitan calls a model of the catalogue; nothing where it has none of that shape.
struct TitanModel
{
    std::string_view name;
    std::string_view flavor;
    std::string_view id; ///< of the catalogue
};
const TitanModel *titanModel(std::string_view id);

using ModelLookup
    = std::function<std::optional<RunFile>(const std::string &name, const std::string &from)>;

/// The model that files speak of: a config.json beside them, a name of the catalogue, the config of
/// a folder or of the Hub's cache, or a shape of flags. Nothing where they name none.
/// Errors: MissingField (a name that is not known here), as readModelConfig.
Result<std::optional<NamedModel>> modelOf(std::span<const Fact> facts,
    const std::optional<GivenModel> &given, const Catalog &catalog, const ModelLookup &lookup);

/// What a model's name says of how its weights are stored, which loaders read from its repository:
/// in 4 bits (bits), or as GPTQ or AWQ keep them (training.base). Nothing where it says nothing.
std::optional<Fact> storageIn(const Fact &model);

/// What an index of weights says against a model of so many parameters: other weights, or quantised
/// ones. Nothing where they go together, to 0.5 %, or no index is there.
std::optional<ImportRow> weightsAgainst(std::span<const Fact> facts, double parameters);

} // namespace shardscope
