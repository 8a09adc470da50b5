// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer target: whatever a user may open, and what may lie in the folder of catalogues.
#include "core/catalog/catalog.h"
#include "core/document/input.h"
#include "core/model/parameters.h"

#include <cstddef>
#include <cstdint>

using namespace shardscope;

namespace {

/// What came through must also stand being worked with.
void use(const AnyInput &input)
{
    const ScenarioDocument document = withInput({}, input);
    writeScenario(document);
    if (document.scenario.model.imported) {
        const ModelSpec &spec = document.scenario.model.imported->spec;
        countParameters(spec);
        linearsOf(spec, spec.formOf(spec.layers - 1));
        (void)loraParametersPerRank(spec, document.scenario.training.loraTargets);
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const Result<AnyInput> input = readInput(text, "fuzz");
    if (input)
        use(*input);
    else
        (void)describe(input.error());
    Catalog catalog;
    if (const Status status = readCatalog(text, catalog); !status)
        (void)describe(status.error());
    return 0;
}
