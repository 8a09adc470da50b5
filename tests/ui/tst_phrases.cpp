// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/advicetexts.h"
#include "core/explore/search/recommendtexts.h"
#include "core/judge/findingtext.h"
#include "core/report/caption.h"
#include "core/report/runrows.h"
#include "core/report/summary.h"
#include "tests/support/samples.h"
#include "ui/language.h"
#include "ui/panels/inputs.h"
#include "ui/text/formulawords.h"
#include "ui/text/names.h"

#include <QTest>

using namespace shardscope;

namespace {

/// The window's words, written as core does: no unbreakable spaces, ids for names.
QString plain(QString text)
{
    text.replace(inputLabel("hardware.host_gib"), QStringLiteral("hardware.host_gib"));
    return text.replace(QChar::Nbsp, u' ');
}

void add(const std::string &name, const Phrase &phrase)
{
    QTest::newRow(name.c_str()) << QString::fromStdString(englishText(phrase))
                                << plain(translated(phrase));
}

template <class E>
void addNames()
{
    for (std::size_t i = 0; i < namesOf<E>.size(); ++i)
        add(std::string(namesOf<E>[i]), textOf(static_cast<E>(i)));
}

void addAdvice()
{
    for (std::size_t i = 0; i < namesOf<ChangeId>.size(); ++i) {
        const WeighedMove weighed{.move = {.changes = {static_cast<ChangeId>(i), ChangeId::Gpus},
                                      .effect = static_cast<Effect>(i % namesOf<Effect>.size())},
            .saved = (static_cast<double>(i) - 5) * GiB,
            .time = 1.31,
            .traffic = (static_cast<double>(i) - 5) * GB,
            .batch = 2,
            .host = 512 * GiB,
            .updatesOnHost = true};
        add(std::string(namesOf<ChangeId>[i]), titleOf(weighed, {}));
        add(std::string(namesOf<ChangeId>[i]), costsOf(weighed, {}));
    }
    for (std::size_t i = 0; i < namesOf<LimitId>.size(); ++i) {
        const Limit limit{
            .id = static_cast<LimitId>(i), .move = setting("a", "b"), .value = 12288, .by = {}};
        add(std::string(namesOf<LimitId>[i]), textOf(limit.id));
        add(std::string(namesOf<LimitId>[i]), valueOf(limit));
        add(std::string(namesOf<LimitId>[i]), reasonFor(limit));
    }
}

void addSummaries(const Plan &plan)
{
    add("verdict", verdictSentence(plan));
    add("confidence",
        confidenceSentence({.isValidated = false, .nearest = "a run", .unproven = {Trait::Loss}}));
    for (const bool ranOut : {false, true})
        add("reservation",
            reservationSentences(
                plan, {.reserved = 20 * GiB, .ahead = 2 * GiB, .retries = 1, .ranOut = ranOut}));
    add("assumptions", assumptionsSentence(plan));
    for (const char *date : {"", "2026-11-23"})
        add("caption", captionOf(plan, {"Shardscope 1.0", date}));
    add("comparison", comparisonSentence(plan, {}));
    add("step", stepSentence(plan));
    add("computation", computeSentence(plan.time));
    for (const RunRow &row : runRows(plan)) {
        for (const Phrase &phrase : {row.name, row.amount, row.detail})
            add(std::string(row.id), phrase);
    }
}

void addReasons()
{
    for (std::size_t i = 0; i < namesOf<ReasonId>.size(); ++i) {
        for (std::size_t j = 0; j < namesOf<Dimension>.size(); ++j) {
            const Reason reason{.id = static_cast<ReasonId>(i),
                .dimension = static_cast<Dimension>(j),
                .more = 3 * GiB,
                .missing = 95.3 * GiB,
                .slower = 0.123};
            add(std::string(namesOf<ReasonId>[i]), phraseOf(reason, {}));
        }
    }
    for (std::size_t i = 0; i < namesOf<Role>.size(); ++i)
        add(std::string(namesOf<Role>[i]), meaningOf(static_cast<Role>(i)));
}

} // namespace

/// What core says in English is what the window says in English.
class TestPhrases : public QObject
{
    Q_OBJECT

    Translations m_translations;

private slots:
    /// English is translated, too: "1 GPU", "2 GPUs".
    void initTestCase() { m_translations.use(QStringLiteral("en")); }

    void oneTextForAll_data()
    {
        QTest::addColumn<QString>("core");
        QTest::addColumn<QString>("window");
        Plan plan = samples::plan();
        plan.memory.verdict.spare = -1.25 * GiB;
        for (std::size_t i = 0; i < namesOf<FindingId>.size(); ++i) {
            const Finding finding{.id = static_cast<FindingId>(i),
                .link = "nvlink4",
                .gain = 1.234,
                .what = "fp8",
                .bytes = 1234.5 * GiB,
                .planned = 0.01 * GiB};
            add(std::string(namesOf<FindingId>[i]), phraseOf(finding, plan));
        }
        for (int code = 0; code <= static_cast<int>(ErrorCode::Unwritable); ++code)
            add("error " + std::to_string(code),
                phraseOf(Error{.code = static_cast<ErrorCode>(code),
                    .found = std::string("x"),
                    .expected = english("errors", "a list")}));
        for (const Notation notation : {Notation::Memory, Notation::DecimalMemory,
                 Notation::Traffic, Notation::Time, Notation::Whole, Notation::Significant,
                 Notation::Parameters, Notation::Price, Notation::Rate}) {
            for (const double value : {0.0, 1e-5, 0.0123, 0.9, 3.0, 9.996, 12345.0, 7e9, 4.2e12})
                add("amount", {Text{{}, "%1"}, {Amount{notation, value}}});
        }
        add("share", {Text{{}, "%1"}, {Amount::share(-0.0123)}});
        addNames<PartId>();
        addNames<Optimizer>();
        addAdvice();
        addReasons();
        addSummaries(plan);
    }
    void oneTextForAll()
    {
        QFETCH(QString, core);
        QVERIFY(!core.isEmpty() && !core.contains(u'%' + QString::number(1)));
        QTEST(core, "window");
    }

    void aCountChoosesTheEnding()
    {
        const auto said = [](int count) {
            return englishText(
                {englishPlural("test", "%n GPU(s) (%1)"), {std::string("x")}, count});
        };
        QCOMPARE(said(1), std::string("1 GPU (x)"));
        QCOMPARE(said(1024), std::string("1,024 GPUs (x)"));
    }

    /// Of words that begin alike the longest, and none within a longer word.
    void wordsOfFormulasAreFound_data()
    {
        QTest::addColumn<QString>("formula");
        QTest::addColumn<QString>("without");
        QTest::newRow("behind a number") << "2 x 4,096 hidden x 8"
                                         << "2 x 4,096  x 8";
        QTest::newRow("two that begin alike") << "3 rows and columns, 4 rows"
                                              << "3 , 4 ";
        QTest::newRow("of a longer one") << "narrows"
                                         << "narrows";
        QTest::newRow("goes on behind a hyphen") << "layers-wide"
                                                 << "layers-wide";
        QTest::newRow("the last of all") << "12 B of gradients of that"
                                         << "12 B ";
        QTest::newRow("none") << "2 B x 8,030,261,248 / 8"
                              << "2 B x 8,030,261,248 / 8";
    }
    void wordsOfFormulasAreFound()
    {
        QFETCH(QString, formula);
        QTEST(withoutFormulaWords(formula), "without");
    }
};

QTEST_MAIN(TestPhrases)
#include "tst_phrases.moc"
