// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/readfile.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>

namespace shardscope {

namespace {

namespace fs = std::filesystem;

Error unreadable(const std::string &name, const std::string &why)
{
    return {.code = ErrorCode::Unreadable, .expected = why, .file = name};
}

Error tooLarge(const std::string &name, std::uintmax_t largest)
{
    return {.code = ErrorCode::TooLarge,
        .expected = "at most " + std::to_string(largest >> 20U) + " MiB",
        .file = name};
}

/// "models--org--name" to "org/name"; empty for any other folder.
std::string repositoryOf(const std::string &folder)
{
    constexpr std::string_view prefix = "models--";
    if (!folder.starts_with(prefix))
        return {};
    std::string name = folder.substr(prefix.size());
    const std::size_t separator = name.find("--");
    return separator == std::string::npos ? name : name.replace(separator, 2, "/");
}

} // namespace

std::string displayName(const fs::path &path)
{
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

Result<std::string> readFile(const fs::path &path, std::uintmax_t largest)
{
    const std::string name = displayName(path);
    std::error_code problem;
    const fs::file_status status = fs::status(path, problem);
    if (status.type() == fs::file_type::not_found)
        return unreadable(name, "a file that exists");
    if (fs::is_directory(status))
        return unreadable(name, "a file, not a folder");
    if (fs::is_regular_file(status) && fs::file_size(path, problem) > largest && !problem)
        return tooLarge(name, largest);
    errno = 0;
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
        return unreadable(name,
            "a file that may be read ("
                + std::generic_category().message(errno == 0 ? EACCES : errno) + ")");
    return readStream(stream, name, largest);
}

Result<std::string> readStream(
    std::istream &stream, const std::string &name, std::uintmax_t largest)
{
    std::string content;
    std::string block(std::size_t{1} << 16U, '\0');
    while (stream) {
        stream.read(block.data(), static_cast<std::streamsize>(block.size()));
        content.append(block, 0, static_cast<std::size_t>(stream.gcount()));
        if (content.size() > largest)
            return tooLarge(name, largest);
    }
    if (stream.bad())
        return unreadable(name, "a file that can be read to its end");
    return content;
}

Result<fs::path> inputFile(const fs::path &path)
{
    std::error_code problem;
    if (!fs::is_directory(path, problem))
        return path;
    const fs::path config = path / "config.json";
    if (!fs::exists(config, problem))
        return unreadable(displayName(path), "a folder that holds a config.json");
    return config;
}

std::string modelName(const fs::path &path)
{
    std::error_code problem;
    fs::path absolute = fs::absolute(path, problem);
    if (problem)
        absolute = path;
    const std::string parent = displayName(absolute.parent_path().filename());
    for (fs::path folder = absolute.parent_path(); folder.has_relative_path();
         folder = folder.parent_path()) {
        if (const std::string name = repositoryOf(displayName(folder.filename())); !name.empty())
            return name;
    }
    if (absolute.filename() == "config.json" && !parent.empty())
        return parent;
    return displayName(absolute.stem());
}

} // namespace shardscope
