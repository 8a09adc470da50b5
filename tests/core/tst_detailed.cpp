// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/makeplan.h"
#include "tests/support/phaseof.h"
#include "tests/support/testcatalog.h"

#include <cmath>

using namespace shardscope;

namespace {

/// Tensor bytes: what is left of a phase's peak without the overhead part.
double tensors(const Plan &plan, PhaseId id)
{
    const Phase &phase = phaseOf(plan, id);
    return (phase.peak - partBytes(phase, PartId::Overhead)).value();
}

/// Storages are rounded up, and some bytes are of token ids and of counters of steps.
bool isHardlyMore(double found, double expected)
{
    return found >= expected && found < expected * (1 + 1e-5);
}

} // namespace

class TestDetailed : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan plan(std::initializer_list<std::pair<std::string_view, std::string_view>> settings) const
    {
        return planOf(scenarioWith(settings), m_catalog);
    }

private slots:
    void nanotronKeepsAMicroStepsGradients()
    {
        // In pure 16 bit both run transformers' layers.
        const auto backward = [this](std::string_view framework) {
            const Plan made = plan({{"model.id", "Qwen/Qwen2.5-7B"}, {"parallel.gpus", "64"},
                {"parallel.strategy", "zero1"}, {"parallel.framework", framework},
                {"training.precision", "bf16"}, {"training.sequence_length", "16"}});
            const auto found = std::find_if(made.memory.phases.begin(), made.memory.phases.end(),
                [](const Phase &phase) { return phase.id == PhaseId::Backward; });
            return std::pair(*found, made.model.parameters);
        };
        const auto &[megatron, parameters] = backward("megatron");
        const auto &[nanotron, same] = backward("nanotron");
        QVERIFY(nanotron.tensorPeak - megatron.tensorPeak > 1.8 * parameters * Bytes(1));
        // What ZeRO-1 gathered flat stays as well, 2 B of each parameter.
        QVERIFY(nanotron.tensorPeak - megatron.tensorPeak <= 4.01 * same * Bytes(1));
        QCOMPARE(nanotron.tensorEnd - megatron.tensorEnd, 2.0 * same * Bytes(1));
    }

    void everyModelHasAPlanWithEveryStrategy()
    {
        for (const ModelEntry &model : m_catalog.models) {
            for (const std::string_view strategy : namesOf<Strategy>) {
                const Scenario scenario
                    = scenarioWith({{"model.id", model.id}, {"parallel.strategy", strategy}});
                QVERIFY2(makePlan(scenario, m_catalog), model.id.c_str());
            }
        }
    }

    // PEFT's adapters on tensors that no token reaches get no gradient, and torch's optimizers give
    // them no moments: the state is that much less than for all that is trained.
    void partsAddUpWhereSomeParametersGetNoGradient_data()
    {
        QTest::addColumn<QByteArray>("strategy");
        for (const char *strategy : {"ddp", "fsdp"})
            QTest::newRow(strategy) << QByteArray(strategy);
    }

    void partsAddUpWhereSomeParametersGetNoGradient()
    {
        QFETCH(QByteArray, strategy);
        const Plan plan = planOf(
            scenarioWith({{"model.id", "deepseek-ai/DeepSeek-V2"}, {"training.method", "lora"},
                {"training.precision", "bf16-amp"}, {"training.sequence_length", "1000"},
                {"parallel.strategy", strategy.constData()}}),
            m_catalog);
        for (const Phase &phase : plan.memory.phases) {
            Bytes sum;
            for (const Part &part : phase.parts)
                sum += part.bytes;
            QVERIFY2(std::abs((sum - phase.peak).value()) < 1024,
                qPrintable(QString::number((sum - phase.peak).value())));
        }
        const auto state
            = std::find_if(plan.memory.atPeak().parts.begin(), plan.memory.atPeak().parts.end(),
                [](const Part &part) { return part.id == PartId::OptimizerState; });
        const std::string text = state->formula.text();
        QVERIFY2(text.find(" B of moments without a gradient") != std::string::npos, text.c_str());
        QVERIFY2(text.find(" - ") != std::string::npos, text.c_str());
    }

    void phasesAddUp_data()
    {
        QTest::addColumn<QByteArray>("strategy");
        QTest::addColumn<QByteArray>("framework");
        QTest::addColumn<QByteArray>("method");
        for (const std::string_view strategy : namesOf<Strategy>) {
            for (const std::string_view framework : namesOf<Framework>) {
                for (const std::string_view method : namesOf<Method>) {
                    const auto bytes = [](std::string_view text) {
                        return QByteArray(text.data(), qsizetype(text.size()));
                    };
                    QTest::addRow("%s, %s, %s", strategy.data(), framework.data(), method.data())
                        << bytes(strategy) << bytes(framework) << bytes(method);
                }
            }
        }
    }

    void phasesAddUp()
    {
        QFETCH(QByteArray, strategy);
        QFETCH(QByteArray, framework);
        QFETCH(QByteArray, method);
        const Plan made
            = plan({{"model.id", "Qwen/Qwen2.5-7B"}, {"parallel.strategy", strategy.toStdString()},
                {"parallel.framework", framework.toStdString()},
                {"training.method", method.toStdString()}, {"training.accumulation", "2"},
                {"parallel.gpus", "16"}});
        QCOMPARE(made.memory.phases.size(), namesOf<PhaseId>.size() - 2); // answers have two more
        for (const Phase &phase : made.memory.phases) {
            double sum = 0;
            for (const Part &part : phase.parts) {
                QVERIFY(part.bytes.value() > 0);
                QVERIFY(!part.formula.text().empty());
                QVERIFY(!part.source.empty());
                sum += part.bytes.value();
            }
            QVERIFY(std::abs(sum - phase.peak.value()) < 1);
            QVERIFY(phase.peak <= made.memory.peak);
        }
        QCOMPARE(made.memory.atPeak().peak, made.memory.peak);
    }

    // Real steps of transformers 5.12.1 modules (torch 2.14.1) with every tensor followed, in
    // bytes: Llama 3 8B, one GPU, 4096 tokens, moments not counted among "above the weights".
    void followedSteps_data()
    {
        QTest::addColumn<Plan>("made");
        QTest::addColumn<double>("forwardPeak");
        QTest::addColumn<double>("backwardPeak");
        constexpr double weights = 2 * 8'030'261'248.0;
        const auto made
            = [this](const char *precision, const char *checkpointing, const char *method) {
                  return plan({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.gpus", "1"},
                      {"parallel.strategy", "ddp"}, {"training.precision", precision},
                      {"training.checkpointing", checkpointing}, {"training.method", method},
                      {"training.kernels", "reference"}, {"training.optimizer", "sgd"}});
              };
        QTest::newRow("bf16, checkpointing: peak at the embedding's gradient")
            << made("bf16", "full", "full") << weights + 6'463'506'432 << weights + 16'094'078'464;
        QTest::newRow("bf16, everything kept: peak in the loss's backward pass")
            << made("bf16", "none", "full") << weights + 31'714'265'088 << weights + 32'764'904'960;
        QTest::newRow("fp32 weights under autocast: the cache of casts") << made("bf16-amp", "full",
            "full") << 2 * weights + 22'649'325'568 << 2 * weights + 32'188'155'392;
        QTest::newRow("LoRA rank 16 on all linears, checkpointing")
            << made("bf16-master", "full", "lora") << weights + 167'772'160 + 6'513'838'080
            << weights + 167'772'160 + 7'447'037'440;
    }

    void followedSteps()
    {
        QFETCH(Plan, made);
        QFETCH(double, forwardPeak);
        QFETCH(double, backwardPeak);
        const double forward
            = std::max(tensors(made, PhaseId::Forward), tensors(made, PhaseId::Loss));
        QVERIFY2(std::abs(forward / forwardPeak - 1) < 0.002,
            qPrintable(QString::number(forward / forwardPeak)));
        const double backward = tensors(made, PhaseId::Backward) / backwardPeak;
        QVERIFY2(std::abs(backward - 1) < 0.002, qPrintable(QString::number(backward)));
    }

    void statesBetweenSteps_data()
    {
        QTest::addColumn<QByteArray>("precision");
        QTest::addColumn<QByteArray>("optimizer");
        QTest::addColumn<double>("bytesEach");
        QTest::newRow("pure bf16 AdamW: 6 B") << QByteArray("bf16") << QByteArray("adamw") << 6.0;
        QTest::newRow("autocast over fp32: 12 B")
            << QByteArray("bf16-amp") << QByteArray("adamw") << 12.0;
        QTest::newRow("fp32 master: 14 B")
            << QByteArray("bf16-master") << QByteArray("adamw") << 14.0;
        QTest::newRow("SGD: weights only") << QByteArray("bf16") << QByteArray("sgd") << 2.0;
        QTest::newRow("momentum: one moment")
            << QByteArray("fp32") << QByteArray("sgd-momentum") << 8.0;
    }

    void statesBetweenSteps()
    {
        QFETCH(QByteArray, precision);
        QFETCH(QByteArray, optimizer);
        QFETCH(double, bytesEach);
        const Plan made = plan({{"model.id", "meta-llama/Llama-2-7b-hf"}, {"parallel.gpus", "1"},
            {"parallel.strategy", "ddp"}, {"training.precision", precision.toStdString()},
            {"training.optimizer", optimizer.toStdString()}});
        QVERIFY(isHardlyMore(tensors(made, PhaseId::Save), bytesEach * 6'738'415'616));
    }

    // An adapter of rank 8 over 64 GPUs: shards of a row are rounded up to whole storages.
    void smallShardsTakeWholeStorages()
    {
        const auto held = [this](const char *gpus) {
            const Plan made = plan({{"model.id", "meta-llama/Llama-2-7b-hf"},
                {"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp2"},
                {"parallel.gpus", gpus}, {"training.method", "lora"}, {"training.lora_rank", "8"},
                {"training.lora_targets", "q_proj,v_proj"}});
            const auto &phase = made.memory.phases.back();
            double state = 0;
            for (const Part &part : phase.parts)
                state += part.id == PartId::OptimizerState ? part.bytes.value() : 0;
            return state;
        };
        // 32 layers of 4 tensors: two moments, and a counter of steps in a storage of its own.
        const double each = 2 * 4 * 8 * 4096.0;
        QCOMPARE(held("8"), 32 * 4 * (each / 8 + 512));
        QCOMPARE(held("64"), 32 * (2 * (2 * 4 * 4096.0 + 512) + 2 * (each / 64 + 512)));
    }

    void foreachAddsAMomentToTheStep()
    {
        const auto peak = [this](const char *optimizer) {
            return tensors(plan({{"model.id", "meta-llama/Llama-2-7b-hf"}, {"parallel.gpus", "1"},
                               {"parallel.strategy", "ddp"}, {"training.precision", "bf16"},
                               {"training.optimizer", optimizer}}),
                PhaseId::OptimizerStep);
        };
        // Published runs: 10.00 B per parameter at the foreach step, 8 when fused.
        QVERIFY(isHardlyMore(peak("adamw-foreach"), 10 * 6'738'415'616.0));
        QVERIFY(isHardlyMore(peak("adamw"), 8 * 6'738'415'616.0));
    }

    // Followed steps of the same optimizers, whose largest tensor is the table of tokens: 16 and
    // 8 B of each of its elements by Adafactor; fp32 moments of 16-bit weights by bitsandbytes'
    // Lion.
    void otherOptimizersUpdateOneTensorAfterTheOther()
    {
        const auto made = [this](const char *optimizer, const char *precision,
                              const char *model = "meta-llama/Llama-2-7b-hf") {
            return plan({{"model.id", model}, {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"},
                {"training.precision", precision}, {"training.optimizer", optimizer}});
        };
        const auto scratch = [&](auto... choices) {
            const Plan plan = made(choices...);
            const auto step = std::find_if(plan.memory.phases.begin(), plan.memory.phases.end(),
                [](const Phase &phase) { return phase.id == PhaseId::OptimizerStep; });
            return partBytes(*step, PartId::Temporaries).value();
        };
        const double table = 32000.0 * 4096;
        const double means = 4 * (32000.0 + 4096); // of rows and columns
        QCOMPARE(scratch("adafactor", "bf16"), 16 * table + means);
        QCOMPARE(scratch("adafactor", "fp32"), 8 * table + means);
        const double experts = 8 * 2 * 14336.0 * 4096; // a layer's, gate and up in one
        QCOMPARE(scratch("adafactor", "bf16", "mistralai/Mixtral-8x7B-v0.1"),
            16 * experts + 4 * 8 * (2 * 14336.0 + 4096));
        const double products = 4 * 4096.0 * 4096; // two, over the shorter side
        QCOMPARE(scratch("muon", "bf16"), 6 * 4096.0 * 11008 + products);
        QCOMPARE(scratch("muon", "fp32"), 8 * 4096.0 * 11008 + products);
        const Plan lion = made("lion", "bf16");
        QCOMPARE(partBytes(lion.memory.phases.back(), PartId::OptimizerState).value(),
            4 * 6'738'415'616.0);
    }

    // Real FSDP2 steps, followed as above: Mixtral's eight experts are one tensor of eight rows,
    // which 64 ranks cannot share evenly, and which is padded to 64 rows while it is gathered.
    void expertsArePaddedUnderFsdp2()
    {
        const Plan made = plan({{"model.id", "mistralai/Mixtral-8x7B-v0.1"},
            {"parallel.strategy", "fsdp"}, {"parallel.gpus", "64"}, {"training.precision", "bf16"},
            {"training.kernels", "reference"}, {"training.sequence_length", "2048"}});
        const double forward = tensors(made, PhaseId::Forward) / 102'935'572'480.0;
        QVERIFY2(std::abs(forward - 1) < 0.01, qPrintable(QString::number(forward)));
        const double step = tensors(made, PhaseId::OptimizerStep) / 45'299'028'480.0;
        QVERIFY2(std::abs(step - 1) < 0.001, qPrintable(QString::number(step)));
    }

    // The same for adapters: as torch's CPU operators run them, every target keeps its own 16-bit
    // copy of its input under autocast.
    void adaptersKeepTheirInputs_data()
    {
        QTest::addColumn<Plan>("made");
        QTest::addColumn<double>("peak");
        const auto made = [this](const char *model, const char *method, const char *rank,
                              const char *sequence, const char *batch, const char *dropout) {
            return plan({{"model.id", model}, {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"},
                {"training.checkpointing", "none"}, {"training.method", method},
                {"training.lora_rank", rank}, {"training.sequence_length", sequence},
                {"training.micro_batch", batch}, {"training.lora_dropout", dropout},
                {"training.kernels", "reference"}, {"training.optimizer", "sgd"}});
        };
        QTest::newRow("LoRA, all linears, rank 64")
            << made("Qwen/Qwen2.5-7B", "lora", "64", "512", "4", "0") << 33'734'976'512.0;
        QTest::newRow("QLoRA with dropout, all linears, rank 8")
            << made("Qwen/Qwen2.5-32B", "qlora", "8", "2048", "4", "0.05") << 339'154'726'912.0;
    }

    void adaptersKeepTheirInputs()
    {
        QFETCH(Plan, made);
        QFETCH(double, peak);
        const double backward = tensors(made, PhaseId::Backward) / peak;
        QVERIFY2(std::abs(backward - 1) < 0.002, qPrintable(QString::number(backward)));
    }

    void moreGpusNeverNeedMoreEach_data()
    {
        QTest::addColumn<QByteArray>("strategy");
        for (const std::string_view strategy : namesOf<Strategy>)
            QTest::newRow(strategy.data())
                << QByteArray(strategy.data(), qsizetype(strategy.size()));
    }

    void moreGpusNeverNeedMoreEach()
    {
        QFETCH(QByteArray, strategy);
        // Of tensors, that is: communicators of more GPUs have larger buffers.
        Bytes before(1e18);
        for (const char *gpus : {"2", "4", "8", "64", "1024"}) {
            // Between copies of a node's shards sums are kept, of which a node alone has none.
            if (strategy == "hsdp" && gpus == std::string_view("64"))
                before = Bytes(1e18);
            const Plan made = plan({{"parallel.strategy", strategy.toStdString()},
                {"parallel.gpus", gpus}, {"parallel.gpus_per_node", "8"}});
            QVERIFY(made.memory.footprint.tensors <= before);
            before = made.memory.footprint.tensors;
        }
    }

    void seventyBillionDoesNotFitEightA100()
    {
        // The article that the worksheet comes from said that it does.
        const Plan made = plan({{"model.id", "meta-llama/Llama-2-70b-hf"},
            {"hardware.gpu", "a100-sxm-80"}, {"training.sequence_length", "2048"}});
        QCOMPARE(made.memory.verdict.fit, Fit::DoesNotFit);
        QCOMPARE(made.findings.front().id, FindingId::DoesNotFit);
    }

    void nothingIsReleasedThatWasNotHeld_data()
    {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("accumulation");
        QTest::addColumn<QString>("sync");
        for (const char *strategy : {"fsdp", "fsdp-grad-op"}) {
            for (const char *framework : {"fsdp1", "fsdp2"}) {
                for (const char *sync : {"every-micro-step", "last-micro-step"})
                    QTest::addRow("%s, %s, 3 micro-steps, %s", strategy, framework, sync)
                        << QString(strategy) << QString(framework) << QString("3") << QString(sync);
                QTest::addRow("%s, %s, 1 micro-step", strategy, framework)
                    << QString(strategy) << QString(framework) << QString("1") << QString("auto");
            }
        }
    }

    // A router's adapters of DeepSeek-V2 get no gradients.
    void nothingIsReleasedThatWasNotHeld()
    {
        QFETCH(QString, strategy);
        QFETCH(QString, framework);
        QFETCH(QString, accumulation);
        QFETCH(QString, sync);
        const Plan made = plan({{"model.id", "deepseek-ai/DeepSeek-V2"},
            {"training.method", "lora"}, {"parallel.strategy", strategy.toStdString()},
            {"parallel.framework", framework.toStdString()},
            {"training.accumulation", accumulation.toStdString()},
            {"parallel.gradient_sync", sync.toStdString()}});
        for (const Sample &sample : made.memory.timeline.samples) {
            for (const double bytes : sample.parts)
                QVERIFY(bytes >= 0);
        }
    }

    void ddpGradientsLieInBuckets_data()
    {
        QTest::addColumn<QString>("views");
        QTest::addColumn<QString>("sync");
        QTest::addColumn<double>("atBackwardPeak"); // gradients beside buckets, of all of them
        QTest::addColumn<double>("atStep");
        // As tests/measure/ddp.py measures torch 2.14: with views what earlier micro-steps left is
        // moved into the buckets by the last one.
        QTest::newRow("copies, reduced at the end") << "off"
                                                    << "last-micro-step" << 1.0 << 1.0;
        QTest::newRow("copies, reduced in each") << "off"
                                                 << "every-micro-step" << 1.0 << 1.0;
        QTest::newRow("views, reduced at the end") << "on"
                                                   << "last-micro-step" << 1.0 << 0.0;
        QTest::newRow("views, reduced in each") << "on"
                                                << "every-micro-step" << 0.0 << 0.0;
    }

    void ddpGradientsLieInBuckets()
    {
        QFETCH(QString, views);
        QFETCH(QString, sync);
        QFETCH(double, atBackwardPeak);
        QFETCH(double, atStep);
        const Plan made = plan({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"parallel.strategy", "ddp"}, {"training.precision", "bf16"},
            {"training.accumulation", "3"}, {"parallel.bucket_view", views.toStdString()},
            {"parallel.gradient_sync", sync.toStdString()}});
        const Phase &backward = phaseOf(made, PhaseId::Backward);
        const Phase &step = phaseOf(made, PhaseId::OptimizerStep);
        const double all = 2 * made.model.parameters;
        QCOMPARE(partBytes(backward, PartId::Gradients).value() / all, atBackwardPeak);
        QCOMPARE(partBytes(backward, PartId::Buffers).value() / all, 1.0);
        QCOMPARE(partBytes(step, PartId::Gradients).value() / all, atStep);
        QCOMPARE(partBytes(step, PartId::Buffers).value() / all, 1.0);
    }

    void reserveLowersTheCapacity()
    {
        const Plan without = plan({});
        const Plan with = plan({{"hardware.reserve_gib", "4"}});
        QCOMPARE((without.memory.verdict.capacity - with.memory.verdict.capacity) / GiB, 4.0);
        QCOMPARE(without.memory.verdict.capacity / GiB, 79.1);
        QCOMPARE(plan({{"hardware.reserve_gib", "100"}}).memory.verdict.capacity, Bytes(0));
    }

    void scaledShapeHasTheSizeAskedFor_data()
    {
        QTest::addColumn<double>("size");
        for (const double size :
            {5e6, 1e7, 3e7, 6e7, 0.1e9, 0.5e9, 1e9, 1.5e9, 7e9, 8e9, 70e9, 405e9, 1e12, 2e12})
            QTest::addRow("%g", size) << size;
    }

    void scaledShapeHasTheSizeAskedFor()
    {
        QFETCH(double, size);
        Scenario scenario;
        scenario.model.parameters = size;
        const Plan made = planOf(scenario, m_catalog);
        QVERIFY2(std::abs(made.model.parameters / size - 1) < 0.005,
            qPrintable(QString::number(made.model.parameters)));
        QVERIFY(made.model.isScaled);
    }

    void findings_data()
    {
        QTest::addColumn<Plan>("made");
        QTest::addColumn<FindingId>("id");
        QTest::newRow("bf16 on V100")
            << plan({{"hardware.gpu", "v100-sxm-32"}}) << FindingId::NoBf16;
        QTest::newRow("no real model") << plan({}) << FindingId::ScaledModel;
        QTest::newRow("sequence beyond the model") << plan(
            {{"model.id", "meta-llama/Llama-2-7b-hf"}, {"training.sequence_length", "8192"}})
                                                   << FindingId::SequenceTooLong;
        QTest::newRow("ZeRO-3 over Ethernet is link-bound")
            << plan({{"hardware.link", "ethernet-25"}}) << FindingId::LinkBound;
        QTest::newRow("12 GPUs on nodes of 8")
            << plan({{"parallel.gpus", "12"}}) << FindingId::NodeNotFull;
        QTest::newRow("fp16") << plan({{"training.precision", "fp16-amp"}})
                              << FindingId::Fp16LossScaling;
        QTest::newRow("QLoRA with ZeRO-3")
            << plan({{"training.method", "qlora"}}) << FindingId::QuantizedSharding;
        QTest::newRow("ZeRO on one GPU")
            << plan({{"parallel.gpus", "1"}}) << FindingId::ShardingAlone;
        QTest::newRow("worksheet with Lion")
            << plan({{"estimator", "worksheet"}, {"training.optimizer", "lion"}})
            << FindingId::WorksheetOnly;
    }

    void findings()
    {
        QFETCH(Plan, made);
        QFETCH(FindingId, id);
        QVERIFY(std::any_of(made.findings.begin(), made.findings.end(),
            [id](const Finding &finding) { return finding.id == id; }));
    }

    void unknownIdsAreErrors_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<QByteArray>("where");
        Scenario model;
        model.model.id = "nobody/nothing";
        QTest::newRow("model") << model << QByteArray("model.id");
        Scenario gpu;
        gpu.hardware.gpu = "abacus";
        QTest::newRow("GPU") << gpu << QByteArray("hardware.gpu");
        Scenario link;
        link.hardware.link = "string";
        QTest::newRow("link") << link << QByteArray("hardware.link");
        Scenario lora;
        lora.training.method = Method::Lora;
        lora.training.loraTargets = "q_proj,nothing_proj";
        QTest::newRow("LoRA target") << lora << QByteArray("training.lora_targets");
    }

    void unknownIdsAreErrors()
    {
        QFETCH(Scenario, scenario);
        QFETCH(QByteArray, where);
        const Result<Plan> made = makePlan(scenario, m_catalog);
        QVERIFY(!made);
        QCOMPARE(made.error().where, where.toStdString());
        QVERIFY(!made.error().expected.isEmpty());
    }

    void unknownIdsAreAnsweredWithKnownOnes_data()
    {
        QTest::addColumn<std::string>("key");
        QTest::addColumn<std::string>("id");
        QTest::addColumn<QString>("known");
        const auto row = [](const char *name, const char *key, const char *id, const char *known) {
            QTest::newRow(name) << std::string(key) << std::string(id) << QString(known);
        };
        row("a GPU without its kind", "hardware.gpu", "H100", "did you mean h100-sxm?");
        row("a GPU as the box says", "hardware.gpu", "A100 80GB", "did you mean a100-sxm-80?");
        row("a GPU as its vendor says", "hardware.gpu", "nvidia-a100-sxm4-80gb", "a100-sxm-80");
        row("a GPU with a slip of the finger", "hardware.gpu", "h10-sxm", "h100-sxm");
        row("a model without its owner", "model.id", "llama-3-8b", "meta-llama/Meta-Llama-3-8B");
        row("a model in one word", "model.id", "llama3-70b", "meta-llama/Meta-Llama-3-70B");
        row("a model tuned by somebody", "model.id", "qwen2.5-7b-chatty", "Qwen/Qwen2.5-7B");
        row("a link's speed", "hardware.link", "infiniband", "infiniband-100");
        row("a link in one word", "hardware.link", "infiniband400", "infiniband-400");
        row("no GPU", "hardware.gpu", "abacus", "");
        row("no model", "model.id", "nobody/nothing", "");
        row("no link", "hardware.link", "string", "");
    }

    void unknownIdsAreAnsweredWithKnownOnes()
    {
        QFETCH(std::string, key);
        QFETCH(std::string, id);
        QFETCH(QString, known);
        const Result<Plan> made = makePlan(scenarioWith({{key, id}}), m_catalog);
        QVERIFY(!made);
        const QString expected = QString::fromStdString(englishText(made.error().expected));
        QVERIFY2(expected.contains(known), qPrintable(expected));
        QCOMPARE(expected.contains("did you mean"), !known.isEmpty());
    }
};

QTEST_APPLESS_MAIN(TestDetailed)
#include "tst_detailed.moc"
