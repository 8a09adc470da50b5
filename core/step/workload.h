// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/term.h"
#include "core/modules/settings.h"
#include "core/scenario/precision.h"
#include "core/step/cutter.h"
#include "core/step/resolve.h"
#include "core/step/trained.h"

#include <vector>

namespace shardscope {

/// A share of memory on its way into a phase.
struct Share
{
    PartId id;
    Term term;
    std::string_view source;
};
using Shares = std::vector<Share>;

/// What the formulas of the detailed estimator start from: a resolved scenario with the numbers
/// that several of them need.
struct Workload
{
    const Scenario &scenario;
    const Resolved &resolved;
    Recipe recipe; ///< bytes for each trained parameter
    double parameters = 0; ///< of the model, without adapters
    double trainable = 0; ///< that get gradients and optimizer state
    double tokens = 0; ///< of one micro-step on one GPU: micro-batch x sequence length
    AdapterSettings adapters{};
    Cutter cutter = Cutter::None; ///< who cuts the model
    Mesh mesh{};
    /// Trained parameters that this GPU holds copies or shards of; those of routed experts apart.
    double denseHere = 0;
    double expertsHere = 0;
    TrainedEnds ends{};
    /// What is trained beside adapters, among `trainable`: copies of tables, and a value model.
    double saved = 0;
    double values = 0; ///< parameters of PPO's value model, among these or `parameters`
    /// Of an element of these, of its gradient and moments; 0: as of all that is trained.
    double savedBytes = 0;
    Stage stage{}; ///< of the pipeline: the layers that this GPU has
    UnquantizedModules unquantized{}; ///< of a quantised base

    const Training &training() const { return scenario.training; }
    const ModelSpec &spec() const { return resolved.spec; }
    const ParameterCount &count() const { return resolved.count; }
    /// That share optimizer states and reduce gradients.
    int ranks() const { return mesh.replicas(); }
    double trainedHere() const { return denseHere + expertsHere; }
    /// Of these, what this GPU updates where states are sharded.
    double updatedHere() const
    {
        return denseHere / mesh.replicas() + expertsHere / mesh.expertReplicas();
    }
    int gpusOfModel() const { return mesh.tensor * mesh.pipeline; }
    /// Whether the engine cuts the model: this GPU holds what its tapes say.
    bool hasMesh() const { return cutsWeights(cutter); }
    bool isFull() const { return scenario.training.method == Method::Full; }
    bool accumulates() const { return scenario.training.accumulation > 1; }
    /// Rows of Megatron-LM's table of words, all ranks' together.
    double paddedVocabulary() const;
    /// How the modules compute under the scenario's framework.
    LayerSettings layerSettings() const;
};

/// Tokens that the images of a sequence take up; 0 where none are at work.
double imageTokensOf(const Scenario &scenario, const ModelSpec &spec);
/// A length of sequences that has room for them, and for some text.
std::int64_t sequenceForImages(const Scenario &scenario, const ModelSpec &spec);
/// What the vision tower does in a micro-step; nothing where no images are at work.
std::optional<TowerWork> towerWork(const Scenario &scenario, const ModelSpec &spec);

/// Of the GPUs of one pipeline stage.
Workload makeWorkload(const Scenario &scenario, const Resolved &resolved, int stage = 0);

/// Whether FSDP1's flat parameters hold adapters beside the frozen weights of their layer, all of
/// which get gradients then.
bool flattensAdapters(const Scenario &scenario);
/// Whether products with 4-bit weights keep their input: bitsandbytes before 0.43.2, which LitGPT
/// asks for.
bool keepsQuantizedInputs(const Scenario &scenario);

/// What of the activations waits on the host: nothing where that is not derived.
ActivationOffload activationOffloadOf(const Scenario &scenario, const ModelSpec &spec);

/// Whether FSDP2 gathers and reduces fp32 adapters as they are, beside 16-bit weights: it does
/// without a mixed precision policy.
bool gathersSingleAdapters(const Scenario &scenario);

/// What is cast before training: nothing but what QLoRA asks for.
KbitPreparation kbitPreparation(const Training &training);
/// Whether checkpoints run a unit again from its input to its end, as one operation of autograd
/// (torch.utils.checkpoint, use_reentrant=True): where that is asked for, those of transformers
/// before 5, and those that TRL makes beside adapters under ZeRO-3.
bool hasReentrantCheckpoints(const Scenario &scenario);
/// Whether that is as chosen, where the trainer leaves it to choice.
bool asksForReentry(const Scenario &scenario);
/// Whether torch's linear makes room for one of the framework's (DeepSpeed 0.19.6
/// partition_parameters.py, Init: mem_efficient_linear, by default).
bool replacesLinear(const Parallel &parallel);

/// The model's own weights, whole: full training in the recipe's dtype, a frozen base in 16 or 32
/// bit, a QLoRA base in NF4 with double quantisation next to what stays unquantised.
Term baseWeights(const Workload &work);
/// The teacher that is learned from, resolved as the model is; the model where it has none of its
/// own. A workload of it refers to it.
Resolved resolvedTeacher(const Workload &work);
/// PPO's value model and reward model, which are of the policy's shape but for a head of one number
/// over each token; both are separate ones (TRL 1.10.0.dev0 experimental/ppo/ppo_trainer.py).
Resolved resolvedValues(const Resolved &policy);
/// Whether PPO's value model learns beside the model: elsewhere it is said to be no plan.
bool learnsValues(const Scenario &scenario, const ModelSpec &spec);
/// Of these, those that no optimizer updates.
Term frozenWeights(const Workload &work);
/// What that is made of: packed 4-bit weights, their scales, and the rest.
Term quantizedWeights(const Workload &work);
/// Bytes that a quantised weight takes, without its scales.
double packedBytes(const Training &training);
Term quantizationScales(const Workload &work);
Term plainWeights(const Workload &work);

/// Whether a base is quantised, and whether its head is.
bool quantizes(const Scenario &scenario, const ModelSpec &spec);
bool quantizesHead(const Workload &work);
/// What of a base is left as it is, where it is quantised.
UnquantizedModules unquantizedModules(const Training &training, const ModelSpec &spec);
/// How many weights are in 4 bits.
double quantizedParameters(const Workload &work);
/// QLoRA where bitsandbytes passes over most of the layers' weights.
bool leavesUnquantized(const Workload &work);

/// `whole` as one of `ranks` shards.
Term shard(const Term &whole, int ranks);

} // namespace shardscope
