// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/towerspec.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::int64_t one = 1;

bool contains(const std::vector<std::int64_t> &list, std::int64_t value)
{
    return std::find(list.begin(), list.end(), value) != list.end();
}

double real(std::int64_t value)
{
    return static_cast<double>(value);
}

/// transformers 5.12.1 models/qwen2_vl/image_processing_qwen2_vl.py, smart_resize: sides are
/// multiples of a merged patch, and the area is between two bounds. Python rounds halves to even.
std::pair<double, double> smartlyResized(const TowerSpec &tower, double width, double height)
{
    const double factor = real(tower.patch * tower.merge);
    const auto nearest = [factor](double side) {
        return std::max(factor, std::nearbyint(side / factor) * factor);
    };
    double w = nearest(width);
    double h = nearest(height);
    if (w * h > tower.mostPixels) {
        const double shrink = std::sqrt(width * height / tower.mostPixels);
        w = std::max(factor, std::floor(width / shrink / factor) * factor);
        h = std::max(factor, std::floor(height / shrink / factor) * factor);
    } else if (w * h < tower.leastPixels) {
        const double grow = std::sqrt(tower.leastPixels / (width * height));
        w = std::ceil(width * grow / factor) * factor;
        h = std::ceil(height * grow / factor) * factor;
    }
    return {w, h};
}

/// vision_utils.py, get_vision_window_index: windows of merged patches, cut off at the edges.
void addWindows(const TowerSpec &tower, TowerImage &image)
{
    if (tower.window == 0) {
        image.windows = 1;
        image.windowPairs = image.patches() * image.patches();
        return;
    }
    const std::int64_t side = std::max(one, tower.window / tower.merge / tower.patch);
    const std::int64_t columns = image.columns / tower.merge;
    const std::int64_t rows = image.rows / tower.merge;
    const auto squares = [side](std::int64_t length) {
        const std::int64_t rest = length % side;
        return real(length / side * side * side + rest * rest);
    };
    const auto count = [side](std::int64_t length) { return (length + side - 1) / side; };
    image.windows = count(columns) * count(rows);
    image.windowPairs
        = squares(columns) * squares(rows) * real(tower.merged()) * real(tower.merged());
}

} // namespace

bool TowerSpec::isFull(std::int64_t block) const
{
    return window == 0 || contains(fullBlocks, block);
}
bool TowerSpec::isDeep(std::int64_t block) const
{
    return contains(deepBlocks, block);
}

TowerImage towerImage(const TowerSpec &tower, double width, double height)
{
    const auto [w, h] = smartlyResized(tower, width, height);
    TowerImage image{.width = static_cast<std::int64_t>(w),
        .height = static_cast<std::int64_t>(h),
        .columns = static_cast<std::int64_t>(w) / tower.patch,
        .rows = static_cast<std::int64_t>(h) / tower.patch};
    addWindows(tower, image);
    return image;
}

double tokensOf(const TowerSpec &tower, const TowerImage &image)
{
    return image.patches() / real(tower.merged());
}

std::vector<TowerLinear> linearsOf(const TowerSpec &tower)
{
    const double h = real(tower.hidden);
    const double width = real(tower.intermediate);
    const double layers = real(tower.layers);
    const double out = real(tower.out);
    std::vector<TowerLinear> list{{"qkv", h, 3 * h, layers}, {"proj", h, h, layers}};
    const bool isThird = tower.code == TowerCode::Qwen3Vl;
    if (tower.code == TowerCode::Qwen25Vl) {
        list.push_back({"gate_proj", h, width, layers});
        list.push_back({"up_proj", h, width, layers});
        list.push_back({"down_proj", width, h, layers});
    } else {
        list.push_back({isThird ? "linear_fc1" : "fc1", h, width, layers});
        list.push_back({isThird ? "linear_fc2" : "fc2", width, h, layers});
    }
    const double wide = h * real(tower.merged());
    const double mergers = 1 + real(static_cast<std::int64_t>(tower.deepBlocks.size()));
    list.push_back({isThird ? "linear_fc1" : "0", wide, wide, mergers, true});
    list.push_back({isThird ? "linear_fc2" : "2", wide, out, mergers, true});
    return list;
}

namespace {

/// Norms, and where they have one a bias.
double projectorVectors(const TowerSpec &tower)
{
    const double h = real(tower.hidden);
    const double out = real(tower.out);
    const double wide = h * real(tower.merged());
    const double deep = real(static_cast<std::int64_t>(tower.deepBlocks.size()));
    const double norm = tower.code == TowerCode::Qwen25Vl ? h : 2 * h;
    return norm + wide + out + deep * (2 * wide + wide + out);
}

double blockVectors(const TowerSpec &tower)
{
    const double h = real(tower.hidden);
    const double width = real(tower.intermediate);
    if (tower.code == TowerCode::Qwen25Vl)
        return 2 * h + 3 * h + h + 2 * width + h;
    return 4 * h + 3 * h + h + width + h;
}

} // namespace

TowerCount countTower(const TowerSpec &tower)
{
    const double h = real(tower.hidden);
    TowerCount count;
    for (const TowerLinear &linear : linearsOf(tower)) {
        count.linear += linear.weights();
        count.rows += linear.count * linear.out;
        (linear.isProjectors ? count.projector : count.blocks) += linear.weights();
        count.largestTensor = std::max(count.largestTensor, linear.in * linear.out);
    }
    count.projector += projectorVectors(tower);
    count.blocks += real(tower.layers) * blockVectors(tower) + real(tower.patchWidth()) * h
        + (tower.code == TowerCode::Qwen3Vl ? h : 0) + real(tower.positions) * h;
    return count;
}

} // namespace shardscope
