// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-Core 0.20 (commit d98e8a64d): ranks lie in the order tensor, context, expert, data,
// pipeline (parallel_state.py, order "tp-cp-ep-dp-pp").
#include "core/engines/megatronwire.h"

#include "core/engines/convention.h"
#include "core/engines/megatron.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::string_view tensorSource
    = "Megatron-Core 0.20 tensor_parallel/mappings.py, layers.py";
constexpr std::string_view stageSource
    = "Megatron-Core 0.20 pipeline_parallel/p2p_communication.py";
constexpr std::string_view ringSource
    = "TransformerEngine attention/dot_product_attention/context_parallel.py: keys and values "
      "around a ring";
constexpr std::string_view tokenSource = "Megatron-Core 0.20 moe/token_dispatcher.py";
constexpr std::string_view gradientSource
    = "Megatron-Core 0.20 distributed/param_and_grad_buffer.py";

/// The first of a module's parameters names it.
std::string_view nameOf(const Unit &unit, std::int32_t module)
{
    const auto &parameters = unit.tape->parameters;
    const auto found = std::find_if(parameters.begin(), parameters.end(),
        [module](const Parameter &parameter) { return parameter.module == module; });
    return found == parameters.end() ? std::string_view() : found->name;
}

bool isColumn(std::string_view name)
{
    return name == "linear_qkv" || name == "linear_fc1" || name == "output_layer";
}

bool isRow(std::string_view name)
{
    return name == "linear_proj" || name == "linear_fc2";
}

} // namespace

MegatronWire::MegatronWire(const Workload &work, const LayerSettings &settings, Wire &wire)
    : m_work(work)
    , m_settings(settings)
    , m_cut(*settings.megatron)
    , m_wire(wire)
    , m_bucket(megatronBucket(work))
{
    const Mesh &mesh = work.mesh;
    const Group tensor{mesh.tensor, 1};
    m_gather = open(Payload::Activations, CollectiveOp::AllGather, tensor, tensorSource);
    m_scatter = open(Payload::Activations, CollectiveOp::ReduceScatter, tensor, tensorSource);
    m_reduce = open(Payload::Activations, CollectiveOp::AllReduce, tensor, tensorSource);
    const int ofStage = mesh.tensor * mesh.context * mesh.data;
    m_stage = open(Payload::Activations, CollectiveOp::SendReceive,
        {mesh.pipeline > 1 ? 2 : 1, ofStage}, stageSource, m_cut.chunks > 1);
    m_keys = open(Payload::KeysValues, CollectiveOp::SendReceive, {mesh.context, mesh.tensor},
        ringSource, true);
    m_tokens = open(
        Payload::Tokens, CollectiveOp::AllToAll, {mesh.expert, mesh.expertTensor}, tokenSource);
    m_expertGather
        = open(Payload::Tokens, CollectiveOp::AllGather, {mesh.expertTensor, 1}, tokenSource);
    m_expertScatter
        = open(Payload::Tokens, CollectiveOp::ReduceScatter, {mesh.expertTensor, 1}, tokenSource);
    const bool isSharded = work.scenario.parallel.strategy != Strategy::Ddp;
    const CollectiveOp reduction
        = isSharded ? CollectiveOp::ReduceScatter : CollectiveOp::AllReduce;
    const bool overlapped = overlaps(work, false); // overlap_grad_reduce
    const Group replicas{mesh.replicas(), mesh.tensor};
    const Group experts{mesh.expertReplicas(), mesh.expert * mesh.expertTensor};
    const auto bucketOf = [&](double elements) { return overlapped ? m_bucket : elements; };
    m_gradients = open(Payload::Gradients, reduction, replicas, gradientSource, overlapped,
        bucketOf(work.denseHere));
    if (isSharded)
        m_weights = open(Payload::Weights, CollectiveOp::AllGather, replicas, gradientSource);
    if (work.expertsHere <= 0)
        return;
    m_expertGradients = open(Payload::ExpertGradients, reduction, experts, gradientSource,
        overlapped, bucketOf(work.expertsHere));
    if (isSharded)
        m_expertWeights
            = open(Payload::ExpertWeights, CollectiveOp::AllGather, experts, gradientSource);
}

