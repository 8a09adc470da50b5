// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/devicemap.h"

#include "core/model/parameters.h"

#include <algorithm>

namespace shardscope {

namespace {

enum class Kind { Embedding, Layer, Norm, Head };

struct Module
{
    Kind kind = Kind::Layer;
    Bytes bytes{};
};

constexpr double bufferShare = 1.25;

/// What stands between the layers and the head.
double normParameters(const ParameterCount &count)
{
    return count.total - count.layersTotal - count.embedding - count.positions - count.head;
}

/// Parameters of a layer: dense and sparse ones differ; the largest is a sparse one where there are
/// any.
class LayerSizes
{
public:
    LayerSizes(const ModelSpec &spec, const ParameterCount &count)
        : m_spec(spec)
    {
        double sparse = 0;
        for (std::int64_t i = 0; i < spec.layers; ++i)
            sparse += spec.isSparse(i) ? 1 : 0;
        const double layers = static_cast<double>(spec.layers);
        if (sparse == 0 || sparse == layers) {
            m_dense = m_sparse = count.layersTotal / layers;
            return;
        }
        m_sparse = count.largestLayer;
        m_dense = (count.layersTotal - sparse * count.largestLayer) / (layers - sparse);
    }

    double of(std::int64_t layer) const { return m_spec.isSparse(layer) ? m_sparse : m_dense; }

private:
    const ModelSpec &m_spec;
    double m_dense = 0;
    double m_sparse = 0;
};

/// In the order in which the model has them. A tied head is the embedding's weight.
std::vector<Module> modulesOf(const ModelSpec &spec, double bytesEach)
{
    const ParameterCount count = countParameters(spec);
    std::vector<Module> modules;
    modules.push_back({Kind::Embedding, Bytes(bytesEach * (count.embedding + count.positions))});
    const LayerSizes sizes(spec, count);
    for (std::int64_t i = 0; i < spec.layers; ++i)
        modules.push_back({Kind::Layer, Bytes(bytesEach * sizes.of(i))});
    modules.push_back({Kind::Norm, Bytes(bytesEach * normParameters(count))});
    if (!spec.tiedEmbeddings)
        modules.push_back({Kind::Head, Bytes(bytesEach * count.head)});
    return modules;
}

Bytes total(const std::vector<Module> &modules)
{
    Bytes sum{};
    for (const Module &module : modules)
        sum += module.bytes;
    return sum;
}

std::vector<DeviceShare> emptyShares(const std::vector<Module> &modules, int gpus, Bytes perGpu)
{
    const Bytes part
        = total(modules) / gpus + bufferShare * modules[1].bytes; // the first layer stands for all
    std::vector<DeviceShare> shares(static_cast<std::size_t>(gpus));
    for (DeviceShare &share : shares)
        share.limit = std::min(part, perGpu);
    shares.back().limit = perGpu;
    if (gpus == 1)
        shares.back().limit = 0.9 * perGpu; // a compromise of accelerate's
    return shares;
}

/// Of each module and those behind it, the largest.
std::vector<Bytes> largestFrom(const std::vector<Module> &modules)
{
    std::vector<Bytes> largest(modules.size());
    Bytes sofar{};
    for (std::size_t i = modules.size(); i-- > 0;)
        largest[i] = sofar = std::max(sofar, modules[i].bytes);
    return largest;
}

void take(DeviceShare &share, const Module &module, std::int64_t layer, bool tied)
{
    share.bytes += module.bytes;
    switch (module.kind) {
    case Kind::Embedding:
        share.embedding = true;
        share.head = tied;
        break;
    case Kind::Layer:
        if (share.layers++ == 0)
            share.firstLayer = layer;
        break;
    case Kind::Norm:
        share.norm = true;
        break;
    case Kind::Head:
        share.head = true;
        break;
    }
}

} // namespace

DeviceMap balancedDeviceMap(const ModelSpec &spec, double bytesEach, int gpus, Bytes perGpu)
{
    if (gpus < 1 || spec.layers < 1)
        return {};
    const std::vector<Module> modules = modulesOf(spec, bytesEach);
    const std::vector<Bytes> largest = largestFrom(modules);
    DeviceMap map{.gpus = emptyShares(modules, gpus, perGpu)};
    std::size_t at = 0;
    std::int64_t layer = 0;
    for (std::size_t i = 0; i < modules.size(); ++i) {
        const auto room = [&] {
            // Something that is moved to the host comes back to the first GPU to be computed.
            const Bytes kept = at == 0 ? largest[i] : Bytes(0);
            return map.gpus[at].limit - kept - map.gpus[at].bytes;
        };
        while (at < map.gpus.size() && modules[i].bytes > room())
            ++at;
        if (at == map.gpus.size())
            map.offloaded += modules[i].bytes;
        else
            take(map.gpus[at], modules[i], layer, spec.tiedEmbeddings);
        layer += modules[i].kind == Kind::Layer ? 1 : 0;
    }
    return map;
}

} // namespace shardscope
