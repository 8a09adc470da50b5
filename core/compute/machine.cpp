// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/machine.h"

#include "core/collectives/nccl.h"
#include "core/scenario/precision.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

/// Share of the dense peak that large products reach where nobody measured the GPU: 794 of 989
/// TFLOP/s on H100, 1745 of 2250 on B200 (ml-engineering, maximum achievable matmul FLOPS).
constexpr double matmulShare = 0.78;

/// Products of the shapes that models have reach 80 to 90 % of that best one (ml-engineering,
/// mamf-finder, N and K of 4096): 0.85, of which the start and the end of each tile, counted below,
/// take 5 %.
constexpr double ordinaryShare = 0.89;

/// Share of the data sheet's bandwidth that a copy kernel reaches: 1.75 of 2.04 TB/s on A100, 3.0
/// of 3.35 on H100 (BabelStream).
constexpr double memoryShare = 0.88;

/// Share of a short run's speed that Hopper's power limit lets last: 680 of 794 TFLOP/s
/// on H100 (AMD, Understanding Peak and Max-Achievable FLOPS); Blackwell counts as Hopper.
constexpr double sustainedShare = 0.86;

/// FlashAttention-2, forward and backward, causal: share of the dense peak for long sequences, and
/// the length at which half of it is reached (the paper's figures 4 and 7: 133 TFLOP/s at 2k and
/// 189 at 16k on A100 with heads of 128; 328 at 16k on H100). Heads of 64 reach a tenth less.
constexpr double flashShareAmpere = 0.64;
constexpr double flashShareHopper = 0.35;
constexpr double flashHalfLength = 900;
constexpr double flashSmallHeads = 0.9;

/// cuDNN's attention, likewise. H100 (FlashAttention-3, arXiv 2407.08608, figures 5 and 6, heads of
/// 128): forward, causal, 315 TFLOP/s at 512 tokens, 484 at 2k and 539 at 16k, backward 305, 465
/// and 516; 3.5 / (1 / 539 + 2.5 / 516) of 989. Heads of 64 reach 413 where those of 128 reach 595.
constexpr double cudnnShareHopper = 0.53;
/// B200 (MooreThreads/SimuMax 4dcaae5, configs/system/b200_bf16_ceperm.json, which counts what the
/// mask hides): half of 0.99 to 1.17 forward and of 0.83 to 0.95 backward for 32k and 128k tokens.
constexpr double cudnnShareBlackwell = 0.45;
constexpr double cudnnHalfLength = 300;
constexpr double cudnnSmallHeads = 0.7;

/// The first FlashAttention in Triton: FlashAttention-2's paper (arXiv 2307.08691, 4.1) has its own
/// kernels 1.3 to 1.5 times as fast in the forward pass, and about twice as fast in the backward
/// pass, which is two and a half times as many products.
constexpr double tritonForward = 1.4;
constexpr double tritonBackward = 2;
constexpr double tritonTimes = (tritonForward + 2.5 * tritonBackward) / 3.5;

double flashShare(Generation generation, const AttentionShape &attention)
{
    const bool hasSmallHeads = attention.headDim < 128;
    const auto share = [&](double most, double half, double small) {
        const double sequence = attention.sequence;
        return most * (hasSmallHeads ? small : 1) * sequence / (sequence + half);
    };
    const bool isTriton = attention.library == AttentionLibrary::FlashTriton;
    const double slower = isTriton ? tritonTimes : 1;
    if (generation < Generation::Hopper)
        return share(flashShareAmpere / slower, flashHalfLength, flashSmallHeads);
    if (attention.library != AttentionLibrary::Cudnn)
        return share(flashShareHopper / slower, flashHalfLength, flashSmallHeads);
    const bool isHopper = generation == Generation::Hopper;
    return share(
        isHopper ? cudnnShareHopper : cudnnShareBlackwell, cudnnHalfLength, cudnnSmallHeads);
}

