// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

namespace shardscope {

/// Threads that all multiprocessors of an NVIDIA GPU have at work at a time (CUDA C++ Programming
/// Guide, technical specifications by compute capability); 0 where that is not known.
double residentThreads(const GpuSpec &gpu);

} // namespace shardscope
