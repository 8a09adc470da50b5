// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/offload/offload.h"

#include "core/frameworks/convention.h"
#include "core/number.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

Offload deepSpeedOffload(const Parallel &parallel)
{
    switch (parallel.strategy) {
    case Strategy::Zero1:
    case Strategy::Zero2:
        // stage_1_and_2.py asks whether there is a device, not which.
        return std::min(parallel.offload, Offload::Optimizer);
    case Strategy::Zero3:
        return parallel.offload;
    case Strategy::Ddp:
    case Strategy::Fsdp:
    case Strategy::FsdpGradOp:
    case Strategy::Hsdp:
        break;
    }
    return Offload::None;
}

} // namespace

Offload offloadFor(const Parallel &parallel)
{
    switch (frameworkFor(parallel)) {
    case Framework::DeepSpeed:
        return deepSpeedOffload(parallel);
    case Framework::Fsdp1:
    case Framework::Fsdp2:
        // All or nothing: CPUOffload(offload_params), CPUOffloadPolicy.
        return parallel.offload == Offload::None ? Offload::None : Offload::Parameters;
    case Framework::Auto:
    case Framework::Trainer:
    case Framework::Megatron:
    case Framework::Nanotron:
        break;
    }
    return Offload::None;
}

double pinnedBytes(double bytes)
{
    if (bytes <= 0)
        return 0;
    int exponent = 0;
    const double mantissa = std::frexp(bytes, &exponent);
    return mantissa == 0.5 ? bytes : std::ldexp(1.0, exponent);
}

Term pinned(const Term &tensor)
{
    return tensor.isZero()
        ? tensor
        : Term::described(Bytes(pinnedBytes(tensor.value())), "page-locked for " + tensor.text());
}

void PinnedTensors::add(double bytes)
{
    m_bytes += bytes;
    m_pinned += pinnedBytes(bytes);
    m_count += bytes > 0 ? 1 : 0;
}

Term PinnedTensors::term(std::string_view what) const
{
    if (m_count == 0)
        return {};
    const std::string words = "page-locked for " + formatCount(m_count) + " " + std::string(what)
        + ", " + formatCount(m_bytes) + " B in all, each rounded up to a power of two";
    return Term::described(Bytes(m_pinned), words);
}

} // namespace shardscope
