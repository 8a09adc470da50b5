// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/offload/offload.h"

#include "core/base/number.h"

#include <cmath>

namespace shardscope {

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

void PinnedTensors::add(double bytes, int times)
{
    m_bytes += times * bytes;
    m_pinned += times * pinnedBytes(bytes);
    m_count += bytes > 0 ? times : 0;
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
