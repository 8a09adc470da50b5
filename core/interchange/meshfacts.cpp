// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/meshfacts.h"

#include <array>

namespace shardscope {

namespace {

constexpr std::string_view ringContext = "ring_context"; // of ring-flash-attn, which nobody plans

constexpr std::array axes{
    AxisFact{"tensor", english("import", "tensor parallelism"), "parallel.tensor"},
    AxisFact{"pipeline", english("import", "pipeline parallelism"), "parallel.pipeline"},
    AxisFact{"context", english("import", "context parallelism"), "parallel.context"},
    AxisFact{ringContext, english("import", "context parallelism by ring-flash-attn"), {}},
    AxisFact{"sequence", english("import", "sequence parallelism (Ulysses)"), "parallel.context"},
    AxisFact{"expert", english("import", "expert parallelism"), "parallel.expert"}};

bool isAccelerates(std::string_view engine, const FactList &facts)
{
    return engine == "fsdp" && facts.number("fsdp_version").value_or(1) == 2
        && !facts.is("training.loop", "torchtune");
}

} // namespace

std::span<const AxisFact> axisFacts()
{
    return axes;
}

bool plansAxis(std::string_view id, std::string_view engine, const FactList &facts)
{
    const bool isPipeline = facts.is("training.modules", "megatron-deepspeed");
    if (engine == "deepspeed" || id == "sequence" || id == ringContext)
        return engine == "deepspeed"
            && (id == "tensor" || id == (isPipeline ? "pipeline" : "sequence")
                || (id == "expert" && !isPipeline));
    if (engine == "megatron")
        return true;
    if (engine == "nanotron")
        return id == "tensor" || id == "pipeline";
    if (facts.is("training.modules", "torchtitan"))
        return id != "expert" || engine == "fsdp";
    return isAccelerates(engine, facts) && (id == "tensor" || id == "context");
}

std::optional<UndealtExperts> undealtExperts(
    std::string_view axis, std::string_view engine, const FactList &facts)
{
    if (axis != "expert" || engine != "deepspeed")
        return std::nullopt;
    const bool isOn = facts.is("deals_out_experts", "yes");
    const bool areSeveral = facts.number("expert").value_or(1) > 1;
    if (isOn == areSeveral)
        return std::nullopt;
    if (isOn)
        return UndealtExperts{"deals_out_experts",
            english("import",
                "Of one GPU alone AutoEP's own layers are not planned, but transformers'.")};
    return UndealtExperts{"expert",
        english("import", "AutoEP deals out nothing where expert_parallel is not enabled.")};
}

} // namespace shardscope
