// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/runverdict.h"
#include "core/planner/makeplan.h"
#include "core/scenario/keys.h"
#include "core/scenario/move.h"
#include "core/step/stepmodules.h"
#include "tests/support/importrun.h"
#include "tests/support/preparedworkload.h"
#include "tests/support/testcatalog.h"

#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::vector<std::pair<std::string_view, std::string_view>>;
using Inputs = QList<std::pair<QString, QString>>;

/// Adapters on query and value of Llama 3.1 8B, on one GPU.
Scenario scenarioOf(const Settings &settings)
{
    const Scenario base = scenarioWith({{"model.id", "meta-llama/Llama-3.1-8B"},
        {"parallel.gpus", "1"}, {"parallel.strategy", "ddp"}, {"training.method", "lora"},
        {"training.lora_targets", "q_proj,v_proj"}, {"training.precision", "bf16"}});
    return scenarioWith(settings, base);
}

} // namespace

class TestAdapters : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

    double trainableIn(const Settings &settings) const
    {
        return PreparedWorkload(scenarioOf(settings), m_catalog).work.trainable;
    }
    double keptByLayer(const Settings &settings) const
    {
        const PreparedWorkload prepared(scenarioOf(settings), m_catalog);
        return StepModules(prepared.work.layerSettings()).layer(1).keptBytes();
    }

