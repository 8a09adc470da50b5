// SPDX-License-Identifier: GPL-3.0-or-later
// Images that a recipe trains on, and what is taken where it does not say how many and how large.
#include "core/judge/findings.h"
#include "tests/support/importrun.h"
#include "tests/support/phaseof.h"

#include <QTest>

using namespace shardscope;

namespace {

QString notebook(const QString &model, const QString &collator)
{
    return "model, tokenizer = FastModel.from_pretrained(model_name = \"" + model
        + "\",\n    max_seq_length = 2048, load_in_4bit = True)\n"
          "model = FastModel.get_peft_model(model, r = 16)\n"
        + collator + "args = SFTConfig(per_device_train_batch_size = 1)\n";
}

QString axolotl(const QString &model, const QString &more)
{
    return "base_model: " + model
        + "\nadapter: lora\nlora_r: 8\nlora_target_linear: true\nsequence_len: 4096\n"
          "micro_batch_size: 1\n"
        + more;
}

} // namespace

class TestImageInputs : public QObject
{
    Q_OBJECT

    const Catalog m_catalog = builtInCatalog();

private slots:
    void aRecipeWithImagesHasThem_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("images");
        QTest::addColumn<int>("width");
        const QString qwen = "unsloth/Qwen2.5-VL-7B-Instruct";
        const QString collator = "collate = UnslothVisionDataCollator(model, tokenizer%1)\n";
        QTest::newRow("Unsloth's collator, of a model that says no size")
            << "a.py" << notebook(qwen, collator.arg("")) << 1 << 512;
        QTest::newRow("with a size of its own")
            << "a.py" << notebook(qwen, collator.arg(", resize = 256")) << 1 << 256;
        QTest::newRow("with two") << "a.py" << notebook(qwen, collator.arg(", resize = (320, 200)"))
                                  << 1 << 320;
        QTest::newRow("of a model whose images all have one size")
            << "a.py" << notebook("unsloth/gemma-3-4b-it", collator.arg("")) << 1 << 0;
        QTest::newRow("of one whose largest images fill more than a sequence")
            << "a.py" << notebook("unsloth/Ministral-3-3B-Instruct-2512", collator.arg("")) << 1
            << 0;
        QTest::newRow("a class of models that see images, and no sign of any")
            << "a.py" << notebook(qwen, {}).replace("FastModel", "FastVisionModel") << 0 << 0;
        QTest::newRow("no sign of images") << "a.py" << notebook(qwen, {}) << 0 << 0;
        const QString swift = "MAX_PIXELS=%1 CUDA_VISIBLE_DEVICES=0 swift sft --model "
                              "Qwen/Qwen2.5-VL-7B-Instruct --max_length 4096\n";
        QTest::newRow("ms-swift's variable") << "a.sh" << swift.arg("1003520") << 1 << 1001;
        QTest::newRow("of which nobody has room") << "a.sh" << swift.arg("99999999999") << 1 << 0;
        QTest::newRow("LLaMA-Factory's bound")
            << "a.yaml"
            << "model_name_or_path: Qwen/Qwen3-VL-4B-Instruct\nstage: sft\ndo_train: true\n"
               "finetuning_type: lora\nimage_max_pixels: 262144\ncutoff_len: 2048\n"
            << 1 << 512;
        const QString sized = "Qwen/Qwen2-VL-7B-Instruct";
        const QString processor = "processor_type: AutoProcessor\n";
        QTest::newRow("Axolotl's processor, which leaves the size open")
            << "a.yml" << axolotl(sized, processor) << 1 << 0;
        QTest::newRow("and a size")
            << "a.yml" << axolotl(sized, processor + "image_size: 512\n") << 1 << 512;
        QTest::newRow("in both directions")
            << "a.yml" << axolotl(sized, processor + "image_size: [640, 480]\n") << 1 << 640;
        QTest::newRow("text alone") << "a.yml" << axolotl(sized, {}) << 0 << 0;
    }
    void aRecipeWithImagesHasThem()
    {
        QFETCH(QString, name);
        QFETCH(QString, text);
        const ImportedRun run = imported({{name.toStdString(), text.toStdString()}});
        QCOMPARE(problemsOf(run), QString());
        QTEST(run.scenario.vision.images, "images");
        QTEST(run.scenario.vision.imageWidth, "width");
        QCOMPARE(run.scenario.vision.imageHeight, run.scenario.vision.imageWidth);
        QVERIFY(run.report.notUnderstood.empty());
        const std::vector<ImportRow> &rows = run.report.assumed;
        const bool isSaid = std::any_of(rows.begin(), rows.end(),
            [](const ImportRow &row) { return row.input == "vision.images"; });
        QCOMPARE(isSaid, run.scenario.vision.images > 0);
    }

    void theSizeIsAskedForWhereNothingSaysIt()
    {
        const QString text
            = axolotl("Qwen/Qwen2-VL-7B-Instruct", "processor_type: AutoProcessor\n");
        const ImportedRun run = imported({{"a.yml", text.toStdString()}});
        QVERIFY(findingOf(planOf(run.scenario, m_catalog), FindingId::ImageSize));
    }

    void aTowerThatIsNotKnownIsNoPlan()
    {
        const QString text = axolotl("google/gemma-4-12B-it", "processor_type: AutoProcessor\n");
        const ImportedRun run = imported({{"a.yml", text.toStdString()}});
        QCOMPARE(problemsOf(run), QString());
        QVERIFY(findingOf(planOf(run.scenario, m_catalog), FindingId::TowerNotPlanned));
    }

    void inputsOfLayersStayBesideATower()
    {
        const QString text = notebook("unsloth/Qwen2.5-VL-7B-Instruct",
            "collate = UnslothVisionDataCollator(model, tokenizer)\n");
        const ImportedRun run = imported({{"a.py", text.toStdString()}});
        QCOMPARE(run.scenario.training.activationOffload, ActivationOffload::None);
        QVERIFY(!findingOf(planOf(run.scenario, m_catalog), FindingId::HostActivationsNotPlanned));
    }
};

QTEST_APPLESS_MAIN(TestImageInputs)
#include "tst_imageinputs.moc"
