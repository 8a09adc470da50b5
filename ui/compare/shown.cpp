// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/shown.h"

namespace shardscope {

const Plan *shownPlan(const Session &session)
{
    const Pins &pins = session.pins();
    return pins.isPeeking() ? pins.all().reference()->plan.get() : session.plan();
}

bool isShownStale(const Session &session)
{
    return session.problem().has_value() && !session.pins().isPeeking();
}

} // namespace shardscope
