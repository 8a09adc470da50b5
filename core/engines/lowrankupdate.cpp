// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/lowrankupdate.h"

#include "core/graph/tape.h"
#include "core/model/layerforms.h"

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

/// A matrix whose gradient is projected along its longer side.
struct Projected
{
    double rows = 0;
    double columns = 0;
    double rank = 0;
    double count = 1; ///< how many the model has

    double elements() const { return rows * columns; }
    double shorter() const { return std::min(rows, columns); }
    double gradient() const { return rank * std::max(rows, columns); }
};

bool isGalore(const Workload &work)
{
    return work.training().optimizer == Optimizer::GaloreAdamW;
}

/// Of one layer of each form, in the order in which they are updated.
std::vector<Projected> projectedIn(const Workload &work)
{
    const ModelSpec &spec = work.spec();
    const auto asked = static_cast<double>(work.training().projectionRank);
    const LayerForms forms(spec);
    std::vector<Projected> all;
    for (std::size_t form = 0; form < forms.count(); ++form) {
        std::vector<Linear> linears = linearsOf(spec, forms[form]);
        if (spec.modules.fusedSplit == FusedSplit::Slices) // Phi3Attention has o_proj first
            std::swap(linears.at(0), linears.at(1));
        for (const Linear &linear : linears) {
            Projected matrix{static_cast<double>(linear.out), static_cast<double>(linear.in)};
            // There are no more singular vectors, but as many random ones as one likes.
            matrix.rank = isGalore(work) ? std::min(asked, matrix.shorter()) : asked;
            matrix.count = forms.layersOf(form);
            all.push_back(matrix);
        }
    }
    return all;
}

/// Elements of what projects a matrix. Of a gradient in fp32 GaLore keeps a view of all singular
/// vectors of the shorter side; of others a copy, which has those that it takes.
double projector(const Projected &matrix, bool isGalore, double bytes)
{
    const bool isView = isGalore && bytes >= SingleBytes;
    return matrix.shorter() * (isView ? matrix.shorter() : matrix.rank);
}

/// What the local names of step() refer to as it goes from tensor to tensor, in bytes.
class LowRankUpdates
{
public:
    explicit LowRankUpdates(double bytes)
        : m_bytes(bytes)
    { }

    /// A tensor that is not projected: the root of its second moment, and the quotient.
    void whole(double elements)
    {
        const double size = m_bytes * elements;
        reach(size);
        m_root = size;
        reach(size);
        m_update = size;
        m_scaled = 0;
    }

    void galore(const Projected &matrix)
    {
        // get_orthogonal_matrix, in fp32; gesvdj works in a copy.
        const double sides = matrix.shorter() * (matrix.rows + matrix.columns + 1);
        reach(inSingle(matrix) + SingleBytes * (sides + matrix.elements()));
        projectedRoot(matrix);
        // project_back, and what it returns, scaled.
        m_update = 0;
        reach(2 * projectedSize(matrix) + 2 * wholeSize(matrix));
        m_update = wholeSize(matrix);
    }

    void apollo(const Projected &matrix)
    {
        // get_orthogonal_matrix: random numbers, and these divided.
        reach(inSingle(matrix) + 2 * SingleBytes * matrix.rank * matrix.shorter());
        projectedRoot(matrix);
        m_update = projectedSize(matrix);
        // The gradient as it is scaled, and as its growth is limited.
        reach(projectedSize(matrix) + m_scaled + wholeSize(matrix));
        reach(projectedSize(matrix) + 2 * wholeSize(matrix));
        m_update = wholeSize(matrix);
        m_scaled = wholeSize(matrix);
    }

    double most() const { return m_most; }

private:
    void reach(double more) { m_most = std::max(m_most, m_root + m_update + more); }
    double wholeSize(const Projected &matrix) const { return m_bytes * matrix.elements(); }
    double projectedSize(const Projected &matrix) const { return m_bytes * matrix.gradient(); }
    /// A copy of the gradient, unless it is in fp32.
    double inSingle(const Projected &matrix) const
    {
        return m_bytes < SingleBytes ? SingleBytes * matrix.elements() : 0;
    }
    /// The projected gradient, the root of its second moment, and the quotient.
    void projectedRoot(const Projected &matrix)
    {
        const double size = projectedSize(matrix);
        reach(2 * size);
        m_root = size;
        reach(2 * size);
    }

    double m_bytes;
    double m_root = 0;
    double m_update = 0;
    double m_scaled = 0; ///< the update, where another name refers to it as well
    double m_most = 0;
};

} // namespace

bool projectsGradients(const Workload &work)
{
    return work.isFull() && isLowRank(work.training().optimizer);
}

Term lowRankState(const Workload &work, double bytes)
{
    double kept = 0;
    double whole = work.trainable;
    for (const Projected &matrix : projectedIn(work)) {
        kept += matrix.count * (2 * matrix.gradient() + projector(matrix, isGalore(work), bytes));
        whole -= matrix.count * matrix.elements();
    }
    return Term::each(bytes) * Term::count(kept, "projected")
        + Term::each(2 * bytes) * Term::count(whole);
}

double lowRankRounding(const Workload &work, double bytes)
{
    double rounding = 0;
    const auto beyond
        = [bytes](double elements) { return storageBytes(bytes * elements) - bytes * elements; };
    for (const Projected &matrix : projectedIn(work)) {
        const double limit = isGalore(work) ? 0 : StorageGranule; // a norm, of the step before
        rounding += matrix.count
            * (2 * beyond(matrix.gradient()) + beyond(projector(matrix, isGalore(work), bytes))
                + limit);
    }
    return rounding;
}

Term lowRankScratch(const Workload &work, double bytes)
{
    const ParameterCount &count = work.count();
    LowRankUpdates updates(bytes);
    updates.whole(count.embedding);
    updates.whole(static_cast<double>(work.spec().hidden)); // the last norm
    if (!work.spec().tiedEmbeddings)
        updates.whole(count.head);
    const std::vector<Projected> matrices = projectedIn(work);
    for (int layer = 0; layer < 2; ++layer) { // the second one comes behind another
        for (const Projected &matrix : matrices)
            isGalore(work) ? updates.galore(matrix) : updates.apollo(matrix);
    }
    return Term::amount(Bytes(updates.most()), "of optimizer scratch");
}

} // namespace shardscope
