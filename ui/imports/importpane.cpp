// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/imports/importpane.h"

#include "core/interchange/importtext.h"
#include "ui/boldfont.h"
#include "ui/charts/charttheme.h"
#include "ui/files/importdesk.h"
#include "ui/imports/importtree.h"
#include "ui/plainlabel.h"
#include "ui/text/importwords.h"
#include "ui/text/names.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

constexpr std::size_t mostProblems = 5;

/// Foreign words may be longer than the pane is wide: they do not widen it.
QLabel *makeLabel(QWidget *parent)
{
    QLabel *label = makePlainLabel(parent);
    QSizePolicy policy = label->sizePolicy();
    policy.setHorizontalPolicy(QSizePolicy::Ignored);
    label->setSizePolicy(policy);
    return label;
}

std::vector<std::string> namesOfFiles(const ImportedRun &run)
{
    std::vector<std::string> names;
    for (const RunFile &file : run.files)
        names.push_back(file.name);
    return names;
}

} // namespace

ImportPane::ImportPane(Session &session, ImportDesk &desk, QWidget *parent)
    : QWidget(parent)
    , m_desk(desk)
    , m_verdict(makeLabel(this))
    , m_problems(makeLabel(this))
    , m_missing(makeLabel(this))
    , m_takeIn(new QPushButton(tr("Plan it nevertheless"), this))
    , m_tree(new ImportTree(session, this))
{
    m_verdict->setObjectName(QStringLiteral("verdict"));
    m_problems->setObjectName(QStringLiteral("problems"));
    m_missing->setObjectName(QStringLiteral("missing"));
    m_problems->setAccessibleDescription(tr("Why a plan of these files would not be true"));
    m_takeIn->setToolTip(tr("Takes in what the files say in spite of the problems"));
    m_takeIn->setAccessibleDescription(m_takeIn->toolTip());
    auto *above = new QVBoxLayout;
    above->setContentsMargins(8, 6, 8, 0);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_verdict, m_problems, m_missing})
        above->addWidget(widget);
    above->addWidget(m_takeIn, 0, Qt::AlignLeading);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addLayout(above);
    layout->addWidget(m_tree, 1);
    connect(&desk, &ImportDesk::changed, this, &ImportPane::refresh);
    connect(m_takeIn, &QPushButton::clicked, &desk, &ImportDesk::takeIn);
    connect(m_tree, &ImportTree::chosen, &desk, &ImportDesk::choose);
    connect(m_tree, &ImportTree::inputActivated, this, &ImportPane::controlRequested);
    connect(m_tree, &ImportTree::copyRequested, this, &ImportPane::copy);
    refresh();
}

void ImportPane::refresh()
{
    const ImportedRun *run = m_desk.run();
    m_tree->setVisible(run);
    layout()->setAlignment(run ? Qt::Alignment() : Qt::AlignTop);
    m_verdict->setFont(run ? boldFont(font()) : font());
    m_verdict->setText(run ? importCounts(*run)
                           : tr("Drop files of a run on this window, or open them: a recipe, a "
                                "DeepSpeed or accelerate config, an adapter, a launch script or a "
                                "notebook. Several together are read as one run."));
    showProblems();
    if (!run)
        return;
    std::vector<std::string> files = namesOfFiles(*run);
    const bool isSame = files == m_files;
    m_files = std::move(files);
    const std::vector<bool> unfolded = m_tree->unfolded();
    m_tree->setRun(*run);
    if (isSame)
        m_tree->setUnfolded(unfolded);
    else
        m_tree->foldAsUsual();
}

void ImportPane::showProblems()
{
    const ImportedRun *run = m_desk.run();
    const std::vector<Error> problems = run ? run->problems : std::vector<Error>();
    QStringList lines;
    for (std::size_t i = 0; i < std::min(mostProblems, problems.size()); ++i)
        lines += problemText(problems[i]);
    if (problems.size() > mostProblems)
        lines += tr("%n more", "problems", static_cast<int>(problems.size() - mostProblems));
    m_problems->setText(lines.join(u'\n'));
    m_problems->setVisible(!lines.isEmpty());
    QPalette red = palette();
    red.setColor(QPalette::WindowText, chartTheme(palette(), font()).fails);
    m_problems->setPalette(red);

    const bool isMissing = run && run->missingModel;
    m_missing->setVisible(isMissing);
    if (isMissing)
        m_missing->setText(tr("%1\nThe model is missing: plan it nevertheless, and choose the "
                              "model among the parameters.",
            "what was looked for")
                               .arg(problemText(*run->missingModel)));
    m_takeIn->setVisible(m_desk.isHeldBack());
}

void ImportPane::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showProblems();
}

std::vector<bool> ImportPane::unfolded() const
{
    return m_tree->unfolded();
}

void ImportPane::setUnfolded(const std::vector<bool> &unfolded)
{
    m_tree->setUnfolded(unfolded);
}

void ImportPane::copy() const
{
    const ImportedRun *run = m_desk.run();
    if (!run)
        return;
    std::string text;
    for (const Error &problem : run->problems)
        text += describe(problem) + "\n";
    QGuiApplication::clipboard()->setText(toText(text + importToText(*run)));
}

} // namespace shardscope
