// SPDX-License-Identifier: GPL-3.0-or-later
// The shapes of PEFT's adapters that make a matrix, or turn what it is given, and what their
// parameters are called.
#pragma once

#include <string_view>

namespace shardscope {

/// Trainable tokens: rows of a table that are trained alone.
inline constexpr std::string_view tokenRows = "trainable_tokens_delta";

/// LoKr: the two matrices whose Kronecker product is as large as the adapted one.
struct KroneckerShape
{
    double leftRows = 1;
    double leftColumns = 1;
    double rightRows = 1;
    double rightColumns = 1;
    bool isRightFactored = false; ///< the right one is a product of two factors of the rank
};
/// `factor`: PEFT's decompose_factor.
KroneckerShape kroneckerShape(double in, double out, int factor, double rank);

/// OFT: so many blocks of so many inputs.
struct RotationShape
{
    double blocks = 1;
    double size = 1;

    /// Numbers of a block above its diagonal, which are trained.
    double trained() const { return size * (size - 1) / 2; }
};
/// `block`: PEFT's oft_block_size; 0: as many blocks as `rank` says.
RotationShape rotationShape(double in, int block, double rank);

/// BOFT: so many sparse matrices of so many blocks, whose product is as wide as the input.
struct ButterflyShape
{
    double factors = 1;
    double blocks = 1;
    double size = 1;
};
/// `block`: PEFT's boft_block_size; 0: `blocks` of them (boft_block_num).
ButterflyShape butterflyShape(double in, int block, int blocks, int factors);
/// Whether PEFT makes such a product for so many inputs: blocks divide them, and of several
/// matrices sizes and numbers of blocks are even and divide as often as there are further ones
/// (PEFT 0.20 tuners/boft/layer.py, update_layer).
bool isButterfly(double in, int block, int blocks, int factors);

} // namespace shardscope
