// SPDX-License-Identifier: GPL-3.0-or-later
// How close the detailed estimator is to the measured runs: no target may become worse than its
// ceiling.
#include "resources/catalogs.h"
#include "resources/readfile.h"
#include "tools/validate/casereader.h"
#include "tools/validate/explanations.h"
#include "tools/validate/targets.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <set>

using namespace shardscope;

namespace {

/// What is reached today of a target, and a little; where that is above the target, there is work
/// left.
struct Ceiling
{
    const char *target;
    const char *metric;
    Bounds bounds;
};
constexpr double open = std::numeric_limits<double>::infinity();

constexpr const char *ranOnGpu = "a step that ran on a GPU";
constexpr const char *underCompile = "a step under torch.compile";
constexpr const char *rankedSpeeds = "speed of a GPU with a part of a model, SimuMax on B200";
constexpr const char *indexers = "a followed step with an indexer";
constexpr const char *otherOptimizers = "a followed step of another optimizer";
constexpr const char *onHost = "a followed step with activations on the host";
constexpr const char *otherBases = "a followed step of a base other than NF4";
constexpr const char *splitExperts = "a followed step of experts that tokens are split to";
constexpr const char *stateSpaces
    = "a followed step of a model with state spaces or short convolutions";
constexpr std::array ceilings{
    Ceiling{"a followed step", "peak_bytes", {0.0001, 0.0003, 0.001}},
    Ceiling{"a followed step", "between_steps", {0.0001, 0.0003, 0.001}},
    Ceiling{"a followed step", "forward_end", {0.0001, 0.0003, 0.001}},
    Ceiling{"a followed step", "forward_peak", {0.0001, 0.0003, 0.001}},
    Ceiling{"a followed step", "backward_peak", {0.0001, 0.0003, 0.001}},
    Ceiling{"a followed step", "backward_end", {0.0001, 0.0003, 0.001}},
    Ceiling{"a followed step", "step_peak", {0.0001, 0.0003, 0.001}},
    Ceiling{"a followed step of a rare kind", "peak_bytes", {0.0001, 0.001, 0.004}},
    Ceiling{"a followed step of a rare kind", "between_steps", {0.0001, 0.001, 0.002}},
    Ceiling{"a followed step of a rare kind", "forward_end", {0.0001, 0.001, 0.001}},
    Ceiling{"a followed step of a rare kind", "forward_peak", {0.0001, 0.001, 0.0023}},
    Ceiling{"a followed step of a rare kind", "backward_peak", {0.0001, 0.001, 0.004}},
    Ceiling{"a followed step of a rare kind", "backward_end", {0.0001, 0.001, 0.002}},
    Ceiling{"a followed step of a rare kind", "step_peak", {0.0001, 0.001, 0.002}},
    Ceiling{"a followed step of transformers on a mesh", "peak_bytes", {0.0001, 0.0003, 0.0005}},
    Ceiling{"a followed step of transformers on a mesh", "between_steps", {0.0002, 0.0005, 0.0006}},
    Ceiling{"a followed step of transformers on a mesh", "forward_end", {0.0001, 0.0003, 0.0005}},
    Ceiling{"a followed step of transformers on a mesh", "forward_peak", {0.0001, 0.0007, 0.0015}},
    Ceiling{"a followed step of transformers on a mesh", "backward_peak", {0.0001, 0.0003, 0.0005}},
    Ceiling{"a followed step of transformers on a mesh", "backward_end", {0.0002, 0.001, 0.002}},
    Ceiling{"a followed step of transformers on a mesh", "step_peak", {0.0002, 0.001, 0.002}},
    Ceiling{"a followed step of another objective", "peak_bytes", {0.0001, 0.0003, 0.0065}},
    Ceiling{"a followed step of another objective", "between_steps", {0.0001, 0.001, 0.005}},
    Ceiling{"a followed step of another objective", "scoring_peak", {0.0001, 0.006, 0.006}},
    Ceiling{"a followed step of another objective", "forward_peak", {0.0001, 0.001, 0.0065}},
    Ceiling{"a followed step of another objective", "forward_end", {0.0001, 0.001, 0.002}},
    Ceiling{"a followed step of another objective", "backward_peak", {0.0001, 0.0003, 0.001}},
    Ceiling{"a followed step of another objective", "backward_end", {0.0001, 0.001, 0.005}},
    Ceiling{"a followed step of another objective", "step_peak", {0.0001, 0.001, 0.006}},
    Ceiling{"a followed step of DPO or GRPO with images", "peak_bytes", {0.0001, 0.0004, 0.002}},
    Ceiling{"a followed step of DPO or GRPO with images", "between_steps", {0.0001, 0.0006, 0.001}},
    Ceiling{"a followed step of DPO or GRPO with images", "scoring_peak", {0.0001, 0.005, 0.011}},
    Ceiling{"a followed step of DPO or GRPO with images", "forward_peak", {0.0001, 0.001, 0.0031}},
    Ceiling{"a followed step of DPO or GRPO with images", "forward_end", {0.0001, 0.001, 0.002}},
    Ceiling{"a followed step of DPO or GRPO with images", "backward_peak", {0.0001, 0.0004, 0.002}},
    Ceiling{"a followed step of DPO or GRPO with images", "backward_end", {0.0001, 0.001, 0.001}},
    Ceiling{"a followed step of DPO or GRPO with images", "step_peak", {0.0001, 0.001, 0.001}},
    Ceiling{"a followed step of a hybrid model", "peak_bytes", {0.0001, 0.0001, 0.0002}},
    Ceiling{"a followed step of a hybrid model", "between_steps", {0.0001, 0.0001, 0.0001}},
    Ceiling{"a followed step of a hybrid model", "forward_end", {0.0001, 0.0001, 0.0002}},
    Ceiling{"a followed step of a hybrid model", "forward_peak", {0.0001, 0.0001, 0.0002}},
    Ceiling{"a followed step of a hybrid model", "backward_peak", {0.0001, 0.0001, 0.0002}},
    // 1.6 kB of one of 6 MB: shards of vectors with few numbers.
    Ceiling{"a followed step of a hybrid model", "backward_end", {0.0001, 0.0001, 0.0003}},
    Ceiling{"a followed step of a hybrid model", "step_peak", {0.0001, 0.0001, 0.0003}},
    Ceiling{"a followed step of Gemma 3n and 4", "peak_bytes", {0.0001, 0.001, 0.002}},
    Ceiling{"a followed step of Gemma 3n and 4", "between_steps", {0.0001, 0.001, 0.002}},
    Ceiling{"a followed step of Gemma 3n and 4", "forward_end", {0.0001, 0.001, 0.002}},
    Ceiling{"a followed step of Gemma 3n and 4", "forward_peak", {0.0001, 0.001, 0.002}},
    Ceiling{"a followed step of Gemma 3n and 4", "backward_peak", {0.0001, 0.001, 0.002}},
    Ceiling{"a followed step of Gemma 3n and 4", "backward_end", {0.0001, 0.001, 0.002}},
    Ceiling{"a followed step of Gemma 3n and 4", "step_peak", {0.0001, 0.001, 0.002}},
    Ceiling{ranOnGpu, "peak_bytes", {0.0004, 0.002, 0.046}},
    Ceiling{ranOnGpu, "between_steps", {0.0009, 0.009, 0.03}},
    Ceiling{ranOnGpu, "forward_end", {0.0005, 0.003, 0.03}},
    Ceiling{ranOnGpu, "forward_peak", {0.0004, 0.0025, 0.05}},
    Ceiling{ranOnGpu, "backward_peak", {0.0004, 0.002, 0.046}},
    Ceiling{ranOnGpu, "backward_end", {0.0007, 0.005, 0.01}},
    Ceiling{ranOnGpu, "step_peak", {0.0009, 0.005, 0.02}},
    Ceiling{underCompile, "peak_bytes", {0.0004, 0.06, 0.21}},
    Ceiling{underCompile, "between_steps", {0.0001, 0.002, 0.003}},
    Ceiling{underCompile, "forward_end", {0.0004, 0.02, 0.04}},
    Ceiling{underCompile, "forward_peak", {0.0004, 0.045, 0.08}},
    Ceiling{underCompile, "backward_peak", {0.0004, 0.06, 0.21}},
    Ceiling{indexers, "peak_bytes", {0.0001, 0.0005, 0.001}},
    Ceiling{indexers, "between_steps", {0.0001, 0.001, 0.003}},
    Ceiling{indexers, "forward_end", {0.0001, 0.0005, 0.001}},
    Ceiling{indexers, "forward_peak", {0.0001, 0.0005, 0.001}},
    Ceiling{indexers, "backward_peak", {0.0001, 0.0005, 0.001}},
    Ceiling{indexers, "backward_end", {0.0001, 0.001, 0.003}},
    Ceiling{indexers, "step_peak", {0.0001, 0.001, 0.003}},
    Ceiling{splitExperts, "peak_bytes", {0.0001, 0.0005, 0.001}},
    Ceiling{splitExperts, "between_steps", {0.0001, 0.001, 0.003}},
    Ceiling{splitExperts, "forward_end", {0.0001, 0.0005, 0.001}},
    Ceiling{splitExperts, "forward_peak", {0.0001, 0.0005, 0.001}},
    Ceiling{splitExperts, "backward_peak", {0.0001, 0.0005, 0.001}},
    Ceiling{splitExperts, "backward_end", {0.0001, 0.001, 0.003}},
    Ceiling{splitExperts, "step_peak", {0.0001, 0.001, 0.003}},
    Ceiling{stateSpaces, "peak_bytes", {0.0001, 0.0007, 0.007}},
    Ceiling{stateSpaces, "between_steps", {0.0001, 0.0003, 0.001}},
    Ceiling{stateSpaces, "forward_end", {0.0001, 0.0003, 0.001}},
    Ceiling{stateSpaces, "forward_peak", {0.0001, 0.001, 0.041}},
    Ceiling{stateSpaces, "backward_peak", {0.0001, 0.0005, 0.003}},
    Ceiling{stateSpaces, "backward_end", {0.0001, 0.0003, 0.001}},
    Ceiling{stateSpaces, "step_peak", {0.0001, 0.0003, 0.001}},
    Ceiling{"a DeepSpeed step", "peak_bytes", {0.0002, 0.0005, 0.001}},
    Ceiling{"a DeepSpeed step", "after_initialize", {0.0002, 0.0005, 0.001}},
    Ceiling{"a DeepSpeed step", "forward_end", {0.0002, 0.0005, 0.001}},
    Ceiling{"a DeepSpeed step", "forward_peak", {0.0002, 0.0005, 0.001}},
    Ceiling{"a DeepSpeed step", "backward_peak", {0.0002, 0.0005, 0.001}},
    Ceiling{"a DeepSpeed step", "backward_end", {0.0002, 0.0005, 0.001}},
    Ceiling{"a DeepSpeed step", "step_peak", {0.0002, 0.0005, 0.001}},
    Ceiling{"a DeepSpeed step", "step_end", {0.0002, 0.0005, 0.001}},
    Ceiling{"DPO or GRPO with images under ZeRO-3", "peak_bytes", {0.0002, 0.003, 0.003}},
    Ceiling{"DPO or GRPO with images under ZeRO-3", "scoring_peak", {0.0002, 0.0005, 0.0005}},
    Ceiling{"DPO or GRPO with images under ZeRO-3", "after_initialize", {0.0005, 0.007, 0.007}},
    Ceiling{"DPO or GRPO with images under ZeRO-3", "forward_end", {0.0002, 0.001, 0.001}},
    Ceiling{"DPO or GRPO with images under ZeRO-3", "forward_peak", {0.0002, 0.003, 0.003}},
    Ceiling{"DPO or GRPO with images under ZeRO-3", "backward_peak", {0.0002, 0.0005, 0.0005}},
    Ceiling{"DPO or GRPO with images under ZeRO-3", "backward_end", {0.0003, 0.0025, 0.0025}},
    Ceiling{"DPO or GRPO with images under ZeRO-3", "step_peak", {0.0003, 0.003, 0.003}},
    Ceiling{"DPO or GRPO with images under ZeRO-3", "step_end", {0.0003, 0.0025, 0.0025}},
    Ceiling{"ZeRO-3 with images, or an objective of TRL's", "peak_bytes", {0.0002, 0.0005, 0.015}},
    Ceiling{"ZeRO-3 with images, or an objective of TRL's", "scoring_peak", {0.0005, 0.002, 0.002}},
    Ceiling{
        "ZeRO-3 with images, or an objective of TRL's", "after_initialize", {0.0002, 0.003, 0.007}},
    Ceiling{"ZeRO-3 with images, or an objective of TRL's", "forward_end", {0.0002, 0.0005, 0.014}},
    Ceiling{
        "ZeRO-3 with images, or an objective of TRL's", "forward_peak", {0.0002, 0.0015, 0.011}},
    Ceiling{
        "ZeRO-3 with images, or an objective of TRL's", "backward_peak", {0.0002, 0.0005, 0.013}},
    Ceiling{"ZeRO-3 with images, or an objective of TRL's", "backward_end", {0.0002, 0.001, 0.008}},
    Ceiling{"ZeRO-3 with images, or an objective of TRL's", "step_peak", {0.0002, 0.001, 0.007}},
    Ceiling{"ZeRO-3 with images, or an objective of TRL's", "step_end", {0.0002, 0.001, 0.004}},
    Ceiling{"a DeepSpeed step on a mesh", "peak_bytes", {0.0002, 0.0005, 0.001}},
    Ceiling{"a DeepSpeed step on a mesh", "after_initialize", {0.0002, 0.001, 0.001}},
    Ceiling{"a DeepSpeed step on a mesh", "forward_end", {0.0002, 0.001, 0.001}},
    Ceiling{"a DeepSpeed step on a mesh", "forward_peak", {0.0002, 0.001, 0.001}},
    Ceiling{"a DeepSpeed step on a mesh", "backward_peak", {0.0002, 0.001, 0.001}},
    Ceiling{"a DeepSpeed step on a mesh", "backward_end", {0.0002, 0.001, 0.001}},
    Ceiling{"a DeepSpeed step on a mesh", "step_peak", {0.0002, 0.001, 0.001}},
    Ceiling{"a DeepSpeed step on a mesh", "step_end", {0.0002, 0.001, 0.001}},
    Ceiling{"a stage of a DeepSpeed pipeline", "peak_bytes", {0.0005, 0.002, 0.002}},
    Ceiling{"a stage of a DeepSpeed pipeline", "forward_peak", {0.002, 0.01, 0.01}},
    Ceiling{"a stage of a DeepSpeed pipeline", "backward_peak", {0.001, 0.002, 0.002}},
    Ceiling{"a stage of a DeepSpeed pipeline", "step_peak", {0.0005, 0.002, 0.002}},
    Ceiling{"a stage of a DeepSpeed pipeline", "between_steps", {0.0005, 0.002, 0.002}},
    Ceiling{"ZeRO-3 of layers at full width", "peak_bytes", {0.0003, 0.0005, 0.0005}},
    Ceiling{"ZeRO-3 of layers at full width", "after_initialize", {0.0003, 0.0005, 0.0005}},
    Ceiling{"ZeRO-3 of layers at full width", "forward_end", {0.0003, 0.0005, 0.0005}},
    Ceiling{"ZeRO-3 of layers at full width", "forward_peak", {0.0003, 0.0005, 0.0005}},
    Ceiling{"ZeRO-3 of layers at full width", "backward_peak", {0.0003, 0.0005, 0.0005}},
    Ceiling{"ZeRO-3 of layers at full width", "backward_end", {0.0003, 0.0005, 0.0005}},
    Ceiling{"ZeRO-3 of layers at full width", "step_peak", {0.0003, 0.0005, 0.0005}},
    Ceiling{"ZeRO-3 of layers at full width", "step_end", {0.0003, 0.0005, 0.0005}},
    Ceiling{"a followed step with images", "peak_bytes", {0.0001, 0.0002, 0.004}},
    Ceiling{"a followed step with images", "between_steps", {0.0001, 0.0002, 0.0035}},
    Ceiling{"a followed step with images", "forward_end", {0.0001, 0.0002, 0.0006}},
    Ceiling{"a followed step with images", "forward_peak", {0.0001, 0.0003, 0.012}},
    Ceiling{"a followed step with images", "backward_peak", {0.0001, 0.0002, 0.004}},
    Ceiling{"a followed step with images", "backward_end", {0.0001, 0.00025, 0.0035}},
    Ceiling{"a followed step with images", "step_peak", {0.0001, 0.00025, 0.0035}},
    Ceiling{"a followed step of another adapter than LoRA", "peak_bytes", {0.0001, 0.0005, 0.008}},
    Ceiling{
        "a followed step of another adapter than LoRA", "between_steps", {0.0001, 0.002, 0.006}},
    Ceiling{"a followed step of another adapter than LoRA", "forward_end", {0.0001, 0.001, 0.015}},
    Ceiling{
        "a followed step of another adapter than LoRA", "forward_peak", {0.0001, 0.0005, 0.009}},
    Ceiling{
        "a followed step of another adapter than LoRA", "backward_peak", {0.0001, 0.002, 0.008}},
    Ceiling{"a followed step of another adapter than LoRA", "backward_end", {0.0001, 0.001, 0.006}},
    Ceiling{"a followed step of another adapter than LoRA", "step_peak", {0.0001, 0.001, 0.006}},
    Ceiling{otherBases, "peak_bytes", {0.0001, 0.0003, 0.0005}},
    Ceiling{otherBases, "between_steps", {0.0001, 0.0003, 0.001}},
    Ceiling{otherBases, "forward_end", {0.0001, 0.0003, 0.0005}},
    Ceiling{otherBases, "forward_peak", {0.0001, 0.0003, 0.0005}},
    Ceiling{otherBases, "backward_peak", {0.0001, 0.0003, 0.0005}},
    Ceiling{otherBases, "backward_end", {0.0001, 0.0003, 0.001}},
    Ceiling{otherBases, "step_peak", {0.0001, 0.0003, 0.001}},
    Ceiling{otherOptimizers, "peak_bytes", {0.0001, 0.0005, 0.001}},
    Ceiling{otherOptimizers, "between_steps", {0.0001, 0.0015, 0.002}},
    Ceiling{otherOptimizers, "forward_end", {0.0001, 0.0005, 0.0015}},
    Ceiling{otherOptimizers, "forward_peak", {0.0001, 0.0005, 0.0015}},
    Ceiling{otherOptimizers, "backward_peak", {0.0001, 0.0005, 0.002}},
    Ceiling{otherOptimizers, "backward_end", {0.0001, 0.001, 0.001}},
    Ceiling{otherOptimizers, "step_peak", {0.0001, 0.001, 0.001}},
    Ceiling{"a followed step with products in 8 bits", "peak_bytes", {0.0001, 0.0005, 0.002}},
    Ceiling{"a followed step with products in 8 bits", "between_steps", {0.0001, 0.0001, 0.0002}},
    Ceiling{"a followed step with products in 8 bits", "forward_end", {0.0001, 0.0004, 0.002}},
    Ceiling{"a followed step with products in 8 bits", "forward_peak", {0.0001, 0.0025, 0.004}},
    Ceiling{"a followed step with products in 8 bits", "backward_peak", {0.0001, 0.0005, 0.002}},
    Ceiling{"a followed step with products in 8 bits", "backward_end", {0.0001, 0.0006, 0.003}},
    Ceiling{"a followed step with products in 8 bits", "step_peak", {0.0001, 0.0006, 0.003}},
    Ceiling{onHost, "peak_bytes", {0.0001, 0.0003, 0.003}},
    Ceiling{onHost, "between_steps", {0.0001, 0.0002, 0.004}},
    Ceiling{onHost, "forward_end", {0.0001, 0.0002, 0.004}},
    Ceiling{onHost, "forward_peak", {0.0001, 0.0003, 0.002}},
    Ceiling{onHost, "backward_peak", {0.0001, 0.0003, 0.003}},
    Ceiling{onHost, "backward_end", {0.0001, 0.0002, 0.004}},
    Ceiling{onHost, "step_peak", {0.0001, 0.0002, 0.004}},
    Ceiling{"a followed step of an encoder", "peak_bytes", {0.0001, 0.0002, 0.0005}},
    Ceiling{"a followed step of an encoder", "between_steps", {0.0001, 0.0003, 0.001}},
    Ceiling{"a followed step of an encoder", "forward_end", {0.0001, 0.0003, 0.0012}},
    Ceiling{"a followed step of an encoder", "forward_peak", {0.0001, 0.0003, 0.0008}},
    Ceiling{"a followed step of an encoder", "backward_peak", {0.0001, 0.0003, 0.0006}},
    Ceiling{"a followed step of an encoder", "backward_end", {0.0001, 0.0003, 0.0008}},
    Ceiling{"a followed step of an encoder", "step_peak", {0.0001, 0.0003, 0.0008}},
    Ceiling{"a followed step of an encoder-decoder", "peak_bytes", {0.0001, 0.0005, 0.0015}},
    Ceiling{"a followed step of an encoder-decoder", "between_steps", {0.0001, 0.0003, 0.005}},
    Ceiling{"a followed step of an encoder-decoder", "forward_end", {0.0001, 0.0002, 0.001}},
    Ceiling{"a followed step of an encoder-decoder", "forward_peak", {0.0001, 0.0002, 0.001}},
    Ceiling{"a followed step of an encoder-decoder", "backward_peak", {0.0001, 0.0004, 0.001}},
    Ceiling{"a followed step of an encoder-decoder", "backward_end", {0.0001, 0.0003, 0.005}},
    Ceiling{"a followed step of an encoder-decoder", "step_peak", {0.0001, 0.001, 0.006}},
    Ceiling{"a followed step of a part of the model", "peak_bytes", {0.0001, 0.0002, 0.0015}},
    Ceiling{"a followed step of a part of the model", "between_steps", {0.0001, 0.0002, 0.0006}},
    Ceiling{"a followed step of a part of the model", "forward_end", {0.0001, 0.0002, 0.0015}},
    Ceiling{"a followed step of a part of the model", "forward_peak", {0.0001, 0.0002, 0.0015}},
    Ceiling{"a followed step of a part of the model", "backward_peak", {0.0001, 0.0002, 0.0015}},
    Ceiling{"a followed step of a part of the model", "backward_end", {0.0001, 0.0002, 0.0015}},
    Ceiling{"a followed step of a part of the model", "step_peak", {0.0001, 0.0002, 0.0005}},
    Ceiling{"what a followed step sends", "all_gather_bytes", {0.0001, 0.0001, 0.0002}},
    Ceiling{"what a followed step sends", "reduce_scatter_bytes", {0.0001, 0.0001, 0.0001}},
    Ceiling{"what a followed step sends", "all_reduce_bytes", {0.0001, 0.0001, 0.0001}},
    Ceiling{"what a followed step sends", "send_receive_bytes", {0.0001, 0.0001, 0.0001}},
    Ceiling{"what a followed step sends", "wire_bytes", {0.0001, 0.0001, 0.0002}},
    Ceiling{"what a DeepSpeed step sends", "all_gather_bytes", {0.0001, 0.0001, 0.0001}},
    Ceiling{"what a DeepSpeed step sends", "reduce_scatter_bytes", {0.0001, 0.0001, 0.0001}},
    Ceiling{"what a DeepSpeed step sends", "all_reduce_bytes", {0.0001, 0.0001, 0.0001}},
    Ceiling{"what a DeepSpeed step sends", "wire_bytes", {0.0001, 0.0001, 0.0001}},
    Ceiling{"a GPU, core, high confidence", "allocated", {0.007, 0.089, 0.25}},
    Ceiling{"a GPU, core, high confidence, all stated", "allocated", {0.003, 0.021, 0.026}},
    Ceiling{"a GPU, core, high confidence, some assumed", "allocated", {0.072, 0.23, 0.25}},
    Ceiling{"a GPU", "reserved", {0.05, 0.191, 0.283}},
    Ceiling{"a GPU", "nvidia_smi", {0.06, 0.173, 0.173}},
    Ceiling{"a GPU", "nvidia_smi_delta", {0.0196, 0.169, 0.317}},
    Ceiling{"a GPU, all stated", "nvidia_smi_delta", {0.0196, 0.169, 0.317}},
    Ceiling{"a GPU, all stated", "reserved", {0.002, 0.07, 0.16}},
    Ceiling{"a GPU, all stated", "nvidia_smi", {0.003, 0.07, 0.16}},
    Ceiling{"a GPU, some assumed", "reserved", {0.052, 0.191, 0.283}},
    Ceiling{"a GPU, some assumed", "nvidia_smi", {0.06, 0.173, 0.173}},
    Ceiling{"speed of a GPU", "tokens_per_s_per_gpu", {0.038, 0.29, open}},
    Ceiling{"speed of a GPU, all stated", "tokens_per_s_per_gpu", {0.039, 0.23, open}},
    Ceiling{"speed of a GPU, some assumed", "tokens_per_s_per_gpu", {0.068, 1.6, open}},
    Ceiling{
        "speed of a GPU, nanotron on 8 to 256", "tokens_per_s_per_gpu", {0.045, 0.17, open, 0.95}},
    Ceiling{"a GPU with a part of a model, SimuMax on B200", "allocated", {0.001, 0.002, 0.002}},
    Ceiling{"a GPU with a part of a model, SimuMax on B200", "reserved", {0.021, 0.028, 0.028}},
    Ceiling{"a GPU with a part of a model, Megatron's golden values", "allocated",
        {0.003, 0.032, 0.032}}, // of experts, which get unlike shares of the tokens
    Ceiling{"a GPU with a part of a model, Megatron's golden values", "between_steps",
        {0.004, 0.022, 0.022}},
    Ceiling{"a GPU with a part of a model, Megatron-LM of 2023, some assumed", "allocated",
        {0.11, 0.11, 0.11}},
    Ceiling{
        "a GPU with a part of a model, FlagPerf, some assumed", "nvidia_smi", {0.11, 0.218, 0.218}},
    Ceiling{"a GPU with a part of a model, BigScience's 176B, some assumed", "nvidia_smi",
        {0.06, 0.16, 0.22}},
    Ceiling{"a GPU with a part of a model, BigScience's 1.3B, some assumed", "nvidia_smi",
        {0.034, 0.24, 0.24}},
    Ceiling{"a GPU with a part of a model, nanotron on 8 to 512, some assumed", "allocated",
        {0.05, 0.16, 0.38}},
    Ceiling{rankedSpeeds, "tokens_per_s_per_gpu", {0.045, 0.167, 0.167, 0.966}},
    Ceiling{"speed of a GPU with a part of a model, FlagPerf, some assumed", "tokens_per_s_per_gpu",
        {0.1, 0.25, 0.25}},
    Ceiling{"speed of a GPU with a part of a model, Llama 3's report, some assumed",
        "tokens_per_s_per_gpu", {0.1, 0.25, 0.25}},
    Ceiling{"speed of a GPU with a part of a model, BigScience's 176B, some assumed",
        "tokens_per_s_per_gpu", {0.23, 0.6, 0.7}},
    Ceiling{"speed of a GPU with a part of a model, BigScience's 1.3B, some assumed",
        "tokens_per_s_per_gpu", {0.115, 0.86, 0.86}},
    Ceiling{"speed of a GPU with a part of a model, nanotron on 8 to 512, some assumed",
        "tokens_per_s_per_gpu", {0.12, open, open}},
};

const Tag steps{"format", "steps"};
const Tag deepSpeed{"format", "deepspeed"};

const Tag assumed{"settings", "assumed"};

std::vector<Case> measured(const char *file)
{
    const std::string path = std::string(SHARDSCOPE_TEST_DATA "/measured/") + file;
    const Result<std::string> text = readFile(path);
    if (!text)
        qFatal("%s", describe(text.error()).c_str());
    const Result<std::vector<Case>> cases = readCases(*text);
    if (!cases)
        qFatal("%s", describe(cases.error()).c_str());
    return *cases;
}

/// Why runs may be left out, without the word that each reason is about, and how many at most.
struct Reason
{
    const char *says;
    int most;
};
constexpr std::array reasons{
    Reason{"modules-not-planned", 6}, // returned keys and values under adapters
    Reason{"LitGPT puts frozen weights and adapters into one flat parameter, whose whole gradient "
           "no_backward_sync keeps; not modelled",
        8},
    Reason{"a base in fp32 that is gathered in 16 bit is no setting", 3},
    Reason{"no memory of a training step was measured", 36},
    Reason{"nvidia-smi depends on the GPU", 3},
    Reason{"sequence length or micro-batch is not stated, or varies", 91},
    Reason{"the adapted modules are not those of decoder layers", 51},
    Reason{"the checkpointing is not modelled", 6}, Reason{"the framework is not modelled", 75},
    Reason{"the method is not modelled", 70}, Reason{"the model is not in the catalogue", 12},
    Reason{"the number of GPUs is not stated", 3}, Reason{"the precision is not modelled", 22},
    Reason{"the quantisation is not modelled", 5},
    Reason{"the shape of the model is not planned", 10}, // encoders, Mamba
    Reason{"the sharding is not modelled", 12},
    Reason{"the source does not say which memory it measured", 75},
    Reason{"this way to compute experts is not modelled", 2},
    Reason{"torch.compile decides anew what is kept", 5},
    Reason{"which torch.compile ran is not stated, or is of a release before 2.8", 14},
    Reason{"fp8-not-planned", 3}, // under selective checkpoints
    Reason{"training.lora_targets", 3}, // none of those modules is in the model
};

bool hasTags(const Comparison &comparison, const std::vector<Tag> &tags)
{
    return std::all_of(tags.begin(), tags.end(), [&comparison](const Tag &tag) {
        return std::find(comparison.tags.begin(), comparison.tags.end(), tag)
            != comparison.tags.end();
    });
}

QString percent(double share)
{
    return QString::number(100 * share, 'f', 3) + " %";
}

} // namespace

