// SPDX-License-Identifier: GPL-3.0-or-later
// Products in 8 bits, as TransformerEngine computes them in Megatron-Core's layers.
#include "core/base/json.h"
#include "core/modules/megatron/writer.h"
#include "core/planner/makeplan.h"
#include "core/planner/outlook.h"
#include "tests/support/megatronlayer.h"
#include "tests/support/testcatalog.h"

#include <QFile>
#include <QTest>

#include <algorithm>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

constexpr double sequence = 4096;

Scenario megatron(const Settings &settings)
{
    const Scenario base = scenarioWith({{"model.id", "meta-llama/Llama-3.1-8B"},
        {"hardware.gpu", "h100-sxm"}, {"parallel.gpus", "8"}, {"parallel.framework", "megatron"},
        {"parallel.strategy", "zero1"}, {"training.precision", "bf16-master"},
        {"training.sequence_length", "4096"}, {"training.checkpointing", "none"}});
    return scenarioWith(settings, base);
}

Settings with(std::string_view fp8, Settings settings)
{
    settings.emplace_back("training.fp8", fp8);
    return settings;
}

} // namespace

class TestEngineFp8 : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan planned(const Settings &settings) const { return planOf(megatron(settings), m_catalog); }
    double kept(const Settings &settings) const
    {
        return keptByLayer(megatron(settings), m_catalog);
    }
    double keptByExperts(const Settings &settings) const
    {
        const PreparedWorkload prepared(megatron(settings), m_catalog);
        const Tape tape
            = megatronLayerTape(prepared.work.layerSettings(), {.form = {.feed = Feed::Experts}});
        return totalOf(profileOf(tape, {}).kept);
    }

    /// A module of the megatron layer, as measured/engine-modules.json has them.
    static Profile profileOfModule(const Json &row)
    {
        const double rows = number(row, "rows");
        const double columns = number(row, "columns");
        LayerSettings settings{.batch = 1, .sequence = number(row, "tokens")};
        settings.spec.hidden = static_cast<std::int64_t>(columns);
        settings.fp8 = *fromName<Fp8>(word(row, "recipe"));
        settings.cut.hasBothLayouts = number(row, "compute") < 10 || settings.fp8 == Fp8::EngineMx;
        TapeBuilder tape(false);
        MegatronWriter write(tape, settings);
        const TensorId x = tape.input(number(row, "tokens") * rows, Dtype::Half, true);
        if (row.find("saves_original"))
            return profileOf(tape.finish(write.row("linear_proj", x, rows, false)), {});
        const bool hasNorm = word(row, "module") == "layernorm-linear";
        const TensorId given = hasNorm ? write.normFor("layer_norm", x, rows, columns) : x;
        return profileOf(tape.finish(write.column("linear_fc1", given, rows, columns, false)), {});
    }
    static double number(const Json &row, std::string_view key) { return *row.find(key)->number(); }
    static std::string_view word(const Json &row, std::string_view key)
    {
        return *row.find(key)->string();
    }
    static double mostOf(const Segments &segments)
    {
        double most = 0;
        for (const Segment &segment : segments)
            most = std::max(most, segment.mostTotal);
        return most;
    }

