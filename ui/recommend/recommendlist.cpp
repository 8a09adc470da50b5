// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recommend/recommendlist.h"

#include "core/explore/search/facts.h"
#include "core/explore/search/recommendtexts.h"
#include "ui/charts/charttheme.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QHeaderView>
#include <QSignalBlocker>

#include <algorithm>

namespace shardscope {

namespace {

constexpr int roleColumn = static_cast<int>(RecommendationFact::Role);

RecommendationFact factIn(int column)
{
    return static_cast<RecommendationFact>(column);
}

/// A micro-batch and its accumulation read alike in any language.
QString cellText(RecommendationFact fact, const Recommendation &recommendation)
{
    const QString text = translated(factOf(fact, recommendation));
    return fact == RecommendationFact::Batch ? leftToRight(text) : text;
}

} // namespace

RecommendList::RecommendList(QWidget *parent)
    : QTreeWidget(parent)
{
    setAccessibleName(tr("Configurations"));
    setColumnCount(factCount);
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setAlternatingRowColors(true);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    connect(
        this, &QTreeWidget::currentItemChanged, this, [this] { emit rowSelected(selectedRow()); });
}

void RecommendList::show(const std::vector<Recommendation> &rows)
{
    const QSignalBlocker blocker(this);
    clear();
    if (rows.empty())
        return;
    for (int column = 0; column < columnCount(); ++column) {
        const RecommendationFact fact = factIn(column);
        headerItem()->setText(column, translated(titleOf(fact, rows.front())));
        headerItem()->setTextAlignment(
            column, (isNumber(fact) ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
        setColumnHidden(column, isSameInAll(fact, rows));
    }
    for (const Recommendation &row : rows)
        addTopLevelItem(makeRow(row));
}

QTreeWidgetItem *RecommendList::makeRow(const Recommendation &recommendation) const
{
    const Fit fit = recommendation.memory.verdict.fit;
    auto *item = new QTreeWidgetItem;
    for (int column = 0; column < columnCount(); ++column) {
        item->setText(column, cellText(factIn(column), recommendation));
        if (isNumber(factIn(column)))
            item->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
    }
    item->setIcon(roleColumn, fitIcon(*this, fontMetrics().height(), fit));
    item->setData(roleColumn, Qt::AccessibleTextRole,
        tr("%1: %2", "role, verdict").arg(item->text(roleColumn), displayName(fit)));
    QStringList meanings{displayName(fit)};
    for (const Role one : recommendation.roles)
        meanings += translated(meaningOf(one));
    if (recommendation.roles.empty())
        meanings += tr("No other has more headroom and is as fast.");
    item->setToolTip(roleColumn, meanings.join(QLatin1Char('\n')));
    QFont font = this->font();
    font.setBold(!recommendation.roles.empty());
    item->setFont(roleColumn, font);
    return item;
}

int RecommendList::selectedRow() const
{
    return indexOfTopLevelItem(currentItem());
}

void RecommendList::selectRow(int row)
{
    if (QTreeWidgetItem *item = topLevelItem(row))
        setCurrentItem(item);
}

} // namespace shardscope
