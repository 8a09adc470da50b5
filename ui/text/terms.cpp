// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/terms.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

class Messages
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::Messages)
};

} // namespace

QString partName(PartId part)
{
    switch (part) {
    case PartId::Weights:
        return Messages::tr("Weights");
    case PartId::Gradients:
        return Messages::tr("Gradients");
    case PartId::Master:
        return Messages::tr("Master weights");
    case PartId::OptimizerState:
        return Messages::tr("Optimizer states");
    case PartId::Adapters:
        return Messages::tr("Adapters");
    case PartId::Activations:
        return Messages::tr("Activations");
    case PartId::Logits:
        return Messages::tr("Logits and loss");
    case PartId::Gathered:
        return Messages::tr("Gathered weights");
    case PartId::Buffers:
        return Messages::tr("Communication buffers");
    case PartId::Temporaries:
        return Messages::tr("Temporaries");
    case PartId::Overhead:
        return Messages::tr("Runtime overhead");
    }
    return {};
}

QString partMeaning(PartId part)
{
    switch (part) {
    case PartId::Weights:
        return Messages::tr("The model itself, or the share of it that this GPU keeps.");
    case PartId::Gradients:
        return Messages::tr("One number for each trained weight: which way to change it.");
    case PartId::Master:
        return Messages::tr("A full-precision copy of the weights that the optimizer changes.");
    case PartId::OptimizerState:
        return Messages::tr("What the optimizer remembers about each weight between steps.");
    case PartId::Adapters:
        return Messages::tr("The small matrices that LoRA trains beside the frozen model.");
    case PartId::Activations:
        return Messages::tr("Results of the forward pass that the backward pass needs again.");
    case PartId::Logits:
        return Messages::tr(
            "A score for each word of the vocabulary and each token, and the loss.");
    case PartId::Gathered:
        return Messages::tr("Whole layers, put together from all GPUs for as long as they work.");
    case PartId::Buffers:
        return Messages::tr("Buckets in which gradients and weights travel between GPUs.");
    case PartId::Temporaries:
        return Messages::tr("Scratch space that one operation needs while it runs.");
    case PartId::Overhead:
        return Messages::tr("What CUDA, the communication library and the allocator take.");
    }
    return {};
}

QString phaseName(PhaseId phase)
{
    switch (phase) {
    case PhaseId::Forward:
        return Messages::tr("forward pass");
    case PhaseId::Loss:
        return Messages::tr("loss");
    case PhaseId::Backward:
        return Messages::tr("backward pass");
    case PhaseId::OptimizerStep:
        return Messages::tr("optimizer step");
    case PhaseId::Save:
        return Messages::tr("saving");
    }
    return {};
}

QString phaseShortName(PhaseId phase)
{
    switch (phase) {
    case PhaseId::Forward:
        return Messages::tr("forward", "short for forward pass");
    case PhaseId::Loss:
        return Messages::tr("loss");
    case PhaseId::Backward:
        return Messages::tr("backward", "short for backward pass");
    case PhaseId::OptimizerStep:
        return Messages::tr("update", "short for optimizer step");
    case PhaseId::Save:
        return Messages::tr("save", "short for saving");
    }
    return {};
}

QString phaseMoment(PhaseId phase)
{
    switch (phase) {
    case PhaseId::Forward:
        return Messages::tr("in the forward pass");
    case PhaseId::Loss:
        return Messages::tr("while computing the loss");
    case PhaseId::Backward:
        return Messages::tr("in the backward pass");
    case PhaseId::OptimizerStep:
        return Messages::tr("at the optimizer step");
    case PhaseId::Save:
        return Messages::tr("while saving");
    }
    return {};
}

QString bottleneckName(Bottleneck bottleneck)
{
    switch (bottleneck) {
    case Bottleneck::Matmul:
        return Messages::tr("matrix products");
    case Bottleneck::Attention:
        return Messages::tr("attention");
    case Bottleneck::Memory:
        return Messages::tr("reading and writing memory");
    case Bottleneck::Launches:
        return Messages::tr("launching kernels");
    case Bottleneck::Link:
        return Messages::tr("waiting for links");
    case Bottleneck::Host:
        return Messages::tr("updating weights on the host");
    }
    return {};
}

