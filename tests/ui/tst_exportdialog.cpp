// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/picture.h"
#include "tests/support/testcatalog.h"
#include "tests/ui/answers.h"
#include "ui/dialogs/exportdialog.h"
#include "ui/dialogs/messagebar.h"
#include "ui/dialogs/preview.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/text/names.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>

using namespace shardscope;

namespace {

struct Bench
{
    QTemporaryDir folder{};
    Session session{builtInCatalog()};
    Settings settings{folder.filePath("settings.ini")};
    DialogAnswers *answers = new DialogAnswers;
    ExportDialog dialog{session, settings, nullptr,
        {folder.filePath("Llama 3.shardscope"), std::unique_ptr<FileDialogs>(answers)}};

    Bench() { dialog.show(); }

    template <class Control>
    Control *control(const QString &name) const
    {
        for (Control *control : dialog.findChildren<Control *>()) {
            if (control->accessibleName() == name)
                return control;
        }
        qFatal("no control %s", qPrintable(name));
    }
    template <class Choice>
    void choose(const QString &name, Choice choice) const
    {
        control<QComboBox>(name)->setCurrentIndex(static_cast<int>(choice));
    }
    void tick(const std::set<ExportFormat> &formats) const
    {
        for (std::size_t i = 0; i < namesOf<ExportFormat>.size(); ++i) {
            const auto format = static_cast<ExportFormat>(i);
            dialog.findChild<QCheckBox *>(toText(nameOf(format)))
                ->setChecked(formats.contains(format));
        }
    }
    QPushButton *saveButton() const
    {
        return dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save);
    }
    void saveTo(const QString &name) const
    {
        answers->fileToSave = name.isEmpty() ? QString() : folder.filePath(name);
        saveButton()->click();
    }
    QByteArray written(const QString &name) const { return readTestFile(folder.filePath(name)); }
    QString message() const { return dialog.findChild<MessageBar *>()->message(); }
};

} // namespace

class TestExportDialog : public QObject
{
    Q_OBJECT

private slots:
    void suggestsANameAfterTheDocument_data()
    {
        QTest::addColumn<ChartKind>("chart");
        QTest::addColumn<ExportFormat>("format");
        QTest::addColumn<QString>("name");
        QTest::newRow("picture") << ChartKind::Memory << ExportFormat::Png << "Llama 3-memory.png";
        QTest::newRow("traffic") << ChartKind::Traffic << ExportFormat::Svg
                                 << "Llama 3-traffic.svg";
        QTest::newRow("a table holds both")
            << ChartKind::Traffic << ExportFormat::Csv << "Llama 3.csv";
        QTest::newRow("instants") << ChartKind::Timeline << ExportFormat::Csv
                                  << "Llama 3-timeline.csv";
    }
    void suggestsANameAfterTheDocument()
    {
        QFETCH(const ChartKind, chart);
        QFETCH(const ExportFormat, format);
        QFETCH(const QString, name);
        const Bench bench;
        bench.choose("Chart", chart);
        bench.tick({format});
        bench.saveTo({});
        QCOMPARE(bench.answers->suggestion, bench.folder.filePath(name));
        QVERIFY(bench.dialog.isVisible());
    }

    void aVersionInAModelNameIsNoSuffix()
    {
        QCOMPARE(exportPath("/runs/Llama-3.1-8B.shardscope", {}), "/runs/Llama-3.1-8B-memory.png");
    }

    void chartsBesidePinsNeedPins()
    {
        Bench bench;
        const auto *charts = bench.control<QComboBox>("Chart")->model();
        const QModelIndex compared = charts->index(static_cast<int>(ChartKind::MemoryCompared), 0);
        QVERIFY(!charts->flags(compared).testFlag(Qt::ItemIsEnabled));
        QVERIFY(compared.data(Qt::ToolTipRole).toString().startsWith("Pin a scenario"));
        QVERIFY(bench.session.pins().pin(bench.session.scenario()));
        QVERIFY(charts->flags(compared).testFlag(Qt::ItemIsEnabled));
    }

