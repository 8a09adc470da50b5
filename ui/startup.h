// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "resources/catalogs.h"
#include "ui/job.h"

#include <QSize>
#include <QStringList>

namespace shardscope {

class Documents;
class LessonFiles;

/// Reads the built-in catalogue beside what takes longest before anything can be shown: its entries
/// while Qt finds its fonts, then the measured runs while the window is built. Wants a
/// QApplication: that sets the locale, by which numbers are read.
class CatalogReading
{
public:
    CatalogReading();

    Catalog entries(); ///< waits for them; once, before the runs
    MeasuredRuns runs(); ///< waits for them; once

private:
    template <auto Read>
    struct Reading : Cancellation
    {
        void work() { result = Read(); }

        decltype(Read()) result{};
    };
    using ReadingEntries = Reading<builtInCatalogWithoutRuns>;
    using ReadingRuns = Reading<builtInRuns>;

    Catalog m_catalog;
    MeasuredRuns m_found;
    Job<ReadingEntries> m_entries;
    Job<ReadingRuns> m_runs;
};

/// Of the window when it is opened for the first time: with its title bar it fits into the room of
/// a screen.
QSize firstSize(const QSize &room);

/// Opens what the command line names, and offers what a crash left behind beside it; of lessons
/// only where none is to be presented.
void begin(Documents &documents, LessonFiles &lessons, const QStringList &files, bool presents);

} // namespace shardscope
