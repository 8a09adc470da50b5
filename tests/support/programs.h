// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace shardscope {

/// The program of the build tree, or of the folder that SHARDSCOPE_PROGRAMS names: an installed
/// one.
inline QString installedOr(const QString &built)
{
    const QString folder = qEnvironmentVariable("SHARDSCOPE_PROGRAMS");
    return folder.isEmpty() ? built : folder + built.mid(built.lastIndexOf('/'));
}

#ifdef SHARDSCOPE_CLI
inline QString cliProgram()
{
    return installedOr(SHARDSCOPE_CLI);
}
#endif

#ifdef SHARDSCOPE_DESKTOP
inline QString desktopProgram()
{
    return installedOr(SHARDSCOPE_DESKTOP);
}
#endif

} // namespace shardscope
