// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/model/modelspec.h"

namespace shardscope {

/// What a config.json says beyond the decoder that is planned: how the weights in the file are
/// quantised, whose head stands on it, and keys that change memory and are not read. `root` is the
/// whole of it, `decoder` the part that describes the language model.
FileRemarks remarksIn(const Json &root, const Json &decoder);

/// Bytes of the model's weights in a file quantised like that; 0 where its bits are not known.
double quantizedFileBytes(const ModelSpec &spec);

} // namespace shardscope
