// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/examples.h"

#include "resources/data.h"

#include <cassert>

namespace shardscope {

std::vector<Example> builtInExamples()
{
    std::vector<Example> examples;
    for (const EmbeddedFile &file : embeddedFiles()) {
        if (!file.name.starts_with("examples/"))
            continue;
        Result<ScenarioDocument> document = readScenario(file.content);
        assert(document);
        if (document)
            examples.push_back({std::string(file.name), *std::move(document)});
    }
    return examples;
}

} // namespace shardscope
