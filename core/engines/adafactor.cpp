// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/adafactor.h"

#include "core/catalog/residentthreads.h"
#include "core/graph/kernelscratch.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Norms are updated behind the matrices of a layer, or are followed by a bias at the latest;
/// the routers of DeepSeek and Llama 4 come behind their experts.
bool comesLater(const Parameter &parameter, const ModelSpec &spec)
{
    const bool isVector = parameter.elements == parameter.rows;
    const bool isLateRouter = (spec.latent && parameter.name == "gate")
        || (spec.modules.router == Router::EveryToken && parameter.name == "router");
    return (isVector && parameter.name != "bias") || isLateRouter;
}

struct Sums
{
    double rows = 0;
    double columns = 0;
};

/// Of three dimensions the last two are the matrix: frames of convolutions, and of experts one of
/// the two is the width of the stream.
Sums sumsOf(const Parameter &parameter, const ModelSpec &spec)
{
    const double columns = parameter.elements / parameter.rows;
    if (parameter.name == "conv1" || parameter.name == "conv2") { // of Whisper
        constexpr double frames = 3;
        return {parameter.elements / frames, parameter.rows * frames};
    }
    if (parameter.name.ends_with("conv1d"))
        return {parameter.rows, parameter.elements};
    if (!spec.experts || parameter.rows != static_cast<double>(spec.experts->count))
        return {parameter.rows, columns};
    const auto width
        = static_cast<double>(spec.experts->latent > 0 ? spec.experts->latent : spec.hidden);
    const bool isStack = columns > width && parameter.name != "bias";
    return isStack ? Sums{parameter.rows * width, parameter.elements / width}
                   : Sums{parameter.rows, columns};
}

/// The update of one tensor after the other.
class AdafactorUpdates
{
public:
    explicit AdafactorUpdates(const Workload &work)
        : m_threads(
            work.training().kernels == Kernels::Reference ? 0 : residentThreads(*work.resolved.gpu))
        , m_spec(work.spec())
    { }

    /// In the order in which the tape has them. A name refers to the last tensor's update until the
    /// square of the next gradient is there.
    void of(const Tape &tape)
    {
        double last = 0;
        for (const Parameter &parameter : tape.parameters) {
            const bool isUpdated = parameter.trainable && parameter.isUpdated && parameter.isReached
                && !parameter.isShared;
            if (!isUpdated || comesLater(parameter, m_spec))
                continue;
            // An fp32 copy of a 16-bit gradient and of the parameter, and two for the update: the
            // square of the gradient and the sum made of it, later this and what is made of the
            // means of its rows and columns.
            const double one = storageBytes(parameter.elements, Dtype::Single);
            const double copies = parameter.dtype == Dtype::Half ? 2 : 0;
            const auto [rows, columns] = sumsOf(parameter, m_spec);
            const double means
                = storageBytes(rows, Dtype::Single) + storageBytes(columns, Dtype::Single);
            m_most = std::max({m_most, (copies + 2) * one + std::max(last, means),
                (copies + 1) * one + columnSums(parameter.elements)});
            // Phi3Attention registers its output's matrix before that of query, key and value.
            if (m_spec.modelType != "phi3" || parameter.name != "o_proj")
                last = one;
        }
    }

    double most() const { return m_most; }

private:
    /// What CUDA sums the means of a matrix's columns up in.
    double columnSums(double elements) const
    {
        const auto width = static_cast<double>(m_spec.hidden);
        return m_threads > 0 ? sumScratch(elements / width, width, m_threads) : 0;
    }

    double m_threads; ///< 0: no CUDA kernels
    const ModelSpec &m_spec;
    double m_most = 0;
};

} // namespace

double adafactorState(const Tape &tape, const ModelSpec &spec)
{
    double bytes = 0;
    for (const Parameter &parameter : tape.parameters) {
        if (parameter.isShared || !parameter.trainable)
            continue;
        const auto [rows, columns] = sumsOf(parameter, spec);
        bytes += storageBytes(rows, Dtype::Single)
            + (columns > 1 ? storageBytes(columns, Dtype::Single) : 0) + StorageGranule;
    }
    return bytes;
}

double adafactorScratch(const Workload &work, const ModelTapes &model)
{
    AdafactorUpdates updates(work);
    model.forEach([&updates](const Tape &tape, int) { updates.of(tape); });
    return updates.most();
}

} // namespace shardscope
