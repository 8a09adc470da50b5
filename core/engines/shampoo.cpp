// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/shampoo.h"

#include "core/engines/shampooblocks.h"
#include "core/engines/trainedmatrices.h"

#include <algorithm>
#include <set>
#include <vector>

namespace shardscope {

namespace {

double blockOf(const Workload &work)
{
    return work.training().preconditionerBlock;
}

Blocks blocksOf(const Parameter &parameter, double block)
{
    return isVector(parameter) ? Blocks(parameter.elements, 1, block)
                               : Blocks(parameter.rows, parameter.elements / parameter.rows, block);
}

/// Elements of triangles, and the lengths of their sides.
struct Triangles
{
    void add(const Blocks &blocks, double count)
    {
        blocks.forEachSide([&](double length, double sides) {
            elements += count * sides * PackedSide{length}.triangle();
            lengths.insert(length);
        });
    }

    /// Elements of the places of each length, once.
    double places() const
    {
        double sum = 0;
        for (const double length : lengths)
            sum += 2 * PackedSide{length}.triangle();
        return sum;
    }

    double elements = 0;
    std::set<double> lengths{};
};

/// What goes on in a step, block by block, bytes. `elementBytes`: of a weight.
class BlockScratch
{
public:
    explicit BlockScratch(double block)
        : m_block(block)
    { }

    /// In the order of the parameters.
    void of(const Parameter &parameter)
    {
        const Blocks blocks = blocksOf(parameter, m_block);
        m_bytes = bytesOf(parameter.dtype);
        const double all = blocks.storages(m_bytes);
        for (const double height : blocks.rows.inOrder()) {
            for (const double width : blocks.columns.inOrder()) {
                const std::vector<PackedSide> sides = blocks.isVector
                    ? std::vector<PackedSide>{{height}}
                    : std::vector<PackedSide>{{height}, {width}};
                add(sides);
                findRoots(sides);
                const double own = storageBytes(m_bytes * height * width);
                precondition(sides, height * width, all - own);
            }
        }
        m_stepped += all;
    }

    /// What was stepped as others were.
    void skip(double bytes) { m_stepped += bytes; }

    /// Where all of the model has means without their bias of so many bytes.
    double most(double means) const { return std::max(m_alone, means + m_beside); }

private:
    void reach(double bytes) { m_alone = std::max(m_alone, bytes); }

    /// _update_factor_matrices: products of the gradient with itself, then their triangles, beside
    /// those of the block before.
    void add(const std::vector<PackedSide> &sides)
    {
        double held = m_products;
        for (const PackedSide &side : sides)
            held += side.square(m_bytes);
        double packed = 0;
        for (const PackedSide &side : sides) {
            packed += side.packed(m_bytes);
            reach(held + packed + side.longPlaces());
        }
        m_products = packed;
    }

    /// amortized_computation: the preconditioner without its bias becomes a square; then (in
    /// matrix_inverse_root_eigen) its eigenvectors, these times roots of the eigenvalues, and the
    /// root of it all, which is packed. Names refer to the first side's until the second's are
    /// there.
    void findRoots(const std::vector<PackedSide> &sides)
    {
        double before = 0;
        double root = 0;
        for (const PackedSide &side : sides) {
            reach(before + root + side.packed() + side.square() + side.longPlaces());
            before = side.square();
            reach(root + 4 * before + 2 * storageBytes(side.length, Dtype::Single));
            reach(root + 2 * before + side.longPlaces() + side.packed());
            root = side.packed();
        }
    }

    /// precondition: roots become squares, then the gradient goes through them in fp32.
    void precondition(const std::vector<PackedSide> &sides, double elements, double ofTensor)
    {
        double squares = 0;
        for (const PackedSide &side : sides)
            squares += side.square();
        const double products = 2 * storageBytes(elements, Dtype::Single);
        m_beside = std::max(m_beside,
            m_stepped + ofTensor + squares + std::max(sides.back().longPlaces(), products));
    }

    double m_block;
    double m_bytes = SingleBytes;
    double m_products = 0; ///< triangles that were added last
    double m_stepped = 0; ///< Shampoo's steps so far
    double m_alone = 0;
    double m_beside = 0;
};

} // namespace

Term shampooState(const Workload &work, double momentBytes)
{
    const double block = blockOf(work);
    Triangles triangles;
    double vectors = work.trainable;
    forEachTrainedMatrix(work, [&](double rows, double columns, double count) {
        triangles.add(Blocks(rows, columns, block), count);
        vectors -= count * rows * columns;
    });
    const auto hidden = static_cast<double>(work.spec().hidden);
    if (vectors > 0)
        triangles.add(Blocks(hidden, 1, block), vectors / hidden);
    return Term::each(2 * momentBytes) * Term::count(work.trainable)
        + Term::each(2 * SingleBytes) * Term::count(triangles.elements, "preconditioners")
        + Term::each(SingleBytes) * Term::count(triangles.places());
}

double shampooState(const Workload &work, const ModelTapes &model)
{
    double bytes = 0;
    std::set<double> lengths;
    model.forEach([&](const Tape &tape, int units) {
        for (const Parameter &parameter : tape.parameters) {
            if (!isUpdated(parameter))
                continue;
            const Blocks blocks = blocksOf(parameter, blockOf(work));
            bytes += units * 2 * blocks.storages(bytesOf(parameter.dtype));
            blocks.forEachSide([&](double length, double count) {
                bytes += units * count * 2 * PackedSide{length}.packed();
                lengths.insert(length);
            });
        }
    });
    for (const double length : lengths)
        bytes += PackedSide{length}.places();
    return bytes;
}

double shampooScratch(const Workload &work, const ModelTapes &model)
{
    constexpr double lists = 4;
    double all = 0;
    BlockScratch blocks(blockOf(work));
    model.forEach([&](const Tape &tape, int units) {
        double ofTape = 0;
        for (const Parameter &parameter : tape.parameters) {
            if (isUpdated(parameter))
                ofTape += blocksOf(parameter, blockOf(work)).storages(bytesOf(parameter.dtype));
        }
        all += units * ofTape;
        const int played = std::min(units, 2); // the last behind another
        for (int unit = 0; unit < played; ++unit) {
            if (unit > 0)
                blocks.skip((units - played) * ofTape);
            for (const Parameter &parameter : tape.parameters) {
                if (isUpdated(parameter))
                    blocks.of(parameter);
            }
        }
    });
    return std::max(lists * all, blocks.most(all));
}

} // namespace shardscope
