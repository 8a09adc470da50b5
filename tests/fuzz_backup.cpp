// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer target: broken copies of unsaved scenarios and lessons. What was read is written as it
// was, and so is the document in it.
#include "core/document/document.h"
#include "core/lesson/lesson.h"
#include "resources/backup.h"
#include "tests/support/fuzzed.h"

using namespace shardscope;

namespace {

void read(std::string_view text, const std::string &kind)
{
    const Result<std::optional<Backup>> backup = readBackup(text, kind);
    if (!backup) {
        (void)describe(backup.error());
        return;
    }
    if (!*backup)
        return;
    const std::string written = writeBackup(**backup, kind);
    const Result<std::optional<Backup>> again = readBackup(written, kind);
    require(again && *again && writeBackup(**again, kind) == written
        && (*again)->path == (*backup)->path && (*again)->mark == (*backup)->mark);
    if (const Result<ScenarioDocument> document = readScenario(std::string_view((*backup)->text)))
        (void)writeScenario(*document);
    if (const Result<Lesson> lesson = readLesson((*backup)->text))
        (void)writeLesson(*lesson);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    read(asText(data, size), "scenario");
    read(asText(data, size), "lesson");
    return 0;
}
