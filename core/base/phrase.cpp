// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase.h"

#include "core/base/number.h"
#include "core/base/texttable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>

namespace shardscope {

namespace {

constexpr std::array<AmountUnit, 3> durations{{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}}};
constexpr std::array<AmountUnit, 5> counts{
    {{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "k"}, {1, {}}}};

/// The largest that leaves a 1 before the point, once the number is rounded.
AmountUnit firstBelow(std::span<const AmountUnit> units, double value)
{
    const auto found = std::find_if(units.begin(), units.end(),
        [value](const AmountUnit &unit) { return value >= 0.9995 * unit.size; });
    return found == units.end() ? units.back() : *found;
}

/// "1,234.50"
std::string priceText(double value)
{
    const std::string text = fixedText(value, 2);
    const std::size_t point = text.find('.');
    return formatCount(std::stod(text.substr(0, point))) + text.substr(point);
}

std::string rateText(double value)
{
    std::array<char, 32> text{};
    const auto end = std::to_chars(
        text.data(), text.data() + text.size(), value, std::chars_format::general, 3);
    return {text.data(), end.ptr};
}

std::string listText(const std::vector<Phrase> &phrases)
{
    std::string text;
    for (const Phrase &phrase : phrases)
        text.append(text.empty() ? "" : ", ").append(englishText(phrase));
    return text;
}

std::string argumentText(const Argument &argument)
{
    if (const auto *amount = std::get_if<Amount>(&argument))
        return englishText(*amount);
    if (const auto *named = std::get_if<Named>(&argument))
        return named->id;
    if (const auto *text = std::get_if<std::string>(&argument))
        return *text;
    return listText(std::get<std::vector<Phrase>>(argument));
}

/// "GPU(s)" is one GPU or several GPUs.
std::string numbered(std::string pattern, int count)
{
    for (std::size_t open = pattern.find('('); open != std::string::npos;
         open = pattern.find('(', open)) {
        const std::size_t close = pattern.find(')', open);
        const bool isEnding = open > 0 && pattern[open - 1] != ' ' && close - open <= 3;
        if (!isEnding) {
            ++open;
            continue;
        }
        pattern.erase(close, 1);
        pattern.erase(open, count == 1 ? close - open : 1);
    }
    return pattern;
}

} // namespace

AmountUnit unitOf(const Amount &amount)
{
    switch (amount.notation) {
    case Notation::Memory:
        return {GiB.value(), "GiB"};
    case Notation::DecimalMemory:
    case Notation::Traffic:
        return {GB.value(), "GB"};
    case Notation::Time:
        return amount.value > 0 ? firstBelow(durations, amount.value) : durations.front();
    case Notation::Parameters:
        return firstBelow(counts, amount.value);
    case Notation::Share:
    case Notation::WholeShare:
        return {0.01, "%"};
    case Notation::Whole:
    case Notation::Significant:
    case Notation::Price:
    case Notation::Rate:
        break;
    }
    return {};
}

int decimalsOf(const Amount &amount)
{
    const AmountUnit unit = unitOf(amount);
    if (amount.notation == Notation::Share)
        return 1;
    if (amount.notation == Notation::Price)
        return 2;
    const bool isWhole = amount.notation == Notation::Whole
        || amount.notation == Notation::WholeShare
        || (amount.notation == Notation::Parameters && unit.size == 1);
    return isWhole ? 0 : significantDecimals(std::abs(amount.value) / unit.size);
}

std::string englishText(const Amount &amount)
{
    if (amount.notation == Notation::Price)
        return priceText(amount.value);
    if (amount.notation == Notation::Rate)
        return rateText(amount.value);
    const AmountUnit unit = unitOf(amount);
    const int decimals = decimalsOf(amount);
    const double number = amount.value / unit.size;
    const std::string text = decimals > 0 ? fixedText(number, decimals) : formatCount(number);
    return unit.symbol.empty() ? text : text + " " + std::string(unit.symbol);
}

Phrase sentences(std::vector<Phrase> all)
{
    constexpr std::array<Text, 5> rows{
        {{}, {{}, "%1"}, {{}, "%1 %2"}, {{}, "%1 %2 %3"}, {{}, "%1 %2 %3 %4"}}};
    Phrase row;
    for (Phrase &one : all) {
        if (!one.isEmpty())
            row.arguments.push_back(nested(std::move(one)));
    }
    row.text = rows[row.arguments.size()];
    return row;
}

std::string englishText(const Phrase &phrase)
{
    std::string pattern(phrase.text.pattern);
    if (phrase.count >= 0)
        pattern = numbered(std::move(pattern), phrase.count);
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char next = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : ' ';
        const auto place = static_cast<std::size_t>(next - '1');
        const bool isArgument = next >= '1' && next <= '9' && place < phrase.arguments.size();
        const bool isCount = next == 'n' && phrase.count >= 0;
        if (!isArgument && !isCount) {
            text += pattern[i];
            continue;
        }
        text += isArgument ? argumentText(phrase.arguments[place]) : formatCount(phrase.count);
        ++i;
    }
    return text;
}

} // namespace shardscope
