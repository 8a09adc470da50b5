// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings.h"

class QApplication;
class QPalette;

namespace shardscope {

/// Dresses the whole application: as the system does, or light or dark whatever the system says.
/// Charts follow by themselves, since they take their colours from the palette.
void applyTheme(QApplication &application, ThemeChoice choice);
/// Of boxes, and buttons to choose with; their outlines are seen on black, too.
void setFieldPalette(QPalette palette);

} // namespace shardscope
