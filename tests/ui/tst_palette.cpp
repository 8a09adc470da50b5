// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/testwindow.h"
#include "ui/fields/fieldrow.h"
#include "ui/palette/commandpalette.h"
#include "ui/palette/fuzzymatch.h"
#include "ui/palette/palettemodel.h"
#include "ui/panels/inputs.h"
#include "ui/panels/parameterpanel.h"
#include "ui/workspace.h"

#include <QApplication>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;

namespace {

PaletteEntry entryOf(const QString &text, PaletteSection section = PaletteSection::Actions)
{
    return {.id = text, .section = section, .text = text};
}

QStringList shownTexts(const QList<PaletteRow> &rows)
{
    QStringList texts;
    for (const PaletteRow &row : rows)
        texts += row.isHeading ? u'#' + row.entry.text : row.entry.text;
    return texts;
}

int scoreOf(const char *word, const char *text)
{
    const auto match = fuzzyMatch(QString::fromUtf8(word), QString::fromUtf8(text));
    return match ? match->score : -1;
}

/// A window with its palette open.
struct Fixture : TestWindow
{
    Fixture() { toggle(); }

    void toggle() { QTest::keyClick(focus(), Qt::Key_K, Qt::ControlModifier); }
    QWidget *focus() { return QApplication::focusWidget() ? QApplication::focusWidget() : &window; }
    CommandPalette *palette() const
    {
        for (auto *palette : window.findChildren<CommandPalette *>()) {
            if (palette->isVisible())
                return palette;
        }
        return nullptr;
    }
    void type(const char *text) const { palette()->edit()->setText(QString::fromUtf8(text)); }
    void press(Qt::Key key) const { QTest::keyClick(palette()->edit(), key); }
    const PaletteEntry &chosen() const { return palette()->rows().row(palette()->current()).entry; }
    void run(const char *text) const
    {
        type(text);
        press(Qt::Key_Return);
    }
    const PaletteEntry *find(const QString &id)
    {
        static QList<PaletteEntry> entries;
        entries = paletteEntries({session, *window.menuBar(), window.parameters()});
        for (const PaletteEntry &entry : entries) {
            if (entry.id == id)
                return &entry;
        }
        return nullptr;
    }
};

} // namespace

