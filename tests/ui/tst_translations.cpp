// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/makeplan.h"
#include "resources/examples.h"
#include "resources/lessons.h"
#include "tests/support/randomscenarios.h"
#include "tests/support/testcatalog.h"
#include "tests/ui/visibletexts.h"
#include "ui/dialogs/aboutdialog.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/panels/fieldgroup.h"
#include "ui/panels/inputs.h"
#include "ui/panels/parameterpanel.h"
#include "ui/results/explanation.h"
#include "ui/results/pages.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/text/format.h"
#include "ui/text/formulawords.h"
#include "ui/text/messages.h"
#include "ui/text/names.h"
#include "ui/workshop/lessonwords.h"
#include "ui/workspace.h"

#include <QApplication>
#include <QFile>
#include <QMenuBar>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>
#include <QUndoStack>
#include <QXmlStreamReader>

#include <algorithm>
#include <array>
#include <set>

using namespace shardscope;

namespace {

struct Message
{
    QString context{};
    QString source{};
    QString comment{};
    QStringList translations{};
    bool isFinished = true;
};

std::vector<Message> messagesOf(const QString &language)
{
    QFile file(QStringLiteral("%1/shardscope_%2.ts").arg(SHARDSCOPE_TRANSLATIONS).arg(language));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no %s", qPrintable(file.fileName()));
    QXmlStreamReader xml(&file);
    std::vector<Message> messages;
    QString context;
    while (xml.readNext() != QXmlStreamReader::EndDocument && !xml.hasError()) {
        if (!xml.isStartElement())
            continue;
        const QStringView name = xml.name();
        if (name == u"name") {
            context = xml.readElementText();
        } else if (name == u"message") {
            messages.push_back({.context = context});
        } else if (name == u"source") {
            messages.back().source = xml.readElementText();
        } else if (name == u"comment") {
            messages.back().comment = xml.readElementText();
        } else if (name == u"translation") {
            messages.back().isFinished = !xml.attributes().hasAttribute(QLatin1String("type"));
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            for (const QString &form : text.split(u'\n')) {
                if (!form.trimmed().isEmpty())
                    messages.back().translations += form;
            }
        }
    }
    return messages;
}

std::multiset<QString> placeholdersOf(const QString &text)
{
    static const QRegularExpression placeholder(QStringLiteral("%(L?\\d|n)"));
    std::multiset<QString> found;
    for (const QRegularExpressionMatch &match : placeholder.globalMatch(text))
        found.insert(match.captured());
    return found;
}

/// Translates nothing and remembers what was to be translated.
class Listener : public QTranslator
{
public:
    using Text = std::array<QByteArray, 3>; ///< context, source, comment

    bool isEmpty() const override { return false; }
    QString translate(
        const char *context, const char *source, const char *comment, int /*n*/) const override
    {
        m_heard.insert(Text{context, source, comment});
        return {};
    }
    const std::set<Text> &heard() const { return m_heard; }

private:
    mutable std::set<Text> m_heard;
};

struct Fixture
{
    QTemporaryDir folder;
    Settings settings{folder.filePath("settings.ini")};
    Translations translations;
    Session session{builtInCatalog()};
    std::unique_ptr<MainWindow> window;

    explicit Fixture(const QString &language = QStringLiteral("en"))
    {
        translations.use(language);
        window = std::make_unique<MainWindow>(WindowServices{session, settings, translations},
            DocumentServices{.backupFolder = folder.path()});
        window->resize(1280, 720);
        window->show();
        for (FieldGroup *group : window->parameters().groups())
            group->setExpanded(true);
        settle();
    }
    ~Fixture()
    {
        window.reset();
        translations.use("en");
        QLocale::setDefault(QLocale::c());
    }

