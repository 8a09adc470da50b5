// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartpicture.h"

#include <QPicture>
#include <QWidget>

namespace shardscope {

/// A picture as it will be exported, as large as there is room for, on something like a desk.
class Preview : public QWidget
{
    Q_OBJECT

public:
    explicit Preview(QWidget *parent = nullptr);

    void setPicture(const ChartPicture &picture);
    /// Where the picture lies: in its proportions, in the middle.
    QRect pictureRect() const;

    QSize sizeHint() const override { return {560, 400}; }
    QSize minimumSizeHint() const override { return {320, 240}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    ChartPicture m_picture;
    QPicture m_drawing; ///< replayed at any scale, so that text stays sharp
};

} // namespace shardscope