class TestAccuracy : public QObject
{
    Q_OBJECT

private:
    Validation m_all;
    std::vector<Attainment> m_attained;
    std::size_t m_runs = 0;

    std::vector<Disagreement> disagreementsOfToday(Explanations &explanations) const
    {
        const Result<std::string> text
            = readFile(SHARDSCOPE_TEST_DATA "/measured/explanations.json");
        Result<Explanations> read = text ? readExplanations(*text) : text.error();
        if (!read)
            qFatal("%s", describe(read.error()).c_str());
        explanations = *std::move(read);
        return disagreements(m_all, explanations);
    }

private slots:
    void initTestCase()
    {
        for (const char *file :
            {"steps.json", "more-steps.json", "fsdp2-steps.json", "hybrid-steps.json",
                "gemma-steps.json", "objective-steps.json", "state-space-steps.json",
                "vision-steps.json", "trained-steps.json", "encoder-steps.json",
                "seq2seq-steps.json", "sparse-steps.json", "split-steps.json", "peft-steps.json",
                "base-steps.json", "fp8-steps.json", "offload-steps.json", "optimizer-steps.json",
                "compile-steps.json", "transformers-mesh.json", "autocast-steps.json",
                "wire-steps.json", "deepspeed.json", "more-deepspeed.json", "deepspeed-real.json",
                "deepspeed-mesh.json", "deepspeed-pipeline.json", "zero3-steps.json",
                "gpu-steps.json", "h200.json", "device.json"}) {
            const std::vector<Case> cases = measured(file);
            m_runs += cases.size();
            Validation found = validate(cases, builtInCatalog());
            std::move(found.comparisons.begin(), found.comparisons.end(),
                std::back_inserter(m_all.comparisons));
            std::move(
                found.leftOut.begin(), found.leftOut.end(), std::back_inserter(m_all.leftOut));
            m_all.published.stating += found.published.stating;
            m_all.published.planned += found.published.planned;
        }
        m_attained = attainments(m_all);
    }