    static void settle()
    {
        for (int turn = 0; turn < 5; ++turn)
            QApplication::processEvents();
    }
};

/// Names and notations that are the same in every language, besides those of the catalogue.
QStringList properNames()
{
    return {"Shardscope", "tst_translations", "English", "Deutsch", "DeepSpeed",
        "Hugging Face Trainer", "transformers", "torch", "QCustomPlot", "Emanuel Eichhammer",
        "JSON for Modern C++", "Niels Lohmann", "GPL-3.0-or-later", "MIT", "all-linear", "q_proj",
        "down_proj", "fc2", "dense_4h_to_h", "embed_tokens", "lm_head", "embed_tokens,lm_head",
        "embed_tokens,norm,lm_head", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj",
        "down_proj", "core_attn", "layernorm", "moe_act", "mla_up_proj", "mlp", "moe", "GiB",
        "MiB"};
}

/// What may stand untranslated, longest first: a name may be part of another one.
QStringList textsThatStay(const Session &session)
{
    QStringList texts = properNames();
    for (const ModelEntry &model : session.catalog().models)
        texts += {toText(model.id), toText(model.name)};
    for (const GpuSpec &gpu : session.catalog().gpus)
        texts += {toText(gpu.name), toText(gpu.label), toText(gpu.vendor)};
    for (const LinkSpec &link : session.catalog().links)
        texts += {toText(link.name), toText(link.label)};
    for (const Part &part : session.plan()->memory.atPeak().parts)
        texts += {toText(part.formula.text()), toText(part.source)};
    for (const Collective &collective : session.plan()->traffic.collectives)
        texts += {toText(collective.formula.text()), toText(collective.source)};
    for (const BuiltInLesson &built : builtInLessons()) // in the languages of their file
        texts += {wordsOf(built.lesson.title), wordsOf(built.lesson.about)};
    texts += QString::fromStdString(session.plan()->memory.confidence.nearest);
    texts.removeAll(QString());
    std::sort(texts.begin(), texts.end(),
        [](const QString &a, const QString &b) { return a.size() > b.size(); });
    return texts;
}

/// The pseudo-language leaves no plain vowel: a word that has one did not go through tr().
bool isTranslated(QString text, const QStringList &stay)
{
    static const QRegularExpression tagOrPattern(QStringLiteral("<[^>]*>|\\*\\.\\w+"));
    static const QRegularExpression vowel(QStringLiteral("[aeiouAEIOU]"));
    text.remove(tagOrPattern).replace(QChar::Nbsp, u' ');
    for (const QString &name : stay)
        text.remove(name);
    return !text.contains(vowel);
}

QStringList untranslatedTexts(const QWidget &window, const Session &session)
{
    const QStringList stay = textsThatStay(session);
    QStringList found;
    for (const QString &text : visibleTexts(window)) {
        if (!isTranslated(text, stay))
            found += text;
    }
    return found;
}

QStringList mnemonicsOf(const QMenu &menu)
{
    static const QRegularExpression mnemonic(QStringLiteral("&(\\w)"));
    QStringList letters;
    for (const QAction *action : menu.actions()) {
        const QRegularExpressionMatch match = mnemonic.match(action->text());
        if (match.hasMatch())
            letters += match.captured(1).toLower();
    }
    return letters;
}

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT

private:
    static void addLanguages()
    {
        QTest::addColumn<QString>("language");
        for (const Language &language : languages()) {
            if (!language.code.isEmpty() && language.code != "en")
                QTest::newRow(qPrintable(language.code)) << language.code;
        }
    }

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void everyTextIsTranslated_data() { addLanguages(); }
    void everyTextIsTranslated()
    {
        QFETCH(QString, language);
        const std::vector<Message> messages = messagesOf(language);
        QVERIFY(messages.size() > 100);
        for (const Message &message : messages) {
            QVERIFY2(message.isFinished, qPrintable(message.context + ": " + message.source));
            QVERIFY2(!message.translations.isEmpty() || message.source.trimmed() == u"×",
                qPrintable(message.context + ": " + message.source));
        }
    }

    void englishHoldsPluralsOnly()
    {
        for (const Message &message : messagesOf("en")) {
            QVERIFY2(message.isFinished, qPrintable(message.source));
            QVERIFY2(message.source.contains(u"%n"), qPrintable(message.source));
            QCOMPARE(message.translations.size(), 2);
        }
    }

    void placeholdersStay_data() { addLanguages(); }
    void placeholdersStay()
    {
        QFETCH(QString, language);
        for (const Message &message : messagesOf(language)) {
            const std::multiset<QString> expected = placeholdersOf(message.source);
            const QString all = message.translations.join(u'\n');
            if (message.source.contains(u"%n")) {
                for (const QString &form : message.translations)
                    QVERIFY2(placeholdersOf(form) == expected, qPrintable(form));
            } else {
                QVERIFY2(placeholdersOf(all) == expected, qPrintable(all));
            }
        }
    }

