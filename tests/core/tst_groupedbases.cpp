// SPDX-License-Identifier: GPL-3.0-or-later
// QLoRA's base in 4-bit integers with a scale and a zero for each group: GPTQ and HQQ.
#include "core/interchange/writerun.h"
#include "core/model/hfconfig.h"
#include "core/planner/makeplan.h"
#include "core/scenario/keys.h"
#include "core/step/stepmodules.h"
#include "tests/support/importrun.h"
#include "tests/support/preparedworkload.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;

constexpr auto allNames = "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj";

/// Llama 3.1 8B with adapters on all matrices of a base in GPTQ, on one H100.
Scenario scenarioOf(const Settings &settings)
{
    const Scenario base
        = scenarioWith({{"model.id", "meta-llama/Llama-3.1-8B"}, {"hardware.gpu", "h100-sxm"},
            {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}, {"training.method", "qlora"},
            {"training.base", "gptq"}, {"training.sequence_length", "2048"},
            {"training.lora_targets", allNames}, {"training.checkpointing", "none"}});
    return scenarioWith(settings, base);
}

constexpr double hidden = 4096;
constexpr double width = 14336;
constexpr double layers = 32;
constexpr double tokens = 2048;
/// Weights of a layer's matrices.
constexpr double matrices = hidden * (2 * hidden + 2 * 1024) + 3 * hidden * width;

} // namespace

class TestGroupedBases : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    Plan planned(const Settings &settings) const { return planOf(scenarioOf(settings), m_catalog); }
    /// What autograd keeps of a layer.
    double keptBy(const Settings &settings) const
    {
        const PreparedWorkload prepared(scenarioOf(settings), m_catalog);
        return totalOf(StepModules(prepared.work.layerSettings()).layer(1).profile.kept);
    }
    double forwardPeak(const Settings &settings) const
    {
        return planned(settings).memory.phases.front().tensorPeak.value();
    }

