// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer target: broken lists of measured runs, as `shardscope-cli validate` takes them. What
// was read is compared with what is predicted.
#include "tests/support/fuzzed.h"
#include "tools/validate/casereader.h"
#include "tools/validate/report.h"
#include "tools/validate/validation.h"

using namespace shardscope;

namespace {

/// Few runs are planned of each list: fuzzing is about the reading of them.
constexpr std::size_t mostPlanned = 2;

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    Result<std::vector<Case>> cases = readCases(asText(data, size));
    if (!cases) {
        (void)describe(cases.error());
        return 0;
    }
    cases->resize(std::min(cases->size(), mostPlanned));
    const Validation compared = validate(*cases, knownCatalog());
    require(compared.leftOut.size() <= cases->size());
    (void)writeJson(validationToJson(compared));
    return 0;
}
