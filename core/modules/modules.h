// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tapebuilder.h"
#include "core/model/families.h"
#include "core/modules/settings.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace shardscope {

/// What a unit was given, as what it hands on.
TensorId writeHandedOn(TapeBuilder &tape, TensorId x);

/// Writes the elementary modules of transformers 5.12 onto a tape, statement by statement. What is
/// made of them - attention, MLP, experts - has files of its own.
class ModuleWriter
{
public:
    ModuleWriter(TapeBuilder &builder, const LayerSettings &layerSettings);

    TapeBuilder &tape;
    const LayerSettings &settings;
    const ModelSpec &spec;
    const ModuleTraits &traits;
    const LinearNames &names;

    /// A parameter of the base model; part of the module that is open.
    TensorId weight(std::string_view name, double rows, double columns);
    TensorId normWeight(std::string_view name, double width);
    /// Matrix and bias of the head. Of a copy that is trained the original stays beside it.
    TensorId headWeight(double rows, double columns, std::string_view name);
    /// PEFT's modules_to_save: a copy is trained, the original stays.
    TensorId trainedCopy(Parameter parameter);
    /// The backward pass of the last operation puts gradients into zeros as large as `from`, which
    /// it copies first where Python sees the operations (autograd/FunctionsManual.cpp,
    /// index_backward, gather_backward).
    void copiesZeros(TensorId from);
    /// A linear product without adapters.
    TensorId product(std::string_view name, TensorId x, double in, double out, bool bias = false);

    TensorId norm(std::string_view name, TensorId x, double width, double rows);

    /// Adapters beside a linear module that nobody calls.
    void unheardAdapter(std::string_view name, double in, double out);
    /// A linear module: quantised, and with adapters, where the settings say so.
    TensorId linear(std::string_view name, TensorId x, double in, double out, bool bias);
    /// One that 4-bit loading leaves alone.
    TensorId wideLinear(std::string_view name, TensorId x, double in, double out, bool bias);

    TensorId activation(TensorId x);
    /// A gate's activation, unless the kernel of the product computes that too.
    TensorId gate(TensorId x) { return settings.fusedGates ? x : activation(x); }
    /// Product of a gate and what it lets through.
    TensorId gated(TensorId a, TensorId b);
    /// What eager attention returned beside its result; the layer refers to it to its end.
    TensorId attentionWeights = NoTensor;
    /// What attention still refers to when it adds its result to the stream.
    std::vector<TensorId> heldToSum{};
    /// What attention still refers to when it returns.
    std::vector<TensorId> heldInAttention{};
    /// What the layer still refers to when it returns.
    std::vector<TensorId> heldToEnd{};
    /// The tokens that each one sees, where an indexer has picked them.
    TensorId choice = NoTensor;
    bool reusesChoice = false; ///< of an earlier layer
    bool liesByChannel = false; ///< what the next linear module takes, of several sequences
    /// Of cross-attention: tokens of the other sequence. With keys in front: all of them.
    double keyTokens = 0;
    /// Keys and values that are there, then the layer's own behind them.
    struct Prefix
    {
        TensorId key = NoTensor;
        TensorId value = NoTensor;
    };
    Prefix prefix{};
    bool hasRotary = true; ///< the layer has rotary embedding, where the family has it

    /// What the head makes of so many tokens.
    TensorId headProduct(TensorId read, double vocabulary, double tokens);
    /// LoRA beside the head, of what it reads and its logits.
    TensorId adaptedHead(TensorId read, TensorId logits);
    /// LoRA beside the embedding: rows of the table, and what the factors make of the same tokens.
    TensorId adaptedEmbedding(TensorId rows);

    /// p-tuning's network, of the embeddings of its tokens.
    TensorId encodedPrompt(TensorId x);
    /// A table some of whose rows are trained alone: a copy that has these in their places.
    TensorId tableWithTokens(TensorId table, bool isShared);

    /// Nothing where the probability is 0.
    /// What a power reads: fp32 under CUDA's autocast, which the CPU's leaves as it is.
    TensorId asPowers(TensorId x);
    TensorId dropout(TensorId x, double probability);

