// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"

#include <QFont>
#include <QMargins>
#include <QPalette>
#include <QSize>

namespace shardscope {

/// Where a projector stands: a bright room wants black on white, a dark one must not be lit up.
enum class Room { Light, Dark };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<Room>{"light", "dark"};

/// How a screen of some size is dressed, so that the last row can read it.
struct ScreenLook
{
    /// The smallest letters, as a share of the height of the screen.
    static constexpr double SmallestType = 0.022;

    QPalette palette{};
    QPalette fields{}; ///< of inputs and questions: their boxes are seen on black, too
    QFont body{}; ///< of charts, inputs and notes
    QFont title{};
    QFont sentence{};
    QMargins safeArea{}; ///< what some projectors cut off

    bool operator==(const ScreenLook &) const = default;
};

/// `family` lends the fonts their family; `dotsPerInch` is that of what is painted on.
ScreenLook screenLook(Room room, const QSize &size, const QFont &family, int dotsPerInch);

} // namespace shardscope