    void theChartOfTheHostNeedsSomethingOnIt()
    {
        Bench bench;
        const auto *charts = bench.control<QComboBox>("Chart")->model();
        const QModelIndex host = charts->index(static_cast<int>(ChartKind::HostMemory), 0);
        QVERIFY(!charts->flags(host).testFlag(Qt::ItemIsEnabled));
        bench.session.edit({}, {}, scenarioWith({{"parallel.offload", "optimizer"}}));
        bench.session.evaluateNow();
        QVERIFY(charts->flags(host).testFlag(Qt::ItemIsEnabled));
        bench.choose("Chart", ChartKind::HostMemory);
        QVERIFY(bench.saveButton()->isEnabled());
        bench.session.undoStack()->undo();
        bench.session.evaluateNow();
        QVERIFY(!bench.saveButton()->isEnabled());
        QCOMPARE(bench.saveButton()->toolTip(), "Nothing is offloaded.");
    }

    void savesWhatWasChosen()
    {
        Bench bench;
        QSignalSpy exported(&bench.dialog, &ExportDialog::exported);
        bench.choose("Size", ExportSize::Square);
        bench.control<QSpinBox>("Scale")->setValue(3);
        bench.saveTo("a.png");
        QCOMPARE(exported.size(), 1);
        QCOMPARE(exported.first().first().toString(), bench.folder.filePath("a.png"));
        QVERIFY(!bench.dialog.isVisible());
        QCOMPARE(QImage(bench.folder.filePath("a.png")).size(), QSize(2400, 2400));
        QVERIFY(scenarioIn(bench.written("a.png").toStdString()).has_value());
    }

