// SPDX-License-Identifier: GPL-3.0-or-later
// What takes memory that few expect: settings that take more than they save, and experts that
// ZeRO-3 cannot free.
#include "core/scenario/move.h"
#include "tests/support/phaseof.h"
#include "tests/support/testcatalog.h"

#include <algorithm>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

} // namespace

class TestSavingFindings : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();
    const Settings heldFrozen{{"model.id", "meta-llama/Meta-Llama-3-8B"},
        {"training.method", "lora"}, {"training.objective", "dpo"},
        {"training.checkpointing", "full"}, {"training.sequence_length", "64"}};

private slots:
    // 32 layers of 8 experts, three matrices each.
    void saysHowMuchOfTheExpertsStays()
    {
        const Plan plan = planOf(scenarioWith({{"model.id", "mistralai/Mixtral-8x7B-v0.1"},
                                     {"training.checkpointing", "none"}}),
            m_catalog);
        const Finding *finding = findingOf(plan, FindingId::KeptExperts);
        QVERIFY(finding);
        QCOMPARE(finding->bytes.value(), 2.0 * 32 * 8 * 3 * 14336 * 4096);
    }

    void expertsThatAreFreed_data()
    {
        QTest::addColumn<Settings>("settings");
        const Settings whole{{"training.checkpointing", "none"}};
        const auto row = [&whole](const char *name, Settings settings) {
            settings.insert(settings.begin(), whole.begin(), whole.end());
            QTest::newRow(name) << settings;
        };
        row("FSDP frees the storage",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"parallel.strategy", "fsdp"}});
        row("gpt-oss keeps the parameter itself", {{"model.id", "openai/gpt-oss-20b"}});
        row("nothing is gathered for one GPU",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"parallel.gpus", "1"}});
        row("no experts", {{"model.id", "meta-llama/Meta-Llama-3-8B"}});
    }

    void expertsThatAreFreed()
    {
        QFETCH(Settings, settings);
        const Result<Scenario> scenario = applied({}, settings);
        QVERIFY(scenario);
        QVERIFY(!findingOf(planOf(*scenario, m_catalog), FindingId::KeptExperts));
    }

    // 32 layers of Llama 3 8B; TRL's DPO.
    void saysHowMuchOfTheFrozenIsHeld()
    {
        const Result<Scenario> scenario = applied({}, heldFrozen);
        QVERIFY(scenario);
        const Plan plan = planOf(*scenario, m_catalog);
        const Finding *finding = findingOf(plan, FindingId::HeldFrozen);
        QVERIFY(finding);
        const double attention = 2.0 * 4096 * (4096 + 1024);
        QCOMPARE(finding->bytes.value(), 2.0 * 32 * (attention + 3.0 * 4096 * 14336 + 2 * 4096));
        // The answers are short: the backward pass holds most at its end.
        QVERIFY(partOf(plan, PhaseId::Backward, PartId::Gathered) > finding->bytes.value());
    }

    // Adapters are disabled between the forward pass and the backward pass.
    void aReferenceInDisabledAdaptersHoldsItAsWell()
    {
        Settings settings = heldFrozen;
        settings.emplace_back("training.checkpointing", "none");
        const Result<Scenario> scenario = applied({}, settings);
        QVERIFY(scenario);
        const Plan plan = planOf(*scenario, m_catalog);
        const Finding *finding = findingOf(plan, FindingId::HeldFrozen);
        QVERIFY(finding);
        QVERIFY(partOf(plan, PhaseId::Backward, PartId::Gathered) > finding->bytes.value());
    }

    // As Axolotl and LLaMA-Factory ask for them, and TRL's SFTTrainer.
    void reentrantCheckpointsHoldItWhateverIsLearned()
    {
        Settings settings = heldFrozen;
        settings.emplace_back("training.objective", "causal-lm");
        settings.emplace_back("training.checkpoint_kind", "reentrant");
        const Result<Scenario> scenario = applied({}, settings);
        QVERIFY(scenario);
        const Plan plan = planOf(*scenario, m_catalog);
        const Finding *finding = findingOf(plan, FindingId::HeldFrozen);
        QVERIFY(finding);
        QVERIFY(partOf(plan, PhaseId::Backward, PartId::Gathered) > finding->bytes.value());
        settings.back().second = "non-reentrant";
        const Result<Scenario> other = applied({}, settings);
        QVERIFY(other);
        QVERIFY(planOf(*other, m_catalog).memory.peak < plan.memory.peak - finding->bytes / 2);
    }

    void frozenThatIsReleased_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::newRow("FSDP") << Settings{{"parallel.strategy", "fsdp"}};
        QTest::newRow("no checkpoints, and no reference")
            << Settings{{"training.checkpointing", "none"}, {"training.reference_model", "none"}};
        QTest::newRow("no checkpoints, and a reference of its own") << Settings{
            {"training.checkpointing", "none"}, {"training.reference_model", "separate"}};
        QTest::newRow("all is trained") << Settings{{"training.method", "full"}};
        QTest::newRow("the next token, by transformers' own trainer")
            << Settings{{"training.objective", "causal-lm"}};
        QTest::newRow("DeepSpeed of transformers 4's time") << Settings{
            {"training.modules", "transformers-4"}, {"training.reference_model", "none"}};
        QTest::newRow("transformers 4, asked for the other kind")
            << Settings{{"training.objective", "causal-lm"}, {"training.modules", "transformers-4"},
                   {"training.checkpoint_kind", "non-reentrant"}};
        QTest::newRow("ORPO's trainer does not ask for it")
            << Settings{{"training.objective", "orpo"}};
    }

    void frozenThatIsReleased()
    {
        QFETCH(Settings, settings);
        Settings all = heldFrozen;
        all.insert(all.end(), settings.begin(), settings.end());
        const Result<Scenario> scenario = applied({}, all);
        QVERIFY(scenario);
        QVERIFY(!findingOf(planOf(*scenario, m_catalog), FindingId::HeldFrozen));
    }

    void aSettingThatTakesMore_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("subject");
        QTest::addColumn<Settings>("better");
        const auto row
            = [](const char *name, const Settings &settings, const char *subject, auto better) {
                  QTest::newRow(name) << settings << subject << Settings{{subject, better}};
              };
        row("a loop over experts",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"parallel.gpus", "64"},
                {"training.experts", "loop"}},
            "training.experts", "grouped");
        row("GPUs that do not divide gradients",
            {{"model.id", "deepseek-ai/DeepSeek-V2-Lite"}, {"parallel.gpus", "24"},
                {"parallel.offload", "parameters"}, {"training.sequence_length", "16"}},
            "parallel.gpus", "16");
        row("a rank beside which ZeRO-3 keeps more gathered",
            {{"model.id", "meta-llama/Llama-3.2-1B"}, {"training.method", "lora"},
                {"training.checkpointing", "none"}, {"training.lora_rank", "8"},
                {"training.sequence_length", "128"}},
            "training.lora_rank", "16");
        row("selective checkpoints of frozen layers",
            {{"model.id", "facebook/opt-1.3b"}, {"parallel.strategy", "fsdp"},
                {"training.method", "lora"}, {"training.checkpointing", "selective"},
                {"training.autocast", "off"}},
            "training.checkpointing", "none");
    }

    void aSettingThatTakesMore()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, subject);
        QFETCH(Settings, better);
        const Result<Scenario> scenario = applied({}, settings);
        QVERIFY(scenario);
        const Plan plan = planOf(*scenario, m_catalog, Reserving::Played);
        const auto says = [&](const Finding &each) {
            return each.id == FindingId::TakesMore && each.subject == subject.toStdString();
        };
        const auto finding = std::ranges::find_if(plan.findings, says);
        QVERIFY(finding != plan.findings.end());
        const Result<Scenario> other = applied(plan.scenario, better);
        QVERIFY(other);
        const Plan less = planOf(*other, m_catalog, Reserving::Played);
        QCOMPARE(finding->bytes, plan.memory.footprint.tensors - less.memory.footprint.tensors);
        QVERIFY(std::ranges::none_of(less.findings, says));
        // While somebody drags, nobody weighs.
        QVERIFY(std::ranges::none_of(planOf(*scenario, m_catalog).findings, says));
    }
};

QTEST_APPLESS_MAIN(TestSavingFindings)
#include "tst_savingfindings.moc"
