// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"

#include <QString>

#include <string>

namespace shardscope {

/// A title, a text or the name of a pin, in the user's language where it is one of ours, and with
/// the names of controls and choices where it has their keys: "{parallel.gpus}",
/// "{training.loss=fused}".
QString exampleText(const std::string &english, const Catalog &catalog);
/// The same as HTML, where names of controls are links to their keys.
QString exampleHtml(const std::string &english, const Catalog &catalog);

} // namespace shardscope