    void severalFormatsAreFilesOfOneName_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QStringList>("files");
        const QStringList both{"a.png", "a.csv", "a.md"};
        QTest::newRow("with a suffix") << "a.png" << both;
        QTest::newRow("with another suffix") << "a.csv" << both;
        QTest::newRow("without one") << "a" << both;
        QTest::newRow("a version is no suffix")
            << "llama-3.1" << QStringList{"llama-3.1.png", "llama-3.1.csv", "llama-3.1.md"};
    }
    void severalFormatsAreFilesOfOneName()
    {
        QFETCH(const QString, typed);
        QFETCH(const QStringList, files);
        Bench bench;
        QSignalSpy exported(&bench.dialog, &ExportDialog::exported);
        bench.tick({ExportFormat::Png, ExportFormat::Csv, ExportFormat::Markdown});
        bench.saveTo(typed);
        QCOMPARE(bench.answers->suggestion, bench.folder.filePath("Llama 3-memory.png"));
        QCOMPARE(exported.size(), 1);
        QCOMPARE(exported.first().first().toStringList().size(), 3);
        QCOMPARE(QDir(bench.folder.path()).entryList({"*.png", "*.csv", "*.md"}).size(), 3);
        for (const QString &file : files)
            QVERIFY2(!bench.written(file).isEmpty(), qPrintable(file));
    }

    void filesThatNobodyNamedAreNotReplacedUnasked()
    {
        const Bench bench;
        writeTestFile(bench.folder.filePath("a.svg"), "old");
        bench.answers->mayReplace = false;
        bench.tick({ExportFormat::Png, ExportFormat::Svg});
        bench.saveTo("a.png");
        QCOMPARE(bench.answers->replaced, QStringList{"a.svg"});
        QCOMPARE(bench.written("a.svg"), "old");
        QVERIFY(bench.written("a.png").isEmpty());
        bench.answers->mayReplace = true;
        bench.saveTo("a.png");
        QVERIFY(bench.written("a.svg").startsWith("<?xml"));
    }

    void withoutAFormatThereIsNothingToSave()
    {
        const Bench bench;
        bench.tick({});
        QVERIFY(!bench.saveButton()->isEnabled());
        QCOMPARE(bench.saveButton()->toolTip(), "Choose a format.");
    }

    void titleAndCaptionOfOnesOwn()
    {
        const Bench bench;
        auto *title = bench.control<QLineEdit>("Title");
        auto *caption = bench.control<QPlainTextEdit>("Caption");
        QVERIFY(!title->placeholderText().isEmpty());
        QVERIFY(caption->placeholderText().contains("DeepSpeed")
            || caption->placeholderText().contains("torch"));
        title->setText("Figure 3");
        caption->setPlainText("As we would run it.");
        bench.tick({ExportFormat::Svg, ExportFormat::Markdown});
        QVERIFY(title->placeholderText() != "Figure 3");
        bench.saveTo("a.svg");
        QVERIFY(bench.written("a.svg").contains(">Figure 3</"));
        QVERIFY(bench.written("a.svg").contains("As we would run it."));
        QVERIFY(bench.written("a.md").startsWith("## Figure 3\n\nAs we would run it.\n\n"));
        QVERIFY(bench.settings.exportChoices().title.isEmpty()); // another chart has another
    }

    void leavesTheScenarioOut()
    {
        const Bench bench;
        QVERIFY(bench.control<QCheckBox>("Include the scenario")->isChecked());
        bench.control<QCheckBox>("Include the scenario")->setChecked(false);
        bench.saveTo("a.png");
        QVERIFY(!scenarioIn(bench.written("a.png").toStdString()).has_value());
    }

    void theNewestInputsAreSaved()
    {
        Bench bench;
        Scenario next = bench.session.scenario();
        next.parallel.gpus = 24;
        bench.session.edit("GPUs", "parallel.gpus", next);
        bench.tick({ExportFormat::Markdown});
        bench.saveTo("a.md");
        QVERIFY(bench.written("a.md").contains("24 × H100"));
    }

    void saysWhatWentWrongAndStays()
    {
        const Bench bench;
        bench.saveTo("no such folder/a.png");
        QVERIFY(bench.message().startsWith("Error: "));
        QVERIFY(bench.dialog.isVisible());
        bench.saveTo("model-3.1");
        QVERIFY(bench.message().contains(".png"));
    }

    void remembersForTheNextTime()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("settings.ini");
        const ExportChoices choices{.chart = ChartKind::Traffic,
            .formats = {ExportFormat::Svg, ExportFormat::Pdf},
            .size = ExportSize::Custom,
            .customSize = {640, 480},
            .scale = 3,
            .theme = ChartThemeKind::Dark,
            .carriesScenario = false};
        QVERIFY(Settings(path).exportChoices() == ExportChoices());
        Settings(path).setExportChoices(choices);
        QVERIFY(Settings(path).exportChoices() == choices);
        Session session{{}};
        Settings settings(path);
        QVERIFY(ExportDialog(session, settings).choices() == choices);
    }

    void nonsenseInTheSettingsIsTheDefault()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("settings.ini");
        {
            QSettings store(path, QSettings::IniFormat);
            store.setValue("export/format", "gif");
            store.setValue("export/custom-size", "large");
            store.setValue("export/scale", 1000);
        }
        const ExportChoices choices = Settings(path).exportChoices();
        QVERIFY(choices.formats == std::set{ExportFormat::Png});
        QCOMPARE(choices.customSize, QSize(1280, 720));
        QCOMPARE(choices.scale, 4);
    }

    void onlySavingIsRemembered()
    {
        const Bench bench;
        bench.tick({ExportFormat::Svg});
        QVERIFY(bench.settings.exportChoices().has(ExportFormat::Png));
        bench.saveTo("a.svg");
        QVERIFY(bench.settings.exportChoices().formats == std::set{ExportFormat::Svg});
    }

    void aSizeOfOnesOwn()
    {
        const Bench bench;
        bench.choose("Size", ExportSize::A4TextWidth);
        QCOMPARE(bench.control<QSpinBox>("Width")->value(), 643);
        bench.control<QSpinBox>("Height")->setValue(400);
        QCOMPARE(bench.control<QComboBox>("Size")->currentText(), "Custom");
        QCOMPARE(bench.dialog.choices().pixels(), QSize(643, 400));
    }

    void offersWhatApplies_data()
    {
        QTest::addColumn<ExportFormat>("format");
        QTest::addColumn<bool>("hasScale");
        QTest::addColumn<bool>("hasSize");
        QTest::newRow("pixels") << ExportFormat::Png << true << true;
        QTest::newRow("drawing") << ExportFormat::Pdf << false << true;
        QTest::newRow("table") << ExportFormat::Markdown << false << false;
    }
    void offersWhatApplies()
    {
        QFETCH(const ExportFormat, format);
        const Bench bench;
        bench.tick({format});
        QTEST(bench.control<QSpinBox>("Scale")->isEnabled(), "hasScale");
        QTEST(bench.control<QSpinBox>("Width")->isEnabled(), "hasSize");
        QTEST(bench.control<QCheckBox>("Include the scenario")->isEnabled(), "hasSize");
        for (const char *name : {"Scale", "Width"}) { // what is greyed out says why
            const auto *box = bench.control<QSpinBox>(name);
            QCOMPARE(box->toolTip().startsWith("Only for"), !box->isEnabled());
        }
        QTEST(bench.control<Preview>("Preview")->isVisible(), "hasSize");
    }

    void thePreviewKeepsTheProportions()
    {
        const Bench bench;
        const auto *preview = bench.control<Preview>("Preview");
        const QRect slide = preview->pictureRect();
        QVERIFY(preview->rect().contains(slide));
        QVERIFY(qAbs(slide.width() * 9 - slide.height() * 16) <= 16);
        bench.choose("Size", ExportSize::Square);
        QVERIFY(qAbs(preview->pictureRect().width() - preview->pictureRect().height()) <= 1);
    }

    void thePreviewFollows()
    {
        Bench bench;
        auto *preview = bench.control<Preview>("Preview");
        const QImage before = preview->grab().toImage();
        bench.choose("Theme", ChartThemeKind::Dark);
        const QImage dark = preview->grab().toImage();
        QVERIFY(before != dark);
        Scenario next = bench.session.scenario();
        next.parallel.gpus = 64;
        bench.session.edit("GPUs", "parallel.gpus", next);
        bench.session.evaluateNow();
        QVERIFY(preview->grab().toImage() != dark);
    }

    void withoutAPlanThereIsNothingToSave()
    {
        Session session{{}};
        const QTemporaryDir folder;
        Settings settings(folder.filePath("settings.ini"));
        ExportDialog dialog(session, settings);
        dialog.show();
        QVERIFY(session.problem().has_value());
        QVERIFY(
            !dialog.findChild<QDialogButtonBox *>()->button(QDialogButtonBox::Save)->isEnabled());
        QVERIFY(dialog.findChild<MessageBar *>()->isVisible());
    }

    void everyControlSaysWhatItIs()
    {
        const Bench bench;
        const auto check = [](const QWidget *widget) {
            QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
            QVERIFY2(
                !widget->accessibleDescription().isEmpty(), qPrintable(widget->accessibleName()));
            QVERIFY(!widget->accessibleName().contains('&'));
        };
        for (const QComboBox *box : bench.dialog.findChildren<QComboBox *>())
            check(box);
        for (const QSpinBox *box : bench.dialog.findChildren<QSpinBox *>())
            check(box);
        check(bench.control<Preview>("Preview"));
    }

    void mnemonicsAreDistinct()
    {
        const Bench bench;
        QString letters;
        const auto add = [&letters](const QString &text) {
            const qsizetype at = text.indexOf('&');
            if (at >= 0)
                letters += text.at(at + 1).toLower();
        };
        for (const QLabel *label : bench.dialog.findChildren<QLabel *>())
            add(label->buddy() ? label->text() : QString());
        add(bench.control<QCheckBox>("Include the scenario")->text());
        add(bench.saveButton()->text());
        QCOMPARE(letters.size(), 11);
        for (const QChar letter : letters)
            QCOMPARE(letters.count(letter), 1);
    }
};

QTEST_MAIN(TestExportDialog)
#include "tst_exportdialog.moc"