    void isAsGoodAsItWas_data()
    {
        QTest::addColumn<int>("ceiling");
        for (std::size_t i = 0; i < ceilings.size(); ++i)
            QTest::addRow("%s, %s", ceilings[i].target, ceilings[i].metric) << static_cast<int>(i);
    }

    void isAsGoodAsItWas()
    {
        QFETCH(int, ceiling);
        const auto &[name, metric, bounds] = ceilings[static_cast<std::size_t>(ceiling)];
        bool any = false;
        for (const Attainment &item : m_attained) {
            if (item.target->name != name || item.target->metric != metric)
                continue;
            any = true;
            QVERIFY(item.reached);
            const ErrorSummary &found = *item.reached;
            QVERIFY2(found.median <= bounds.median, qPrintable(percent(found.median)));
            QVERIFY2(
                found.percentile95 <= bounds.percentile95, qPrintable(percent(found.percentile95)));
            QVERIFY2(found.worst <= bounds.worst, qPrintable(percent(found.worst)));
            QVERIFY2(item.ranks >= bounds.ranks, qPrintable(QString::number(item.ranks)));
        }
        QVERIFY2(any, "no such target");
    }

    void everyTargetHasACeiling()
    {
        for (const Attainment &item : m_attained) {
            const bool held
                = std::any_of(ceilings.begin(), ceilings.end(), [&item](const Ceiling &ceiling) {
                      return ceiling.target == item.target->name
                          && ceiling.metric == item.target->metric;
                  });
            QVERIFY2(held || !item.reached, item.target->name.c_str());
        }
    }

