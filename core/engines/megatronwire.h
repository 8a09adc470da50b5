// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/meshlines.h"

namespace shardscope {

/// Elements of a rank's weights that are there, and gathered, in 8 bits.
struct NarrowWeights
{
    double dense = 0;
    double experts = 0;

    double sum() const { return dense + experts; }
};

/// What a rank of Megatron-Core sends along each axis of the mesh, module by module.
class MegatronWire : MeshLines
{
public:
    MegatronWire(const Workload &work, const LayerSettings &settings, const NarrowWeights &narrow,
        Wire &wire);

    void leave(const Unit &unit, std::int32_t module, bool isBackward);
    /// What a chunk hands to the next one, or the gradient to the one before.
    void afterForward(const Unit &unit);
    void afterBackward(const Unit &unit);
    void gradient(const Parameter &parameter);
    void endStep(); ///< updated weights are gathered

private:
    /// `isOfEngine`: a module of TransformerEngine, as all but the head are.
    void column(double in, bool isOfEngine, bool isBackward);
    void gatherOperand(double elements);
    void experts();
    void factor(std::string_view name, bool isBackward);
    void keys(bool isBackward);

    const Workload &m_work;
    const LayerSettings &m_settings;
    const MeshCut &m_cut;
    NarrowWeights m_narrow;
    double m_bucket; ///< elements
    Neighbours m_stages;
    Line m_keys;
    Line m_keyGradients;
    Line m_tokens;
    Line m_expertGather;
    Line m_expertScatter;
    Line m_gradients;
    Line m_weights;
    Line m_expertGradients;
    Line m_expertWeights;
};

} // namespace shardscope