QString traitName(Trait trait)
{
    switch (trait) {
    case Trait::Family:
        return Messages::tr("model family");
    case Trait::Method:
        return Messages::tr("method");
    case Trait::Framework:
        return Messages::tr("framework");
    case Trait::Strategy:
        return Messages::tr("sharding");
    case Trait::Precision:
        return Messages::tr("precision");
    case Trait::Optimizer:
        return Messages::tr("optimizer");
    case Trait::Checkpointing:
        return Messages::tr("checkpointing");
    case Trait::Attention:
        return Messages::tr("attention");
    case Trait::Loss:
        return Messages::tr("loss");
    case Trait::Offload:
        return Messages::tr("offload");
    case Trait::Parameters:
        return Messages::tr("model size");
    case Trait::Tokens:
        return Messages::tr("tokens per micro-step");
    case Trait::Sequence:
        return Messages::tr("sequence length");
    case Trait::Gpus:
        return Messages::tr("number of GPUs");
    case Trait::GpusPerNode:
        return Messages::tr("GPUs per node");
    case Trait::ShardGroup:
        return Messages::tr("shard group");
    case Trait::Adapters:
        return Messages::tr("size of the adapters");
    case Trait::ReduceBucket:
        return Messages::tr("reduce bucket");
    case Trait::PrefetchBucket:
        return Messages::tr("prefetch bucket");
    case Trait::PersistenceThreshold:
        return Messages::tr("persistence threshold");
    case Trait::SubGroup:
        return Messages::tr("sub-group");
    default: // one part among many: no plan is beyond validated ground for it
        return {};
    }
}

QString questionName(MemoryQuestion question)
{
    switch (question) {
    case MemoryQuestion::Allocated:
        return Messages::tr("allocated by PyTorch");
    case MemoryQuestion::Reserved:
        return Messages::tr("reserved by PyTorch");
    case MemoryQuestion::Device:
        return Messages::tr("in use as nvidia-smi shows it");
    }
    return {};
}

QString fitName(Fit fit)
{
    switch (fit) {
    case Fit::Fits:
        return Messages::tr("Fits");
    case Fit::AtRisk:
        return Messages::tr("At risk", "it may not fit");
    case Fit::DoesNotFit:
        return Messages::tr("Does not fit");
    }
    return {};
}

QString severityName(Severity severity)
{
    switch (severity) {
    case Severity::Information:
        return Messages::tr("Note");
    case Severity::Warning:
        return Messages::tr("Warning");
    case Severity::Critical:
        return Messages::tr("Problem");
    }
    return {};
}

QString collectiveOpName(CollectiveOp op)
{
    switch (op) {
    case CollectiveOp::AllReduce:
        return Messages::tr("All-reduce");
    case CollectiveOp::ReduceScatter:
        return Messages::tr("Reduce-scatter");
    case CollectiveOp::AllGather:
        return Messages::tr("All-gather");
    case CollectiveOp::Broadcast:
        return Messages::tr("Broadcast");
    case CollectiveOp::AllToAll:
        return Messages::tr("All-to-all");
    case CollectiveOp::CopyToHost:
        return Messages::tr("Copy to the host");
    case CollectiveOp::CopyToGpu:
        return Messages::tr("Copy from the host");
    }
    return {};
}

QString payloadName(Payload payload)
{
    switch (payload) {
    case Payload::Gradients:
        return Messages::tr("gradients");
    case Payload::Weights:
        return Messages::tr("weights");
    case Payload::Shards:
        return Messages::tr("gradient shards");
    }
    return {};
}

QString collectiveName(const Collective &collective)
{
    return Messages::tr("%1 of %2", "all-reduce of gradients")
        .arg(collectiveOpName(collective.op), payloadName(collective.payload));
}

} // namespace shardscope
