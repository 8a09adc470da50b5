// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/applybutton.h"

namespace shardscope {

ApplyButton::ApplyButton(QWidget *parent)
    : QPushButton(tr("Apply"), parent)
{ }

void ApplyButton::setChange(const QString &change, const QString &costs)
{
    setEnabled(true);
    setToolTip(change);
    setAccessibleName(tr("Apply: %1", "the change").arg(change));
    setAccessibleDescription(costs);
}

void ApplyButton::setUnavailable(const QString &why)
{
    setEnabled(false);
    setToolTip(why);
    setAccessibleName(text());
    setAccessibleDescription(why);
}

} // namespace shardscope
