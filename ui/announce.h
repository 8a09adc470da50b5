// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QLabel;
class QWidget;

namespace shardscope {

/// Assistive technology says a text about a widget.
void announce(QWidget *widget, const QString &text);
/// Shows a text; assistive technology hears of it when it is another one.
void say(QLabel *label, const QString &text);

} // namespace shardscope
