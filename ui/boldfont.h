// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace shardscope {

inline QFont boldFont(QFont font)
{
    font.setBold(true);
    return font;
}

/// Without the other traits of `font`, so that these go on to follow it.
inline QFont scaledFont(const QFont &font, double factor)
{
    QFont scaled;
    scaled.setPointSizeF(factor * font.pointSizeF());
    return scaled;
}

} // namespace shardscope
