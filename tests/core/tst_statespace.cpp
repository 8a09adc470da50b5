// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfconfig.h"
#include "core/model/layerforms.h"
#include "core/model/parameters.h"
#include "core/modules/layers.h"
#include "core/scenario/move.h"
#include "core/step/stepmodules.h"
#include "tests/support/specfrom.h"
#include "tests/support/strategyrows.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

const std::string nemotron
    = "{'model_type': 'nemotron_h', 'hidden_size': 1536, 'num_attention_heads': 12, "
      "'num_key_value_heads': 4, 'head_dim': 96, 'intermediate_size': 4352, "
      "'vocab_size': 32000, 'mamba_num_heads': 40, 'mamba_head_dim': 72, "
      "'ssm_state_size': 48, 'n_groups': 5, 'moe_intermediate_size': 640, "
      "'moe_shared_expert_intermediate_size': 1280, 'n_routed_experts': 8, "
      "'num_experts_per_tok': 2, 'hybrid_override_pattern': '";

const std::string lfm = "{'model_type': 'lfm2', 'hidden_size': 1024, 'num_attention_heads': 16, "
                        "'num_key_value_heads': 8, 'vocab_size': 65536, 'num_hidden_layers': 16,";

const std::string jamba
    = "{'model_type': 'jamba', 'hidden_size': 512, 'num_attention_heads': 8, "
      "'num_key_value_heads': 2, 'intermediate_size': 1024, 'vocab_size': 2048, "
      "'num_hidden_layers': 6, 'num_experts_per_tok': 2, 'mamba_dt_rank': 32, "
      "'num_experts': 4";

const std::string mamba
    = "{'model_type': 'mamba', 'hidden_size': 512, 'num_hidden_layers': 2, 'vocab_size': 2048, "
      "'state_size': 16, 'time_step_rank': 32";

ModelSpec nemotronOf(const std::string &pattern)
{
    return *specFrom(nemotron + pattern + "'}");
}

/// A letter for each layer, as Nemotron-H's pattern has them.
QString pattern(const ModelSpec &spec)
{
    QString letters;
    for (std::int64_t layer = 0; layer < spec.layers; ++layer) {
        const LayerForm form = spec.formOf(layer);
        letters += form.mixer == Mixer::StateSpace        ? 'M'
            : form.mixer == Mixer::AttentionAndStateSpace ? 'B'
            : form.mixer == Mixer::Convolution            ? 'C'
            : form.mixer == Mixer::Attention              ? '*'
            : form.isSparse()                             ? 'E'
                                                          : '-';
    }
    return letters;
}

Tape mixerTape(const ModelSpec &spec, double sequence, bool isFused)
{
    const LayerSettings settings{
        .spec = spec, .batch = 1, .sequence = sequence, .fusedDelta = isFused};
    return layerTape(settings, {.form = {.mixer = Mixer::StateSpace, .feed = Feed::None}});
}

double keptBy(const ModelSpec &spec, double sequence, bool isFused)
{
    return totalOf(profileOf(mixerTape(spec, sequence, isFused), {}).kept);
}

} // namespace

