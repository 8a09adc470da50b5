// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QStatusBar;

namespace shardscope {

class Session;

/// A status bar that says in a clause what the last edit has done, to assistive technology as well,
/// and what the numbers stand on: estimator, convention, units.
QStatusBar *makeStatusLine(Session &session);

} // namespace shardscope
