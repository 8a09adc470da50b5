// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTextDocument>

namespace shardscope {

// What files say is shown as text, whatever stands there: neither as markup nor at any length.

/// On one line, with the middle left out where it is long.
inline QString shortened(const QString &text, qsizetype most = 80)
{
    const QString line = text.simplified();
    if (line.size() <= most)
        return line;
    const qsizetype side = (most - 1) / 2;
    return line.left(side) + QChar(0x2026) + line.right(side);
}

/// For a tool tip, which would take some texts for markup; it wraps.
inline QString plainTip(const QString &text)
{
    return text.isEmpty() ? QString() : Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal);
}

} // namespace shardscope
