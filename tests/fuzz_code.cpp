// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer target: broken codes of scenarios. An input is what stands between the version of a
// code and its check, which is added: by chance none would hold. It is read as a whole code, too.
#include "core/base/crc32.h"
#include "core/document/sharecode.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace shardscope;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

std::string withCheck(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    const std::string content = "1/" + std::string(text);
    std::string check;
    for (int shift = 28; shift >= 0; shift -= 4)
        check += digits[crc32(content) >> static_cast<unsigned>(shift) & 0xFU];
    std::string code = "shardscope:";
    return code.append(content).append("#").append(check);
}

/// What was read is written as a code of the same scenario.
void read(std::string_view code)
{
    (void)isShareCode(code);
    const Result<ScenarioDocument> document = readShareCode(code);
    if (!document) {
        (void)describe(document.error());
        return;
    }
    const std::string written = shareCode(document->scenario);
    const Result<ScenarioDocument> again = readShareCode(written);
    require(again.has_value() && shareCode(again->scenario) == written);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    read(text);
    read(withCheck(text));
    return 0;
}
