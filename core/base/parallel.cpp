// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/parallel.h"

#include <algorithm>
#include <system_error>
#include <thread>
#include <vector>

namespace shardscope {

unsigned coreCount()
{
    return std::max(1U, std::thread::hardware_concurrency());
}

void onThreads(unsigned count, const std::function<void()> &work)
{
    std::vector<std::thread> others;
    try {
        for (unsigned i = 1; i < count; ++i)
            others.emplace_back(work);
    } catch (const std::system_error &) {
        // The system gives no more threads: those that there are do it all.
    }
    work();
    for (std::thread &other : others)
        other.join();
}

} // namespace shardscope
