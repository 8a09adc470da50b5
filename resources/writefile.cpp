// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/writefile.h"

#include "core/base/plaintext.h"
#include "resources/outputfile.h"
#include "resources/readfile.h"

#include <cerrno>
#include <memory>
#include <system_error>

namespace shardscope {

namespace {

namespace fs = std::filesystem;

/// A file that is to take the place of another.
struct Beside
{
    fs::path path{};
    std::unique_ptr<OutputFile> file{}; ///< null where others write all that there may be
};

/// ".name.part" in the same folder, as only there a file can take the other's place at once; where
/// another program writes that now, ".name.2.part" and so on. A dead program's is taken over.
Beside openBeside(const fs::path &target, Readers readers)
{
    constexpr std::size_t longest = 200; // of the 255 bytes that systems take
    constexpr int most = 100;
    const std::string name = displayName(target.filename());
    const std::string start = "." + std::string(wholeCharacters(name, longest));
    // Nobody but the owner, until it is known who may read it.
    std::error_code problem;
    const bool isForAll = readers == Readers::AsBefore && !fs::exists(target, problem);
    for (int i = 1; i <= most; ++i) {
        const std::string number = i > 1 ? "." + std::to_string(i) : std::string();
        Beside beside{.path = target.parent_path() / pathNamed(start + number + ".part")};
        beside.file = std::make_unique<OutputFile>(beside.path, isForAll);
        if (!beside.file->isOthers())
            return beside;
    }
    return {};
}

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

void writeAll(OutputFile &file, const TextSource &text)
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
        OutputFile file(target);
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