    // The aims are for all runs, and for those whose settings are all stated. Beyond them may be
    // runs of which a setting was assumed, those of whole models under torch.compile, and the
    // speeds of SimuMax's 13, of which one (eight-way tensor parallelism, 17 % too fast) passes
    // another.
    void aimsAreReached()
    {
        for (const Attainment &item : m_attained) {
            const std::vector<Tag> &tags = item.target->tags;
            const bool mayMiss = std::find(tags.begin(), tags.end(), assumed) != tags.end()
                || item.target->name == underCompile || item.target->name == rankedSpeeds;
            QVERIFY2(mayMiss || !item.reached || item.isReached(), item.target->name.c_str());
        }
    }

    void statedAndAssumedRunsMakeUpAll()
    {
        const auto count = [this](const std::vector<Tag> &tags) {
            return std::count_if(m_all.comparisons.begin(), m_all.comparisons.end(),
                [&tags](const Comparison &c) { return hasTags(c, tags); });
        };
        const Tag stated{"settings", "stated"};
        QCOMPARE(
            static_cast<std::size_t>(count({stated}) + count({assumed})), m_all.comparisons.size());
        QVERIFY(count({{"format", "device"}, stated}) > 300);
        QVERIFY(count({{"format", "device"}, assumed}) > 100);
        QCOMPARE(count({deepSpeed, assumed}), 0); // what DeepSpeed ran with is all there
    }

