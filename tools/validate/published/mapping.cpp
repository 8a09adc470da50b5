// SPDX-License-Identifier: GPL-3.0-or-later
// What of a published run takes more than rules: numbers of GPUs, names of modules, contexts.
#include "tools/validate/published/mapping.h"

#include "tools/validate/published/publishedrules.h"
#include "tools/validate/words.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace shardscope {

namespace {

std::int64_t gpusOf(const Printed &run)
{
    return std::max(run.size("sharding.dp"), run.size("sharding.num_gpus"));
}

void stateGpus(Draft &draft, const Printed &run)
{
    const std::int64_t gpus = gpusOf(run);
    draft.assume("parallel.gpus", static_cast<double>(std::max<std::int64_t>(gpus, 1)),
        gpus > 0 ? "" : "the number of GPUs is not stated");
    if (gpus > 8)
        draft.assume("parallel.gpus_per_node", 8, "how many GPUs share a machine is not stated");
    // nanotron's launch scripts set FI_PROVIDER=efa, for the cluster that its benchmarks ran on.
    if (gpus > 8 && run.says("framework", "nanotron*"))
        draft.state("hardware.link", "efa-p5");
}

/// Rules speak of bf16; where a run computes in fp16, the same holds for that.
void stateFp16(Draft &draft, const Printed &run)
{
    const Setting *precision = draft.find("training.precision");
    if (!precision || !run.says("precision.compute", "*fp16*"))
        return;
    const std::string word = *precision->value.string();
    if (word.starts_with("bf16"))
        draft.assume("training.precision", "fp16" + word.substr(4), precision->why);
}

/// PEFT's names of modules, and the words of LitGPT and torchtune for them.
constexpr std::array<Word, 6> moduleNames{{
    {"q_proj", "q query"},
    {"k_proj", "k key"},
    {"v_proj", "v value"},
    {"o_proj", "o projection"},
    {"gate_proj,up_proj,down_proj", "mlp"},
    {"lm_head", "head"},
}};
/// The same of Phi 1.5 and 2, whose MLPs have no gates.
constexpr std::array<Word, 2> phiNames{{{"dense", "projection"}, {"fc1,fc2", "mlp"}}};

std::string_view moduleCalled(std::string_view word, const Printed &run)
{
    const std::string_view own
        = run.says("model", "*phi15* *phi2") ? ourWord(phiNames, word) : std::string_view();
    return own.empty() ? ourWord(moduleNames, word) : own;
}

/// PEFT passes over names that a model lacks: of a list with c_attn, that of GPTBigCode, or else
/// the others.
std::string targetsOf(const Printed &run)
{
    const std::string printed = run.text("lora.targets");
    std::string_view words = printed;
    const bool isBigCode = run.says("model", "*bigcode*");
    if (plain(words) == "alllinear")
        return "all-linear";
    if (isBigCode && words.find("c_attn") != std::string_view::npos)
        return "c_attn";
    std::string targets;
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(','), words.size());
        const std::string_view word = words.substr(0, end);
        const std::string_view ours = moduleCalled(word, run);
        words.remove_prefix(std::min(end + 1, words.size()));
        if (word != "c_attn")
            targets.append(targets.empty() ? "" : ",").append(ours.empty() ? word : ours);
    }
    return targets;
}

/// LitGPT's finetune/lora.py: batches of all GPUs, of which each takes its share in micro-batches.
void stateAccumulation(Draft &draft, const Printed &run)
{
    const std::int64_t together = gpusOf(run) * run.size("micro_batch");
    const std::int64_t batch = run.size("global_batch");
    const bool isStated = run.says("framework", "litgpt*") && run.size("grad_accum") == 0
        && together > 0 && batch > 0 && batch % together == 0;
    if (isStated)
        draft.state("training.accumulation", static_cast<double>(batch / together));
}

void stateTargets(Draft &draft, const Printed &run)
{
    // litgpt/lora.py, LoRAQKVLinear: query and value have matrices of their own, and what they give
    // is padded with zeros to the width of the fused product.
    const bool isFused = run.says("framework", "litgpt*")
        && run.says("model", "*falcon* *stablelmbasealpha*")
        && run.says("lora.targets", "qv queryvalue");
    if (isFused && run.says("method", "qlora") && run.says("model", "*falcon*"))
        draft.assume("training.modules", "transformers-4",
            "LitGPT loads Falcon's matrices in 4 bit, as transformers did up to release 4");
    if (isFused)
        return draft.assume("training.lora_targets", "query_key_value",
            "LitGPT pads its adapters of query and value to the matrix that holds both, and the "
            "key: as one of all of it");
    // transformers' Phi-3 fuses query, key and value, and gate and up; LitGPT has an adapter of
    // each.
    if (run.says("framework", "litgpt*") && run.says("model", "*phi3*")
        && run.says("lora.targets", "querykeyvalueprojectionmlphead"))
        return draft.assume("training.lora_targets",
            "qkv_proj,o_proj,gate_up_proj,down_proj,lm_head",
            "LitGPT has an adapter of each matrix that Phi-3 fuses: as one of all of it");
    draft.state("training.lora_targets", targetsOf(run));
}

void stateGpu(Draft &draft, const Printed &run)
{
    const std::string_view gpu = gpuCalled(run.text("gpu"));
    draft.assume("hardware.gpu", gpu.empty() ? "h100-sxm" : gpu,
        gpu.empty() ? "which GPU ran is not stated" : "");
    const bool isOpen = gpu.find("-sxm") != gpu.npos && !run.says("gpu", "*sxm*");
    if (isOpen && !draft.find("hardware.link"))
        draft.assume("hardware.link", "", "the form of the GPU is not stated: SXM, with its link");
}

/// MiB of contexts on each GPU; 0: the usual one. To load a GPTQ model the benchmark of
/// fms-acceleration asks accelerate for a device map, and get_max_memory (utils/modeling.py) opens
/// a context on every GPU that a process sees: A100s.
double contextsOf(const Printed &run)
{
    // "nvidia-smi (includes CUDA context, 1113 MiB measured on V100)"
    constexpr std::string_view before = "CUDA context, ";
    const std::string metric = run.text("metric");
    const std::size_t at = metric.find(before);
    if (at != metric.npos && metric.find(" MiB", at) != metric.npos)
        return std::atof(metric.c_str() + at + before.size());
    constexpr double contextOnA100 = 563.2;
    const bool opensAll = run.says("framework", "hftrainerfmshftuning*")
        && run.says("quantization", "gptq*") && gpusOf(run) > 1;
    return opensAll ? static_cast<double>(gpusOf(run)) * contextOnA100 : 0;
}

} // namespace

std::string_view kernelsOf(const Printed &run)
{
    if (run.says("notes", "*fusedlinearce* *cutcrossentropy* *linearcrossentropy*"))
        return "fused-head";
    return run.says("notes", "*fusedrmsnorm*") ? "fused" : "none";
}

void statePublished(Draft &draft, const Printed &run)
{
    settle(draft, run, parallelRules);
    stateGpus(draft, run);
    settle(draft, run, trainingRules);
    stateFp16(draft, run);
    if (draft.scenario().training.method != Method::Full) {
        settle(draft, run, adapterRules);
        stateTargets(draft, run);
    }
    stateAccumulation(draft, run);
    stateGpu(draft, run);
    settle(draft, run, hardwareRules);
    if (const double contexts = contextsOf(run); contexts > 0)
        draft.state("hardware.context_mib", contexts);
    stateModel(draft, run);
}

} // namespace shardscope
