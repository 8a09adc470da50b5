// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/towerspec.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::int64_t single = 1;
/// modeling_mllama.py, MllamaVisionModel.forward: num_padding_patches.
constexpr std::int64_t fillsUpTo = 8;
constexpr double stretchedTiles = 4; ///< of the longer side (Idefics3ImageProcessor, size)

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

/// models/pixtral/image_processing_pixtral.py, get_resize_output_image_size: an image with too long
/// a side shrinks, and sides are filled up to whole merged patches.
std::pair<double, double> filledUp(const TowerSpec &tower, double width, double height)
{
    const double factor = real(tower.patch * tower.merge);
    const double ratio = std::max(width, height) / real(tower.longest);
    const auto filled = [factor, ratio](double side) {
        const double shrunk = ratio > 1 ? std::floor(side / ratio) : side;
        return std::max(1.0, std::ceil(shrunk / factor)) * factor;
    };
    return {filled(width), filled(height)};
}

/// models/gemma4/image_processing_gemma4.py, get_aspect_ratio_preserving_size: as many patches as
/// there are places for, in whole groups of those that are pooled.
std::pair<double, double> spreadOut(const TowerSpec &tower, double width, double height)
{
    const double factor = real(tower.patch * tower.merge);
    const double longest = std::floor(real(tower.places) / real(tower.merged()));
    const double grow
        = std::sqrt(real(tower.places * tower.patch * tower.patch) / (width * height));
    const double columns = std::floor(grow * width / factor);
    const double rows = std::floor(grow * height / factor);
    if (rows < 1)
        return {std::min(std::floor(width / height), longest) * factor, factor};
    if (columns < 1)
        return {factor, std::min(std::floor(height / width), longest) * factor};
    return {columns * factor, rows * factor};
}

std::pair<double, double> resized(const TowerSpec &tower, double width, double height)
{
    if (tower.places > 0)
        return spreadOut(tower, width, height);
    return tower.longest > 0 ? filledUp(tower, width, height)
                             : smartlyResized(tower, width, height);
}