private slots:
    /// q has 4096 rows, v 1024, in each of 32 layers.
    void doraTrainsALengthOfEachAdaptedRow()
    {
        const double lora = trainableIn({{"training.lora_rank", "16"}});
        QCOMPARE(lora, 32 * 16 * (4096 + 4096 + 4096 + 1024.0));
        QCOMPARE(trainableIn({{"training.lora_rank", "16"}, {"training.adapter", "dora"}}),
            lora + 32 * (4096 + 1024.0));
    }

    void lengthsDoNotGrowWithTheRank()
    {
        const double narrow = trainableIn({{"training.lora_rank", "8"}});
        const double wide = trainableIn({{"training.lora_rank", "64"}});
        const Settings dora{{"training.adapter", "dora"}};
        QCOMPARE(trainableIn({{"training.lora_rank", "64"}, {"training.adapter", "dora"}})
                - trainableIn({{"training.lora_rank", "8"}, {"training.adapter", "dora"}}),
            wide - narrow);
    }

    /// Its products keep the base's result (16 bit) and the factors' (fp32), and a few numbers a
    /// row: lengths, what they are scaled by, and that less one.
    void doraKeepsBothResults()
    {
        const Settings plain{{"training.checkpointing", "none"},
            {"training.sequence_length", "2048"}, {"training.lora_precision", "fp32"}};
        Settings dora = plain;
        dora.emplace_back("training.adapter", "dora");
        const double rows = 4096 + 1024;
        QCOMPARE(keptByLayer(dora) - keptByLayer(plain), 2048 * rows * (2 + 4) + 3 * 4 * rows);
    }

    /// With dropout the base's result is computed again, with an fp32 copy of the matrix, which
    /// its derivative keeps.
    void dropoutKeepsTheMatrices()
    {
        Settings settings{{"training.checkpointing", "none"}, {"training.sequence_length", "128"},
            {"training.lora_precision", "fp32"}, {"training.adapter", "dora"}};
        const double without = keptByLayer(settings);
        settings.emplace_back("training.lora_dropout", "0.1");
        QVERIFY(keptByLayer(settings) - without > 4 * 4096 * (4096 + 1024.0));
    }

    void tablesHaveAdaptersOfTheirOwn_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<int>("tables");
        const auto row = [](const char *name, const Settings &settings, int tables) {
            QTest::newRow(name) << settings << tables;
        };
        row("none", {}, 0);
        row("the head", {{"training.lora_targets", "q_proj,v_proj,lm_head"}}, 1);
        row("the embedding", {{"training.lora_targets", "q_proj,v_proj,embed_tokens"}}, 1);
        row("both", {{"training.lora_targets", "q_proj,v_proj,embed_tokens,lm_head"}}, 2);
        row("both of a 4-bit base",
            {{"training.lora_targets", "q_proj,v_proj,embed_tokens,lm_head"},
                {"training.method", "qlora"}},
            2);
        row("both under FSDP2, in one unit",
            {{"training.lora_targets", "q_proj,v_proj,embed_tokens,lm_head"},
                {"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"}},
            2);
        // What is not counted is said: omissions.
        row("both under FSDP2, in units of their own",
            {{"training.lora_targets", "q_proj,v_proj,embed_tokens,lm_head"},
                {"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"},
                {"parallel.wrap", "embed-head"}},
            0);
        row("a head whose logits nobody makes",
            {{"training.lora_targets", "q_proj,v_proj,lm_head"}, {"training.loss", "fused"}}, 0);
        row("both under ZeRO-3",
            {{"training.lora_targets", "q_proj,v_proj,embed_tokens,lm_head"},
                {"parallel.gpus", "8"}, {"parallel.strategy", "zero3"}},
            0);
    }

    void tablesHaveAdaptersOfTheirOwn()
    {
        QFETCH(Settings, settings);
        QFETCH(int, tables);
        settings.emplace_back("training.lora_rank", "16");
        const double ofLayers = 32 * 16 * (4096 + 4096 + 4096 + 1024.0);
        QCOMPARE(trainableIn(settings), ofLayers + tables * 16 * (128256 + 4096.0));
        const Plan plan = *makePlan(scenarioOf(settings), m_catalog);
        const bool isSaid = findingOf(plan, FindingId::TableAdapters) != nullptr;
        const bool asks = settings.front().first == "training.lora_targets";
        QCOMPARE(isSaid, asks && tables == 0);
    }

    /// Nothing before a head is trained: no layer keeps anything for the backward pass.
    void aHeadAloneLeavesTheLayersAlone()
    {
        const Settings settings{
            {"training.checkpointing", "none"}, {"training.lora_targets", "lm_head"}};
        QCOMPARE(keptByLayer(settings), 0.0);
        QVERIFY(keptByLayer(
                    {{"training.checkpointing", "none"}, {"training.lora_targets", "embed_tokens"}})
            > 0);
    }

    /// One flat parameter for each layer, of frozen weights and adapters: all of it gets a
    /// gradient, which waits for the last micro-step in 16 bit.
    void flatParametersGetWholeGradients()
    {
        const auto gradientsOf = [this](const char *loop) {
            const Plan plan = *makePlan(
                scenarioOf({{"parallel.gpus", "2"}, {"parallel.strategy", "fsdp"},
                    {"parallel.framework", "fsdp1"}, {"training.lora_precision", "16-bit"},
                    {"training.checkpointing", "full"}, {"training.accumulation", "4"},
                    {"training.loop", loop}}),
                m_catalog);
            return plan.memory.atPeak(PartId::Gradients).value();
        };
        const double layers = 32 * 218112000.0; // of the model
        const double factors = 32 * 16 * (4096 + 4096 + 4096 + 1024.0);
        QVERIFY(gradientsOf("litgpt") >= 2 * (layers + factors));
        QVERIFY(gradientsOf("trainer") < 8 * factors);
    }

    void flatParametersHaveOneDtype_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("inTheWay");
        const auto row = [](const char *name, Settings settings, const char *key) {
            QTest::newRow(name) << std::move(settings) << QString(key);
        };
        row("16 bit", {}, "");
        row("another loop", {{"training.loop", "trainer"}, {"training.lora_precision", "fp32"}},
            "");
        row("fp32 beside 16 bit", {{"training.lora_precision", "fp32"}}, "training.precision");
        row("under autocast", {{"training.precision", "bf16-master"}}, "training.precision");
        row("a 4-bit base", {{"training.method", "qlora"}, {"training.quant_storage", "16-bit"}},
            "training.method");
        row("DoRA", {{"training.adapter", "dora"}}, "training.adapter");
        row("an adapter on the head", {{"training.lora_targets", "q_proj,lm_head"}},
            "training.lora_targets");
        row("experts",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"training.lora_targets", "q_proj"}},
            "model.id");
    }
    void flatParametersHaveOneDtype()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, inTheWay);
        for (const auto &[key, value] : Settings{{"training.lora_precision", "16-bit"},
                 {"training.loop", "litgpt"}, {"parallel.framework", "fsdp1"},
                 {"parallel.strategy", "fsdp"}, {"parallel.gpus", "2"}})
            settings.emplace(settings.begin(), key, value);
        const Plan plan = *makePlan(scenarioOf(settings), m_catalog);
        const Finding *finding = findingOf(plan, FindingId::AdapterNotPlanned);
        QCOMPARE(finding ? QString::fromStdString(finding->what) : QString(), inTheWay);
    }

    /// bitsandbytes 0.42 keeps what a 4-bit product reads; LitGPT's head is one of those.
    void litGptQuantisesTheHeadAndKeepsInputs()
    {
        const Settings plain{{"training.method", "qlora"}, {"training.checkpointing", "none"},
            {"training.sequence_length", "512"}};
        Settings litgpt = plain;
        litgpt.emplace_back("training.loop", "litgpt");
        // What neither adapters nor attention keep: the second norm's result, down_proj's input.
        QCOMPARE(keptByLayer(litgpt) - keptByLayer(plain), 2 * 512 * (4096 + 14336.0));
        const auto weightsOf = [this](const Settings &settings) {
            return makePlan(scenarioOf(settings), m_catalog)
                ->memory.atPeak(PartId::Weights)
                .value();
        };
        const double head = 128256 * 4096.0;
        const double saved = weightsOf(plain) - weightsOf(litgpt);
        QVERIFY(saved > head * (2 - 0.53) && saved < head * (2 - 0.51));
    }

    void whatIsNotFollowedIsNotPlanned_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("inTheWay");
        const auto row = [](const char *name, Settings settings, const char *key) {
            QTest::newRow(name) << std::move(settings) << QString(key);
        };
        row("one GPU", {}, "");
        row("DDP", {{"parallel.gpus", "8"}}, "");
        row("FSDP2", {{"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"}}, "");
        row("4-bit weights on one GPU", {{"training.method", "qlora"}}, "");
        row("4-bit weights under FSDP2",
            {{"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"}, {"training.method", "qlora"},
                {"training.quant_storage", "16-bit"}},
            "training.method");
        row("FSDP1",
            {{"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"},
                {"parallel.framework", "fsdp1"}},
            "parallel.framework");
        row("ZeRO-3", {{"parallel.gpus", "8"}, {"parallel.strategy", "zero3"}},
            "parallel.framework");
        row("offloading under FSDP2",
            {{"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"},
                {"parallel.offload", "parameters"}},
            "parallel.offload");
        row("experts that are one tensor",
            {{"model.id", "mistralai/Mixtral-8x7B-v0.1"}, {"training.lora_targets", "all-linear"}},
            "training.lora_targets");
    }

    void whatIsNotFollowedIsNotPlanned()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, inTheWay);
        settings.emplace(settings.begin(), "training.adapter", "dora");
        const Plan plan = *makePlan(scenarioOf(settings), m_catalog);
        const Finding *finding = findingOf(plan, FindingId::AdapterNotPlanned);
        QCOMPARE(finding ? QString::fromStdString(finding->what) : QString(), inTheWay);
        QCOMPARE(runVerdictOf(plan) == RunVerdict::NotPlanned, !inTheWay.isEmpty());
    }

    void otherKindsTrainWhatPeftPrints_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<double>("trainable");
        const auto row = [](const char *name, Settings settings, double trainable) {
            QTest::newRow(name) << std::move(settings) << trainable;
        };
        const double h = 4096;
        const double width = 14336;
        row("IA3: results of keys and values, the input of down_proj",
            {{"training.adapter", "ia3"}, {"training.lora_targets", "k_proj,v_proj,down_proj"}},
            32 * (1024 + 1024 + width));
        row("IA3 of results alone",
            {{"training.adapter", "ia3"}, {"training.lora_targets", "k_proj,v_proj,down_proj"},
                {"training.feedforward_modules", "none"}},
            32 * (1024 + 1024 + h));
        row("VeRA: a vector of the rank, and one of each row",
            {{"training.adapter", "vera"}, {"training.lora_rank", "256"}},
            32 * (2 * 256 + h + 1024));
        row("LN tuning of all norms",
            {{"training.adapter", "ln-tuning"}, {"training.lora_targets", "all-linear"}}, 65 * h);
        row("LN tuning of one norm in each layer",
            {{"training.adapter", "ln-tuning"}, {"training.lora_targets", "input_layernorm"}},
            32 * h);
        row("LN tuning of the final norm",
            {{"training.adapter", "ln-tuning"}, {"training.lora_targets", "norm"}}, h);
        row("PEFT's norms of Qwen3 8B",
            {{"model.id", "Qwen/Qwen3-8B"}, {"training.adapter", "ln-tuning"},
                {"training.lora_targets", "all-linear"}},
            36 * h);
        row("20 virtual tokens", {{"training.adapter", "prompt-tuning"}}, 20 * h);
        row("virtual tokens that a network as wide as the model makes",
            {{"training.adapter", "p-tuning"}, {"training.virtual_tokens", "8"}},
            8 * h + 3 * (h * h + h));
        row("virtual tokens that a narrow network makes",
            {{"training.adapter", "p-tuning"}, {"training.encoder_hidden", "128"}},
            20 * h + (h * 128 + 128) + (128 * 128 + 128) + (128 * h + h));
        // PEFT's own comparison (method_comparison/MetaMathQA) prints these, of rank 32 on query
        // and value of Llama 3.2 3B.
        const std::string_view small = "meta-llama/Llama-3.2-3B";
        row("LoHa as PEFT's comparison prints it",
            {{"model.id", small}, {"training.adapter", "loha"}, {"training.lora_rank", "32"}},
            18350080);
        row("LoKr as PEFT's comparison prints it",
            {{"model.id", small}, {"training.adapter", "lokr"}, {"training.lora_rank", "32"},
                {"training.lokr_factor", "4"}},
            2294656);
        row("OFT as PEFT's comparison prints it",
            {{"model.id", small}, {"training.adapter", "oft"}, {"training.lora_rank", "32"},
                {"training.oft_block", "0"}},
            8171520);
        row("LoKr whose dimensions are divided near their roots: 64 by 64, 32 by 32",
            {{"training.adapter", "lokr"}, {"training.lora_rank", "32"}},
            32 * (2 * 64 * 64 + 2 * 32 * 64.0));
        row("LoKr of a rank so small that the right matrix is made of factors",
            {{"training.adapter", "lokr"}, {"training.lora_rank", "8"}},
            32 * (64 * 64 + 2 * 8 * 64 + 32 * 64 + 8 * (32 + 64.0)));
        row("BOFT in blocks of 4, with a scale for each result", {{"training.adapter", "boft"}},
            32 * 2 * 4096 * 4 + 32 * (4096 + 1024.0));
        row("BOFT in four blocks",
            {{"training.adapter", "boft"}, {"training.boft_block", "0"},
                {"training.boft_blocks", "4"}},
            32 * 2 * 4 * 1024 * 1024.0 + 32 * (4096 + 1024.0));
        row("rows of 20 tokens",
            {{"training.adapter", "trainable-tokens"}, {"training.trained_tokens", "20"}},
            20 * 4096.0);
        row("OFT in blocks of 32", {{"training.adapter", "oft"}}, 32 * 2 * 128 * 496.0);
    }

    void otherKindsTrainWhatPeftPrints()
    {
        QFETCH(Settings, settings);
        QFETCH(double, trainable);
        QCOMPARE(trainableIn(settings), trainable);
        const Plan plan = *makePlan(scenarioOf(settings), m_catalog);
        QVERIFY(!findingOf(plan, FindingId::AdapterNotPlanned));
    }

    /// Of k_proj its 16-bit result and the vector; of down_proj an fp32 copy of its input.
    void ia3KeepsWhatItScales()
    {
        const auto keptWith = [this](std::string_view targets) {
            return keptByLayer({{"training.adapter", "ia3"}, {"training.checkpointing", "none"},
                {"training.sequence_length", "2048"}, {"training.lora_precision", "fp32"},
                {"training.lora_targets", targets}});
        };
        QCOMPARE(keptWith("k_proj,v_proj") - keptWith("v_proj"), 2048 * 1024 * 2 + 4 * 1024.0);
        QCOMPARE(keptWith("v_proj,down_proj") - keptWith("v_proj"), 4.0 * 14336 * (2048 + 1));
    }

    /// The factors are no parameters, but they are there, once for all layers.
    void veraHoldsFactorsThatNobodyTrains()
    {
        const auto held = [this](std::string_view rank) {
            const Plan plan
                = *makePlan(scenarioOf({{"training.adapter", "vera"}, {"training.lora_rank", rank},
                                {"training.lora_precision", "fp32"}}),
                    m_catalog);
            return partBytes(plan.memory.phases.front(), PartId::Adapters);
        };
        // Trained are one number a rank and module; both factors are as wide as the stream.
        QCOMPARE(held("512") - held("256"), Bytes(4 * 256.0 * (2 * 32 + 4096 + 4096)));
    }

    void virtualTokensLengthenSequences()
    {
        const auto peakWith
            = [this](std::string_view kind, std::string_view tokens, std::string_view sequence) {
                  return makePlan(
                      scenarioOf({{"training.adapter", kind}, {"training.virtual_tokens", tokens},
                          {"training.sequence_length", sequence}}),
                      m_catalog)
                      ->memory.peak;
              };
        QVERIFY(peakWith("prompt-tuning", "512", "1024") > peakWith("prompt-tuning", "1", "1024"));
        const Bytes longer = peakWith("prompt-tuning", "1", "1535");
        const Bytes prompted = peakWith("prompt-tuning", "512", "1024");
        QVERIFY(std::abs(prompted / longer - 1) < 0.002);
    }

    void otherKindsWithObstacles_data()
    {
        QTest::addColumn<Settings>("settings");
        QTest::addColumn<QString>("inTheWay");
        const auto row = [](const char *name, Settings settings, const char *key) {
            QTest::newRow(name) << std::move(settings) << QString(key);
        };
        row("IA3 of a 4-bit base, whose results are fp32",
            {{"training.adapter", "ia3"}, {"training.method", "qlora"}}, "training.method");
        row("IA3 where PEFT knows no feed-forward modules",
            {{"training.adapter", "ia3"}, {"model.id", "allenai/OLMo-2-1124-7B"}},
            "training.feedforward_modules");
        row("IA3 of the input of a module that is no target",
            {{"training.adapter", "ia3"}, {"training.feedforward_modules", "down_proj"}},
            "training.feedforward_modules");
        row("VeRA under FSDP2",
            {{"training.adapter", "vera"}, {"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"}},
            "parallel.framework");
        row("LN tuning where PEFT knows no norms",
            {{"training.adapter", "ln-tuning"}, {"training.lora_targets", "all-linear"},
                {"model.id", "allenai/OLMo-2-1124-7B"}},
            "training.lora_targets");
        row("LN tuning of what is no norm", {{"training.adapter", "ln-tuning"}},
            "training.lora_targets");
        row("experts",
            {{"training.adapter", "ia3"}, {"training.feedforward_modules", "none"},
                {"training.lora_targets", "all-linear"}, {"model.id", "Qwen/Qwen3-30B-A3B"}},
            "training.lora_targets");
        row("an adapter of the embedding",
            {{"training.adapter", "vera"}, {"training.lora_targets", "q_proj,embed_tokens"}},
            "training.lora_targets");
        row("tables beside a prompt",
            {{"training.adapter", "prompt-tuning"}, {"training.modules_to_save", "lm_head"}},
            "training.modules_to_save");
        row("preferences", {{"training.adapter", "ia3"}, {"training.objective", "dpo"}},
            "training.objective");
        row("Muon", {{"training.adapter", "vera"}, {"training.optimizer", "muon"}},
            "training.optimizer");
        row("DeepSpeed",
            {{"training.adapter", "ia3"}, {"parallel.gpus", "8"}, {"parallel.strategy", "zero2"}},
            "parallel.framework");
        row("LoHa of the shape of what four bits are packed into",
            {{"training.adapter", "loha"}, {"training.method", "qlora"}}, "training.method");
        row("LoKr under FSDP2",
            {{"training.adapter", "lokr"}, {"parallel.gpus", "8"}, {"parallel.strategy", "fsdp"}},
            "parallel.framework");
    }

    void otherKindsWithObstacles()
    {
        QFETCH(Settings, settings);
        QFETCH(QString, inTheWay);
        const Plan plan = *makePlan(scenarioOf(settings), m_catalog);
        const Finding *finding = findingOf(plan, FindingId::AdapterNotPlanned);
        QCOMPARE(finding ? QString::fromStdString(finding->what) : QString(), inTheWay);
        QVERIFY(runVerdictOf(plan) == RunVerdict::NotPlanned);
    }

    void aDecompositionBeforeTheFirstStepIsSaid()
    {
        const Plan plan = *makePlan(scenarioOf({{"training.lora_init", "pissa"}}), m_catalog);
        QVERIFY(findingOf(plan, FindingId::DecomposedStart));
        QVERIFY(findingOf(
            planOf(scenarioOf({{"training.lora_init", "olora"}, {"training.adapter", "dora"}}),
                m_catalog),
            FindingId::DecomposedStart));
        const Plan plain = *makePlan(scenarioOf({}), m_catalog);
        QVERIFY(!findingOf(plain, FindingId::DecomposedStart));
        QCOMPARE(plan.memory.peak, plain.memory.peak);
    }

    /// Trained weights are fp32, the others 16 bits: a plan has one precision for both.
    void frozenWeightsOfAnotherDtypeAreSaid()
    {
        const auto isSaid = [](const std::string &precision) {
            const ImportedRun run = imported({{"freeze.yaml",
                "finetuning_type: freeze\nmodel_name_or_path: meta-llama/Llama-3.1-8B\n"
                    + precision}});
            return std::any_of(
                run.report.assumed.begin(), run.report.assumed.end(), [](const ImportRow &row) {
                    return row.key == "finetuning_type" && row.input == "training.precision";
                });
        };
        QVERIFY(isSaid("bf16: true\n"));
        QVERIFY(!isSaid("pure_bf16: true\n"));
    }

    void otherAdaptersAreRead_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<Inputs>("expected");
        QTest::newRow("IA3 of results alone")
            << R"({"peft_type": "IA3", "target_modules": ["q_proj", "v_proj"],
                   "feedforward_modules": []})"
            << Inputs{{"training.adapter", "ia3"}, {"training.lora_targets", "q_proj,v_proj"},
                   {"training.feedforward_modules", "none"}};
        QTest::newRow("VeRA")
            << R"({"peft_type": "VERA", "r": 256, "target_modules": ["q_proj", "v_proj"],
                   "vera_dropout": 0.1, "projection_prng_key": 0})"
            << Inputs{{"training.adapter", "vera"}, {"training.lora_rank", "256"},
                   {"training.lora_dropout", "0.1"}};
        QTest::newRow("LN tuning")
            << R"({"peft_type": "LN_TUNING", "target_modules": ["input_layernorm", "norm"]})"
            << Inputs{{"training.adapter", "ln-tuning"},
                   {"training.lora_targets", "input_layernorm,norm"}};
        QTest::newRow("prompt tuning")
            << R"({"peft_type": "PROMPT_TUNING", "num_virtual_tokens": 32, "token_dim": 4096,
                   "num_layers": 32, "prompt_tuning_init": "RANDOM"})"
            << Inputs{{"training.adapter", "prompt-tuning"}, {"training.virtual_tokens", "32"}};
        QTest::newRow("p-tuning")
            << R"({"peft_type": "P_TUNING", "num_virtual_tokens": 20, "encoder_hidden_size": 128,
                   "encoder_reparameterization_type": "MLP", "encoder_num_layers": 2})"
            << Inputs{{"training.adapter", "p-tuning"}, {"training.encoder_hidden", "128"}};
        QTest::newRow("LoKr") << R"({"peft_type": "LOKR", "r": 16, "target_modules": ["q_proj"],
                   "decompose_factor": 8})"
                              << Inputs{{"training.adapter", "lokr"}, {"training.lora_rank", "16"},
                                     {"training.lokr_factor", "8"}};
        QTest::newRow("BOFT") << R"({"peft_type": "BOFT", "boft_block_size": 8, "boft_block_num": 0,
                   "boft_n_butterfly_factor": 1, "target_modules": ["q_proj"]})"
                              << Inputs{{"training.adapter", "boft"}, {"training.boft_block", "8"},
                                     {"training.boft_factors", "1"}};
        QTest::newRow("trainable tokens")
            << R"({"peft_type": "TRAINABLE_TOKENS", "token_indices": [128000, 128001, 128002]})"
            << Inputs{{"training.adapter", "trainable-tokens"}, {"training.trained_tokens", "3"}};
        QTest::newRow("OFT")
            << R"({"peft_type": "OFT", "r": 0, "oft_block_size": 64, "target_modules": ["q_proj"]})"
            << Inputs{{"training.adapter", "oft"}, {"training.oft_block", "64"}};
    }

    /// Each adapted module keeps the matrix that its factors have made, and its input in fp32.
    void madeMatricesAreKept()
    {
        const auto keptWith = [this](std::string_view kind, std::string_view targets) {
            return keptByLayer({{"training.adapter", kind}, {"training.checkpointing", "none"},
                {"training.sequence_length", "2048"}, {"training.lora_precision", "fp32"},
                {"training.lora_targets", targets}});
        };
        const auto gate = [&](std::string_view kind) {
            return keptWith(kind, "v_proj,gate_proj") - keptWith(kind, "v_proj");
        };
        QCOMPARE(gate("loha"), 4.0 * 4096 * (14336 + 2048));
    }

    /// PEFT 0.20 tuners/boft/layer.py, update_layer, raises.
    void blocksThatDoNotDivideAreRefused()
    {
        const auto inTheWay = [this](const Settings &settings) {
            Settings all{{"training.adapter", "boft"}};
            all.insert(all.end(), settings.begin(), settings.end());
            const Plan plan = *makePlan(scenarioOf(all), m_catalog);
            const Finding *finding = findingOf(plan, FindingId::AdapterNotPlanned);
            return finding ? finding->what : std::string();
        };
        QCOMPARE(inTheWay({}), std::string());
        QCOMPARE(inTheWay({{"training.boft_block", "3"}}), std::string("training.boft_block"));
        QCOMPARE(inTheWay({{"training.boft_block", "0"}}), std::string("training.boft_blocks"));
        QCOMPARE(inTheWay({{"training.boft_block", "0"}, {"training.boft_blocks", "7"}}),
            std::string("training.boft_blocks"));
        QCOMPARE(inTheWay({{"training.boft_factors", "2"}}), std::string());
        QCOMPARE(inTheWay({{"training.boft_factors", "12"}}), std::string("training.boft_block"));
    }

    /// PEFT 0.20 tuners/boft/layer.py, boft_P: a permutation of each adapted module's input, as a
    /// matrix in fp32.
    void boftHoldsPermutationsAsMatrices()
    {
        const auto held = [this](std::string_view targets) {
            const Plan plan = *makePlan(
                scenarioOf({{"training.adapter", "boft"}, {"training.lora_targets", targets}}),
                m_catalog);
            return plan.memory.atPeak(PartId::Adapters).value();
        };
        const double trained = 2 * (4096 * 4 + 1024.0); // of k_proj
        QCOMPARE(held("q_proj,k_proj") - held("q_proj"), 32 * (4 * 4096 * 4096.0 + trained));
    }

    void otherAdaptersAreRead()
    {
        QFETCH(QString, text);
        QFETCH(Inputs, expected);
        const ImportedRun run = imported({{"adapter_config.json", text.toStdString()}});
        for (const auto &[key, value] : expected)
            QCOMPARE(valueOf(run.scenario, key), value.toStdString());
        QVERIFY(std::none_of(run.report.assumed.begin(), run.report.assumed.end(),
            [](const ImportRow &row) { return englishText(row.why).starts_with("Not modelled"); }));
    }

    void theFormerKeyIsRead()
    {
        Scenario scenario;
        QVERIFY(setFormerKey(scenario, "training.use_dora", "on"));
        QCOMPARE(scenario.training.adapter, AdapterKind::Dora);
        QVERIFY(setFormerKey(scenario, "training.use_dora", "off"));
        QCOMPARE(scenario.training.adapter, AdapterKind::Lora);
    }
};

QTEST_APPLESS_MAIN(TestAdapters)
#include "tst_adapters.moc"
