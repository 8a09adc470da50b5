// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace shardscope {

inline QFont boldFont(QFont font)
{
    font.setBold(true);
    return font;
}

} // namespace shardscope
