// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/published/mapping.h"
#include "tools/validate/words.h"

#include <array>

namespace shardscope {

namespace {

/// Names without their maker; the first that fits counts.
constexpr std::array<Word, 26> cards{{
    {"", "a800h800*"},
    {"a100-pcie-40", "a100*pci*40* a100*40*pci*"},
    {"a100-pcie-80", "a100*pci*80* a100*80*pci*"},
    {"", "a100*pci*"},
    {"a100-sxm-40", "a800*40* a100*40*"},
    {"a100-sxm-80", "a800*80* a100*80*"},
    {"a10g", "a10g*"},
    {"", "a100*"},
    {"a10", "a10*"},
    {"h100-nvl", "h100*nvl*"},
    {"h100-pcie", "h100*pci* h800*pci*"},
    {"h800-sxm", "h800*"},
    {"", "h100*96* h100*95* h100*94* h100*64*"},
    {"h100-sxm", "h100*"},
    {"h200", "h200*"},
    {"b200", "b200*"},
    {"gb200", "gb200*"},
    {"l40s", "l40s*"},
    {"", "l40*"},
    {"l4", "l4*"},
    {"t4", "t4*"},
    {"rtx6000ada", "rtx6000ada*"},
    {"a6000", "rtxa6000* a6000*"},
    {"mi250x-gcd", "mi250x*"},
    {"v100-sxm-16", "v100*16*"},
    {"v100-sxm-32", "v100*32*"},
}};
/// Cards whose names are the catalogue's, with whatever behind them.
constexpr std::array<std::string_view, 5> plainCards{
    "mi300x", "mi325x", "rtx3090", "rtx4090", "rtx5090"};

} // namespace

std::string_view gpuCalled(std::string_view name)
{
    const std::string spelt = plain(name);
    std::string_view card = spelt;
    for (const std::string_view maker : {"nvidia", "tesla", "geforce", "amd", "instinct"}) {
        if (card.starts_with(maker))
            card.remove_prefix(maker.size());
    }
    for (const std::string_view id : plainCards) {
        if (card.starts_with(id))
            return id;
    }
    return ourWord(cards, card);
}

} // namespace shardscope
