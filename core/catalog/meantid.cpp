// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/meantid.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace shardscope {

namespace {

using Parts = std::vector<std::string>;

/// Words and numbers, each by itself: "Llama-3.1-8B" is llama 3 1 8 b.
Parts partsOf(std::string_view text)
{
    Parts parts;
    char before = ' ';
    for (const char original : text) {
        const char c = lowerCase(original);
        const bool goesOn = (isDigit(c) && isDigit(before)) || (isLetter(c) && isLetter(before));
        if (goesOn)
            parts.back() += c;
        else if (isDigit(c) || isLetter(c))
            parts.emplace_back(1, c);
        before = c;
    }
    return parts;
}

/// What repositories add to the name of a model without changing its shape: for what it was tuned
/// for, and for how its weights are stored. Not "text decoder": who names a model with a tower does
/// not mean one without.
constexpr auto tuningWords = std::to_array<std::string_view>(
    {"hf", "base", "instruct", "chat", "it", "pt", "meta", "thinking"});
constexpr auto storageWords
    = std::to_array<std::string_view>({"bnb", "unsloth", "gptq", "awq", "dequantized"});
constexpr auto storageEndings = std::to_array<std::array<std::string_view, 2>>(
    {{"4", "bit"}, {"8", "bit"}, {"bf", "16"}, {"fp", "16"}, {"fp", "8"}, {"int", "4"},
        {"int", "8"}, {"nf", "4"}, {"nvfp", "4"}, {"mxfp", "4"}});
constexpr auto gpuExtras = std::to_array<std::string_view>({"nvidia", "geforce", "tesla", "quadro",
    "rtx", "amd", "radeon", "instinct", "intel", "apple", "gpu", "gb", "gib"});

void removeAll(Parts &parts, std::span<const std::string_view> extras)
{
    std::erase_if(parts, [extras](const std::string &part) {
        return std::find(extras.begin(), extras.end(), part) != extras.end();
    });
}

/// What is forgiven in the name of a model.
enum class Forgiven { Storage, Tuning };

Parts modelParts(std::string_view name, Forgiven most = Forgiven::Tuning)
{
    Parts parts = partsOf(name.substr(name.rfind('/') + 1)); // npos + 1 is 0
    removeAll(parts, storageWords);
    if (most == Forgiven::Tuning)
        removeAll(parts, tuningWords);
    for (const auto &ending : storageEndings) {
        if (parts.size() > 2 && std::equal(ending.begin(), ending.end(), parts.end() - 2))
            parts.resize(parts.size() - 2);
    }
    return parts;
}

Parts gpuParts(std::string_view name)
{
    Parts parts = partsOf(name);
    removeAll(parts, gpuExtras);
    return parts;
}

/// Where a version at the end begins, "v 0 1"; the size where there is none.
std::size_t versionAt(const Parts &parts)
{
    std::size_t at = parts.size();
    while (at > 0 && isDigit(parts[at - 1].front()))
        --at;
    return at > 0 && at < parts.size() && parts[at - 1] == "v" ? at - 1 : parts.size();
}

bool isNamed(const ModelEntry &model, const Parts &typed, Forgiven most)
{
    const bool hasVersion = versionAt(typed) < typed.size();
    const auto isSame = [&](std::string_view name) {
        Parts parts = modelParts(name, most);
        if (!hasVersion)
            parts.resize(versionAt(parts));
        return parts == typed;
    };
    return isSame(model.id) || isSame(model.name)
        || std::any_of(model.aliases.begin(), model.aliases.end(), isSame);
}

bool isNamed(const GpuSpec &gpu, const Parts &typed)
{
    const std::string memory = std::to_string(std::lround(gpu.nominalGb.value));
    const auto isSame = [&](std::string_view name) {
        Parts parts = gpuParts(name);
        if (parts == typed)
            return true;
        parts.push_back(memory);
        return parts == typed;
    };
    return isSame(gpu.id) || isSame(gpu.name) || isSame(gpu.label)
        || std::any_of(gpu.aliases.begin(), gpu.aliases.end(), isSame);
}

bool isNamed(const LinkSpec &link, const Parts &typed)
{
    const auto isSame = [&](std::string_view name) { return partsOf(name) == typed; };
    return isSame(link.id) || isSame(link.name) || isSame(link.label)
        || std::any_of(link.aliases.begin(), link.aliases.end(), isSame);
}

template <class Entry, class... Rest>
std::vector<std::string> named(
    const std::vector<Entry> &entries, const Parts &typed, const Rest &...rest)
{
    std::vector<std::string> ids;
    for (const Entry &entry : entries) {
        if (!typed.empty() && isNamed(entry, typed, rest...))
            ids.push_back(entry.id);
    }
    return ids;
}

/// One that is tuned alike goes before any of its shape.
std::vector<std::string> namedModels(const Catalog &catalog, std::string_view typed)
{
    const auto forgiving
        = [&](Forgiven most) { return named(catalog.models, modelParts(typed, most), most); };
    std::vector<std::string> ids = forgiving(Forgiven::Storage);
    return ids.size() == 1 ? ids : forgiving(Forgiven::Tuning);
}

/// The one of several GPUs that says of itself that it is meant by such a word.
const GpuSpec *aliased(std::string_view typed, const Catalog &catalog)
{
    const Parts wanted = gpuParts(typed);
    const auto found = std::find_if(catalog.gpus.begin(), catalog.gpus.end(), [&](const auto &gpu) {
        return std::any_of(gpu.aliases.begin(), gpu.aliases.end(),
            [&](const std::string &alias) { return gpuParts(alias) == wanted; });
    });
    return wanted.empty() || found == catalog.gpus.end() ? nullptr : &*found;
}

} // namespace

std::vector<std::string> meantIds(std::string_view typed, CatalogKind kind, const Catalog &catalog)
{
    switch (kind) {
    case CatalogKind::Gpus:
        if (const GpuSpec *gpu = aliased(typed, catalog))
            return {gpu->id};
        return named(catalog.gpus, gpuParts(typed));
    case CatalogKind::Models:
        return namedModels(catalog, typed);
    case CatalogKind::Links:
        return named(catalog.links, partsOf(typed));
    }
    return {};
}

bool isSameModel(std::string_view name, std::string_view other)
{
    return modelParts(name) == modelParts(other);
}

std::vector<TakenId> settleIds(Scenario &scenario, const Catalog &catalog)
{
    std::vector<TakenId> taken;
    const auto settle = [&](std::string_view key, std::string &id, CatalogKind kind, bool isKnown) {
        const std::vector<std::string> ids
            = isKnown ? std::vector<std::string>() : meantIds(id, kind, catalog);
        if (ids.size() != 1)
            return;
        taken.push_back({key, id, ids.front()});
        id = ids.front();
    };
    std::string &model = scenario.model.id;
    const bool hasModel = !scenario.model.imported && !model.empty();
    settle("model.id", model, CatalogKind::Models, !hasModel || catalog.findModel(model));
    std::string &teacher = scenario.training.teacher;
    settle("training.teacher", teacher, CatalogKind::Models,
        teacher.empty() || catalog.findModel(teacher));
    std::string &gpu = scenario.hardware.gpu;
    settle("hardware.gpu", gpu, CatalogKind::Gpus, catalog.findGpu(gpu));
    std::string &link = scenario.hardware.link;
    settle("hardware.link", link, CatalogKind::Links, link.empty() || catalog.findLink(link));
    return taken;
}

Phrase phraseOf(const TakenId &taken)
{
    return {english("catalog", "%1 is taken for %2."), {taken.typed, taken.id}};
}

} // namespace shardscope
