// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-Core 0.20 (commit d98e8a64d).
#include "core/engines/megatronwire.h"

#include "core/engines/convention.h"
#include "core/engines/megatron.h"
#include "core/modules/megatron/writer.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::string_view megatronWireTensorSource
    = "Megatron-Core 0.20 tensor_parallel/mappings.py, layers.py";
constexpr std::string_view megatronWireStageSource
    = "Megatron-Core 0.20 pipeline_parallel/p2p_communication.py";
constexpr std::string_view megatronWireContextSource
    = "TransformerEngine attention/dot_product_attention/context_parallel.py";
constexpr std::string_view megatronWireTokenSource = "Megatron-Core 0.20 moe/token_dispatcher.py";
constexpr std::string_view megatronWireGradientSource
    = "Megatron-Core 0.20 distributed/param_and_grad_buffer.py";

bool isColumn(std::string_view name)
{
    return name == "linear_qkv" || name == "linear_fc1" || name == "output_layer"
        || name == "linear_q_proj" || name == "linear_q_up_proj" || name == "linear_kv_up_proj";
}

/// Elements of a token that a column-parallel matrix reads.
double widthInto(std::string_view name, const ModelSpec &spec)
{
    if (name == "linear_q_up_proj")
        return static_cast<double>(spec.latent->queryRank);
    if (name == "linear_kv_up_proj")
        return static_cast<double>(spec.latent->kvRank);
    return static_cast<double>(spec.hidden);
}

/// Elements of a token's keys and values, of all heads.
double keysAndValues(const ModelSpec &spec)
{
    if (!spec.latent)
        return 2.0 * static_cast<double>(spec.kvWidth());
    const LatentAttention &latent = *spec.latent;
    return static_cast<double>(spec.heads * (latent.nopeDim + latent.ropeDim + latent.valueDim));
}

bool isRow(std::string_view name)
{
    return name == "linear_proj" || name == "linear_fc2";
}

} // namespace

MegatronWire::MegatronWire(
    const Workload &work, const LayerSettings &settings, const NarrowWeights &narrow, Wire &wire)
    : MeshLines(work, settings, wire, megatronWireTensorSource)
    , m_work(work)
    , m_settings(settings)
    , m_cut(settings.cut)
    , m_narrow(narrow)
    , m_bucket(megatronBucket(work))
{
    const Mesh &mesh = work.mesh;
    const auto between
        = [&](const RankSpacing &group, Payload payload, CollectiveOp op, std::string_view source) {
              return open(group, {.payload = payload, .op = op, .source = source});
          };
    m_stages = openNeighbours({.op = CollectiveOp::SendReceive,
        .source = megatronWireStageSource,
        .overlaps = m_cut.chunks > 1});
    const ContextKind kind = mesh.contextKind;
    m_keys = open(context(),
        {.payload = Payload::KeysValues,
            .op = kind == ContextKind::Ring      ? CollectiveOp::SendReceive
                : kind == ContextKind::AllGather ? CollectiveOp::AllGather
                                                 : CollectiveOp::AllToAll,
            .source = megatronWireContextSource,
            .overlaps = kind == ContextKind::Ring});
    if (kind == ContextKind::AllGather)
        m_keyGradients = between(
            context(), Payload::KeysValues, CollectiveOp::ReduceScatter, megatronWireContextSource);
    const bool isGathered = m_cut.dispatcher == TokenDispatcher::AllGather;
    // The ranks of an expert are neighbours, and those among which experts are dealt out come next.
    const RankSpacing ofExpert = isGathered ? RankSpacing{mesh.expert * mesh.expertTensor, 1}
                                            : along(MeshAxis::ExpertTensor);
    if (!isGathered)
        m_tokens = open(along(MeshAxis::Expert),
            {.payload = Payload::Tokens,
                .op = CollectiveOp::AllToAll,
                .source = megatronWireTokenSource,
                .busiest = busiestExperts()});
    m_expertGather
        = between(ofExpert, Payload::Tokens, CollectiveOp::AllGather, megatronWireTokenSource);
    m_expertScatter
        = between(ofExpert, Payload::Tokens, CollectiveOp::ReduceScatter, megatronWireTokenSource);
    const bool isSharded = work.scenario.parallel.strategy != Strategy::Ddp;
    const bool overlapped = overlaps(work, false); // overlap_grad_reduce
    const auto gradients = [&](const RankSpacing &group, Payload payload, double elements) {
        return open(group,
            {.payload = payload,
                .op = isSharded ? CollectiveOp::ReduceScatter : CollectiveOp::AllReduce,
                .source = megatronWireGradientSource,
                .overlaps = overlapped,
                .bucket = overlapped ? m_bucket : elements});
    };
    const RankSpacing experts = along(MeshAxis::ExpertData);
    m_gradients = gradients(replicas(), Payload::Gradients, work.denseHere);
    if (isSharded)
        m_weights = between(
            replicas(), Payload::Weights, CollectiveOp::AllGather, megatronWireGradientSource);
    if (work.expertsHere <= 0)
        return;
    m_expertGradients = gradients(experts, Payload::ExpertGradients, work.expertsHere);
    if (isSharded)
        m_expertWeights = between(
            experts, Payload::ExpertWeights, CollectiveOp::AllGather, megatronWireGradientSource);
}

/// ColumnParallelLinear. With sequence parallelism its input is gathered, again for the gradient of
/// the weight, and the input's gradient is scattered; else that is summed up.
void MegatronWire::column(double in, bool isOfEngine, bool isBackward)
{
    const double whole = m_settings.tokens() * in;
    if (m_cut.sequence && (m_work.isFull() || !isBackward))
        isOfEngine ? gatherOperand(whole) : gather(whole);
    if (isBackward)
        columnGradient(whole);
}

