// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

namespace shardscope {

/// The plan to show: the baseline while it is peeked at, else the present one. Null before the
/// first.
const Plan *shownPlan(const Session &session);
/// Whether what is shown is older than the inputs.
bool isShownStale(const Session &session);

/// Calls `refresh` when another plan is to be shown, or the same beside others.
template <class Function>
void followShown(Session &session, QObject *receiver, Function refresh)
{
    QObject::connect(&session, &Session::planChanged, receiver, refresh);
    QObject::connect(&session.pins(), &Pins::changed, receiver, refresh);
    QObject::connect(&session.pins(), &Pins::peekingChanged, receiver, refresh);
}

} // namespace shardscope
