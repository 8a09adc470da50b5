// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on a mesh, as a foreign list of cases may hold them: with half of it left out.
#include "resources/catalogs.h"
#include "tools/validate/casereader.h"
#include "tools/validate/validation.h"

#include <QTest>

using namespace shardscope;

namespace {

const QByteArray written = R"json([{"id": "a", "scenario": {"framework": "megatron-core",
    "architecture": {"style": "llama", "hidden_size": 64, "num_hidden_layers": 2,
        "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 1000},
    "tp": 2, "pp": 2, "dp": 1, "cp": 1, "rank": {"pp": 1, "cp": 0}, "micro_batch": 1,
    "sequence_length": 64, "attention": "flash", "schedule": "none", "checkpointing": "none",
    "recompute": {"granularity": "none"}},
    "measured": {"peak_bytes": 1000000, "forward_peak": 500000}}])json";

/// The reason or the error; empty: it can be planned.
QByteArray complaint(const QByteArray &text)
{
    const Result<std::vector<Case>> cases = readCases(text.toStdString());
    if (!cases)
        return QByteArray::fromStdString(describe(cases.error()));
    const Validation compared = validate(*cases, builtInCatalog());
    const Unmapped *refused = std::get_if<Unmapped>(&cases->front().mapping);
    return refused                 ? QByteArray::fromStdString(refused->reason)
        : compared.leftOut.empty() ? QByteArray()
                                   : QByteArray::fromStdString(compared.leftOut.front().reason);
}

} // namespace

class TestMeshCase : public QObject
{
    Q_OBJECT

private slots:
    void mayLeaveThingsOut_data()
    {
        QTest::addColumn<QByteArray>("there");
        QTest::addColumn<QByteArray>("instead");
        QTest::addColumn<QByteArray>("says"); // empty: it is planned
        const auto row = [](const char *name, const char *there, const char *instead,
                             const char *says = "") {
            QTest::newRow(name) << QByteArray(there) << QByteArray(instead) << QByteArray(says);
        };
        const char *megatron = "megatron-core";
        row("nothing", megatron, megatron);
        row("how many stages", "\"pp\": 2, \"dp\"", "\"dp\"");
        row("how many share a sequence", "\"cp\": 1,", "");
        row("how many replicas", "\"dp\": 1", "\"dp\": \"many\"");
        row("the rank", "\"rank\": {\"pp\": 1, \"cp\": 0},", "");
        row("which part of the sequence", "\"cp\": 0", "\"cp\": \"x\"");
        row("the layers of a recomputed group", "\"granularity\": \"none\"",
            "\"granularity\": \"full\"", "how many layers");
        row("the width of GPT", "\"llama\", \"hidden_size\": 64", "\"gpt\"", "hidden_size");
        row("the dropout of GPT", "\"llama\"", "\"gpt\"");
        row("the width of experts", "\"llama\"", "\"llama\", \"num_local_experts\": 8",
            "num_experts_per_tok");
    }
    /// What is not said is a default or a reason, never a crash.
    void mayLeaveThingsOut()
    {
        QFETCH(QByteArray, there);
        QFETCH(QByteArray, instead);
        QFETCH(QByteArray, says);
        QByteArray text = written;
        QVERIFY(text.contains(there));
        text.replace(there, instead);
        const QByteArray said = complaint(text);
        QVERIFY2(says.isEmpty() ? said.isEmpty() : said.contains(says), said);
    }
};

QTEST_GUILESS_MAIN(TestMeshCase)
#include "tst_meshcase.moc"
