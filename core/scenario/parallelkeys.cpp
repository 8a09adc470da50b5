// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/parallelkeys.h"

#include "core/scenario/keyrow.h"

namespace shardscope {

namespace {

void addBuckets(std::vector<Key> &table)
{
    using S = Scenario;
    using P = Parallel;
    constexpr Range elements{0, 1e15};
    table.push_back(automaticAt(0,
        integer<&S::parallel, &P::reduceBucket>("parallel.reduce_bucket",
            english("keys", "elements"), elements,
            english("keys", "DeepSpeed: gradients reduced in one call; 0: hidden size squared"))));
    table.push_back(automaticAt(0,
        integer<&S::parallel, &P::allGatherBucket>("parallel.allgather_bucket",
            english("keys", "elements"), elements,
            english("keys",
                "DeepSpeed: must be even; all updated weights still go in one all-gather; 0: "
                "5e8"))));
    table.push_back(automaticAt(0,
        integer<&S::parallel, &P::prefetchBucket>("parallel.prefetch_bucket",
            english("keys", "elements"), elements,
            english("keys",
                "ZeRO-3: parameters gathered ahead of use; 0: 0.9 times the hidden size "
                "squared"))));
    table.push_back(automaticAt(0,
        integer<&S::parallel, &P::persistenceThreshold>("parallel.persistence_threshold",
            english("keys", "elements"), elements,
            english("keys",
                "ZeRO-3: smaller parameters are not sharded; 0: 10 times the hidden size"))));
    table.push_back(automaticAt(0,
        integer<&S::parallel, &P::subGroup>("parallel.sub_group", english("keys", "elements"),
            elements,
            english("keys", "ZeRO-3: parameters that the optimizer updates at a time; 0: 1e9"))));
}

void addMesh(std::vector<Key> &table)
{
    using S = Scenario;
    using P = Parallel;
    constexpr Range ranks{1, 1024};
    table.push_back(integer<&S::parallel, &P::tensor>("parallel.tensor", english("keys", "GPUs"),
        ranks, english("keys", "tensor parallelism: GPUs that share each matrix")));
    table.push_back(choice<&S::parallel, &P::sequence>("parallel.sequence",
        english("keys",
            "sequence parallelism beside tensor parallelism: norms and residual "
            "stream are cut along the sequence")));
    table.push_back(choice<&S::parallel, &P::lossParallel>("parallel.loss_parallel",
        english("keys",
            "torch's tensor parallelism: each GPU computes the loss from its share of the "
            "vocabulary, or gathers all logits")));
    table.push_back(
        integer<&S::parallel, &P::pipeline>("parallel.pipeline", english("keys", "stages"), ranks,
            english("keys", "pipeline parallelism: stages that the layers are cut into")));
    table.push_back(choice<&S::parallel, &P::schedule>("parallel.schedule",
        english("keys",
            "order in which pipeline stages take micro-batches; auto: 1F1B, interleaved with "
            "virtual stages; zero bubble and V are torchtitan's")));
    table.push_back(automaticAt(0,
        integer<&S::parallel, &P::firstStageLayers>("parallel.layers_first_stage",
            english("keys", "layers"), {0, 10'000},
            english("keys", "layers of the first pipeline stage; 0: as many as the others"))));
    table.push_back(automaticAt(0,
        integer<&S::parallel, &P::lastStageLayers>("parallel.layers_last_stage",
            english("keys", "layers"), {0, 10'000},
            english("keys", "layers of the last pipeline stage; 0: as many as the others"))));
    table.push_back(integer<&S::parallel, &P::virtualStages>("parallel.virtual_stages",
        english("keys", "chunks"), {1, 128},
        english("keys", "chunks of each pipeline stage that interleave; 1: plain 1F1B")));
    table.push_back(integer<&S::parallel, &P::context>("parallel.context", english("keys", "GPUs"),
        ranks, english("keys", "context parallelism: GPUs that share each sequence")));
    table.push_back(choice<&S::parallel, &P::contextKind>("parallel.context_kind",
        english("keys",
            "how context parallelism comes by keys and values; auto: as the framework does")));
    table.push_back(integer<&S::parallel, &P::expert>("parallel.expert", english("keys", "GPUs"),
        ranks, english("keys", "expert parallelism: GPUs that routed experts are dealt out to")));
    table.push_back(automaticAt(0,
        integer<&S::parallel, &P::expertTensor>("parallel.expert_tensor", english("keys", "GPUs"),
            {0, 1024},
            english("keys", "GPUs that share each routed expert; 0: as parallel.tensor"))));
    table.push_back(real<&S::parallel, &P::expertLoad>("parallel.expert_load", {}, {1, 1024},
        english("keys",
            "tokens that come to the experts of the GPU that gets most, as a multiple of the "
            "mean; 1: tokens are dealt out evenly; at most parallel.expert")));
    table.push_back(
        real<&S::parallel, &P::expertCapacity>("parallel.expert_capacity", {}, {0, 1024},
            english("keys",
                "Megatron-LM: tokens that an expert takes at most, as a multiple of the mean "
                "(moe-expert-capacity-factor); the others are dropped; 0: it takes all")));
    table.push_back(choice<&S::parallel, &P::expertPadding>("parallel.expert_padding",
        english("keys",
            "Megatron-LM: what an expert's tokens lack of its capacity is filled up "
            "(moe-pad-expert-input-to-capacity)")));
    table.push_back(choice<&S::parallel, &P::dispatcher>("parallel.dispatcher",
        english(
            "keys", "Megatron-LM: how tokens come to their experts (moe-token-dispatcher-type)")));
    table.push_back(choice<&S::parallel, &P::rankOrder>("parallel.rank_order",
        english("keys",
            "Megatron-LM: along which axes the GPUs are neighbours, the nearest first; tp-cp-ep-pp-"
            "dp: use-tp-pp-dp-mapping")));
    table.push_back(integer<&S::parallel, &P::vocabularyPadding>("parallel.vocabulary_padding",
        english("keys", "rows"), {1, 1 << 20},
        english("keys",
            "the vocabulary is padded to a multiple of this times "
            "parallel.tensor (make-vocab-size-divisible-by)")));
}

} // namespace

void addParallelKeys(std::vector<Key> &table)
{
    using S = Scenario;
    using P = Parallel;
    constexpr Range counts{1, 1 << 20};
    table.push_back(choice<&S::parallel, &P::strategy>(
        "parallel.strategy", english("keys", "what is sharded over the data-parallel GPUs")));
    table.push_back(choice<&S::parallel, &P::framework>("parallel.framework",
        english(
            "keys", "whose conventions to follow; auto: what a user of that strategy would run")));
    table.push_back(integer<&S::parallel, &P::gpus>(
        "parallel.gpus", english("keys", "GPUs"), counts, english("keys", "GPUs in all")));
    table.push_back(integer<&S::parallel, &P::gpusPerNode>("parallel.gpus_per_node",
        english("keys", "GPUs"), {1, 1024}, english("keys", "GPUs that share one machine")));
    table.push_back(automaticAt(0,
        integer<&S::parallel, &P::shardGroup>("parallel.shard_group", english("keys", "GPUs"),
            {0, 1 << 20},
            english(
                "keys", "hybrid sharding: GPUs that shard among themselves; 0: those of a node"))));
    addMesh(table);
    table.push_back(choice<&S::parallel, &P::wrap>("parallel.wrap",
        english("keys",
            "FSDP units beside the layers; root: all the rest; embed-head: embedding, norm "
            "with head")));
    table.push_back(choice<&S::parallel, &P::gradientSync>("parallel.gradient_sync",
        english("keys", "which micro-steps reduce gradients; auto: as the training loop does")));
    table.push_back(choice<&S::parallel, &P::bucketView>("parallel.bucket_view",
        english("keys",
            "DDP: gradients are views of the buckets that are reduced (gradient_as_bucket_view)")));
    table.push_back(choice<&S::parallel, &P::gradientPrecision>("parallel.gradient_precision",
        english("keys",
            "dtype in which gradients are reduced and accumulated; auto: the framework's "
            "default")));
    addBuckets(table);
    table.push_back(choice<&S::parallel, &P::overlap>("parallel.overlap",
        english("keys", "DeepSpeed: reduce gradients beside the backward pass (overlap_comm)")));
    table.push_back(choice<&S::parallel, &P::offload>("parallel.offload",
        english("keys",
            "what leaves the GPU: optimizer states and updates; parameters too; both to NVMe")));
    table.push_back(choice<&S::parallel, &P::zeroPlusPlus>("parallel.zeropp",
        english("keys",
            "ZeRO++: 8-bit weights (qwz), a second copy in each node (hpz), 4-bit gradients "
            "(qgz)")));
    table.push_back(choice<&S::parallel, &P::algorithm>("parallel.algorithm",
        english("keys", "algorithm of the collectives; auto: what NCCL would choose")));
}

} // namespace shardscope
