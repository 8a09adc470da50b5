// SPDX-License-Identifier: GPL-3.0-or-later
// torch 2.14: distributed/tensor/parallel (style.py, loss.py), distributed/tensor/experimental
// (_context_parallel/_attention.py), distributed/pipelining; as torchtitan's plan for Llama calls
// them (models/llama3/parallelize.py). What accelerate 1.14 puts together from torch's context
// parallelism and transformers' tensor parallelism (5.12.1, integrations/tensor_parallel.py) stands
// here too, DeepSpeed's AutoTP (0.19.6), which sends what transformers' hooks do and gathers
// logits, its AutoEP, which deals out experts, and its Ulysses, which shares sequences; the two cut
// nothing else.
#include "core/engines/torchmesh.h"

#include "core/engines/meshlines.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::string_view meshTensorSource = "torch 2.14 distributed/tensor/parallel/style.py";
constexpr std::string_view hooksSource = "transformers 5.12.1 integrations/tensor_parallel.py";
constexpr std::string_view autoTpSource
    = "DeepSpeed 0.19.6 module_inject/layers.py: LinearLayer, LinearAllreduce";
constexpr std::string_view meshContextSource
    = "torch 2.14 distributed/tensor/experimental/_context_parallel/_attention.py: keys and values "
      "are gathered";
constexpr std::string_view exchangeSource
    = "DeepSpeed 0.19 runtime/sequence_parallel/ulysses_sp.py: all-to-all of heads";
constexpr std::string_view meshTokenSource
    = "torchtitan b5bcd76c models/common/token_dispatcher.py: AllToAllTokenDispatcher";
constexpr std::string_view autoEpSource
    = "DeepSpeed 0.19.6 module_inject/auto_ep_layer.py: _AllToAllV";
constexpr std::string_view expertMatrix = "gate_up_proj"; ///< gate and up of all experts
constexpr std::string_view meshStageSource = "torch 2.14 distributed/pipelining/stage.py";

class TorchMeshPolicy final : public Policy
{
public:
    TorchMeshPolicy(std::unique_ptr<Policy> inner, const Workload &work, const Sinks &sinks)
        : Policy(work, sinks)
        , m_inner(std::move(inner))
        , m_settings(work.layerSettings())
        , m_cut(m_settings.cut)
        , m_lines(work, m_settings, m_wire, sourceOf(m_settings))
        , m_keys(openKeys(work, CollectiveOp::AllGather))
        , m_keyGradients(openKeys(work, CollectiveOp::SendReceive))
        , m_heads(exchanges(work) ? m_lines.open(m_lines.context(),
                      {.payload = Payload::KeysValues,
                          .op = CollectiveOp::AllToAll,
                          .source = exchangeSource})
                                  : MeshLines::Line{})
        , m_tokens(m_lines.open(m_lines.along(MeshAxis::Expert),
              {.payload = Payload::Tokens,
                  .op = CollectiveOp::AllToAll,
                  .source = m_cut.isAutoEp ? autoEpSource : meshTokenSource,
                  .busiest = m_lines.busiestExperts()}))
        , m_stages(
              m_lines.openNeighbours({.op = CollectiveOp::SendReceive, .source = meshStageSource}))
    { }

    bool repeatsLayers() const override { return m_inner->repeatsLayers(); }
    void remember(const LayerRow &row) override { m_inner->remember(row); }
    int skip(const LayerRow &row) override { return m_inner->skip(row); }
    bool repeatsMicroSteps() const override { return m_inner->repeatsMicroSteps(); }
    void resident() override { m_inner->resident(); }
    void beginMicroStep(const MicroStep &step) override { m_inner->beginMicroStep(step); }
    void beginPass() override { m_inner->beginPass(); }
    void beforeForward(const Unit &unit) override { m_inner->beforeForward(unit); }
    void afterForward(const Unit &unit) override
    {
        m_inner->afterForward(unit);
        if (unit.kind == Unit::Kind::Layer)
            m_lines.send(m_heads, m_lines.exchanged(), 2, 4);
        if (unit.isLastLayer())
            m_lines.sendBetween(m_stages.next, m_cut.chunks - (m_cut.stage.hasHead ? 1 : 0));
    }
    void beginBackward() override { m_inner->beginBackward(); }
    void beforeBackward(const Unit &unit) override { m_inner->beforeBackward(unit); }
    void gradient(const Unit &unit, const Parameter &parameter) override
    {
        m_inner->gradient(unit, parameter);
    }
    void afterBackward(const Unit &unit) override
    {
        m_inner->afterBackward(unit);
        // Checkpointed layers exchange their heads once more.
        const double times = m_settings.checkpoints() ? 2 : 1;
        if (unit.kind == Unit::Kind::Layer)
            m_lines.send(m_heads, times * m_lines.exchanged(), 2, times * 4);
        if (unit.isFirstLayer())
            m_lines.sendBetween(
                m_stages.previous, m_cut.chunks - (m_cut.stage.hasEmbedding ? 1 : 0));
    }
    void afterWeights(const Unit &unit) override { m_inner->afterWeights(unit); }
    void endBackward() override { m_inner->endBackward(); }
    void enterModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        m_inner->enterModule(unit, module, isBackward);
    }
    void leaveModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        m_inner->leaveModule(unit, module, isBackward);
        if (const Parameter *first = firstOf(unit, module))
            leave(unit, *first, isBackward);
        if (m_settings.adapters)
            leaveFactor(unit, module, isBackward);
    }
    void abandonModule(const Unit &unit, std::int32_t module) override
    {
        m_inner->abandonModule(unit, module);
    }
    void view(const Unit &unit, const Parameter &parameter, bool isKept) override
    {
        m_inner->view(unit, parameter, isKept);
    }
    void step() override { m_inner->step(); }
    void zeroGradients() override { m_inner->zeroGradients(); }
    void save() override { m_inner->save(); }

