// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/importdesk.h"

#include "core/interchange/facts.h"
#include "core/scenario/changedkeys.h"
#include "resources/filemark.h"
#include "resources/runfiles.h"
#include "ui/files/textfile.h"
#include "ui/session.h"

#include <QFileInfo>

namespace shardscope {

ImportDesk::ImportDesk(Session &session, const QString &cache, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_cache(cache)
{
    connect(&session, &Session::loaded, this, &ImportDesk::forget);
}

/// Another document has nothing to do with these files.
void ImportDesk::forget()
{
    m_files.clear();
    m_picks.clear();
    if (!m_run)
        return;
    m_run.reset();
    emit changed();
}

Status ImportDesk::open(std::vector<RunFile> files)
{
    m_files = std::move(files);
    m_picks.clear();
    m_before = present();
    m_isForced = false;
    if (const Status read = import(); !read)
        return read.error();
    if (m_isTaken)
        take({m_run->scenario, m_run->origins});
    else
        emit changed();
    return success();
}

RunSurroundings ImportDesk::surroundings() const
{
    return surroundingsOnDisk(QFileInfo(m_cache).filesystemFilePath());
}

Result<ImportedRun> ImportDesk::imported() const
{
    return importRun(m_files, m_session.catalog(), m_before, surroundings(), m_picks);
}

SourcedScenario ImportDesk::present() const
{
    return {m_session.scenario(), m_session.origins()};
}

Status ImportDesk::import()
{
    Result<ImportedRun> run = imported();
    if (!run)
        return run.error();
    m_run = *std::move(run);
    m_isTaken = m_isForced || (m_run->problems.empty() && !m_run->missingModel);
    return success();
}

Result<Scenario> ImportDesk::scenarioOf(const RunFile &file) const
{
    const Result<ImportedRun> run
        = importRun({&file, 1}, m_session.catalog(), present(), surroundings());
    if (!run)
        return run.error();
    if (!run->problems.empty())
        return run->problems.front();
    if (run->missingModel)
        return *run->missingModel;
    return run->scenario;
}

bool ImportDesk::isHeldBack() const
{
    return m_run && !m_isTaken;
}

void ImportDesk::choose(const std::string &fact, std::size_t saying)
{
    m_picks[fact] = saying;
    const ImportedRun was = *m_run;
    const bool wasTaken = m_isTaken;
    if (!import()) // the files were read before: they do not fail now
        return;
    if (!m_isTaken)
        emit changed();
    else if (wasTaken)
        take(withChoice(was.scenario, inputOf(fact)));
    else
        take({m_run->scenario, m_run->origins});
}

/// The present scenario with what the choice has changed, and nothing else: what the user has
/// edited since the import stays.
SourcedScenario ImportDesk::withChoice(const Scenario &was, std::string_view chosen) const
{
    SourcedScenario next = present();
    const Scenario &now = m_run->scenario;
    next.scenario = withChanges(next.scenario, was, now);
    std::vector<const Key *> touched = changedKeys(was, now);
    const Key *key = findKey(chosen);
    const std::optional<Json> value = key ? key->get(now) : std::nullopt;
    if (value && setKey(next.scenario, *key, *value))
        touched.push_back(key);
    for (const Key *each : touched) {
        const auto origin = m_run->origins.find(each->id);
        next.origins.erase(std::string(each->id));
        if (origin != m_run->origins.end())
            next.origins.insert(*origin);
    }
    return next;
}

void ImportDesk::takeIn()
{
    m_isForced = isHeldBack() || m_isForced;
    m_before = present(); // a missing model may have been chosen since
    if (import())
        take({m_run->scenario, m_run->origins});
}

void ImportDesk::take(const SourcedScenario &next)
{
    m_session.takeIn(tr("Import a Run"), next.scenario, next.origins);
    emit changed();
}

SavedBack ImportDesk::savedBack() const
{
    return saveBack(m_run->files, m_run->scenario, m_session.scenario(), m_session.catalog(),
        surroundings(), m_picks);
}

/// What was read is what the edits were made for.
Status ImportDesk::checkUnchanged(const std::string &name) const
{
    const QFileInfo info(QString::fromStdString(name));
    for (const RunFile &known : m_files) {
        if (known.name == name && markOfFile(info.filesystemFilePath()) != markOf(known.text))
            return Error{.code = ErrorCode::Unwritable,
                .expected = english("errors", "others have changed the file since it was opened"),
                .file = name};
    }
    return success();
}

Status ImportDesk::write(const SavedBack &saved)
{
    for (const RunFile &file : saved.files) {
        if (const Status still = checkUnchanged(file.name); !still)
            return still.error();
    }
    for (const RunFile &file : saved.files) {
        if (const Status written = writeFile(QString::fromStdString(file.name), file.text);
            !written)
            return written.error();
        for (RunFile &known : m_files) {
            if (known.name == file.name)
                known.text = file.text;
        }
    }
    // The files say now what the scenario is.
    if (Result<ImportedRun> run = imported()) {
        m_run = *std::move(run);
        emit changed();
    }
    return success();
}

} // namespace shardscope
