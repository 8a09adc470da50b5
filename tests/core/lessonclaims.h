// SPDX-License-Identifier: GPL-3.0-or-later
// What the built-in lessons say beside their live values, as rows that the planner can judge.
#pragma once

#include "core/plan/plan.h"

#include <array>
#include <string_view>

namespace shardscope {

/// A number that stands typed in a text, and why it cannot change.
struct TypedNumber
{
    std::string_view lesson; ///< how the file's name begins: "01"
    std::string_view number;
    std::string_view why;
};

inline constexpr TypedNumber typedNumbers[]{
    {"01", "1", "share that a BF16 mantissa resolves, 1/256"},
    {"01", "256", "2 to the power of BF16's 8 significant bits"},
    {"01", "2", "bytes of a BF16 number; moments of AdamW; base of a GiB"},
    {"01", "4", "bytes of an FP32 number"},
    {"01", "8",
        "bytes of two moments; BF16's significant bits; an 8-bit optimizer; the step's GPUs"},
    {"01", "16", "bits of a number; 2 + 2 + 4 + 8"},
    {"01", "30", "exponent of a GiB"},
    {"02", "1", "a stage's number"},
    {"02", "2", "a stage's number"},
    {"02", "64", "GPUs that the teacher asks for"},
    {"03", "2", "bytes of a BF16 number"},
    {"03", "49", "bytes for a token, hidden unit and layer: claimed below"},
    {"04", "1", "of the formula 2 (N - 1)/N"},
    {"04", "2", "of the formula 2 (N - 1)/N"},
    {"04", "1024", "GPUs of the question"},
    {"05", "4", "bits of a quantised weight"},
    {"05", "16", "bits of a BF16 number"},
    {"06", "80", "the name on the box"},
    {"06", "79", "whole GiB of the capacity: claimed below"},
    {"06", "75", "GiB that tensors stay below: claimed below"},
    {"07", "1", "a stage's number"},
    {"07", "2", "a stage's number"},
    {"07", "3", "a stage's number"},
    {"07", "4", "bytes of an FP32 number"},
    {"08", "2", "of the formulas; bytes of a BF16 number; a sum that is quoted"},
    {"08", "4", "of the formulas; bytes of an FP32 number; bits; GPUs of the first step"},
    {"08", "8", "bytes of two moments; twice the GPUs of the first step"},
    {"08", "10", "base of a GB; the lower end of the rule for activations"},
    {"08", "9", "exponent of a GB"},
    {"08", "12", "of the formulas"},
    {"08", "14",
        "of the formulas; a sum that is quoted; the upper end of the rule for activations"},
    {"08", "16", "of the formulas; bits of a BF16 number"},
    {"08", "17.5", "GB of weights of 70 B parameters over 8 GPUs: claimed below"},
    {"08", "17,5", "the same in German"},
    {"08", "20", "a sum that is quoted"},
    {"08", "49", "bytes for a token, hidden unit and layer: claimed below"},
    {"08", "56", "a sum that is quoted; 7 x 2 x 4"},
    {"08", "80", "the name on the box"},
    {"08", "112", "14 x 2 x 4"},
    {"09", "1", "of 1F1B; of the formula (p - 1) / (m + p - 1)"},
};

enum class Compared { Less, More, About };

/// Words that are true when `left` compares so with `right` times `factor`; with `factor` alone
/// where `right` is empty.
struct LessonClaim
{
    std::string_view lesson;
    std::size_t step; ///< from 1
    std::string_view words;
    std::string_view left; ///< a live value
    Compared compared;
    std::string_view right;
    double factor = 1;
    double tolerance = 0.02; ///< of About, as a share

