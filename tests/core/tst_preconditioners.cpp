// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/makeplan.h"
#include "tests/support/repaired.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

// Of Llama 3 8B.
constexpr double table = 128256.0 * 4096;
constexpr double all = 8030261248;
constexpr double layers = 32;

constexpr double square(double side)
{
    return side * side;
}

constexpr double triangle(double side)
{
    return side * (side + 1) / 2;
}

double scratchOf(const Plan &plan)
{
    const auto step = std::ranges::find(plan.memory.phases, PhaseId::OptimizerStep, &Phase::id);
    return partBytes(*step, PartId::Temporaries).value();
}

double stateOf(const Plan &plan)
{
    return plan.memory.atPeak(PartId::OptimizerState).value();
}

void compareNearly(double planned, double expected)
{
    QVERIFY2(std::abs(planned - expected) < 1e-4 * expected,
        qPrintable(QStringLiteral("%1 for %2").arg(planned, 0, 'f').arg(expected, 0, 'f')));
}

} // namespace

/// SOAP and Shampoo: matrices beside the moments of a matrix.
class TestPreconditioners : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();

    static Scenario with(const char *optimizer, const Settings &settings = {})
    {
        return scenarioWith(settings,
            scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.gpus", "1"},
                {"parallel.strategy", "ddp"}, {"training.method", "full"},
                {"training.optimizer", optimizer}, {"training.precision", "bf16-amp"},
                {"training.sequence_length", "512"}, {"training.micro_batch", "1"}}));
    }

