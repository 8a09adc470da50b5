// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/advice.h"
#include "core/explore/advice/advicetexts.h"
#include "core/model/parameters.h"
#include "core/planner/makeplan.h"
#include "tests/support/scenarioof.h"
#include "tests/support/testcatalog.h"

#include <algorithm>
#include <cmath>

using namespace shardscope;

class TestLimits : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = builtInCatalog();

    /// By what the plan plays; of a scenario that brings something impossible, no.
    /// The model's own context is none of memory's limits.
    bool fits(const Scenario &scenario, const KeyValues &repair) const
    {
        const Result<Scenario> next = applied(scenario, repair);
        if (!next)
            return false;
        const Result<Plan> plan = makePlan(*next, m_catalog, Reserving::Played);
        if (!plan || plan->memory.verdict.fit != Fit::Fits)
            return false;
        for (const Finding &finding : plan->findings) {
            if (finding.id == FindingId::NoBf16 || finding.id == FindingId::NodeNotFull
                || finding.id == FindingId::LinkNotThere || finding.id == FindingId::HostTooSmall
                || finding.id == FindingId::GroupDoesNotDivide
                || (finding.id == FindingId::SequenceTooLong && next->model != scenario.model))
                return false;
        }
        return true;
    }

    std::vector<Limit> limitsOn(const Scenario &scenario) const
    {
        Evaluator evaluator(m_catalog);
        const Plan plan = planOf(scenario, m_catalog, Reserving::Played);
        WhatIf whatIf(plan, m_catalog, evaluator);
        return limitsOf(whatIf);
    }

    void checkNumber(const Scenario &scenario, const Limit &limit, const char *key, double step)
    {
        const auto at = [key](double value) { return KeyValues{{key, formatNumber(value)}}; };
        if (!limit.isFound()) {
            QVERIFY(!fits(scenario, at(1)));
            return;
        }
        QCOMPARE(limit.move.settings, at(limit.value));
        QVERIFY(fits(scenario, limit.move.settings));
        if (limit.by == LimitedBy::Memory)
            QVERIFY(!fits(scenario, at(limit.value + step)));
    }

    void checkGpus(const Scenario &scenario, const Limit &limit)
    {
        QVERIFY(!limit.isFound() || fits(scenario, limit.move.settings));
        const int end = limit.isFound() ? static_cast<int>(limit.value) : 64;
        for (int gpus = 1; gpus < end; ++gpus)
            QVERIFY(!fits(scenario, {{"parallel.gpus", std::to_string(gpus)}}));
    }

    void checkGpu(const Scenario &scenario, const Limit &limit)
    {
        QVERIFY(!limit.isFound() || fits(scenario, limit.move.settings));
        const GpuSpec *found
            = limit.isFound() ? m_catalog.findGpu(limit.move.settings.front().second) : nullptr;
        for (const GpuSpec &gpu : m_catalog.gpus) {
            const bool isCuda = !gpu.isCapacityOnly
                && !QByteArray::fromStdString(gpu.computeCapability).startsWith("gfx");
            if (isCuda && (!found || gpu.usable() < found->usable()))
                QVERIFY(
                    !fits(scenario, {{"hardware.gpu", gpu.id}, {"hardware.link", std::string()}}));
        }
    }

    void checkModel(const Scenario &scenario, const Limit &limit)
    {
        QVERIFY(!limit.isFound() || fits(scenario, limit.move.settings));
        if (scenario.model.isScaled()) {
            if (limit.isFound() && limit.by == LimitedBy::Memory) {
                const double unit = std::pow(10, std::floor(std::log10(limit.value)) - 1);
                QVERIFY(!fits(scenario, {{"model.parameters", formatNumber(limit.value + unit)}}));
            }
            return;
        }
        const ModelEntry *present = m_catalog.findModel(scenario.model.id);
        for (const ModelEntry &model : m_catalog.models) {
            if (model.spec.modelType == present->spec.modelType
                && countParameters(model.spec).total > limit.value)
                QVERIFY(!fits(scenario, {{"model.id", model.id}}));
        }
    }