    double wanted(double rightValue) const { return right.empty() ? factor : factor * rightValue; }
    bool holds(double leftValue, double rightValue) const
    {
        const double bound = wanted(rightValue);
        switch (compared) {
        case Compared::Less:
            return leftValue < bound;
        case Compared::More:
            return leftValue > bound;
        case Compared::About:
            break;
        }
        return leftValue >= bound - tolerance * bound && leftValue <= bound + tolerance * bound;
    }
};

inline constexpr double gib = 1024.0 * 1024 * 1024;
/// Tokens x hidden size x layers of a Llama 3 8B with 4,096 tokens.
inline constexpr double llamaUnits = 4096.0 * 4096 * 32;

inline constexpr auto lessonClaims = [] {
    using enum Compared;
    return std::to_array<LessonClaim>({
        {"01", 2, "2 bytes", "weights", About, "parameters", 2},
        {"01", 3, "2 bytes more", "gradients", About, "parameters", 2},
        {"01", 4, "4 bytes each", "master", About, "parameters", 4},
        {"01", 5, "8 bytes", "optimizer", About, "parameters", 8},
        {"01", 5, "the largest part of all", "optimizer", More, "states", 0.49},
        {"01", 6, "16 bytes for each parameter", "states", About, "parameters", 16},
        {"01", 7, "copied to FP32", "temporaries", About, "parameters", 4},
        {"01", 8, "no less", "peak", More, "peak with parallel.gpus=1"},
        {"01", 8, "a little more", "peak", Less, "peak with parallel.gpus=1", 1.25},
        {"01", 8, "states stay whole", "states", About, "states with parallel.gpus=1"},
        {"01", 9, "more than a quarter", "optimizer", More,
            "optimizer with training.optimizer=adamw", 0.25},
        {"01", 9, "master weights stay", "master", About, "master with training.optimizer=adamw"},
        {"01", 10, "no batch size helps", "short_by with training.sequence_length=1", More, "", 0},

        {"02", 3, "gradients are still whole", "gradients", More, "parameters", 2},
        {"02", 3, "ZeRO-1 keeps an eighth", "optimizer", About, "optimizer of ddp", 0.125},
        {"02", 4, "half of ZeRO-1 would be wrong", "peak", More, "peak of zero1", 0.6},
        {"02", 4, "weights are still whole", "weights", About, "weights of ddp"},
        {"02", 5, "an eighth of the states", "states", About, "states of ddp", 0.125},
        {"02", 6, "about half as much again", "traffic", About, "traffic of ddp", 1.5, 0.05},
        {"02", 6, "a little below", "traffic", Less, "traffic of ddp", 1.5},
        {"02", 7, "ZeRO-2 is not free", "traffic of zero2", About, "traffic of ddp", 1.5},
        {"02", 8, "DDP still sends", "traffic of ddp", About,
            "traffic of ddp with training.accumulation=1"},
        {"02", 8, "ZeRO-1 reduces once", "traffic of zero1", About,
            "traffic of zero1 with training.accumulation=1"},
        {"02", 8, "ZeRO-2 every time", "traffic of zero2", More,
            "traffic of zero2 with training.accumulation=1", 2.9},
        {"02", 9, "what is divided halves", "states of zero3", About,
            "states of zero3 with parallel.gpus=8", 0.5},
        {"02", 9, "DDP still keeps", "states of ddp", About, "states of ddp with parallel.gpus=8"},
        {"02", 10, "DDP does not fit", "short_by of ddp", More, "", 0},
        {"02", 10, "ZeRO-1 fits", "headroom of zero1", More, "", 0},
        {"02", 10, "may even be faster", "step_time of zero3", Less, "step_time of zero1"},
        {"02", 10, "as more of it is hidden", "exposed_time of zero3", Less,
            "exposed_time of zero1"},

        {"03", 1, "activations are the largest", "activations", More, "states"},
        {"03", 1, "activations are the largest", "activations", More, "logits"},
        {"03", 3, "49 bytes", "activations", About, "", 2 * 49 * llamaUnits},
        {"03", 3, "activations double", "activations", About,
            "activations with training.sequence_length=4096", 2},
        {"03", 3, "logits double", "logits", About, "logits with training.sequence_length=4096", 2},
        {"03", 3, "states stay", "states", About, "states with training.sequence_length=4096"},
        {"03", 4, "two short are one long", "activations", About,
            "activations with training.micro_batch=1, training.sequence_length=8192"},
        {"03", 4, "a long one computes more", "step_time", Less,
            "step_time with training.micro_batch=1, training.sequence_length=8192"},
        {"03", 5, "as without accumulation", "activations", About,
            "activations with training.accumulation=1"},
        {"03", 6, "more than doubles", "activations", More,
            "activations with training.sequence_length=2048", 3},
        {"03", 7, "2 bytes a number", "activations", About, "", 2 * llamaUnits, 0.15},
        {"03", 8, "at least a quarter longer", "step_time", More,
            "step_time with training.checkpointing=none", 1.25},
        {"03", 8, "at most a third longer", "step_time", Less,
            "step_time with training.checkpointing=none", 1.34},
        {"03", 9, "less than none keeps", "activations", Less,
            "activations with training.checkpointing=none"},
        {"03", 9, "more than full keeps", "activations", More,
            "activations with training.checkpointing=full"},
        {"03", 9, "slower than none", "step_time", More,
            "step_time with training.checkpointing=none"},
        {"03", 9, "faster than full", "step_time", Less,
            "step_time with training.checkpointing=full"},
        {"03", 10, "the logits lead", "logits", More, "states"},
        {"03", 10, "the logits lead", "logits", More, "activations"},
        {"03", 10, "nearly all logits are gone", "logits with training.loss=fused", Less, "logits",
            0.1},
        {"03", 11, "no help", "peak with training.checkpointing=full", About, "peak"},
        {"03", 11, "only slower", "step_time with training.checkpointing=full", More, "step_time"},

        {"04", 5, "a message on two GPUs", "traffic with parallel.gpus=2", About, "gradients"},
        {"04", 5, "never reaches 2", "traffic with parallel.gpus=1024", Less, "gradients", 2},
        {"04", 5, "little is added from eight on", "traffic with parallel.gpus=1024", Less,
            "traffic", 1.15},
        {"04", 6, "only some is waiting", "exposed_time", Less, "step_time", 0.1},
        {"04", 7, "the same bytes", "traffic", About, "traffic with hardware.link=infiniband-200"},
        {"04", 7, "most of the step is waiting", "exposed_time", More, "step_time", 0.5},
        {"04", 7, "InfiniBand would hide it", "exposed_time with hardware.link=infiniband-200",
            Less, "exposed_time", 0.1},
        {"04", 8, "the waiting stays", "exposed_time", About,
            "exposed_time with training.accumulation=1"},
        {"04", 8, "more work beside it", "compute_time", More, "exposed_time"},
        {"04", 8, "throughput rises", "tokens_per_second", More,
            "tokens_per_second with training.accumulation=1", 2},
        {"04", 8, "a larger micro-batch hides more",
            "exposed_time with training.accumulation=1, training.micro_batch=8", Less,
            "exposed_time", 0.5},
        {"04", 9, "bytes hardly change", "traffic", Less, "traffic with parallel.gpus=16", 1.1},
        {"04", 9, "waiting grows", "exposed_time", More, "exposed_time with parallel.gpus=8", 10},
        {"04", 9, "trees need few hops", "exposed_time with parallel.algorithm=tree", Less,
            "exposed_time", 0.2},
        {"04", 9, "and send no more", "traffic with parallel.algorithm=tree", About, "traffic"},

        {"05", 2, "half a percent", "trainable", About, "parameters", 0.005, 0.1},
        {"05", 2, "activations stay nearly", "activations", More,
            "activations with training.method=full", 0.9},
        {"05", 2, "moments do not", "optimizer", Less, "optimizer with training.method=full", 0.1},
        {"05", 2, "master weights do not", "master", Less, "master with training.method=full", 0.1},
        {"05", 3, "traffic falls", "traffic", Less, "traffic with training.method=full", 0.01},
        {"05", 4, "the step got faster", "step_time", Less, "step_time with training.method=full"},
        {"05", 5, "activations fall", "activations", Less,
            "activations with training.checkpointing=none", 0.1},
        {"05", 5, "logits stay", "logits", About, "logits with training.checkpointing=none"},
        {"05", 6, "sixteen times the adapters", "trainable", About,
            "trainable with training.lora_rank=16", 16},
        {"05", 6, "the bar hardly moves", "peak", Less, "peak with training.lora_rank=16", 1.1},
        {"05", 7, "inputs are not kept", "activations", Less,
            "activations with training.lora_targets=all-linear", 0.85},
        {"05", 8, "more than a quarter", "weights", More, "weights with training.method=lora",
            0.25},
        {"05", 8, "nothing gets faster", "step_time", More, "step_time with training.method=lora"},
        {"05", 9, "still as many", "activations", About, "activations with training.method=lora"},
        {"05", 10, "it fits", "headroom", More, "", 0},
        {"05", 10, "without checkpointing it does not", "short_by with training.checkpointing=none",
            More, "", 0},
        {"05", 11, "it fits", "headroom", More, "", 0},
        {"05", 11, "full fine-tuning does not",
            "short_by of zero3 with training.method=full, parallel.gpus=8", More, "", 0},

        {"06", 1, "80 GB are 79", "capacity", More, "", 79 * gib},
        {"06", 1, "80 GB are 79", "capacity", Less, "", 80 * gib},
        {"06", 4, "run out at 75", "allocated", Less, "", 75 * gib},
        {"06", 4, "below the capacity without gaps", "peak with hardware.fragmentation_percent=0",
            Less, "capacity"},
        {"06", 4, "with them it does not fit", "short_by", More, "", 0},
        {"06", 5, "the peak is still there", "peak", More, "peak with training.micro_batch=2",
            0.98},
        {"06", 5, "the tensors did shrink", "allocated", Less,
            "allocated with training.micro_batch=2", 0.95},
        {"06", 5, "gaps grew", "unallocated", More, "unallocated with training.micro_batch=2", 2},
        {"06", 6, "few gaps are left", "unallocated", Less,
            "unallocated with hardware.allocator=default", 0.25},
        {"06", 6, "a step as before", "step_time", About,
            "step_time with hardware.allocator=default"},
        {"06", 7, "the estimate itself fits", "peak", Less, "capacity"},
        {"06", 7, "the whisker crosses the line", "peak_high", More, "capacity"},
        {"06", 8, "the whisker ends below", "peak_high", Less, "capacity"},
        {"06", 8, "a tenth or more is free", "headroom", More, "capacity", 0.1},

        {"07", 2, "both are an eighth", "weights", About, "parameters", 2.0 / 8},
        {"07", 3, "4 bytes each", "weights", About, "parameters", 4.0 / 8},
        {"07", 3, "no master weights", "master", Less, "", 1},
        {"07", 3, "compare the sums", "weights", Less, "states of deepspeed", 0.5},
        {"07", 4, "no gradients yet", "gradients", Less, "", 1},
        {"07", 6, "the wire hardly differs", "traffic of fsdp2", About, "traffic of deepspeed", 1,
            0.06},
        {"07", 6, "the wire hardly differs", "traffic of fsdp1", About, "traffic of deepspeed", 1,
            0.06},
        {"07", 7, "DeepSpeed still peaks there", "peak of deepspeed", About,
            "peak of deepspeed with training.accumulation=1"},
        {"07", 7, "whole gradients", "gradients", About, "parameters", 2},
        {"07", 8, "less memory", "peak", Less, "peak with parallel.gradient_sync=auto", 0.9},
        {"07", 8, "more traffic", "traffic", More, "traffic with parallel.gradient_sync=auto", 1.2},
        {"07", 8, "the step changes little", "step_time", About,
            "step_time with parallel.gradient_sync=auto", 1, 0.05},

        {"08", 1, "DDP stays as it is", "states of ddp", About,
            "states of ddp with parallel.gpus=8"},
        {"08", 3, "17.5 GB are the weights alone", "weights", About, "", 17.5e9},
        {"08", 4, "by the rule it fits", "headroom", More, "", 0},
        {"08", 4, "by the detailed estimate it does not", "short_by of detailed", More, "", 0},
        {"08", 5, "both fit", "headroom of worksheet", More, "", 0},
        {"08", 5, "both fit", "headroom of detailed", More, "", 0},
        {"08", 6, "these sums come close", "peak of detailed", About, "peak", 1, 0.15},
        {"08", 7, "it does not fit", "short_by", More, "", 0},
        {"08", 7, "ZeRO-2 is no way", "short_by of zero2", More, "", 0},
        {"08", 7, "offload is", "headroom of detailed with parallel.offload=optimizer", More, "",
            0},
        {"08", 7, "gambling on sixteen", "headroom with parallel.gpus=16", Less, "capacity", 0.1},
        {"08", 8, "moments are 56 of it", "optimizer", About, "", 7e9 * (4 + 4 + 4)},
        {"08", 9, "49 bytes", "activations", About, "", 49 * llamaUnits / 2, 0.05},
        {"08", 9, "far more than the rule", "activations", More, "activations of worksheet", 3},
        {"08", 9, "2 bytes with full checkpointing",
            "activations with training.method=lora, training.checkpointing=full", Less, "",
            5 * llamaUnits / 2},
        {"08", 10, "ZeRO-2 sends what DDP sends", "traffic of worksheet", About,
            "traffic of worksheet with parallel.strategy=ddp"},
        {"08", 10, "three passes, not two", "traffic of detailed", About, "traffic of worksheet",
            1.5},
        {"08", 10, "the rule for ZeRO-3 holds well",
            "traffic of detailed with parallel.strategy=zero3", About,
            "traffic of worksheet with parallel.strategy=zero3", 1, 0.06},
        {"08", 11, "half a byte is too little", "weights", More, "weights of worksheet", 1.2},
        {"08", 12, "the same memory", "peak", About, "peak with training.precision=fp16-master"},

        {"09", 1, "not quite three quarters", "bubble_share", Less, "", 3.0 / 4},
        {"09", 1, "not quite three quarters", "bubble_share", More, "", 0.65},
        {"09", 2, "the rule says a little less", "bubble_share", More, "", 3.0 / 11},
        {"09", 2, "the rule says a little less", "bubble_share", Less, "", 1.15 * 3 / 11},
        {"09", 4, "the same activations", "activations", About,
            "activations with training.accumulation=8"},
        {"09", 4, "each doubling takes a third", "bubble_share", About,
            "bubble_share with training.accumulation=16", 2.0 / 3, 0.05},
        {"09", 4, "each doubling takes a third", "bubble_share with training.accumulation=16",
            About, "bubble_share with training.accumulation=8", 2.0 / 3, 0.05},
        {"09", 5, "less bubble", "bubble_share", Less,
            "bubble_share with parallel.virtual_stages=1", 0.7},
        {"09", 5, "more in flight", "activations", More,
            "activations with parallel.virtual_stages=1", 1.1},
        {"09", 5, "sent more often", "traffic", More, "traffic with parallel.virtual_stages=1"},
        {"09", 6, "all others wait", "bubble_share", More,
            "bubble_share with model.id=meta-llama/Llama-2-7b-hf", 1.15},
        {"09", 6, "the formula is far off", "bubble_share", More, "", 1.25 * 3 / 11},
        {"09", 6, "fewer layers where the head is",
            "bubble_share with parallel.layers_first_stage=9, parallel.layers_last_stage=5", Less,
            "bubble_share", 0.85},
        {"09", 7, "the same batch", "effective_batch", About,
            "effective_batch with parallel.pipeline=1, training.accumulation=2"},
        {"09", 7, "faster without a pipeline",
            "tokens_per_second with parallel.pipeline=1, training.accumulation=2", More,
            "tokens_per_second", 1.1},
        {"09", 7, "but more memory", "peak with parallel.pipeline=1, training.accumulation=2", More,
            "peak", 1.3},
        {"09", 7, "but more traffic", "traffic with parallel.pipeline=1, training.accumulation=2",
            More, "traffic", 4},
    });
}();

/// Where the peak lies, in words of a text.
struct LessonPhase
{
    std::string_view lesson;
    std::size_t step; ///< from 1
    PhaseId phase;
};

inline constexpr LessonPhase lessonPhases[]{
    {"01", 7, PhaseId::OptimizerStep}, // "at the update"
    {"02", 4, PhaseId::OptimizerStep}, // "the peak has moved to the optimizer step"
    {"03", 2, PhaseId::Backward}, // "the peak lies between"
    {"03", 11, PhaseId::OptimizerStep}, // "the optimizer step is the peak"
    {"06", 5, PhaseId::OptimizerStep}, // "where the peak is now"
    {"07", 4, PhaseId::Backward}, // "when the backward pass begins"
};

/// What the worksheet's table has, in GB: a value that a step of the worksheet's lesson says.
struct WorksheetFigure
{
    std::size_t step; ///< from 1
    std::string_view value; ///< as it stands in the step
    double gb;
};

inline constexpr WorksheetFigure worksheetFigures[]{
    // 7 B on 4 GPUs
    {1, "states of ddp", 112},
    {1, "states of zero1", 49},
    {1, "states of zero2", 38.5},
    {1, "states of zero3", 28},
    // 7 B on 8
    {2, "states of ddp", 112},
    {2, "states of zero1", 38.5},
    {2, "states of zero2", 26.25},
    {2, "states of zero3", 14},
    // 70 B on 8, and on 4
    {3, "states of ddp", 1120},
    {3, "states of zero1", 385},
    {3, "states of zero2", 262.5},
    {3, "states", 140},
    {3, "states of zero3 with parallel.gpus=4", 280},
    // 7 B on 2 with ZeRO-2
    {4, "weights", 14},
    {4, "gradients", 7},
    {4, "optimizer", 42},
    {4, "activations", 1.288},
    {4, "peak", 64.288},
    // 7 B on 8 with ZeRO-3
    {5, "weights of worksheet", 1.75},
    {5, "gradients of worksheet", 1.75},
    {5, "optimizer of worksheet", 10.5},
    {5, "activations of worksheet", 1.288},
    {5, "peak of worksheet", 15.288},
    // on 1: LoRA, QLoRA, QLoRA of 70 B
    {6, "peak", 15.778},
    {6, "peak with training.method=qlora", 5.278},
    {6, "peak with training.method=qlora, model.parameters=70B, training.lora_percent=0.1", 42.422},
    // 70 B on 8 with ZeRO-3
    {7, "weights", 17.5},
    {7, "gradients", 17.5},
    {7, "optimizer", 105},
    {7, "activations", 6.442},
    {7, "peak", 146.442},
};

} // namespace shardscope
