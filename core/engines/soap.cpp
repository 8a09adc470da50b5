// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/soap.h"

#include "core/engines/trainedmatrices.h"

#include <algorithm>
#include <vector>

namespace shardscope {

namespace {

constexpr double longestSide = 10000; // max_precond_dim

/// Elements of the preconditioners of a matrix.
double squares(double rows, double columns)
{
    const auto square = [](double side) { return side <= longestSide ? side * side : 0; };
    return square(rows) + square(columns);
}

/// Elements of all preconditioners.
double squares(const Workload &work)
{
    double sum = 0;
    forEachTrainedMatrix(work, [&sum](double rows, double columns, double count) {
        sum += count * squares(rows, columns);
    });
    return sum;
}

/// Bytes of the preconditioners of a tensor, one for each side that has any; a vector has none
/// (precondition_1d).
std::vector<double> preconditioners(const Parameter &parameter)
{
    std::vector<double> found;
    if (isVector(parameter))
        return found;
    for (const double side : {parameter.rows, parameter.elements / parameter.rows}) {
        if (side <= longestSide)
            found.push_back(storageBytes(side * side, Dtype::Single));
    }
    return found;
}

/// What the local names of step() refer to as it goes from tensor to tensor, bytes.
class SoapUpdates
{
public:
    void of(const Parameter &parameter)
    {
        m_size = storageBytes(parameter.elements, Dtype::Single);
        m_squares = preconditioners(parameter);
        m_projected = changeOfBasis(false);
        m_average = 0;
        m_variance = 0;
        reach(m_size); // the projected gradient's square
        reach(m_size);
        m_denominator = m_size;
        reach(m_size); // the quotient
        m_update = changeOfBasis(true);
        updatePreconditioners();
    }

    double most() const { return m_most; }

private:
    void reach(double more)
    {
        m_most = std::max(m_most,
            m_projected + m_denominator + m_average + m_variance + m_update + m_outer + more);
    }

    /// project or project_back: a product for each preconditioned side, else a view of what it was
    /// given. Where that has no other name it goes with the first product.
    double changeOfBasis(bool isGivenAway)
    {
        double held = isGivenAway ? m_size : 0;
        for (std::size_t side = 0; side < m_squares.size(); ++side) {
            reach(held + m_size);
            held = m_size;
        }
        return held;
    }

    /// The mean of gradients leaves its old bases, products of the gradient are added up, new bases
    /// are found, and the mean goes into these.
    void updatePreconditioners()
    {
        changeOfBasis(false);
        m_average = m_squares.empty() ? 0 : m_size;
        for (const double square : m_squares) {
            reach(square);
            m_outer = square;
        }
        if (!m_squares.empty())
            findBases();
        changeOfBasis(false);
        m_outer = 0;
    }

    /// get_orthogonal_matrix_QR: one round of power iteration, then a QR decomposition, whose Q is
    /// kept. Both bases are exchanged at the end.
    void findBases()
    {
        double variance = 0;
        double bases = 0;
        double iterated = 0;
        double triangle = 0;
        for (const double square : m_squares) {
            const double before = bases + triangle;
            reach(variance + before + iterated + 2 * square); // estimated eigenvalues
            reach(variance + before + iterated + m_size);
            variance = m_size;
            reach(variance + before + iterated + 2 * square); // the sorted basis, iterated
            iterated = square;
            reach(variance + before + iterated + 3 * square);
            bases += square;
            triangle = square;
        }
        m_variance = variance;
    }

    double m_size = 0; ///< of the tensor
    std::vector<double> m_squares;
    double m_projected = 0;
    double m_denominator = 0;
    double m_average = 0; ///< as it was before it changed its basis
    double m_variance = 0; ///< as it was before it was sorted
    double m_update = 0;
    double m_outer = 0; ///< the last product of a gradient with itself
    double m_most = 0;
};

} // namespace

Term soapState(const Workload &work, double momentBytes)
{
    return Term::each(2 * momentBytes) * Term::count(work.trainable)
        + Term::each(2 * SingleBytes) * Term::count(squares(work), "preconditioners");
}

double soapState(const Tape &tape)
{
    double bytes = 0;
    for (const Parameter &parameter : tape.parameters) {
        if (!isUpdated(parameter))
            continue;
        bytes += 2 * storageBytes(parameter.elements, Dtype::Single);
        for (const double square : preconditioners(parameter))
            bytes += 2 * square;
    }
    return bytes;
}

double soapScratch(const Workload &work, const ModelTapes &model)
{
    SoapUpdates updates;
    const bool hasTiedTable = work.isFull() && work.spec().tiedEmbeddings;
    const auto isTable = [&](const Parameter &parameter) {
        return hasTiedTable && parameter.elements == work.count().embedding;
    };
    const auto update = [&](const Tape &tape, bool isOfTables, bool isOfVectors) {
        for (const Parameter &parameter : tape.parameters) {
            if (isUpdated(parameter) && isTable(parameter) == isOfTables
                && isVector(parameter) == isOfVectors)
                updates.of(parameter);
        }
    };
    update(*model.head, true, false); // a table's first name is the embedding's
    model.forEach([&](const Tape &tape, int units) {
        // Norms are the last of a layer, and the first of what follows the layers.
        const bool isHead = &tape == model.head;
        for (int unit = 0; unit < std::min(units, 2); ++unit) { // the second behind another
            update(tape, false, isHead);
            update(tape, false, !isHead);
        }
    });
    return updates.most();
}

} // namespace shardscope
