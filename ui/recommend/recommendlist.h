// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/recommend.h"

#include <QTreeWidget>

namespace shardscope {

/// Configurations side by side, a row each; what is the same in all of them has no column.
class RecommendList : public QTreeWidget
{
    Q_OBJECT

public:
    explicit RecommendList(QWidget *parent = nullptr);

    void show(const std::vector<Recommendation> &rows);
    int selectedRow() const;
    void selectRow(int row);

signals:
    void rowSelected(int row);

private:
    QTreeWidgetItem *makeRow(const Recommendation &recommendation) const;
};

} // namespace shardscope
