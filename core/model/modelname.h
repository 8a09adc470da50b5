// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace shardscope {

/// What people would call a model whose config.json lies at `path`: the repository of a Hub cache
/// entry ("models--org--name"), else the folder where the file is called config.json, else the file
/// without its ending. Both kinds of slash part folders.
std::string modelNameAt(std::string_view path);

} // namespace shardscope
