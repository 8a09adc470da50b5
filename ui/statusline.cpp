// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/statusline.h"

#include "core/engines/convention.h"
#include "ui/announce.h"
#include "ui/compare/narrator.h"
#include "ui/elidedlabel.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QCoreApplication>
#include <QStatusBar>

namespace shardscope {

namespace {

/// What the numbers stand on.
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

/// The same where an edit is told of.
QString shortFoundation(const Plan &plan)
{
    if (plan.scenario.estimator == EstimatorKind::Worksheet)
        return displayName(plan.scenario.estimator);
    return toText(conventionFor(plan.scenario.parallel).name);
}

} // namespace

QStatusBar *makeStatusLine(Session &session)
{
    auto *bar = new QStatusBar;
    auto *told = new ElidedLabel(bar); // what is read out after an edit, and the only thing that is
    told->setObjectName(QStringLiteral("narration"));
    auto *standing = new ElidedLabel(bar);
    for (QLabel *label : {told, standing})
        label->setContentsMargins(8, 0, 8, 0);
    bar->addWidget(told, 1);
    bar->addPermanentWidget(standing);
    const auto *narrator = new Narrator(session, bar);
    const auto refresh = [&session, narrator, standing] {
        const Plan *plan = session.plan();
        const bool isTelling = !narrator->clause().isEmpty();
        if (!plan)
            return;
        standing->setText(isTelling ? shortFoundation(*plan) : foundation(*plan));
        standing->setToolTip(foundation(*plan));
    };
    QObject::connect(narrator, &Narrator::told, told, [narrator, told, refresh] {
        told->setToolTip(narrator->sentence());
        say(told, narrator->clause());
        refresh();
    });
    QObject::connect(&session, &Session::planChanged, standing, refresh);
    refresh();
    return bar;
}

} // namespace shardscope
