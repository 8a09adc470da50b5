// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/modelspec.h"
#include "core/model/modulelibrary.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// One weight matrix of a decoder layer, as LoRA and quantisation see it.
struct Linear
{
    std::string_view name; ///< Hugging Face module name: "q_proj", "gate_up_proj", "c_attn", ...
    std::int64_t in = 0;
    std::int64_t out = 0;
    std::int64_t count = 1; ///< how many of these the layer has (experts)
    bool staysWide = false; ///< 4-bit loading passes over it
    bool learns = true; ///< a gradient reaches it, or adapters beside it

    double weights() const
    {
        return static_cast<double>(in) * static_cast<double>(out) * static_cast<double>(count);
    }
};

/// The linear modules (nn.Linear) of a decoder layer of one form, in forward order. Routers,
/// experts held as plain parameters, norms and biases are not among them.
std::vector<Linear> linearsOf(const ModelSpec &spec, const LayerForm &form);
/// Those beside the layers: of the embedded stream for all layers, where they have embeddings of
/// their own; of other streams, from the first and back to one (Gemma 3n).
std::vector<Linear> linearsBesideLayers(const ModelSpec &spec);
/// Module names of the matrices that make a stream but the first, and take it back.
std::string_view streamProjection(std::int64_t stream);
std::string_view streamReturn(std::int64_t stream);

/// What a LoRA target list ("all-linear", or comma-separated names) means for a model. From
/// transformers 5 on PEFT takes the names that linear modules of experts and router had before, in
/// all layers, for the tensors that hold them now: a dense module of that name gets no adapter.
class LoraTargets
{
public:
    LoraTargets() = default; ///< none
    LoraTargets(const ModelSpec &spec, std::string_view targets, ModuleLibrary library);

    /// Whether a linear module of that name has an adapter.
    bool takesIn(std::string_view module) const;
    bool router() const { return m_router; }
    bool gateUp() const { return m_gateUp; } ///< of all experts, one tensor, twice the rank
    bool down() const { return m_down; }
    bool operator==(const LoraTargets &) const = default;

private:
    std::string m_targets{};
    ExpertNames m_moved = ExpertNames::None; ///< names that mean tensors
    bool m_router = false;
    bool m_gateUp = false;
    bool m_down = false;
};

/// Embedding and head, as a list of module names has them.
struct TableNames
{
    bool embedding = false;
    bool head = false;

    int count() const { return (embedding ? 1 : 0) + (head ? 1 : 0); }
    bool operator==(const TableNames &) const = default;
};
TableNames tablesIn(const ModelSpec &spec, std::string_view names);
/// The names among them, comma-separated.
std::string namesOfTables(const ModelSpec &spec, const TableNames &tables);
/// `names` without them; "all-linear" where nothing is left.
std::string withoutTables(const ModelSpec &spec, std::string_view names);
/// Whether a module of that name may have an adapter: a linear one, a table, or what PEFT takes the
/// name of a former module of experts for.
bool isTarget(const ModelSpec &spec, ModuleLibrary library, std::string_view name);
/// Whether a comma-separated list of names has one.
bool isNamed(std::string_view list, std::string_view wanted);
/// Puts a name at the end of a list that has it not yet.
void addOnce(std::string &list, std::string_view name);
/// The first of `names` that is neither of them; empty where there is none.
std::string_view firstBesideTables(const ModelSpec &spec, std::string_view names);

/// Routed experts that compute each token; Llama 4's all do, most of them for nothing.
int expertsAtWork(const ModelSpec &spec);

/// The linear modules of all layers and beside them, as a list of module names; with a router that
/// is one.
std::string linearNamesOf(const ModelSpec &spec);

/// `targets` without the experts' router, as a list of module names.
std::string targetsButRouter(const ModelSpec &spec, std::string_view targets);

/// `targets` without a module, as a list of module names.
std::string targetsBut(const ModelSpec &spec, std::string_view targets, std::string_view module);

/// Exact parameter counts, as the module classes of transformers 5.12 have them; sources in
/// core/README.md. Doubles, exact below 2^53.
struct ParameterCount
{
    double total = 0;
    double active = 0; ///< used per token: routed experts count top-k times
    double embedding = 0; ///< token table
    /// Position table, and with it an encoder's of token types; Whisper's convolutions.
    double positions = 0;
    double head = 0; ///< output head; of a table tied to the embedding what stands beside it
    double layerTable = 0; ///< embeddings of layers, one table for all
    double layersTotal = 0; ///< all decoder layers
    double largestLayer = 0;
    double layerLinear = 0; ///< matrices of all decoder layers that are nn.Linear (quantisable)
    double largestTensor = 0; ///< elements of the largest single parameter
    double tower = 0; ///< of the vision tower, without projector
    double projector = 0;

    bool operator==(const ParameterCount &) const = default;
};

ParameterCount countParameters(const ModelSpec &spec);

/// Of the decoder layers in training (LayerForm::isFrozen).
struct LayersInTraining
{
    double frozen = 0; ///< parameters of those that are left as they are
    double frozenLinear = 0; ///< of these, matrices that are nn.Linear
    double largestTrained = 0; ///< elements of the largest tensor of the others
};
LayersInTraining layersInTraining(const ModelSpec &spec);
/// Of one norm as wide as the stream.
double normParameters(const ModelSpec &spec);
/// Of tables of places that are never trained (Pegasus, Marian; of sound, Whisper).
double fixedPlaces(const ModelSpec &spec);
/// Of the norm behind the layers.
double finalNormParameters(const ModelSpec &spec);

/// Matrices of all routed experts, which transformers keeps as fused tensors of `count` rows.
double expertParameters(const ModelSpec &spec);

/// Parameters of the adapters per unit of rank: sum over targets of (in + out), all layers.
/// `targets` is "all-linear" or a comma-separated list of module names; a name that no layer has is
/// an UnknownChoice error that lists the names there are.
Result<double> loraParametersPerRank(const ModelSpec &spec, std::string_view targets,
    ModuleLibrary library = ModuleLibrary::Transformers5);

} // namespace shardscope
