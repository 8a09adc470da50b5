// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/crc32.h"

#include <array>

namespace shardscope {

namespace {

constexpr std::array<std::uint32_t, 256> makeTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < table.size(); ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value & 1U) != 0 ? 0xEDB88320U ^ (value >> 1U) : value >> 1U;
        table[i] = value;
    }
    return table;
}

} // namespace

std::uint32_t crc32(std::string_view bytes)
{
    static constexpr std::array<std::uint32_t, 256> table = makeTable();
    std::uint32_t crc = 0xFFFFFFFFU;
    for (const char c : bytes)
        crc = table[(crc ^ static_cast<unsigned char>(c)) & 0xFFU] ^ (crc >> 8U);
    return ~crc;
}

} // namespace shardscope
