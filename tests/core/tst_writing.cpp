// SPDX-License-Identifier: GPL-3.0-or-later
// GRPO whose answers the trained model writes itself. Followed steps confirm the sums
// (tests/data/measured/objective-steps.json, objective-writing-).
#include "core/judge/objectivefindings.h"
#include "tests/support/phaseof.h"
#include "tests/support/testcatalog.h"

#include <cmath>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

constexpr double layers = 32;

bool isNear(double value, double expected, double share)
{
    return std::abs(value - expected) <= share * expected;
}

} // namespace

class TestWriting : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    /// Llama 3 8B on one GPU of plenty, two answers to a prompt.
    Plan plan(const Settings &changes) const
    {
        const Scenario base = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"training.objective", "grpo"}, {"rollout.engine", "transformers"},
            {"rollout.generations", "2"}, {"training.sequence_length", "1024"},
            {"training.micro_batch", "2"}, {"training.precision", "bf16"},
            {"parallel.strategy", "ddp"}, {"parallel.gpus", "1"}, {"hardware.gpu", "b200"}});
        return planOf(scenarioWith(changes, base), m_catalog);
    }

private slots:
    /// Each token that is written adds its keys and values, a layer's keys once more as the next
    /// ones are put behind them, and an id, a place and a mask.
    void aModelThatWritesKeepsTheCache()
    {
        const auto peak = [this](const char *tokens, const char *answer) {
            const Plan made = plan(
                {{"training.sequence_length", tokens}, {"training.completion_tokens", answer}});
            return phaseOf(made, PhaseId::Generation).tensorPeak.value();
        };
        const double perToken = 2 * layers * 2 * 8 * 128; // 8 heads of keys and of values
        const double written = 2 * 2048 * (perToken * (1 + 0.5 / layers) + 3 * 8);
        QVERIFY(isNear(peak("4096", "3584") - peak("2048", "1536"), written, 1e-3));
    }

    /// Answers of all micro-steps are written at once.
    void allAnswersOfAStepAreWrittenTogether()
    {
        const auto grown = [this](const char *accumulation) {
            const Plan made = plan({{"training.accumulation", accumulation},
                {"training.sequence_length", "2048"}, {"training.completion_tokens", "1536"}});
            return (phaseOf(made, PhaseId::Generation).tensorPeak
                - phaseOf(made, PhaseId::Save).tensorEnd)
                .value();
        };
        QVERIFY(isNear(grown("4"), 4 * grown("1"), 0.01));
    }

    void whatIsDerivedIsPlanned()
    {
        for (const Settings &settings :
            {Settings{}, {{"training.method", "qlora"}}, {{"model.id", "Qwen/Qwen3-8B"}},
                {{"model.id", "google/gemma-3-1b-it"}, {"training.sequence_length", "512"}},
                {{"parallel.gpus", "8"}}, {{"parallel.strategy", "zero2"}, {"parallel.gpus", "8"}}})
            QVERIFY(!findingOf(plan(settings), FindingId::ObjectiveNotPlanned));
    }

    void whatIsNotDerivedIsRefused_data()
    {
        QTest::addColumn<Settings>("settings");
        const auto row
            = [](const char *name, const Settings &settings) { QTest::newRow(name) << settings; };
        row("FSDP2", {{"parallel.strategy", "fsdp"}, {"parallel.gpus", "8"}});
        row("ZeRO-3", {{"parallel.strategy", "zero3"}, {"parallel.gpus", "8"}});
        row("attention of a family's own", {{"model.id", "openai-community/gpt2"}});
        row("a window that answers outgrow", {{"model.id", "google/gemma-3-1b-it"}});
        row("tokens in front",
            {{"training.method", "lora"}, {"training.adapter", "prompt-tuning"}});
        row("Unsloth's own loop", {{"training.kernels", "unsloth"}});
    }
    void whatIsNotDerivedIsRefused()
    {
        QFETCH(Settings, settings);
        const Plan made = plan(settings);
        const Finding *finding = findingOf(made, FindingId::ObjectiveNotPlanned);
        QVERIFY(finding);
        QCOMPARE(finding->severity, Severity::Critical);
        QCOMPARE(finding->what, std::string("rollout.engine"));
    }
};

QTEST_GUILESS_MAIN(TestWriting)
#include "tst_writing.moc"
