// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace shardscope {

/// A small arrow back, in the colours of the palette. Keeps its place while it is hidden.
class ResetButton : public QToolButton
{
    Q_OBJECT

public:
    explicit ResetButton(QWidget *parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace shardscope
