// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/message.h"
#include "core/step/workload.h"

namespace shardscope {

// What one optimizer step of each framework sends.
Messages trainerTraffic(const Workload &work);
Messages deepSpeedTraffic(const Workload &work);
Messages fsdpTraffic(const Workload &work);
Messages megatronTraffic(const Workload &work);
Messages nanotronTraffic(const Workload &work);

// Bits that they share.

/// Gradients of everything that is trained.
Term gradientBytes(const Workload &work, double bytesEach);

/// How many tensors a model's layers are made of, about: matrices and norms.
double tensorCount(const Workload &work);

/// Buckets of `elements`; a tensor is never cut, so that there are no more buckets than tensors.
double bucketCount(const Workload &work, double parameters, double elements);

/// Of all gradients, those of the input embedding: the last to be there, and no bucket cuts them.
double embeddingShare(const Workload &work);

/// Bytes of one gradient on the wire: as set, or as the framework does by default.
double reducedBytes(const Workload &work, double standard);

/// Whether communication runs beside the backward pass: as set, or as the framework does.
bool overlaps(const Workload &work, bool standard);

} // namespace shardscope