    void examplesAreThere()
    {
        std::set<QString> known;
        for (const Message &message : messagesOf("de")) {
            if (message.context == u"Examples")
                known.insert(message.source);
        }
        std::set<QString> expected;
        for (const Example &example : builtInExamples()) {
            expected.insert({toText(example.document.title), toText(example.document.about)});
            for (const Pin &pin : example.document.pins)
                expected.insert(toText(pin.name));
        }
        QVERIFY(known == expected);
    }

    void pluralsFollowTheNumber_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<int>("gpus");
        QTest::addColumn<QString>("text");
        QTest::newRow("one, English") << "en" << 1 << "use 1 GPU";
        QTest::newRow("two, English") << "en" << 2 << "use 2 GPUs";
        QTest::newRow("one, German") << "de" << 1 << "1 GPU nehmen";
        QTest::newRow("eight, German") << "de" << 8 << "8 GPUs nehmen";
        QTest::newRow("eight, Chinese") << "zh_CN" << 8 << QString::fromUtf8("使用 8 个 GPU");
    }
    void pluralsFollowTheNumber()
    {
        QFETCH(QString, language);
        QFETCH(int, gpus);
        const Fixture f(language);
        QTEST(QCoreApplication::translate("advice", "use %n GPU(s)", nullptr, gpus), "text");
    }

    /// lupdate and the compiler may disagree on what a class is called: then a text is in the file
    /// and yet never found.
    void whatTheWindowAsksForIsInTheFiles()
    {
        Listener listener;
        {
            Fixture f;
            QCoreApplication::installTranslator(&listener);
            QCoreApplication::processEvents();
            f.settle();
            const ExportDialog exportDialog(f.session, f.settings);
            const AboutDialog about;
            QCoreApplication::removeTranslator(&listener);
        }
        std::set<Listener::Text> known;
        for (const Message &message : messagesOf("de"))
            known.insert(Listener::Text{
                message.context.toUtf8(), message.source.toUtf8(), message.comment.toUtf8()});
        QVERIFY(listener.heard().size() > 200);
        for (const Listener::Text &text : listener.heard()) {
            if (text[0].startsWith('Q'))
                continue; // Qt's own
            QVERIFY2(known.contains(text), (text[0] + ": " + text[1]).constData());
        }
    }

    void everyVisibleTextCanBeTranslated()
    {
        Fixture f(PseudoLanguage);
        for (int tab = 0; tab < f.window->workspace().tabCount(); ++tab) {
            f.window->workspace().showTab(tab);
            f.settle();
            const QStringList found = untranslatedTexts(*f.window, f.session);
            QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
        }
    }

    void everyTextOfTheDialogsCanBeTranslated()
    {
        Fixture f(PseudoLanguage);
        ExportDialog exportDialog(f.session, f.settings);
        AboutDialog about;
        for (QWidget *dialog :
            {static_cast<QWidget *>(&exportDialog), static_cast<QWidget *>(&about)}) {
            const QStringList found = untranslatedTexts(*dialog, f.session);
            QVERIFY2(found.isEmpty(), qPrintable(found.join(u'\n')));
        }
    }

    void nothingIsClipped_data()
    {
        QTest::addColumn<QString>("language");
        for (const char *language : {"en", "de", "zh_CN", "pseudo"})
            QTest::newRow(language) << language;
    }
    void nothingIsClipped()
    {
        QFETCH(QString, language);
        Fixture f(language);
        f.session.edit({}, {}, scenarioWith({{"training.method", "qlora"}}));
        for (int tab = 0; tab < f.window->workspace().tabCount(); ++tab) {
            f.window->workspace().showTab(tab);
            f.settle();
            // Advice comes when it is ready; its rows are laid out in the turn after.
            QStringList found;
            const bool isClean = QTest::qWaitFor([&] {
                found = clippedTexts(*f.window);
                return found.isEmpty();
            });
            QVERIFY2(isClean, qPrintable(found.join(u'\n')));
        }
        QCOMPARE(f.window->width(), 1280); // nothing forces the window to grow
    }

    void mnemonicsOfAMenuDiffer_data()
    {
        addLanguages();
        QTest::newRow("en") << "en";
    }
    void mnemonicsOfAMenuDiffer()
    {
        QFETCH(QString, language);
        const Fixture f(language);
        QStringList bar;
        for (const QAction *action : f.window->menuBar()->actions()) {
            bar += mnemonicsOf(*action->menu());
            QStringList letters = mnemonicsOf(*action->menu());
            QCOMPARE(letters.removeDuplicates(), 0);
        }
        QVERIFY(bar.size() > 15);
    }

    void mnemonicsOfTheInputsDiffer_data() { mnemonicsOfAMenuDiffer_data(); }
    void mnemonicsOfTheInputsDiffer()
    {
        QFETCH(QString, language);
        const Fixture f(language);
        static const QRegularExpression mnemonic(QStringLiteral("&(\\w)"));
        QStringList letters; // Alt opens menus, too
        for (const QAction *action : f.window->menuBar()->actions())
            letters += mnemonic.match(action->text()).captured(1).toLower();
        for (const InputGroup &group : inputGroups()) {
            for (const Field &field : group.fields) {
                const QRegularExpressionMatch match = mnemonic.match(field.label);
                QVERIFY2(match.hasMatch(), qPrintable(field.label));
                if (group.isExpanded && !missingFor(field, Scenario{}))
                    letters += match.captured(1).toLower();
            }
        }
        QVERIFY(letters.size() > 10);
        const QString all = letters.join(QString());
        QVERIFY2(letters.removeDuplicates() == 0, qPrintable(all));
    }

    void mnemonicsLeaveNoTrace()
    {
        QCOMPARE(withoutMnemonic("Model si&ze"), "Model size");
        QCOMPARE(withoutMnemonic(QString::fromUtf8("模型(&M)")), QString::fromUtf8("模型"));
        QCOMPARE(withoutMnemonic(QString::fromUtf8("打开(&O)...")), QString::fromUtf8("打开..."));
        QCOMPARE(withoutMnemonic("R&&D"), "R&D");
    }

    void theLanguageChangesWhileItRuns()
    {
        Fixture f;
        f.session.edit({}, {}, scenarioWith({{"parallel.gpus", "4"}}));
        f.window->workspace().showTab(1);
        f.window->parameters().groups().front()->setExpanded(false);
        f.settle();
        QCOMPARE(f.window->menuBar()->actions().first()->text(), "&File");
        const QSize size = f.window->size();
        const int panelWidth = f.window->parameters().width();

        f.translations.use("de");
        f.settle();
        QCOMPARE(f.window->menuBar()->actions().first()->text(), "&Datei");
        QVERIFY(visibleTexts(*f.window).contains("Datenverkehr"));
        QCOMPARE(f.session.scenario().parallel.gpus, 4);
        QCOMPARE(f.session.undoStack()->count(), 1);
        QCOMPARE(f.window->workspace().currentTab(), 1);
        QVERIFY(!f.window->parameters().groups().front()->isExpanded());
        QCOMPARE(f.window->size(), size);
        QVERIFY(f.window->parameters().width() >= panelWidth); // German words are longer

        f.translations.use("en");
        f.settle();
        QCOMPARE(f.window->menuBar()->actions().first()->text(), "&File");
    }

    void rightToLeftMirrorsTheWindow()
    {
        QGuiApplication::setLayoutDirection(Qt::RightToLeft);
        {
            Fixture f;
            const auto left = [&f](const QWidget &widget) {
                return widget.mapTo(f.window.get(), QPoint()).x();
            };
            QVERIFY(left(f.window->parameters()) > left(f.window->workspace()));
            f.window->workspace().showTab(f.window->workspace().tabCount() - 2);
            f.settle();
            const auto *table = f.window->findChild<TablePage *>()->findChild<QTableView *>();
            QVERIFY(table && table->isVisible());
            QCOMPARE(formatMemory(GiB * 2.5),
                QString::fromUtf8("\u2066"
                                  "2.50\u00a0GiB\u2069"));
            QCOMPARE(withSign(-1, formatMemory(GiB * 2.5)),
                QString::fromUtf8("\u2066\u22122.50\u00a0GiB\u2069"));
            const Part &part = f.session.plan()->memory.atPeak().parts.front();
            QVERIFY(explanation(*f.session.plan(), toText(nameOf(part.id)))
                        .contains(u'\u2066' + toText(part.formula.text()) + " = "));
            QVERIFY(visibleTexts(*table).contains(u'\u2066'
                + toText(f.session.plan()->memory.atPeak().parts.front().formula.text())
                + u'\u2069'));
        }
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
    }

    void theseTestsSeeWhatIsWrong()
    {
        QVERIFY(!isTranslated("Plain words", {}));
        QVERIFY(isTranslated(
            QString::fromUtf8("[Plàîn wörds~~~]: H100 80GB PCIe"), {"H100 80GB PCIe"}));
        QWidget window;
        QLabel label("Words that need more room than this", &window);
        label.resize(20, 20);
        window.show();
        QCOMPARE(clippedTexts(window), QStringList{label.text()});
    }

    void errorsOfCoreSpeakTheLanguage_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("words");
        QTest::newRow("a number that is too large") << "hardware.reserve_gib"
                                                    << "5000"
                                                    << "eine Zahl von 0 bis 4096";
        QTest::newRow("a count that is none") << "parallel.gpus"
                                              << "many"
                                              << "eine ganze Zahl von 1 bis 1048576";
        QTest::newRow("no such choice") << "training.method"
                                        << "guess"
                                        << "eines von full lora qlora";
        QTest::newRow("no such key") << "parallel.wheels"
                                     << "1"
                                     << "ein Schlüssel, den `shardscope-cli keys` auflistet";
    }
    void errorsOfCoreSpeakTheLanguage()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, words);
        Translations translations;
        translations.use("de");
        Scenario scenario;
        const Status status = setKeyText(scenario, key.toStdString(), value.toStdString());
        QVERIFY(!status);
        const QString text = errorText(status.error());
        QVERIFY2(text.contains(words), qPrintable(text));
    }

    void formulasHaveTheNumbersOfTheLanguage_data()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QString>("text");
        QTest::newRow("English") << "en"
                                 << "8,192 tokens x 0.51587 B / (4 x 2)";
        QTest::newRow("German") << "de"
                                << "8.192 Token x 0,51587 B / (4 x 2)";
    }
    void formulasHaveTheNumbersOfTheLanguage()
    {
        QFETCH(QString, language);
        const QLocale before;
        Translations translations;
        translations.use(language);
        QTEST(formatFormula("8,192 tokens x 0.51587 B / (4 x 2)"), "text");
        QCOMPARE(formatFormula("2 B x q4_k in 4-bit"), "2 B x q4_k in 4-bit");
        QLocale::setDefault(before);
    }

    void everyWordOfAFormulaIsInTheList()
    {
        const std::vector<DrawnInput> inputs{
            {"model.id",
                {"meta-llama/Meta-Llama-3-8B", "Qwen/Qwen3-30B-A3B", "openai/gpt-oss-20b"}},
            {"estimator", {"detailed", "detailed", "detailed", "worksheet"}},
            {"training.method", {"full", "full", "lora", "qlora"}},
            {"training.optimizer", {"adamw", "adafactor", "adamw-8bit", "muon", "sgd-momentum"}},
            {"training.precision", {"bf16-master", "bf16-amp", "fp16-amp", "bf16", "fp32"}},
            {"training.checkpointing", {"none", "selective", "full"}},
            {"training.loss", {"standard", "chunked", "fused"}},
            {"training.accumulation", {"1", "4"}},
            {"parallel.strategy", {"ddp", "zero1", "zero2", "zero3", "fsdp", "fsdp-grad-op"}},
            {"parallel.framework", {"auto", "deepspeed", "fsdp1", "fsdp2", "megatron", "nanotron"}},
            {"parallel.offload", {"none", "none", "optimizer", "parameters"}},
            {"parallel.gpus", {"1", "8", "64"}}};
        const Catalog catalog = builtInCatalog();
        RandomScenarios usual(inputs, 7);
        RandomScenarios any(allInputs(catalog), 7);
        // Units, and what is called the same in every language.
        static const QRegularExpression known(
            QStringLiteral("\\d+e-?\\d+|\\b(?:B|KiB|MiB|GiB|x|NVLS)\\b|[^A-Za-z]"));
        std::set<QString> missing;
        for (int i = 0; i < 1600; ++i) {
            const Result<Plan> plan = makePlan((i % 4 == 0 ? usual : any).next(), catalog);
            if (!plan)
                continue;
            QStringList formulas;
            for (const Phase &phase : plan->memory.phases) {
                for (const Part &part : phase.parts)
                    formulas += toText(part.formula.text());
            }
            for (const Part &part : plan->memory.host.parts)
                formulas += toText(part.formula.text());
            for (const Collective &collective : plan->traffic.collectives)
                formulas += toText(collective.formula.text());
            for (const QString &formula : formulas) {
                if (!withoutFormulaWords(formula).remove(known).isEmpty())
                    missing.insert(formula);
            }
        }
        QVERIFY2(
            missing.empty(), qPrintable(QStringList(missing.begin(), missing.end()).join(u'\n')));
    }
};

QTEST_MAIN(TestTranslations)
#include "tst_translations.moc"
