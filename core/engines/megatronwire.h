// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/policy.h"

namespace shardscope {

/// What a rank of Megatron-Core sends along each axis of the mesh, module by module.
class MegatronWire
{
public:
    MegatronWire(const Workload &work, const LayerSettings &settings, Wire &wire);

    void leave(const Unit &unit, std::int32_t module, bool isBackward);
    /// What a chunk hands to the next one, or the gradient to the one before.
    void afterForward(const Unit &unit);
    void afterBackward(const Unit &unit);
    void gradient(const Parameter &parameter);
    void endStep(); ///< updated weights are gathered

private:
    /// A group that a line goes over; of one rank alone nothing is sent.
    struct Line
    {
        Wire::Line id = 0;
        bool isOpen = false;
    };
    struct Group
    {
        int ranks = 1;
        int apart = 1; ///< distance between neighbours
    };
    Line open(Payload payload, CollectiveOp op, const Group &group, std::string_view source,
        bool overlaps = false, double bucket = 0);
    void send(const Line &line, double elements, double bytes = 2, double calls = 1);

    void column(double in, bool isBackward);
    void row(bool isBackward);
    void experts();
    void toNextStage(double times);

    const Workload &m_work;
    const LayerSettings &m_settings;
    const MegatronCut &m_cut;
    Wire &m_wire;
    double m_bucket; ///< elements
    Line m_gather;
    Line m_scatter;
    Line m_reduce;
    Line m_stage;
    Line m_keys;
    Line m_tokens;
    Line m_expertGather;
    Line m_expertScatter;
    Line m_gradients;
    Line m_weights;
    Line m_expertGradients;
    Line m_expertWeights;
};

} // namespace shardscope