class TestPalette : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void betterMatchesScoreMore_data()
    {
        QTest::addColumn<QByteArray>("word");
        QTest::addColumn<QByteArray>("better");
        QTest::addColumn<QByteArray>("worse");
        const auto row = [](const char *name, const char *word, const char *better,
                             const char *worse) {
            QTest::newRow(name) << QByteArray(word) << QByteArray(better) << QByteArray(worse);
        };
        row("side by side", "opti", "Optimizer", "Open the interval");
        row("at the beginning", "model", "Model size", "Downloaded models");
        row("at the beginning of a word", "si", "Model size", "Precision");
        row("initials", "ga", "Gradient accumulation", "Micro-batch again");
        row("a digit begins a word", "8", "Llama 3 8B", "Llama 2 38B");
        row("a capital begins a word", "r", "ZeRO", "Zero");
        row("less in between", "sh", "s-h", "s----h");
    }

    void betterMatchesScoreMore()
    {
        QFETCH(QByteArray, word);
        QFETCH(QByteArray, better);
        QFETCH(QByteArray, worse);
        QVERIFY(scoreOf(word, better) > scoreOf(word, worse));
    }

    void saysWhereTheLettersAre()
    {
        const auto positions = [](const char *word, const char *text) {
            return fuzzyMatch(QString::fromUtf8(word), QString::fromUtf8(text))->positions;
        };
        QCOMPARE(positions("seq", "Sequence length"), (QList<int>{0, 1, 2}));
        QCOMPARE(positions("gacc", "Gradient accumulation"), (QList<int>{0, 9, 10, 11}));
        QCOMPARE(positions("ü", "Prüfung"), QList<int>{2});
        QCOMPARE(positions("u", "Prüfung"), QList<int>{2});
        QCOMPARE(positions("ruf", "Prüfung"), (QList<int>{1, 2, 3}));
    }

    void missingLettersAreNoMatch()
    {
        QVERIFY(!fuzzyMatch("seqx", "Sequence length"));
        QVERIFY(!fuzzyMatch("qes", "Sequel"));
        QVERIFY(!fuzzyMatch("longer than that", "long"));
        QVERIFY(!fuzzyMatch("a", ""));
        QVERIFY(fuzzyMatch("", "anything"));
    }

    void wordsInAnyOrder()
    {
        QVERIFY(fuzzyMatchWords("size model", "Model size", {}));
        QVERIFY(!fuzzyMatchWords("size tables", "Model size", {}));
        const auto shown = fuzzyMatchWords("seq", "Sequence length", "training.sequence_length");
        const auto hidden = fuzzyMatchWords("seq", "Sekvenslängd", "training.sequence_length");
        QVERIFY(shown && hidden && shown->score > hidden->score);
        QVERIFY(hidden->positions.isEmpty());
    }

    void sectionsByTheirBestEntry()
    {
        const QList<PaletteEntry> entries{entryOf("Open Recent"), entryOf("Copy Table"),
            entryOf("Optimizer", PaletteSection::Inputs),
            entryOf("Optimizer: Lion", PaletteSection::Choices)};
        QCOMPARE(shownTexts(arranged(entries, {.text = "optim"})),
            (QStringList{"#Inputs", "Optimizer", "#Choices", "Optimizer: Lion"}));
        QVERIFY(arranged(entries, {.text = "xyz"}).isEmpty());
    }

    void whatWasUsedLastComesFirst()
    {
        const QList<PaletteEntry> entries{entryOf("Open"), entryOf("Save"),
            entryOf("GPUs", PaletteSection::Inputs), entryOf("QLoRA", PaletteSection::Choices)};
        QCOMPARE(shownTexts(arranged(entries, {.recent = {"QLoRA", "gone", "Save"}})),
            (QStringList{
                "#Used last", "QLoRA", "Save", "#Actions", "Open", "Save", "#Inputs", "GPUs"}));
        const QList<PaletteEntry> alike{entryOf("Alpha 1"), entryOf("Alpha 2")};
        QCOMPARE(
            shownTexts(arranged(alike, {.text = "alpha", .recent = {"Alpha 2"}})).at(1), "Alpha 2");
    }

    void everythingCanBeFound()
    {
        Fixture f;
        const QList<PaletteEntry> entries
            = paletteEntries({f.session, *f.window.menuBar(), f.window.parameters()});
        QSet<QString> ids;
        for (const PaletteEntry &entry : entries) {
            QVERIFY2(!ids.contains(entry.id), qPrintable(entry.id));
            QVERIFY2(!entry.text.isEmpty() && entry.run, qPrintable(entry.id));
            ids.insert(entry.id);
        }
        for (const InputGroup &group : inputGroups()) {
            for (const Field &field : group.fields)
                QVERIFY(ids.contains("input:" + QString::fromStdString(std::string(field.key))));
        }
        for (const ModelEntry &model : f.session.catalog().models)
            QVERIFY(ids.contains("model.id=" + QString::fromStdString(model.id)));
        for (const GpuSpec &gpu : f.session.catalog().gpus)
            QVERIFY(ids.contains("hardware.gpu=" + QString::fromStdString(gpu.id)));
        for (const char *id : {"training.method=qlora", "parallel.strategy=zero3", "action:Export",
                 "action:Theme: Dark", "examples/llama-3-8b-zero3.shardscope"})
            QVERIFY2(ids.contains(id), id);
    }

    void actionsShowTheirKeysAndWhetherTheyCanBeDone()
    {
        Fixture f;
        QCOMPARE(f.find("action:Export")->detail, "Ctrl+E");
        QVERIFY(!f.find("action:Undo")->isEnabled);
        f.type("undo");
        QCOMPARE(f.palette()->current(), -1); // grey, and Enter does nothing
        QVERIFY(f.palette()->rows().rowCount() > 0);
        f.press(Qt::Key_Return);
        QVERIFY(f.palette());
    }

    void typedValuesAreSetInOneStep_data()
    {
        QTest::addColumn<QByteArray>("typed");
        QTest::addColumn<Scenario>("result");
        const auto row = [](const char *typed, std::string_view key, std::string_view value) {
            QTest::newRow(typed) << QByteArray(typed) << scenarioWith({{key, value}});
        };
        row("seq 8k", "training.sequence_length", "8192");
        row("sequence length 12,288 tokens", "training.sequence_length", "12288");
        row("gpus 64", "parallel.gpus", "64");
        row("gpus = 64", "parallel.gpus", "64");
        row("gpus=4*16", "parallel.gpus", "64");
        row("model size 70B", "model.parameters", "70B");
        row("micro 4", "training.micro_batch", "4");
        row("lora_rank 32", "training.lora_rank", "32");
        row("zero 2", "parallel.strategy", "zero2");
        row("qlora", "training.method", "qlora");
        row("a100 80", "hardware.gpu", "a100-sxm-80");
        row("mixtral 8x7b", "model.id", "mistralai/Mixtral-8x7B-v0.1");
    }

    void typedValuesAreSetInOneStep()
    {
        QFETCH(QByteArray, typed);
        QFETCH(Scenario, result);
        Fixture f;
        f.run(typed);
        QVERIFY(!f.palette());
        QCOMPARE(f.session.scenario(), result);
        QCOMPARE(f.session.undoStack()->count(), 1);
        f.session.undoStack()->undo();
        QCOMPARE(f.session.scenario(), Scenario{});
    }

    void twoCommandsAreTwoSteps()
    {
        Fixture f;
        f.run("gpus 64");
        f.toggle();
        f.run("gpus 32");
        QCOMPARE(f.session.undoStack()->count(), 2);
    }

    void anExampleOpensWithItsPins()
    {
        Fixture f;
        f.run("example last resort");
        QCOMPARE(f.session.scenario().model.id, "meta-llama/Llama-2-70b-hf");
        QCOMPARE(f.session.pins().count(), std::size_t{1});
        QCOMPARE(f.window.workspace().currentChart(), ChartKind::MemoryCompared);
    }

    void valuesOutOfRangeSaySo()
    {
        Fixture f;
        f.type("micro 0");
        QCOMPARE(f.palette()->rows().row(1).entry.text, "Micro-batch");
        QVERIFY(!f.palette()->rows().row(1).entry.isEnabled);
        QVERIFY(f.palette()->rows().row(1).entry.detail.contains("from 1 to 65,536"));
    }

    void withoutAValueTheControlGetsTheFocus()
    {
        Fixture f;
        f.run("sequence length");
        QVERIFY(!f.palette());
        QVERIFY(f.window.parameters()
                    .row("training.sequence_length")
                    ->isAncestorOf(QApplication::focusWidget()));
        QCOMPARE(f.session.scenario(), Scenario{});
    }

    void anActionRuns()
    {
        Fixture f;
        f.run("theme dark");
        QCOMPARE(f.settings.theme(), ThemeChoice::Dark);
    }

    void opensFromAnywhereAndGivesTheFocusBack()
    {
        Fixture f;
        f.press(Qt::Key_Escape);
        QVERIFY(!f.palette());
        f.window.parameters().focusFilter(); // a line that has Ctrl+K for itself elsewhere
        QWidget *before = QApplication::focusWidget();
        f.toggle();
        QVERIFY(f.palette());
        QVERIFY(f.palette()->isAncestorOf(QApplication::focusWidget()));
        f.toggle();
        QVERIFY(!f.palette());
        QCOMPARE(QApplication::focusWidget(), before);
    }

    void closesWhenItIsLeft()
    {
        Fixture f;
        f.window.parameters().focusControl("parallel.gpus");
        QVERIFY(!f.palette());
        QVERIFY(f.window.parameters().isAncestorOf(QApplication::focusWidget()));
    }

    void keysPassOverHeadings()
    {
        Fixture f;
        f.type("zero");
        const int count = f.palette()->rows().rowCount();
        QSet<int> met;
        while (!met.contains(f.palette()->current())) {
            QVERIFY(!f.palette()->rows().row(f.palette()->current()).isHeading);
            met.insert(f.palette()->current());
            f.press(Qt::Key_Down);
        }
        QVERIFY(met.size() > 3);
        QCOMPARE(f.palette()->current(), 1); // around
        f.press(Qt::Key_Up);
        QCOMPARE(f.palette()->current(), count - 1);
        f.press(Qt::Key_PageUp);
        QVERIFY(f.palette()->current() < count - 1);
    }

    void tabTakesTheName()
    {
        Fixture f;
        f.type("seq len");
        f.press(Qt::Key_Tab);
        QCOMPARE(f.palette()->edit()->text(), "Sequence length ");
        QTest::keyClicks(f.palette()->edit(), "4k");
        QCOMPARE(f.chosen().text, "Sequence length: 4,096 tokens");
    }

    void readsOutWhatEnterWouldDo()
    {
        Fixture f;
        f.type("seq 8k");
        QCOMPARE(f.palette()->edit()->accessibleDescription(),
            "Sequence length: 8,192 tokens, now 4,096 tokens");
        f.type("xyzzyx");
        QVERIFY(f.palette()->edit()->accessibleDescription().contains("xyzzyx"));
        QVERIFY(!f.palette()->accessibleName().isEmpty());
    }

    void remembersWhatWasUsed()
    {
        Fixture f;
        f.run("gpus 64");
        f.toggle();
        QCOMPARE(f.palette()->rows().row(0).entry.text, "Used last");
        QCOMPARE(f.chosen().id, "input:parallel.gpus");
        for (int i = 0; i < 20; ++i)
            f.settings.addRecentCommand(QString::number(i));
        QCOMPARE(f.settings.recentCommands().size(), Settings::MostRecentCommands);
        QCOMPARE(f.settings.recentCommands().first(), "19");
    }

    void staysInTheWindow()
    {
        Fixture f;
        for (const QSize size : {QSize(800, 560), QSize(1600, 1000)}) {
            f.window.resize(size);
            QCoreApplication::processEvents();
            QVERIFY(f.window.rect().contains(f.palette()->geometry()));
            QVERIFY(std::abs(f.palette()->geometry().center().x() - size.width() / 2) <= 1);
        }
    }
};

QTEST_MAIN(TestPalette)
#include "tst_palette.moc"
