// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/residentthreads.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

struct PerMultiprocessor
{
    std::string_view capability; ///< "8.0", or "12." for all that begin so
    double threads;
};
constexpr auto limits = std::to_array<PerMultiprocessor>({{"6.", 2048}, {"7.0", 2048},
    {"7.5", 1024}, {"8.0", 2048}, {"8.", 1536}, {"9.", 2048}, {"10.", 2048}, {"12.", 1536}});

} // namespace

double residentThreads(const GpuSpec &gpu)
{
    const auto *const found
        = std::find_if(limits.begin(), limits.end(), [&](const PerMultiprocessor &one) {
              return gpu.computeCapability.starts_with(one.capability);
          });
    if (found == limits.end() || !gpu.multiprocessors.isKnown())
        return 0;
    return gpu.multiprocessors.value * found->threads;
}

} // namespace shardscope
