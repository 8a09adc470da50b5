// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/fileactions.h"

#include "resources/examples.h"
#include "resources/inputfile.h"
#include "ui/files/documents.h"
#include "ui/files/dropzones.h"
#include "ui/files/hubcache.h"
#include "ui/settings.h"
#include "ui/text/exampletexts.h"
#include "ui/text/names.h"

#include <QClipboard>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMimeData>
#include <QProcessEnvironment>
#include <QUrl>

#include <utility>

namespace shardscope {

namespace {

/// "&1 run.shardscope"; a config.json goes by the name of its model, since all are called alike.
QString recentText(int number, const QString &file)
{
    const QFileInfo info(file);
    const bool isConfig = info.fileName() == QStringLiteral("config.json");
    const QString name
        = isConfig ? toText(modelName(info.filesystemFilePath())) : plainName(info.fileName());
    const QString mnemonic = number < 10 ? QStringLiteral("&%1 %2") : QStringLiteral("%1 %2");
    return mnemonic.arg(number).arg(menuText(name));
}

void addEmptyNote(QMenu *menu, const QString &note)
{
    menu->addAction(note)->setEnabled(false);
}

/// Files that are dragged; empty: something else is.
QStringList droppedFiles(const QMimeData &data)
{
    QStringList paths;
    for (const QUrl &url : data.urls()) {
        if (url.isLocalFile())
            paths += url.toLocalFile();
    }
    return paths;
}

} // namespace

FileActions::FileActions(Documents &documents, QWidget &window, QObject *parent)
    : QObject(parent)
    , m_documents(documents)
    , m_window(window)
    , m_recent(new QMenu(&window))
    , m_examples(new QMenu(&window))
    , m_downloaded(new QMenu(&window))
    , m_new(new QAction(this))
    , m_open(new QAction(this))
    , m_separator(new QAction(this))
    , m_save(new QAction(this))
    , m_saveAs(new QAction(this))
    , m_paste(new QAction(this))
{
    makeActions();
    translate();
    window.setAcceptDrops(true);
    window.installEventFilter(this);
}

FileActions::~FileActions()
{
    delete m_recent;
    delete m_examples;
    delete m_downloaded;
}

void FileActions::makeActions()
{
    m_new->setShortcut(QKeySequence::New);
    m_open->setShortcut(QKeySequence::Open);
    m_save->setShortcut(QKeySequence::Save);
    m_saveAs->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    m_paste->setShortcut(QKeySequence::Paste);
    m_separator->setSeparator(true);
    m_new->setIcon(QIcon::fromTheme(QStringLiteral("document-new")));
    m_open->setIcon(QIcon::fromTheme(QStringLiteral("document-open")));
    m_save->setIcon(QIcon::fromTheme(QStringLiteral("document-save")));
    m_saveAs->setIcon(QIcon::fromTheme(QStringLiteral("document-save-as")));
    m_recent->setIcon(QIcon::fromTheme(QStringLiteral("document-open-recent")));
    m_paste->setIcon(QIcon::fromTheme(QStringLiteral("edit-paste")));
    m_recent->setToolTipsVisible(true);
    m_examples->setToolTipsVisible(true);
    m_examples->setObjectName(QStringLiteral("examples"));
    connect(m_new, &QAction::triggered, &m_documents, &Documents::startNew);
    connect(m_open, &QAction::triggered, &m_documents, &Documents::chooseAndOpen);
    connect(m_save, &QAction::triggered, &m_documents, &Documents::save);
    connect(m_saveAs, &QAction::triggered, &m_documents, &Documents::saveAs);
    connect(m_paste, &QAction::triggered, this, &FileActions::paste);
    connect(m_recent, &QMenu::aboutToShow, this, &FileActions::fillRecent);
    connect(m_examples, &QMenu::aboutToShow, this, &FileActions::fillExamples);
    connect(m_downloaded, &QMenu::aboutToShow, this, &FileActions::fillDownloaded);
}

void FileActions::translate()
{
    m_new->setText(tr("&New"));
    m_open->setText(tr("&Open..."));
    m_recent->setTitle(tr("Open &Recent"));
    m_examples->setTitle(tr("E&xamples"));
    m_downloaded->setTitle(tr("&Downloaded Models"));
    m_save->setText(tr("&Save"));
    m_saveAs->setText(tr("Save &As..."));
    m_paste->setText(tr("&Paste"));
    m_new->setToolTip(tr("Start from the default scenario"));
    m_open->setToolTip(
        tr("Open a scenario, a model's config.json, the files of a run or an exported picture"));
    m_save->setToolTip(tr("Save the scenario to its file"));
    m_saveAs->setToolTip(tr("Save the scenario to another file"));
    m_paste->setToolTip(tr("Open what was copied: a scenario, a config.json, a recipe, a command, "
                           "a file or a picture"));
}

QList<QAction *> FileActions::fileActions() const
{
    return {m_new, m_open, m_recent->menuAction(), m_examples->menuAction(),
        m_downloaded->menuAction(), m_separator, m_save, m_saveAs};
}

void FileActions::fillRecent()
{
    m_recent->clear();
    const QStringList files = m_documents.settings().recentFiles();
    if (files.isEmpty())
        return addEmptyNote(m_recent, tr("No files yet"));
    int number = 0;
    for (const QString &file : files) {
        QAction *action = m_recent->addAction(recentText(++number, file));
        const bool exists = QFileInfo::exists(file);
        action->setToolTip(
            exists ? plainName(file) : tr("%1 is not there any more").arg(plainName(file)));
        action->setEnabled(exists);
        connect(
            action, &QAction::triggered, &m_documents, [this, file] { m_documents.open(file); });
    }
    m_recent->addSeparator();
    connect(m_recent->addAction(tr("&Clear the List")), &QAction::triggered, &m_documents,
        &Documents::clearRecentFiles);
}

void FileActions::fillExamples()
{
    const Catalog &catalog = m_documents.catalog();
    m_examples->clear();
    bool isLesson = false;
    for (const Example &example : builtInExamples()) {
        if (example.isLesson() && !std::exchange(isLesson, true))
            m_examples->addSeparator();
        QAction *action
            = m_examples->addAction(menuText(exampleText(example.document.title, catalog)));
        action->setObjectName(QString::fromStdString(example.name));
        action->setToolTip(QStringLiteral("<p>%1</p>") // such wrap
                               .arg(exampleText(example.document.about, catalog).toHtmlEscaped()));
        connect(action, &QAction::triggered, &m_documents,
            [this, document = example.document] { m_documents.openExample(document); });
    }
}

void FileActions::fillDownloaded()
{
    m_downloaded->clear();
    const QList<CachedModel> models
        = cachedModels(hubCacheFolder(QProcessEnvironment::systemEnvironment()));
    if (models.isEmpty())
        return addEmptyNote(m_downloaded, tr("No models in the Hugging Face cache"));
    for (const CachedModel &model : models) {
        QAction *action = m_downloaded->addAction(menuText(model.repository));
        connect(action, &QAction::triggered, &m_documents,
            [this, config = model.config] { m_documents.open(config); });
    }
}

void FileActions::paste()
{
    if (const QMimeData *data = QGuiApplication::clipboard()->mimeData())
        m_documents.open(*data);
}

/// Made when something is dragged for the first time.
DropZones &FileActions::zones()
{
    if (!m_zones)
        m_zones = new DropZones(m_window);
    return *m_zones;
}

void FileActions::drop(QDropEvent &event)
{
    event.setDropAction(Qt::CopyAction); // never moves the user's file
    event.accept();
    const bool compares
        = m_zones->isVisible() && m_zones->zoneAt(event.position().toPoint()) == DropZone::Compare;
    m_zones->hide();
    if (compares)
        m_documents.pin(droppedFiles(*event.mimeData()));
    else
        m_documents.open(*event.mimeData());
}

bool FileActions::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove: {
        auto *drag = static_cast<QDragMoveEvent *>(event);
        drag->setAccepted(mayOpen(*drag->mimeData()));
        if (drag->isAccepted() && event->type() == QEvent::DragEnter)
            zones().appear(!droppedFiles(*drag->mimeData()).isEmpty());
        zones().setPointed(drag->position().toPoint());
        return true;
    }
    case QEvent::DragLeave:
        zones().hide();
        break;
    case QEvent::Drop:
        drop(*static_cast<QDropEvent *>(event));
        return true;
    case QEvent::Close:
        if (m_documents.mayLeave())
            break;
        event->ignore();
        return true;
    case QEvent::LanguageChange:
        translate();
        m_documents.updateTitle();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace shardscope
