// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace shardscope {

/// Whose blocks a vision tower is made of, as transformers 5.12.1 has them.
enum class TowerCode : std::uint8_t {
    Qwen2Vl, ///< LayerNorm, fc1 and fc2, rotary embedding in two dimensions
    Qwen25Vl, ///< RMSNorm, a gated MLP, attention within windows in most blocks
    Qwen3Vl, ///< as Qwen2-VL, with a table of positions; Qwen3.5's too
    // Of images in one size, with a table of their positions, LayerNorm, fc1 and fc2:
    Siglip, ///< Gemma 3, PaliGemma
    InternVit, ///< InternVL: a class token, and a factor for each number of what a block adds
    Idefics3, ///< SmolVLM, too: positions are looked up for each image
    Clip, ///< LLaVA: a class token, a norm before the blocks
    Pixtral, ///< Mistral 3: Llama's layers over the patches of all images, with a mask between
             ///< those
    Gemma4, ///< Gemma's layers over as many places for each image, which patches seldom fill
    Llama4, ///< images in one size, a class token behind their patches, turned in two dimensions
    Llama32 ///< all tiles of an image in one sequence, filled up and masked; blocks with gates last
};
constexpr bool isQwen(TowerCode code)
{
    return code <= TowerCode::Qwen3Vl;
}
/// Whether all images are one sequence of patches.
constexpr bool isPacked(TowerCode code)
{
    return isQwen(code) || code == TowerCode::Pixtral;
}

/// What makes features of a tower's last stream.
enum class TowerExit : std::uint8_t {
    Merged, ///< Qwen: neighbours side by side, through two matrices
    Shuffled, ///< InternVL: the same, which are copied side by side
    Joined, ///< Idefics 3: the same copies, through one matrix
    TwoLayers, ///< LLaVA: two matrices
    Unfolded, ///< Mistral 3: a norm, neighbours through one matrix, then two more
    Averaged, ///< Gemma 3: the mean of neighbours, through a parameter that is no nn.Linear
    Single, ///< PaliGemma: one matrix
    Pooled, ///< Gemma 4: the mean of neighbours, by a product with where they are, a norm, one
            ///< matrix
    Adapted, ///< Llama 4: neighbours, copied side by side, through two matrices of the tower and
             ///< one
    Stacked ///< Llama 3.2: beside it what some blocks gave, through one matrix
};

/// Into how many tiles the processor cuts an image that comes to the tower in one size.
enum class Tiling : std::uint8_t {
    Nearest, ///< the grid whose proportions are nearest, and the whole image
    Stretched, ///< Idefics 3: the longer side as long as tiles are beside it
    BestFit, ///< Llama 4: the canvas on which the image is largest, and no larger than it must be
    Always ///< Llama 3.2: as many for every image, empty ones among them
};

/// One stretch of a tower: what frameworks wrap, gather and checkpoint as one.
enum class TowerPartKind : std::uint8_t {
    Entry, ///< patches become the stream
    Block,
    Side, ///< Qwen3-VL: makes features for one of the first layers of the stream
    Aside, ///< LLaVA: a block of whose result nothing is made
    Middle, ///< Llama 3.2: between the blocks of its two encoders
    Exit, ///< the stream becomes features
    Behind ///< Gemma 4: no part of the tower, but of what the language model makes of both
};

