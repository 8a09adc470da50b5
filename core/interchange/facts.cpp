// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/facts.h"

#include "core/base/ascii.h"
#include "core/scenario/keys.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr std::array sharedTable{
    // FlashAttention in layers with a window, SDPA in the others.
    SharedFact{"mixes_attention", "yes | no", "training.attention"},
    // Images: whether a run trains on any, and how large it lets them be.
    SharedFact{"image_inputs", "yes | no", "vision.images"},
    SharedFact{"image_pixels", "number", "vision.image_width"}, // of one, at most
    SharedFact{"image_side", "number", "vision.image_width"}, // pixels
    // The model, and what is trained of it.
    SharedFact{"model", "text", "model.id"}, // repository of the Hub, or a path
    SharedFact{"model_name", "text",
        "model.id"}, // family and size as torchtitan calls them: "llama3", "8B"
    SharedFact{"model_flavor", "text", "model.id"},
    SharedFact{"adapter_base", "text", "model.id"}, // the same as an adapter's file says it
    SharedFact{"adapter", "none | lora | other", "training.method"},
    // Who tells PEFT's all-linear which modules: the program, by their names.
    SharedFact{"linear_names", "listed", "training.lora_targets"},
    // Modules that stay in 16 bits: as a file lists them, and who has a list of its own.
    SharedFact{"left_modules", "text", "training.unquantized"},
    SharedFact{"quantizes", "unsloth | ms-swift | axolotl", "training.unquantized"},
    SharedFact{
        "bits", "number", "training.method"}, // of quantised weights: 4, 8; 16: not quantised
    SharedFact{"compiles", "model | layers | loss",
        "training.kernels"}, // torch.compile, as one graph or one a layer
    SharedFact{"weights_dtype", "auto | fp32 | bf16 | fp16",
        "training.precision"}, // in which the model is loaded
    // Whether trained weights are fp32 although the model was loaded in 16 bits.
    SharedFact{"upcast_trained", "yes | no", "training.precision"},
    SharedFact{"mixed_precision", "no | bf16 | fp16 | fp8",
        "training.precision"}, // autocast, or the engine's own
    SharedFact{"engine_fp8", "yes | no", "training.fp8"}, // products of TransformerEngine
    SharedFact{
        "engine_fp8_recipe", "text", "training.fp8"}, // which of that key's, if there are any
    // Some layers alone are trained: the last so many, or, below 0, the first; what beside them is.
    SharedFact{"part_trained", "yes | no", "training.frozen_modules"},
    SharedFact{"trained_layers", "number", "training.frozen_layers"},
    SharedFact{"trained_beside", "text", "training.frozen_modules"}, // module names
    // Of a checkpoint's files.
    SharedFact{"file_bytes", "number"}, // of all tensors
    SharedFact{"file_parameters", "number"},
    // Processes.
    SharedFact{"gpus", "number", "parallel.gpus"}, // of all nodes
    SharedFact{"gpus_per_node", "number", "parallel.gpus_per_node"},
    SharedFact{"nodes", "number", "parallel.gpus"},
    SharedFact{"tasks", "number"}, // of Slurm: processes of a job
    SharedFact{"tasks_per_node", "number"}, // of Slurm
    SharedFact{"gpus_per_task", "number"}, // of Slurm
    SharedFact{"gpu_name", "text", "hardware.gpu"}, // as a cluster calls it: "h100"
    SharedFact{
        "sequences_per_step", "number", "training.accumulation"}, // of all GPUs and micro-steps
    // The engine.
    SharedFact{
        "engine", "none | ddp | fsdp | deepspeed | megatron | nanotron", "parallel.framework"},
    SharedFact{"zero_stage", "number", "parallel.strategy"}, // 0 to 3
    SharedFact{"offload_optimizer", "none | cpu | nvme", "parallel.offload"},
    SharedFact{"offload_parameters", "none | cpu | nvme", "parallel.offload"},
    SharedFact{"zero_second_copy", "number",
        "parallel.zeropp"}, // ZeRO++ hpZ: GPUs that share one; 1: none
    SharedFact{"zero_quantized_weights", "yes | no", "parallel.zeropp"},
    SharedFact{"zero_quantized_gradients", "yes | no", "parallel.zeropp"},
    SharedFact{"fsdp_version", "number", "parallel.framework"}, // 1, 2
    SharedFact{"fsdp_sharding",
        "full_shard | shard_grad_op | no_shard | hybrid_shard | hybrid_shard_zero2",
        "parallel.strategy"},
    SharedFact{"fsdp_reshard", "yes | no", "parallel.strategy"}, // FSDP2: after the forward pass
    SharedFact{"fsdp_offload", "yes | no", "parallel.offload"},
    SharedFact{"fsdp_checkpointing", "yes | no",
        "training.checkpointing"}, // activation checkpointing that FSDP applies
    SharedFact{"reenters", "yes | no", "training.checkpoint_kind"}, // use_reentrant
    SharedFact{"reenters_usually", "zero3-adapters | unless-fsdp2 | unless-ddp | supervised",
        "training.checkpoint_kind"}, // where the program says it by itself
    SharedFact{
        "offload_replaces_checkpoints", "yes | no", "training.checkpointing"}, // beside adapters
    SharedFact{"recompute_method", "uniform | block",
        "training.block_layers"}, // Megatron-LM's, with full recomputation
    SharedFact{"recompute_layers", "number", "training.block_layers"},
    // Other files that one names.
    SharedFact{"deepspeed_file", "text"}, // a path
    SharedFact{"accelerate_file", "text"}, // a path, or a name that TRL knows
    // Degrees of the mesh; -1: what is left.
    SharedFact{"data_replicas", "number", "parallel.strategy"},
    SharedFact{"data_shards", "number", "parallel.strategy"},
    SharedFact{"tensor", "number", "parallel.tensor"},
    SharedFact{"pipeline", "number", "parallel.pipeline"},
    SharedFact{"context", "number", "parallel.context"},
    SharedFact{"ring_context", "number", "parallel.context"}, // by ring-flash-attn
    SharedFact{"stage_partition", "layers | layers-and-tables",
        "parallel.layers_first_stage"}, // what each pipeline rank has as many of
    SharedFact{"pipeline_micro_batch", "number",
        "training.micro_batch"}, // sequences, of the batch that a pipeline cuts up
    SharedFact{"sequence", "number", "parallel.context"}, // Ulysses
    SharedFact{"expert", "number", "parallel.expert"},
    SharedFact{"deals_out_experts", "yes | no", "parallel.expert"}, // DeepSpeed's AutoEP
    SharedFact{"sequence_parallel", "yes | no",
        "parallel.sequence"}, // norms and dropout sharded over tensor ranks
    SharedFact{"virtual_stages", "number",
        "parallel.virtual_stages"}, // of each pipeline rank: interleaved 1F1B
    // Preferences and policies.
    SharedFact{"preference_loss", "text", "training.objective"}, // of a trainer that has several
    SharedFact{"chosen_weight", "none | some",
        "training.objective"}, // of CPO's loss of the preferred answers' tokens
    SharedFact{"reference_logs", "stored | computed",
        "training.reference_model"}, // log-probabilities of the reference
    SharedFact{"kl_weight", "none | some", "training.reference_model"}, // GRPO's beta
    SharedFact{"prompt_tokens", "number", "training.sequence_length"}, // beside the answer's
    SharedFact{"rollout_vllm", "yes | no", "rollout.engine"},
    SharedFact{"rollout_mode", "server | colocate", "rollout.engine"},
    SharedFact{"value_model", "yes | no", "training.objective"}, // a critic that learns as well
    SharedFact{"trains", "yes | no", "training.objective"}, // or writes, or is judged
    SharedFact{"contrasts", "yes | no", "training.objective"}, // of embeddings, or of pairs' scores
    SharedFact{"ranks", "yes", "training.micro_batch"}, // documents of a query, by ms-swift
    SharedFact{"own_preference_loop", "text", "training.objective"}, // no trainer of TRL's
    // A model told by its shape alone.
    SharedFact{"shape.table", "text", "model.id"}, // the keys below this one tell it
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
    SharedFact{"shape.positions", "learned | rope | alibi | none"},
    SharedFact{"shape.embedding_norm", "yes | no"}, // behind the embedding
    SharedFact{"shape.max_positions", "number"}, // rows of learned positions
    SharedFact{"shape.norm", "rms | layer"},
    SharedFact{"shape.bias", "yes | no"}, // of all linear layers
    SharedFact{"shape.qkv_bias", "yes | no"}, // of query, key and value alone
    SharedFact{"shape.qk_norm", "yes | no"}, // a norm for each head's query and key
    SharedFact{"shape.hidden_dropout", "yes | no"},
    SharedFact{"shape.attention_dropout", "yes | no"},
    SharedFact{"shape.latent", "yes | no"}, // multi-head latent attention, and its sizes
    SharedFact{"shape.q_rank", "number"}, SharedFact{"shape.kv_rank", "number"},
    SharedFact{"shape.nope_dim", "number"}, SharedFact{"shape.rope_dim", "number"},
    SharedFact{"shape.v_dim", "number"},
    SharedFact{"shape.shared_ffn", "number"}, // of all shared experts
    SharedFact{"shape.moe_layers", "text"}, // "([0]*3+[1]*58)": dense ones first
    SharedFact{"shape.other", "text", "model.id"}, // what no decoder of attention layers has
};

} // namespace

std::span<const SharedFact> sharedFacts()
{
    return sharedTable;
}

const SharedFact *findSharedFact(std::string_view id)
{
    const auto known = std::find_if(sharedTable.begin(), sharedTable.end(),
        [id](const SharedFact &each) { return each.id == id; });
    return known == sharedTable.end() ? nullptr : &*known;
}

std::string_view inputOf(std::string_view fact)
{
    if (findKey(fact))
        return fact;
    const SharedFact *shared = findSharedFact(fact);
    return shared ? shared->input : std::string_view();
}

bool isAuto(const Json &value)
{
    return value.string() && equalsIgnoringCase(*value.string(), "auto");
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