/// Large products, for as long as a training run lasts.
double matmulTflops(const GpuSpec &gpu, double peak)
{
    if (gpu.sustainedTflops.isKnown())
        return gpu.sustainedTflops.value;
    const double best = gpu.matmulTflops.isKnown() ? gpu.matmulTflops.value : matmulShare * peak;
    return generationOf(gpu) >= Generation::Hopper ? sustainedShare * best : best;
}

/// Large products of operands in 8 bits, of which less was measured: as much of the peak as those
/// of 16 bits reach.
double fp8MatmulTflops(const GpuSpec &gpu)
{
    if (!gpu.fp8Tflops.isKnown() || !gpu.bf16Tflops.isKnown())
        return 0;
    const double half = matmulTflops(gpu, gpu.bf16Tflops.value);
    return gpu.fp8Tflops.value * half / gpu.bf16Tflops.value;
}

double peakTflops(const GpuSpec &gpu, Precision precision)
{
    // fp32 products run on the tensor cores as TF32, half the 16-bit rate, unless told otherwise.
    if (precision == Precision::Fp32)
        return gpu.fp16Tflops.value / 2;
    return usesBf16(precision) && gpu.hasBf16() ? gpu.bf16Tflops.value : gpu.fp16Tflops.value;
}

/// Output tiles of a product, largest first (NVIDIA, Matrix Multiplication Background).
struct Tile
{
    double rows;
    double columns;
};
constexpr std::array<Tile, 3> tiles{{{128, 256}, {256, 128}, {128, 128}}};

/// Until the first operands are there: a trip to memory, which nothing hides at the start of a
/// tile.
constexpr double tileStart = 1e-6;

/// All waves of one tiling. A multiprocessor works on one tile at a time: it waits for operands,
/// multiplies, and stores the result before it takes the next.
double tiledSeconds(const Machine &machine, const Tile &tile, double m, double n, double k,
    double bytesEach, double batch)
{
    const double count = batch * std::ceil(m / tile.rows) * std::ceil(n / tile.columns);
    const double waves = std::ceil(count / machine.multiprocessors);
    const double elements = tile.rows * tile.columns;
    const double multiply = 2 * elements * k * machine.multiprocessors / machine.matmul.value();
    const double store = bytesEach * elements * machine.multiprocessors / machine.memory.value();
    return waves * (multiply + store + tileStart);
}

} // namespace

Machine machineOf(const GpuSpec &gpu, Precision precision, const AttentionShape &attention)
{
    const double peak = peakTflops(gpu, precision);
    const bool halfRate = precision == Precision::Fp32;
    const double matmul = matmulTflops(gpu, halfRate ? 2 * peak : peak) / (halfRate ? 2 : 1);
    const double flash = flashShare(generationOf(gpu), attention);
    return {.peak = peak * TeraFlopsPerSecond,
        .matmul = ordinaryShare * matmul * TeraFlopsPerSecond,
        .fp8 = ordinaryShare * fp8MatmulTflops(gpu) * TeraFlopsPerSecond,
        .flash = flash * peak * TeraFlopsPerSecond,
        .memory = memoryShare * gpu.memoryBandwidth.value * GBPerSecond,
        .multiprocessors = gpu.multiprocessors.isKnown() ? gpu.multiprocessors.value : 1};
}

Seconds matmulTime(
    const Machine &machine, double m, double n, double k, double bytesEach, double batch)
{
    if (m <= 0 || n <= 0 || k <= 0)
        return {};
    double best = tiledSeconds(machine, tiles.front(), m, n, k, bytesEach, batch);
    for (const Tile &tile : tiles)
        best = std::min(best, tiledSeconds(machine, tile, m, n, k, bytesEach, batch));
    const Bytes moved(batch * bytesEach * (m * k + k * n + m * n));
    return std::max(Seconds(best), moved / machine.memory);
}

} // namespace shardscope