private slots:
    void modulesOfTransformerEngineAreFollowed_data()
    {
        QTest::addColumn<QByteArray>("row");
        QFile file(SHARDSCOPE_TEST_DATA "/measured/engine-modules.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        for (QByteArray line : lines) {
            if (!line.startsWith('{'))
                continue;
            if (line.endsWith(','))
                line.chop(1);
            QTest::newRow(line.split('"')[3].constData()) << line;
        }
    }
    /// Its own code; a scale for each tensor, and sums of its rows, are all that is not counted.
    void modulesOfTransformerEngineAreFollowed()
    {
        QFETCH(QByteArray, row);
        const Result<Json> read = parseJson(row.toStdString());
        QVERIFY(read);
        const Json &measured = *read->find("measured");
        const Profile profile = profileOfModule(*read);
        const double made = 2 * number(*read, "tokens") * number(*read, "columns");
        const auto isClose
            = [](double planned, double found) { return std::abs(planned - found) <= 8192; };
        // The input, which somebody holds in any case, is kept in 16 bits for what needs it so.
        const bool keepsInput = word(*read, "module") == "layernorm-linear"
            || word(*read, "recipe") == "none" || read->find("saves_original");
        const double given = keepsInput ? 2 * number(*read, "tokens") * number(*read, "rows") : 0;
        const auto compare = [&](double planned, std::string_view figure) {
            QVERIFY2(isClose(planned, number(measured, figure)),
                qPrintable(QString("%1: %2 planned, %3 measured")
                               .arg(figure.data())
                               .arg(planned, 0, 'f', 0)
                               .arg(number(measured, figure), 0, 'f', 0)));
        };
        compare(totalOf(profile.kept) + made - given, "kept");
        compare(mostOf(profile.forward), "forward_peak");
        compare(mostOf(profile.backward), "backward_peak");
    }

    void inputsAreKeptInOneByte_data()
    {
        QTest::addColumn<std::string>("recipe");
        QTest::addColumn<std::string>("gpu");
        QTest::addColumn<double>("scales"); ///< bytes of them, for each number
        QTest::addColumn<bool>("keepsContext"); ///< beside the one that attention keeps
        QTest::newRow("delayed") << std::string("te-delayed") << std::string("h100-sxm") << 0.0
                                 << true;
        QTest::newRow("current") << std::string("te-current") << std::string("h100-sxm") << 0.0
                                 << false;
        QTest::newRow("by block") << std::string("te-blockwise") << std::string("h100-sxm")
                                  << 4.0 / 128 << false;
        QTest::newRow("MXFP8") << std::string("te-mxfp8") << std::string("b200") << 1.0 / 32
                               << false;
    }
    /// What the norms make and what the activation makes was there in 16 bits. What attention makes
    /// is kept by attention as well.
    void inputsAreKeptInOneByte()
    {
        QFETCH(std::string, recipe);
        QFETCH(std::string, gpu);
        QFETCH(double, scales);
        QFETCH(bool, keepsContext);
        const double inputs = sequence * (4096 + 4096 + 14336);
        const double context = keepsContext ? sequence * 4096 : 0;
        const double expected = (2 - (1 + scales)) * inputs - context;
        const Settings settings{{"hardware.gpu", gpu}};
        QCOMPARE(kept(settings) - kept(with(recipe, settings)), expected);
    }

    void weightsAreThereInEightBitsAsWell_data()
    {
        QTest::addColumn<std::string>("recipe");
        QTest::addColumn<std::string>("gpu");
        QTest::addColumn<double>("bytes"); ///< of each element
        QTest::newRow("before Blackwell by rows and by columns")
            << std::string("te-delayed") << std::string("h100-sxm") << 2.0;
        QTest::newRow("on Blackwell once")
            << std::string("te-current") << std::string("b200") << 1.0;
        QTest::newRow("MXFP8 by rows and by columns, with scales")
            << std::string("te-mxfp8") << std::string("b200") << 2 * (1 + 1.0 / 32);
    }
    void weightsAreThereInEightBitsAsWell()
    {
        QFETCH(std::string, recipe);
        QFETCH(std::string, gpu);
        QFETCH(double, bytes);
        const Settings settings{{"hardware.gpu", gpu}};
        const Plan half = planned(settings);
        const Plan narrow = planned(with(recipe, settings));
        const double matrices = half.model.parameters - 2 * 128256.0 * 4096 - 65 * 4096;
        const Bytes more
            = narrow.memory.atPeak(PartId::Weights) - half.memory.atPeak(PartId::Weights);
        QCOMPARE(more.value(), bytes * matrices);
    }

    /// In place of those in 16 bits; they are gathered so, too.
    void weightsInEightBitsAlone()
    {
        Settings settings = with("te-current", {});
        const Plan copied = planned(settings);
        settings.emplace_back("training.fp8_weights", "alone");
        const Plan alone = planned(settings);
        const double matrices = copied.model.parameters - 2 * 128256.0 * 4096 - 65 * 4096;
        const Bytes less
            = copied.memory.atPeak(PartId::Weights) - alone.memory.atPeak(PartId::Weights);
        QCOMPARE(less.value(), 2 * matrices);
        const auto gathered = [](const Plan &plan) {
            double bytes = 0;
            for (const Collective &one : plan.traffic.collectives) {
                if (one.payload == Payload::Weights)
                    bytes += one.bytesPerStep().value();
            }
            return bytes;
        };
        QVERIFY(std::abs(gathered(copied) - gathered(alone) - matrices * 7 / 8) < 100);
    }

    /// Each expert's tokens are padded; both products keep what they are given in a byte.
    void expertsKeepOneByteToo()
    {
        const Settings settings{{"model.id", "mistralai/Mixtral-8x7B-v0.1"},
            {"training.experts", "grouped"}, {"parallel.dispatcher", "all-to-all"},
            {"parallel.expert", "8"}};
        const double rows = sequence * 2;
        const double ofExperts = rows * (4096 + 14336);
        const double ofAttention = sequence * 4096;
        QCOMPARE(keptByExperts(settings) - keptByExperts(with("te-current", settings)),
            ofExperts + ofAttention);
    }

    /// What compresses query, key and value is two products, each of which casts the stream: as
    /// much as it was in 16 bits. What norms make of the narrow results is there in a byte alone.
    void latentAttentionCastsTheStreamTwice()
    {
        const Settings settings{{"model.id", "deepseek-ai/DeepSeek-V2"},
            {"training.experts", "grouped"}, {"parallel.dispatcher", "all-to-all"},
            {"parallel.expert", "8"}};
        const ModelSpec spec = PreparedWorkload(megatron(settings), m_catalog).work.spec();
        const auto norms = static_cast<double>(spec.latent->queryRank + spec.latent->kvRank);
        const auto mlp = static_cast<double>(spec.hidden + spec.intermediate);
        QCOMPARE(kept(settings) - kept(with("te-current", settings)), sequence * (norms + mlp));
    }

    /// The stream is gathered in a byte where TransformerEngine does it: twice in each pass, and
    /// for gradients of weights again, but not for the head.
    void tensorRanksGatherOneByte()
    {
        const auto gathered = [this](const Settings &settings) {
            const Plan plan = planned(settings);
            double bytes = 0;
            for (const Collective &one : plan.traffic.collectives) {
                if (one.op == CollectiveOp::AllGather && one.payload == Payload::Activations)
                    bytes += one.bytesPerStep().value();
            }
            return bytes;
        };
        const Settings settings{{"parallel.tensor", "4"}};
        const double half = gathered(settings);
        const double narrow = gathered(with("te-delayed", settings));
        const double stream = sequence * 4096;
        QVERIFY(half > 0);
        // Two columns forward and again backward, two rows backward.
        QCOMPARE(half - narrow, 32 * 6 * stream * 3 / 4);
    }

    void aStepIsFaster()
    {
        QVERIFY(planned(with("te-delayed", {})).time.step < planned({}).time.step);
    }

    void whatDoesNotRunIsSaid_data()
    {
        QTest::addColumn<std::string>("recipe");
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<FindingId>("finding");
        const auto row = [](const char *name, const char *recipe, const Settings &settings,
                             FindingId finding) {
            QTest::newRow(name) << std::string(recipe) << settings << finding;
        };
        row("an A100", "te-delayed", {{"hardware.gpu", "a100-sxm-80"}}, FindingId::NoFp8);
        row("MXFP8 on Hopper", "te-mxfp8", {}, FindingId::NoFp8);
        row("blocks on Ada", "te-blockwise", {{"hardware.gpu", "l40s"}}, FindingId::NoFp8);
        row("FSDP2", "te-delayed", {{"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp"}},
            FindingId::Fp8NotPlanned);
        row("torchao's in Megatron-LM", "tensorwise", {}, FindingId::Fp8NotPlanned);
        row("Megatron-Core's own layers", "te-delayed", {{"training.kernels", "reference"}},
            FindingId::Fp8NotPlanned);
        row("parts that run again", "te-current",
            {{"training.checkpointing", "selective"}, {"training.recompute_modules", "layernorm"}},
            FindingId::Fp8NotPlanned);
        row("experts one by one", "te-current",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"training.experts", "loop"}},
            FindingId::Fp8NotPlanned);
    }
    void whatDoesNotRunIsSaid()
    {
        QFETCH(std::string, recipe);
        QFETCH(Settings, settings);
        QFETCH(FindingId, finding);
        const Plan plan = planned(with(recipe, settings));
        QVERIFY(std::any_of(plan.findings.begin(), plan.findings.end(),
            [finding](const Finding &one) { return one.id == finding; }));
        QVERIFY(outlookOf(plan).obstacle.has_value());
    }

    void aPlanThatRunsHasNoObstacle_data()
    {
        QTest::addColumn<std::string>("recipe");
        QTest::addColumn<std::string>("gpu");
        QTest::newRow("delayed on Hopper") << std::string("te-delayed") << std::string("h100-sxm");
        QTest::newRow("blocks on Hopper") << std::string("te-blockwise") << std::string("h100-sxm");
        QTest::newRow("delayed on Ada") << std::string("te-delayed") << std::string("l40s");
        QTest::newRow("MXFP8 on Blackwell") << std::string("te-mxfp8") << std::string("b200");
    }
    void aPlanThatRunsHasNoObstacle()
    {
        QFETCH(std::string, recipe);
        QFETCH(std::string, gpu);
        const Plan plan = planned(with(recipe, {{"hardware.gpu", gpu}}));
        QVERIFY(!outlookOf(plan).obstacle.has_value());
    }
};

QTEST_APPLESS_MAIN(TestEngineFp8)
#include "tst_enginefp8.moc"