private:
    static std::string_view sourceOf(const LayerSettings &settings)
    {
        if (settings.cut.isAutoTp)
            return autoTpSource;
        return settings.isTorchtitan() ? meshTensorSource : hooksSource;
    }
    static bool exchanges(const Workload &work)
    {
        return work.mesh.contextKind == ContextKind::Ulysses;
    }
    MeshLines::Line openKeys(const Workload &work, CollectiveOp op)
    {
        if (exchanges(work))
            return {};
        return m_lines.open(m_lines.context(),
            {.payload = Payload::KeysValues, .op = op, .source = meshContextSource});
    }
    static bool isRowwise(std::string_view name) { return matrixCut(name).kind == MatrixCut::Row; }
    /// PEFT 0.20 tuners/lora/model.py, _create_and_replace: hooks on the first factor beside a
    /// rowwise matrix, and on the second beside a columnwise one; the other is whole on each rank.
    /// The factors' modules follow that of their matrix.
    void leaveFactor(const Unit &unit, std::int32_t module, bool isBackward)
    {
        const std::string_view name = nameOf(unit, module);
        const AdapterSettings &adapters = *m_settings.adapters;
        const bool isFirst = name == "lora_A" && !isBackward && isRowwise(nameOf(unit, module - 1));
        const bool isSecond
            = name == "lora_B" && isBackward && !isRowwise(nameOf(unit, module - 2));
        if (isFirst || isSecond)
            m_lines.reduce(m_settings.tokens() * adapters.rank, bytesOf(adapters.dtype));
    }
    void leave(const Unit &unit, const Parameter &matrix, bool isBackward)
    {
        const std::string_view name = matrix.name;
        // torchtitan's matrices of one block share their input (PrepareModuleInput); transformers'
        // hooks sum up the gradient behind each.
        const bool isTorchtitans = m_settings.isTorchtitan();
        if ((name == "lm_head" && !m_settings.cutsHead())
            || (name == "embed_tokens" && !m_settings.cutsTables()))
            return;
        if (name == "w1")
            exchangeTokens();
        if (name == expertMatrix && m_settings.spec.experts)
            return experts(isBackward);
        const MatrixCut cut = cutOf(unit, name);
        const bool isOther = name == "k_proj" || name == "v_proj" || name == "up_proj";
        const bool isColumn = cut.kind == MatrixCut::Column || name == "lm_head";
        const bool isRow = cut.kind == MatrixCut::Row || name == "embed_tokens";
        if (isColumn && !(isOther && isTorchtitans))
            isBackward ? m_lines.columnGradient(m_settings.tokens() * columnsOf(matrix))
                       : m_lines.column(false);
        // Each rank's gradient comes from its own heads (ReplicatedWithGradAllReduce).
        if ((name == "q_norm" || name == "k_norm") && isBackward && sumsNorms())
            m_lines.reduce(matrix.elements);
        // So does that of the key that all heads have rotated (MlaKvAProjParallel).
        if (name == "kv_a_proj_with_mqa" && isBackward && sharesLatent())
            m_lines.reduce(
                m_settings.tokens() * static_cast<double>(m_settings.spec.latent->ropeDim));
        if (isRow) // RowwiseParallel
            m_lines.row(isBackward);
        if (cut.kind != MatrixCut::None && isGathered(cut) && isRow == isBackward)
            m_lines.gather(
                m_settings.tokens() * m_cut.tensor * (isRow ? columnsOf(matrix) : matrix.rows));
        if (name == "lm_head" && !isBackward)
            logits();
        if (name == "k_proj")
            keys(isBackward);
    }

    bool sharesLatent() const
    {
        return m_settings.spec.latent && m_cut.plan && m_cut.plan->heads == RankShare::Cut;
    }
    /// The width of what a matrix reads, of which a row-parallel one has a share.
    static double columnsOf(const Parameter &matrix) { return matrix.elements / matrix.rows; }
    /// Of norms that adapters leave alone there are no gradients.
    bool sumsNorms() const { return m_cut.plan && m_cut.plan->sumsNorms && !m_settings.adapters; }

    MatrixCut cutOf(const Unit &unit, std::string_view name) const
    {
        const MatrixCut cut = matrixCut(name);
        const bool isWhole
            = m_cut.plan && shareOf(*m_cut.plan, cut, hasExperts(unit)) == RankShare::Whole;
        return isWhole ? MatrixCut{} : cut;
    }
    static bool hasExperts(const Unit &unit)
    {
        const auto &parameters = unit.tape->parameters;
        return std::any_of(parameters.begin(), parameters.end(),
            [](const Parameter &parameter) { return parameter.name == expertMatrix; });
    }
    bool isGathered(const MatrixCut &cut) const
    {
        return m_cut.plan && shareOf(*m_cut.plan, cut, false) == RankShare::Gathered;
    }
    /// Whether a router leaves the weights of experts in fp32: DeepSeek-V2's does, though its
    /// scores are a softmax.
    bool weighsInSingle() const
    {
        const Router router = m_settings.spec.modules.router;
        constexpr std::array casting{
            Router::SoftmaxByGroups, Router::SoftmaxWithBias, Router::SigmoidCastBack};
        const bool castsBack = (router == Router::Softmax && !m_settings.spec.latent)
            || std::find(casting.begin(), casting.end(), router) != casting.end();
        return !castsBack;
    }
    /// MoeTensorParalellExperts: what they give is summed up, and the gradients of their tokens and
    /// of the weights that the router gives these.
    void experts(bool isBackward)
    {
        if (!m_cut.plan || m_cut.plan->experts == RankShare::Whole)
            return;
        isBackward ? m_lines.column(true) : m_lines.row(false);
        if (isBackward)
            m_lines.reduce(m_settings.tokens() * m_settings.spec.experts->perToken,
                bytesOf(weighsInSingle() ? Dtype::Single : m_settings.stream()));
    }
    /// Chosen tokens go to their experts and come back, and their gradients the other way round.
    void exchangeTokens()
    {
        m_lines.send(m_tokens, m_lines.routed(), bytesOf(m_settings.stream()), 2);
    }

    /// Gathered whole, where the loss is not split.
    void logits()
    {
        if (m_cut.splitsLoss)
            m_lines.splitLoss();
        else
            m_lines.gather(m_settings.tokens() * gatheredWords());
    }
    /// AutoTP pads shares to the largest.
    double gatheredWords() const
    {
        const auto words = static_cast<double>(m_settings.spec.vocabulary);
        return m_cut.isAutoTp ? std::ceil(words / m_cut.tensor) * m_cut.tensor : words;
    }

    void keys(bool isBackward)
    {
        if (m_cut.context <= 1)
            return;
        const double both = 2 * m_settings.tokens() * m_cut.context
            * static_cast<double>(m_settings.spec.kvWidth()) / m_cut.tensor;
        m_lines.send(m_keys, both);
        // In fp32, once around the ring.
        const double hops = m_cut.context / (m_cut.context - 1);
        if (isBackward)
            m_lines.send(m_keyGradients, hops * both, bytesOf(Dtype::Single));
    }

    std::unique_ptr<Policy> m_inner;
    LayerSettings m_settings;
    const MeshCut &m_cut;
    MeshLines m_lines;
    MeshLines::Line m_keys;
    MeshLines::Line m_keyGradients;
    MeshLines::Line m_heads;
    MeshLines::Line m_tokens;
    MeshLines::Neighbours m_stages;
};

} // namespace

std::unique_ptr<Policy> torchMeshPolicy(
    std::unique_ptr<Policy> inner, const Workload &work, const Sinks &sinks)
{
    return std::make_unique<TorchMeshPolicy>(std::move(inner), work, sinks);
}

} // namespace shardscope
