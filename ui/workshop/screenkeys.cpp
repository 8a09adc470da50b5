// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/screenkeys.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

struct Binding
{
    int key;
    ScreenKey::Act act;
    ScreenFocus last; ///< what may have the focus at most, in the order of ScreenFocus
};

constexpr auto bindings = [] {
    using enum ScreenKey::Act;
    return std::array{Binding{Qt::Key_PageDown, Advance, ScreenFocus::Text},
        Binding{Qt::Key_PageUp, Back, ScreenFocus::Text},
        Binding{Qt::Key_Escape, Leave, ScreenFocus::Text},
        Binding{Qt::Key_F5, Leave, ScreenFocus::Text},
        Binding{Qt::Key_Space, Advance, ScreenFocus::None},
        Binding{Qt::Key_Right, Advance, ScreenFocus::Button},
        Binding{Qt::Key_Down, Advance, ScreenFocus::None},
        Binding{Qt::Key_Left, Back, ScreenFocus::Button},
        Binding{Qt::Key_Up, Back, ScreenFocus::None},
        Binding{Qt::Key_Backspace, Back, ScreenFocus::Slider},
        Binding{Qt::Key_B, Blank, ScreenFocus::Slider},
        Binding{Qt::Key_Period, Blank, ScreenFocus::Slider},
        Binding{Qt::Key_R, Reset, ScreenFocus::Slider},
        Binding{Qt::Key_V, Reveal, ScreenFocus::Slider},
        Binding{Qt::Key_M, Motion, ScreenFocus::Slider},
        Binding{Qt::Key_P, Play, ScreenFocus::Slider},
        Binding{Qt::Key_N, Notes, ScreenFocus::Slider},
        Binding{Qt::Key_Q, Share, ScreenFocus::Slider},
        Binding{Qt::Key_F1, Help, ScreenFocus::Text}};
}();

} // namespace

std::optional<ScreenKey> screenKey(int key, Qt::KeyboardModifiers modifiers, ScreenFocus focus)
{
    if (modifiers & ~(Qt::KeypadModifier | Qt::ShiftModifier))
        return std::nullopt;
    if (key >= Qt::Key_0 && key <= Qt::Key_9 && focus != ScreenFocus::Text)
        return ScreenKey{ScreenKey::Act::Jump, key - Qt::Key_0};
    const auto found = std::find_if(bindings.begin(), bindings.end(),
        [key](const Binding &binding) { return binding.key == key; });
    if (found == bindings.end() || focus > found->last)
        return std::nullopt;
    return ScreenKey{found->act};
}

} // namespace shardscope