    // What nobody can explain is said to be so, and is no more than this.
    void unexplainedFiguresAreKnown()
    {
        Explanations explanations;
        QStringList unexplained;
        QStringList inPart;
        int ofNanotron = 0; // whose cluster and memory differ from run to run
        int ofBigScience = 0; // whose speeds are those of a cluster that was being set up
        for (const Disagreement &item : disagreementsOfToday(explanations)) {
            if (hasTags(*item.comparison, {{"source", "ultrascale"}, {"model", "cut"}})) {
                QVERIFY2(item.explained == Explained::InPart, item.comparison->id.c_str());
                ++ofNanotron;
                continue;
            }
            if (item.comparison->id.starts_with("bigscience-")) {
                QVERIFY2(!item.why.empty(), item.comparison->id.c_str());
                ++ofBigScience;
                continue;
            }
            const std::string figure = item.comparison->id + " " + item.comparison->metric;
            if (item.explained == Explained::No)
                unexplained += QString::fromStdString(figure);
            else if (item.explained == Explained::InPart)
                inPart += QString::fromStdString(figure);
        }
        QVERIFY2(ofNanotron <= 106, qPrintable(QString::number(ofNanotron)));
        QVERIFY2(ofBigScience <= 48, qPrintable(QString::number(ofBigScience)));
        QCOMPARE(unexplained,
            (QStringList{"gpu-seq2seq-r1-t5-034 peak_bytes", "gpu-seq2seq-r1-t5-034 forward_peak",
                "gpu-seq2seq-r1-t5-034 forward_end", "gpu-seq2seq-r1-t5-034 backward_peak",
                "gpu-fp8-wide-amp-few peak_bytes", "gpu-fp8-wide-amp-few backward_peak",
                "h100-offload-llama-qlora between_steps",
                "h100-remade-lokr-llama-all-checkpoint peak_bytes",
                "h100-remade-lokr-llama-all-checkpoint backward_peak",
                "h100-mt5-large-bf16-checkpoints peak_bytes",
                "gpu-autocast-encoder-bert-large-cls-amp-eager-ckpt forward_peak",
                "fsdpqlora-029 tokens_per_s_per_gpu", "titan-027 tokens_per_s_per_gpu",
                "axolotl-005 reserved"}));
        QCOMPARE(inPart,
            (QStringList{"objective-seeing-mistral3-2-grpo scoring_peak",
                "compile-054-Mistral-7B-v0.1-lora-model peak_bytes",
                "compile-054-Mistral-7B-v0.1-lora-model backward_peak",
                "compile-056-gemma-2-2b-full-amp-model peak_bytes",
                "compile-056-gemma-2-2b-full-amp-model backward_peak",
                "compile-071-Llama-2-7b-hf-lora-ck-model peak_bytes",
                "compile-071-Llama-2-7b-hf-lora-ck-model forward_peak",
                "compile-071-Llama-2-7b-hf-lora-ck-model backward_peak",
                "compile-064-gpt2-xl-full-model peak_bytes",
                "compile-064-gpt2-xl-full-model forward_peak",
                "compile-064-gpt2-xl-full-model backward_peak",
                "compile-065-gpt2-xl-full-amp-model forward_peak",
                "compile-066-gpt2-xl-lora-model peak_bytes",
                "compile-066-gpt2-xl-lora-model forward_peak",
                "compile-066-gpt2-xl-lora-model backward_peak", "fms-062 nvidia_smi_delta",
                "fms-086 nvidia_smi_delta", "fms-090 nvidia_smi_delta", "litgpt-001 allocated",
                "litgpt-002 allocated", "litgpt-003 allocated", "litgpt-004 allocated",
                "litgpt-005 allocated", "flagperf-021 nvidia_smi"}));
    }

