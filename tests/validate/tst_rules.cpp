// SPDX-License-Identifier: GPL-3.0-or-later
// The tables that say what words of files mean, and how they are gone through.
#include "core/scenario/keys.h"
#include "tools/validate/followed/followedrules.h"
#include "tools/validate/published/publishedrules.h"
#include "tools/validate/words.h"

#include <QTest>

using namespace shardscope;

namespace {

Json parsed(const char *text)
{
    const Result<Json> json = parseJson(text);
    if (!json)
        qFatal("%s", describe(json.error()).c_str());
    return *json;
}

constexpr auto sample = std::to_array<Rule>({
    {"", "!too many", "count not: - 1", "count"},
    {"training.attention", "eager", "kernel: slow*; count: 1"},
    {"training.attention", "flash", "kernel: -", "nobody said"},
    {"training.attention", "!unknown", "", "kernel"},
    {"training.micro_batch", "@deep.batch", "deep.batch not: -"},
    {"training.loss", "!not allowed", "loss: x", "=a word"},
});

QByteArray settled(const char *run, const char *key)
{
    const Json json = parsed(run);
    Draft draft;
    settle(draft, Printed(json), sample);
    Case item;
    const Setting *setting = draft.find(key);
    const QByteArray found = setting ? QByteArray::fromStdString(writeJson(setting->value)
                                 + (setting->isAssumed() ? " assumed" : ""))
                                     : QByteArray();
    std::move(draft).finish(item);
    const Unmapped *refused = std::get_if<Unmapped>(&item.mapping);
    return refused ? QByteArray::fromStdString(refused->reason) : found;
}

} // namespace

class TestRules : public QObject
{
    Q_OBJECT

private slots:
    void patternsFit_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isFit");
        const auto row = [](const char *pattern, const char *text, bool isFit) {
            QTest::addRow("%s, %s", pattern, text)
                << QByteArray(pattern) << QByteArray(text) << isFit;
        };
        row("abc", "abc", true);
        row("abc", "abcd", false);
        row("abc*", "abcd", true);
        row("*bc", "abc", true);
        row("*b*", "abc", true);
        row("*b*", "ac", false);
        row("a*b*c", "aabbc", true);
        row("*ab", "aab", true);
        row("a?c", "abc", true);
        row("a?c", "ac", false);
        row("*", "", true);
        row("", "", true);
        row("", "a", false);
    }

    void patternsFit()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, text);
        QFETCH(bool, isFit);
        QCOMPARE(fits(pattern.constData(), text.constData()), isFit);
    }

    // Text may be as long as a file: it takes no stack.
    void longTextsAreGoneThrough() { QVERIFY(!fits("*b*c", std::string(1 << 20, 'b'))); }

    void theFirstRuleThatFitsCounts_data()
    {
        QTest::addColumn<QByteArray>("run");
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("found");
        const auto row = [](const char *name, const char *run, const char *key, const char *found) {
            QTest::newRow(name) << QByteArray(run) << QByteArray(key) << QByteArray(found);
        };
        row("both conditions", R"({"kernel": "SLOW one", "count": 1})", "training.attention",
            R"("eager")");
        row("one of two", R"({"kernel": "slow"})", "training.attention", "unknown: slow");
        row("nothing said", "{}", "training.attention", R"("flash" assumed)");
        row("null is nothing", R"({"kernel": null})", "training.attention", R"("flash" assumed)");
        row("a number within a group", R"({"deep": {"batch": 3}})", "training.micro_batch", "3");
        row("no rule fits", "{}", "training.micro_batch", "");
        row("a refusal names the field", R"({"count": 2})", "training.attention", "too many: 2");
        row("or a word", R"({"loss": "x"})", "training.attention", "not allowed: a word");
    }

    void theFirstRuleThatFitsCounts()
    {
        QFETCH(QByteArray, run);
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, found);
        QCOMPARE(settled(run.constData(), key.constData()), found);
    }

    // A rule that no file reaches may still be wrong: each sets an input to what it can be.
    void everyRuleCanBeApplied()
    {
        for (const std::span<const Rule> table :
            std::initializer_list<std::span<const Rule>>{followedRules, stepsRules, deepSpeedRules,
                parallelRules, trainingRules, adapterRules, hardwareRules}) {
            for (const Rule &rule : table) {
                const std::string row = std::string(rule.key) + " " + std::string(rule.value);
                QVERIFY2(!rule.value.empty(), row.c_str());
                QVERIFY2(rule.when.empty() || rule.when.find(": ") != rule.when.npos, row.c_str());
                if (rule.value.front() == '!')
                    continue;
                QVERIFY2(findKey(rule.key), row.c_str());
                Scenario scenario;
                if (rule.value.front() != '@')
                    QVERIFY2(setKeyText(scenario, rule.key, rule.value), row.c_str());
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestRules)
#include "tst_rules.moc"
