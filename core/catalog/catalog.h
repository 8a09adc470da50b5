// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/base/result.h"
#include "core/catalog/measuredruns.h"
#include "core/model/modelspec.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// A number somebody published: the value, who said so, and when it was read.
struct Figure
{
    double value = 0; ///< 0 when unknown
    std::string source{};
    std::string date{};

    bool isKnown() const { return value > 0; }
    bool operator==(const Figure &) const = default;
};

/// What a GPU is sold for: long lists go by it.
enum class GpuSegment { DataCenter, Workstation, Desktop, Laptop, Unified, Other };
template <>
inline constexpr std::array<std::string_view, 6> namesOf<GpuSegment>{
    "data-center", "workstation", "desktop", "laptop", "unified", "other"};

struct GpuSpec
{
    std::string id{};
    std::string name{}; ///< product name, verbatim
    std::string label{}; ///< short name for chart labels
    std::vector<std::string> aliases{}; ///< what people say who mean this one of several
    std::string vendor{};
    GpuSegment segment = GpuSegment::Other;
    std::string architecture{};
    std::string computeCapability{}; ///< "9.0", or the gfx name on AMD
    Figure nominalGb{}; ///< the name on the box, decimal GB
    Figure driverMib{}; ///< what the driver reports as the total, MiB
    Figure usableGib{}; ///< what PyTorch can really use (lowest total seen), GiB
    Figure memoryBandwidth{}; ///< GB/s
    Figure bf16Tflops{}; ///< dense peak; unknown where the GPU has no bf16 units
    Figure fp16Tflops{};
    Figure fp8Tflops{}; ///< dense peak, accumulated in fp32; unknown where there are no such units
    Figure matmulTflops{}; ///< achieved by large matrix products, where somebody measured it
    Figure sustainedTflops{}; ///< the same for long, within the power that the GPU may draw
    Figure multiprocessors{}; ///< SMs, or compute units
    Figure powerWatts{}; ///< what it may draw
    std::string peerLink{}; ///< link between GPUs of one node; empty: over PCIe
    std::string hostLink{};
    std::string networkLink{}; ///< what joins nodes of this GPU as they are usually sold
    std::string note{};
    bool isLandmark = false; ///< well known: a measure to compare others with
    bool isCapacityOnly = false; ///< runs neither CUDA nor ROCm, whose formulas these are

    Bytes usable() const { return usableGib.value * GiB; }
    /// Of a GPU that nobody gave rates for, nothing is known against it.
    bool hasFp8() const { return fp8Tflops.isKnown() || !fp16Tflops.isKnown(); }
    bool hasBf16() const { return bf16Tflops.isKnown() || !fp16Tflops.isKnown(); }
};

enum class LinkTier { Node, Network };

/// Bus bandwidths of one size of message over many nodes of eight GPUs: large machines wait longer
/// for each message than NCCL's model says.
struct NodeSweep
{
    struct Point
    {
        int nodes = 2;
        double allReduce = 0; ///< GB/s
        double allGather = 0; ///< the same of reduce-scatter

        bool operator==(const Point &) const = default;
    };

    Figure messageMib{}; ///< size of the messages; its source is that of the points
    std::vector<Point> points{}; ///< by growing number of nodes
};

struct LinkSpec
{
    std::string id{};
    std::string name{};
    std::string label{}; ///< short name for chart labels
    LinkTier tier = LinkTier::Node;
    Figure lineRate{}; ///< GB/s per direction and GPU
    Figure busBandwidth{}; ///< GB/s that a large ring collective really reaches, per GPU
    NodeSweep sweep{}; ///< between nodes, where somebody measured it
    bool isPerNode = false; ///< all GPUs of a node share it; otherwise each GPU has its own
    std::string note{};
    std::vector<std::string> aliases{};

    BytesPerSecond bandwidth() const { return busBandwidth.value * GBPerSecond; }
};

struct ModelEntry
{
    std::string id{}; ///< Hugging Face repository
    std::string name{};
    std::vector<std::string> aliases{}; ///< repositories of the same shape
    std::string config{}; ///< its config.json as compact JSON
    ModelSpec spec{};
    double publishedParameters = 0; ///< what the source counts; ours must agree
    double publishedActive = 0; ///< the same, for the parameters that a token uses
    std::string source{};
    std::string date{};
    std::string note{};
};

/// Version of the catalogue format that this program reads.
inline constexpr int CatalogSchema = 1;

/// Known models, GPUs, links and measured runs, in the order of their files.
struct Catalog
{
    std::vector<GpuSpec> gpus{};
    std::vector<LinkSpec> links{};
    std::vector<ModelEntry> models{};
    MeasuredRuns runs{}; ///< compared with predictions

    /// By id, alias (but of GPUs) or (models) the part after the slash; letter case does not
    /// matter. What was meant by an id that is none: meantid.h.
    const GpuSpec *findGpu(std::string_view id) const;
    const LinkSpec *findLink(std::string_view id) const;
    const ModelEntry *findModel(std::string_view id) const;
};

/// Adds what a catalogue file holds ("gpus", "links", "models"; any of them) to `catalog`.
/// An entry whose id is known replaces the old one. Nothing is added when there is an error.
/// Errors: as parseJson and readModelConfig, plus UnsupportedVersion, UnknownField, MissingField,
/// WrongType, OutOfRange, UnknownChoice, and DuplicateKey for an id that stands there twice.
Status readCatalog(std::string_view text, Catalog &catalog);

} // namespace shardscope
