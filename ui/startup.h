// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

#include <QSize>
#include <QStringList>

namespace shardscope {

class Documents;
class LessonFiles;

/// Reads the built-in catalogue in two threads while Qt finds its fonts: what takes longest before
/// anything can be shown. Wants a QApplication: that sets the locale, by which numbers are read.
Catalog readCatalogBesideFonts();

/// Of the window when it is opened for the first time: with its title bar it fits into the room of
/// a screen.
QSize firstSize(const QSize &room);

/// Opens what the command line names, and offers what a crash left behind beside it; of lessons
/// only where none is to be presented.
void begin(Documents &documents, LessonFiles &lessons, const QStringList &files, bool presents);

} // namespace shardscope
