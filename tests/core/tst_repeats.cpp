// SPDX-License-Identifier: GPL-3.0-or-later
// Layers and micro-steps that a policy lets the replay skip come to what running them comes to.
#include "core/engines/convention.h"
#include "core/engines/steprecord.h"
#include "core/model/hfconfig.h"
#include "core/step/resolve.h"
#include "core/step/step.h"
#include "resources/catalogs.h"
#include "tests/support/randomscenarios.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

using namespace shardscope;

namespace {

/// Another policy, asked about everything.
class Asked : public Policy
{
public:
    Asked(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : Policy(work, sinks)
        , m_policy(conventionFor(work.scenario.parallel).policy(work, model, sinks))
    { }

    void remember(const LayerRow &row) override { m_policy->remember(row); }
    int skip(const LayerRow &row) override { return m_policy->skip(row); }
    bool repeatsMicroSteps() const override { return m_policy->repeatsMicroSteps(); }

    void resident() override { m_policy->resident(); }
    void beginMicroStep(const MicroStep &step) override { m_policy->beginMicroStep(step); }
    void beginPass() override { m_policy->beginPass(); }
    void beforeForward(const Unit &unit) override { m_policy->beforeForward(unit); }
    void afterForward(const Unit &unit) override { m_policy->afterForward(unit); }
    void beginBackward() override { m_policy->beginBackward(); }
    void beforeBackward(const Unit &unit) override { m_policy->beforeBackward(unit); }
    void gradient(const Unit &unit, const Parameter &parameter) override
    {
        m_policy->gradient(unit, parameter);
    }
    void afterBackward(const Unit &unit) override { m_policy->afterBackward(unit); }
    void endBackward() override { m_policy->endBackward(); }
    void enterModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        m_policy->enterModule(unit, module, isBackward);
    }
    void leaveModule(const Unit &unit, std::int32_t module, bool isBackward) override
    {
        m_policy->leaveModule(unit, module, isBackward);
    }
    void view(const Unit &unit, const Parameter &parameter, bool isKept) override
    {
        m_policy->view(unit, parameter, isKept);
    }
    void step() override { m_policy->step(); }
    void zeroGradients() override { m_policy->zeroGradients(); }
    void save() override { m_policy->save(); }

private:
    std::unique_ptr<Policy> m_policy;
};

/// Nothing is skipped.
class EveryLayer final : public Asked
{
public:
    using Asked::Asked;
    int skip(const LayerRow &) override { return 0; }
    bool repeatsMicroSteps() const override { return false; }
};

/// Counts what is skipped.
class CountedSkips final : public Asked
{
public:
    using Asked::Asked;
    int skip(const LayerRow &row) override
    {
        const int layers = Asked::skip(row);
        m_skipped += layers;
        return layers;
    }
    int skipped() const { return m_skipped; }

private:
    int m_skipped = 0;
};

/// All that decides how ZeRO's layers differ from each other, and small models among large ones.
std::vector<DrawnInput> inputs()
{
    return {
        {"model.id",
            {"meta-llama/Meta-Llama-3-8B", "Qwen/Qwen2.5-0.5B", "mistralai/Mixtral-8x7B-v0.1",
                "google/gemma-3-1b-pt", "Qwen/Qwen1.5-MoE-A2.7B", "deepseek-ai/DeepSeek-V3",
                "allenai/OLMoE-1B-7B-0924", "openai/gpt-oss-20b", "microsoft/phi-2",
                "EleutherAI/pythia-1.4b", ""}},
        {"model.parameters", {"7e9", "1e9", "2e10"}},
        {"model.layers", {"0", "0", "1", "2", "5", "40"}},
        {"parallel.framework", {"deepspeed"}},
        {"parallel.gpus", {"8", "1", "6", "24", "64", "256"}},
        {"parallel.expert", {"1", "1", "1", "2", "4", "8"}},
        {"parallel.offload", {"none", "none", "optimizer", "parameters", "nvme"}},
        {"parallel.overlap", {"auto", "on", "off"}},
        {"parallel.wrap", {"auto", "embed-head"}},
        {"parallel.gradient_sync", {"auto", "every-micro-step", "last-micro-step"}},
        {"parallel.bucket_view", {"off", "on"}},
        {"parallel.gradient_precision", {"auto", "fp32"}},
        {"parallel.reduce_bucket", {"0", "500000000", "1000", "20000000", "100000000"}},
        {"parallel.prefetch_bucket", {"0", "1", "1000000", "50000000", "500000000"}},
        {"parallel.persistence_threshold", {"0", "1", "100000", "100000000"}},
        {"training.method", {"full", "full", "lora", "qlora"}},
        {"training.lora_rank", {"8", "128"}},
        {"training.lora_precision", {"auto", "fp32"}},
        {"training.lora_targets", {"all-linear", "q_proj,v_proj"}},
        {"training.quant_storage", {"16-bit"}},
        {"training.precision", {"bf16-master", "bf16", "fp32"}},
        {"training.micro_batch", {"1", "3"}},
        {"training.accumulation", {"1", "2", "3", "4"}},
        {"training.checkpointing", {"none", "selective", "full"}},
    };
}

constexpr int deep = 400; ///< layers

QByteArray manyLayers(const char *type, const char *more = "")
{
    const QByteArray config = QByteArray("{'model_type':'") + type
        + "','hidden_size':2048,'intermediate_size':5632,'num_attention_heads':16,"
          "'num_key_value_heads':4,'head_dim':128,'vocab_size':4096,"
          "'max_position_embeddings':4096,'num_hidden_layers':"
        + QByteArray::number(deep) + more + "}";
    return QByteArray(config).replace('\'', '"');
}

/// Where a framework's shares are fractions of a byte, sums in another order differ by far less.
bool isSame(double found, double expected)
{
    return std::abs(found - expected) < 1e-3;
}

bool isSame(const std::vector<Part> &found, const std::vector<Part> &expected)
{
    return std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
        [](const Part &a, const Part &b) {
            return a.id == b.id && isSame(a.bytes.value(), b.bytes.value());
        });
}

