// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/step.h"

#include "core/step/commontensors.h"
#include "core/step/deepspeedwalk.h"
#include "core/step/hoststash.h"
#include "core/step/interleavedwalk.h"
#include "core/step/pipelinewalk.h"
#include "core/step/stepwalk.h"

#include <algorithm>
#include <vector>

namespace shardscope {

namespace {

constexpr std::string_view keptSource
    = "torch 2.14 autograd: tensors that the layer's operations save, transformers 5.12";
constexpr std::string_view workSource
    = "torch 2.14 autograd: what the operation at work makes and reads";
constexpr std::string_view returnedSource
    = "a training loop that refers to the model's output while it runs the backward pass";
constexpr std::string_view logitsSource
    = "ForCausalLMLoss of transformers 5.12; log_softmax and its backward pass in torch 2.14";
constexpr std::string_view copySource
    = "torch autocast: 16-bit copies of fp32 weights, cached until the forward pass is over";
constexpr std::string_view tableSource
    = "rotary tables, token ids and mask of transformers 5.12, made once for all layers";

constexpr std::string_view towerSource
    = "torch 2.14 autograd: what the operations of the vision tower save, transformers 5.12";
constexpr std::string_view referringSource
    = "bitsandbytes 0.50 autograd/_functions.py, MatMul8bitLt: ctx.tensors";
constexpr std::string_view scoredSource
    = "TRL 1.10 trainers: outputs of both models are there until the loss has been returned";
constexpr std::string_view rolloutSource
    = "vLLM 0.11 gpu_worker.py: gpu_memory_utilization times the GPU's memory; asleep, what "
      "CUDA graphs and workspaces hold on to";

constexpr std::string_view answerSource
    = "TRL 1.10 experimental/ppo/ppo_trainer.py, batch_generation and train: logits of all answers "
      "in fp32 stay to the next generation";
constexpr std::string_view outputSource = "TRL 1.10 experimental/ppo/ppo_trainer.py, forward: "
                                          "output_hidden_states and use_cache; names "
                                          "refer to the output until the next one is there";

constexpr std::string_view flightSource
    = "Megatron-Core 0.20 pipeline_parallel/schedules.py: activations until their backward pass";

constexpr std::string_view receiveSource
    = "torch 2.14 distributed/pipelining/stage.py: buffers for each micro-batch's input and "
      "gradient";

constexpr std::string_view routerSource
    = "DeepSpeed 0.19.6 module_inject/auto_ep_layer.py: _cached_router_logits, which a checkpoint "
      "that ends early does not forget";
constexpr std::string_view stashSource
    = "TRL 1.10 models/activation_offloading.py: tensors are held until they have been copied, and "
      "what has come back until the next operation that asks is through";
constexpr std::string_view bufferSource
    = "unsloth_zoo gradient_checkpointing.py (ce232d6c): GPU_BUFFERS, as large as a layer's input";
constexpr std::string_view hostSource
    = "TRL 1.10 models/activation_offloading.py; unsloth_zoo gradient_checkpointing.py: a stream "
      "of its own";

constexpr std::size_t mostMicroSteps = 3; ///< that StepWalk tells apart

/// Tokens that a layer has; behind the encoder's those of the target.
double tokensIn(const StepModules &modules, int layer)
{
    const LayerSettings &settings = modules.settings();
    const bool isBehind = modules.between() >= 0 && layer > modules.between();
    return isBehind ? settings.batch * settings.target : settings.tokens();
}

/// A step whose bytes go to a ledger, and its calls to a wire.
class SinkStage
{
public:
    SinkStage(const StepModules &modules, Policy &policy, const Sinks &sinks, Policy *reference)
        : m_own(policy)
        , m_reference(reference)
        , m_policy(&policy)
        , m_ledger(sinks.ledger)
        , m_wire(sinks.wire)
        , m_accounts(modules.heldCount())
    {
        const LayerSettings &settings = modules.settings();
        const auto open = [&](Held held, PartId part, std::string_view source, auto what) {
            account(held) = m_ledger.open(part, source, what);
        };
        open(Held::Saved, PartId::Activations, workSource, "B of the layer at work");
        open(Held::Working, PartId::Temporaries, workSource, "B of the operation at work");
        account(Held::Logits) = m_ledger.openElements(PartId::Logits, logitsSource,
            Term::count(tokensIn(modules, modules.layers()), "tokens")
                * Term::count(static_cast<double>(settings.spec.vocabulary), "vocabulary"));
        open(Held::Copies, PartId::Temporaries, copySource, "B of 16-bit weight copies");
        open(Held::Tables, PartId::Activations, tableSource, "B of tables and token ids");
        open(Held::Masks, PartId::Activations, tableSource, "B of masks and positions");
        open(Held::Locals, PartId::Temporaries, tableSource, "B of looked-up rows");
        open(Held::Cache, PartId::Temporaries, copySource, "B of cached 16-bit weights");
        open(Held::Returned, PartId::Logits, returnedSource, "B of logits that were returned");
        open(Held::Tower, PartId::Tower, towerSource, "B of pixels, tables and features");
        open(Held::TowerParts, PartId::Tower, towerSource, "B of kept tower activations");
        open(Held::PastKeys, PartId::Temporaries, returnedSource, "B of returned keys and values");
        open(Held::Common, PartId::Activations, keptSource, "B that layers have in common");
        open(Held::RouterGraphs, PartId::Activations, routerSource,
            "B behind logits of routers from the last backward pass");
        open(Held::CommonSums, PartId::Temporaries, workSource, "B of gradients of that");
        open(Held::Embedded, PartId::Activations, keptSource, "B of the embedded stream");
        open(Held::Received, PartId::Buffers, receiveSource, "B of receive buffers");
        open(Held::Schedule, PartId::Temporaries, flightSource, "B of inputs and gradients sent");
        open(Held::InFlight, PartId::Activations, flightSource, "B of micro-batches in flight");
        open(Held::Referring, PartId::Activations, referringSource,
            "B that 8-bit products refer to");
        open(Held::Referred, PartId::Logits, scoredSource, "B of logits that are referred to");
        open(Held::Stash, PartId::Activations, stashSource, "B on their way between host and GPU");
        open(Held::LeftBehind, PartId::Activations, stashSource,
            "B of the embedded stream and its gradient");
        open(Held::HostBuffers, PartId::Buffers, bufferSource, "B for inputs of layers");
        open(Held::Beside, PartId::Reference, tableSource, "B of buffers of other models");
        const bool isPpo = settings.beside.answers.has_value();
        open(Held::Rollout, PartId::Rollout, isPpo ? answerSource : rolloutSource,
            isPpo ? "B of the policy's answers: logits, keys and values, scores"
                  : "B of the engine, and for a weight that it is given");
        open(Held::States, PartId::Activations, outputSource,
            "B of hidden states, keys and values that were returned");
        open(Held::Logged, PartId::Logits, outputSource, "B of probabilities for the log");
        open(Held::Earlier, PartId::Activations, keptSource,
            isPpo ? "B of the value model" : "B of the anchors");
        for (const Held held : {Held::Embedding, Held::Head})
            open(held, PartId::Activations, keptSource, "B of embedding and head");
        for (const LayerRun &run : modules.runs()) {
            for (int i = run.first; i < std::min(run.first + run.period, run.end); ++i) {
                openLayer(modules.layer(i), tokensIn(modules, i));
                if (modules.groupOf(i).isSeveral())
                    openLayer(modules.inGroup(i), tokensIn(modules, i));
            }
        }
        m_ledger.setAtWork(account(Held::Saved));
        if (settings.offloadsActivations()) {
            m_toHost = m_wire.open({Payload::Activations, CollectiveOp::CopyToHost, hostSource});
            m_toGpu = m_wire.open({Payload::Activations, CollectiveOp::CopyToGpu, hostSource});
        }
        // One for each unit and direction, with its largest moment before it.
        const auto units = static_cast<std::size_t>(modules.layers() + 2);
        m_ledger.expectSamples(2 * (mostMicroSteps * (2 * units + 1) + 3));
    }