/// The vision tower of a model and its projector, which puts neighbours side by side: all that the
/// formulas need of a vision_config.
struct TowerSpec
{
    TowerCode code = TowerCode::Qwen25Vl;
    TowerExit exit = TowerExit::Merged;
    std::int64_t hidden = 0;
    std::int64_t layers = 0;
    std::int64_t heads = 0;
    std::int64_t intermediate = 0;
    std::int64_t out = 0; ///< hidden size of the language model
    std::int64_t patch = 14; ///< pixels along a side
    std::int64_t frames = 1; ///< that one patch takes in (temporal_patch_size)
    std::int64_t channels = 3;
    std::int64_t merge = 1; ///< patches along a side of one of the language model's tokens
    std::int64_t positions = 0; ///< rows of a learned position table
    std::int64_t window = 0; ///< along a side, in pixels; 0: all blocks see the whole image
    std::vector<std::int64_t> fullBlocks{}; ///< that see the whole image, where there are windows
    /// Whose output the first layers get as well, or Llama 3.2's projector does.
    std::vector<std::int64_t> deepBlocks{};
    bool gelu = true; ///< or QuickGELU, spelt out; of Pixtral's SiLU
    // What the processor allows for, in pixels of an image, which keeps its proportions.
    double leastPixels = 0;
    double mostPixels = 0;
    // Where all images come to the tower in one size:
    std::int64_t side = 0; ///< of them, in pixels; 0: they keep theirs
    std::int64_t longest = 0; ///< side that an image may have, in pixels; 0: any
    std::int64_t mostTiles = 1; ///< that the processor cuts an image into
    Tiling tiling = Tiling::Nearest;
    std::int64_t adapter = 0; ///< width of what the adapter of Llama 4's tower makes
    bool givesHalf = false; ///< the processor gives pixels in 16 bits
    std::int64_t places = 0; ///< of patches that each image takes up; 0: as many as it has
    bool normsEnd = false; ///< a norm behind the last block
    std::int64_t unread = 0; ///< last blocks of whose results nothing is made
    std::int64_t gated = 0; ///< last blocks, which are an encoder of their own, with gates
    std::int64_t shapes = 0; ///< into which tiles can be laid, each with places of its own
    bool mergesByIndex = false; ///< features are put in place row by row
    bool clips = false; ///< what each matrix of a block takes and makes, between two numbers
    bool standardizes = false; ///< features, by numbers that are not trained

    std::int64_t headDim() const { return hidden / heads; }
    std::int64_t patchWidth() const { return channels * frames * patch * patch; }
    std::int64_t merged() const { return merge * merge; }
    /// One more token.
    bool hasClass() const { return code == TowerCode::InternVit || normsStart(); }
    /// A norm before the first block.
    bool normsStart() const
    {
        return code == TowerCode::Clip || code == TowerCode::Llama4 || code == TowerCode::Llama32;
    }
    /// Whether layers of the language model attend to what it makes; elsewhere that takes the
    /// places of tokens.
    bool isAttendedTo() const { return code == TowerCode::Llama32; }
    /// Tiles of an image that are one sequence of the tower's.
    std::int64_t joined() const { return tiling == Tiling::Always ? mostTiles : 1; }
    /// Whether what it holds depends on how large images are.
    bool asksSize() const { return side == 0 || (mostTiles > 1 && tiling != Tiling::Always); }
    /// Streams of blocks that features are made of.
    std::int64_t stacked() const { return 1 + static_cast<std::int64_t>(deepBlocks.size()); }
    bool isFull(std::int64_t block) const;
    bool isDeep(std::int64_t block) const;
    bool operator==(const TowerSpec &) const = default;
};

/// One image as the tower reads it, or each of the tiles that it is cut into.
struct TowerImage
{
    std::int64_t tiles = 1;
    std::int64_t width = 0; ///< pixels, as the processor resizes it
    std::int64_t height = 0;
    std::int64_t columns = 0; ///< of patches
    std::int64_t rows = 0;
    std::int64_t windows = 0; ///< of windowed blocks, edges included
    double windowPairs = 0; ///< pairs of patches of one window
    std::int64_t classes = 0; ///< class tokens beside the patches
    std::int64_t empty = 0; ///< places that no patch fills

    double patches() const { return static_cast<double>(columns * rows); }
    /// Of the tower.
    double tokens() const { return static_cast<double>(columns * rows + classes + empty); }
    bool operator==(const TowerImage &) const = default;
};

/// An image of `width` x `height` pixels, resized or cut up as the model's processor does.
TowerImage towerImage(const TowerSpec &tower, double width, double height);
/// Tokens of the language model that an image takes up.
double tokensOf(const TowerSpec &tower, const TowerImage &image);

/// A matrix of the tower that is nn.Linear.
struct TowerLinear
{
    std::string_view name; ///< last word of the module's: "qkv", "fc1"
    double in = 0;
    double out = 0;
    double count = 1;
    bool isProjectors = false;
    bool isEntrys = false; ///< it makes the stream of the patches
    bool isSides = false; ///< a projector's, of features for single layers

    double weights() const { return in * out * count; }
};
std::vector<TowerLinear> linearsOf(const TowerSpec &tower);

/// Exact counts of parameters, by transformers' classes.
struct TowerCount
{
    double blocks = 0; ///< with patch embedding, positions and norms
    double projector = 0;
    double largestTensor = 0;

    double total() const { return blocks + projector; }
};
TowerCount countTower(const TowerSpec &tower);

} // namespace shardscope
