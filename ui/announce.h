// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QLabel;

namespace shardscope {

/// Shows a text; assistive technology hears of it when it is another one.
void say(QLabel *label, const QString &text);

} // namespace shardscope
