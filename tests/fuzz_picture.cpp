// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer target: broken pictures, with and without a scenario in them. What is put into one is
// found there.
#include "core/document/input.h"
#include "core/document/picture.h"
#include "tests/support/fuzzed.h"

using namespace shardscope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view bytes = asText(data, size);
    if (const Result<AnyInput> input = readInput(bytes, "fuzz"); !input)
        (void)describe(input.error());
    const std::optional<PictureFormat> format = pictureFormat(bytes);
    const Result<std::string> found = scenarioIn(bytes);
    if (!found)
        (void)describe(found.error());
    // Behind a beginning that is one, whatever follows.
    for (const char *begin :
        {"\x89PNG\r\n\x1a\n", "<svg xmlns=\"http://www.w3.org/2000/svg\">", "%PDF-1.4\n"})
        (void)scenarioIn(begin + std::string(bytes));
    const std::string text = "{\"shardscope\": 1, \"title\": \"<&]]>\"}";
    const std::string marked = withScenario(std::string(bytes), text);
    if (!format || *format == PictureFormat::Pdf)
        require(marked == bytes);
    // Of a PNG it takes the place of another. An SVG keeps what it has, and the first one counts.
    else if (*format == PictureFormat::Png && marked != bytes)
        require(scenarioIn(marked).has_value() && *scenarioIn(marked) == text);
    else
        require(marked.size() >= size);
    // Of the part of an input that is text, a packet is made.
    (void)xmpPacket(bytes, bytes);
    return 0;
}
