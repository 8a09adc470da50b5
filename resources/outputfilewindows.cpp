// SPDX-License-Identifier: GPL-3.0-or-later
// On Windows a file that is open for writing is locked by being open: nobody else is let in who
// would write. It may be read, and be given another name, while we have it.
#include "resources/outputfile.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>
#include <windows.h>

namespace shardscope {

namespace {

namespace fs = std::filesystem;

HANDLE handle(std::intptr_t file)
{
    return reinterpret_cast<HANDLE>(file);
}

std::intptr_t open(const fs::path &path, DWORD shared, DWORD creation)
{
    return reinterpret_cast<std::intptr_t>(CreateFileW(
        path.c_str(), GENERIC_WRITE, shared, nullptr, creation, FILE_ATTRIBUTE_NORMAL, nullptr));
}

/// The number that `errno` has for what Windows called last.
int lastProblem()
{
    const std::error_code code(static_cast<int>(GetLastError()), std::system_category());
    const std::error_condition condition = code.default_error_condition();
    return condition.category() == std::generic_category() ? condition.value() : EIO;
}

} // namespace

OutputFile::OutputFile(const fs::path &there)
    : m_file(open(there, FILE_SHARE_READ | FILE_SHARE_WRITE, OPEN_EXISTING))
{
    check(isOpen());
}

OutputFile::OutputFile(const fs::path &beside, bool /*isForAll*/)
{
    std::error_code problem;
    if (fs::is_symlink(beside, problem)) { // what it leads to is somebody's file
        m_problem = ELOOP;
        return;
    }
    m_file = open(beside, FILE_SHARE_READ | FILE_SHARE_DELETE, CREATE_ALWAYS);
    if (isOpen())
        return;
    m_isOthers = GetLastError() == ERROR_SHARING_VIOLATION;
    check(false);
}

OutputFile::~OutputFile()
{
    if (isOpen())
        CloseHandle(handle(m_file));
}

void OutputFile::write(std::string_view text)
{
    constexpr std::size_t most = std::numeric_limits<DWORD>::max();
    while (m_problem == 0 && !text.empty()) {
        DWORD written = 0;
        check(WriteFile(handle(m_file), text.data(),
                  static_cast<DWORD>(std::min(text.size(), most)), &written, nullptr)
            != 0);
        text.remove_prefix(written);
    }
}

/// New files have the access that their folder gives; the owner's folders are the owner's alone.
void OutputFile::keepAccess(const fs::path & /*target*/, Readers /*readers*/) { }

int OutputFile::finish()
{
    if (isOpen() && GetFileType(handle(m_file)) == FILE_TYPE_DISK)
        check(FlushFileBuffers(handle(m_file)) != 0);
    return m_problem;
}

void OutputFile::check(bool succeeded)
{
    if (!succeeded && m_problem == 0)
        m_problem = lastProblem();
}

} // namespace shardscope
