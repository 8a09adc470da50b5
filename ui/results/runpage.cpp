// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/runpage.h"

#include "core/report/runrows.h"
#include "ui/boldfont.h"
#include "ui/charts/chartview.h"
#include "ui/charts/runchart.h"
#include "ui/compare/shown.h"
#include "ui/plainlabel.h"
#include "ui/results/cellcopy.h"
#include "ui/results/runtable.h"
#include "ui/text/format.h"
#include "ui/text/translated.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollArea>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace shardscope {

namespace {

QToolButton *makeFold(const QString &text, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setText(text);
    button->setAutoRaise(true);
    button->setCheckable(true);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setFont(boldFont(button->font()));
    return button;
}

QTableWidget *makeTable(const QString &name, const QStringList &columns, QWidget *parent)
{
    auto *table = new QTableWidget(0, static_cast<int>(columns.size()), parent);
    table->setAccessibleName(name);
    table->setHorizontalHeaderLabels(columns);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setFrameShape(QFrame::NoFrame);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() * 3 / 2);
    table->horizontalHeader()->setStretchLastSection(true);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeading | Qt::AlignVCenter);
    addCopyCommand(table);
    return table;
}

void fill(QTableWidget *table, const QList<QStringList> &rows)
{
    table->setRowCount(static_cast<int>(rows.size()));
    for (int row = 0; row < table->rowCount(); ++row) {
        for (int column = 0; column < table->columnCount(); ++column) {
            auto *item = new QTableWidgetItem(rows[row][column]);
            item->setToolTip(rows[row][column]);
            table->setItem(row, column, item);
        }
    }
    for (int column = 0; column + 1 < table->columnCount(); ++column)
        table->resizeColumnToContents(column);
}

} // namespace

RunPage::RunPage(Session &session, QWidget *parent)
    : ChartPage(session, parent)
    , m_run(makeTable(
          tr("The whole run"), {tr("The whole run"), tr("Amount"), tr("Derivation")}, this))
    , m_instead(makeFold(tr("Instead: device_map=\"balanced\" on the GPUs of a node"), this))
    , m_sentence(makePlainLabel(this))
    , m_devices(makeTable(tr("Layers over GPUs"),
          {tr("GPU"), tr("Weights"), tr("Of its memory"), tr("Holds")}, this))
    , m_numbers(makeNumbers())
{
    layout()->addWidget(m_numbers);
    addViews({{tr("Numbers"), tr("Duration, cost, energy and checkpoints of the run")},
        {tr("Where the time goes"),
            tr("What the hours of the run are spent on, and what that costs")}});
    connect(m_instead, &QToolButton::toggled, this, &RunPage::showDevices);
    followShown(session, this, [this] { showNumbers(); });
    showView();
}

QScrollArea *RunPage::makeNumbers()
{
    m_sentence->setContentsMargins(12, 0, 12, 4);
    constexpr int leastRows = 5; // before that the page scrolls
    for (QTableWidget *table : {m_run, m_devices}) {
        table->setMinimumHeight((leastRows + 1) * table->verticalHeader()->defaultSectionSize());
        table->setSizePolicy(
            QSizePolicy::Expanding, QSizePolicy::Ignored); // what there is, no more
    }
    auto *content = new QWidget;
    auto *scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_run, 3);
    layout->addWidget(m_instead);
    layout->addWidget(m_sentence);
    layout->addWidget(m_devices, 2);
    scroll->setWidget(content);
    return scroll;
}

ChartData RunPage::makeData(const Plan &plan) const
{
    ChartData spending = runByShare(plan, session().catalog());
    if (view() == Numbers)
        spending.title = tr("Time, energy and cost of the run");
    return spending;
}

void RunPage::showView()
{
    chart()->setVisible(view() == Spending);
    m_numbers->setVisible(view() == Numbers);
    refresh();
}

void RunPage::showEvent(QShowEvent *event)
{
    showNumbers();
    ChartPage::showEvent(event);
}

void RunPage::showNumbers()
{
    const bool isCurrent = shownPlan(session()) && !isShownStale(session());
    m_run->setEnabled(isCurrent);
    m_devices->setEnabled(isCurrent);
    const Plan *plan = shownPlan(session());
    if (!plan || !isVisible())
        return;
    QList<QStringList> rows;
    for (const RunRow &row : runRows(*plan)) {
        const QString detail = translated(row.detail);
        rows += QStringList{translated(row.name), translated(row.amount),
            row.isFormula ? leftToRight(formatFormula(detail)) : detail};
    }
    fill(m_run, rows);
    rows.clear();
    for (const DeviceRow &row : deviceRows(*plan))
        rows += QStringList{row.gpu, row.memory, row.share, row.modules};
    fill(m_devices, rows);
    m_instead->setVisible(rows.size() > 1); // one GPU waits for no other
    showDevices();
    m_sentence->setText(deviceSentence(*plan));
}

void RunPage::showDevices()
{
    const bool isUnfolded = m_instead->isChecked() && !m_instead->isHidden();
    const Qt::ArrowType folded = isRightToLeft() ? Qt::LeftArrow : Qt::RightArrow;
    m_instead->setArrowType(isUnfolded ? Qt::DownArrow : folded);
    m_instead->setAccessibleDescription(isUnfolded ? tr("Unfolded") : tr("Folded away"));
    m_sentence->setVisible(isUnfolded);
    m_devices->setVisible(isUnfolded);
}

} // namespace shardscope
