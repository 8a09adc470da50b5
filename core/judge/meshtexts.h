// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of axes of a mesh that do not divide what they cut, or that are not planned: rows
// that findingtext.cpp asks before its own.
#pragma once

#include "core/judge/findingfacts.h"
#include "core/judge/findingrow.h"

#include <array>

namespace shardscope {

inline constexpr std::array meshRows{
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings",
            "%1 GPUs cannot share the factors of adapters: a LoRA rank of %2 is no multiple."),
        {&FindingFacts::tensor, &FindingFacts::loraRank}, &FindingFacts::splitsRank,
        "parallel.tensor"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings",
            "%1 GPUs cannot share %2 attention heads, %3 key-value heads, the MLP and the "
            "vocabulary evenly."),
        {&FindingFacts::tensor, &FindingFacts::heads, &FindingFacts::kvHeads},
        &FindingFacts::usesNanotron, "parallel.tensor"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings", "%1 GPUs cannot share %2 attention heads and the MLP evenly."),
        {&FindingFacts::tensor, &FindingFacts::heads}, &FindingFacts::usesPipelineModule,
        "parallel.tensor"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings",
            "%1 GPUs cannot share %2 attention heads, %3 key-value heads and the MLP evenly. "
            "AutoTP "
            "would deal out uneven shares, which are not planned."),
        {&FindingFacts::tensor, &FindingFacts::heads, &FindingFacts::kvHeads},
        &FindingFacts::hasAutoTp, "parallel.tensor"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings",
            "%1 GPUs cannot share %2 attention heads, %3 key-value heads and the MLP evenly."),
        {&FindingFacts::tensor, &FindingFacts::heads, &FindingFacts::kvHeads}, nullptr,
        "parallel.tensor"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings", "%1 layers cannot be dealt out to %2 stages."),
        {&FindingFacts::layers, &FindingFacts::pipeline}, &FindingFacts::usesPipelineModule,
        "parallel.pipeline"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings", "%1 layers cannot be cut into %2 equal stages."),
        {&FindingFacts::layers, &FindingFacts::pipeline}, nullptr, "parallel.pipeline"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings", "%1 layers cannot be cut into %2 stages of %3 equal chunks."),
        {&FindingFacts::layers, &FindingFacts::pipeline, &FindingFacts::chunks}, nullptr,
        "parallel.virtual_stages"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings",
            "torch's pipelines need as many micro-steps as stages at least, and whole rounds where "
            "stages interleave: %1 micro-steps, %2 stages."),
        {&FindingFacts::microSteps, &FindingFacts::pipeline}, &FindingFacts::hasTorchtitan,
        "training.accumulation"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings",
            "nanotron's 1F1B needs no fewer micro-steps than stages behind the first: %1 "
            "micro-steps, %2 stages."),
        {&FindingFacts::microSteps, &FindingFacts::pipeline}, &FindingFacts::usesNanotron,
        "training.accumulation"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings",
            "Interleaved stages need micro-steps in multiples of the %2 stages: %1 are none."),
        {&FindingFacts::microSteps, &FindingFacts::pipeline}, nullptr, "training.accumulation"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings",
            "Ulysses cannot deal %1 attention heads, %2 key-value heads and the sequence out to "
            "%3 GPUs evenly."),
        {&FindingFacts::heads, &FindingFacts::kvHeads, &FindingFacts::context},
        &FindingFacts::exchanges, "parallel.context"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings",
            "A sequence of %1 tokens cannot be cut evenly: context parallelism takes two pieces "
            "for each of %2 GPUs, sequence parallelism one for each of %3."),
        {&FindingFacts::sequence, &FindingFacts::context, &FindingFacts::tensor}, nullptr,
        "parallel.context"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings",
            "Where more GPUs share a set of experts than it has, torchtitan cuts each of them: "
            "%1 GPUs do not divide a width of %2 and a hidden size of %3 evenly, and FSDP2 stops "
            "with an error."),
        {&FindingFacts::expertShards, &FindingFacts::expertWidth, &FindingFacts::hiddenSize},
        &FindingFacts::cutsInsideExperts, "parallel.expert"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings", "%1 routed experts cannot be dealt out to %2 GPUs evenly."),
        {&FindingFacts::experts, &FindingFacts::expert}, nullptr, "parallel.expert"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english(
            "findings", "%1 GPUs are no multiple of tensor × context × pipeline parallelism, %2."),
        {&FindingFacts::gpus, &FindingFacts::modelRanks}, &FindingFacts::lacksRanks,
        "parallel.gpus"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings",
            "The GPUs of a stage are no multiple of the %1 that one set of experts takes."),
        {&FindingFacts::expertRanks}, nullptr, "parallel.gpus"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings",
            "Where copies come last in the order of GPUs, Megatron-LM wants as many copies of the "
            "experts as of the rest: expert × expert tensor parallelism, %1, has to be tensor × "
            "context parallelism, %2, of models without experts as well."),
        {&FindingFacts::expertRanks, &FindingFacts::copyRanks}, nullptr, "parallel.rank_order"},
    FindingRow{FindingId::MeshDoesNotDivide,
        english("findings", "GPUs that share each expert have to divide its width.")},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "Layers with a gated delta rule, a state space or a short convolution hand a state on "
            "from token to token: what GPUs hold of them that share sequences or layers, or "
            "matrices otherwise than by transformers' plan for Qwen3-Next and Qwen3.5, is not "
            "derived here. They are planned under data parallelism."),
        {}, &FindingFacts::hasDeltaRule},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "Attention that sees what an indexer has picked is planned whole, under data "
            "parallelism: what GPUs hold of it that share matrices, sequences, layers or experts "
            "is not derived here."),
        {}, &FindingFacts::hasIndexer},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "Layers of Gemma 3n and Gemma 4 share keys and values and have embeddings of their "
            "own: what GPUs hold of them that share sequences or layers, or matrices otherwise "
            "than by transformers' plan, is not derived here. They are planned under data "
            "parallelism."),
        {}, &FindingFacts::mixesAttention},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "torch's own tensor, pipeline, context and expert parallelism are planned for full "
            "training of models like Llama (RMSNorm, gated MLP, separate projections, a head of "
            "its own) that FSDP2 shards or that is there once; experts and norms of single heads "
            "without tensor parallelism, experts that are dealt out without hybrid sharding, "
            "offload, selective checkpointing and split backward passes: not for this one."),
        {}, &FindingFacts::hasTorchtitan},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "Beside FSDP2 transformers cuts matrices by a plan of the model's family. That is "
            "planned for full training of Llama, Mistral, Qwen, Gemma, Phi-3, OLMo, GLM-4, "
            "Mixtral, DeepSeek-V3 and others like them, and for plain LoRA of those without "
            "experts and biases; torch shares the sequences of models with plain attention, other "
            "than eager: not of this one."),
        {}, &FindingFacts::hasAccelerateMesh},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "DeepSpeed's pipeline engine refuses ZeRO-2 and ZeRO-3: choose ZeRO-1, or no ZeRO."),
        {}, &FindingFacts::partitionsStages},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "DeepSpeed's pipelines are planned for full training in bf16 or fp16 with fp32 "
            "masters, without offload, context parallelism or selective checkpointing, of models "
            "that Megatron-DeepSpeed's "
            "GPTModelPipe can stand for: LayerNorm, GELU, biases, as many key heads as heads, "
            "learned positions or ALiBi, and a tied table, as GPT-2 and BLOOM have. Not for this "
            "one."),
        {}, &FindingFacts::hasStagesOfDeepSpeed},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "DeepSpeed's AutoEP deals out experts beside data parallelism: beside AutoTP, Ulysses "
            "or stages it is not planned. Megatron-LM deals them out beside all of these."),
        {}, &FindingFacts::mixesAutoEp},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "What ZeRO-3 gathers of experts that AutoEP has dealt out is not planned: choose "
            "ZeRO-1 or ZeRO-2, or torchtitan's experts, which FSDP2 shards further."),
        {}, &FindingFacts::dealsOutShards},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "DeepSpeed's AutoEP looks for experts by the names of their modules: under PEFT's it "
            "finds none, and stops with an error. Train all weights, or leave all experts on each "
            "GPU."),
        {}, &FindingFacts::hidesExperts},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "DeepSpeed's AutoEP is planned for full training of Mixtral, Qwen2-MoE, Qwen3-MoE, "
            "DeepSeek-V2 and DeepSeek-V3 as transformers 5 writes them, in 16 bit with fp32 "
            "masters, to predict the next token, with AdamW, Lion or SGD, without offload and "
            "selective checkpointing: not for this one."),
        {}, &FindingFacts::hasAutoEp},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "Under ZeRO-3 transformers loads a model that is sharded already, in which AutoTP "
            "finds "
            "no matrix to cut: GPUs would repeat each other's work. Choose ZeRO-1 or ZeRO-2."),
        {}, &FindingFacts::cutsShards},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "DeepSpeed 0.19.6 cannot start with AutoTP on a model with norms of single heads, such "
            "as Qwen3: summing up their gradients ends with an error."),
        {}, &FindingFacts::normsHeads},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "DeepSpeed's AutoTP is planned for full training of Llama, Mistral, Qwen2, Gemma 1 and "
            "2, Cohere, Granite, OLMo and others that transformers 5 cuts without gathering in "
            "between, without Ulysses, and without a loss that reads a head of its own in chunks "
            "or in a kernel: not for this one."),
        {}, &FindingFacts::hasAutoTp},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "DeepSpeed's Ulysses is planned with flash attention, of models with plain attention: "
            "not for this one."),
        {}, &FindingFacts::sharesSequences},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "Under Megatron-LM plain LoRA is planned as Megatron-Bridge puts it beside whole "
            "matrices (query, key and value together, gate and up together), in 16 bit, of dense "
            "models with pre-norm layers and plain attention: not for this one."),
        {}, &FindingFacts::adaptsMegatron},
    FindingRow{FindingId::MeshNotPlanned,
        english("findings",
            "Tensor, pipeline, context and expert parallelism are planned for full training in "
            "bf16 or fp16 with fp32 masters, of models with pre-norm layers and plain attention: "
            "not for this one.")}};

} // namespace shardscope
