// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QList>

namespace shardscope {

/// Items side by side, as words are: where a row is full, the next one begins.
class FlowLayout : public QLayout
{
public:
    explicit FlowLayout(int gap, QWidget *parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override { m_items += item; }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem *itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem *takeAt(int index) override;

    QSize sizeHint() const override; ///< of all in one row
    QSize minimumSize() const override; ///< of the widest alone
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    void setGeometry(const QRect &rect) override;
    Qt::Orientations expandingDirections() const override { return {}; }

private:
    struct Row
    {
        QList<QLayoutItem *> items{};
        int width = 0;
        int height = 0;
    };
    QList<Row> rowsIn(int width) const;
    void place(const Row &row, const QRect &rect) const;

    QList<QLayoutItem *> m_items;
    int m_gap;
};

} // namespace shardscope