/// TransformerEngine casts before it gathers (pytorch/distributed.py, gather_along_first_dim).
void MegatronWire::gatherOperand(double elements)
{
    const Fp8 fp8 = m_settings.fp8;
    isOfEngine(fp8) ? gather(elements, narrowBytes(fp8, 1)) : gather(elements);
}

/// Megatron-Bridge's factors (modules/megatron/adapters.cpp): beside a column-parallel matrix the
/// narrow product is gathered, beside a row-parallel one it is summed up and the wide one gathered.
/// Neither factor knows of sequence parallelism, so that gradients of what both read are summed up.
void MegatronWire::factor(std::string_view name, bool isBackward)
{
    const double tokens = m_settings.tokens();
    const double narrow = tokens * m_settings.adapters->rank;
    // TransformerEngine's modules hand out what they have gathered.
    const bool isGatheredApart = m_cut.sequence && !m_cut.hasEngine;
    if (name == "lora_A_column") {
        const double whole = wholeStream();
        if (isGatheredApart)
            isBackward ? scatter(whole) : gather(whole);
        if (!isBackward)
            gather(narrow);
        else if (!m_cut.sequence)
            reduce(whole);
    } else if (name == "lora_A_row" && !isBackward) {
        reduce(narrow);
    } else if (name == "lora_B_row" && (!isBackward || m_cut.sequence)) {
        gather(wholeStream());
    }
    if (isBackward && name.starts_with("lora_B"))
        reduce(narrow);
}

/// Tokens go to their experts and come back; of their gradients the other way round. Or all tokens
/// are gathered, and what experts make of them is summed up.
void MegatronWire::experts()
{
    if (m_cut.dispatcher == TokenDispatcher::AllGather) {
        const double all = wholeStream() * m_cut.stream() * m_cut.sharersOfTokens();
        send(m_expertGather, all);
        return send(m_expertScatter, all);
    }
    const double shared
        = routedRows().arrived * static_cast<double>(m_settings.spec.hidden) * m_cut.expertTensor;
    send(m_tokens, routed(), 2, 2);
    send(m_expertGather, shared);
    send(m_expertScatter, shared);
}

/// Around a ring go keys and values, in the backward pass with their gradients; gathered, they come
/// again for it, and gradients are scattered; exchanged are all heads, and their gradients.
/// Attention that runs again sends again what it needs.
void MegatronWire::keys(bool isBackward)
{
    if (isBackward && m_settings.recomputed.has(RecomputedPart::CoreAttention))
        keys(false);
    if (m_cut.contextKind == ContextKind::Ulysses)
        return send(m_keys, exchanged(), 2, 4);
    const double whole
        = m_settings.tokens() * m_cut.context * keysAndValues(m_settings.spec) / m_cut.tensor;
    const bool isRing = m_cut.contextKind == ContextKind::Ring;
    send(m_keys, isRing && isBackward ? 2 * whole : whole);
    if (isBackward)
        send(m_keyGradients, whole);
}

void MegatronWire::leave(const Unit &unit, std::int32_t module, bool isBackward)
{
    const std::string_view name = nameOf(unit, module);
    const double whole = wholeStream();
    const bool scattersTable = m_cut.sequence && m_settings.spec.positions == 0;
    if (isColumn(name))
        column(widthInto(name, m_settings.spec), name != "output_layer", isBackward);
    else if (isRow(name) && isBackward && m_cut.sequence)
        gatherOperand(whole);
    else if (isRow(name))
        row(isBackward);
    else if (name == "word_embeddings" && !isBackward)
        scattersTable ? scatter(whole) : reduce(whole);
    else if (name == "word_embeddings" && m_cut.sequence)
        gather(whole);
    else if (name == "experts_fc1")
        experts();
    else if (name.starts_with("lora_"))
        factor(name, isBackward);
    if (name == "output_layer" && !isBackward)
        splitLoss();
    // The first layer's own product has no backward pass behind a frozen embedding.
    const bool startsFrozen = isBackward && unit.isFirstLayer() && name == "lora_B_column"
        && m_cut.stage.hasEmbedding && m_settings.checkpointing != Checkpointing::Full
        && nameOf(unit, module - 2) == "linear_qkv";
    if (name == "linear_qkv" || name == "linear_kv_up_proj" || startsFrozen)
        keys(isBackward);
}

void MegatronWire::afterForward(const Unit &unit)
{
    if (unit.isLastLayer())
        sendBetween(m_stages.next, m_cut.chunks - (m_cut.stage.hasHead ? 1 : 0));
}

void MegatronWire::afterBackward(const Unit &unit)
{
    if (unit.isFirstLayer())
        sendBetween(m_stages.previous, m_cut.chunks - (m_cut.stage.hasEmbedding ? 1 : 0));
}

void MegatronWire::gradient(const Parameter &parameter)
{
    const double bytes = reducedBytes(m_work, 4); // grad_reduce_in_fp32
    if (!parameter.isShared)
        send(parameter.isExpert ? m_expertGradients : m_gradients, parameter.elements, bytes);
}

void MegatronWire::endStep()
{
    const auto gatherWeights = [this](const Line &line, double all, double narrow) {
        send(line, all - narrow, bytesOf(Dtype::Half), std::ceil((all - narrow) / m_bucket));
        send(line, narrow, narrowWeight(m_settings.fp8), std::ceil(narrow / m_bucket));
    };
    gatherWeights(m_weights, m_work.denseHere, m_narrow.dense);
    gatherWeights(m_expertWeights, m_work.expertsHere, m_narrow.experts);
}

} // namespace shardscope
