// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer target: scenarios of all kinds, planned, and every text behind a plan. An input is
// pairs of bytes: which key, and which of its values. All of them are scenarios; nothing may crash,
// and figures are figures.
#include "core/document/document.h"
#include "core/planner/makeplan.h"
#include "core/report/caption.h"
#include "core/report/differencetext.h"
#include "core/report/planjson.h"
#include "core/report/plantext.h"
#include "core/report/runrows.h"
#include "core/report/runshares.h"
#include "core/report/sources.h"
#include "core/report/summary.h"
#include "core/scenario/keys.h"
#include "tests/support/fuzzed.h"

#include <cmath>

using namespace shardscope;

namespace {

/// Larger ones only take longer.
constexpr double mostOfASize = 65536;

/// The value of a number key for one byte: its bounds, few, powers of two, and their neighbours.
double number(const Key &key, std::size_t byte)
{
    const double most = std::min(key.maximum, key.id.ends_with("layers") ? 100 : mostOfASize);
    const double power = std::exp2(static_cast<double>(byte % 32));
    const double value = byte < 8 ? static_cast<double>(byte)
        : byte < 64               ? power
        : byte < 96               ? power - 1
        : byte < 128              ? power * 3
        : byte < 192 ? key.minimum + (most - key.minimum) * static_cast<double>(byte % 64) / 63
                     : static_cast<double>(byte);
    return std::clamp(key.kind == KeyKind::Integer ? std::round(value) : value, key.minimum,
        std::max(most, key.minimum));
}

std::string textOf(const Key &key, std::size_t byte)
{
    const Catalog &catalog = knownCatalog();
    if (key.id == "model.id")
        return catalog.models[byte * catalog.models.size() / 256].id; // of a byte: all families
    if (key.id == "hardware.gpu")
        return catalog.gpus[byte % catalog.gpus.size()].id;
    if (key.id == "training.lora_targets")
        return byte % 2 == 0 ? "all-linear" : "q_proj,v_proj";
    return catalog.links[byte % catalog.links.size()].id;
}

void set(Scenario &scenario, const Key &key, std::size_t byte)
{
    Json value;
    if (key.isNumeric())
        value = key.automatic && byte == 255 ? *key.automatic : number(key, byte);
    else if (key.kind == KeyKind::Choice)
        value = std::string(key.choices[byte % key.choices.size()]);
    else if (key.kind == KeyKind::Text)
        value = textOf(key, byte);
    else
        return;
    if (const Status status = setKey(scenario, key, value); !status)
        (void)describe(status.error());
}

void say(const Phrase &phrase)
{
    (void)englishText(phrase);
}

void write(const Plan &plan, const Plan &before)
{
    for (const TableFormat format : {TableFormat::Text, TableFormat::Csv, TableFormat::Markdown}) {
        require(!planToText(plan, format).empty());
        (void)differenceToText(before, plan, format);
    }
    require(parseJson(writeJson(planToJson(plan))).has_value());
    (void)writeJson(differenceToJson(before, plan));
    for (const Phrase &phrase : sourcesOf(plan, knownCatalog()))
        say(phrase);
    for (const RunRow &row : runRows(plan))
        say(row.detail);
    for (const RunShare &share : runShares(plan))
        say(share.meaning);
    say(verdictSentence(plan));
    say(verdictDetail(plan));
    say(stepSentence(plan));
    say(comparisonSentence(plan, knownCatalog()));
    say(assumptionsSentence(plan));
    say(captionOf(plan, {"fuzz", ""}));
}

void check(const Plan &plan)
{
    // A measurement may have shown less than there are tensors.
    const bool isLessened = plan.scenario.hardware.correctionGib < 0;
    for (const Phase &phase : plan.memory.phases) {
        double sum = 0;
        require(phase.peak.value() >= 0);
        for (const Part &part : phase.parts) {
            require(std::isfinite(part.bytes.value()));
            require(part.bytes.value() >= 0 || (isLessened && part.id == PartId::Overhead));
            sum += part.bytes.value();
        }
        require(std::abs(sum - phase.peak.value()) <= 1e-6 * std::max(1.0, phase.peak.value()));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const Result<Plan> standard = makePlan({}, knownCatalog());
    Scenario scenario;
    for (Pieces pieces(asText(data, size)); !pieces.isOver();) {
        const Key &key = keys()[pieces.byte() % keys().size()];
        set(scenario, key, pieces.byte());
    }
    const Result<Plan> plan = makePlan(scenario, knownCatalog());
    if (!plan) {
        (void)describe(plan.error());
        return 0;
    }
    check(*plan);
    write(*plan, *standard);
    return 0;
}
