// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/search.h"
#include "core/judge/attentionkernel.h"
#include "tests/support/scenarioof.h"
#include "tests/support/testcatalog.h"

#include <algorithm>
#include <array>

using namespace shardscope;

class TestAttentionKernel : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();
    static constexpr std::array all{Attention::Flash, Attention::Sdpa, Attention::Eager,
        Attention::FlashTriton, Attention::SdpaUnpadded};

private slots:
    void attentionIsOneThatRuns_data()
    {
        QTest::addColumn<KeyValues>("settings");
        QTest::addColumn<std::vector<Attention>>("kernels");
        const auto row = [](const char *name, const KeyValues &settings,
                             const std::vector<Attention> &kernels) {
            QTest::newRow(name) << settings << kernels;
        };
        row("an H100", {},
            {Attention::Flash, Attention::Sdpa, Attention::Eager, Attention::SdpaUnpadded});
        row("a V100 is too old for FlashAttention",
            {{"hardware.gpu", "v100-sxm-32"}, {"training.precision", "fp16"}},
            {Attention::Sdpa, Attention::Eager});
        row("FlashAttention has no fp32", {{"training.precision", "fp32"}},
            {Attention::Sdpa, Attention::Eager, Attention::SdpaUnpadded});
        row("SDPA leaves out Gemma 2's soft cap", {{"model.id", "google/gemma-2-9b"}},
            {Attention::Flash, Attention::Eager});
        row("Gemma 2 on a V100",
            {{"model.id", "google/gemma-2-9b"}, {"hardware.gpu", "v100-sxm-32"},
                {"training.precision", "fp16"}},
            {Attention::Eager});
        row("BLOOM has ALiBi in its own code alone", {{"model.id", "bigscience/bloom-7b1"}},
            {Attention::Eager});
        row("LLM Foundry's MPT has FlashAttention, the first one, and its own code",
            {{"model.config", R"({"model_type": "mpt", "d_model": 2048, "n_heads": 16,
                "n_layers": 24, "vocab_size": 50368, "max_seq_len": 65536})"}},
            {Attention::Flash, Attention::Eager, Attention::FlashTriton});
        row("the first FlashAttention in Triton has heads of 128 at most",
            {{"model.config", R"({"model_type": "mpt", "d_model": 2048, "n_heads": 8,
                "n_layers": 24, "vocab_size": 50368, "max_seq_len": 65536})"}},
            {Attention::Flash, Attention::Eager});
        row("gpt-oss has sinks, to which FlashAttention gives no gradient",
            {{"model.id", "openai/gpt-oss-20b"}}, {Attention::Eager});
    }
    void attentionIsOneThatRuns()
    {
        QFETCH(KeyValues, settings);
        QFETCH(std::vector<Attention>, kernels);
        const Scenario scenario = scenarioOf(settings);
        const Result<Resolved> resolved = resolve(scenario, m_catalog);
        QVERIFY(resolved);
        std::vector<Attention> runs;
        for (const Attention attention : all) {
            if (canAttend(attention, scenario, *resolved))
                runs.push_back(attention);
        }
        QVERIFY(runs == kernels);
    }

    // What the search tries, the plan has nothing against.
    void thePlanAndTheSearchAgreeAboutAttention_data() { attentionIsOneThatRuns_data(); }
    void thePlanAndTheSearchAgreeAboutAttention()
    {
        QFETCH(KeyValues, settings);
        QFETCH(std::vector<Attention>, kernels);
        const Result<SearchSpace> space = searchSpace(scenarioOf(settings), {}, m_catalog);
        QVERIFY(space);
        Search search(*space, m_catalog);
        search.work();
        for (const Attention attention : all) {
            if (attention == Attention::SdpaUnpadded)
                continue; // whether sequences are padded is no choice
            const bool isTried = std::any_of(search.candidates().begin(), search.candidates().end(),
                [&](const Candidate &candidate) {
                    return space->at(candidate.point).training.attention == attention;
                });
            const bool runs = std::find(kernels.begin(), kernels.end(), attention) != kernels.end();
            QCOMPARE(isTried, runs);
            Scenario scenario = scenarioOf(settings);
            scenario.training.attention = attention;
            QCOMPARE(!outlookOf(planOf(scenario, m_catalog)).obstacle.has_value(), runs);
        }
    }
};

QTEST_APPLESS_MAIN(TestAttentionKernel)
#include "tst_attentionkernel.moc"