private slots:
    void aLimitFitsAndTheNextValueDoesNot_data()
    {
        QTest::addColumn<KeyValues>("settings");
        const auto row
            = [](const char *name, const KeyValues &settings) { QTest::newRow(name) << settings; };
        row("7B on eight H100", {});
        row("Llama 3 8B on four A100",
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"parallel.gpus", "4"},
                {"hardware.gpu", "a100-sxm-80"}});
        row("70B, which does not fit", {{"model.parameters", "70B"}});
        row("Qwen under FSDP2",
            {{"model.id", "Qwen/Qwen2.5-7B"}, {"parallel.strategy", "fsdp"},
                {"training.checkpointing", "none"}});
        row("QLoRA on one GPU",
            {{"model.id", "Qwen/Qwen2.5-14B"}, {"training.method", "qlora"}, {"parallel.gpus", "1"},
                {"parallel.strategy", "ddp"}, {"hardware.gpu", "rtx4090"}});
        row("the worksheet", {{"estimator", "worksheet"}});
        row("hybrid sharding in groups of four",
            {{"parallel.strategy", "hsdp"}, {"parallel.shard_group", "4"},
                {"parallel.gpus", "16"}});
        row("a pinned link", {{"hardware.link", "nvlink4"}});
        row("fp16 on a GPU without bf16",
            {{"training.precision", "fp16-master"}, {"hardware.gpu", "v100-sxm-32"}});
        row("nodes of six", {{"parallel.gpus_per_node", "6"}, {"parallel.gpus", "12"}});
        row("far too large, where growing segments were played to the end of the card",
            {{"hardware.gpu", "rtx4090"}, {"parallel.gpus", "16"},
                {"parallel.strategy", "fsdp-grad-op"}, {"training.precision", "fp16-amp"},
                {"training.sequence_length", "2048"}, {"training.micro_batch", "2"},
                {"training.accumulation", "4"}, {"training.checkpointing", "selective"},
                {"hardware.allocator", "expandable"}});
        row("adapters under DDP far too large for growing segments",
            {{"hardware.gpu", "rtx4090"}, {"parallel.gpus", "4"}, {"parallel.strategy", "ddp"},
                {"training.method", "lora"}, {"training.optimizer", "sgd"},
                {"training.sequence_length", "8192"}, {"training.micro_batch", "4"},
                {"training.attention", "sdpa"}, {"hardware.allocator", "expandable"}});
        row("a sequence that is no multiple of anything",
            {{"training.sequence_length", "5001"}, {"training.micro_batch", "3"}});
    }

    void aLimitFitsAndTheNextValueDoesNot()
    {
        QFETCH(KeyValues, settings);
        const Scenario scenario = scenarioOf(settings);
        const std::vector<Limit> limits = limitsOn(scenario);
        QCOMPARE(limits.size(), namesOf<LimitId>.size());
        for (const Limit &limit : limits) {
            switch (limit.id) {
            case LimitId::Sequence:
                checkNumber(scenario, limit, "training.sequence_length",
                    limit.value < sequenceStep ? 1 : static_cast<double>(sequenceStep));
                break;
            case LimitId::MicroBatch:
                checkNumber(scenario, limit, "training.micro_batch", 1);
                break;
            case LimitId::Gpus:
                checkGpus(scenario, limit);
                break;
            case LimitId::Gpu:
                checkGpu(scenario, limit);
                break;
            case LimitId::Model:
                checkModel(scenario, limit);
                break;
            }
        }
    }

    void saysWhatALimitIsDueTo()
    {
        const std::vector<Limit> limits = limitsOn(scenarioOf(
            {{"model.id", "openai-community/gpt2"}, {"training.sequence_length", "1024"}}));
        QCOMPARE(limits[0].by, LimitedBy::Model);
        QCOMPARE(limits[0].value, 1024.0);
        QCOMPARE(limits[1].by, LimitedBy::Memory);
        QCOMPARE(limits[2].by, LimitedBy::Range);
        QCOMPARE(limits[2].value, 1.0);
        QCOMPARE(limits[4].by, LimitedBy::Catalog);
        QCOMPARE(limits[4].name, std::string("GPT-2 XL"));
    }

    void theModelsContextIsNamedApart()
    {
        const Scenario scenario = scenarioOf({{"model.id", "meta-llama/Meta-Llama-3-8B"},
            {"parallel.strategy", "zero3"}, {"parallel.gpus", "8"}, {"hardware.gpu", "h100-sxm"}});
        const Limit limit = limitsOn(scenario).front();
        QVERIFY(limit.value > 8192);
        QCOMPARE(limit.by, LimitedBy::Memory);
        QCOMPARE(limit.context, std::int64_t(8192));
        QVERIFY(englishText(valueOf(limit)).find("(model's context: 8,192)") != std::string::npos);
    }

    // What a slider asks at a limit and beyond it, once the advice is known: the same answer.
    void whoFollowsTheAdviceAgreesWithItsLimits_data()
    {
        QTest::addColumn<KeyValues>("settings");
        const auto row = [](const char *name, KeyValues settings) {
            QTest::newRow(name) << std::move(settings);
        };
        const std::string llama = "meta-llama/Meta-Llama-3-8B";
        row("ZeRO-3",
            {{"model.id", llama}, {"parallel.strategy", "zero3"}, {"parallel.gpus", "8"}});
        row("FSDP", {{"model.id", llama}, {"parallel.strategy", "fsdp"}, {"parallel.gpus", "8"}});
        row("LoRA on one GPU", {{"model.id", llama}, {"training.method", "lora"}});
        row("QLoRA on 24 GB",
            {{"model.id", "Qwen/Qwen2.5-7B"}, {"training.method", "qlora"},
                {"hardware.gpu", "rtx4090"}});
    }

    void whoFollowsTheAdviceAgreesWithItsLimits()
    {
        QFETCH(KeyValues, settings);
        const Scenario scenario = scenarioOf(settings);
        Evaluator working(m_catalog);
        const Result<Advice> advice = adviceFor(scenario, m_catalog, working);
        QVERIFY(advice);
        Evaluator evaluator(m_catalog);
        evaluator.follow(advice->played);
        const auto fitsAt = [&](const char *key, double value) {
            const Result<Scenario> there = applied(scenario, KeyValues{{key, formatNumber(value)}});
            const Result<MemoryOutlook> outlook = evaluator.memory(*there);
            return outlook && outlook->fit() == Fit::Fits;
        };
        const std::array keys{"training.sequence_length", "training.micro_batch", "parallel.gpus"};
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const Limit &limit = advice->limits[i];
            if (!limit.isFound())
                continue;
            QVERIFY2(fitsAt(keys[i], limit.value), keys[i]);
            const double step = i == 0 ? sequenceStep : i == 1 ? 1 : -1;
            if (limit.by == LimitedBy::Memory)
                QVERIFY2(!fitsAt(keys[i], limit.value + step), keys[i]);
        }
    }

    void searchesWhereMemoryDoesNotGrowEvenly_data()
    {
        QTest::addColumn<std::vector<int>>("unfit");
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("wanted");
        const auto row = [](const char *name, const std::vector<int> &unfit, int count,
                             int wanted) { QTest::newRow(name) << unfit << count << wanted; };
        row("everything fits", {}, 100, 99);
        row("nothing fits", {0, 1}, 2, -1);
        row("a plain limit", {57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69}, 70, 56);
        row("one that does not fit among those that do", {40}, 70, 69);
        row("the last one does not fit", {99}, 100, 98);
        row("a gap right at the limit", {57, 58, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69}, 70, 59);
        row("the first one does not fit", {0}, 16, 15);
        row("only one", {}, 1, 0);
    }

    void searchesWhereMemoryDoesNotGrowEvenly()
    {
        QFETCH(std::vector<int>, unfit);
        QFETCH(int, count);
        QFETCH(int, wanted);
        const std::optional<std::int64_t> found
            = largestFitting(count, 3, [&unfit](std::int64_t index) {
                  return std::find(unfit.begin(), unfit.end(), index) == unfit.end();
              });
        QCOMPARE(found.value_or(-1), std::int64_t{wanted});
    }
};

QTEST_APPLESS_MAIN(TestLimits)
#include "tst_limits.moc"
