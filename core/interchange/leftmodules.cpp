// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/leftmodules.h"

#include "core/base/namelist.h"
#include "core/model/parameters.h"
#include "core/model/unquantized.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

using Left = UnquantizedModules;

/// Where transformers 5.12.1 has the parts of a tower.
struct TowerPaths
{
    std::string_view tower;
    std::string_view projector;
};

TowerPaths pathsOf(TowerCode code)
{
    switch (code) {
    case TowerCode::Qwen2Vl:
    case TowerCode::Qwen25Vl:
    case TowerCode::Qwen3Vl:
        return {"model.visual", "model.visual.merger"};
    case TowerCode::Idefics3:
        return {"model.vision_model", "model.connector.modality_projection"};
    case TowerCode::Gemma4:
        return {"model.vision_tower", "model.embed_vision"};
    case TowerCode::Llama4:
        return {"vision_model", "multi_modal_projector"};
    case TowerCode::Llama32:
        return {"model.vision_model", "model.multi_modal_projector"};
    default:
        return {"model.vision_tower", "model.multi_modal_projector"};
    }
}

/// Mamba's layers of Mamba's own families and of Nemotron-H are called mixers.
bool hasMambaModules(const ModelSpec &spec)
{
    return spec.stateSpace && spec.modelType != "nemotron_h" && !spec.modelType.starts_with("mamba")
        && spec.modelType != "falcon_mamba";
}

/// Whether mamba-ssm's kernels read the weight of the mixer's last product past its module.
bool readsOutput(const ModelSpec &spec)
{
    return spec.modelType == "falcon_h1";
}

/// unsloth_zoo/peft_utils.py, SKIP_QUANTIZATION_MODULES, of whose names models of text and images
/// have some, and what Unsloth 015bdef0d9 adds (models/llama.py and vision.py, from_pretrained).
/// Its own comparison takes whole words of a path in all releases of transformers.
std::string leftByUnsloth(const ModelSpec &spec)
{
    std::string list(Left::usual);
    if (hasMambaModules(spec))
        addOnce(list, Left::stateSpace);
    if (readsOutput(spec) || spec.modelType == "nemotron_h")
        addOnce(list, "out_proj");
    // Granite's is in a module called router, and so is Gemma 4's; LFM2's is called gate.
    if (spec.mixed && spec.experts)
        addOnce(list, "proj");
    else if (spec.experts && spec.experts->linearRouter != "gate")
        addOnce(list, spec.experts->linearRouter);
    const std::optional<TowerSpec> &images = spec.knownTower();
    if (!images)
        return list;
    if (pathsOf(images->code).tower == "model.vision_tower")
        addOnce(list, Left::tower);
    addOnce(list, Left::projector);
    return list;
}

/// ms-swift 4.2, arguments/base_args/quant_args.py, get_modules_to_not_convert.
std::string leftBySwift(const ModelSpec &spec)
{
    std::string list;
    if (spec.knownTower()) {
        for (const std::string_view part : {Left::tower, Left::projector, Left::sides})
            addOnce(list, part);
    }
    if (spec.experts && spec.experts->sharedGate)
        addOnce(list, "shared_expert_gate");
    if (!list.empty())
        addOnce(list, Left::usual);
    return list;
}

/// Axolotl 067b021c8, loaders/model.py, _set_quantization_config.
std::string_view axolotlsList(const ModelSpec &spec, BaseStorage base)
{
    if (readsOutput(spec))
        return "out_proj";
    const bool isJamba = spec.modelType == "jamba";
    return isJamba && base == BaseStorage::LlmInt8 ? Left::stateSpace : std::string_view();
}

/// Compares a name of a list with paths of modules.
class Comparison
{
public:
    Comparison(std::string_view name, ModuleLibrary library)
        : m_name(name)
        , m_isOld(precedesFive(library))
    { }

    /// transformers 5.12.1 quantizers/quantizers_utils.py, should_convert_module; before:
    /// integrations/bitsandbytes.py, _replace_with_bnb_linear.
    bool takesIn(std::string_view module) const
    {
        return m_isOld ? m_name == module : module.ends_with(lastWord()) && isWithinName(module);
    }
    bool takesInAll(std::string_view path) const
    {
        if (!m_isOld)
            return path.starts_with(m_name);
        const std::string words = std::string(path) + ".";
        return words.find(std::string(m_name) + ".") != std::string::npos;
    }

private:
    std::string_view lastWord() const { return m_name.substr(m_name.rfind('.') + 1); }
    /// A name with a path in front ends the path of a module of that very name alone.
    bool isWithinName(std::string_view module) const
    {
        return m_name.find('.') == std::string_view::npos || module == lastWord();
    }

    std::string_view m_name;
    bool m_isOld;
};

/// Of a path into a decoder layer what begins with "layers."; else empty.
std::string_view withinLayer(std::string_view path)
{
    constexpr std::array<std::string_view, 5> decoders{
        "", "model.", "language_model.", "language_model.model.", "model.language_model."};
    const std::size_t start = path.find("layers.");
    const bool isThere = start != std::string_view::npos
        && std::find(decoders.begin(), decoders.end(), path.substr(0, start)) != decoders.end();
    return isThere ? path.substr(start) : std::string_view();
}

} // namespace

std::string leftByProgram(
    std::string_view program, const ModelSpec &spec, ModuleLibrary library, BaseStorage base)
{
    if (program == "unsloth")
        return leftByUnsloth(spec);
    if (program == "ms-swift")
        return leftBySwift(spec);
    return program == "axolotl" ? leftByList(spec, library, axolotlsList(spec, base)).names
                                : std::string();
}

LeftModules leftByList(const ModelSpec &spec, ModuleLibrary library, std::string_view list)
{
    LeftModules left;
    const std::optional<TowerSpec> &images = spec.knownTower();
    const std::string modules = quantizableModules(spec);
    visitNames(list, [&](std::string_view name) {
        const Comparison comparison(name, library);
        bool isFound = false;
        const auto find = [&](bool isTaken, std::string_view module) {
            isFound |= isTaken;
            if (isTaken)
                addOnce(left.names, module);
        };
        if (const std::string_view inLayer = withinLayer(name); !inLayer.empty()) {
            find(UnquantizedModules(spec, inLayer).unknown().empty(), inLayer);
        } else {
            find(comparison.takesIn("lm_head"), Left::usual);
            visitNames(modules,
                [&](std::string_view module) { find(comparison.takesIn(module), module); });
            if (hasMambaModules(spec) && precedesFive(library))
                find(name == Left::stateSpace, Left::stateSpace);
            if (images) {
                const TowerPaths paths = pathsOf(images->code);
                find(comparison.takesInAll(paths.tower), Left::tower);
                find(comparison.takesInAll(paths.projector), Left::projector);
                if (isQwen(images->code))
                    find(comparison.takesInAll("model.visual.deepstack_merger_list"), Left::sides);
            }
        }
        if (!isFound)
            addOnce(left.missing, name);
    });
    return left;
}

} // namespace shardscope
