// SPDX-License-Identifier: GPL-3.0-or-later
// Everywhere but on Windows: outputfilewindows.cpp.
#include "resources/outputfile.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace shardscope {

namespace {

namespace fs = std::filesystem;

int handle(std::intptr_t file)
{
    return static_cast<int>(file);
}

/// Has the file for this program alone; not where another program has it, or has moved it.
bool takes(int file, const fs::path &path)
{
    struct stat mine
    { };
    struct stat there
    { };
    return ::flock(file, LOCK_EX | LOCK_NB) == 0 && ::fstat(file, &mine) == 0
        && ::lstat(path.c_str(), &there) == 0 && mine.st_ino == there.st_ino
        && mine.st_dev == there.st_dev;
}

} // namespace

OutputFile::OutputFile(const fs::path &there)
    : m_file(::open(there.c_str(), O_WRONLY | O_CLOEXEC | O_TRUNC))
{
    check(isOpen());
}

OutputFile::OutputFile(const fs::path &beside, bool isForAll)
    : m_file(::open(beside.c_str(), O_WRONLY | O_CLOEXEC | O_CREAT | O_NOFOLLOW | O_NONBLOCK,
        isForAll ? 0666 : S_IRUSR | S_IWUSR))
{
    check(isOpen());
    if (!isOpen())
        return;
    m_isOthers = !takes(handle(m_file), beside);
    if (!m_isOthers)
        check(::ftruncate(handle(m_file), 0) == 0);
}

OutputFile::~OutputFile()
{
    if (isOpen())
        ::close(handle(m_file));
}

void OutputFile::write(std::string_view text)
{
    while (m_problem == 0 && !text.empty()) {
        const ssize_t written = ::write(handle(m_file), text.data(), text.size());
        if (written > 0)
            text.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            m_problem = errno;
    }
}

void OutputFile::keepAccess(const fs::path &target, Readers readers)
{
    struct stat there
    { };
    if (readers == Readers::Owner) {
        check(::fchmod(handle(m_file), S_IRUSR | S_IWUSR) == 0);
    } else if (::stat(target.c_str(), &there) == 0) {
        // Somebody else's file becomes ours, where we may not give ours away.
        [[maybe_unused]] const int given = ::fchown(handle(m_file), there.st_uid, there.st_gid);
        check(::fchmod(handle(m_file), there.st_mode & 07777U) == 0);
    }
}

int OutputFile::finish()
{
    if (isOpen() && ::fsync(handle(m_file)) != 0)
        check(errno == EINVAL); // pipes have nothing to wait for
    return m_problem;
}

void OutputFile::check(bool succeeded)
{
    if (!succeeded && m_problem == 0)
        m_problem = errno;
}

} // namespace shardscope