    // A text that admits that something is not explained is no explanation of all of it.
    void explanationsSayWhatTheyAre()
    {
        Explanations explanations;
        disagreementsOfToday(explanations);
        for (const Explanation &item : explanations) {
            const bool admits
                = QString::fromStdString(item.why).contains("not explained", Qt::CaseInsensitive);
            QVERIFY2(!admits || item.explained != Explained::Yes, item.id.c_str());
        }
    }

    // Steps that were followed all have a scenario.
    void leavesNoFollowedStepOut()
    {
        const auto count = [this](const Tag &tag) {
            return std::count_if(
                m_all.comparisons.begin(), m_all.comparisons.end(), [&tag](const Comparison &c) {
                    return c.metric == "peak_bytes" && hasTags(c, {tag});
                });
        };
        QCOMPARE(count(steps), 6637);
        QCOMPARE(count(deepSpeed), 287);
    }

    // Runs that did not fit, and were predicted to fit with more than a tenth to spare.
    void promisesNoRoomWhereThereWasNone()
    {
        QStringList found;
        for (const Comparison *comparison : falsePromises(m_all))
            found += QString::fromStdString(comparison->id);
        // 206B parameters, where 203B in the same layout took 67 of 80 GB.
        QCOMPARE(found, QStringList{"bigscience-176b-100"});
    }

    // Of runs that say what a plan needs: what is refused is work left.
    void plansAsManyPublishedRunsAsItDid()
    {
        QCOMPARE(m_all.published.stating, std::size_t(1090));
        QVERIFY(m_all.published.planned >= 877);
    }

    void everyRunIsComparedOrLeftOut()
    {
        std::set<std::string> ids;
        for (const Comparison &comparison : m_all.comparisons)
            ids.insert(comparison.id);
        for (const LeftOut &item : m_all.leftOut)
            QVERIFY2(ids.insert(item.id).second, item.id.c_str());
        QCOMPARE(ids.size(), m_runs);
    }

    // No run is left out for a new reason, and none more for a known one.
    void leavesNoMoreOutThanItDid()
    {
        std::map<std::string, int> counts;
        for (const LeftOut &item : m_all.leftOut)
            ++counts[item.reason.substr(0, item.reason.find(": "))];
        for (const auto &[reason, count] : counts) {
            const auto known = std::find_if(reasons.begin(), reasons.end(),
                [&r = reason](const Reason &item) { return item.says == r; });
            QVERIFY2(known != reasons.end(), reason.c_str());
            QVERIFY2(count <= known->most, reason.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestAccuracy)
#include "tst_accuracy.moc"
