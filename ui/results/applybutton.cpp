// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/applybutton.h"

namespace shardscope {

ApplyButton::ApplyButton(QWidget *parent)
    : QPushButton(tr("Apply"), parent)
{ }

void ApplyButton::setChange(const QString &change, const QStringList &inputs, const QString &costs)
{
    const QString set = inputs.join(QStringLiteral(", "));
    QStringList said{set, costs};
    said.removeAll(QString());
    setEnabled(true);
    setToolTip(set.isEmpty() ? change : tr("%1\nSets %2", "the change, inputs").arg(change, set));
    setAccessibleName(tr("Apply: %1", "the change").arg(change));
    setAccessibleDescription(said.join(QStringLiteral("; ")));
}

void ApplyButton::setUnavailable(const QString &why)
{
    setEnabled(false);
    setToolTip(why);
    setAccessibleName(text());
    setAccessibleDescription(why);
}

} // namespace shardscope
