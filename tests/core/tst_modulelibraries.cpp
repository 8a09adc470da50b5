// SPDX-License-Identifier: GPL-3.0-or-later
// What the libraries beside the model change: older transformers, kernels, losses, FSDP1, k-bit
// preparation. The closed forms are those that published runs confirm (tests/data/measured).
#include "core/allocator/reservation.h"
#include "tests/support/phaseof.h"
#include "tests/support/testcatalog.h"

#include <cmath>

using namespace shardscope;

namespace {

constexpr double tokens = 4 * 4096.0;
constexpr double vocabulary = 128256;
constexpr double hidden = 4096;
constexpr double layers = 32;
constexpr double stream = 2 * tokens * hidden; ///< bytes of a layer's input

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

} // namespace

class TestModuleLibraries : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    /// LoRA of Llama 3 8B on one GPU, 4 x 4096 tokens, full checkpoints.
    Plan plan(const Settings &changes) const
    {
        Scenario scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"training.method", "lora"}, {"training.lora_targets", "q_proj,v_proj"},
            {"training.micro_batch", "4"}, {"parallel.strategy", "ddp"}, {"parallel.gpus", "1"},
            {"training.optimizer", "adamw-foreach"}});
        for (const auto &[key, value] : changes)
            set(scenario, key, value);
        return planOf(scenario, m_catalog);
    }
    static void set(Scenario &scenario, std::string_view key, std::string_view value)
    {
        if (const Status status = setKeyText(scenario, key, value); !status)
            qFatal("%s", describe(status.error()).c_str());
    }

