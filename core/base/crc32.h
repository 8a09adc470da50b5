// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

namespace shardscope {

/// CRC-32 of ISO 3309, as PNG and zip have it: finds any change of up to 32 bits in a row.
std::uint32_t crc32(std::string_view bytes);

} // namespace shardscope