    /// softmax(x): over the rows of `x`, in its dtype; in fp32 under CUDA's autocast.
    TensorId softmax(TensorId x);
    /// softmax(x, dtype=x.dtype)
    TensorId softmaxInOwnDtype(TensorId x);
    /// softmax(x, dtype=torch.float32)
    TensorId softmaxInSingle(TensorId x);

    double tokens() const { return settings.tokens(); }
    double sequence() const { return settings.sequence; }
    /// All tokens but the last of each sequence.
    double shifted() const { return settings.tokens() - settings.batch; }
    /// Tokens that one meets, of its sequence or of another.
    double met() const { return keyTokens > 0 ? keyTokens : settings.ownSequence(); }
    /// Pairs of one of the rank's tokens with another of its sequence.
    double pairs() const { return settings.tokens() * met() * settings.cut.context; }
    /// Tokens that each one sees, where an indexer picks them.
    double chosenTokens() const
    {
        return std::min(static_cast<double>(spec.indexer->chosen), sequence());
    }
    /// Tokens as often as experts are chosen for them.
    double chosenRows() const { return tokens() * spec.experts->perToken; }
    /// Of all ranks, those that come to the experts of this one.
    double arrivedRows() const
    {
        return settings.cut.routedRows(chosenRows(), spec.experts->count).arrived;
    }
    /// Tokens of one expert, which are assumed to be as many for each.
    double expertRows() const { return chosenRows() / spec.experts->count; }
    /// Numbers of a token that routed experts work on.
    double expertHidden() const
    {
        return spec.experts->latent > 0 ? static_cast<double>(spec.experts->latent) : hidden();
    }
    double hidden() const { return static_cast<double>(spec.hidden); }
    /// Tokens of which the rank holds the residual stream.
    double streamRows() const { return tokens() * settings.cut.stream(); }
    // What tensor parallelism leaves the rank.
    double shared(double whole) const { return whole / settings.cut.tensor; }
    /// Of what modules of one kind work on.
    double shared(double whole, RankShare TensorPlan::*kind) const
    {
        const std::optional<TensorPlan> &plan = settings.cut.plan;
        return plan && (*plan).*kind != RankShare::Cut ? whole : shared(whole);
    }
    /// Of a table, where tensor parallelism cuts embedding and head.
    double sharedRows(double whole) const { return settings.cutsTables() ? shared(whole) : whole; }
    /// Of the head, where ranks share it: the first has the most.
    double headRows() const
    {
        const auto whole = static_cast<double>(spec.vocabulary);
        return settings.cut.isAutoTp && settings.cutsHead() ? std::ceil(shared(whole))
                                                            : sharedRows(whole);
    }
    /// Of what attention works on.
    double ofHeads(std::int64_t whole) const
    {
        return shared(static_cast<double>(whole), &TensorPlan::heads);
    }
    double heads() const { return ofHeads(spec.heads); }
    double kvHeads() const { return ofHeads(spec.kvHeads); }
    double headDim() const { return static_cast<double>(spec.headDim); }
    double queryWidth() const { return ofHeads(spec.queryWidth()); }
    double projectedQuery() const { return ofHeads(spec.projectedQuery()); }
    double kvWidth() const { return ofHeads(spec.kvWidth()); }
    double width() const
    {
        return shared(static_cast<double>(spec.intermediate), &TensorPlan::mlp);
    }
    double expertWidth() const
    {
        return shared(static_cast<double>(spec.experts->width), &TensorPlan::experts);
    }
    double sharedExpertWidth() const
    {
        return shared(static_cast<double>(spec.experts->sharedWidth), &TensorPlan::sharedExperts);
    }
    /// The stream of all tokens, of which sequence parallelism leaves the rank a share.
    TensorId gathered(TensorId x);
    /// A rank's summand of the stream, summed up over the ranks that share the matrices.
    TensorId summed(TensorId x);

private:
    /// Whether the quantiser of the base passes over a linear module of that name.
    bool isLeft(std::string_view name) const
    {
        return settings.isQuantized && settings.unquantized.takesIn(name);
    }
    TensorId plainProduct(std::string_view name, TensorId x, double in, double out, bool bias);
    TensorId matrixProduct(std::string_view name, TensorId x, double in, double out, bool bias);
    /// What a rank has of a matrix that transformers' plan cuts as `kind`; else all of it.
    RankShare shareAs(MatrixCut::Kind kind, std::string_view name) const;
    // Around one that is gathered: its input, whole on each rank, and its output, made whole.
    TensorId splitInput(TensorId x);
    TensorId gatheredOutput(TensorId share);
    /// Of a matrix cut along its inputs, with a bias.
    TensorId summedProduct(std::string_view name, TensorId x, double in, double out);
    TensorId quantizedProduct(std::string_view name, TensorId x, double in, double out, bool bias);
    // Of 8-bit integers: int8product.cpp.
    struct Int8Operands;
    Int8Operands int8Operands(TensorId x, TensorId matrix, double in, double out);
    TensorId int8Product(std::string_view name, TensorId x, double in, double out, bool bias);
    // Of 4-bit integers in groups: groupedproduct.cpp.
    TensorId packedMatrix(std::string_view name, double in, double out);
    TensorId groupedProduct(std::string_view name, TensorId x, double in, double out, bool bias);
    TensorId hqqProduct(std::string_view name, TensorId x, double in, double out, bool bias);
    TensorId gptqProduct(std::string_view name, TensorId x, double in, double out, bool bias);
    TensorId awqProduct(std::string_view name, TensorId x, double in, double out, bool bias);
    bool isFp16(Dtype dtype) const { return dtype == Dtype::Half && settings.computesInFp16; }
    TensorId fp8Product(TensorId x, TensorId matrix, TensorId offset, double in, double out);
    /// torchao's kernel takes multiples of 16; torchtitan and accelerate pass over other modules.
    bool isInFp8(double in, double out) const
    {
        return settings.fp8 != Fp8::None && std::fmod(in, 16) == 0 && std::fmod(out, 16) == 0;
    }
    // Adapters of PEFT: adapters.cpp.
    TensorId adapterParameter(std::string_view label, double rows, double columns);
    TensorId lowRank(TensorId x, double in, double out);
    TensorId baseToAdapt(TensorId base);
    TensorId adapterInput(TensorId x);
    TensorId adapted(TensorId x, TensorId base, double in, double out);
    /// A copy of the norm that is being written is trained.
    bool copiesNorm() const
    {
        return settings.adapters && settings.adapters->norms.takesIn(m_norm);
    }
    // Of vectors: vectoradapters.cpp.
    TensorId adapterVector(
        std::string_view label, double elements, double rows, bool isShared = false);
    TensorId ownVector(std::string_view label, double elements, double rows, bool isShared = false);
    TensorId rescaled(std::string_view name, TensorId x, double in, double out, bool bias);
    TensorId projected(TensorId x, TensorId base, double in, double out);
    struct Lengths;
    Lengths measured(Dtype dtype, double in, double out);
    TensorId plainResult(TensorId dropped, TensorId base, TensorId matrix, bool bias);
    TensorId lengthened(TensorId x, TensorId base, double in, double out, bool bias);
    // Of whole matrices: matrixadapters.cpp.
    TensorId hadamardProduct(double in, double out);
    TensorId kroneckerProduct(double in, double out);
    TensorId remade(TensorId x, TensorId base, double in, double out);
    TensorId rotation(double in);
    TensorId rotated(std::string_view name, TensorId x, double in, double out, bool bias);
    TensorId solvedRotation(double in);
    TensorId turnedWhole(std::string_view name, TensorId x, double in, double out, bool bias);
    TensorId geluSpeltOut(TensorId x);
    TensorId xielu(TensorId x); ///< xielu.cpp

    std::string_view m_norm{}; ///< that is being written
};

} // namespace shardscope