private slots:
    // Bytes for each token and word of the vocabulary at the loss's peak.
    void holdsLogits_data()
    {
        QTest::addColumn<QByteArray>("loss");
        QTest::addColumn<QByteArray>("library");
        QTest::addColumn<double>("bytes");
        QTest::newRow("today") << QByteArray("standard") << QByteArray("transformers-5") << 10.0;
        QTest::newRow("with a shifted copy")
            << QByteArray("standard") << QByteArray("transformers-4.46") << 14.0;
        QTest::newRow("with a shifted copy in place of 16-bit logits")
            << QByteArray("standard") << QByteArray("transformers-4") << 12.0;
        QTest::newRow("fast kernel, shifted copy")
            << QByteArray("in-place") << QByteArray("transformers-4.46") << 10.0;
        QTest::newRow("fast kernel, before 4.46")
            << QByteArray("in-place") << QByteArray("transformers-4") << 8.0;
        QTest::newRow("fast kernel on 16-bit logits")
            << QByteArray("in-place") << QByteArray("transformers-5") << 2.0;
    }

    void holdsLogits()
    {
        QFETCH(QByteArray, loss);
        QFETCH(QByteArray, library);
        QFETCH(double, bytes);
        const Plan made = plan(
            {{"training.loss", loss.toStdString()}, {"training.modules", library.toStdString()}});
        const double found = partOf(made, PhaseId::Loss, PartId::Logits) / (tokens * vocabulary);
        QVERIFY2(std::abs(found / bytes - 1) < 1e-3, qPrintable(QString::number(found)));
    }

    // The logits but for the last token's are two slices to the torch of those releases. Gradients
    // of both are made one after the other, and the whole one does not fit where the shorter was.
    void theLastColonIsASliceToo()
    {
        Scenario scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"training.method", "lora"}, {"training.lora_targets", "q_proj,v_proj"},
            {"training.micro_batch", "8"}, {"parallel.strategy", "ddp"}, {"parallel.gpus", "1"},
            {"hardware.gpu", "h200"}, {"training.loss", "in-place"}});
        const auto beyond = [&](std::string_view library) {
            set(scenario, "training.modules", library);
            const Bytes allocated = planOf(scenario, m_catalog).memory.footprint.allocated;
            return (reservationOf(scenario, m_catalog)->reserved - allocated)
                / Bytes(2 * tokens * vocabulary * 4);
        };
        QVERIFY(beyond("transformers-4") > 1.4); // 16-bit logits, and a third block in fp32
        QVERIFY(beyond("transformers-5") < 0.5);
    }

    // A loop that refers to the model's output has the logits beside all that follows.
    void holdsWhatTheModelReturned()
    {
        const auto phase = [this](std::string_view outputs, std::string_view library, PhaseId id) {
            return phaseOf(
                plan({{"training.outputs", outputs}, {"training.modules", library}}), id);
        };
        const auto more = [&phase](std::string_view outputs, std::string_view library, PhaseId id) {
            const Bytes held = phase(outputs, library, id).tensorEnd;
            return (held - phase("dropped", library, id).tensorEnd).value() / (tokens * vocabulary);
        };
        QCOMPARE(more("step", "transformers-4", PhaseId::Backward), 4.0);
        QCOMPARE(more("step", "transformers-5", PhaseId::Backward), 2.0);
        QCOMPARE(more("step", "transformers-4", PhaseId::Save), 0.0);
        QCOMPARE(more("next", "transformers-4", PhaseId::Save), 4.0);
        QCOMPARE(more("next", "transformers-4", PhaseId::Backward), 4.0);
        QCOMPARE(more("next", "transformers-4", PhaseId::Forward), 4.0);
    }

    // GPT-2 and others of its time took the loss of logits as the head makes them, up to 4.49.
    void castsNoLogitsOfOldModels_data()
    {
        QTest::addColumn<QByteArray>("library");
        QTest::addColumn<QByteArray>("precision");
        QTest::addColumn<double>("bytes");
        QTest::newRow("logits, their copy, log-softmax")
            << QByteArray("transformers-4.46") << QByteArray("bf16") << 6.0;
        QTest::newRow("before 4.46, too")
            << QByteArray("transformers-4") << QByteArray("bf16") << 6.0;
        QTest::newRow("autocast takes nll_loss in fp32, log-softmax in 16 bit")
            << QByteArray("transformers-4.46") << QByteArray("bf16-amp") << 10.0;
        QTest::newRow("cast from 4.50 on")
            << QByteArray("transformers-4.50") << QByteArray("bf16") << 14.0;
    }

    void castsNoLogitsOfOldModels()
    {
        QFETCH(QByteArray, library);
        QFETCH(QByteArray, precision);
        QFETCH(double, bytes);
        const Plan made = plan({{"model.id", "EleutherAI/pythia-2.8b"}, {"training.method", "full"},
            {"training.lora_targets", "all-linear"}, {"training.sequence_length", "2048"},
            {"training.modules", library.toStdString()}, {"training.autocast", "off"},
            {"training.precision", precision.toStdString()}});
        constexpr double logits = 4 * 2048.0 * 50304;
        const double found = partOf(made, PhaseId::Loss, PartId::Logits) / logits;
        QVERIFY2(std::abs(found / bytes - 1) < 1e-3, qPrintable(QString::number(found)));
    }

    // Up to 4.49 GPTBigCode returned what its checkpointed layers had made of keys and values:
    // views of query, key and value together.
    void returnsKeysAndValues()
    {
        const auto forward = [this](std::string_view checkpointing, std::string_view library) {
            return phaseOf(
                plan({{"model.id", "bigcode/starcoderbase"}, {"training.method", "full"},
                    {"training.lora_targets", "all-linear"}, {"training.precision", "bf16"},
                    {"training.loss", "in-place"}, {"training.checkpointing", checkpointing},
                    {"training.modules", library}}),
                PhaseId::Forward)
                .tensorEnd.value();
        };
        const auto more = [&forward](std::string_view checkpointing) {
            return forward(checkpointing, "transformers-4.46")
                - forward(checkpointing, "transformers-4.50");
        };
        constexpr double fused = 6144 + 2 * 128;
        QCOMPARE(more("full"), 40 * tokens * fused * 2);
        QCOMPARE(more("none"), 0.0); // layers keep them anyway
    }

    // Mistral's FlashAttention path called repeat_kv, Llama's never did; both share keys among four
    // queries, and are of one shape but for the vocabulary.
    void repeatsKeysAndValues()
    {
        const auto held = [this](const char *model, std::string_view library) {
            const Plan made = plan({{"model.id", model}, {"training.checkpointing", "none"},
                {"training.modules", library}, {"training.loss", "fused"}});
            return phaseOf(made, PhaseId::Loss).tensorEnd.value();
        };
        const auto more = [&held](const char *model) {
            return (held(model, "transformers-4") - held(model, "transformers-4.46"))
                / (layers * stream);
        };
        const double mistral = more("mistralai/Mistral-7B-v0.1");
        QVERIFY2(std::abs(mistral - 1.5) < 0.01, qPrintable(QString::number(mistral)));
        const double llama = more("meta-llama/Meta-Llama-3-8B");
        QVERIFY2(std::abs(llama) < 0.01, qPrintable(QString::number(llama)));
    }

    // Liger: no logits are left for the backward pass, and chunks are as large as the hidden state.
    void fusesTheHead()
    {
        const Plan whole = plan({});
        const Plan fused = plan({{"training.loss", "fused"}});
        QCOMPARE(partOf(fused, PhaseId::Loss, PartId::Logits), 0.0);
        const double chunk = 512 * vocabulary * 2; // 16384 / ceil(128256 / 4096), a power of two
        const double saved
            = (phaseOf(whole, PhaseId::Loss).tensorPeak - phaseOf(fused, PhaseId::Loss).tensorPeak)
                  .value();
        QVERIFY(std::abs(saved - (10 * tokens * vocabulary - 2 * chunk)) < 4 * stream);
    }

    // FSDP1 holds the inputs of frozen layers, and their gradients, until the backward pass is
    // over.
    void holdsInputsOfFrozenLayers()
    {
        const Settings fsdp{{"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp1"},
            {"parallel.gpus", "2"}, {"training.loss", "fused"}};
        const auto backward = [&](std::string_view library) {
            Settings settings = fsdp;
            settings.emplace_back("training.modules", library);
            return phaseOf(plan(settings), PhaseId::Backward).tensorPeak.value();
        };
        const double more = (backward("transformers-4") - backward("transformers-5")) / stream;
        QVERIFY2(more > layers - 3 && more < layers + 3, qPrintable(QString::number(more)));
    }

    // The flat gradient stays after zero_grad, until the next forward pass.
    void keepsFlatGradients()
    {
        const Settings settings{{"training.method", "full"}, {"training.precision", "bf16"},
            {"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp1"}, {"parallel.gpus", "2"}};
        const double between = phaseOf(plan(settings), PhaseId::Save).tensorEnd.value();
        QVERIFY(std::abs(between / (8 * 8'030'261'248.0 / 2) - 1) < 1e-3);
    }

    // 4-bit weights are gathered as they are packed; their scales are whole on every GPU.
    void gathersPackedWeights()
    {
        const Settings settings{{"training.method", "qlora"}, {"parallel.strategy", "fsdp"},
            {"parallel.framework", "fsdp1"}, {"parallel.gpus", "2"}};
        const Plan made = plan(settings);
        const double linear = 6'979'321'856.0;
        const double rest = 8'030'261'248.0 - linear;
        const double weights = linear / 4 + linear * (1.0 / 64 + 4.0 / (64 * 256)) + rest;
        QVERIFY(std::abs(partOf(made, PhaseId::Forward, PartId::Weights) / weights - 1) < 1e-3);
        const double layer = linear / layers / 2;
        const double tables = 2 * 2 * vocabulary * hidden;
        const double gathered = partOf(made, PhaseId::Forward, PartId::Gathered);
        QVERIFY(std::abs(gathered / (layer + tables) - 1) < 0.02);
    }

    // CPUOffload: shards, gradients and states are on the host.
    void offloadsShards()
    {
        const Plan made = plan({{"parallel.strategy", "fsdp"}, {"parallel.framework", "fsdp1"},
            {"parallel.gpus", "2"}, {"parallel.offload", "parameters"}});
        QCOMPARE(partOf(made, PhaseId::Backward, PartId::Weights), 0.0);
        QCOMPARE(partOf(made, PhaseId::Backward, PartId::OptimizerState), 0.0);
        QVERIFY(partOf(made, PhaseId::Backward, PartId::Gathered) > 0);
    }

    void preparesForKbit_data()
    {
        QTest::addColumn<QByteArray>("preparation");
        QTest::addColumn<double>("moreWeights");
        QTest::addColumn<double>("moreStream");
        QTest::newRow("nothing") << QByteArray("none") << 0.0 << 0.0;
        QTest::newRow("norms, and with them the hidden state")
            << QByteArray("norms") << 2 * (2 * layers + 1) * hidden << layers * stream;
        QTest::newRow("all that is not quantised")
            << QByteArray("full") << 2 * ((2 * layers + 1) * hidden + 2 * vocabulary * hidden)
            << layers * stream + 2 * vocabulary * hidden; // autocast's copy of the head is kept
    }

    void preparesForKbit()
    {
        QFETCH(QByteArray, preparation);
        QFETCH(double, moreWeights);
        QFETCH(double, moreStream);
        const Plan plain = plan({{"training.method", "qlora"}});
        const Plan made = plan({{"training.method", "qlora"},
            {"training.kbit_preparation", preparation.toStdString()}});
        const auto more = [&](PhaseId phase, PartId id) {
            return partOf(made, phase, id) - partOf(plain, phase, id);
        };
        QCOMPARE(std::round(more(PhaseId::Save, PartId::Weights)), moreWeights);
        const double held
            = (phaseOf(made, PhaseId::Loss).tensorEnd - phaseOf(plain, PhaseId::Loss).tensorEnd)
                  .value();
        QVERIFY(std::abs(held - moreWeights - moreStream) < 3 * stream);
    }

    // torchtitan keeps attention and every other product: query, value, gate and down.
    void keepsEveryOtherProduct()
    {
        const auto kept = [&](std::string_view checkpointing) {
            const Plan made = plan({{"training.method", "full"}, {"training.precision", "bf16"},
                {"training.checkpointing", checkpointing}});
            return phaseOf(made, PhaseId::Loss).tensorEnd.value();
        };
        const double width = 14336;
        const double products = 2 * tokens * (hidden + 1024 + hidden + width + hidden);
        const double logSumExp = 4 * tokens * 32;
        const double found = (kept("selective") - kept("full")) / layers;
        QVERIFY2(std::abs(found / (products + logSumExp) - 1) < 1e-3,
            qPrintable(QString::number(found / stream)));
    }

    // Up to transformers 4 bitsandbytes finds Mixtral's experts, from 5 on they are no modules.
    void quantisesLinearExperts()
    {
        const auto weights = [&](std::string_view library) {
            return partOf(plan({{"model.id", "mistralai/Mixtral-8x7B-Instruct-v0.1"},
                              {"training.method", "qlora"}, {"training.modules", library}}),
                       PhaseId::Save, PartId::Weights)
                / GiB.value();
        };
        QVERIFY(std::abs(weights("transformers-4.46") / 22.95 - 1) < 0.01);
        QVERIFY(weights("transformers-5") > 80);
    }
};

QTEST_APPLESS_MAIN(TestModuleLibraries)
#include "tst_modulelibraries.moc"
