// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startup.h"

#include "resources/catalogs.h"
#include "ui/files/documents.h"
#include "ui/job.h"
#include "ui/workshop/lessonfiles.h"

#include <QApplication>
#include <QFontMetrics>

namespace shardscope {

namespace {

struct Reading : Cancellation
{
    void work() { catalog = builtInCatalog(); }

    Catalog catalog{};
};

} // namespace

Catalog readCatalogBesideFonts()
{
    assert(qApp);
    Catalog catalog;
    Job<Reading> job([&catalog](Reading &reading) { catalog = std::move(reading.catalog); });
    job.start(std::make_shared<Reading>());
    static_cast<void>(QFontMetrics(QApplication::font()).height());
    job.finish();
    return catalog;
}

QSize firstSize(const QSize &room)
{
    constexpr int titleBar = 48;
    return QSize(1280, 720).boundedTo(room - QSize(0, titleBar));
}

void begin(Documents &documents, LessonFiles &lessons, const QStringList &files, bool presents)
{
    if (!files.isEmpty())
        documents.open(files);
    documents.offerRecovery();
    if (!presents)
        lessons.offerRecovery();
}

} // namespace shardscope
