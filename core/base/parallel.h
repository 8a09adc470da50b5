// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace shardscope {

/// What the machine can do at once; 1 where that is unknown.
unsigned coreCount();

/// Runs `work` on that many threads at once, this one among them, and comes back when all are done.
void onThreads(unsigned count, const std::function<void()> &work);

} // namespace shardscope
