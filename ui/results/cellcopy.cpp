// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/cellcopy.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QTableView>

namespace shardscope {

namespace {

class CellCopy
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::CellCopy)
};

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

/// A shortcut of the action would be ambiguous: the window's own copies the chart.
class CopyKey : public QObject
{
public:
    explicit CopyKey(QTableView *table)
        : QObject(table)
        , m_table(table)
    {
        table->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        const bool isKey
            = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
        if (!isKey || !static_cast<QKeyEvent *>(event)->matches(QKeySequence::Copy))
            return QObject::eventFilter(watched, event);
        event->accept();
        if (event->type() == QEvent::KeyPress)
            copyCells(*m_table);
        return true;
    }

private:
    QTableView *m_table;
};

} // namespace

void addCopyCommand(QTableView *table)
{
    auto *copy = new QAction(CellCopy::tr("&Copy"), table);
    QObject::connect(copy, &QAction::triggered, table, [table] { copyCells(*table); });
    table->addAction(copy);
    table->setContextMenuPolicy(Qt::ActionsContextMenu);
    new CopyKey(table);
}

void copyCells(const QTableView &table)
{
    QApplication::clipboard()->setText(selectedText(table));
}

} // namespace shardscope