private slots:
    // nikhilvyas/SOAP a1e5535: sides up to 10000 have a preconditioner and its basis, in fp32.
    void soapHasBasesOfShortSides()
    {
        const double ofLayer = 2 * 2 * square(4096) + 2 * (square(4096) + square(1024))
            + 3 * square(4096); // q, o; k, v; of the MLP's the shorter side
        const double bases = layers * ofLayer + 2 * square(4096); // the tables
        const Plan plan = planOf(with("soap"), m_catalog);
        compareNearly(stateOf(plan), 4 * (2 * all + 2 * bases));
    }

    /// The head comes last: what is called grad_projected, denom and norm_grad in step(), the mean
    /// of gradients before it changed its basis, the squares before they were sorted, what is made
    /// of them as they change back, and the last product of its gradient.
    void soapUpdatesTheHeadLast()
    {
        const Plan plan = planOf(with("soap"), m_catalog);
        compareNearly(scratchOf(plan), 4 * (6 * table + square(4096)));
    }

    void soapPreconditionsFactors()
    {
        const Plan plan = planOf(with("soap",
                                     {{"training.method", "lora"}, {"training.lora_rank", "16"},
                                         {"training.lora_targets", "q_proj,down_proj"}}),
            m_catalog);
        const double moments = 2 * 16.0 * (2 * 4096 + 4096 + 14336);
        // Of A and B both ranks; 14336 is too long.
        const double bases = 2 * (3 * square(4096) + 4 * square(16));
        compareNearly(stateOf(plan), layers * 4 * (moments + bases));
    }

    // facebookresearch/optimizers f606606: blocks of both sides, whatever is in them.
    void shampooHasRootsOfBlocks_data()
    {
        QTest::addColumn<QString>("block");
        QTest::addColumn<double>("triangles");
        QTest::addColumn<double>("lengths"); // elements of a triangle for each of them
        constexpr double matrices = 2 * 4096.0 * 4096 + 2 * 4096.0 * 1024 + 3 * 4096.0 * 14336;
        // 128256 = 125 x 1024 + 256
        const double inBlocks
            = 4 * (125 * triangle(1024) + triangle(256)) + 126 * 4 * triangle(1024);
        QTest::newRow("sides that blocks divide, but for a table's")
            << "1024"
            << layers * 2 * matrices / square(1024) * triangle(1024) + 2 * inBlocks
                + 65 * 4 * triangle(1024)
            << triangle(1024) + triangle(256);
        const double ofLayer = 2 * 2 * triangle(4096) + 2 * (triangle(4096) + triangle(1024))
            + 3 * (2 * triangle(4096) + triangle(8192) + triangle(6144));
        const double ofTable = 15 * triangle(8192) + triangle(5376) + 16 * triangle(4096);
        QTest::newRow("blocks that take in most sides")
            << "8192" << layers * ofLayer + 2 * ofTable + 65 * triangle(4096)
            << triangle(1024) + triangle(4096) + triangle(5376) + triangle(6144) + triangle(8192);
    }
    void shampooHasRootsOfBlocks()
    {
        QFETCH(QString, block);
        QFETCH(double, triangles);
        QFETCH(double, lengths);
        const std::string chosen = block.toStdString();
        const Plan plan = planOf(
            with("shampoo",
                {{"training.preconditioner_block", chosen}, {"training.precision", "bf16"}}),
            m_catalog);
        // A preconditioner and its root; rows and columns of each triangle are kept once.
        compareNearly(stateOf(plan), 2 * 2 * all + 4 * 2 * triangles + 4 * 2 * lengths);
    }

    /// Means without their bias, both steps, and what AdamW's is divided by.
    void shampooUpdatesAllAtOnce()
    {
        compareNearly(scratchOf(planOf(with("shampoo"), m_catalog)), 4 * 4 * all);
    }

    /// Of little that is trained: the preconditioner of the longer side, its root, the triangle
    /// of that with its places in 64 bits, and the shorter side's.
    void shampooFindsRootsOneByOne()
    {
        const Plan plan = planOf(with("shampoo",
                                     {{"training.method", "lora"}, {"training.lora_rank", "2"},
                                         {"training.lora_targets", "k_proj"}}),
            m_catalog);
        compareNearly(scratchOf(plan), 2 * 4 * square(1024) + (4 + 2 * 8) * triangle(1024) + 512);
    }

    void decompositionsAreSaid()
    {
        for (const char *optimizer : {"soap", "shampoo"}) {
            const Plan plan = planOf(with(optimizer), m_catalog);
            QVERIFY(findingOf(plan, FindingId::DecomposedGradients));
            QVERIFY(!plan.memory.confidence.isComplete);
        }
    }

    void whatEndsWithAnErrorIsRefused_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("key");
        QTest::newRow("weights in 16 bits")
            << Settings{{"training.precision", "bf16"}} << "training.precision";
        QTest::newRow("adapters in 16 bits")
            << Settings{{"training.method", "lora"}, {"training.lora_precision", "16-bit"}}
            << "training.lora_precision";
        QTest::newRow("shards that are DTensors") << Settings{{"parallel.gpus", "8"},
            {"parallel.strategy", "fsdp"}} << "parallel.framework";
    }
    void whatEndsWithAnErrorIsRefused()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, key);
        const Scenario scenario = with("soap", settings);
        refusedFor(scenario, FindingId::OptimizerStops, key, m_catalog);
        QVERIFY(!findingOf(planOf(scenario, m_catalog), FindingId::OptimizerNotPlanned));
    }

    void whatIsNotDerivedIsRefused_data()
    {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("key");
        const auto row = [](const char *name, const char *optimizer, const Settings &settings,
                             const char *key) {
            QTest::newRow(name) << QString::fromLatin1(optimizer) << settings
                                << QString::fromLatin1(key);
        };
        const Settings zero{{"parallel.gpus", "8"}, {"parallel.strategy", "zero2"},
            {"parallel.framework", "deepspeed"}, {"training.precision", "bf16-master"}};
        row("SOAP of flat shards", "soap", zero, "parallel.framework");
        row("Shampoo of shards", "shampoo", {{"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"}},
            "parallel.framework");
        row("updates in the backward pass", "shampoo", {{"training.update", "in-backward"}},
            "training.update");
        row("a master copy", "shampoo", {{"training.precision", "bf16-master"}},
            "training.precision");
        row("another adapter", "soap",
            {{"training.method", "lora"}, {"training.adapter", "ln-tuning"}}, "training.adapter");
        row("a column", "soap", {{"training.method", "lora"}, {"training.lora_rank", "1"}},
            "training.lora_rank");
        row("tables beside adapters", "shampoo",
            {{"training.method", "lora"}, {"training.modules_to_save", "lm_head"}},
            "training.modules_to_save");
        row("frozen layers", "soap", {{"training.frozen_layers", "4"}}, "training.frozen_layers");
        row("experts", "soap", {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}}, "model.id");
    }
    void whatIsNotDerivedIsRefused()
    {
        QFETCH(QString, optimizer);
        QFETCH(Settings, settings);
        QFETCH(QString, key);
        const std::string name = optimizer.toStdString();
        refusedFor(with(name.c_str(), settings), FindingId::OptimizerNotPlanned, key, m_catalog);
    }

    void replicasHoldTheSame()
    {
        const auto state = [this](const char *gpus) {
            return stateOf(planOf(with("soap", {{"parallel.gpus", gpus}}), m_catalog));
        };
        QCOMPARE(state("8"), state("1"));
    }
};

QTEST_APPLESS_MAIN(TestPreconditioners)
#include "tst_preconditioners.moc"
