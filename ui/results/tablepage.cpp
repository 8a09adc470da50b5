// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/shown.h"
#include "ui/results/cellcopy.h"
#include "ui/results/pages.h"
#include "ui/results/planmodel.h"

#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include <utility>

namespace shardscope {

TablePage::TablePage(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_model(new PlanModel(this))
    , m_table(new QTableView(this))
{
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("All numbers"));
    m_table->setAccessibleDescription(tr("Memory, traffic and time of this plan, with formulas"));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);

    addCopyCommand(m_table);

    followShown(session, this, [this] { refresh(); });
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex &index) {
        if (const QString id = index.data(PlanModel::IdRole).toString(); !id.isEmpty())
            emit partActivated(id);
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        if (m_hasWidths)
            m_table->resizeColumnsToContents();
    });
    refresh();
}

void TablePage::refresh()
{
    m_model->setPlan(shownPlan(m_session), m_session.pins().all());
}

void TablePage::showEvent(QShowEvent *event)
{
    if (!std::exchange(m_hasWidths, true))
        m_table->resizeColumnsToContents();
    QWidget::showEvent(event);
}

void TablePage::selectPart(const QString &id)
{
    const int row = m_model->rowOf(id);
    if (row >= 0 && !m_table->selectionModel()->rowIntersectsSelection(row, {}))
        m_table->selectRow(row);
}

void TablePage::copySelection() const
{
    copyCells(*m_table);
}

} // namespace shardscope
