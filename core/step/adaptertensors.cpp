// SPDX-License-Identifier: GPL-3.0-or-later
// PEFT 0.20, tuners/ia3/layer.py, vera/layer.py, ln_tuning/layer.py, prompt_tuning/model.py,
// p_tuning/model.py.
#include "core/step/adaptertensors.h"

#include "core/model/remadematrices.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

using List = std::vector<AdapterTensors>;

List scaledOf(const ModelSpec &spec, const AdapterChoice &choice)
{
    const std::string scaled = feedforwardNames(spec, choice.feedforward).value_or("");
    List list;
    for (const AdaptedLinear &each : adaptedLinears(spec, choice.targets, choice.library)) {
        const auto in = static_cast<double>(each.linear.in);
        const auto out = static_cast<double>(each.linear.out);
        if (isFeedforward(scaled, each.linear.name))
            list.push_back({.rows = 1, .columns = in, .count = each.modules()});
        else
            list.push_back({.rows = out, .columns = 1, .count = each.modules()});
    }
    return list;
}

List aroundFactors(const ModelSpec &spec, const AdapterChoice &choice, double rank)
{
    List list;
    for (const AdaptedLinear &each : adaptedLinears(spec, choice.targets, choice.library)) {
        list.push_back({.rows = rank, .count = each.modules()});
        list.push_back({.rows = static_cast<double>(each.linear.out), .count = each.modules()});
    }
    return list;
}

List normsOf(const ModelSpec &spec, const AdapterChoice &choice)
{
    const NormTargets norms(spec, choice.targets);
    if (norms.inLayer() == 0 && !norms.takesFinal())
        return {};
    const auto hidden = static_cast<double>(spec.hidden);
    const double ofEach = normParameters(spec) / hidden; // weight, and bias where it has one
    const double count = static_cast<double>(norms.inLayer() * spec.layers)
        + (norms.takesFinal() ? finalNormParameters(spec) / normParameters(spec) : 0);
    return {{.rows = hidden, .count = ofEach * count}};
}

List remadeOf(const ModelSpec &spec, const AdapterChoice &choice)
{
    const double rank = choice.rank;
    List list;
    for (const AdaptedLinear &each : adaptedLinears(spec, choice.targets, choice.library)) {
        const auto in = static_cast<double>(each.linear.in);
        const auto out = static_cast<double>(each.linear.out);
        const auto add = [&](double rows, double columns, double times) {
            list.push_back({.rows = rows, .columns = columns, .count = times * each.modules()});
        };
        if (choice.kind == AdapterKind::Loha) {
            add(out, rank, 2);
            add(rank, in, 2);
            continue;
        }
        if (choice.kind == AdapterKind::Oft) {
            const RotationShape shape = rotationShape(in, choice.oftBlock, rank);
            add(shape.blocks, shape.trained(), 1);
            continue;
        }
        const KroneckerShape shape = kroneckerShape(in, out, choice.lokrFactor, rank);
        add(shape.leftRows, shape.leftColumns, 1);
        if (shape.isRightFactored) {
            add(shape.rightRows, rank, 1);
            add(rank, shape.rightColumns, 1);
        } else {
            add(shape.rightRows, shape.rightColumns, 1);
        }
    }
    return list;
}

List promptOf(const ModelSpec &spec, const AdapterChoice &choice)
{
    const auto hidden = static_cast<double>(spec.hidden);
    List list{{.rows = 1.0 * choice.virtualTokens, .columns = hidden}};
    if (choice.kind != AdapterKind::PTuning)
        return list;
    const double width = encoderWidth(spec, choice.encoderHidden);
    const std::array<double, 4> widths{hidden, width, width, hidden};
    for (std::size_t i = 0; i + 1 < widths.size(); ++i) {
        list.push_back({.rows = widths[i + 1], .columns = widths[i]});
        list.push_back({.rows = widths[i + 1]});
    }
    return list;
}

/// PEFT 0.20 tuners/boft/layer.py: blocks of each sparse matrix, and a scale for each result.
List turnedWholeOf(const ModelSpec &spec, const AdapterChoice &choice)
{
    List list;
    for (const AdaptedLinear &each : adaptedLinears(spec, choice.targets, choice.library)) {
        const auto in = static_cast<double>(each.linear.in);
        const ButterflyShape shape
            = butterflyShape(in, choice.block, choice.blocks, choice.factors);
        list.push_back({.rows = shape.factors,
            .columns = shape.blocks * shape.size * shape.size,
            .count = 1.0 * each.modules()});
        list.push_back(
            {.rows = static_cast<double>(each.linear.out), .count = 1.0 * each.modules()});
    }
    return list;
}

/// PEFT 0.20 tuners/prefix_tuning/model.py, utils/other.py (_prepare_prompt_learning_config): a key
/// and a value for each layer and virtual token, or a network that makes them.
List prefixOf(const ModelSpec &spec, const AdapterChoice &choice)
{
    const auto width = static_cast<double>(spec.kvHeads * spec.headDim);
    const double all = 2.0 * static_cast<double>(spec.layers) * width;
    const auto tokens = static_cast<double>(choice.virtualTokens);
    if (!choice.projectsPrefix)
        return {{.rows = tokens, .columns = all}};
    const double inner = choice.encoderHidden > 0 ? 1.0 * choice.encoderHidden : width;
    return {{.rows = tokens, .columns = width}, {.rows = inner, .columns = width}, {.rows = inner},
        {.rows = all, .columns = inner}, {.rows = all}};
}

} // namespace

