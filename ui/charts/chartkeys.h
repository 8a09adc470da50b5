// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace shardscope {

/// What a key does in a chart that is walked over by keyboard.
struct ChartKey
{
    enum class Act {
        Step, ///< to a neighbour
        Leap, ///< far, where there are many: in maps
        Choose,
        Leave
    };

    int key = 0; ///< Qt::Key
    Act act = Act::Step;
    int columns = 0; ///< to the right
    int rows = 0; ///< upwards
};

/// Null where a chart has no use for the key.
const ChartKey *chartKey(int key);

} // namespace shardscope
