// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/modelspec.h"

namespace shardscope {

KeySource MixedAttention::keysOf(std::int64_t layer) const
{
    if (layer >= firstTaking())
        return KeySource::Taken;
    const auto next = full.begin() + layer + 1;
    const auto end = full.begin() + firstTaking();
    return std::find(next, end, isFull(layer)) == end ? KeySource::Lent : KeySource::Own;
}

ModelSpec ModelSpec::shapedAs(const LayerForm &form) const
{
    ModelSpec shaped = *this;
    if (unlikeHeads) {
        shaped.heads = form.queryHeads;
        shaped.modules.rotaryShare
            = form.seesAll ? unlikeHeads->fullShare : unlikeHeads->windowShare;
    }
    if (!mixed)
        return shaped;
    if (form.seesAll) {
        shaped.headDim = mixed->fullHeadDim;
        shaped.kvHeads = mixed->fullKvHeads;
    }
    if (mixed->widensTaking && form.keys == KeySource::Taken)
        shaped.intermediate *= 2;
    return shaped;
}

bool MixedAttention::hasTaking(bool isFull) const
{
    return std::find(full.begin() + firstTaking(), full.end(), isFull) != full.end();
}

} // namespace shardscope