MegatronWire::Line MegatronWire::open(Payload payload, CollectiveOp op, const Group &group,
    std::string_view source, bool overlaps, double bucket)
{
    if (group.ranks <= 1)
        return {};
    return {m_wire.open({.payload = payload,
                .op = op,
                .source = source,
                .overlaps = overlaps,
                .group = group.ranks,
                .apart = group.apart,
                .bucket = bucket}),
        true};
}

void MegatronWire::send(const Line &line, double elements, double bytes, double calls)
{
    if (line.isOpen && elements > 0)
        m_wire.send(line.id, {bytes, elements}, calls);
}

/// ColumnParallelLinear. With sequence parallelism its input is gathered, again for the gradient of
/// the weight, and the input's gradient is scattered; else that is summed up.
void MegatronWire::column(double in, bool isBackward)
{
    const double whole = m_settings.tokens() * in;
    if (m_cut.sequence)
        send(m_gather, whole);
    if (isBackward)
        send(m_cut.sequence ? m_scatter : m_reduce, whole);
}

/// RowParallelLinear, the other way round.
void MegatronWire::row(bool isBackward)
{
    const double whole = m_settings.tokens() * static_cast<double>(m_settings.spec.hidden);
    if (m_cut.sequence)
        send(isBackward ? m_gather : m_scatter, whole);
    else if (!isBackward)
        send(m_reduce, whole);
}

/// Tokens go to their experts and come back; of their gradients the other way round.
void MegatronWire::experts()
{
    const double chosen = m_settings.tokens() * m_cut.stream() * m_settings.spec.experts->perToken
        * static_cast<double>(m_settings.spec.hidden);
    send(m_tokens, 2 * chosen, 2, 2);
    send(m_expertGather, chosen * m_cut.expertTensor);
    send(m_expertScatter, chosen * m_cut.expertTensor);
}

void MegatronWire::leave(const Unit &unit, std::int32_t module, bool isBackward)
{
    const std::string_view name = nameOf(unit, module);
    const double hidden = static_cast<double>(m_settings.spec.hidden);
    const double whole = m_settings.tokens() * hidden;
    if (isColumn(name))
        column(hidden, isBackward);
    else if (isRow(name))
        row(isBackward);
    else if (name == "word_embeddings" && !isBackward)
        send(m_cut.sequence && m_settings.spec.positions == 0 ? m_scatter : m_reduce, whole);
    else if (name == "word_embeddings" && m_cut.sequence)
        send(m_gather, whole);
    else if (name == "experts_fc1")
        experts();
    if (name == "output_layer" && !isBackward) // largest logit, sum, and the label's own
        send(m_reduce, 3 * m_settings.tokens(), 4, 3);
    // Around the ring go keys and values, in the backward pass with their gradients.
    if (name == "linear_qkv")
        send(m_keys,
            m_settings.tokens() * m_cut.context * (isBackward ? 4.0 : 2.0)
                * static_cast<double>(m_settings.spec.kvWidth()) / m_cut.tensor);
}

void MegatronWire::toNextStage(double times)
{
    // Two ranks, each of which sends half of what both would have.
    const double both
        = 2 * m_settings.tokens() * static_cast<double>(m_settings.spec.hidden) * m_cut.stream();
    send(m_stage, times * both, 2, times);
}

void MegatronWire::afterForward(const Unit &unit)
{
    if (unit.isLastLayer())
        toNextStage(m_cut.chunks - (m_cut.stage.hasHead ? 1 : 0));
}

void MegatronWire::afterBackward(const Unit &unit)
{
    if (unit.isFirstLayer())
        toNextStage(m_cut.chunks - (m_cut.stage.hasEmbedding ? 1 : 0));
}

void MegatronWire::gradient(const Parameter &parameter)
{
    const double bytes = reducedBytes(m_work, 4); // grad_reduce_in_fp32
    if (!parameter.isShared)
        send(parameter.isExpert ? m_expertGradients : m_gradients, parameter.elements, bytes);
}

void MegatronWire::endStep()
{
    send(m_weights, m_work.denseHere, 2, std::ceil(m_work.denseHere / m_bucket));
    send(m_expertWeights, m_work.expertsHere, 2, std::ceil(m_work.expertsHere / m_bucket));
}

} // namespace shardscope
