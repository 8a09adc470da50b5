// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/writefile.h"

#include "core/base/plaintext.h"
#include "resources/readfile.h"

#include <cerrno>
#include <memory>
#include <system_error>
#ifdef _WIN32
#include <fstream>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace shardscope {

namespace {

namespace fs = std::filesystem;

class Output;

/// A file that is to take the place of another.
struct Beside
{
    fs::path path{};
    std::unique_ptr<Output> file{}; ///< null where others write all that there may be
};

#ifdef _WIN32

/// A file that is written, and the number of what went wrong first: 0 so far.
class Output
{
public:
    explicit Output(const fs::path &path)
        : m_file(path, std::ios::binary)
        , m_problem(m_file ? 0 : errno)
    { }

    void write(std::string_view text) { m_file << text; }
    void keepAccess(const fs::path & /*target*/, Readers /*readers*/) { }
    bool isOpen() const { return m_file.is_open(); }
    int finish()
    {
        m_file.close();
        return m_problem != 0 ? m_problem : m_file ? 0 : EIO;
    }

private:
    std::ofstream m_file;
    int m_problem; ///< why it could not be opened
};

Beside openBeside(const fs::path &target, Readers /*readers*/)
{
    fs::path path = target;
    path += ".part";
    return {path, std::make_unique<Output>(path)};
}

#else

/// A file that is written, and the number of what went wrong first: 0 so far.
class Output
{
public:
    explicit Output(const fs::path &path, int flags = O_TRUNC, mode_t mode = 0)
        : m_file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, mode))
        , m_problem(m_file < 0 ? errno : 0)
    { }
    Output(const Output &) = delete;
    Output &operator=(const Output &) = delete;
    ~Output()
    {
        if (isOpen())
            ::close(m_file);
    }

    bool isOpen() const { return m_file >= 0; }

    /// Has the file for this program alone; not where another program has it, or has moved it.
    bool takes(const fs::path &path)
    {
        struct stat mine
        { };
        struct stat there
        { };
        return ::flock(m_file, LOCK_EX | LOCK_NB) == 0 && ::fstat(m_file, &mine) == 0
            && ::lstat(path.c_str(), &there) == 0 && mine.st_ino == there.st_ino
            && mine.st_dev == there.st_dev;
    }

    void clear() { check(::ftruncate(m_file, 0)); }

    void write(std::string_view text)
    {
        while (m_problem == 0 && !text.empty()) {
            const ssize_t written = ::write(m_file, text.data(), text.size());
            if (written > 0)
                text.remove_prefix(static_cast<std::size_t>(written));
            else if (errno != EINTR)
                m_problem = errno;
        }
    }

    /// Owner and access as those of the file that this one is to replace.
    void keepAccess(const fs::path &target, Readers readers)
    {
        struct stat there
        { };
        if (readers == Readers::Owner) {
            check(::fchmod(m_file, S_IRUSR | S_IWUSR));
        } else if (::stat(target.c_str(), &there) == 0) {
            // Somebody else's file becomes ours, where we may not give ours away.
            [[maybe_unused]] const int given = ::fchown(m_file, there.st_uid, there.st_gid);
            check(::fchmod(m_file, there.st_mode & 07777U));
        }
    }

    /// Waits until all is on the disk; the file stays ours until the end of this object.
    int finish()
    {
        if (isOpen() && ::fsync(m_file) != 0 && errno != EINVAL) // pipes have nothing to wait for
            check(-1);
        return m_problem;
    }

private:
    void check(int result)
    {
        if (result != 0 && m_problem == 0)
            m_problem = errno;
    }

    int m_file;
    int m_problem;
};

/// ".name.part" in the same folder, as only there a file can take the other's place at once; where
/// another program writes that now, ".name.2.part" and so on. A dead program's is taken over.
Beside openBeside(const fs::path &target, Readers readers)
{
    constexpr std::size_t longest = 200; // of the 255 bytes that systems take
    constexpr int most = 100;
    const std::string name = target.filename().string();
    const std::string start = "." + std::string(wholeCharacters(name, longest));
    // Nobody but the owner, until it is known who may read it.
    std::error_code problem;
    const bool isNew = readers == Readers::AsBefore && !fs::exists(target, problem);
    const mode_t access = isNew ? 0666 : S_IRUSR | S_IWUSR;
    Beside beside;
    for (int i = 1; i <= most; ++i) {
        beside.path = target.parent_path()
            / (start + (i > 1 ? "." + std::to_string(i) : std::string()) + ".part");
        beside.file
            = std::make_unique<Output>(beside.path, O_CREAT | O_NOFOLLOW | O_NONBLOCK, access);
        if (!beside.file->isOpen())
            return beside;
        if (beside.file->takes(beside.path)) {
            beside.file->clear();
            return beside;
        }
        beside.file.reset();
    }
    return beside;
}

#endif

Error unwritable(const fs::path &path, int code)
{
    return {.code = ErrorCode::Unwritable,
        .expected = std::generic_category().message(code == 0 ? EIO : code),
        .file = displayName(path)};
}

/// What a link leads to, whether it is there yet or not.
fs::path linked(fs::path path)
{
    constexpr int most = 40; // as systems take it: then they go in circles
    std::error_code problem;
    for (int i = 0; i < most && fs::is_symlink(path, problem); ++i)
        path = path.parent_path() / fs::read_symlink(path, problem);
    return path;
}

void writeAll(Output &file, const TextSource &text)
{
    constexpr std::size_t enough = std::size_t{1} << 16U;
    std::string block;
    text([&](std::string_view piece) {
        block += piece;
        if (block.size() < enough)
            return;
        file.write(block);
        block.clear();
    });
    file.write(block);
}

} // namespace

Status replaceFile(const fs::path &path, const TextSource &text, Readers readers)
{
    std::error_code problem;
    const fs::path target = linked(path);
    const fs::file_status status = fs::status(target, problem);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        Output file(target);
        writeAll(file, text);
        const int failed = file.finish();
        return failed == 0 ? success() : unwritable(path, failed);
    }
    if (fs::is_symlink(target, problem))
        return unwritable(path, ELOOP);
    const Beside beside = openBeside(target, readers);
    if (!beside.file)
        return unwritable(path, EBUSY);
    writeAll(*beside.file, text);
    beside.file->keepAccess(target, readers);
    const bool isOurs = beside.file->isOpen();
    int failed = beside.file->finish();
    problem.clear();
    if (failed == 0)
        fs::rename(beside.path, target, problem);
    if (problem)
        failed = problem.default_error_condition().value(); // Windows has numbers of its own
    if (failed == 0)
        return success();
    if (isOurs)
        fs::remove(beside.path, problem);
    return unwritable(path, failed);
}

Status replaceFile(const fs::path &path, std::string_view text, Readers readers)
{
    return replaceFile(
        path, [text](const TextSink &sink) { sink(text); }, readers);
}

} // namespace shardscope
