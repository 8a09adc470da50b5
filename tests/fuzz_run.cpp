// SPDX-License-Identifier: GPL-3.0-or-later
// Reads broken files of runs. Each target takes its text for a file of another name.
#include "core/base/crc32.h"
#include "core/catalog/catalog.h"
#include "core/interchange/importrun.h"
#include "core/interchange/importtext.h"
#include "core/interchange/saveback.h"
#include "core/scenario/keys.h"

#include <cstdint>
#include <cstdlib>
#include <string>

using namespace shardscope;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

/// Models and GPUs need not be known here.
const Catalog &catalog()
{
    static const Catalog empty;
    return empty;
}

/// What was read can be written, and every input is within its range.
void check(const ImportedRun &run)
{
    require(!importToText(run).empty() || run.report == ImportReport{});
    static_cast<void>(writeJson(importToJson(run)));
    static_cast<void>(importNotes(run));
    Scenario scratch = run.scenario;
    for (const Key &key : keys()) {
        const std::optional<Json> value = key.get(run.scenario);
        if (value && key.kind != KeyKind::Document && !key.automatic)
            require(setKey(scratch, key, *value).has_value());
    }
}

/// Nothing but lines that say what changed is another.
void checkSaveBack(const RunFile &file, const ImportedRun &run)
{
    Scenario now = run.scenario;
    now.training.microBatch = now.training.microBatch == 3 ? 5 : 3;
    const SavedBack saved = saveBack({&file, 1}, run.scenario, now, catalog());
    require(saved.files.size() <= 1);
    static_cast<void>(diffText(saved.edits));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const RunFile file{
        SHARDSCOPE_FUZZ_NAME, std::string(reinterpret_cast<const char *>(data), size)};
    static_cast<void>(looksLikeRunFile(file));
    const Result<ImportedRun> run = importRun({&file, 1}, catalog(), {});
    if (!run) {
        static_cast<void>(describe(run.error()));
        return 0;
    }
    // What is made of it takes five times as long as reading it, and reads it twice more: of every
    // fourth, for three times as many inputs in the hour.
    if (crc32(file.text) % 4 != 0)
        return 0;
    check(*run);
    checkSaveBack(file, *run);
    return 0;
}
