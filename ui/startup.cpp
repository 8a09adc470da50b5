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

template <auto Read>
struct Reading : Cancellation
{
    void work() { result = Read(); }

    decltype(Read()) result{};
};
using ReadingEntries = Reading<builtInCatalogWithoutRuns>;
using ReadingRuns = Reading<builtInRuns>;

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
    MeasuredRuns runs;
    Job<ReadingEntries> entries(
        [&catalog](ReadingEntries &reading) { catalog = std::move(reading.result); });
    Job<ReadingRuns> measured([&runs](ReadingRuns &reading) { runs = std::move(reading.result); });
    entries.start(std::make_shared<ReadingEntries>());
    measured.start(std::make_shared<ReadingRuns>());
    findLetters();
    entries.finish();
    measured.finish();
    catalog.runs = std::move(runs);
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
