// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace shardscope {

/// Before anything takes memory: lets malloc take it in large steps. glibc's takes 128 KiB at a
/// time, and each large picture from the system anew, until it has seen many come and go
/// (mallopt(3)). Other systems' allocators are left as they are.
void takeMemoryInLargeSteps();

} // namespace shardscope
