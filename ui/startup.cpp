// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/startup.h"

#include "ui/boldfont.h"
#include "ui/files/documents.h"
#include "ui/workshop/lessonfiles.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

#include <cassert>

namespace shardscope {

namespace {

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

CatalogReading::CatalogReading()
    : m_entries([this](ReadingEntries &reading) { m_catalog = std::move(reading.result); })
    , m_runs([this](ReadingRuns &reading) { m_found = std::move(reading.result); })
{
    assert(qApp);
    m_entries.start(std::make_shared<ReadingEntries>());
}

Catalog CatalogReading::entries()
{
    findLetters();
    m_entries.finish();
    m_runs.start(std::make_shared<ReadingRuns>()); // now: of two processors the other one is free
    return std::move(m_catalog);
}

MeasuredRuns CatalogReading::runs()
{
    m_runs.finish();
    return std::move(m_found);
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