    template <class Act>
    void tell(const Act &act)
    {
        act(*m_policy);
    }
    /// What follows is a pass of that model, or, where it is none, of the trained one.
    void turnTo(ReferenceModel model)
    {
        m_policy = model == ReferenceModel::Separate ? m_reference : &m_own;
        m_own.switchAdapters(model != ReferenceModel::AdaptersOff);
    }
    void play(const Module &module, const Segments &segments, const Unit &unit)
    {
        for (const Segment &segment : segments) {
            if (!segment.isStill) {
                m_ledger.reach(segment.most, segment.mostTotal);
                m_ledger.reach(segment.end, segment.endTotal);
            }
            if (isOfCommon(segment.event))
                m_common.answer(*this, module, segment, unit);
            else if (isOfHostCopies(segment.event))
                m_stash.answer(*this, segment);
            else
                tellEvent(*m_policy, segment, unit);
        }
        m_ledger.settle();
    }

    void change(Held held, double bytes) { m_ledger.change(account(held), bytes); }
    double held(Held held) const { return m_ledger.held(m_accounts[index(held)]); }
    void releaseAll(Held held) { m_ledger.releaseAll(account(held)); }
    // The allocator asks where the stream is; bytes are bytes.
    void beginTower() { }
    void enterTower(double /*bytes*/) { }
    void endTower(double /*bytes*/) { }
    HostStash &stash() { return m_stash; }
    void copyToHost(const Module &module) { copy(m_toHost, module); }
    void copyToGpu(const Module &module) { copy(m_toGpu, module); }
    void enter(PhaseId phase)
    {
        m_ledger.enter(phase);
        m_wire.enter(phase);
    }
    void endPhase() { m_ledger.endPhase(); }
    void enterMicroStep(int step)
    {
        m_ledger.enterMicroStep(step);
        m_wire.enterMicroStep(step);
    }
    void enterLayer(int layer) { m_ledger.enterLayer(layer); }
    void sample() { m_ledger.sample(); }
    bool isBeyondLimit() { return m_ledger.isBeyondLimit(); }
    /// How often the wire counts what is sent: not at all what others send as well.
    void listen(double times) { m_wire.listen(times); }

