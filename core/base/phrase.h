// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/base/text.h"

#include <string>
#include <variant>
#include <vector>

namespace shardscope {

/// How an amount is written: its unit, and how many digits.
enum class Notation {
    Memory, ///< "38.3 GiB"
    DecimalMemory, ///< "17.5 GB": the worksheet's
    Traffic, ///< "28.1 GB"
    Time, ///< "1.24 s", "38 ms"
    Whole, ///< "8,192"
    Significant, ///< "1.31": three digits
    Parameters, ///< "8.03 B"
    Share, ///< "42.5 %"
    WholeShare, ///< "43 %"
    Price, ///< "1,234.50": of whatever currency
    Rate ///< "2e-05": as learning rates are written
};
struct Amount
{
    Notation notation = Notation::Whole;
    double value = 0; ///< bytes, seconds, a number

    static Amount traffic(Bytes bytes) { return {Notation::Traffic, bytes.value()}; }
    static Amount time(Seconds time) { return {Notation::Time, time.value()}; }
    static Amount whole(double value) { return {Notation::Whole, value}; }
    static Amount significant(double value) { return {Notation::Significant, value}; }
    static Amount parameters(double count) { return {Notation::Parameters, count}; }
    static Amount share(double value) { return {Notation::Share, value}; }
    static Amount wholeShare(double value) { return {Notation::WholeShare, value}; }
    static Amount price(double value) { return {Notation::Price, value}; }
    static Amount rate(double value) { return {Notation::Rate, value}; }
    bool operator==(const Amount &) const = default;
};

/// What an amount is written in: "GiB" of 2^30 bytes, "ms" of 1e-3 seconds; nothing for a number.
struct AmountUnit
{
    double size = 1;
    std::string_view symbol{};
};
AmountUnit unitOf(const Amount &amount);
/// How many decimals an amount has in its unit.
int decimalsOf(const Amount &amount);
/// Three significant digits, but never fewer than the whole number: 0.42, 7.25, 38.3, 1284.
constexpr int significantDecimals(double size)
{
    return size < 9.995 ? 2 : size < 999.95 ? 1 : 0;
}

/// Something that has an id on the command line, and a name in the window.
struct Named
{
    enum class What { Key, Link, Gpu };

    What what = What::Key;
    std::string id{};

    bool operator==(const Named &) const = default;
};

struct Phrase;

/// What stands for %1 in a pattern: an amount, something with a name, what is the same in every
/// language (a file's name, a model's), or phrases, which are listed with commas.
using Argument = std::variant<Amount, Named, std::string, std::vector<Phrase>>;

/// What is to be said, before it is known in which language.
struct Phrase
{
    Text text{};
    std::vector<Argument> arguments{};
    int count = -1; ///< what %n stands for

    Phrase() = default;
    Phrase(Text said, std::vector<Argument> with = {}, int number = -1)
        : text(said)
        , arguments(std::move(with))
        , count(number)
    { }

    /// What is the same in every language: a name, what stands in a file.
    Phrase(std::string words)
    {
        if (!words.empty())
            *this = {Text{{}, "%1"}, {std::move(words)}};
    }

    bool isEmpty() const { return text.isEmpty(); }
    bool operator==(const Phrase &) const = default;
};

/// A phrase as an argument of another.
inline Argument nested(Phrase phrase)
{
    return std::vector<Phrase>{std::move(phrase)};
}

/// Phrases with commas between them.
inline Phrase listOf(std::vector<Phrase> all)
{
    return {Text{{}, "%1"}, {std::move(all)}};
}
/// Sentences one behind the other; those that are empty are left out.
Phrase sentences(std::vector<Phrase> all);

/// The phrase in English, without locale: "12.5 GiB more would be needed on each GPU."
std::string englishText(const Phrase &phrase);
std::string englishText(const Amount &amount);

} // namespace shardscope
