// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/statusline.h"

#include "core/frameworks/convention.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QCoreApplication>
#include <QLabel>
#include <QStatusBar>

namespace shardscope {

namespace {

QString foundation(const Plan &plan)
{
    if (plan.scenario.estimator == EstimatorKind::Worksheet)
        return QCoreApplication::translate("StatusLine",
            "Worksheet: rules of thumb, decimal GB, nominal capacity. The detailed estimator says "
            "what is really allocated.");
    const std::string_view name = conventionFor(plan.scenario.parallel).name;
    return QCoreApplication::translate(
        "StatusLine", "Detailed, as %1 allocates. Memory in GiB, traffic in GB.")
        .arg(toText(name));
}

} // namespace

QStatusBar *makeStatusLine(Session &session)
{
    auto *bar = new QStatusBar;
    auto *label = new QLabel(bar);
    label->setContentsMargins(8, 0, 8, 0);
    bar->addWidget(label, 1);
    const auto refresh = [&session, label] {
        if (const Plan *plan = session.plan())
            label->setText(foundation(*plan));
    };
    QObject::connect(&session, &Session::planChanged, label, refresh);
    refresh();
    return bar;
}

} // namespace shardscope
