// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// Which of the three questions a measurement answers.
enum class MemoryQuestion { Allocated, Reserved, Device };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<MemoryQuestion>{
    "allocated", "reserved", "nvidia-smi"};
template <>
inline constexpr std::array<Text, 3> textsOf<MemoryQuestion>{
    {english("plan", "allocated by PyTorch"), english("plan", "reserved by PyTorch"),
        english("plan", "in use as nvidia-smi shows it")}};

/// One amount that somebody saw.
struct Reading
{
    MemoryQuestion question = MemoryQuestion::Allocated;
    Bytes bytes{};
    bool isAtLeast = false; ///< the run broke off before it had all that it needed

    bool operator==(const Reading &) const = default;
};

enum class EvidenceKind { OutOfMemory, NvidiaSmi, Peak };

/// What a pasted text says.
struct Evidence
{
    EvidenceKind kind = EvidenceKind::Peak;
    std::vector<Reading> measurements{};
    std::optional<Bytes> requested{}; ///< that could not be had any more
    std::optional<Bytes> capacity{};
    bool isGuess = false; ///< the text does not say which question its number answers

    bool operator==(const Evidence &) const = default;
};

/// Reads PyTorch's out-of-memory message (1.x to 2.14), nvidia-smi's table or CSV (the fullest
/// GPU), or a peak: "61.3 GiB", "max_memory_reserved: 65817411584". Nothing where there is no
/// amount.
std::optional<Evidence> readEvidence(std::string_view text);

/// The estimate beside what was measured.
struct Deviation
{
    Reading measured{};
    Bytes estimated{}; ///< without the correction that the scenario has already

    Bytes difference() const { return measured.bytes - estimated; }
    bool operator==(const Deviation &) const = default;
};

std::vector<Deviation> deviationsOf(const Plan &plan, const Evidence &evidence);

/// The one that says most about what the GPU must hold: nvidia-smi's before the reserved memory,
/// that before the allocated one. There must be one.
const Deviation &widestOf(const std::vector<Deviation> &deviations);

/// What hardware.correction_gib would have to be, in GiB. The widest question decides; a run that
/// broke off can only raise the estimate.
double correctionFor(const std::vector<Deviation> &deviations);

} // namespace shardscope
