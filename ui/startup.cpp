// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startup.h"

#include "resources/catalogs.h"

#include <QApplication>
#include <QFontMetrics>

namespace shardscope {

std::future<Catalog> readCatalogBesideFonts()
{
    std::future<Catalog> catalog = std::async(std::launch::async, builtInCatalog);
    static_cast<void>(QFontMetrics(QApplication::font()).height());
    return catalog;
}

} // namespace shardscope
