// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/optimizerstate.h"

namespace shardscope {

namespace {

// bitsandbytes, current source: two 8-bit moments, an fp32 scale each for 256 values.
constexpr double adam8bit = 2 + 2 * 4.0 / 256;
// Trainer keeps nn.Embedding weights at 32 bit under 8-bit optimizers.
constexpr double adam32bit = 8;

/// Adafactor keeps one fp32 row and one fp32 column for each matrix.
double rowsAndColumns(const Workload &work)
{
    if (!work.isFull())
        return work.trainable / work.training().loraRank;
    const ModelSpec &spec = work.spec();
    double sum = 0;
    for (std::int64_t layer = 0; layer < spec.layers; ++layer) {
        for (const Linear &linear : linearsOfLayer(spec, layer))
            sum += static_cast<double>((linear.in + linear.out) * linear.count);
        if (spec.isSparse(layer))
            sum += 3.0
                * static_cast<double>(spec.experts->count * (spec.hidden + spec.experts->width));
    }
    const double tables = spec.tiedEmbeddings ? 1 : 2;
    return sum + tables * static_cast<double>(spec.vocabulary + spec.hidden);
}

/// Muon keeps one momentum for each matrix of the layers; the tables use AdamW.
Term muonState(const Workload &work, double momentBytes)
{
    const double tables = work.isFull() ? work.count().embedding + work.count().head : 0;
    return Term::each(momentBytes) * Term::count(work.trainable - tables)
        + Term::each(2 * momentBytes) * Term::count(tables);
}

} // namespace

Term optimizerState(const Workload &work, double momentBytes)
{
    const Term trained = Term::count(work.trainable);
    switch (work.training().optimizer) {
    case Optimizer::AdamW:
    case Optimizer::AdamWForeach:
    case Optimizer::AdamWForLoop:
        return Term::each(2 * momentBytes) * trained;
    case Optimizer::AdamW8bit: {
        const double embedding = work.isFull() ? work.count().embedding : 0;
        return Term::each(adam8bit) * Term::count(work.trainable - embedding)
            + Term::each(adam32bit) * Term::count(embedding);
    }
    case Optimizer::PagedAdamW8bit:
        return {}; // lives in unified memory and leaves the GPU when it is short
    case Optimizer::Adafactor:
        return Term::each(4) * Term::count(rowsAndColumns(work), "rows and columns");
    case Optimizer::Lion:
    case Optimizer::SgdMomentum:
        return Term::each(momentBytes) * trained;
    case Optimizer::Muon:
        return muonState(work, momentBytes);
    case Optimizer::Sgd:
        return {};
    }
    return {};
}

Term optimizerScratch(const Workload &work, double parameters, double momentBytes)
{
    const double largest = std::min(parameters, work.count().largestTensor);
    switch (work.training().optimizer) {
    case Optimizer::AdamWForeach:
        // torch.optim: the square root of the second moment, for all parameters at once.
        return Term::each(momentBytes) * Term::count(parameters);
    case Optimizer::AdamWForLoop:
        // torch.optim: the square root of one tensor's second moment, and its quotient.
        return Term::each(2 * momentBytes) * Term::count(largest);
    case Optimizer::Adafactor:
        return Term::each(8) * Term::count(largest); // fp32 update and its square
    case Optimizer::Muon:
        return Term::each(6) * Term::count(largest); // bf16 Newton-Schulz iterates
    case Optimizer::AdamW:
    case Optimizer::AdamW8bit:
    case Optimizer::PagedAdamW8bit:
    case Optimizer::Lion:
    case Optimizer::Sgd:
    case Optimizer::SgdMomentum:
        return {};
    }
    return {};
}

} // namespace shardscope