bool isSame(const Sample &found, const Sample &expected)
{
    return found.phase == expected.phase && found.microStep == expected.microStep
        && found.layer == expected.layer
        && std::equal(found.parts.begin(), found.parts.end(), expected.parts.begin(),
            [](double a, double b) { return isSame(a, b); });
}

} // namespace

class TestRepeats : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void skippingChangesNothing_data()
    {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("framework");
        for (const char *strategy : {"ddp", "zero1", "zero2", "zero3"})
            QTest::newRow(strategy) << QString(strategy) << QString("deepspeed");
        QTest::newRow("ddp of torch") << QString("ddp") << QString("trainer");
        for (const char *framework : {"fsdp1", "fsdp2"}) {
            QTest::addRow("fsdp, %s", framework) << QString("fsdp") << QString(framework);
            QTest::addRow("fsdp-grad-op, %s", framework)
                << QString("fsdp-grad-op") << QString(framework);
        }
    }

    void skippingChangesNothing()
    {
        QFETCH(QString, strategy);
        QFETCH(QString, framework);
        RandomScenarios random(inputs(), 7);
        int skipped = 0;
        for (int i = 0; i < 400; ++i) {
            Scenario scenario = random.next();
            QVERIFY(setKeyText(scenario, "parallel.strategy", strategy.toStdString()));
            QVERIFY(setKeyText(scenario, "parallel.framework", framework.toStdString()));
            const Result<Resolved> resolved = resolve(scenario, m_catalog);
            QVERIFY(resolved);
            skipped += compare(makeWorkload(scenario, *resolved), i) > 0 ? 1 : 0;
            if (QTest::currentTestFailed())
                return;
        }
        QVERIFY2(skipped > 100, qPrintable(QString::number(skipped)));
    }

    /// At real width a layer's experts are more than the reuse distance, and autograd keeps views.
    void layersOfExpertsAreSkipped_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("checkpointing");
        QTest::addColumn<QString>("method");
        for (const char *model : {"mistralai/Mixtral-8x7B-v0.1", "Qwen/Qwen3-30B-A3B",
                 "allenai/OLMoE-1B-7B-0924", "deepseek-ai/DeepSeek-V3", "openai/gpt-oss-120b"}) {
            for (const char *checkpointing : {"none", "full"}) {
                for (const char *method : {"full", "lora"})
                    QTest::addRow("%s, %s, checkpointing %s", model, method, checkpointing)
                        << QString(model) << QString(checkpointing) << QString(method);
            }
        }
    }

    void layersOfExpertsAreSkipped()
    {
        QFETCH(QString, model);
        QFETCH(QString, checkpointing);
        QFETCH(QString, method);
        Scenario scenario;
        for (const auto &[key, value] :
            {std::pair{"model.id", model}, {"training.checkpointing", checkpointing},
                {"training.method", method}, {"training.attention", QString("eager")},
                {"parallel.strategy", QString("zero3")}, {"parallel.gpus", QString("64")}})
            QVERIFY(setKeyText(scenario, key, value.toStdString()));
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        QVERIFY(resolved);
        QVERIFY(compare(makeWorkload(scenario, *resolved), 0) > 0);
    }

    /// Towards the end of the forward pass a layer is kept for the backward pass.
    void layersThatAreNeededSoonAreRun()
    {
        Scenario scenario;
        for (const auto &[key, value] :
            {std::pair{"model.id", "microsoft/phi-2"}, {"parallel.strategy", "zero3"},
                {"parallel.prefetch_bucket", "1"}, {"parallel.persistence_threshold", "1"}})
            QVERIFY(setKeyText(scenario, key, value));
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        QVERIFY(resolved);
        QVERIFY(compare(makeWorkload(scenario, *resolved), 0) > 0);
    }

    /// Over many GPUs partitions end in every layer, and what is flattened differs.
    void layersThatPartitionsEndInAreRun_data()
    {
        QTest::addColumn<int>("gpus");
        for (const int gpus : {24, 64, 100, 777, 4096})
            QTest::addRow("%d GPUs", gpus) << gpus;
    }

    void layersThatPartitionsEndInAreRun()
    {
        Scenario scenario;
        for (const auto &[key, value] : {std::pair{"model.id", "meta-llama/Meta-Llama-3-8B"},
                 {"parallel.strategy", "zero2"}, {"training.accumulation", "4"}})
            QVERIFY(setKeyText(scenario, key, value));
        QFETCH(int, gpus);
        scenario.parallel.gpus = gpus;
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        QVERIFY(resolved);
        const Workload work = makeWorkload(scenario, *resolved);
        compare(work, gpus);
    }

    /// What a framework does may repeat only after several layers, and so may the layers
    /// themselves; most of them are still skipped.
    void manyLayersAreSkipped_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("settings");
        const std::pair<const char *, QByteArray> models[]{{"dense", manyLayers("llama")},
            {"experts", manyLayers("mixtral", ",'num_local_experts':4,'num_experts_per_tok':2")},
            {"experts in every other layer",
                manyLayers("qwen3_moe",
                    ",'moe_intermediate_size':768,'num_experts':8,'num_experts_per_tok':2,"
                    "'decoder_sparse_step':2")},
            {"five sliding layers, one full",
                manyLayers("gemma3_text", ",'sliding_window':64,'sliding_window_pattern':6")},
            {"three delta rules, one attention",
                manyLayers("qwen3_next",
                    ",'moe_intermediate_size':512,'shared_expert_intermediate_size':512,"
                    "'num_experts':8,'num_experts_per_tok':2,'full_attention_interval':4,"
                    "'linear_conv_kernel_dim':4,'linear_key_head_dim':128,"
                    "'linear_value_head_dim':128,'linear_num_key_heads':4,"
                    "'linear_num_value_heads':8,'partial_rotary_factor':0.25")}};
        const std::pair<const char *, const char *> engines[]{{"ddp", "trainer"},
            {"ddp", "deepspeed"}, {"zero1", "deepspeed"}, {"zero2", "deepspeed"},
            {"zero3", "deepspeed"}, {"fsdp", "fsdp1"}, {"fsdp", "fsdp2"},
            {"fsdp-grad-op", "fsdp2"}};
        const std::pair<const char *, const char *> settings[]{{"as it is", ""},
            {"buckets of several layers",
                "parallel.reduce_bucket=200000000;parallel.prefetch_bucket=150000000"},
            {"odd buckets",
                "parallel.reduce_bucket=9600001;parallel.prefetch_bucket=5000001;"
                "training.accumulation=3"},
            {"adapters", "training.method=lora;training.lora_rank=4"},
            {"checkpoints", "training.checkpointing=full;parallel.gradient_precision=fp32"}};
        for (const auto &[model, config] : models) {
            for (const auto &[strategy, framework] : engines) {
                for (const auto &[name, text] : settings)
                    QTest::addRow("%s, %s of %s, %s", model, strategy, framework, name)
                        << config << QString(strategy) << QString(framework) << QString(text);
            }
        }
    }

    void manyLayersAreSkipped()
    {
        QFETCH(QByteArray, config);
        QFETCH(QString, strategy);
        QFETCH(QString, framework);
        QFETCH(QString, settings);
        Scenario scenario;
        const Result<ImportedModel> model = importModel(config.toStdString(), "deep");
        QVERIFY(model);
        scenario.model.imported = *model;
        scenario.training.sequenceLength = 256;
        scenario.parallel.gpus = 8;
        QVERIFY(setKeyText(scenario, "parallel.strategy", strategy.toStdString()));
        QVERIFY(setKeyText(scenario, "parallel.framework", framework.toStdString()));
        for (const QString &setting : settings.split(';', Qt::SkipEmptyParts))
            QVERIFY(setKeyText(scenario, setting.section('=', 0, 0).toStdString(),
                setting.section('=', 1).toStdString()));
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        QVERIFY(resolved);
        const double skipped = compare(makeWorkload(scenario, *resolved), 0);
        // Forward and backward, in one micro-step or two: further ones may repeat.
        const double passes = 2.0 * std::min(scenario.training.accumulation, 2);
        QVERIFY2(skipped > 0.5 * passes * deep, qPrintable(QString::number(skipped)));
    }

