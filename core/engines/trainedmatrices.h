// SPDX-License-Identifier: GPL-3.0-or-later
// Of what is trained, what is a matrix to an optimizer that treats matrices otherwise than vectors:
// of decoders of plain layers, in full training or with LoRA.
#pragma once

#include "core/graph/tape.h"
#include "core/model/layerforms.h"
#include "core/step/workload.h"

namespace shardscope {

/// Whether an optimizer has it.
inline bool isUpdated(const Parameter &parameter)
{
    return parameter.trainable && parameter.isReached && !parameter.isShared;
}

/// Biases and the weights of norms.
inline bool isVector(const Parameter &parameter)
{
    return parameter.elements == parameter.rows && !parameter.isAdapter;
}

/// Each matrix: its rows, its columns, and how many there are of it.
template <class Use>
void forEachTrainedMatrix(const Workload &work, const Use &use)
{
    const ModelSpec &spec = work.spec();
    const double rank = work.adapters.rank;
    const LayerForms forms(spec);
    for (std::size_t form = 0; form < forms.count(); ++form) {
        const double layers = forms.layersOf(form);
        for (const Linear &linear : linearsOf(spec, forms[form])) {
            const auto in = static_cast<double>(linear.in);
            const auto out = static_cast<double>(linear.out);
            if (work.isFull()) {
                use(out, in, layers);
            } else if (work.adapters.targets.takesIn(linear.name)) {
                use(rank, in, layers);
                use(out, rank, layers);
            }
        }
    }
    if (work.isFull())
        use(static_cast<double>(spec.vocabulary), static_cast<double>(spec.hidden),
            spec.tiedEmbeddings ? 1.0 : 2.0);
}

} // namespace shardscope
