// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/advice.h"
#include "core/findings/findingtext.h"
#include "core/findings/repairs.h"
#include "core/models/hfconfig.h"
#include "tests/support/testcatalog.h"

#include <algorithm>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

const std::string unevenConfig = R"({"model_type": "llama", "hidden_size": 4096,
    "num_hidden_layers": 2, "num_attention_heads": 30, "num_key_value_heads": 7,
    "intermediate_size": 11008, "vocab_size": 32000})";

const Finding *find(const Plan &plan, FindingId id)
{
    const auto found = std::find_if(plan.findings.begin(), plan.findings.end(),
        [id](const Finding &finding) { return finding.id == id; });
    return found == plan.findings.end() ? nullptr : &*found;
}

} // namespace

class TestFindings : public QObject
{
    Q_OBJECT

private:
    const Catalog m_catalog = embeddedCatalog();

private slots:
    void aRepairEndsItsFinding_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<FindingId>("id");
        QTest::addColumn<Settings>("repair");
        const auto row
            = [](const char *name, const Settings &settings, FindingId id, const Settings &repair) {
                  QTest::newRow(name) << settings << id << repair;
              };
        row("QLoRA with ZeRO-3, weights in bytes", {{"training.method", "qlora"}},
            FindingId::QuantizedSharding, {{"training.quant_storage", "16-bit"}});
        row("QLoRA with FSDP, weights in bytes",
            {{"training.method", "qlora"}, {"parallel.strategy", "fsdp"}},
            FindingId::QuantizedSharding, {{"training.quant_storage", "16-bit"}});
        row("QLoRA with ZeRO-3 on one GPU, weights offloaded",
            {{"training.method", "qlora"}, {"parallel.gpus", "1"},
                {"parallel.offload", "parameters"}},
            FindingId::QuantizedSharding, {{"training.quant_storage", "16-bit"}});
        row("QLoRA of experts that are no linear modules any more",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"training.method", "qlora"},
                {"parallel.strategy", "ddp"}},
            FindingId::NotQuantized, {{"training.stack", "transformers-4"}});
        row("QLoRA of Falcon's own linear modules",
            {{"model.id", "tiiuae/falcon-7b"}, {"training.method", "qlora"},
                {"parallel.strategy", "ddp"}},
            FindingId::NotQuantized, {{"training.stack", "transformers-4"}});
        row("160 experts over 1,024 GPUs under FSDP2",
            {{"model.id", "deepseek-ai/DeepSeek-V2"}, {"parallel.strategy", "fsdp"},
                {"parallel.gpus", "1024"}},
            FindingId::ExpertPadding, {{"parallel.framework", "fsdp1"}});
        row("bf16 on a V100", {{"hardware.gpu", "v100-sxm-32"}}, FindingId::NoBf16,
            {{"training.precision", "fp16-master"}});
        row("autocast to bf16 on a V100",
            {{"hardware.gpu", "v100-sxm-32"}, {"training.precision", "bf16-amp"}},
            FindingId::NoBf16, {{"training.precision", "fp16-amp"}});
        row("FlashAttention on a T4", {{"hardware.gpu", "t4"}, {"training.precision", "fp16"}},
            FindingId::NoFlash, {{"training.attention", "sdpa"}});
        row("FlashAttention in fp32", {{"training.precision", "fp32"}}, FindingId::NoFlash,
            {{"training.attention", "sdpa"}});
        row("fp16 where bf16 would do", {{"training.precision", "fp16"}},
            FindingId::Fp16LossScaling, {{"training.precision", "bf16"}});
        row("a sequence beyond the model",
            {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"training.sequence_length", "9000"}},
            FindingId::SequenceTooLong, {{"training.sequence_length", "8192"}});
        row("a hidden size that no head divides", {{"model.hidden_size", "4100"}},
            FindingId::UnevenHeads, {{"model.hidden_size", "4096"}});
        row("nodes that are not full", {{"parallel.gpus", "12"}}, FindingId::NodeNotFull,
            {{"parallel.gpus", "16"}});
        row("sharding over one GPU", {{"parallel.gpus", "1"}}, FindingId::ShardingAlone,
            {{"parallel.strategy", "ddp"}});
        row("a link that the GPU does not have",
            {{"hardware.gpu", "rtx4090"}, {"hardware.link", "nvlink4"}}, FindingId::LinkNotThere,
            {{"hardware.link", ""}});
        row("shard groups that do not divide the GPUs",
            {{"parallel.strategy", "hsdp"}, {"parallel.gpus", "16"}, {"parallel.shard_group", "5"}},
            FindingId::GroupDoesNotDivide, {{"parallel.shard_group", "0"}});
        row("dropout on experts that are one tensor",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"training.method", "lora"},
                {"training.lora_dropout", "0.05"}},
            FindingId::FusedDropout, {{"training.lora_dropout", "0"}});
        row("an adapter on DeepSeek's router",
            {{"model.id", "deepseek-ai/DeepSeek-V3"}, {"training.method", "lora"}},
            FindingId::RouterAdapter,
            {{"training.lora_targets",
                "q_a_proj,q_b_proj,kv_a_proj_with_mqa,kv_b_proj,o_proj,gate_proj,up_proj,"
                "down_proj"}});
        row("the worksheet with offloading",
            {{"estimator", "worksheet"}, {"parallel.offload", "optimizer"}},
            FindingId::WorksheetOnly, {{"estimator", "detailed"}});
        row("the worksheet with groups that shard",
            {{"estimator", "worksheet"}, {"parallel.strategy", "hsdp"}}, FindingId::WorksheetOnly,
            {{"estimator", "detailed"}});
        row("the worksheet with a fused loss",
            {{"estimator", "worksheet"}, {"training.loss", "fused"}}, FindingId::WorksheetOnly,
            {{"estimator", "detailed"}});
    }

    void aRepairEndsItsFinding()
    {
        QFETCH(Settings, settings);
        QFETCH(FindingId, id);
        QFETCH(Settings, repair);
        const Result<Scenario> scenario = repaired({}, settings);
        QVERIFY(scenario);
        const Plan plan = planOf(*scenario, m_catalog);
        const Finding *finding = find(plan, id);
        QVERIFY(finding);
        QCOMPARE(finding->repair, repair);
        const Result<Scenario> better = repaired(*scenario, finding->repair);
        QVERIFY(better);
        QVERIFY(!find(planOf(*better, m_catalog), id));
    }

    void linearModulesMayDropOut()
    {
        for (const auto &[id, targets] : {std::pair("mistralai/Mixtral-8x7B-v0.1", "q_proj,v_proj"),
                 std::pair("meta-llama/Meta-Llama-3-8B", "all-linear")}) {
            const Plan plan = planOf(
                scenarioWith({{"model.id", id}, {"training.method", "lora"},
                    {"training.lora_dropout", "0.05"}, {"training.lora_targets", targets}}),
                m_catalog);
            QVERIFY(!find(plan, FindingId::FusedDropout));
        }
    }

    void aSearchRepairsAShortage_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<FindingId>("id");
        QTest::newRow("far too large")
            << Settings{{"model.parameters", "70B"}} << FindingId::DoesNotFit;
        QTest::newRow("rules of thumb") << Settings{{"model.parameters", "70B"},
            {"estimator", "worksheet"}, {"training.micro_batch", "64"}}
                                        << FindingId::DoesNotFit;
    }

    void aSearchRepairsAShortage()
    {
        QFETCH(Settings, settings);
        QFETCH(FindingId, id);
        const Result<Scenario> scenario = repaired({}, settings);
        QVERIFY(scenario);
        Plan plan = planOf(*scenario, m_catalog, Reserving::Played);
        QVERIFY(find(plan, id));
        QVERIFY(find(plan, id)->repair.empty()); // a plan has no time for it
        addFixes(plan, m_catalog);
        Evaluator evaluator(m_catalog);
        QCOMPARE(find(plan, id)->repair,
            adviceFor(*scenario, m_catalog, evaluator)->fixes.shown.front().repair);
        const Result<Scenario> better = repaired(*scenario, find(plan, id)->repair);
        QVERIFY(better);
        QVERIFY(!find(planOf(*better, m_catalog), id));
    }

    void whatFitsNeedsNoFix()
    {
        Plan plan = planOf({}, m_catalog, Reserving::Played);
        const Plan before = plan;
        addFixes(plan, m_catalog);
        QVERIFY(plan == before);
    }

    void rulesOfThumbKnowNoAlgorithm()
    {
        const Scenario scenario = scenarioWith({{"parallel.algorithm", "nvls"},
            {"hardware.gpu", "a100-sxm-80"}, {"parallel.strategy", "ddp"}});
        QVERIFY(find(planOf(scenario, m_catalog), FindingId::AlgorithmUnavailable));
        QVERIFY(!find(planOf(scenarioWith({{"estimator", "worksheet"}}, scenario), m_catalog),
            FindingId::AlgorithmUnavailable));
    }

    /// More of it on more GPUs: why they need more memory there.
    void paddingOfExpertsIsSaid()
    {
        const auto planOn = [this](std::string_view gpus) {
            return planOf(scenarioWith({{"model.id", "deepseek-ai/DeepSeek-V2"},
                              {"parallel.strategy", "fsdp"}, {"parallel.gpus", gpus}}),
                m_catalog);
        };
        QVERIFY(!find(planOn("80"), FindingId::ExpertPadding));
        // Three matrices of 5,120 x 1,536 for each expert, in 16 bit.
        constexpr double expert = 2 * 3 * 5120.0 * 1536;
        const Plan some = planOn("512");
        const Plan many = planOn("1024");
        const Finding *padding = find(many, FindingId::ExpertPadding);
        QVERIFY(padding);
        QCOMPARE(padding->bytes.value(), (1024 - 160) * expert);
        QCOMPARE(find(some, FindingId::ExpertPadding)->bytes.value(), (512 - 160) * expert);
        QVERIFY(many.memory.peak > some.memory.peak);
        const std::string said = describe(*padding);
        QVERIFY2(said.find("37.97 GiB") != std::string::npos, said.c_str());
    }

    // gpt-oss has had its experts in tensors from the first release on.
    void whatNoReleaseQuantizesHasNoRepair()
    {
        const Plan plan
            = planOf(scenarioWith({{"model.id", "openai/gpt-oss-20b"}, {"training.method", "qlora"},
                         {"parallel.strategy", "ddp"}, {"training.stack", "transformers-4"}}),
                m_catalog);
        const Finding *finding = find(plan, FindingId::NotQuantized);
        QVERIFY(finding);
        QVERIFY(finding->repair.empty());
    }

    void ordinaryModelsAreQuantized()
    {
        const Plan plan = planOf(scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
                                     {"training.method", "qlora"}, {"parallel.strategy", "ddp"}}),
            m_catalog);
        QVERIFY(!find(plan, FindingId::NotQuantized));
    }

    void headsOfAConfigAreMadeEven()
    {
        Result<ImportedModel> model = importModel(unevenConfig, "odd");
        QVERIFY(model);
        QVERIFY(model->spec.hasUnevenHeads);
        Scenario scenario;
        scenario.model.imported = *model;
        const Plan plan = planOf(scenario, m_catalog);
        const Finding *finding = find(plan, FindingId::UnevenHeads);
        QVERIFY(finding);
        const Result<Scenario> better = repaired(scenario, finding->repair);
        QVERIFY(better);
        const ModelSpec &spec = better->model.imported->spec;
        QCOMPARE(spec.heads, 16);
        QCOMPARE(spec.kvHeads, 4);
        QVERIFY(!spec.hasUnevenHeads);
        QVERIFY(!find(planOf(*better, m_catalog), FindingId::UnevenHeads));
    }

    void ordinaryModelsHaveEvenHeads()
    {
        for (const ModelEntry &model : m_catalog.models)
            QVERIFY2(!model.spec.hasUnevenHeads, model.id.c_str());
    }

    void aRepairThatCannotBeIsAnError()
    {
        QVERIFY(!repaired({}, {{"parallel.gpus", "none"}}));
        QVERIFY(!repaired({}, {{"no.key", "1"}}));
    }
};

QTEST_APPLESS_MAIN(TestFindings)
#include "tst_findings.moc"
