// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/calibration.h"

#include "core/base/number.h"

#include <algorithm>
#include <regex>

namespace shardscope {

namespace {

using Match = std::match_results<std::string_view::const_iterator>;

/// In `pattern`, % stands for a number and # for an amount: a number and its unit. Lengths are
/// bounded, because std::regex recurses.
std::optional<Match> find(std::string_view text, std::string_view pattern)
{
    constexpr std::string_view number = "([0-9](?:[0-9.,]{0,30}[0-9])?)";
    constexpr std::string_view unit = " ?(bytes|[KMGT]i?B|B)";
    std::string expanded;
    for (const char c : pattern) {
        if (c == '%' || c == '#')
            expanded += number;
        if (c == '#')
            expanded += unit;
        if (c != '%' && c != '#')
            expanded += c;
    }
    Match match;
    const std::regex regex(expanded, std::regex::ECMAScript | std::regex::icase);
    if (!std::regex_search(text.begin(), text.end(), match, regex))
        return std::nullopt;
    return match;
}

/// "1,234.5", "1.234,5" and "61,3": the last separator is the decimal one, except where it stands
/// more than once, or as a comma before three digits.
std::optional<double> numberOf(std::string text)
{
    const std::size_t last = text.find_last_of(".,");
    if (last == std::string::npos)
        return parseNumber(text);
    const char separator = text[last];
    const bool isRepeated = text.find(separator) != last;
    const bool isThousands
        = separator == ',' && text.size() - last == 4 && text.find('.') == std::string::npos;
    const bool isDecimal = !isRepeated && !isThousands;
    if (isDecimal)
        text[last] = 'd';
    std::erase_if(text, [](char c) { return c == '.' || c == ','; });
    if (isDecimal)
        text[text.find('d')] = '.';
    return parseNumber(text);
}

std::optional<Bytes> amount(const std::string &number, const std::string &unit)
{
    struct Unit
    {
        std::string_view name;
        Bytes size;
    };
    // nvidia-smi and PyTorch mean powers of 1024; who types GB means what the box says.
    static constexpr std::array<Unit, 9> units{
        {{"", Bytes(1)}, {"b", Bytes(1)}, {"bytes", Bytes(1)}, {"kib", Bytes(1024)}, {"mib", MiB},
            {"gib", GiB}, {"tib", 1024 * GiB}, {"mb", 1e-3 * GB}, {"gb", GB}}};
    std::string name = unit;
    std::transform(name.begin(), name.end(), name.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    const std::optional<double> value = numberOf(number);
    const auto found = std::find_if(
        units.begin(), units.end(), [&name](const Unit &known) { return known.name == name; });
    if (!value || *value < 0 || found == units.end())
        return std::nullopt;
    return *value * found->size;
}

/// The amount in the two groups of the pattern.
std::optional<Bytes> amountIn(std::string_view text, std::string_view pattern)
{
    const std::optional<Match> match = find(text, pattern);
    return match ? amount((*match)[1].str(), (*match)[2].str()) : std::nullopt;
}

std::optional<Bytes> firstOf(
    std::string_view text, std::initializer_list<std::string_view> patterns)
{
    for (std::string_view pattern : patterns) {
        if (const std::optional<Bytes> found = amountIn(text, pattern))
            return found;
    }
    return std::nullopt;
}

/// The sentences of c10/cuda/CUDACachingAllocator.cpp, newest first.
std::optional<Evidence> readOutOfMemory(std::string_view text)
{
    const std::optional<Bytes> requested = amountIn(text, "tried to allocate #");
    if (!requested)
        return std::nullopt;
    Evidence evidence{.kind = EvidenceKind::OutOfMemory, .requested = requested};
    evidence.capacity
        = firstOf(text, {"total capaci?ty of #", "# total capacity"}); // "capacty" until 2.1
    const std::optional<Bytes> allocated
        = firstOf(text, {"# is allocated by PyTorch", "# already allocated"});
    const std::optional<Bytes> unallocated
        = amountIn(text, "# is reserved by PyTorch but unallocated");
    std::optional<Bytes> reserved = firstOf(text, {"# reserved in total by PyTorch", "# cached"});
    if (!reserved && allocated && unallocated)
        reserved = *allocated + *unallocated;
    const std::optional<Bytes> inUse = amountIn(text, "this process has # memory in use");
    // It needed the requested bytes on top: of each question, if not from what was reserved.
    const auto add = [&evidence](MemoryQuestion question, const std::optional<Bytes> &bytes) {
        if (bytes)
            evidence.measurements.push_back({question, *bytes + *evidence.requested, true});
    };
    add(MemoryQuestion::Allocated, allocated);
    add(MemoryQuestion::Reserved, reserved);
    add(MemoryQuestion::Device, inUse);
    return evidence;
}

void keepLargest(Evidence &evidence, Bytes used, Bytes total)
{
    if (evidence.measurements.empty())
        evidence.measurements.push_back({MemoryQuestion::Device, used});
    Reading &largest = evidence.measurements.front();
    if (used >= largest.bytes) {
        largest.bytes = used;
        evidence.capacity = total;
    }
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<std::string> cellsOf(std::string_view line)
{
    std::vector<std::string> cells;
    while (true) {
        const std::size_t end = std::min(line.find(','), line.size());
        std::string_view cell = line.substr(0, end);
        while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t'))
            cell.remove_prefix(1);
        while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\r'))
            cell.remove_suffix(1);
        cells.emplace_back(cell);
        if (end == line.size())
            return cells;
        line.remove_prefix(end + 1);
    }
}

/// "61234 MiB", or "61234" where the header has the unit.
std::optional<Bytes> mebibytes(const std::string &cell)
{
    if (const std::optional<Match> match = find(cell, "^%(?: ?MiB)?$"))
        return amount((*match)[1].str(), "MiB");
    return std::nullopt;
}

/// nvidia-smi --query-gpu=...,memory.used,memory.total --format=csv
std::optional<Evidence> readCsv(const std::vector<std::string_view> &lines)
{
    Evidence evidence{.kind = EvidenceKind::NvidiaSmi};
    std::optional<std::size_t> used;
    std::optional<std::size_t> total;
    for (const std::string_view line : lines) {
        const std::vector<std::string> cells = cellsOf(line);
        const auto column = [&cells](std::string_view name) -> std::optional<std::size_t> {
            const auto found = std::find_if(cells.begin(), cells.end(),
                [name](const std::string &cell) { return cell.starts_with(name); });
            if (found == cells.end())
                return std::nullopt;
            return static_cast<std::size_t>(found - cells.begin());
        };
        if (column("memory.used")) {
            used = column("memory.used");
            total = column("memory.total");
            continue;
        }
        if (!used || *used >= cells.size())
            continue;
        const std::optional<Bytes> bytes = mebibytes(cells[*used]);
        const std::optional<Bytes> whole
            = total && *total < cells.size() ? mebibytes(cells[*total]) : std::nullopt;
        if (bytes)
            keepLargest(evidence, *bytes, whole.value_or(Bytes(0)));
    }
    return used && !evidence.measurements.empty() ? std::optional(evidence) : std::nullopt;
}

/// "|    0   N/A  N/A   12345   C   python   23012MiB |": of each process, without the total.
void readProcesses(const std::vector<std::string_view> &lines, Evidence &evidence)
{
    for (const std::string_view line : lines) {
        const std::optional<Match> match = find(line, "^\\| .{1,160} %MiB {0,4}\\|");
        const std::optional<Bytes> used = match ? amount((*match)[1].str(), "MiB") : std::nullopt;
        if (used)
            keepLargest(evidence, *used, Bytes(0));
    }
}

/// "61234MiB / 81559MiB" in each GPU's row; CSV without a header: "61234 MiB, 81559 MiB".
std::optional<Evidence> readTable(const std::vector<std::string_view> &lines)
{
    Evidence evidence{.kind = EvidenceKind::NvidiaSmi};
    for (const std::string_view line : lines) {
        const std::optional<Match> match = find(line, "% ?MiB {0,9}[/,] {0,9}% ?MiB");
        if (!match)
            continue;
        const std::optional<Bytes> first = amount((*match)[1].str(), "MiB");
        const std::optional<Bytes> second = amount((*match)[2].str(), "MiB");
        if (first && second)
            keepLargest(evidence, std::min(*first, *second), std::max(*first, *second));
    }
    if (evidence.measurements.empty())
        readProcesses(lines, evidence);
    return evidence.measurements.empty() ? std::nullopt : std::optional(evidence);
}

constexpr Bytes largestAmount = 4096 * GiB;

/// Which question words speak of; nothing where they speak of none.
std::optional<MemoryQuestion> questionOf(std::string_view text)
{
    if (find(text, "reserved|cached"))
        return MemoryQuestion::Reserved;
    if (find(text, "allocated"))
        return MemoryQuestion::Allocated;
    if (find(text, "nvidia|smi|device|used|driver"))
        return MemoryQuestion::Device;
    return std::nullopt;
}

/// An amount, and the words around it up to its neighbours.
struct Mention
{
    Bytes bytes{};
    std::string_view before{};
    std::string_view after{};
};

std::vector<Mention> mentionsIn(std::string_view line)
{
    // Neither the rest of a number, nor a negative one, nor a rate.
    constexpr std::string_view pattern = "(?:^|[^0-9.,eE+-]|[0-9]-)#(?![A-Za-z/])";
    std::vector<Mention> mentions;
    while (const std::optional<Match> match = find(line, pattern)) {
        const auto begin = static_cast<std::size_t>(match->position(1));
        const auto end = static_cast<std::size_t>(match->position(0) + match->length(0));
        if (!mentions.empty())
            mentions.back().after = line.substr(0, begin);
        const std::optional<Bytes> bytes = amount((*match)[1].str(), (*match)[2].str());
        mentions.push_back({bytes.value_or(Bytes(0)), line.substr(0, begin), line.substr(end)});
        line.remove_prefix(end);
    }
    return mentions;
}

/// A number of bytes without a unit.
std::optional<Bytes> bareBytes(std::string_view line)
{
    const std::optional<Match> count = find(line, "(?:^|[^0-9.])([0-9]{7,15})(?![0-9.])");
    return count ? amount((*count)[1].str(), "") : std::nullopt;
}

/// What a line says. Words stand before their amounts, unless the first has none before it. An
/// amount that no words belong to counts only where the line has no other: "12 GiB of 24 GiB".
std::vector<std::pair<std::optional<MemoryQuestion>, Bytes>> peaksIn(std::string_view line)
{
    const std::vector<Mention> mentions = mentionsIn(line);
    if (mentions.empty()) {
        const std::optional<Bytes> bytes = bareBytes(line);
        if (!bytes)
            return {};
        return {{questionOf(line), *bytes}};
    }
    const bool isBefore = questionOf(mentions.front().before).has_value();
    std::vector<std::pair<std::optional<MemoryQuestion>, Bytes>> peaks;
    for (const Mention &mention : mentions) {
        const auto question = questionOf(isBefore ? mention.before : mention.after);
        if (question)
            peaks.emplace_back(question, mention.bytes);
    }
    if (peaks.empty())
        peaks.emplace_back(questionOf(line), mentions.front().bytes);
    return peaks;
}

/// Peaks with or without words around them.
std::optional<Evidence> readPeaks(const std::vector<std::string_view> &lines)
{
    Evidence evidence{.isGuess = true};
    for (const std::string_view line : lines) {
        for (const auto &[question, bytes] : peaksIn(line)) {
            if (bytes <= Bytes(0) || bytes > largestAmount)
                continue;
            evidence.isGuess = evidence.isGuess && !question;
            evidence.measurements.push_back({question.value_or(MemoryQuestion::Allocated), bytes});
        }
    }
    return evidence.measurements.empty() ? std::nullopt : std::optional(evidence);
}

Bytes estimateOf(const Plan &plan, MemoryQuestion question)
{
    const Footprint &footprint = plan.memory.footprint;
    switch (question) {
    case MemoryQuestion::Allocated:
        return footprint.allocated;
    case MemoryQuestion::Reserved:
        return footprint.reserved;
    case MemoryQuestion::Device:
        return footprint.device - plan.scenario.hardware.correctionGib * GiB;
    }
    return {};
}

} // namespace

std::optional<Evidence> readEvidence(std::string_view text)
{
    constexpr std::size_t Longest = 50'000; // of a log, the end counts
    const std::string_view tail = text.substr(text.size() - std::min(text.size(), Longest));
    if (std::optional<Evidence> evidence = readOutOfMemory(tail))
        return evidence;
    const std::vector<std::string_view> lines = linesOf(tail);
    if (std::optional<Evidence> evidence = readCsv(lines))
        return evidence;
    if (std::optional<Evidence> evidence = readTable(lines))
        return evidence;
    return readPeaks(lines);
}

std::vector<Deviation> deviationsOf(const Plan &plan, const Evidence &evidence)
{
    std::vector<Deviation> deviations;
    for (const Reading &measured : evidence.measurements)
        deviations.push_back({measured, estimateOf(plan, measured.question)});
    return deviations;
}

const Deviation &widestOf(const std::vector<Deviation> &deviations)
{
    return *std::max_element(
        deviations.begin(), deviations.end(), [](const Deviation &a, const Deviation &b) {
            return a.measured.question < b.measured.question;
        });
}

double correctionFor(const std::vector<Deviation> &deviations)
{
    if (deviations.empty())
        return 0;
    const Deviation &widest = widestOf(deviations);
    const double gib = widest.difference() / GiB;
    return widest.measured.isAtLeast ? std::max(0.0, gib) : gib;
}

} // namespace shardscope
