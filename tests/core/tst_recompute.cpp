// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-Core's selective recomputation: what each part that runs again leaves out of what a
// layer keeps, what it costs, and how it is said.
#include "core/interchange/importrun.h"
#include "core/planner/makeplan.h"
#include "core/scenario/recompute.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"
#include "tests/support/llamamesh.h"

#include <QTest>

using namespace shardscope;

namespace {

/// Of one rank: tokens, and rows of the residual stream under sequence parallelism.
constexpr double tokens = 4096;
constexpr double tensor = 4;
constexpr double rows = tokens / tensor;
constexpr double hidden = 4096;

Scenario onAMesh(const std::string &model, const std::string &parts)
{
    Scenario scenario = llamaOnAMesh({{"model.id", model}});
    scenario.training.checkpointing
        = parts.empty() ? Checkpointing::None : Checkpointing::Selective;
    if (!parts.empty())
        scenario.training.recomputeModules = parts;
    return scenario;
}

} // namespace

class TestRecompute : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = embeddedCatalog();

    /// Bytes that the last layer of the second stage keeps for its backward pass.
    double kept(const Scenario &scenario) const
    {
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        const StepModules modules(makeWorkload(scenario, *resolved, 1).layerSettings());
        return modules.layer(modules.layers() - 1).keptBytes();
    }

private slots:
    void partsAreNotKept_data()
    {
        QTest::addColumn<std::string>("model");
        QTest::addColumn<std::string>("parts");
        QTest::addColumn<double>("bytes");
        const std::string llama = "meta-llama/Meta-Llama-3-8B";
        const std::string mixtral = "mistralai/Mixtral-8x7B-v0.1";
        const std::string deepSeek = "deepseek-ai/DeepSeek-V3";
        const auto row = [](const char *name, const std::string &model, const std::string &parts,
                             double bytes) { QTest::newRow(name) << model << parts << bytes; };
        row("attention: its log-sum-exp", llama, "core_attn", 4 * 32 / tensor * tokens);
        const double norms = 2 * (2 * hidden + 4) * rows;
        row("norms: results and reciprocal deviations", llama, "layernorm", norms);
        const double mlp = 6 * 14336 / tensor * tokens;
        row("MLP: gate, up and their product", llama, "mlp", mlp);
        row("norms and MLP", llama, "layernorm,mlp", norms + mlp);
        // Two experts for each token, dealt out evenly; all eight are here.
        row("experts: what the second product reads", mixtral, "moe_act",
            2 * 2 * rows * tensor * 14336 / tensor);
        row("a dense part of layers that have none", mixtral, "mlp", 0);
        row("experts that are shared", deepSeek, "shared_experts", 6 * 2048 / tensor * tokens);
        // Heads of 192 for query and key, of 128 for the value; the rotated part of the key, which
        // they are made of, is kept instead.
        row("latent projections: query, key, value", deepSeek, "mla_up_proj",
            2 * tokens * (128 / tensor * (192 + 192 + 128) - 64));
    }
    void partsAreNotKept()
    {
        QFETCH(std::string, model);
        QFETCH(std::string, parts);
        QFETCH(double, bytes);
        QCOMPARE(kept(onAMesh(model, {})) - kept(onAMesh(model, parts)), bytes);
    }

    void aWholeExpertLayerKeepsItsInput()
    {
        const double whole = kept(onAMesh("mistralai/Mixtral-8x7B-v0.1", {}));
        const double norms = kept(onAMesh("mistralai/Mixtral-8x7B-v0.1", "moe"));
        const double inside = kept(onAMesh("mistralai/Mixtral-8x7B-v0.1", "moe,moe_act"));
        QVERIFY(norms < 0.5 * whole);
        QCOMPARE(inside, norms); // what is inside runs again with it
    }

    void whatRunsAgainTakesItsTimeAndSendsAgain()
    {
        const Plan without = planOf(onAMesh("meta-llama/Meta-Llama-3-8B", {}), m_catalog);
        const Plan norms = planOf(onAMesh("meta-llama/Meta-Llama-3-8B", "layernorm"), m_catalog);
        const Plan mlp = planOf(onAMesh("meta-llama/Meta-Llama-3-8B", "mlp"), m_catalog);
        QVERIFY(norms.time.step > without.time.step);
        QVERIFY(mlp.time.step > norms.time.step);
        QVERIFY(mlp.memory.peak < without.memory.peak);
        const auto sent = [](const Plan &plan) { return sentBytes(plan, "activation"); };
        QVERIFY(sent(without) > 0);
        QCOMPARE(sent(norms), sent(without));
        // Its input is gathered and its result scattered once more, by 8 layers of 8 micro-batches.
        QVERIFY(sent(mlp) > sent(without));
    }

    void attentionRunsAgainOfItself()
    {
        const Scenario usual = onAMesh("meta-llama/Meta-Llama-3-8B", "core_attn");
        QCOMPARE(usual.training.recomputeModules, Training{}.recomputeModules);
        Scenario unfused = usual;
        unfused.training.attention = Attention::Eager;
        Scenario none = unfused;
        none.training.checkpointing = Checkpointing::None;
        // Scores of 16 and 32 bits, of 8 heads; keys and values are repeated for the query heads.
        QVERIFY(kept(none) - kept(unfused) > 6 * 32 / tensor * tokens * tokens);
    }

    void namesThatAreNoneAreRefused()
    {
        Scenario scenario;
        const Status status
            = setKeyText(scenario, "training.recompute_modules", "core_attn,layernorms");
        QVERIFY(!status);
        QCOMPARE(status.error().code, ErrorCode::UnknownChoice);
        QCOMPARE(status.error().found, Phrase("layernorms"));
        QVERIFY(!setKeyText(scenario, "training.recompute_modules", ""));
        QCOMPARE(scenario.training.recomputeModules, "core_attn");
        QVERIFY(setKeyText(scenario, "training.recompute_modules", "moe_act,layernorm"));
        QVERIFY(recomputedParts(scenario.training.recomputeModules).has(RecomputedPart::Norms));
    }
};

QTEST_APPLESS_MAIN(TestRecompute)
#include "tst_recompute.moc"
