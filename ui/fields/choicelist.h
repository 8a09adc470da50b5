// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace shardscope {

/// A list to choose from, as wide as a few words: the longest name must not set the width of the
/// whole panel. What drops down is made when it first does, which QComboBox's own policy of that
/// kind would not wait for.
class ChoiceList : public QComboBox
{
    Q_OBJECT

public:
    explicit ChoiceList(QWidget *parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
    void showPopup() override;

    /// A line between entries that cannot be chosen.
    void addHeading(const QString &text);

signals:
    void aboutToDropDown();
};

} // namespace shardscope