private slots:
    /// Groups of 32 have four times as many scales as are planned.
    void otherGroupsThanPlannedAreSaid()
    {
        const auto said = [this](int group) {
            Result<ImportedModel> model
                = importModel(R"({"model_type": "llama", "hidden_size": 2048,
                "num_hidden_layers": 4, "num_attention_heads": 16, "intermediate_size": 8192,
                "vocab_size": 32000, "quantization_config": {"quant_method": "gptq", "bits": 4,
                "group_size": )"
                        + std::to_string(group) + "}}",
                    "gptq");
            Scenario scenario = scenarioOf({});
            scenario.model.imported = *model;
            const Plan plan = planOf(scenario, m_catalog);
            const Finding *finding = findingOf(plan, FindingId::QuantizedFile);
            return finding ? finding->bytes.value() - finding->planned.value() : 0.0;
        };
        QCOMPARE(said(128), 0.0);
        QVERIFY(said(32) > 0);
    }

    /// Half a byte for each weight; GPTQ: two bytes and a half for 128 of them; HQQ: four for 64.
    void aGroupHasAScaleAndAZero_data()
    {
        QTest::addColumn<QString>("base");
        QTest::addColumn<double>("scales");
        QTest::newRow("GPTQ") << "gptq" << 2.5 / 128;
        QTest::newRow("HQQ") << "hqq" << 4.0 / 64;
    }
    void aGroupHasAScaleAndAZero()
    {
        QFETCH(QString, base);
        QFETCH(double, scales);
        const std::string chosen = base.toStdString();
        const PreparedWorkload prepared(scenarioOf({{"training.base", chosen}}), m_catalog);
        QCOMPARE(quantizedWeights(prepared.work).value(), layers * matrices / 2);
        QCOMPARE(quantizationScales(prepared.work).value(), layers * matrices * scales);
    }

    /// GPTQ numbers the group of each input, and holds two small tensors for each matrix.
    void groupsHaveNumbers()
    {
        const auto between = [this](std::string_view base) {
            return planned({{"training.base", base}}).memory.phases.back().tensorEnd.value();
        };
        const double scales = layers * matrices * (2.5 / 128 - 4.0 / 64);
        const double numbers = layers * 4 * (6 * hidden + width);
        const double small = layers * 7 * 2 * 512;
        QCOMPARE(between("gptq") - between("hqq"), scales + numbers + small);
    }

    void saysWhichKernelsTrain_data()
    {
        QTest::addColumn<QString>("base");
        QTest::addColumn<bool>("isSaid");
        QTest::newRow("GPTQ, which Marlin reads by default") << "gptq" << true;
        QTest::newRow("AWQ, as well") << "awq" << true;
        QTest::newRow("HQQ's own function has a backward pass") << "hqq" << false;
        QTest::newRow("so has bitsandbytes'") << "nf4" << false;
    }

    void saysWhichKernelsTrain()
    {
        QFETCH(QString, base);
        QFETCH(bool, isSaid);
        const Plan plan = planned({{"training.base", base.toStdString()}});
        QCOMPARE(findingOf(plan, FindingId::IdleKernels) != nullptr, isSaid);
    }

    /// torch.matmul multiplies with a matrix that is there until the backward pass. HQQ's own
    /// function rebuilds it then, as bitsandbytes' does, but keeps what it is given, of which
    /// fp32 adapters keep copies: two norms' outputs, and what the last matrix gets; attention
    /// keeps its output as well.
    void autogradKeepsTheMatrices()
    {
        const auto kept = [this](std::string_view base) {
            return keptBy({{"training.base", base}, {"training.precision", "bf16"},
                {"training.lora_precision", "fp32"}});
        };
        const double four = kept("nf4");
        QCOMPARE(kept("gptq") - four, 2 * matrices);
        QCOMPARE(kept("hqq") - four, 2 * tokens * (2 * hidden + width));
    }

    /// In bf16 a second matrix is cast from that of the scales' fp16.
    void scalesAreInFp16()
    {
        const double more
            = forwardPeak({{"training.checkpointing", "full"}, {"training.precision", "bf16"}})
            - forwardPeak({{"training.checkpointing", "full"}, {"training.precision", "fp16"}});
        QVERIFY(more > 0);
    }

    void whatAutogradKeepsIsSaid()
    {
        const Plan plan = planned({});
        const Finding *finding = findingOf(plan, FindingId::KeptMatrices);
        QVERIFY(finding);
        QCOMPARE(finding->bytes.value(), 2 * layers * matrices);
        QVERIFY(!findingOf(planned({{"training.checkpointing", "full"}}), FindingId::KeptMatrices));
        QVERIFY(!findingOf(planned({{"training.base", "hqq"}}), FindingId::KeptMatrices));
    }

    /// prepare_model_for_kbit_training leaves parameters beside such a base as they are.
    void nothingIsPrepared()
    {
        QCOMPARE(forwardPeak({{"training.kbit_preparation", "full"}}), forwardPeak({}));
    }

    void modulesAreNamed()
    {
        const Plan plan = planned({{"training.lora_targets", "all-linear"}});
        const Finding *finding = findingOf(plan, FindingId::UnfoundModules);
        QVERIFY(finding);
        QVERIFY(!finding->repair.settings.empty());
        QVERIFY(!findingOf(planned({}), FindingId::UnfoundModules));
    }

    void whatIsNotDerivedIsRefused_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("inTheWay");
        const auto row = [](const char *name, const Settings &settings, const char *inTheWay) {
            QTest::newRow(name) << settings << QString(inTheWay);
        };
        row("GPTQ", {}, "");
        row("HQQ", {{"training.base", "hqq"}}, "");
        row("HQQ on several GPUs", {{"training.base", "hqq"}, {"parallel.gpus", "8"}}, "");
        row("GPTQ's buffers, which DDP hands out", {{"parallel.gpus", "8"}}, "parallel.gpus");
        row("AWQ", {{"training.base", "awq"}}, "");
        row("AWQ's buffers, which DDP hands out",
            {{"training.base", "awq"}, {"parallel.gpus", "8"}}, "parallel.gpus");
        row("AWQ prepared for training in k bits",
            {{"training.base", "awq"}, {"training.kbit_preparation", "norms"}},
            "training.kbit_preparation");
        row("the worksheet", {{"estimator", "worksheet"}}, "");
        row("FSDP", {{"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"}}, "parallel.framework");
        row("ZeRO-2", {{"parallel.gpus", "8"}, {"parallel.strategy", "zero2"}},
            "parallel.framework");
        row("torchtune", {{"training.loop", "torchtune"}}, "training.loop");
        row("DoRA", {{"training.adapter", "dora"}}, "training.adapter");
        row("fp32", {{"training.precision", "fp32"}}, "training.precision");
        row("torch.compile", {{"training.kernels", "compiled"}}, "training.kernels");
        row("DPO", {{"training.objective", "dpo"}}, "training.objective");
        row("GPT-2's Conv1D",
            {{"model.id", "openai-community/gpt2"}, {"training.sequence_length", "512"},
                {"training.lora_targets", "c_attn"}},
            "model.id");
        row("experts",
            {{"model.id", "Qwen/Qwen3-30B-A3B"}, {"training.lora_targets", "q_proj,v_proj"}},
            "model.id");
    }
    void whatIsNotDerivedIsRefused()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, inTheWay);
        const Plan plan = planned(settings);
        const Finding *finding = findingOf(plan, FindingId::BaseNotPlanned);
        QCOMPARE(finding ? QString::fromStdString(finding->what) : QString(), inTheWay);
    }

    /// TRL would copy the matrices to the host as well.
    void activationsStayOnTheGpu()
    {
        const Plan plan = planned(
            {{"training.checkpointing", "full"}, {"training.activation_offload", "saved"}});
        const Finding *finding = findingOf(plan, FindingId::HostActivationsNotPlanned);
        QVERIFY(finding);
        QCOMPARE(QString::fromStdString(finding->what), QString("training.base"));
    }

    void recipesSayIt_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("base");
        QTest::newRow("axolotl") << "a.yml"
                                 << "base_model: meta-llama/Llama-3.1-8B\nsequence_len: 2048\n"
                                    "micro_batch_size: 1\nadapter: lora\nlora_r: 8\ngptq: true\n"
                                 << "gptq";
        QTest::newRow("LLaMA-Factory")
            << "a.yaml"
            << "model_name_or_path: meta-llama/Llama-3.1-8B\nstage: sft\nfinetuning_type: lora\n"
               "lora_rank: 8\nquantization_bit: 4\nquantization_method: hqq\n"
            << "hqq";
        QTest::newRow("LLaMA-Factory, of bitsandbytes")
            << "a.yaml"
            << "model_name_or_path: meta-llama/Llama-3.1-8B\nstage: sft\nfinetuning_type: lora\n"
               "lora_rank: 8\nquantization_bit: 8\nquantization_method: bnb\n"
            << "llm-int8";
    }
    void recipesSayIt()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        QFETCH(QString, base);
        const ImportedRun run = imported({{name.toStdString(), text.toStdString()}});
        QCOMPARE(run.scenario.training.method, Method::Qlora);
        QCOMPARE(QString::fromStdString(std::string(nameOf(run.scenario.training.base))), base);
    }

    void recipesAreWritten_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("base");
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("other");
        QTest::newRow("axolotl") << "axolotl"
                                 << "gptq"
                                 << "gptq: true"
                                 << "load_in_4bit: true";
        QTest::newRow("LLaMA-Factory") << "llama-factory"
                                       << "hqq"
                                       << "quantization_method: hqq"
                                       << "quantization_bit: 8";
        QTest::newRow("LLaMA-Factory, of a file") << "llama-factory"
                                                  << "gptq"
                                                  << "finetuning_type: lora"
                                                  << "quantization_bit";
    }
    void recipesAreWritten()
    {
        QFETCH(QString, target);
        QFETCH(QString, base);
        QFETCH(QString, line);
        QFETCH(QString, other);
        const WrittenRun written = writeRun(*findRunTarget(target.toStdString()),
            scenarioOf({{"training.base", base.toStdString()}}), m_catalog, {});
        const QString text = QString::fromStdString(written.text);
        QVERIFY2(text.contains(line), written.text.c_str());
        QVERIFY2(!text.contains(other), written.text.c_str());
    }
};

QTEST_APPLESS_MAIN(TestGroupedBases)
#include "tst_groupedbases.moc"
