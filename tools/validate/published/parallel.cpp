// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/published/mapping.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// Frameworks whose conventions are modelled, and what else is called like them.
constexpr std::string_view modelled
    = "hftrainer* hftransformers* huggingface* transformers* accelerate* peft* fastchat* "
      "fmshftuning* msswift* swift* trl* axolotl* llamafactory* llamarecipes* llamacookbook* "
      "litgpt* torchtune* torchtitan* nemoautomodelfsdp2* pytorchddp* pytorchfsdp* deepspeed* "
      "megatrondeepspeed* megatronlm* nanotron*";
constexpr std::string_view otherLoops = "hftraineracceleratefsdpscattermoe* litgptpretrain*";
constexpr std::string_view plainLoop = "litgptpretrainexecutoreager*";

void refuseUnmodelled(Draft &draft, const Printed &run)
{
    for (const std::string_view degree : {"tp", "pp", "cp", "sp", "ep"}) {
        if (run.size("sharding." + std::string(degree)) > 1)
            draft.refuse("tensor, pipeline, context or expert parallelism is not modelled");
    }
    const bool isOther = run.says("framework", otherLoops) && !run.says("framework", plainLoop);
    if (isOther || !run.says("framework", modelled))
        draft.refuse("the framework is not modelled", run.text("framework"));
}

/// Buckets under DeepSpeed: its key, FlagPerf's ds_config.json, deepspeed/runtime/zero/config.py.
struct Bucket
{
    std::string_view key;
    double flagPerf;
    double deepSpeed;
};
constexpr std::array<Bucket, 4> buckets{{
    {"parallel.reduce_bucket", 1e7, 5e8},
    {"parallel.allgather_bucket", 1e8, 5e8},
    {"parallel.prefetch_bucket", 1e7, 5e7},
    {"parallel.persistence_threshold", 1e5, 1e5},
}};

void stateBuckets(Draft &draft, const Printed &run)
{
    const bool isOwn = run.text("framework") == "Megatron-DeepSpeed";
    for (const Bucket &bucket : buckets) {
        if (run.text("framework") == "deepspeed")
            draft.state(bucket.key, bucket.flagPerf);
        else if (draft.scenario().parallel.framework == Framework::DeepSpeed)
            draft.assume(bucket.key, isOwn ? bucket.deepSpeed : 0,
                isOwn ? "DeepSpeed's configuration is not given: its own defaults"
                      : "DeepSpeed's configuration is not given: Hugging Face's auto");
    }
}

} // namespace

void stateParallel(Draft &draft, const Printed &run)
{
    refuseUnmodelled(draft, run);
    settle(draft, run, "parallel.strategy");
    settle(draft, run, "parallel.framework");
    if (run.says("framework", "litgpt*") && draft.scenario().parallel.framework == Framework::Fsdp1)
        draft.refuse("LitGPT puts frozen weights and adapters into one flat parameter, whose whole "
                     "gradient no_backward_sync keeps; not modelled");
    if (run.gpus() > 0)
        draft.state("parallel.gpus", static_cast<double>(run.gpus()));
    else
        draft.assume("parallel.gpus", 1, "the number of GPUs is not stated");
    if (run.gpus() > 8)
        draft.assume("parallel.gpus_per_node", 8, "how many GPUs share a machine is not stated");
    for (const std::string_view key : {"parallel.wrap", "parallel.gradient_sync",
             "parallel.overlap", "parallel.gradient_precision", "parallel.offload"})
        settle(draft, run, key);
    stateBuckets(draft, run);
}

} // namespace shardscope
