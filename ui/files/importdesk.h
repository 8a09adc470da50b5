// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/saveback.h"

#include <QObject>

#include <optional>
#include <vector>

namespace shardscope {

class Session;

/// The files of a run as they were brought in last: what they say, the choices between what they
/// say differently, and the way into the scenario.
class ImportDesk : public QObject
{
    Q_OBJECT

public:
    /// Models are looked for in the Hub's cache below `cache` as well.
    ImportDesk(Session &session, const QString &cache, QObject *parent = nullptr);

    /// Imports files together and takes them in as one undoable edit, unless a plan of them would
    /// not be true. Errors: as importRun.
    Status open(std::vector<RunFile> files);
    /// What one file of a run comes to, beside the present scenario. Errors: as importRun, and what
    /// keeps a plan of it from being true.
    Result<Scenario> scenarioOf(const RunFile &file) const;
    /// Null before the first.
    const ImportedRun *run() const { return m_run ? &*m_run : nullptr; }
    const std::vector<RunFile> &files() const { return m_files; }
    /// Whether problems keep the run out of the scenario.
    bool isHeldBack() const;
    /// Another saying of what files contradict each other in.
    void choose(const std::string &fact, std::size_t saying);
    /// Takes in what there is in spite of problems.
    void takeIn();

    /// What the scenario has become since, as edits of the files.
    SavedBack savedBack() const;
    /// Writes those edits. Errors: Unwritable; files before it are written.
    Status write(const SavedBack &saved);

signals:
    void changed();

private:
    /// Errors: Unwritable, where the file is not what was read.
    Status checkUnchanged(const std::string &name) const;
    void forget();
    Status import();
    Result<ImportedRun> imported() const;
    SourcedScenario present() const;
    SourcedScenario withChoice(const Scenario &was, std::string_view chosen) const;
    void take(const SourcedScenario &next);
    RunSurroundings surroundings() const;

    Session &m_session;
    QString m_cache;
    std::vector<RunFile> m_files;
    Picks m_picks;
    SourcedScenario m_before; ///< the scenario that the files were opened on
    std::optional<ImportedRun> m_run;
    bool m_isTaken = false;
    bool m_isForced = false; ///< in spite of problems
};

} // namespace shardscope
