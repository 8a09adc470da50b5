// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recommend/recommendlist.h"

#include "core/explore/search/recommendtexts.h"
#include "core/scenario/framework.h"
#include "ui/charts/charttheme.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QHeaderView>
#include <QSignalBlocker>

#include <algorithm>

namespace shardscope {

namespace {

enum Column {
    RoleColumn,
    ShardingColumn,
    GpusColumn,
    BatchColumn,
    CheckpointingColumn,
    OffloadColumn,
    LossColumn,
    AttentionColumn,
    PeakColumn,
    SpeedColumn,
    StepColumn,
    ColumnCount
};

bool isNumber(int column)
{
    return column == GpusColumn || column == BatchColumn || column == PeakColumn
        || column == SpeedColumn || column == StepColumn;
}

QString withMark(const Recommendation &recommendation, const QString &text)
{
    return updatesOnHost(recommendation.scenario)
        ? RecommendList::tr("%1 *", "figure that leaves something out").arg(text)
        : text;
}

} // namespace

RecommendList::RecommendList(QWidget *parent)
    : QTreeWidget(parent)
{
    setAccessibleName(tr("Configurations"));
    setColumnCount(ColumnCount);
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
    const Scenario &first = rows.front().scenario;
    setHeaderLabels({tr("Best as"), tr("Sharding"), tr("GPUs"), tr("Micro-batch"),
        tr("Checkpointing"), tr("Offload"), tr("Loss"), tr("Attention"),
        tr("Peak of %1")
            .arg(estimatorMemory(first.estimator, rows.front().memory.verdict.capacity)),
        tr("Tokens/s per GPU"), tr("Step")});
    for (int column = 0; column < ColumnCount; ++column)
        headerItem()->setTextAlignment(
            column, (isNumber(column) ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
    for (const Recommendation &row : rows)
        addTopLevelItem(makeRow(row));
    for (const int column :
        {GpusColumn, CheckpointingColumn, OffloadColumn, LossColumn, AttentionColumn}) {
        bool isSame = true;
        for (int row = 1; row < topLevelItemCount(); ++row)
            isSame = isSame && topLevelItem(row)->text(column) == topLevelItem(0)->text(column);
        setColumnHidden(column, isSame);
    }
}

QTreeWidgetItem *RecommendList::makeRow(const Recommendation &recommendation) const
{
    const Training &training = recommendation.scenario.training;
    const Parallel &parallel = recommendation.scenario.parallel;
    const Fit fit = recommendation.memory.verdict.fit;
    const QString role
        = recommendation.roles.empty() ? tr("Frontier") : translated(rolesOf(recommendation));
    auto *item = new QTreeWidgetItem(QStringList{role,
        translated(shardingOf(recommendation.scenario)), formatWhole(parallel.gpus),
        leftToRight(tr("%1 × %2", "micro-batch, accumulation")
                        .arg(formatWhole(training.microBatch), formatWhole(training.accumulation))),
        displayName(training.checkpointing), translated(shortText(parallel.offload)),
        translated(shortText(training.loss)), displayName(training.attention),
        estimatorMemory(recommendation.scenario.estimator, recommendation.memory.peak),
        withMark(recommendation, formatWhole(recommendation.speed.tokensPerSecondPerGpu)),
        withMark(recommendation, formatSeconds(recommendation.speed.step))});
    item->setIcon(RoleColumn, fitIcon(*this, fontMetrics().height(), fit));
    item->setData(RoleColumn, Qt::AccessibleTextRole,
        tr("%1: %2", "role, verdict").arg(role, displayName(fit)));
    for (int column = 0; column < ColumnCount; ++column) {
        if (isNumber(column))
            item->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
    }
    QStringList meanings{displayName(fit)};
    for (const Role one : recommendation.roles)
        meanings += translated(meaningOf(one));
    if (recommendation.roles.empty())
        meanings += tr("No other has more headroom and is as fast.");
    item->setToolTip(RoleColumn, meanings.join(QLatin1Char('\n')));
    QFont font = this->font();
    font.setBold(!recommendation.roles.empty());
    item->setFont(RoleColumn, font);
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
