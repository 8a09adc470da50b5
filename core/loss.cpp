// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/activations.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

const std::string_view lossSource
    = "ForCausalLMLoss of transformers 5.12; log_softmax and its backward pass in torch 2.14";

namespace {

// TRL's chunked loss: 256 tokens at a time, each chunk checkpointed, head copied to fp32.
constexpr double chunkTokens = 256;

LossMemory standardLoss(const Term &logits)
{
    // 16-bit logits, their fp32 copy and the fp32 log-probabilities; only the last are kept.
    // Backward: log-probabilities, their gradient and the result, fp32 each.
    return {.forward = logits * Term::each(10),
        .backward = logits * Term::each(12),
        .kept = logits * Term::each(4)};
}

LossMemory chunkedLoss(const Workload &work, double vocabulary)
{
    const double tokens = std::min(chunkTokens, work.tokens);
    const Term table
        = Term::each(4) * Term::count(vocabulary * static_cast<double>(work.spec().hidden));
    const Term chunk
        = Term::count(tokens, "tokens") * Term::count(vocabulary, "vocabulary") * Term::each(12);
    return {.forward = chunk + table, .backward = chunk + table, .kept = {}};
}

/// Liger's fused linear cross-entropy: chunks so small that their logits are as large as the hidden
/// states; gradients of the input and of the head are made in the forward pass.
LossMemory fusedLoss(const Workload &work, double vocabulary)
{
    const auto hidden = static_cast<double>(work.spec().hidden);
    const double wanted = std::ceil(work.tokens / std::ceil(vocabulary / hidden));
    const double chunk = std::exp2(std::ceil(std::log2(std::max(1.0, wanted))));
    const Term logits
        = Term::count(chunk, "tokens") * Term::count(vocabulary, "vocabulary") * Term::each(2);
    Term gradients = Term::count(work.tokens, "tokens") * Term::each(2 * hidden);
    if (work.isFull())
        gradients += Term::each(2) * Term::count(vocabulary * hidden);
    return {.forward = logits + gradients, .backward = gradients, .kept = gradients};
}

} // namespace

LossMemory lossMemory(const Workload &work)
{
    const auto vocabulary = static_cast<double>(work.spec().vocabulary);
    switch (work.training().loss) {
    case Loss::Standard:
    case Loss::InPlace:
        return standardLoss(
            Term::count(work.tokens, "tokens") * Term::count(vocabulary, "vocabulary"));
    case Loss::Chunked:
        return chunkedLoss(work, vocabulary);
    case Loss::Fused:
        return fusedLoss(work, vocabulary);
    }
    return {};
}

} // namespace shardscope
