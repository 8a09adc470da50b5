// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>

#include <optional>

namespace shardscope {

/// What a key does while a lesson is shown. Presentation clickers send PageUp, PageDown, F5, Esc
/// and the full stop or B.
struct ScreenKey
{
    enum class Act {
        Advance, ///< reveals what was asked, else the next step
        Back,
        Jump, ///< a digit of the step's number
        Blank,
        Reset, ///< the step as it was
        Reveal,
        Motion, ///< chart or motion
        Play, ///< runs and halts the motion
        Notes,
        Share, ///< the scenario as a code
        Help,
        Leave
    };

    Act act = Act::Advance;
    int digit = 0; ///< of Jump
};

/// What has the focus decides which keys it keeps for itself.
enum class ScreenFocus {
    None,
    Button, ///< Space and Enter press it
    Slider, ///< arrows move it; PageUp and PageDown stay the clicker's
    Text ///< letters, digits and arrows go into it
};

/// Nothing: the key belongs to what has the focus.
std::optional<ScreenKey> screenKey(int key, Qt::KeyboardModifiers modifiers, ScreenFocus focus);

} // namespace shardscope
