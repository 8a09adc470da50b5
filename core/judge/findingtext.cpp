// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/findingtext.h"

#include "core/judge/findingfacts.h"
#include "core/judge/findingrow.h"
#include "core/judge/meshtexts.h"
#include "core/judge/modeltexts.h"
#include "core/judge/refusaltexts.h"
#include "core/scenario/move.h"
#include "core/scenario/optiontexts.h"

#include <algorithm>
#include <array>
#include <span>

namespace shardscope {

namespace {

using F = FindingFacts;
using Row = FindingRow;

/// What is said of each finding; the first row that holds.
constexpr std::array rows{
    Row{FindingId::DoesNotFit, english("findings", "Each GPU is short by %1."), {&F::missing}},
    Row{FindingId::AtRisk, english("findings", "It may reach %1, more than the GPU has."),
        {&F::high}},
    Row{FindingId::NoBf16, english("findings", "This GPU has no bf16 units: choose fp16 or fp32.")},
    Row{FindingId::CapacityOnly,
        english("findings",
            "Of this accelerator the capacity alone is known: all else here is what CUDA's "
            "kernels, libraries and allocator would take, which it does not run.")},
    Row{FindingId::ScaledModel,
        english("findings", "A Llama-like shape of %1 parameters stands in for a real model."),
        {&F::parameters}},
    Row{FindingId::SequenceTooLong,
        english("findings", "The sequence is longer than the model was made for (%1 tokens)."),
        {&F::longest}},
    Row{FindingId::BeyondPositions,
        english("findings",
            "The sequence is longer than the model's learned position table (%1 tokens): the first "
            "forward pass ends with an index error."),
        {&F::longest}},
    Row{FindingId::ModulesNotPlanned,
        english("findings",
            "What these modules hold of such a model, trained so, is not derived here: it is "
            "planned "
            "as transformers 5 has it.")},
    Row{FindingId::TowerNotPlanned,
        english("findings",
            "There are images, but no vision tower of this model is known here: those of Qwen2-VL "
            "to Qwen3.5, Gemma 3, Gemma 4, PaliGemma, InternVL, Mistral 3, Idefics 3, SmolVLM, "
            "LLaVA, Llama 3.2 and Llama 4 are. Every number is of text alone."),
        {}, &F::lacksTower},
    Row{FindingId::TowerNotPlanned,
        english("findings",
            "What such a run holds of a vision tower is not derived here. It is for the Trainer, "
            "DDP, ZeRO (stage 3 but for Llama 3.2, Llama 4, Gemma 4 E2B and E4B) and, but for "
            "those of PaliGemma, Idefics 3, SmolVLM, LLaVA and Llama 4, FSDP2, with AdamW, on GPUs "
            "that each have sequences of their own, with the modules of transformers 5. Of other "
            "objectives than the next token it is for DPO and GRPO (under stage 3 GRPO is not for "
            "Qwen3-VL, Qwen3.5, LLaVA and Mistral 3).")},
    Row{FindingId::ImagesTooLong,
        english("findings",
            "The images of a sequence take %1 tokens, more than its %2: some would be cut off, "
            "and the first forward pass ends with an error."),
        {&F::imageTokens, &F::sequence}},
    Row{FindingId::ImageSize,
        english("findings",
            "How large the images are is not said: the vision tower is left out. Its processor "
            "cuts each into at most %1 tiles of %2 pixels a side, %3 tokens each."),
        {&F::mostTiles, &F::tileSide, &F::tileTokens}, &F::cutsImages},
    Row{FindingId::ImageSize,
        english("findings",
            "How large the images are is not said: the vision tower is left out. Its processor "
            "takes them as they are from %1 to %2 pixels, one token for each %3 of them."),
        {&F::leastPixels, &F::mostPixels, &F::tokenPixels}},
    Row{FindingId::LinkBound,
        english("findings",
            "%1 is the bottleneck: %2 of each step are exposed communication; without it a step "
            "would be %3 times as fast."),
        {&F::link, &F::waiting, &F::gain}},
    Row{FindingId::NodeNotFull,
        englishPlural("findings", "%n GPU(s) do not fill whole nodes of %1."), {&F::perNode}},
    Row{FindingId::Fp16LossScaling,
        english("findings", "fp16 needs loss scaling to train stably; bf16 does not.")},
    Row{FindingId::WorksheetOnly,
        english("findings", "The worksheet's rules of thumb do not know one of these options.")},
    Row{FindingId::UnvalidatedFamily,
        english(
            "findings", "No measured run of this model family was compared: expect to be off.")},
    Row{FindingId::QuantizedSharding,
        english("findings",
            "bitsandbytes' 8-bit weights cannot be sharded: each module holds its own beside the "
            "parameter. 4-bit weights in a 16-bit storage type can."),
        {}, &F::isInInt8},
    Row{FindingId::QuantizedSharding,
        english("findings", "Sharding 4-bit weights needs a 16-bit storage type for them.")},
    Row{FindingId::NoFlash,
        english("findings",
            "FlashAttention needs an Ampere GPU or newer, 16-bit numbers and heads of at most "
            "256: choose another attention.")},
    Row{FindingId::AttentionRefused,
        english("findings",
            "transformers has no such attention for this model and refuses to start: choose "
            "another.")},
    Row{FindingId::AttentionLeavesOut,
        english("findings",
            "This attention computes no gradient for the model's sinks: they stay as they "
            "are. Choose eager."),
        {}, &F::hasSinks},
    Row{FindingId::AttentionLeavesOut,
        english("findings",
            "This model's class for FlashAttention leaves out the windows of its local layers, "
            "without a word: what is trained is another model. Choose eager."),
        {}, &F::hasLocalLayers},
    Row{FindingId::AttentionLeavesOut,
        english("findings",
            "SDPA leaves out the soft cap on this model's attention scores, without a word: "
            "what is trained is another model.")},
    Row{FindingId::KeptInputs,
        english("findings",
            "LLM.int8's products hold on to what they are given until the backward pass is over, "
            "and checkpoints do not free it: %1 of the layers. A 4-bit base does not."),
        {&F::bytes}},
    Row{FindingId::KeptMatrices,
        english("findings",
            "GPTQ's products leave their matrices in 16 bits to autograd, which keeps each until "
            "its backward pass: %1, as much as a base that is not quantised. With checkpoints it "
            "is one layer's."),
        {&F::bytes}},
    Row{FindingId::UnfoundModules,
        english("findings",
            "PEFT's “all-linear” finds none of this base's modules, as they are no subclasses of "
            "nn.Linear, and stops: name the matrices. Programs that collect the names themselves "
            "start.")},
    Row{FindingId::SharedKeysInSingle,
        english("findings",
            "In fp32 SDPA has no fused kernel for queries that share keys and values: where a "
            "batch "
            "has no padding, it keeps the scores of all pairs of tokens, as eager attention does. "
            "Under autocast a fused kernel takes them in 16 bit.")},
    Row{FindingId::CompileNotFollowed,
        english("findings",
            "What torch.compile keeps was followed for dense decoders on one GPU, full and with "
            "LoRA. Of this run it is derived from what its partitioner does, or planned as without "
            "it.")},
    Row{FindingId::KeptExperts,
        english("findings",
            "Autograd keeps views of gathered experts, so that ZeRO-3 frees nothing when it "
            "releases them: %1 stay on each GPU until the backward pass. Checkpointing ends "
            "that, and so does FSDP; leaf modules do not."),
        {&F::bytes}},
    Row{FindingId::IdleKernels,
        english("findings",
            "The kernels that transformers loads such a base with by default have no backward "
            "pass, and refuse to train: planned are those of backend=\"auto_trainable\" in its "
            "quantization config.")},
    Row{FindingId::HeldFrozen,
        english("findings",
            "A pass with adapters disabled comes between a forward pass and its backward pass: "
            "under ZeRO-3 hooks of DeepSpeed 0.19 that release weights behind the latter do not "
            "fire, and each GPU comes to hold all layers' frozen ones (%1). FSDP releases them "
            "layer by layer; a separate reference model, or one that is computed before, avoids "
            "it."),
        {&F::bytes}, &F::refersWithinSteps},
    Row{FindingId::HeldFrozen,
        english("findings",
            "DeepSpeed 0.19 releases no frozen weights that reentrant checkpoints gather before "
            "the backward pass is over: each GPU comes to hold all layers' (%1). With "
            "use_reentrant: false, or under FSDP, they are released layer by layer; TRL takes "
            "only the latter."),
        {&F::bytes}, &F::asksForReentry},
    Row{FindingId::HeldFrozen,
        english("findings",
            "Beside adapters under ZeRO-3 TRL makes checkpoints reentrant, and DeepSpeed 0.19 "
            "releases no frozen weights that these gather before the backward pass is over: each "
            "GPU comes to hold all layers' (%1). FSDP releases them layer by layer."),
        {&F::bytes}},
    Row{FindingId::OddBucket,
        english("findings", "DeepSpeed refuses an odd all-gather bucket in stages 1 and 2.")},
    Row{FindingId::ShardPadding,
        english("findings",
            "FSDP2 cuts parameters along their first dimension and pads it to the GPUs that "
            "shard them: %1 of each gather of a layer are padding, more with more GPUs."),
        {&F::bytes}},
    Row{FindingId::UnknownModules,
        english("findings", "The model has no module %1: nothing stays in 16 bits for it.",
            "module name"),
        {&F::what}},
    Row{FindingId::DenseBehind,
        english("findings",
            "sentence-transformers has two dense layers behind this model's pooling: they are left "
            "out of every number, and take %1 at least."),
        {&F::bytes}},
    Row{FindingId::NotQuantized,
        english("findings",
            "bitsandbytes passes over most weights of this model in this release of "
            "transformers: they stay in 16 bit.")},
    Row{FindingId::GatheredWeights,
        english("findings",
            "ZeRO-3 keeps %1 of all-gathered parameters at the peak: what its trace uses again "
            "within stage3_max_reuse_distance (1e9 elements) is not released. FSDP gathers layer "
            "by layer."),
        {&F::bytes}},
    Row{FindingId::KeptGradients,
        english("findings",
            "ZeRO-1 with offload hands over the gradients of its own partition alone: %1 of "
            "whole gradients stay on each GPU, more with more GPUs. ZeRO-2 frees them."),
        {&F::bytes}},
    Row{FindingId::TakesMore,
        english("findings",
            "Fewer GPUs, a power of two, take %1 less each: ZeRO-3 copies gradients that the ranks "
            "do not divide."),
        {&F::bytes}, nullptr, "parallel.gpus"},
    Row{FindingId::TakesMore,
        english("findings",
            "ZeRO-3 keeps %1 more gathered beside adapters of this rank than of twice it."),
        {&F::bytes}, nullptr, "training.lora_rank"},
    Row{FindingId::TakesMore,
        english("findings",
            "A loop over experts takes %1 more here than grouped products: each expert's gradient "
            "is as large as all of them."),
        {&F::bytes}, nullptr, "training.experts"},
    Row{FindingId::TakesMore,
        english(
            "findings", "Expandable segments reserve %1 more here than segments of fixed size."),
        {&F::bytes}, nullptr, "hardware.allocator"},
    Row{FindingId::TakesMore,
        english("findings", "This checkpointing takes %1 more here than less of it would."),
        {&F::bytes}, nullptr, "training.checkpointing"},
    Row{FindingId::TakesMore,
        english("findings", "Offloading takes %1 more of each GPU here than it frees."),
        {&F::bytes}},
    Row{FindingId::LargeTransients,
        english("findings",
            "%1 at the peak are transient buffers of the optimizer step: a fused optimizer, or one "
            "that updates tensor by tensor, holds next to none."),
        {&F::bytes}, &F::isAtOptimizer},
    Row{FindingId::LargeTransients,
        english("findings",
            "%1 at the peak are transient buffers %2: shorter sequences or a smaller micro-batch "
            "shrink them.",
            "amount, moment"),
        {&F::bytes, &F::moment}},
    Row{FindingId::LargeOverhead,
        english("findings",
            "%1 at the peak are no tensors, %2 of them reserved but unallocated: "
            "expandable_segments:True, or a larger share of the GPU left free, keeps such gaps "
            "from ending a run."),
        {&F::bytes, &F::unallocated}},
    Row{FindingId::GroupDoesNotDivide,
        english("findings", "Shard groups of %1 do not divide %2 GPUs: choose a divisor."),
        {&F::shardGroup, &F::gpus}},
    Row{FindingId::ScheduleNotRun,
        english("findings",
            "%1 splits backward passes, which torch's pipelines do, with torchtitan's modules: "
            "Megatron-LM and nanotron have no such schedule."),
        {&F::schedule}, &F::splitsElsewhere},
    Row{FindingId::ScheduleNotRun,
        english("findings",
            "%1 with checkpointing computes a layer again for each of its weights, and keeps all "
            "of it: that takes more memory than no checkpointing, and its time is not planned. "
            "Selective checkpointing stops with an error."),
        {&F::schedule}, &F::splitsCheckpoints},
    Row{FindingId::ScheduleNotRun, english("findings", "%1 takes two chunks on a stage, not %2."),
        {&F::schedule, &F::chunks}, &F::wantsV},
    Row{FindingId::ScheduleNotRun,
        english("findings",
            "This pipeline does not run %1 with %2 chunks on a stage: interleaved 1F1B and zero "
            "bubble take several, 1F1B and GPipe one, and Megatron-LM and DeepSpeed have no "
            "GPipe."),
        {&F::schedule, &F::chunks}},
    Row{FindingId::ContextKindNotRun,
        english("findings",
            "%1 is not planned here: DeepSpeed's context parallelism is Ulysses, torch's an "
            "all-gather; Megatron-LM has these two and a ring."),
        {&F::contextKind}},
    Row{FindingId::TensorOverNodes,
        english("findings",
            "%1 GPUs share each matrix, %2 are in a node: what every layer sends and waits for "
            "goes over the network."),
        {&F::tensor, &F::perNode}},
    Row{FindingId::AlgorithmUnavailable,
        english("findings", "These links cannot do the pinned algorithm: choose auto."), {},
        &F::hasAllReduce},
    Row{FindingId::AlgorithmUnavailable,
        english("findings",
            "Nothing here is an all-reduce: NCCL gathers and scatters around rings, whatever "
            "is pinned.")},
    Row{FindingId::LinkNotThere,
        english("findings", "This GPU has no such link: choose another, or leave it open.")},
    Row{FindingId::HostTooSmall,
        english("findings", "Each host is short by %1 of memory for what is offloaded."),
        {&F::hostMissing}},
    Row{FindingId::HostUnknown,
        english("findings",
            "Each host needs %1 for what is offloaded. Whether it has as much is not known: "
            "say so under “%2”.",
            "amount, name of an input"),
        {&F::hostNeeds, &F::hostInput}},
    Row{FindingId::RefusedAdapter,
        english("findings",
            "PEFT refuses adapters on out_proj in this family, as its kernels read the weight past "
            "the adapter: it stops before the first step. Adapt the other matrices.")},
    Row{FindingId::PartsLeftOut,
        english("findings",
            "The model's audio part, whose weights take %1 in 16 bit, is left out of every "
            "number."),
        {&F::bytes}, &F::seesImages},
    Row{FindingId::PartsLeftOut,
        english("findings",
            "This is the language model alone. The class with vision and audio parts, whose "
            "weights take %1 in 16 bit, also embeds every token as one of an image and as one of a "
            "sound, even where there is text alone: all of that is left out of every number."),
        {&F::bytes}, &F::hasStreams},
    Row{FindingId::PartsLeftOut,
        english("findings",
            "This is the language model alone: its vision part, whose weights take %1 in 16 bit, "
            "is "
            "left out of every number."),
        {&F::bytes}, &F::knowsTower},
    Row{FindingId::PartsLeftOut,
        english("findings",
            "This is the language model alone: its vision or audio part is left out of every "
            "number.")},
    Row{FindingId::QuantizedFile,
        english("findings",
            "The model's file holds its weights quantised (%1, about %2). Planned is %3 of "
            "them, as they are trained.",
            "method, amounts"),
        {&F::what, &F::bytes, &F::planned}, &F::hasBytes},
    Row{FindingId::QuantizedFile,
        english("findings",
            "The model's file holds its weights quantised (%1). Planned is %2 of them, as they "
            "are trained.",
            "method, amount"),
        {&F::what, &F::planned}},
    Row{FindingId::OtherHead,
        english("findings",
            "The model's file is a %1. A head that predicts the next token is planned in its "
            "place: %2 with its logits.",
            "class, amount"),
        {&F::what, &F::planned}},
    Row{FindingId::UnreadKeys,
        english("findings", "Keys of the model's file change memory and are not counted: %1."),
        {&F::what}},
    Row{FindingId::EvenExperts,
        english("findings",
            "Tokens are taken to come to the experts of every GPU alike. A GPU that gets half as "
            "many more holds about %1 more for each micro-batch that is under way, and the others "
            "wait for it (parallel.expert_load)."),
        {&F::bytes}},
    Row{FindingId::TableAdapters,
        english("findings", "Adapters on %1 are not counted: about %2 more on each GPU.",
            "modules, amount"),
        {&F::what, &F::bytes}},
    Row{FindingId::SavedModules,
        english("findings",
            "%1 are to be trained whole, which is not counted: about %2 more on each GPU.",
            "modules, amount"),
        {&F::what, &F::bytes}},
    Row{FindingId::SparseCheckpoints,
        english("findings",
            "One layer in %1 is checkpointed, and all are counted as if they were: about %2 "
            "more on each GPU.",
            "number, amount"),
        {&F::what, &F::bytes}},
    Row{FindingId::FrozenLayers,
        english("findings",
            "What is frozen (%1) is counted as if it were trained: up to %2 less on each GPU.",
            "layers, amount"),
        {&F::what, &F::bytes}},
    Row{FindingId::LossReplaced,
        english("findings",
            "Megatron-LM computes its own loss, in place on each rank's share of the logits: no "
            "other is planned with it."),
        {}, &F::usesMegatron},
    Row{FindingId::LossReplaced,
        english("findings",
            "nanotron computes its own loss from each rank's share of the logits: no other is "
            "planned with it."),
        {}, &F::usesNanotron},
    Row{FindingId::LossReplaced,
        english("findings",
            "Megatron-DeepSpeed computes its own loss, in place on each rank's share of the "
            "logits: no other is planned with it."),
        {}, &F::usesPipelineModule},
    Row{FindingId::LossReplaced,
        english("findings",
            "Where ranks share the head, the loss is torch's own cross-entropy: no other is "
            "planned with it."),
        {}, &F::replacesLoss},
    Row{FindingId::LossReplaced,
        english("findings",
            "With label smoothing the Trainer computes the loss from all logits, whatever "
            "loss is chosen.")},
    Row{FindingId::OffloadBound,
        english("findings", "Copies between GPU and host make each step %1 times as long."),
        {&F::gain}},
    Row{FindingId::OffloadDiffers,
        english("findings",
            "This framework cannot offload exactly that: the plan counts what it does "
            "instead.")},
    Row{FindingId::UpdateOnHost,
        english("findings",
            "The optimizer runs on the CPU: about %1 of each step, by what its authors "
            "measured on one machine."),
        {&F::hostUpdate}},
    Row{FindingId::ShardingAlone,
        english("findings", "With one GPU nothing is sharded and nothing is sent.")},
    Row{FindingId::ExpertsNeedOwnLoop,
        english("findings",
            "transformers' Trainer and accelerate hand DeepSpeed the parameters as they were "
            "before AutoEP replaced the experts: it stops with an error. Call "
            "deepspeed.initialize without parameters, and name the optimizer in its config.")},
    Row{FindingId::DecomposedStart,
        english("findings",
            "The factors start from a decomposition of each matrix (%1), in fp32, before the first "
            "step. What that takes is not planned; the steps hold the same, whatever they start "
            "from.",
            "how factors start"),
        {&F::adapterStart}},
    Row{FindingId::IdleAdapters,
        english("findings",
            "mamba-ssm's kernel multiplies with the weights of %1 themselves: adapters beside them "
            "get no gradient, and learn nothing. transformers' own statements call the modules, "
            "and "
            "take far more.",
            "names of matrices"),
        {&F::what}},
    Row{FindingId::DecomposedGradients,
        english("findings",
            "SOAP finds the eigenbases of each matrix anew every 10 steps, by a QR decomposition "
            "in fp32. The copies of the largest moment are planned; cuSOLVER's workspace and the "
            "time that all its products take are not."),
        {}, &F::hasSoap},
    Row{FindingId::DecomposedGradients,
        english("findings",
            "Shampoo finds the root of each preconditioner by an eigendecomposition in fp32, in "
            "each step unless precondition_frequency says otherwise. What that makes is planned; "
            "cuSOLVER's workspace and the time that all its products take are not."),
        {}, &F::hasShampoo},
    Row{FindingId::DecomposedGradients,
        english("findings",
            "GaLore decomposes the gradient of each matrix anew every 200 steps, by an SVD in "
            "fp32. The copies of the largest moment are planned; cuSOLVER's workspace and the time "
            "that it takes are not.")},
    Row{FindingId::GenerationsDoNotDivide,
        english("findings",
            "The answers of a step are not a multiple of the %1 to each prompt: TRL does not "
            "start."),
        {&F::generations}},
    Row{FindingId::LoneAnswer,
        english("findings",
            "KTO compares the answers of a micro-batch, and this one has but one: TRL does not "
            "start.")},
    Row{FindingId::RolloutTooSmall,
        english("findings",
            "vLLM's share of the GPU holds its weights and no KV cache for a whole answer: it does "
            "not start.")},
    Row{FindingId::RolloutCache,
        english("findings",
            "vLLM's KV cache takes at most %1 tokens, that of %2 whole answers at once; a step "
            "asks each engine for %3."),
        {&F::cachedTokens, &F::cachedAnswers, &F::answersOfEngine}},
    Row{FindingId::RolloutNotTimed,
        english("findings",
            "How long answers take to generate is not planned: speeds are those of scoring and "
            "training.")},
    Row{FindingId::ValuesLearn,
        english("findings",
            "A value model is trained beside the policy: its weights, gradients and optimizer "
            "state take %1 more. It is planned as large as the policy, and so is the reward model, "
            "which is not trained."),
        {&F::bytes}},
    Row{FindingId::AnswerLogits,
        english("findings",
            "PPOTrainer refers to the fp32 logits of all answers of a step, %1, from one rollout "
            "to "
            "the next: they are there while both models are trained. Fewer sequences in a step, or "
            "shorter answers, make them smaller."),
        {&F::bytes}},
    Row{FindingId::CheckpointsByScript,
        english("findings",
            "PPOTrainer ignores gradient_checkpointing: planned is a script that calls "
            "gradient_checkpointing_enable() of the policy and of the value model itself.")},
    Row{FindingId::TeacherVocabulary,
        english("findings",
            "The teacher's vocabulary has %1 words, the model's %2: the loss compares the logits "
            "of each word with each other, and ends with an error."),
        {&F::teacherWords, &F::words}},
    Row{FindingId::RouterLoss,
        english("findings",
            "TRL adds the router's loss to models with experts (router_aux_loss_coef): what it "
            "makes, %1, is not counted."),
        {&F::bytes}},
    Row{FindingId::LearnsMasked,
        english("findings",
            "An encoder has no next token to predict: what is planned is that it learns masked "
            "ones (masked-lm).")},
    Row{FindingId::UnevenHeads,
        english("findings",
            "The attention heads do not divide what they share: frameworks refuse such a "
            "model.")},
};

constexpr bool isAlwaysSaid(FindingId id)
{
    const auto says = [id](const Row &row) { return row.id == id && row.isForAll(); };
    return std::any_of(rows.begin(), rows.end(), says)
        || std::any_of(modelRows.begin(), modelRows.end(), says)
        || std::any_of(refusalRows.begin(), refusalRows.end(), says)
        || std::any_of(meshRows.begin(), meshRows.end(), says);
}
static_assert([] {
    for (std::size_t i = 0; i < namesOf<FindingId>.size(); ++i) {
        if (!isAlwaysSaid(static_cast<FindingId>(i)))
            return false;
    }
    return true;
}());

const Row *firstMeant(std::span<const Row> all, const Finding &finding, const FindingFacts &facts)
{
    for (const Row &row : all) {
        const bool isOfSubject = row.subject.empty() || row.subject == finding.subject;
        if (row.id == finding.id && isOfSubject && row.when.holds(facts))
            return &row;
    }
    return nullptr;
}

} // namespace

Phrase phraseOf(const Finding &finding, const Plan &plan)
{
    const FindingFacts facts{finding, plan};
    const Row *row = firstMeant(modelRows, finding, facts);
    if (!row)
        row = firstMeant(refusalRows, finding, facts);
    if (!row)
        row = firstMeant(meshRows, finding, facts);
    if (!row)
        row = firstMeant(rows, finding, facts);
    Phrase phrase(row->text);
    for (const FindingRow::Fact fact : row->facts) {
        if (fact)
            phrase.arguments.push_back((facts.*fact)());
    }
    if (finding.id == FindingId::NodeNotFull)
        phrase.count = plan.scenario.parallel.gpus;
    return phrase;
}

Phrase phraseOf(FindingId id, const Plan &plan)
{
    for (const Finding &finding : plan.findings) {
        if (finding.id == id)
            return phraseOf(finding, plan);
    }
    return phraseOf(Finding{.id = id}, plan);
}

std::string describe(const Finding &finding, const Plan &plan)
{
    const FindingId id = finding.id;
    const std::string text = std::string(nameOf(id)) + ": " + englishText(phraseOf(finding, plan));
    if (finding.repair.isEmpty() || finding.repair.settings.front().first == "model.config")
        return text; // a whole config.json is not to be typed
    if (isShortage(id) || id == FindingId::LinkBound || id == FindingId::OffloadBound)
        return text + (isShortage(id) ? " The cheapest fix is " : " What gains most is ")
            + settingsText(finding.repair.settings) + "; shardscope-cli advise names others.";
    std::string settings;
    for (const auto &[key, value] : finding.repair.settings)
        settings.append(settings.empty() ? "--set " : " --set ")
            .append(key)
            .append("=")
            .append(value);
    return text + " (" + settings + ")";
}

} // namespace shardscope