AdapterChoice adapterChoice(const Training &training)
{
    AdapterChoice choice{.kind = training.adapter, .library = training.modules};
    if (isTargeted(training.adapter))
        choice.targets = training.loraTargets;
    if (training.adapter == AdapterKind::Ia3)
        choice.feedforward = training.feedforwardModules;
    if (hasVirtualTokens(training.adapter))
        choice.virtualTokens = training.virtualTokens;
    if (training.adapter == AdapterKind::PrefixTuning) {
        choice.projectsPrefix = training.prefixProjection == PrefixProjection::On;
        choice.encoderHidden = choice.projectsPrefix ? training.encoderHidden : 0;
    }
    if (training.adapter == AdapterKind::TrainableTokens)
        choice.trainedTokens = training.trainedTokens;
    if (training.adapter == AdapterKind::Boft) {
        choice.block = training.boftBlock;
        choice.blocks = training.boftBlocks;
        choice.factors = training.boftFactors;
    }
    if (training.adapter == AdapterKind::PTuning)
        choice.encoderHidden = training.encoderHidden;
    if (remakesMatrices(training.adapter) && isRanked(training.adapter))
        choice.rank = training.loraRank;
    if (training.adapter == AdapterKind::Lokr)
        choice.lokrFactor = training.lokrFactor;
    if (training.adapter == AdapterKind::Oft)
        choice.oftBlock = training.oftBlock;
    return choice;
}

double encoderWidth(const ModelSpec &spec, int encoderHidden)
{
    return encoderHidden > 0 ? 1.0 * encoderHidden : static_cast<double>(spec.hidden);
}

std::vector<AdapterTensors> adapterTensors(
    const ModelSpec &spec, const AdapterChoice &choice, double rank)
{
    switch (choice.kind) {
    case AdapterKind::Lora:
    case AdapterKind::Dora:
        break;
    case AdapterKind::Vera:
        return aroundFactors(spec, choice, rank);
    case AdapterKind::Ia3:
        return scaledOf(spec, choice);
    case AdapterKind::LnTuning:
        return normsOf(spec, choice);
    case AdapterKind::PromptTuning:
    case AdapterKind::PTuning:
        return promptOf(spec, choice);
    case AdapterKind::Loha:
    case AdapterKind::Lokr:
    case AdapterKind::Oft:
        return remadeOf(spec, choice);
    case AdapterKind::Boft:
        return turnedWholeOf(spec, choice);
    case AdapterKind::PrefixTuning:
        return prefixOf(spec, choice);
    case AdapterKind::TrainableTokens:
        return {{.rows = 1.0 * choice.trainedTokens, .columns = static_cast<double>(spec.hidden)}};
    }
    return {};
}

double elementsPerRank(const ModelSpec &spec, const AdapterChoice &choice)
{
    if (choice.kind != AdapterKind::Vera)
        return 0;
    double modules = 0;
    for (const AdaptedLinear &each : adaptedLinears(spec, choice.targets, choice.library))
        modules += each.modules();
    return modules;
}

double elementsBesideRank(const ModelSpec &spec, const AdapterChoice &choice)
{
    double elements = 0;
    if (choice.kind == AdapterKind::Dora) {
        for (const AdaptedLinear &each : adaptedLinears(spec, choice.targets, choice.library))
            elements += each.modules() * static_cast<double>(each.linear.out);
    }
    for (const AdapterTensors &each : adapterTensors(spec, choice, 0))
        elements += each.count * each.elements();
    return elements;
}

namespace {

/// As large as the widest and the tallest of the matrices ask for (PEFT 0.20 tuners/vera/model.py,
/// _find_dim).
double sharedFactors(const ModelSpec &spec, const AdapterChoice &choice, double rank)
{
    if (choice.kind != AdapterKind::Vera)
        return 0;
    std::int64_t in = 0;
    std::int64_t out = 0;
    for (const AdaptedLinear &each : adaptedLinears(spec, choice.targets, choice.library)) {
        in = std::max(in, each.linear.in);
        out = std::max(out, each.linear.out);
    }
    return rank * static_cast<double>(in + out);
}

} // namespace

AdapterBuffers buffersOf(const ModelSpec &spec, const AdapterChoice &choice, double rank)
{
    AdapterBuffers buffers;
    buffers.factors = sharedFactors(spec, choice, rank);
    if (choice.kind == AdapterKind::TrainableTokens)
        buffers.factors = 1.0 * choice.trainedTokens * static_cast<double>(spec.hidden);
    if (choice.kind != AdapterKind::Oft && choice.kind != AdapterKind::Boft)
        return buffers;
    for (const AdaptedLinear &each : adaptedLinears(spec, choice.targets, choice.library)) {
        const auto in = static_cast<double>(each.linear.in);
        if (choice.kind == AdapterKind::Oft)
            buffers.places
                += each.modules() * 2 * rotationShape(in, choice.oftBlock, choice.rank).trained();
        else
            buffers.orders += 1.0 * each.modules() * choice.factors * in * in;
    }
    return buffers;
}

} // namespace shardscope
