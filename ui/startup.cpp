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
    explicit Reading(Catalog (*part)())
        : m_part(part)
    { }

    void work() { catalog = m_part(); }

    Catalog catalog{};

private:
    Catalog (*m_part)();
};

} // namespace

Catalog readCatalogBesideFonts()
{
    assert(qApp);
    Catalog catalog;
    Catalog runs;
    Job<Reading> job([&catalog](Reading &reading) { catalog = std::move(reading.catalog); });
    Job<Reading> jobOfRuns([&runs](Reading &reading) { runs = std::move(reading.catalog); });
    jobOfRuns.start(std::make_shared<Reading>(builtInRuns));
    job.start(std::make_shared<Reading>(builtInCatalogWithoutRuns));
    static_cast<void>(QFontMetrics(QApplication::font()).height());
    job.finish();
    jobOfRuns.finish();
    catalog.runs = std::move(runs.runs);
    catalog.measuredRuns = std::move(runs.measuredRuns);
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
