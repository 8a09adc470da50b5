// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "resources/lessons.h"
#include "ui/chartroom.h"
#include "ui/dialogs/calibrationdialog.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/dialogs/messagebar.h"
#include "ui/files/fileactions.h"
#include "ui/foldingdock.h"
#include "ui/freememory.h"
#include "ui/imports/importpane.h"
#include "ui/language.h"
#include "ui/panels/parameterpanel.h"
#include "ui/results/explainview.h"
#include "ui/results/reasonspane.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/startup.h"
#include "ui/statusline.h"
#include "ui/text/importwords.h"
#include "ui/workshop/lessondesk.h"
#include "ui/workshop/lessoneditor.h"
#include "ui/workshop/lessonfiles.h"
#include "ui/workshop/lessonpane.h"
#include "ui/workshop/workshop.h"
#include "ui/workspace.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QLayout>
#include <QScreen>
#include <QStatusBar>

namespace shardscope {

namespace {

QDockWidget *makeDock(const QString &title, QWidget *content, const char *name, QWidget &window)
{
    auto *dock = new QDockWidget(title, &window);
    dock->setWidget(content);
    dock->setObjectName(QLatin1String(name));
    return dock;
}

} // namespace

MainWindow::MainWindow(WindowServices services, DocumentServices documents)
    : m_services(services)
    , m_documents(
          new Documents(services.session, *this, services.settings, std::move(documents), this))
    , m_fileActions(new FileActions(*m_documents, *this, this))
    , m_lessons(new LessonDesk(this))
    , m_lessonFiles(new LessonFiles(
          *m_lessons, services.session, m_documents->dialogs(), *this, m_documents->backupFolder()))
    , m_workshop(new Workshop(services.session, *this))
{
    setMinimumSize(800, 440);
    connect(m_documents, &Documents::failed, this, &MainWindow::showError);
    connect(m_documents, &Documents::opened, this,
        [this](const QString &name) { m_workspace->showOpened(name); });
    connect(m_documents, &Documents::measurementPasted, this,
        [this](const QString &text) { showCalibration(m_services.session, this, text); });
    connect(m_documents, &Documents::imported, this, &MainWindow::showImport);
    connect(m_documents, &Documents::lessonRequested, this, [this](const QString &path) {
        if (m_lessonFiles->open(path))
            followLesson();
    });
    connect(m_lessonFiles, &LessonFiles::failed, this, &MainWindow::showError);
    const auto tell = [this](const QString &text) { m_workspace->messages().showError(text); };
    connect(m_documents, &Documents::notBackedUp, this, tell);
    connect(m_lessonFiles, &LessonFiles::notBackedUp, this, tell);
    connect(m_lessonFiles, &LessonFiles::recovered, this, &MainWindow::followLesson);
    connect(m_lessonFiles, &LessonFiles::written, this,
        [this](const QStringList &files) { m_workspace->messages().showWritten(files); });
    new FreeMemory(services.session, this);
    build();
    if (!services.settings.restoreWindow(*this))
        resize(firstSize(screen()->availableSize()));
    m_importDock->hide(); // until there is something to show
}

MainWindow::~MainWindow() = default;

void MainWindow::showError(const Error &error)
{
    m_workspace->messages().showError(error);
}

/// Everything that shows words. Made anew when the language changes.
void MainWindow::build()
{
    m_workspace = new Workspace(m_services.session);
    setCentralWidget(m_workspace);
    buildDocks();
    buildMenus();
    setStatusBar(makeStatusLine(m_services.session));
    m_documents->updateTitle();
}

/// In another language: what it was, but for its words.
void MainWindow::rebuild()
{
    const int tab = m_workspace->currentTab();
    const QString part = m_explain->part();
    const QByteArray docks = saveState();
    const QSize sizes(m_docks.first()->width(), m_docks.last()->height());
    const Qt::LayoutDirection direction = m_direction;
    const std::vector<bool> unfolded = m_parameters->unfolded();
    const std::vector<bool> unfoldedImports = m_importPane->unfolded();
    std::unique_ptr<Presentation> lesson = m_lessonPane->takePresentation();
    const bool isImportShown = m_importDock->isVisible();

    build();
    if (lesson)
        m_lessonPane->resume(std::move(lesson));
    m_importDock->setVisible(isImportShown);
    m_workspace->showTab(tab);
    if (!part.isEmpty())
        emit m_workspace->partActivated(part);
    if (m_direction == direction)
        restoreState(docks);
    // The state speaks of docks that are laid out; new ones grow by it each time.
    QApplication::sendPostedEvents(this, QEvent::LayoutRequest);
    layout()->activate();
    resizeDocks({m_docks.first()}, {sizes.width()}, Qt::Horizontal);
    resizeDocks({m_docks.last()}, {sizes.height()}, Qt::Vertical);
    m_parameters->setUnfolded(unfolded);
    m_importPane->setUnfolded(unfoldedImports);
}

void MainWindow::buildDocks()
{
    qDeleteAll(m_docks);
    m_parameters = new ParameterPanel(m_services.session);
    auto *reasons = new ReasonsPane(m_services.session, m_workspace->advisor());
    m_explain = reasons->explain();

    auto *inputs = makeDock(tr("Parameters"), m_parameters, "parameters", *this);
    auto *explained = new FoldingDock("explain", tr("Why this number"), reasons, this);
    m_lessonPane = new LessonPane(m_services.session, *m_lessons);
    m_lessonDock = makeDock(tr("Lesson"), m_lessonPane, "lesson", *this);
    m_importPane = new ImportPane(m_services.session, m_documents->imports());
    m_importDock = makeDock(tr("Imported files"), m_importPane, "imports", *this);
    m_docks = {inputs, m_lessonDock, m_importDock, explained};
    m_direction = QApplication::layoutDirection();
    const bool leftToRight = m_direction == Qt::LeftToRight;
    addDockWidget(leftToRight ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea, inputs);
    addDockWidget(leftToRight ? Qt::RightDockWidgetArea : Qt::LeftDockWidgetArea, m_lessonDock);
    tabifyDockWidget(m_lessonDock, m_importDock);
    m_lessonDock->setVisible(false);
    m_importDock->setVisible(false);
    addDockWidget(Qt::BottomDockWidgetArea, explained);
    // The parameters take the whole height; the reasons belong to the chart above them.
    for (const Qt::Corner corner : {Qt::BottomLeftCorner, Qt::BottomRightCorner})
        setCorner(corner,
            corner == Qt::BottomLeftCorner ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea);
    resizeDocks({inputs, explained}, {320, 160}, Qt::Horizontal);
    new ChartRoom(*this, *m_workspace, *explained);
    Settings &settings = m_services.settings;
    m_parameters->setUnusedShown(settings.unusedShown());
    connect(m_parameters, &ParameterPanel::unusedShownChanged, this,
        [&settings](const QStringList &groups) { settings.setUnusedShown(groups); });
    if (const std::optional<bool> isFolded = settings.isPaneFolded())
        explained->choose(*isFolded);
    connect(explained, &FoldingDock::toggled, this,
        [&settings](bool isFolded) { settings.setPaneFolded(isFolded); });

    m_panes = {
        m_parameters, m_workspace, m_lessonPane, m_importPane, m_explain, reasons->consequences()};

    connect(m_lessonPane, &LessonPane::chartRequested, this, [this](const QString &chart) {
        if (const auto kind = fromName<ChartKind>(chart.toStdString()))
            m_workspace->showChart(*kind);
    });
    connect(m_workspace, &Workspace::partActivated, m_explain, &ExplainView::selectPart);
    connect(m_explain, &ExplainView::phaseRequested, m_workspace, &Workspace::showPhase);
    connect(m_explain, &ExplainView::controlRequested, m_parameters, &ParameterPanel::focusControl);
    connect(m_workspace, &Workspace::controlRequested, m_parameters, &ParameterPanel::focusControl);
    connect(
        m_importPane, &ImportPane::controlRequested, m_parameters, &ParameterPanel::focusControl);
}

void MainWindow::followLesson()
{
    m_lessonDock->show();
    m_lessonDock->raise();
}

void MainWindow::showImport()
{
    const auto raise = [this] {
        m_importDock->show();
        m_importDock->raise();
    };
    raise();
    const ImportDesk &desk = m_documents->imports();
    m_workspace->messages().showNote(importedText(*desk.run(), desk.isHeldBack()));
    m_workspace->messages().offer(tr("Show"), raise);
}

ShownView MainWindow::shownView() const
{
    return {m_services.session.scenario(), std::string(nameOf(m_workspace->currentChart())),
        m_explain->part().toStdString()};
}

bool MainWindow::follow(const QString &lesson)
{
    const std::optional<std::size_t> builtIn = findBuiltInLesson(lesson.toStdString());
    const bool isOpen
        = builtIn ? m_lessonFiles->openBuiltIn(*builtIn) : m_lessonFiles->open(lesson);
    if (isOpen)
        followLesson();
    return isOpen;
}

void MainWindow::present(const QString &lesson)
{
    if (follow(lesson))
        m_workshop->start(*m_lessons->lesson(), 0, m_lessons->folder());
}

void MainWindow::showExport()
{
    const ExportDialog *dialog = openExport(m_services.session, m_services.settings, this,
        {.documentPath = m_documents->suggestedPath(),
            .sweep = m_workspace->sweep(),
            .axis = m_workspace->axis(),
            .chart = m_workspace->currentChart()});
    connect(dialog, &ExportDialog::exported, &m_workspace->messages(), &MessageBar::showWritten);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_services.settings.saveWindow(*this);
    event->accept();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    // Not from within the menu that asked for it: it is made anew, too.
    if (event->type() == QEvent::LanguageChange && m_workspace)
        QMetaObject::invokeMethod(this, &MainWindow::rebuild, Qt::QueuedConnection);
}

} // namespace shardscope
