// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartkeys.h"

#include <Qt>

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr int page = 10;
constexpr int allTheWay = 1 << 20;

using enum ChartKey::Act;

constexpr std::array<ChartKey, 11> chartKeys{{
    {Qt::Key_Left, Step, -1, 0},
    {Qt::Key_Right, Step, 1, 0},
    {Qt::Key_Up, Step, 0, 1},
    {Qt::Key_Down, Step, 0, -1},
    {Qt::Key_PageUp, Leap, 0, page},
    {Qt::Key_PageDown, Leap, 0, -page},
    {Qt::Key_Home, Leap, -allTheWay, 0},
    {Qt::Key_End, Leap, allTheWay, 0},
    {Qt::Key_Return, Choose},
    {Qt::Key_Enter, Choose},
    {Qt::Key_Escape, Leave},
}};

} // namespace

const ChartKey *chartKey(int key)
{
    const auto *const found = std::find_if(
        chartKeys.begin(), chartKeys.end(), [key](const ChartKey &one) { return one.key == key; });
    return found == chartKeys.end() ? nullptr : found;
}

} // namespace shardscope
