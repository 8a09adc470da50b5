// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/inputs.h"
#include "app/outcome.h"
#include "core/catalog/catalog.h"
#include "ui/files/exporter.h"

#include <string>
#include <variant>
#include <vector>

namespace shardscope {

/// The desktop program's command line, taken apart.
struct DesktopCommand
{
    std::vector<std::string> files{};
    std::vector<Setting> settings{};
    std::vector<ExportOptions> exports{}; ///< one for each --export
    std::string lesson{}; ///< to present: a file, or a built-in one; empty: none
};

/// The command, or what to say and end with: help, version, wrong usage.
std::variant<DesktopCommand, Outcome> readDesktopCommand(const QStringList &words);

/// Whether the words ask for no window. To be known before there is an application.
bool needsNoDisplay(int argc, char **argv);

/// Writes all the exports. Stops at the first that fails.
Outcome runExports(const DesktopCommand &command, const Catalog &catalog);

} // namespace shardscope