class TestStateSpace : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void layersAreReadAsTheConfigListsThem_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("letters");
        const auto row = [](const char *name, const std::string &text, const char *letters) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << QString(letters);
        };
        row("a letter for each", nemotron + "M-*ME'}", "M-*ME");
        row("names, whatever the letters say",
            nemotron + "MM', 'layers_block_type': ['attention', 'mamba', 'moe', 'mlp']}", "*ME-");
        const std::string granite
            = "{'model_type': 'granitemoehybrid', 'hidden_size': 1024, 'num_hidden_layers': 3, "
              "'num_attention_heads': 8, 'shared_intermediate_size': 2048, 'vocab_size': "
              "100352, 'mamba_n_heads': 32, 'num_local_experts': 0";
        row("Granite's types", granite + ", 'layer_types': ['mamba', 'attention', 'mamba']}",
            "M*M");
        row("Granite without types", granite + "}", "MMM");
        row("Bamba's numbers",
            "{'model_type': 'bamba', 'hidden_size': 1024, 'num_hidden_layers': 4, "
            "'intermediate_size': 2048, 'mamba_n_heads': 32, 'attn_layer_indices': [2, 7]}",
            "MM*M");
        row("both in each layer",
            "{'model_type': 'falcon_h1', 'hidden_size': 1024, 'num_hidden_layers': 2, "
            "'intermediate_size': 2048, 'mamba_d_ssm': 1536, 'mamba_n_heads': 24}",
            "BB");
        row("Jamba's period is eight layers", jamba + "}", "MMMM*M");
        row("Jamba's own period", jamba + ", 'attn_layer_period': 2, 'attn_layer_offset': 0}",
            "*M*M*M");
        row("Mamba, nothing else",
            "{'model_type': 'mamba', 'hidden_size': 512, 'num_hidden_layers': 3}", "MMM");
        row("LFM2's numbers",
            "{'model_type': 'lfm2', 'hidden_size': 1024, 'num_hidden_layers': 4, "
            "'block_ff_dim': 6656, 'full_attn_idxs': [2]}",
            "CC*C");
        row("LFM2 without them",
            "{'model_type': 'lfm2', 'hidden_size': 1024, 'num_hidden_layers': 2, "
            "'block_ff_dim': 6656}",
            "**");
    }
    void layersAreReadAsTheConfigListsThem()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, letters);
        const Result<ModelSpec> spec = specFrom(text.toStdString());
        QVERIFY(spec);
        QCOMPARE(pattern(*spec), letters);
    }

    void whatCannotBeIsSaid_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("where");
        QTest::newRow("an unknown letter") << QByteArray::fromStdString(nemotron + "M?'}")
                                           << QByteArray("/hybrid_override_pattern");
        QTest::newRow("groups that do not divide the heads") << QByteArray::fromStdString(
            nemotron + "M', 'mamba_n_groups': 7}") << QByteArray("/n_groups");
        QTest::newRow("heads narrower than the mixer")
            << QByteArray("{'model_type': 'bamba', 'hidden_size': 1024, 'num_hidden_layers': 4, "
                          "'intermediate_size': 2048, 'mamba_n_heads': 32, 'mamba_d_head': 32}")
            << QByteArray("/mamba_d_head");
    }
    void whatCannotBeIsSaid()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, where);
        const Result<ModelSpec> spec = specFrom(text.toStdString());
        QVERIFY(!spec);
        QCOMPARE(QByteArray::fromStdString(spec.error().where), where);
    }

    void aMixerCountsWhatItsModulesHave()
    {
        const double h = 1536;
        const double width = 40 * 72;
        const double convolved = width + 2 * 5 * 48;
        const double mixer
            = h * (width + convolved + 40) + width * h + convolved * 5 + 3 * 40 + width;
        const double counted
            = countParameters(nemotronOf("MM")).total - countParameters(nemotronOf("M")).total;
        QCOMPARE(counted, mixer + h);
    }
    void expertsWithoutAGateHaveTwoMatrices()
    {
        const ParameterCount with = countParameters(nemotronOf("ME"));
        const ParameterCount without = countParameters(nemotronOf("M"));
        const double expert = 2.0 * 1536 * 640;
        QCOMPARE(with.total - without.total, 8 * expert + 8 * 1536 + 2.0 * 1536 * 1280 + 1536);
        QCOMPARE(with.total - with.active, 6 * expert);
    }
    void anMlpIsAdjusted()
    {
        const ModelSpec spec = *specFrom(lfm + "'block_ff_dim': 6656}");
        QCOMPARE(spec.intermediate, std::int64_t{4608});
        QCOMPARE(specFrom(lfm + "'block_ff_dim': 6656, 'block_auto_adjust_ff_dim': false}")
                     ->intermediate,
            std::int64_t{6656});
    }

    // The kernels keep what the input product made, what the scan made and a number for each row.
    void kernelsKeepTwoTensors()
    {
        const ModelSpec spec = nemotronOf("MM");
        const auto &space = *spec.stateSpace;
        const auto perToken = static_cast<double>(space.projectedWidth() + space.width());
        const double more = keptBy(spec, 2048, true) - keptBy(spec, 1024, true);
        // Beside them the norm: its input in fp32, what it made for the weight, and for the
        // product.
        QVERIFY(more > 1024 * 2 * perToken);
        QVERIFY(more < 1024 * (2 * perToken + 12.0 * 1536 + 4 * 8));
    }
    // Without them there is a number for each pair in a chunk, head and state.
    void statementsKeepProductsOfPairs()
    {
        const ModelSpec spec = nemotronOf("MM");
        const double pairs = 1024.0 * 128 * 40;
        QVERIFY(keptBy(spec, 1024, false) - keptBy(spec, 1024, true) > 2 * 4 * pairs);
        // 129 tokens are two chunks, of which one is nearly empty.
        QVERIFY(keptBy(spec, 129, false) - keptBy(spec, 128, false) > 2 * 4 * 128.0 * 128 * 40);
    }
    void workGrowsWithTheSequenceAlone()
    {
        const auto perToken = [](double sequence) {
            const Tape tape = mixerTape(nemotronOf("MM"), sequence, true);
            double sum = 0;
            for (const Product &product : tape.products)
                sum += product.multiplications();
            return sum / sequence;
        };
        QCOMPARE(perToken(4096), perToken(1024));
    }

    // transformers 5.12.1 modeling_jamba.py: one matrix beside in_proj and out_proj makes steps,
    // inputs and outputs, another one the steps of all channels.
    void stepsOfMambaOneHaveARank()
    {
        const ModelSpec spec = *specFrom(jamba + "}");
        QVERIFY(spec.stateSpace && spec.stateSpace->isSelective());
        QCOMPARE(spec.stateSpace->width(), 1024);
        QCOMPARE(
            *loraParametersPerRank(spec, "x_proj,dt_proj"), 5.0 * (1024 + 32 + 2 * 16 + 32 + 1024));
        const ModelSpec automatic
            = *specFrom("{'model_type': 'jamba', 'hidden_size': 500, 'num_attention_heads': 5, "
                        "'intermediate_size': 1024, 'vocab_size': 2048, 'num_hidden_layers': 1, "
                        "'num_experts': 1, 'mamba_dt_rank': 'auto'}");
        QCOMPARE(automatic.stateSpace->stepRank, 32); // 500 / 16, rounded up
        QVERIFY(!automatic.experts);
    }
    void aPeriodHasItsLayerWithin()
    {
        const auto spec = specFrom(jamba + ", 'attn_layer_offset': 8}");
        QVERIFY(!spec);
        QCOMPARE(spec.error().where, "/attn_layer_offset");
        const auto sparse = specFrom(jamba + ", 'expert_layer_offset': 2}");
        QVERIFY(!sparse);
        QCOMPARE(sparse.error().where, "/expert_layer_offset");
    }
    void everyOtherLayerOfJambaHasExperts()
    {
        const ModelSpec spec = *specFrom(jamba + "}");
        for (std::int64_t layer = 0; layer < spec.layers; ++layer)
            QCOMPARE(spec.isSparse(layer), layer % 2 == 1);
    }

    // selective_scan_fn keeps its operands token by token, in copies; without it each token's state
    // is kept, and each product of a step and a state.
    void whatMambaOneKeeps()
    {
        const ModelSpec spec = *specFrom(jamba + "}");
        constexpr double tokens = 96;
        constexpr double each = tokens * 1024;
        const double kept = keptBy(spec, tokens, false) - keptBy(spec, tokens, true);
        // exp, two products, states, these in 16 bits; against copies of five and the scan's own.
        const double statements = each * 16 * (4 + 4 + 4 + 2);
        QVERIFY(kept > 0.9 * statements && kept < 1.1 * statements);
    }

    // MambaBlock: what a layer gives is fp32, unless the config says otherwise.
    void mambasStreamIsInSingle()
    {
        const auto given = [](const char *more) {
            const Tape tape = mixerTape(*specFrom(mamba + more + "}"), 96, true);
            return tape.at(tape.output).dtype;
        };
        QCOMPARE(given(""), Dtype::Single);
        QCOMPARE(given(", 'residual_in_fp32': false"), Dtype::Half);
    }
    // MambaInnerFn keeps gate and values as channels lie, what was scanned, steps, inputs and
    // outputs, the latter two twice; beside them rates, states, and the norm's own.
    void mambasKernelKeepsItsOperands()
    {
        const ModelSpec spec = *specFrom(mamba + "}");
        const double more = keptBy(spec, 2048, true) - keptBy(spec, 1024, true);
        const double perToken = 2 * (3 * 1024 + 32 + 4 * 16);
        QVERIFY(more > 1024 * perToken);
        QVERIFY(more < 1024 * (perToken + 10 * 512 + 8));
    }
    void mambaMakesNoMask()
    {
        const auto peak = [this](const char *attention) {
            return planOf(
                scenarioWith({{"model.id", "state-spaces/mamba-2.8b-hf"},
                    {"training.attention", attention}, {"training.sequence_length", "8192"}}),
                m_catalog)
                .memory.peak;
        };
        QCOMPARE(peak("eager"), peak("flash"));
    }
    // MambaForCausalLM copies the logits of several sequences for its loss.
    void mambasLossCopiesLogits()
    {
        const auto copiesOf = [](double batch) {
            const LayerSettings settings{
                .spec = *specFrom(mamba + "}"), .batch = batch, .sequence = 64};
            double copies = 0;
            for (const Op &op : headTape(settings).ops)
                copies += op.name == "contiguous" ? 1 : 0;
            return copies;
        };
        QCOMPARE(copiesOf(1), 0.0);
        QCOMPARE(copiesOf(2), 1.0);
    }
    void adaptersBesideMambasKernelLearnNothing()
    {
        const auto plan = [this](const char *kernels) {
            return planOf(
                scenarioWith({{"model.id", "state-spaces/mamba-2.8b-hf"},
                    {"training.method", "lora"}, {"training.lora_targets", "in_proj,x_proj"},
                    {"training.linear_attention", kernels}}),
                m_catalog);
        };
        QVERIFY(plan("fused").memory.peak < plan("plain").memory.peak);
        QVERIFY(has(plan("fused"), FindingId::IdleAdapters));
        QVERIFY(!has(plan("plain"), FindingId::IdleAdapters));
        const ModelSpec spec = *specFrom(mamba + "}");
        QCOMPARE(*loraParametersPerRank(spec, "x_proj"), 2.0 * (1024 + 32 + 2 * 16));
    }

    void adaptersFindItsMatrices()
    {
        const Result<double> some = loraParametersPerRank(nemotronOf("MM*"), "in_proj,q_proj");
        QVERIFY(some);
        QCOMPARE(*some, 2.0 * (1536 + 2 * 40 * 72 + 2 * 5 * 48 + 40) + 1536 + 12 * 96);
    }

    void whatPeftAndTheKernelsRefuseIsSaid_data()
    {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("targets");
        QTest::addColumn<bool>("refused");
        QTest::addColumn<bool>("packed");
        const QByteArray nano("nvidia/NVIDIA-Nemotron-Nano-9B-v2");
        const QByteArray bamba("ibm-ai-platform/Bamba-9B-v1");
        const QByteArray lfm2("LiquidAI/LFM2-1.2B");
        QTest::newRow("all matrices of Nemotron")
            << nano << QByteArray("lora") << QByteArray("all-linear") << true << false;
        QTest::newRow("other matrices")
            << nano << QByteArray("lora") << QByteArray("in_proj,q_proj") << false << false;
        QTest::newRow("Bamba, which PEFT lets pass")
            << bamba << QByteArray("lora") << QByteArray("all-linear") << false << false;
        QTest::newRow("a packed output")
            << bamba << QByteArray("qlora") << QByteArray("in_proj") << false << true;
        QTest::newRow("Jamba, whose output matrix is a module")
            << QByteArray("ai21labs/Jamba-v0.1") << QByteArray("qlora") << QByteArray("all-linear")
            << false << false;
        QTest::newRow("Mamba, whose kernel reads every matrix but the first")
            << QByteArray("state-spaces/mamba-2.8b-hf") << QByteArray("qlora")
            << QByteArray("in_proj") << false << true;
        QTest::newRow("all matrices of Mamba 2")
            << QByteArray("mistralai/Mamba-Codestral-7B-v0.1") << QByteArray("lora")
            << QByteArray("all-linear") << true << false;
        QTest::newRow("LFM2, a call of modules")
            << lfm2 << QByteArray("qlora") << QByteArray("all-linear") << false << false;
    }
    void whatPeftAndTheKernelsRefuseIsSaid()
    {
        QFETCH(QByteArray, model);
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, targets);
        QFETCH(bool, refused);
        QFETCH(bool, packed);
        const Plan made = planOf(
            scenarioWith(
                {{"model.id", model.toStdString()}, {"training.method", method.toStdString()},
                    {"training.lora_targets", targets.toStdString()}, {"hardware.gpu", "h200"}}),
            m_catalog);
        QCOMPARE(has(made, FindingId::RefusedAdapter), refused);
        QCOMPARE(has(made, FindingId::PackedOutput), packed);
    }

    void adaptersBesideBambasOutputAreIdle()
    {
        const auto plan = [this](const char *targets) {
            return planOf(scenarioWith({{"model.id", "ibm-ai-platform/Bamba-9B-v1"},
                              {"training.method", "lora"}, {"training.lora_targets", targets}}),
                m_catalog);
        };
        const Plan all = plan("all-linear");
        const Finding *idle = findingOf(all, FindingId::IdleAdapters);
        QVERIFY(idle);
        QCOMPARE(idle->what, std::string("out_proj"));
        const Result<Scenario> mended = applied(all.scenario, idle->repair.settings);
        QVERIFY(mended && !mended->training.loraTargets.empty());
        QVERIFY(!has(planOf(*mended, m_catalog), FindingId::IdleAdapters));
        QVERIFY(!has(plan("in_proj,q_proj"), FindingId::IdleAdapters));
    }

    void autocastGivesJambasScanTwoDtypes()
    {
        const auto plan = [this](const char *precision, const char *kernels) {
            return planOf(
                scenarioWith({{"model.id", "ai21labs/Jamba-v0.1"},
                    {"training.precision", precision}, {"parallel.gpus", "1"},
                    {"parallel.strategy", "ddp"}, {"training.linear_attention", kernels}}),
                m_catalog);
        };
        QVERIFY(has(plan("bf16-amp", "fused"), FindingId::PackedOutput));
        QVERIFY(!has(plan("bf16-amp", "plain"), FindingId::PackedOutput));
        QVERIFY(!has(plan("bf16", "fused"), FindingId::PackedOutput));
    }

    void everyStrategyPlansIt_data() { addStrategyRows(); }
    void everyStrategyPlansIt()
    {
        const auto plan = [&](const char *id) { return planOfStrategyRow(id, m_catalog); };
        const Plan made = plan("nvidia/Nemotron-H-8B-Base-8K");
        QVERIFY(made.memory.peak > Bytes(0));
        QVERIFY(made.memory.peak < plan("nvidia/NVIDIA-Nemotron-Nano-12B-v2").memory.peak);
    }
    void sharedMatricesAreRefusedByName()
    {
        const Plan made = planOf(scenarioWith({{"model.id", "nvidia/Nemotron-H-8B-Base-8K"},
                                     {"parallel.framework", "megatron"}, {"parallel.tensor", "2"}}),
            m_catalog);
        QVERIFY(has(made, FindingId::MeshNotPlanned));
    }
};

QTEST_GUILESS_MAIN(TestStateSpace)
#include "tst_statespace.moc"
