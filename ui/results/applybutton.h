// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

namespace shardscope {

/// "Apply" beside a change in words, which it repeats for those who do not see it there.
class ApplyButton : public QPushButton
{
    Q_OBJECT

public:
    explicit ApplyButton(QWidget *parent);

    /// `inputs` are what it sets, each from and to; `costs` what it comes to, where that is known.
    void setChange(const QString &change, const QStringList &inputs, const QString &costs = {});
    /// Greyed out, for a reason.
    void setUnavailable(const QString &why);
};

} // namespace shardscope
