// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/gpugroups.h"
#include "core/catalog/meantid.h"
#include "core/catalog/unknownid.h"
#include "resources/catalogs.h"

#include <QTest>

using namespace shardscope;

namespace {

QString joined(const std::vector<std::string> &ids)
{
    QStringList list;
    for (const std::string &id : ids)
        list += QString::fromStdString(id);
    return list.join(' ');
}

} // namespace

class TestMeantId : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { m_catalog = builtInCatalog(); }

    void forgivesSpelling_data()
    {
        QTest::addColumn<CatalogKind>("kind");
        QTest::addColumn<std::string>("typed");
        QTest::addColumn<QString>("ids");
        const auto model = [](const char *typed, const char *ids) {
            QTest::newRow(typed) << CatalogKind::Models << std::string(typed) << QString(ids);
        };
        model("llama3-70b", "meta-llama/Meta-Llama-3-70B");
        model("llama-3-70b-instruct", "meta-llama/Meta-Llama-3-70B");
        model("Llama 3.1 8B", "meta-llama/Llama-3.1-8B");
        model("llama3_1_8b", "meta-llama/Llama-3.1-8B");
        model("unsloth/Meta-Llama-3.1-8B-bnb-4bit", "meta-llama/Llama-3.1-8B");
        model("llama-2-7b", "meta-llama/Llama-2-7b-hf");
        model("mixtral-8x7b", "mistralai/Mixtral-8x7B-v0.1");
        model("qwen2.5-7b-base", "Qwen/Qwen2.5-7B");
        model("qwen2_5-7b", "Qwen/Qwen2.5-7B");
        model("olmo-2-7b", "allenai/OLMo-2-1124-7B");
        model("kimi_k2", "moonshotai/Kimi-K2-Instruct");
        // One that is tuned alike goes before one of its shape.
        model("unsloth/gemma-4-E2B-it", "google/gemma-4-E2B-it");
        model("unsloth/gemma-4-E4B-it-unsloth-bnb-4bit", "google/gemma-4-E4B-it");
        // However weights are stored.
        model("Qwen/Qwen3-14B-FP8", "Qwen/Qwen3-14B");
        model("Qwen/Qwen2.5-VL-72B-Instruct-GPTQ-Int4", "Qwen/Qwen2.5-VL-72B-Instruct");
        model("nvidia/Qwen3-30B-A3B-NVFP4", "Qwen/Qwen3-30B-A3B");
        model("hugging-quants/Meta-Llama-3.1-405B-BNB-NF4-BF16", "meta-llama/Llama-3.1-405B");
        // Any of several.
        model("mistral-7b",
            "mistralai/Mistral-7B-v0.1 mistral-community/Mistral-7B-v0.2 "
            "mistralai/Mistral-7B-v0.3");
        // Numbers are not forgiven, nor is what makes it another model.
        model("llama-27b", "");
        model("llama-3-7b", "");
        model("llama-3.1-80b", "");
        model("mixtral-8x7b-v0.2", "");
        model("qwen25-7b", "");
        model("qwen2.5-7b-vision", "");
        model("gemma-3-4b-pt", "google/gemma-3-4b-it");
        model("pixtral-12b-2409", "mistral-community/pixtral-12b");
        model("glm-4.5v", ""); // the catalogue has its text decoder alone
        model("7b", "");
        model("instruct", "");
        model("", "");
        const auto gpu = [](const char *typed, const char *ids) {
            QTest::newRow(qPrintable(QStringLiteral("GPU ") + typed))
                << CatalogKind::Gpus << std::string(typed) << QString(ids);
        };
        gpu("4090", "rtx4090");
        gpu("RTX-4090", "rtx4090");
        gpu("NVIDIA GeForce RTX 4090", "rtx4090");
        gpu("rtx 4090 24GB", "rtx4090");
        gpu("RTX 4090 Laptop GPU", "rtx4090-laptop");
        gpu("NVIDIA A100-SXM4-80GB", "a100-sxm-80");
        gpu("a100-80gb", "a100-sxm-80");
        gpu("a100-40gb", "a100-sxm-40");
        gpu("NVIDIA H100 80GB HBM3", "h100-sxm");
        gpu("h100", "h100-sxm"); // the usual one: its entry says so
        gpu("Tesla T4", "t4");
        gpu("titan", "titanrtx");
        gpu("a100-sxm", "");
        gpu("rtx", "");
        gpu("409", "");
        gpu("h1000", "");
        gpu("h100-800gb", "");
        const auto link = [](const char *typed, const char *ids) {
            QTest::newRow(qPrintable(QStringLiteral("link ") + typed))
                << CatalogKind::Links << std::string(typed) << QString(ids);
        };
        link("NVLink 4", "nvlink4");
        link("infiniband400", "infiniband-400");
        link("infiniband", "");
    }

    void forgivesSpelling()
    {
        QFETCH(CatalogKind, kind);
        QFETCH(std::string, typed);
        QFETCH(QString, ids);
        QCOMPARE(joined(meantIds(typed, kind, m_catalog)), ids);
    }

    /// What an entry is called never leads to another one.
    void noNameLeadsElsewhere()
    {
        for (const ModelEntry &model : m_catalog.models) {
            std::vector<std::string> names{model.id, model.name};
            names.insert(names.end(), model.aliases.begin(), model.aliases.end());
            for (const std::string &name : names) {
                const auto ids = meantIds(name, CatalogKind::Models, m_catalog);
                QVERIFY2(std::find(ids.begin(), ids.end(), model.id) != ids.end(), name.c_str());
            }
        }
        for (const GpuSpec &gpu : m_catalog.gpus) {
            std::vector<std::string> names{gpu.id, gpu.name, gpu.label};
            names.insert(names.end(), gpu.aliases.begin(), gpu.aliases.end());
            for (const std::string &name : names)
                QVERIFY2(joined(meantIds(name, CatalogKind::Gpus, m_catalog))
                        == QString::fromStdString(gpu.id),
                    name.c_str());
        }
    }

    void putsTheIdIntoTheScenario()
    {
        Scenario scenario;
        scenario.model.id = "llama3-70b";
        scenario.hardware.gpu = "h100";
        scenario.hardware.link = "NVLink 4";
        const std::vector<TakenId> taken = settleIds(scenario, m_catalog);
        QCOMPARE(taken.size(), std::size_t(3));
        QCOMPARE(scenario.model.id, std::string("meta-llama/Meta-Llama-3-70B"));
        QCOMPARE(scenario.hardware.gpu, std::string("h100-sxm"));
        QCOMPARE(scenario.hardware.link, std::string("nvlink4"));
        QCOMPARE(englishText(phraseOf(taken[1])), std::string("h100 is taken for h100-sxm."));
        QVERIFY(settleIds(scenario, m_catalog).empty());
    }

    void leavesAloneWhatIsKnownOrCouldBeSeveral()
    {
        Scenario scenario;
        scenario.model.id = "mistral-7b";
        scenario.hardware.gpu = "abacus";
        const Scenario before = scenario;
        QVERIFY(settleIds(scenario, m_catalog).empty());
        QVERIFY(scenario == before);
        // An alias of a model is as good as its id.
        scenario.model.id = "NousResearch/Llama-2-7b-hf";
        scenario.hardware.gpu = "RTX4090";
        QVERIFY(settleIds(scenario, m_catalog).empty());
        const Error error = unknownId("model.id", "mistral-7b", CatalogKind::Models, m_catalog);
        QVERIFY(englishText(error.expected)
                    .find("mistralai/Mistral-7B-v0.1, mistral-community/Mistral-7B-v0.2 or "
                          "mistralai/Mistral-7B-v0.3")
            != std::string::npos);
    }

    void groupsHoldEveryGpuOnce()
    {
        std::vector<std::string> seen;
        for (const GpuGroup &group : gpuGroups(m_catalog)) {
            QVERIFY(!group.gpus.empty() && group.segment != GpuSegment::Other);
            for (const GpuSpec *gpu : group.gpus) {
                QCOMPARE(gpu->vendor, group.vendor);
                seen.push_back(gpu->id);
            }
        }
        QCOMPARE(seen.size(), m_catalog.gpus.size());
        std::sort(seen.begin(), seen.end());
        QVERIFY(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
        QCOMPARE(
            englishText(titleOf(gpuGroups(m_catalog).front())), std::string("NVIDIA, data centre"));
        QCOMPARE(englishText(titleOf(GpuGroup{})), std::string("Other GPUs"));
    }

private:
    Catalog m_catalog;
};

QTEST_APPLESS_MAIN(TestMeantId)
#include "tst_meantid.moc"