/// vision_utils.py, get_vision_window_index: windows of merged patches, cut off at the edges.
void addWindows(const TowerSpec &tower, TowerImage &image)
{
    if (tower.window == 0) {
        image.windows = 1;
        image.windowPairs = image.patches() * image.patches();
        return;
    }
    const std::int64_t side = std::max(single, tower.window / tower.merge / tower.patch);
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

/// transformers 5.12.1 models/got_ocr2/image_processing_got_ocr2.py, get_optimal_tiled_canvas: the
/// grid whose proportions are nearest; of two as near the larger one where the image fills more
/// than half of it. More than one tile has the whole image as one more (use_thumbnail).
std::int64_t tilesOf(const TowerSpec &tower, double width, double height)
{
    const double wanted = width / height;
    double nearest = HUGE_VAL;
    std::int64_t best = single;
    const auto offer = [&](std::int64_t columns, std::int64_t rows) {
        const double off = std::abs(wanted - real(columns) / real(rows));
        const double half = real(tower.side * tower.side * columns * rows) / 2;
        if (off < nearest || (off == nearest && width * height > half)) {
            nearest = off;
            best = columns * rows;
        }
    };
    for (std::int64_t tiles = single; tiles <= tower.mostTiles; ++tiles) {
        for (std::int64_t columns = single; columns <= tiles; ++columns) {
            if (tiles % columns == 0)
                offer(columns, tiles / columns);
        }
    }
    return best > 1 ? best + 1 : best;
}

/// transformers 5.12.1 models/idefics3/image_processing_idefics3.py: the longer side is made four
/// tiles long, the other one in proportion and even, then filled up to whole tiles; the whole image
/// is one tile more.
std::int64_t tilesOfStretched(const TowerSpec &tower, double width, double height)
{
    const double side = real(tower.side);
    const double longer = stretchedTiles * side;
    const double ratio = std::max(width, height) / std::min(width, height);
    const double shorter = std::max(1.0, std::floor(longer / ratio));
    const double even = shorter + std::fmod(shorter, 2);
    return static_cast<std::int64_t>(stretchedTiles * std::ceil(even / side)) + 1;
}

/// transformers 5.12.1 models/llama4/image_processing_llama4.py, get_best_fit: the canvas on which
/// the image has to be shrunk least, or else grows least; of several the smallest. More than one
/// tile has the whole image as one more.
std::int64_t tilesOfBestFit(const TowerSpec &tower, double width, double height)
{
    double bestScale = 0;
    std::int64_t best = single;
    for (std::int64_t columns = single; columns <= tower.mostTiles; ++columns) {
        for (std::int64_t rows = single; columns * rows <= tower.mostTiles; ++rows) {
            const double scale
                = std::min(real(columns * tower.side) / width, real(rows * tower.side) / height);
            const bool isNearer = bestScale < 1 ? scale > bestScale : scale < bestScale;
            const bool isAllowed = bestScale < 1 || scale >= 1;
            if ((isNearer && isAllowed) || (scale == bestScale && columns * rows < best)) {
                bestScale = scale;
                best = columns * rows;
            }
        }
    }
    return best > 1 ? best + 1 : best;
}

std::int64_t cutTiles(const TowerSpec &tower, double width, double height)
{
    switch (tower.tiling) {
    case Tiling::Nearest:
        break;
    case Tiling::Stretched:
        return tilesOfStretched(tower, width, height);
    case Tiling::BestFit:
        return tilesOfBestFit(tower, width, height);
    case Tiling::Always:
        return tower.mostTiles;
    }
    return tilesOf(tower, width, height);
}

/// Images, or tiles of them, in the one size that the tower reads.
TowerImage squareImage(const TowerSpec &tower, double width, double height)
{
    const std::int64_t patches = tower.side / tower.patch;
    TowerImage image{.tiles = tower.mostTiles > 1 ? cutTiles(tower, width, height) : single,
        .width = tower.side,
        .height = tower.side,
        .columns = patches,
        .rows = patches,
        .classes = tower.hasClass() ? single : 0};
    if (tower.code == TowerCode::Llama32) // to a multiple of eight tokens
        image.empty = (fillsUpTo - (patches * patches + image.classes) % fillsUpTo) % fillsUpTo;
    addWindows(tower, image);
    return image;
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
    if (tower.side > 0)
        return squareImage(tower, width, height);
    const auto [w, h] = resized(tower, width, height);
    TowerImage image{.width = static_cast<std::int64_t>(w),
        .height = static_cast<std::int64_t>(h),
        .columns = static_cast<std::int64_t>(w) / tower.patch,
        .rows = static_cast<std::int64_t>(h) / tower.patch};
    if (tower.places > 0)
        image.empty = tower.places - image.columns * image.rows;
    addWindows(tower, image);
    return image;
}

double tokensOf(const TowerSpec &tower, const TowerImage &image)
{
    if (tower.isAttendedTo())
        return 1; // says where it stands
    return real(image.tiles) * image.patches() / real(tower.merged());
}

namespace {

/// modeling_siglip.py, modeling_internvl.py, modeling_idefics3.py, modeling_clip.py,
/// modeling_pixtral.py, modeling_gemma4.py, and the projectors beside them.
std::vector<TowerLinear> decoderNamedLinears(const TowerSpec &tower)
{
    const double h = real(tower.hidden);
    const double width = real(tower.intermediate);
    const double layers = real(tower.layers);
    const double out = real(tower.out);
    const bool isIntern = tower.code == TowerCode::InternVit;
    if (tower.code == TowerCode::Gemma4) // nn.Linear within a module of its own, which has the name
        return {{"input_proj", real(tower.patchWidth()), h, 1, false, true},
            {"linear", h, h, 4 * layers}, {"linear", h, width, 2 * layers},
            {"linear", width, h, layers}, {"embedding_projection", h, out, 1, true}};
    if (tower.code == TowerCode::Pixtral) {
        std::vector<TowerLinear> list{{"q_proj", h, h, layers}, {"k_proj", h, h, layers},
            {"v_proj", h, h, layers}, {"o_proj", h, h, layers}, {"gate_proj", h, width, layers},
            {"up_proj", h, width, layers}, {"down_proj", width, h, layers}};
        if (tower.exit == TowerExit::Unfolded)
            list.push_back({"merging_layer", h * real(tower.merged()), h, 1, true});
        list.push_back({"linear_1", h, out, 1, true});
        list.push_back({"linear_2", out, out, 1, true});
        return list;
    }
    const bool isLlama = tower.code == TowerCode::Llama4;
    const bool isThird = tower.code == TowerCode::Llama32;
    const std::string_view output = isIntern ? "projection_layer"
        : isLlama || isThird                 ? "o_proj"
                                             : "out_proj";
    std::vector<TowerLinear> list{{"q_proj", h, h, layers}, {"k_proj", h, h, layers},
        {"v_proj", h, h, layers}, {output, h, h, layers}, {"fc1", h, width, layers},
        {"fc2", width, h, layers}};
    if (isLlama) {
        const double adapter = real(tower.adapter);
        list.push_back({"linear", real(tower.patchWidth()), h, 1, false, true});
        list.push_back({"fc1", h * real(tower.merged()), adapter});
        list.push_back({"fc2", adapter, adapter});
        list.push_back({"linear_1", adapter, out, 1, true});
    }
    if (isThird)
        list.push_back({"multi_modal_projector", real(tower.stacked()) * h, out, 1, true});
    if (tower.exit == TowerExit::Single)
        list.push_back({"linear", h, out, 1, true});
    if (tower.exit == TowerExit::Joined)
        list.push_back({"proj", h * real(tower.merged()), out, 1, true});
    if (tower.exit == TowerExit::Shuffled || tower.exit == TowerExit::TwoLayers) {
        list.push_back({"linear_1", h * real(tower.merged()), out, 1, true});
        list.push_back({"linear_2", out, out, 1, true});
    }
    return list;
}

} // namespace

std::vector<TowerLinear> linearsOf(const TowerSpec &tower)
{
    if (!isQwen(tower.code))
        return decoderNamedLinears(tower);
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
    const double sides = real(static_cast<std::int64_t>(tower.deepBlocks.size()));
    for (const bool isSides : {false, true}) {
        const double mergers = isSides ? sides : 1;
        list.push_back({isThird ? "linear_fc1" : "0", wide, wide, mergers, true, false, isSides});
        list.push_back({isThird ? "linear_fc2" : "2", wide, out, mergers, true, false, isSides});
    }
    return list;
}

namespace {

/// Norms, biases and what is no nn.Linear.
double projectorVectors(const TowerSpec &tower)
{
    const double h = real(tower.hidden);
    const double out = real(tower.out);
    const double wide = h * real(tower.merged());
    switch (tower.exit) {
    case TowerExit::Merged:
        break;
    case TowerExit::Pooled:
    case TowerExit::Joined:
    case TowerExit::Adapted:
        return 0;
    case TowerExit::TwoLayers:
        return 2 * out;
    case TowerExit::Shuffled:
        return 2 * wide + out + out;
    case TowerExit::Unfolded:
        return h;
    case TowerExit::Averaged:
        return h + h * out;
    case TowerExit::Single:
    case TowerExit::Stacked:
        return out;
    }
    const double deep = real(static_cast<std::int64_t>(tower.deepBlocks.size()));
    const double norm = tower.code == TowerCode::Qwen25Vl ? h : 2 * h;
    return norm + wide + out + deep * (2 * wide + wide + out);
}

/// MllamaPrecomputedPositionEmbedding: a place for each token of each tile of every shape.
double tilePlaces(const TowerSpec &tower)
{
    return tower.shapes > 0
        ? real((tower.shapes + 1) * tower.mostTiles * tower.positions * tower.hidden)
        : 0;
}

double blockVectors(const TowerSpec &tower)
{
    const double h = real(tower.hidden);
    const double width = real(tower.intermediate);
    if (tower.code == TowerCode::Pixtral)
        return 2 * h;
    if (tower.code == TowerCode::Gemma4)
        return 4 * h + 2 * real(tower.headDim());
    if (tower.code == TowerCode::Qwen25Vl)
        return 2 * h + 3 * h + h + 2 * width + h;
    if (tower.code == TowerCode::Llama32)
        return 4 * h + width + h;
    const double factors = tower.code == TowerCode::InternVit ? 2 * h : 0;
    return factors + 4 * h + 3 * h + h + width + h;
}

} // namespace

TowerCount countTower(const TowerSpec &tower)
{
    const double h = real(tower.hidden);
    TowerCount count;
    for (const TowerLinear &linear : linearsOf(tower)) {
        (linear.isProjectors ? count.projector : count.blocks) += linear.weights();
        count.largestTensor = std::max(count.largestTensor, linear.in * linear.out);
    }
    if (tower.code == TowerCode::Gemma4)
        count.largestTensor = std::max(count.largestTensor, real(tower.positions) * h);
    count.largestTensor = std::max(count.largestTensor, tilePlaces(tower));
    if (tower.exit == TowerExit::Averaged)
        count.largestTensor = std::max(count.largestTensor, h * real(tower.out));
    count.projector += projectorVectors(tower);
    // A bias of the patch embedding; of Pixtral the norm behind it. Gemma 4's is one of the
    // matrices.
    const bool isLinear = tower.code == TowerCode::Gemma4 || tower.code == TowerCode::Llama4;
    const bool hasVector = tower.code >= TowerCode::Qwen3Vl && tower.code != TowerCode::Clip
        && tower.code != TowerCode::Llama32;
    const double beside = (hasVector && !isLinear ? h : 0) + (tower.hasClass() ? h : 0)
        + (tower.normsStart() ? 2 * h : 0) + (tower.normsEnd ? 2 * h : 0)
        + (isLinear ? 0 : real(tower.patchWidth()) * h);
    count.blocks += real(tower.layers) * blockVectors(tower) + beside + real(tower.positions) * h;
    if (tower.shapes > 0) // of the shape, of each tile in it, before and behind the first encoder
        count.blocks += tilePlaces(tower) + 2 * real((tower.shapes + 1) * tower.mostTiles) * h + 3
            + 2 * real(tower.gated);
    return count;
}

} // namespace shardscope
