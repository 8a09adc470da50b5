// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/memorysteps.h"

#include <cstdlib> // says whether this is glibc

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace shardscope {

void takeMemoryInLargeSteps()
{
#ifdef __GLIBC__
    constexpr int mebibyte = 1 << 20;
    ::mallopt(M_TOP_PAD, 4 * mebibyte);
    // What it would come to by itself; the window's FreeMemory gives back what stays free.
    ::mallopt(M_MMAP_THRESHOLD, 32 * mebibyte);
    ::mallopt(M_TRIM_THRESHOLD, 64 * mebibyte);
#endif
}

} // namespace shardscope
