// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/shown.h"
#include "ui/results/pages.h"
#include "ui/results/planmodel.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QTableView>
#include <QVBoxLayout>

#include <utility>

namespace shardscope {

namespace {

/// Rows and columns that have a selected cell; cells between them that are not selected stay empty.
QString selectedText(const QTableView &table)
{
    const QAbstractItemModel &model = *table.model();
    const QItemSelectionModel &selection = *table.selectionModel();
    const bool isAll = !selection.hasSelection();
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        if (!isAll && !selection.rowIntersectsSelection(row, {}))
            continue;
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column) {
            const QModelIndex index = model.index(row, column);
            if (isAll || selection.isSelected(index))
                cells += index.data().toString();
        }
        lines += cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

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

    auto *copy = new QAction(tr("&Copy"), this);
    connect(copy, &QAction::triggered, this, &TablePage::copySelection);
    m_table->addAction(copy);
    m_table->installEventFilter(this);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);

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

/// A shortcut of the action would be ambiguous: the window's own copies the chart.
bool TablePage::eventFilter(QObject *watched, QEvent *event)
{
    const bool isKey
        = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (!isKey || !static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy))
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        copySelection();
    return true;
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
    QApplication::clipboard()->setText(selectedText(*m_table));
}

} // namespace shardscope
