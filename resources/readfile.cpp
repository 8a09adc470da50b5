// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/readfile.h"

#include <cerrno>
#include <fstream>
#include <system_error>
#ifdef _WIN32
#include <windows.h>
#endif

namespace shardscope {

namespace {

namespace fs = std::filesystem;

Error unreadable(const std::string &name, Phrase why)
{
    return {.code = ErrorCode::Unreadable, .expected = std::move(why), .file = name};
}

Error tooLarge(const std::string &name, std::uintmax_t largest)
{
    return {.code = ErrorCode::TooLarge,
        .expected = {english("errors", "at most %1 MiB"), {std::to_string(largest >> 20U)}},
        .file = name};
}

} // namespace

std::string displayName(const fs::path &path)
{
    const std::u8string text = path.u8string();
    return {text.begin(), text.end()};
}

fs::path pathNamed(std::string_view name)
{
#ifdef _WIN32
    const auto bytes = static_cast<int>(name.size());
    std::wstring wide(name.size(), L'\0'); // no more units than bytes
    wide.resize(static_cast<std::size_t>(
        MultiByteToWideChar(CP_UTF8, 0, name.data(), bytes, wide.data(), bytes)));
    return wide;
#else
    return name;
#endif
}

Result<std::string> readFile(const fs::path &path, std::uintmax_t largest, Readable kind)
{
    const std::string name = displayName(path);
    std::error_code problem;
    const fs::file_status status = fs::status(path, problem);
    if (status.type() == fs::file_type::not_found)
        return unreadable(name, english("errors", "a file that exists"));
    if (fs::is_directory(status))
        return unreadable(name, english("errors", "a file, not a folder"));
    if (kind == Readable::Files && fs::is_other(status))
        return unreadable(name, english("errors", "an ordinary file"));
    if (fs::is_regular_file(status) && fs::file_size(path, problem) > largest && !problem)
        return tooLarge(name, largest);
    errno = 0;
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
        return unreadable(name,
            {english("errors", "a file that may be read (%1)"),
                {std::generic_category().message(errno == 0 ? EACCES : errno)}});
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
        return unreadable(name, english("errors", "a file that can be read to its end"));
    return content;
}

} // namespace shardscope
