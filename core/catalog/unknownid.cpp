// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/unknownid.h"

#include "core/base/nearest.h"
#include "core/catalog/meantid.h"

#include <algorithm>

namespace shardscope {

namespace {

/// "Llama-3.1-8B" of "meta-llama/Llama-3.1-8B": who owns a model is seldom what is typed.
std::string withoutOwner(const std::string &id)
{
    return id.substr(id.rfind('/') + 1); // npos + 1 is 0
}

Listed listed(const ModelEntry &model)
{
    Listed one{model.id, {withoutOwner(model.id), model.name}};
    for (const std::string &alias : model.aliases) {
        if (!isSameModel(alias, model.id)) // "-Chat" must not draw to it what ends like that
            one.names.push_back(withoutOwner(alias));
    }
    return one;
}

Listed listed(const GpuSpec &gpu)
{
    return {gpu.id, {gpu.name, gpu.label}};
}

Listed listed(const LinkSpec &link)
{
    Listed one{link.id, {link.name, link.label}};
    one.names.insert(one.names.end(), link.aliases.begin(), link.aliases.end());
    return one;
}

template <class Entry>
std::vector<Listed> allOf(const std::vector<Entry> &entries)
{
    std::vector<Listed> all;
    for (const Entry &entry : entries)
        all.push_back(listed(entry));
    return all;
}

std::vector<Listed> listOf(const Catalog &catalog, CatalogKind kind)
{
    switch (kind) {
    case CatalogKind::Gpus:
        return allOf(catalog.gpus);
    case CatalogKind::Models:
        return allOf(catalog.models);
    case CatalogKind::Links:
        return allOf(catalog.links);
    }
    return {};
}

} // namespace

std::vector<std::string> nearestIds(
    const std::string &name, CatalogKind kind, const Catalog &catalog)
{
    std::vector<std::string> ids = meantIds(name, kind, catalog);
    if (ids.empty())
        ids = nearest(name, listOf(catalog, kind));
    constexpr std::size_t most = 3;
    ids.resize(std::min(ids.size(), most));
    return ids;
}

Error unknownId(
    std::string_view key, const std::string &id, CatalogKind kind, const Catalog &catalog)
{
    return {.code = ErrorCode::UnknownId,
        .where = std::string(key),
        .found = id,
        .expected = withMeant({english("errors", "an id that `shardscope-cli catalog %1` lists"),
                                  {std::string(nameOf(kind))}},
            nearestIds(id, kind, catalog))};
}

} // namespace shardscope
