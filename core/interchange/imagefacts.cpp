// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/imagefacts.h"

#include <cmath>
#include <optional>

namespace shardscope {

namespace {

/// Pixels along a side; 0: the run says nothing. Unsloth shrinks images to the size that the
/// model's file has, or to 512 (unsloth_zoo ce232d6c vision_utils.py, UnslothVisionDataCollator).
double sideOf(const FactList &facts, const TowerSpec &tower)
{
    if (const std::optional<double> side = facts.number("image_side"))
        return *side;
    if (const std::optional<double> pixels = facts.number("image_pixels"))
        return std::floor(std::sqrt(std::max(0.0, *pixels)));
    if (!facts.is("quantizes", "unsloth"))
        return 0;
    constexpr double usual = 512;
    return tower.longest > 0 ? static_cast<double>(tower.longest) : usual;
}

/// Whether a sequence has room for such an image, and for some text.
bool hasRoom(const Scenario &scenario, const TowerSpec &tower, double side)
{
    constexpr double longest = 1 << 14; // far beyond what any processor leaves
    return side >= 1 && side <= longest
        && tokensOf(tower, towerImage(tower, side, side))
        < static_cast<double>(scenario.training.sequenceLength);
}

} // namespace

std::vector<DerivedInput> imageInputs(
    const FactList &facts, const Scenario &scenario, const Resolved &resolved)
{
    const bool hasPixels = facts.number("image_pixels").has_value();
    if ((!hasPixels && !facts.is("image_inputs", "yes")) || facts.isSaid("vision.images")
        || scenario.vision.images > 0)
        return {};
    const std::string_view from = hasPixels ? "image_pixels" : "image_inputs";
    std::vector<DerivedInput> inputs{{"vision.images", Json(1.0), from,
        english("import", "One in each sequence: how many there are the data say.")}};
    const std::optional<TowerSpec> &tower = resolved.spec.knownTower();
    if (!tower || !tower->asksSize())
        return inputs;
    const double side = sideOf(facts, *tower);
    if (hasRoom(scenario, *tower, side)) {
        for (const std::string_view key : {"vision.image_width", "vision.image_height"})
            inputs.push_back({key, Json(side), from,
                english("import", "As large as the run lets images be, as wide as high.")});
    }
    return inputs;
}

} // namespace shardscope
