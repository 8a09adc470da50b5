// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/documents.h"

#include "core/catalog/meantid.h"
#include "core/judge/calibration.h"
#include "ui/files/openrequests.h"
#include "ui/files/textfile.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/text/exampletexts.h"
#include "ui/text/foreign.h"
#include "ui/text/names.h"
#include "ui/text/translated.h"

#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

#include <algorithm>

namespace shardscope {

namespace {

template <class Kind>
bool isOf(const Opened &opened)
{
    return std::holds_alternative<Kind>(opened.input);
}

RunFile asRunFile(const Opened &opened)
{
    if (const auto *file = std::get_if<RunFile>(&opened.input))
        return *file;
    return {opened.path.toStdString(), std::get<ImportedModel>(opened.input).config};
}

bool isLessonPath(const QString &path)
{
    return QFileInfo(path).suffix().toLower() == QLatin1String("shardlesson");
}

} // namespace

Documents::Documents(Session &session, QWidget &window, Settings &settings,
    DocumentServices services, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_window(window)
    , m_settings(settings)
    , m_dialogs(std::move(services.dialogs))
    , m_autosave(session, services.backupFolder)
    , m_imports(new ImportDesk(session, services.hubCache, this))
{
    connect(session.undoStack(), &QUndoStack::cleanChanged, this, &Documents::updateTitle);
    connect(&session, &Session::viewChanged, this, &Documents::updateTitle);
    connect(&m_autosave, &Autosave::failed, this, &Documents::notBackedUp);
    new OpenRequests(*this, this);
    updateTitle();
}

QString Documents::name() const
{
    if (!path().isEmpty())
        return plainName(QFileInfo(path()).completeBaseName());
    const std::string title = m_session.document().title;
    return title.empty() ? tr("Untitled") : shortened(exampleText(title, m_session.catalog()));
}

bool Documents::isModified() const
{
    return m_session.isModified();
}

bool Documents::startNew()
{
    return mayLeave() && load(ScenarioDocument{}, {});
}

bool Documents::open(const QString &path)
{
    return open(QStringList{path});
}

bool Documents::open(const QStringList &paths)
{
    const auto lesson = std::find_if(paths.begin(), paths.end(), isLessonPath);
    if (lesson == paths.end())
        return apply(openPaths(paths));
    m_settings.addRecentFile(*lesson);
    emit lessonRequested(*lesson);
    return true;
}

bool Documents::open(const QMimeData &data)
{
    const QList<QUrl> urls = data.urls();
    if (!urls.isEmpty() && isLessonPath(urls.first().toLocalFile()))
        return open(urls.first().toLocalFile());
    std::vector<Result<Opened>> results = openMimeData(data);
    const bool isRead = std::any_of(
        results.begin(), results.end(), [](const auto &one) { return one.has_value(); });
    if (!isRead && data.hasText() && readEvidence(data.text().toStdString())) {
        emit measurementPasted(data.text());
        return true;
    }
    return apply(std::move(results));
}

bool Documents::openExample(ScenarioDocument example)
{
    for (Pin &pin : example.pins)
        pin.name = exampleText(pin.name, m_session.catalog()).toStdString();
    if (!mayLeave() || !load(example, {}))
        return false;
    emit opened(name());
    return true;
}

bool Documents::chooseAndOpen()
{
    const QStringList paths = m_dialogs->openFiles(&m_window, m_settings.lastFolder());
    return !paths.isEmpty() && open(paths);
}

/// All or nothing: the first that could not be read stops the others.
bool Documents::apply(std::vector<Result<Opened>> results)
{
    for (const Result<Opened> &result : results) {
        if (!result) {
            emit failed(result.error());
            return false;
        }
    }
    // Files of a run go together, with models that lie beside them.
    const bool isRun = std::any_of(results.begin(), results.end(),
        [](const Result<Opened> &result) { return isOf<RunFile>(*result); });
    std::vector<Opened> run;
    std::vector<Opened> others;
    for (Result<Opened> &result : results) {
        const bool goesWithRun = isOf<RunFile>(*result) || (isRun && isOf<ImportedModel>(*result));
        (goesWithRun ? run : others).push_back(*std::move(result));
    }
    if (others.empty() && run.empty())
        return false;
    return std::all_of(others.begin(), others.end(), [this](Opened &opened) {
        return apply(std::move(opened));
    }) && (run.empty() || import(std::move(run)));
}

bool Documents::import(std::vector<Opened> opened)
{
    std::vector<RunFile> files;
    for (Opened &one : opened) {
        files.push_back(asRunFile(one));
        if (!one.path.isEmpty())
            m_settings.addRecentFile(one.path);
    }
    if (const Status read = m_imports->open(std::move(files)); !read) {
        emit failed(read.error());
        return false;
    }
    emit imported();
    return true;
}

bool Documents::apply(Opened opened)
{
    QString shown = opened.path.isEmpty() ? tr("Pasted scenario")
                                          : plainName(QFileInfo(opened.path).fileName());
    if (auto *document = std::get_if<ScenarioDocument>(&opened.input)) {
        for (const TakenId &taken : settleIds(document->scenario, catalog()))
            shown += QStringLiteral(" (%1)").arg(translated(phraseOf(taken)));
        const bool isSavedThere = !opened.isReadOnly && !opened.path.isEmpty();
        const DocumentFile file
            = isSavedThere ? DocumentFile(opened.path, opened.mark) : DocumentFile();
        if (!mayLeave() || !load(*document, file))
            return false;
    } else {
        shown = toText(std::get<ImportedModel>(opened.input).name);
        m_session.editAtOnce(tr("Open Model %1").arg(shown), QStringLiteral("model.config"),
            withInput(m_session.document(), std::move(opened.input)).scenario);
    }
    if (!opened.path.isEmpty())
        m_settings.addRecentFile(opened.path);
    emit this->opened(shown);
    return true;
}

bool Documents::load(const ScenarioDocument &document, const DocumentFile &file)
{
    m_session.load(document);
    setFile(file);
    m_autosave.update();
    return true;
}

/// What stands in the file, in place of what is here.
void Documents::reload()
{
    Result<Opened> opened = openPath(path());
    const auto *document = opened ? std::get_if<ScenarioDocument>(&opened->input) : nullptr;
    if (!document) {
        emit failed(opened ? Error{.code = ErrorCode::NoScenario, .file = path().toStdString()}
                           : opened.error());
        return;
    }
    load(*document, DocumentFile(path(), opened->mark));
    emit this->opened(name());
}

bool Documents::chooseAndPin()
{
    return pin(m_dialogs->openFiles(&m_window, m_settings.lastFolder()));
}

bool Documents::pin(const QStringList &paths)
{
    return !paths.isEmpty() && std::all_of(paths.begin(), paths.end(), [this](const QString &path) {
        return pin(path);
    });
}

/// A scenario as it is; of a model, what the present scenario would be with it.
bool Documents::pin(const QString &path)
{
    Result<Opened> opened = openPath(path);
    if (!opened) {
        emit failed(opened.error());
        return false;
    }
    const bool isModel = isOf<ImportedModel>(*opened);
    const QString name = isModel ? QString() : plainName(QFileInfo(path).completeBaseName());
    const Result<Scenario> scenario = isOf<RunFile>(*opened)
        ? m_imports->scenarioOf(std::get<RunFile>(opened->input))
        : withInput(m_session.document(), std::move(opened->input)).scenario;
    if (!scenario) {
        emit failed(scenario.error());
        return false;
    }
    return m_session.pins().pin(*scenario, name);
}

bool Documents::save()
{
    if (path().isEmpty())
        return saveAs();
    return m_dialogs->save(&m_window, name(), m_file.change(),
        {.write = [this] { return writeTo(path()); },
            .saveAs = [this] { return saveAs(); },
            .reload = [this] { reload(); }});
}

bool Documents::saveAs()
{
    const QString path = m_dialogs->saveFile(&m_window, suggestedPath());
    return !path.isEmpty() && writeTo(path);
}

bool Documents::writeTo(const QString &path)
{
    DocumentFile file;
    if (const Status written = file.write(path, writeScenario(m_session.document())); !written) {
        emit failed(written.error());
        return false;
    }
    m_session.setSaved();
    setFile(file);
    m_autosave.update();
    m_settings.addRecentFile(path);
    return true;
}

const Catalog &Documents::catalog() const
{
    return m_session.catalog();
}

QString Documents::suggestedPath() const
{
    if (!path().isEmpty())
        return path();
    const Plan *plan = m_session.plan();
    const QString model = plan
        ? safeFileName(QString::fromStdString(plan->model.name).section(u'/', -1))
        : QString();
    return QDir(m_settings.lastFolder())
        .filePath((model.isEmpty() ? tr("Untitled") : model) + QStringLiteral(".shardscope"));
}

bool Documents::mayLeave()
{
    return !isModified() || m_dialogs->mayLeave(&m_window, name(), [this] { return save(); });
}

void Documents::offerRecovery()
{
    m_autosave.offerRecovery(*m_dialogs, m_window, tr("Untitled"), [this](const Leftover &left) {
        const Result<ScenarioDocument> document = readScenario(std::string_view(left.text));
        if (!document || !mayLeave())
            return false;
        load(*document, left.file());
        m_session.undoStack()->resetClean(); // recovered, not yet saved
        return true;
    });
}

void Documents::clearRecentFiles()
{
    m_settings.clearRecentFiles();
}

void Documents::setFile(const DocumentFile &file)
{
    m_file = file;
    m_autosave.setFile(file);
    updateTitle();
}

void Documents::updateTitle()
{
    m_window.setWindowTitle(
        QStringLiteral("[*]%1 - %2").arg(name(), QGuiApplication::applicationDisplayName()));
    m_window.setWindowModified(isModified());
}

} // namespace shardscope