private:
    /// How many layers were skipped.
    int compare(const Workload &work, int number)
    {
        const QByteArray what = QByteArray::number(number);
        const StepModules modules(work.layerSettings());
        StepRecord skipping;
        StepRecord whole;
        const StepRecord totals = recordStep(work, modules, Ledger::Detail::Totals);
        CountedSkips skipper(work, modules.tapes(), {skipping.ledger, skipping.wire});
        EveryLayer runner(work, modules.tapes(), {whole.ledger, whole.wire});
        const int accumulation = work.training().accumulation;
        replayStep(
            modules, {.microBatches = accumulation}, skipper, {skipping.ledger, skipping.wire});
        replayStep(modules, {.microBatches = accumulation}, runner, {whole.ledger, whole.wire});
        compareLedgers(skipping.ledger, whole.ledger, what);
        comparePeaks(totals.ledger, whole.ledger, what);
        compareWires(skipping.wire, whole.wire, accumulation, what);
        return skipper.skipped();
    }

    void compareLedgers(Ledger &found, Ledger &expected, const QByteArray &what)
    {
        for (std::size_t i = 0; i < namesOf<PhaseId>.size(); ++i) {
            const auto phase = static_cast<PhaseId>(i);
            QVERIFY2(isSame(*found.peakOf(phase), *expected.peakOf(phase)), what);
            QVERIFY2(isSame(found.endOf(phase), expected.endOf(phase)), what);
            QVERIFY2(isSame(found.partsAtPeakOf(phase), expected.partsAtPeakOf(phase)), what);
        }
        const Timeline skipped = found.takeTimeline();
        const Timeline whole = expected.takeTimeline();
        QVERIFY2(
            std::equal(skipped.samples.begin(), skipped.samples.end(), whole.samples.begin(),
                whole.samples.end(), [](const Sample &a, const Sample &b) { return isSame(a, b); }),
            what);
    }

    void compareWires(
        const Wire &found, const Wire &expected, int accumulation, const QByteArray &what)
    {
        const std::vector<Message> some = found.messages(accumulation);
        const std::vector<Message> all = expected.messages(accumulation);
        QCOMPARE(some.size(), all.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            QCOMPARE(some[i].bursts.size(), all[i].bursts.size());
            for (std::size_t j = 0; j < all[i].bursts.size(); ++j) {
                const Burst &one = some[i].bursts[j];
                const Burst &other = all[i].bursts[j];
                QCOMPARE(one.times, other.times);
                QVERIFY2(isSame(one.bytes.value(), other.bytes.value()), what);
                QVERIFY2(isSame(one.calls, other.calls), what);
                QVERIFY2(std::abs(one.edge - other.edge) < 1e-9, what);
            }
        }
    }

    void comparePeaks(const Ledger &found, const Ledger &expected, const QByteArray &what)
    {
        for (std::size_t i = 0; i < namesOf<PhaseId>.size(); ++i) {
            const auto phase = static_cast<PhaseId>(i);
            QVERIFY2(isSame(*found.peakOf(phase), *expected.peakOf(phase)), what);
        }
    }
};

QTEST_APPLESS_MAIN(TestRepeats)
#include "tst_repeats.moc"
