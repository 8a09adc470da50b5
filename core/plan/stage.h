// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace shardscope {

/// The part of the model that the GPUs of one pipeline stage hold; all of it without a pipeline.
struct Stage
{
    int index = 0; ///< from the embedding on
    int stages = 1; ///< in all
    int firstLayer = 0;
    int layers = 0;
    bool hasEmbedding = true;
    bool hasHead = true;

    bool operator==(const Stage &) const = default;
};

} // namespace shardscope
