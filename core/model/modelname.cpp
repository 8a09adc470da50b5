// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/modelname.h"

#include <algorithm>
#include <vector>

namespace shardscope {

namespace {

/// The names on the way to a file; its own last. "." says nothing, and ".." takes one back.
std::vector<std::string_view> partsOf(std::string_view path)
{
    std::vector<std::string_view> parts;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find_first_of("/\\", begin), path.size());
        const std::string_view part = path.substr(begin, end - begin);
        if (part == ".." && !parts.empty())
            parts.pop_back();
        else if (!part.empty() && part != "." && part != "..")
            parts.push_back(part);
        begin = end + 1;
    }
    return parts;
}

/// "models--org--name" to "org/name"; empty for any other folder.
std::string repositoryOf(std::string_view folder)
{
    constexpr std::string_view prefix = "models--";
    if (!folder.starts_with(prefix))
        return {};
    std::string name(folder.substr(prefix.size()));
    const std::size_t separator = name.find("--");
    return separator == std::string::npos ? name : name.replace(separator, 2, "/");
}

} // namespace

std::string modelNameAt(std::string_view path)
{
    const std::vector<std::string_view> parts = partsOf(path);
    if (parts.empty())
        return {};
    for (std::size_t i = parts.size() - 1; i > 0; --i) {
        if (std::string name = repositoryOf(parts[i - 1]); !name.empty())
            return name;
    }
    const std::string_view file = parts.back();
    if (file == "config.json")
        return std::string(parts.size() > 1 ? parts[parts.size() - 2] : "config");
    const std::size_t dot = file.find_last_of('.');
    return std::string(dot == 0 ? file : file.substr(0, dot));
}

} // namespace shardscope
