// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer target: whatever a user may open, what may lie in the folder of catalogues, lessons and
// codes of scenarios.
#include "core/base/crc32.h"
#include "core/catalog/catalog.h"
#include "core/document/input.h"
#include "core/document/sharecode.h"
#include "core/lesson/livevalue.h"
#include "core/model/parameters.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace shardscope;

namespace {

/// What came through must also stand being worked with.
void use(const Input &input)
{
    const ScenarioDocument document = withInput({}, input);
    writeScenario(document);
    if (document.scenario.model.imported) {
        const ModelSpec &spec = document.scenario.model.imported->spec;
        countParameters(spec);
        linearsOfLayer(spec, spec.layers - 1);
        (void)loraParametersPerRank(spec, document.scenario.training.loraTargets);
    }
}

/// What was read once is read again as it was written.
void require(bool holds)
{
    if (!holds)
        std::abort();
}

void readAsLesson(std::string_view text)
{
    const Result<Lesson> lesson = readLesson(text);
    if (!lesson) {
        (void)describe(lesson.error());
        return;
    }
    const std::string written = writeLesson(*lesson);
    const Result<Lesson> again = readLesson(written);
    require(again.has_value() && writeLesson(*again) == written);
    for (std::size_t i = 0; i < lesson->steps.size(); ++i) {
        (void)scenarioOf(*lesson, i);
        for (const auto &[language, words] : lesson->steps[i].text.words()) {
            for (const std::string &value : liveValuesIn(words))
                (void)checkLiveValue(value, lesson->scenario);
        }
    }
}

/// With a check that holds: by chance none would.
void readAsCode(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    const std::string content = "1/" + std::string(text);
    std::string check;
    for (int shift = 28; shift >= 0; shift -= 4)
        check += digits[crc32(content) >> static_cast<unsigned>(shift) & 0xFU];
    std::string code = "shardscope:";
    code.append(content).append("#").append(check);
    if (const Result<ScenarioDocument> read = readShareCode(code))
        require(readShareCode(shareCode(read->scenario)).has_value());
    else
        (void)describe(read.error());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const Result<Input> input = readInput(text, "fuzz");
    if (input)
        use(*input);
    else
        (void)describe(input.error());
    readAsLesson(text);
    readAsCode(text);
    Catalog catalog;
    if (const Status status = readCatalog(text, catalog); !status)
        (void)describe(status.error());
    return 0;
}
