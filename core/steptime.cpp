// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/precision.h"
#include "core/traffic.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Share of the dense peak that large matrix products reach where nobody measured the GPU: 794 of
/// 989 TFLOP/s on H100, 1745 of 2250 on B200 (ml-engineering, maximum achievable matmul FLOPS).
constexpr double achievableShare = 0.78;

/// FLOPs of forward and backward for one token, as the MFU convention counts them: 6 for each
/// weight that multiplies, and causal attention (PaLM, appendix B; halved for the mask).
double modelFlopsPerToken(const Scenario &scenario, const Resolved &resolved)
{
    const ModelSpec &spec = resolved.spec;
    const ParameterCount &count = resolved.count;
    // The input table is looked up, not multiplied; a tied one is multiplied as the head.
    const double multiplied
        = count.active - count.positions - (spec.tiedEmbeddings ? 0 : count.embedding);
    const double attention = 6.0 * static_cast<double>(spec.layers * spec.queryWidth())
        * scenario.training.sequenceLength;
    return 6 * multiplied + attention;
}

/// FLOPs that are really done: recomputation adds a forward pass, frozen weights need no gradient.
double executedShare(const Training &training)
{
    double passes = training.method == Method::Full ? 3 : 2;
    if (training.checkpointing == Checkpointing::Full)
        passes += 1;
    return passes / 3;
}

double peakTflops(const GpuSpec &gpu, Precision precision)
{
    // fp32 products run on the tensor cores as TF32, half the 16-bit rate, unless told otherwise.
    if (precision == Precision::Fp32)
        return gpu.fp16Tflops.value / 2;
    return usesBf16(precision) && gpu.hasBf16() ? gpu.bf16Tflops.value : gpu.fp16Tflops.value;
}

} // namespace

StepTime stepTime(const Scenario &scenario, const Resolved &resolved, const Traffic &traffic)
{
    const Training &training = scenario.training;
    const double peak = peakTflops(*resolved.gpu, training.precision);
    if (peak <= 0)
        return {};
    const bool measured
        = resolved.gpu->matmulTflops.isKnown() && training.precision != Precision::Fp32;
    const double rate = measured ? resolved.gpu->matmulTflops.value : achievableShare * peak;
    const double tokens = static_cast<double>(training.microBatch) * training.sequenceLength
        * training.accumulation;
    const Flops model(modelFlopsPerToken(scenario, resolved) * tokens);

    StepTime time;
    time.compute = executedShare(training) * model / (rate * TeraFlopsPerSecond);
    time.exposedCommunication = std::max(Seconds(0), traffic.seconds() - time.compute);
    time.step = time.compute + time.exposedCommunication;
    time.tokensPerSecond = tokens * scenario.parallel.gpus / time.step.value();
    time.mfu = model / (peak * TeraFlopsPerSecond) / time.step;
    return time;
}

} // namespace shardscope
