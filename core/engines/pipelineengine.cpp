// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6 runtime/pipe/engine.py around Megatron-DeepSpeed's modules (2022-02). Ranks lie
// in the order model, data, pipe, the first one nearest (runtime/pipe/topology.py,
// PipeModelDataParallelTopology).
#include "core/engines/pipelineengine.h"

#include "core/engines/convention.h"
#include "core/engines/meshlines.h"

namespace shardscope {

namespace {

constexpr std::string_view pipelineTensorSource
    = "Megatron-DeepSpeed (2022-02) mpu/mappings.py, layers.py";
constexpr std::string_view pipelineStageSource
    = "DeepSpeed 0.19.6 runtime/pipe/engine.py: _exec_send_activations, _exec_send_grads";
constexpr std::string_view pipelineTiedSource
    = "DeepSpeed 0.19.6 runtime/pipe/engine.py, _exec_reduce_tied_grads: the first and the last "
      "stage's gradients of one table";

class PipelineEnginePolicy final : public Policy
{
public:
    PipelineEnginePolicy(std::unique_ptr<Policy> inner, const Workload &work, const Sinks &sinks)
        : Policy(work, sinks)
        , m_inner(std::move(inner))
        , m_settings(work.layerSettings())
        , m_stage(m_settings.cut.stage)
        , m_lines(work, m_settings, m_wire, pipelineTensorSource)
        , m_neighbours(m_lines.openNeighbours(
              {.op = CollectiveOp::SendReceive, .source = pipelineStageSource}))
    {
        const bool isFirst = m_stage.hasEmbedding;
        if (m_stage.stages > 1 && isFirst != m_stage.hasHead)
            m_tied = m_lines.open(
                stagesBeside(work.mesh, m_stage.index, isFirst ? m_stage.stages - 1 : 0,
                    work.scenario.parallel.gpusPerNode),
                {.payload = Payload::Gradients,
                    .op = CollectiveOp::AllReduce,
                    .source = pipelineTiedSource});
    }

    bool repeatsLayers() const override { return m_inner->repeatsLayers(); }
    void remember(const LayerRow &row) override { m_inner->remember(row); }
    int skip(const LayerRow &row) override { return m_inner->skip(row); }
    bool repeatsMicroSteps() const override { return m_inner->repeatsMicroSteps(); }
    void resident() override { m_inner->resident(); }
    void beginPass() override { m_inner->beginPass(); }
    void beginMicroStep(const MicroStep &step) override
    {
        m_isLast = step.isLast;
        m_inner->beginMicroStep(step);
    }
    void beforeForward(const Unit &unit) override
    {
        if (unit.isFirstLayer() && !m_stage.hasEmbedding)
            m_lines.gather(m_lines.wholeStream()); // PartitionedTensor.full
        m_inner->beforeForward(unit);
    }
    void afterForward(const Unit &unit) override
    {
        m_inner->afterForward(unit);
        if (unit.isLastLayer() && !m_stage.hasHead)
            m_lines.send(m_neighbours.next, sent());
    }
    void beginBackward() override
    {
        if (!m_stage.hasHead) { // the output, and its gradient
            m_lines.gather(m_lines.wholeStream());
            m_lines.gather(m_lines.wholeStream());
        }
        m_inner->beginBackward();
    }
    void beforeBackward(const Unit &unit) override { m_inner->beforeBackward(unit); }
    void gradient(const Unit &unit, const Parameter &parameter) override
    {
        m_inner->gradient(unit, parameter);
    }
    void afterBackward(const Unit &unit) override
    {
        m_inner->afterBackward(unit);
        if (unit.isFirstLayer() && !m_stage.hasEmbedding)
            m_lines.send(m_neighbours.previous, sent());
    }
    void endBackward() override
    {
        const double words = m_settings.cut.vocabulary / m_settings.cut.tensor
            * static_cast<double>(m_settings.spec.hidden);
        if (m_isLast)
            m_lines.send(m_tied, words, usesBf16Optimizer(m_work.scenario) ? 4 : 2);
        m_inner->endBackward();
    }
    void enterModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        m_inner->enterModule(unit, module, isBackward);
    }
    void leaveModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        m_inner->leaveModule(unit, module, isBackward);
        const std::string_view name = nameOf(unit, module);
        if (name == "linear_qkv" || name == "linear_fc1" || name == "output_layer")
            m_lines.column(isBackward);
        else if (name == "linear_proj" || name == "linear_fc2" || name == "word_embeddings")
            m_lines.row(isBackward);
        if (name == "output_layer" && !isBackward)
            m_lines.splitLoss();
    }
    void view(const Unit &unit, const Parameter &parameter, bool isKept) override
    {
        m_inner->view(unit, parameter, isKept);
    }
    void step() override { m_inner->step(); }
    void zeroGradients() override { m_inner->zeroGradients(); }
    void save() override { m_inner->save(); }

private:
    /// Each rank its part of the stream, where several have it.
    double sent() const { return m_lines.betweenStages() / m_settings.cut.tensor; }

    std::unique_ptr<Policy> m_inner;
    LayerSettings m_settings;
    const Stage &m_stage;
    MeshLines m_lines;
    MeshLines::Neighbours m_neighbours;
    MeshLines::Line m_tied;
    bool m_isLast = true;
};

} // namespace

std::unique_ptr<Policy> pipelineEnginePolicy(
    std::unique_ptr<Policy> inner, const Workload &work, const Sinks &sinks)
{
    return std::make_unique<PipelineEnginePolicy>(std::move(inner), work, sinks);
}

} // namespace shardscope
