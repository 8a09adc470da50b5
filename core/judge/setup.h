// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/validatedrun.h"
#include "core/step/workload.h"

namespace shardscope {

/// The traits of a workload: every input that changes what a GPU holds is one of them, or part of
/// one, as tst_relevance holds. Of an input that leaves the choice to the framework, what the
/// framework does; of one that does not count for the workload, nothing.
Setup<std::string_view> setupOf(const Workload &work);

} // namespace shardscope