    struct Mark
    {
        Ledger::Mark held;
        Wire::Mark sent;
    };
    void remember(Mark &instant, const LayerRow &row)
    {
        mark(instant);
        m_stash.remember(held(Held::Stash));
        m_policy->remember(row);
    }
    int skip(const LayerRow &row)
    {
        return m_stash.isAsRemembered(held(Held::Stash)) ? m_policy->skip(row) : 0;
    }
    bool repeatsMicroSteps() const { return m_policy->repeatsMicroSteps(); }
    void mark(Mark &mark)
    {
        m_ledger.mark(mark.held);
        m_wire.mark(mark.sent);
    }
    /// `layers`: how many each time, forward; backward negative.
    void repeatLayers(const Mark &before, int times, int layers)
    {
        m_ledger.repeat(before.held, times, {.layers = layers});
        m_wire.repeat(before.sent, times);
    }
    void repeatMicroStep(const Mark &before)
    {
        m_ledger.repeat(before.held, 1, {.microSteps = 1});
        m_wire.repeatMicroStep();
    }

private:
    static std::size_t index(Held held) { return static_cast<std::size_t>(held); }
    Ledger::Account &account(Held held) { return m_accounts[index(held)]; }

    void openLayer(const Module &module, double tokens)
    {
        if (account(module.kept) != 0)
            return;
        account(module.kept) = m_ledger.open(PartId::Activations, keptSource,
            Term::count(tokens, "tokens") * Term::each(module.keptBytes() / tokens));
    }

    /// Each tensor goes, or comes back, by itself.
    void copy(Wire::Line line, const Module &module)
    {
        for (const double bytes : module.profile.copied)
            m_wire.send(line, {.bytes = 1, .elements = bytes});
    }

    Policy &m_own;
    Policy *m_reference = nullptr;
    Policy *m_policy; ///< of the model at work
    Ledger &m_ledger;
    Wire &m_wire;
    std::vector<Ledger::Account> m_accounts; ///< by Held
    CommonTensors m_common;
    HostStash m_stash;
    Wire::Line m_toHost{};
    Wire::Line m_toGpu{};
};

} // namespace

void tellEvent(Policy &policy, const Segment &segment, const Unit &unit)
{
    const auto parameter = [&]() -> const Parameter & {
        return unit.tape->parameters[static_cast<std::size_t>(segment.index)];
    };
    switch (segment.event) {
    case Event::End:
        break;
    case Event::Enter:
    case Event::EnterBackward:
        policy.enterModule(unit, segment.index, segment.event == Event::EnterBackward);
        break;
    case Event::Abandon:
        policy.abandonModule(unit, segment.index);
        break;
    case Event::Leave:
    case Event::LeaveBackward:
        policy.leaveModule(unit, segment.index, segment.event == Event::LeaveBackward);
        break;
    case Event::KeepView:
    case Event::DropView:
        policy.view(unit, parameter(), segment.event == Event::KeepView);
        break;
    case Event::Gradient:
        policy.gradient(unit, parameter());
        break;
    case Event::Reentered:
        policy.afterReentry(unit);
        break;
    case Event::Returning:
        policy.afterBackward(unit);
        break;
    case Event::NamedAgain:
    case Event::HandedBack:
    case Event::TakeSum:
    case Event::JoinSum:
    case Event::Joined:
    case Event::LetGo:
    case Event::Stashed:
    case Event::BroughtBack:
        break;
    }
}

void replayStep(const StepModules &modules, const PipelineOrder &order, Policy &policy,
    const Sinks &sinks, Policy *reference)
{
    SinkStage stage(modules, policy, sinks, reference);
    const MeshCut &cut = modules.settings().cut;
    if (modules.settings().isPipelineModule())
        DeepSpeedWalk(modules, order, stage).run();
    else if (cut.stage.stages > 1 && !modules.settings().isMegatron())
        PipelineWalk(modules, order, stage).run();
    else if (cut.stage.stages > 1 && cut.chunks > 1)
        InterleavedWalk(modules, order, stage).run();
    else
        StepWalk(modules, order, stage).run();
}

} // namespace shardscope
