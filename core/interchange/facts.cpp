// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/facts.h"

#include "core/scenario/keys.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr std::array table{
    // The model, and what is trained of it.
    SharedFact{"model", "text"}, // repository of the Hub, or a path
    SharedFact{"model_name", "text"}, // family and size as torchtitan calls them: "llama3", "8B"
    SharedFact{"model_flavor", "text"},
    SharedFact{"adapter_base", "text"}, // the same as an adapter's file says it
    SharedFact{"adapter", "none | lora | other"},
    SharedFact{"bits", "number"}, // of quantised weights: 4, 8; 16: not quantised
    SharedFact{"weights_dtype", "auto | fp32 | bf16 | fp16"}, // in which the model is loaded
    // Whether trained weights are fp32 although the model was loaded in 16 bits.
    SharedFact{"upcast_trained", "yes | no"},
    SharedFact{"mixed_precision", "no | bf16 | fp16 | fp8"}, // autocast, or the engine's own
    // Of a checkpoint's files.
    SharedFact{"file_bytes", "number"}, // of all tensors
    SharedFact{"file_parameters", "number"},
    // Processes.
    SharedFact{"gpus", "number"}, // of all nodes
    SharedFact{"gpus_per_node", "number"}, SharedFact{"nodes", "number"},
    SharedFact{"tasks", "number"}, // of Slurm: processes of a job
    SharedFact{"tasks_per_node", "number"}, // of Slurm
    SharedFact{"gpus_per_task", "number"}, // of Slurm
    SharedFact{"gpu_name", "text"}, // as a cluster calls it: "h100"
    SharedFact{"sequences_per_step", "number"}, // of all GPUs and micro-steps
    // The engine.
    SharedFact{"engine", "none | ddp | fsdp | deepspeed | megatron | nanotron"},
    SharedFact{"zero_stage", "number"}, // 0 to 3
    SharedFact{"offload_optimizer", "none | cpu | nvme"},
    SharedFact{"offload_parameters", "none | cpu | nvme"},
    SharedFact{"zero_second_copy", "number"}, // ZeRO++ hpZ: GPUs that share one; 1: none
    SharedFact{"zero_quantized_weights", "yes | no"},
    SharedFact{"zero_quantized_gradients", "yes | no"},
    SharedFact{"fsdp_version", "number"}, // 1, 2
    SharedFact{"fsdp_sharding",
        "full_shard | shard_grad_op | no_shard | hybrid_shard | hybrid_shard_zero2"},
    SharedFact{"fsdp_reshard", "yes | no"}, // FSDP2: after the forward pass
    SharedFact{"fsdp_offload", "yes | no"},
    SharedFact{"fsdp_checkpointing", "yes | no"}, // activation checkpointing that FSDP applies
    // Other files that one names.
    SharedFact{"deepspeed_file", "text"}, // a path
    SharedFact{"accelerate_file", "text"}, // a path, or a name that TRL knows
    // Degrees of the mesh; -1: what is left.
    SharedFact{"data_replicas", "number"}, SharedFact{"data_shards", "number"},
    SharedFact{"tensor", "number"}, SharedFact{"pipeline", "number"},
    SharedFact{"context", "number"}, SharedFact{"sequence", "number"}, // Ulysses
    SharedFact{"expert", "number"},
    SharedFact{"sequence_parallel", "yes | no"}, // norms and dropout sharded over tensor ranks
    SharedFact{"virtual_stages", "number"}, // of each pipeline rank: interleaved 1F1B
    // A model told by its shape alone.
    SharedFact{"shape.layers", "number"}, SharedFact{"shape.hidden", "number"},
    SharedFact{"shape.ffn", "number"}, SharedFact{"shape.heads", "number"},
    SharedFact{"shape.kv_heads", "number"},
    SharedFact{"shape.grouped_query", "yes | no"}, // no: kv_heads do not count
    SharedFact{"shape.head_dim", "number"}, SharedFact{"shape.vocab", "number"},
    SharedFact{"shape.gated", "yes | no"},
    SharedFact{"shape.tied", "yes | no"}, // head and embedding
    SharedFact{"shape.experts", "number"},
    SharedFact{"shape.top_k", "number"}, // experts for each token
    SharedFact{"shape.expert_ffn", "number"},
    SharedFact{"shape.positions", "learned | rope | none"},
    SharedFact{"shape.max_positions", "number"}, // rows of learned positions
};

/// Where one sees what a shared fact came to.
struct FactInput
{
    std::string_view fact;
    std::string_view input;
};

constexpr std::array inputs{
    FactInput{"model", "model.id"},
    FactInput{"adapter_base", "model.id"},
    FactInput{"model_name", "model.id"},
    FactInput{"model_flavor", "model.id"},
    FactInput{"adapter", "training.method"},
    FactInput{"bits", "training.method"},
    FactInput{"weights_dtype", "training.precision"},
    FactInput{"upcast_trained", "training.precision"},
    FactInput{"mixed_precision", "training.precision"},
    FactInput{"gpus", "parallel.gpus"},
    FactInput{"gpus_per_node", "parallel.gpus_per_node"},
    FactInput{"nodes", "parallel.gpus"},
    FactInput{"sequences_per_step", "training.accumulation"},
    FactInput{"engine", "parallel.framework"},
    FactInput{"zero_stage", "parallel.strategy"},
    FactInput{"offload_optimizer", "parallel.offload"},
    FactInput{"offload_parameters", "parallel.offload"},
    FactInput{"zero_second_copy", "parallel.zeropp"},
    FactInput{"zero_quantized_weights", "parallel.zeropp"},
    FactInput{"zero_quantized_gradients", "parallel.zeropp"},
    FactInput{"fsdp_version", "parallel.framework"},
    FactInput{"fsdp_sharding", "parallel.strategy"},
    FactInput{"fsdp_reshard", "parallel.strategy"},
    FactInput{"fsdp_offload", "parallel.offload"},
    FactInput{"fsdp_checkpointing", "training.checkpointing"},
    FactInput{"data_replicas", "parallel.strategy"},
    FactInput{"data_shards", "parallel.strategy"},
    FactInput{"gpu_name", "hardware.gpu"},
};

} // namespace

std::span<const SharedFact> sharedFacts()
{
    return table;
}

std::string_view inputOf(std::string_view fact)
{
    if (findKey(fact))
        return fact;
    const auto known = std::find_if(
        inputs.begin(), inputs.end(), [fact](const FactInput &each) { return each.fact == fact; });
    return known == inputs.end() ? std::string_view() : known->input;
}

const Fact *findFact(std::span<const Fact> facts, std::string_view id)
{
    const Fact *found = nullptr;
    for (const Fact &fact : facts) {
        if (fact.id == id && (!found || fact.rank > found->rank))
            found = &fact;
    }
    return found;
}

} // namespace shardscope
