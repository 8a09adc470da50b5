// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startup.h"

#include "resources/catalogs.h"
#include "ui/boldfont.h"
#include "ui/files/documents.h"
#include "ui/job.h"
#include "ui/workshop/lessonfiles.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

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

/// Loads the fonts that a window begins with, and shapes and draws most of its letters: Qt keeps
/// them.
void findLetters()
{
    QString letters;
    for (char c = '!'; c <= '~'; ++c)
        letters += QLatin1Char(c);
    QImage canvas(1, 1, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&canvas);
    for (const QFont &font : {QApplication::font(), boldFont(QApplication::font())}) {
        painter.setFont(font);
        painter.drawText(QPointF(0, 0), letters);
    }
}

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
    findLetters();
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
