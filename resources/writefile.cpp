// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/writefile.h"

#include "resources/readfile.h"

#include <cerrno>
#include <fstream>
#include <system_error>

namespace shardscope {

namespace {

namespace fs = std::filesystem;

Error unwritable(const fs::path &path, int code)
{
    return {.code = ErrorCode::Unwritable,
        .expected = std::generic_category().message(code == 0 ? EIO : code),
        .file = displayName(path)};
}

Status writeTo(const fs::path &path, const std::string &text, const fs::path &shown)
{
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file)
        return unwritable(shown, errno);
    return success();
}

} // namespace

Status replaceFile(const fs::path &path, const std::string &text)
{
    std::error_code problem;
    const fs::path target = fs::is_symlink(path, problem) ? fs::canonical(path, problem) : path;
    const fs::file_status status = fs::status(target, problem);
    if (fs::exists(status) && !fs::is_regular_file(status))
        return writeTo(target, text, path);
    fs::path beside = target;
    beside += ".part";
    if (const Status written = writeTo(beside, text, path); !written) {
        fs::remove(beside, problem);
        return written.error();
    }
    if (fs::exists(status))
        fs::permissions(beside, status.permissions(), problem);
    fs::rename(beside, target, problem);
    if (problem)
        return unwritable(path, problem.value());
    return success();
}

} // namespace shardscope
