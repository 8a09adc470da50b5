// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/fieldrow.h"
#include "ui/fields/modelsize.h"
#include "ui/fields/quantityedit.h"
#include "ui/panels/fieldgroup.h"
#include "ui/panels/inputs.h"
#include "ui/panels/parameterpanel.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

using namespace shardscope;

namespace {

Catalog smallCatalog()
{
    Catalog catalog;
    catalog.gpus = {{.id = "h100-sxm",
                        .name = "H100 SXM5 80GB",
                        .label = "H100 SXM",
                        .nominalGb = {.value = 80},
                        .usableGib = {.value = 79.1}},
        {.id = "l4", .name = "L4 24GB", .label = "L4", .usableGib = {.value = 21.9}}};
    catalog.links = {{.id = "nvlink4", .name = "NVLink 4", .busBandwidth = {.value = 360}}};
    ModelEntry model{.id = "meta-llama/Meta-Llama-3-8B", .name = "Llama 3 8B"};
    model.spec = {.modelType = "llama",
        .hidden = 4096,
        .layers = 32,
        .heads = 32,
        .kvHeads = 8,
        .headDim = 128,
        .intermediate = 14336,
        .vocabulary = 128256};
    catalog.models = {model};
    return catalog;
}

QComboBox *listOf(const ParameterPanel &panel, const QString &key)
{
    return panel.row(key)->findChild<QComboBox *>();
}

void choose(QComboBox *list, const QString &text)
{
    const int index = list->findText(text);
    list->setCurrentIndex(index);
    emit list->activated(index);
}

/// The line that folds inputs without effect, in the group of an input.
QToolButton *lineOf(const ParameterPanel &panel, const QString &key)
{
    for (FieldGroup *group : panel.groups()) {
        if (group->row(key))
            return group->findChild<QToolButton *>("without-effect");
    }
    return nullptr;
}

/// Whether anything is painted there.
bool hasInk(const QImage &picture, const QRect &place)
{
    const QImage part = picture.copy(place);
    for (int y = 0; y < part.height(); ++y) {
        for (int x = 0; x < part.width(); ++x) {
            if (part.pixel(x, y) != part.pixel(0, 0))
                return true;
        }
    }
    return false;
}

template <class E>
void checkNamesOf()
{
    QStringList names;
    for (std::size_t i = 0; i < namesOf<E>.size(); ++i) {
        names.append(displayName(static_cast<E>(i)));
        QVERIFY(!names.last().isEmpty());
        QVERIFY(!displayHint(static_cast<E>(i)).isEmpty());
    }
    QCOMPARE(names.removeDuplicates(), 0);
}

template <class... E>
void checkNames()
{
    (checkNamesOf<E>(), ...);
}

} // namespace

class TestParameterPanel : public QObject
{
    Q_OBJECT

private slots:
    void gpusGoByTheMemoryOfTheEstimator()
    {
        Session session(smallCatalog());
        const ParameterPanel panel(session);
        const QComboBox *gpus = listOf(panel, "hardware.gpu");
        const auto text = [gpus] { return gpus->currentText().replace(QChar::Nbsp, ' '); };
        QCOMPARE(text(), "H100 SXM, 79.1 GiB usable");
        Scenario scenario = session.scenario();
        scenario.estimator = EstimatorKind::Worksheet;
        session.edit({}, {}, scenario);
        QCOMPARE(text(), "H100 SXM, 80.0 GB by name");
        session.undoStack()->undo();
        QCOMPARE(text(), "H100 SXM, 79.1 GiB usable");
    }

    void everyKeyHasAControl()
    {
        Session session{smallCatalog()};
        const ParameterPanel panel(session);
        // The imported model is one choice of the model list, and not typed.
        const QStringList withoutControl{
            "model.config", "model.name", "model.hidden_size", "model.layers"};
        for (const Key &key : keys()) {
            const QString id = toText(key.id);
            QCOMPARE(panel.row(id) != nullptr, !withoutControl.contains(id));
        }
    }

    /// One that comes to count may be wider than all before.
    void isAsWideAsItsWidestRow()
    {
        Session session{smallCatalog()};
        ParameterPanel panel(session);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QVERIFY(panel.minimumSizeHint().width() < 900);
        panel.row("model.id")->setMinimumWidth(900);
        QTRY_VERIFY(panel.minimumSizeHint().width() > 900);
    }

    void everyControlIsNamed()
    {
        Session session{smallCatalog()};
        const ParameterPanel panel(session);
        for (const Key &key : keys()) {
            const FieldRow *row = panel.row(toText(key.id));
            if (!row)
                continue;
            QVERIFY(!row->control()->accessibleName().isEmpty());
            QVERIFY(!row->control()->accessibleName().contains('&'));
            QVERIFY(row->control()->accessibleDescription().contains(
                toText(key.meaning), Qt::CaseInsensitive)); // as sentences begin
            QCOMPARE(row->findChild<QLabel *>("label")->buddy(), row->control());
            QVERIFY(row->toolTip().contains(toText(key.meaning), Qt::CaseInsensitive));
        }
        for (const QWidget *widget : panel.findChildren<QWidget *>()) {
            const bool isInput = qobject_cast<const QSlider *>(widget)
                || qobject_cast<const QAbstractSpinBox *>(widget)
                || qobject_cast<const QComboBox *>(widget);
            if (isInput)
                QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
        }
    }

    void wheelNeedsFocusEverywhere()
    {
        Session session{smallCatalog()};
        const ParameterPanel panel(session);
        for (const QWidget *widget : panel.findChildren<QWidget *>()) {
            if (qobject_cast<const QComboBox *>(widget) || qobject_cast<const QSlider *>(widget))
                QCOMPARE(widget->focusPolicy(), Qt::StrongFocus);
        }
    }

    void namesAreComplete()
    {
        checkNames<EstimatorKind, Method, Precision, Optimizer, Checkpointing, Attention, Loss,
            Strategy, Framework, LoraPrecision, QuantStorage, Kernels, KbitPreparation,
            ModuleLibrary, ExpertCode, LinearAttention, Outputs, Wrap, GradientSync, BucketView,
            GradientPrecision, Overlap, Offload, Allocator, Algorithm, ZeroPlusPlus>();
    }

    void followsOpenAndUndo()
    {
        Session session{smallCatalog()};
        const ParameterPanel panel(session);
        ScenarioDocument document;
        document.scenario.hardware.gpu = "l4";
        document.scenario.training.optimizer = Optimizer::Lion;
        document.scenario.training.loraTargets = "q_proj";
        session.load(document);
        QCOMPARE(listOf(panel, "hardware.gpu")->currentText(), "L4, 21.9\u00a0GiB usable");
        QCOMPARE(listOf(panel, "training.optimizer")->currentText(), "Lion");
        QCOMPARE(listOf(panel, "training.lora_targets")->currentText(), "q_proj");
        choose(listOf(panel, "training.optimizer"), "Muon");
        QCOMPARE(session.scenario().training.optimizer, Optimizer::Muon);
        session.undoStack()->undo();
        QCOMPARE(listOf(panel, "training.optimizer")->currentText(), "Lion");
        QCOMPARE(session.undoStack()->count(), 1);
    }

    void anUnknownGpuIsShownAsSuch()
    {
        Session session{smallCatalog()};
        const ParameterPanel panel(session);
        ScenarioDocument document;
        document.scenario.hardware.gpu = "b300";
        session.load(document);
        QCOMPARE(listOf(panel, "hardware.gpu")->currentText(), "b300 (unknown)");
        QCOMPARE(session.scenario().hardware.gpu, "b300");
    }

    void picksAModel()
    {
        Session session{smallCatalog()};
        ParameterPanel panel(session);
        QComboBox *list = listOf(panel, "model.id");
        choose(list, "Llama 3 8B");
        QCOMPARE(session.scenario().model.id, "meta-llama/Meta-Llama-3-8B");
        const auto *size = panel.row("model.parameters")->findChild<QuantityEdit *>();
        QCOMPARE(size->value(), modelSize(session.scenario(), session.catalog()));
        QVERIFY(!panel.row("model.parameters")->isChanged());
        QVERIFY(panel.row("model.id")->isChanged());
        choose(list, "Llama-like shape of a size");
        QVERIFY(session.scenario().model.isScaled());
    }

    void searchesAModel()
    {
        Session session{smallCatalog()};
        const ParameterPanel panel(session);
        QLineEdit *line = listOf(panel, "model.id")->lineEdit();
        line->setText("llama 3 8b");
        emit line->editingFinished();
        QCOMPARE(session.scenario().model.id, "meta-llama/Meta-Llama-3-8B");
        line->setText("nothing of that kind");
        emit line->editingFinished();
        QCOMPARE(session.scenario().model.id, "meta-llama/Meta-Llama-3-8B");
        QCOMPARE(line->text(), "Llama 3 8B");
    }

    void showsAnImportedModel()
    {
        Session session{smallCatalog()};
        const ParameterPanel panel(session);
        ScenarioDocument document;
        document.scenario.model.imported = ImportedModel{.name = "my-model"};
        session.load(document);
        QComboBox *list = listOf(panel, "model.id");
        QCOMPARE(list->currentText(), "my-model");
        choose(list, "Llama 3 8B");
        QVERIFY(!session.scenario().model.imported);
        QCOMPARE(list->findText("my-model"), -1);
        session.undoStack()->undo();
        QCOMPARE(list->currentText(), "my-model");
    }

    void anotherSizeMakesAScaledShape()
    {
        Session session{smallCatalog()};
        ParameterPanel panel(session);
        choose(listOf(panel, "model.id"), "Llama 3 8B");
        panel.show();
        auto *slider = panel.row("model.parameters")->findChild<QSlider *>();
        QTest::keyClick(slider, Qt::Key_End);
        QVERIFY(session.scenario().model.isScaled());
        QCOMPARE(session.scenario().model.parameters, 2e12);
        QCOMPARE(listOf(panel, "model.id")->currentText(), "Llama-like shape of a size");
        const auto *note = panel.row("model.parameters")->findChild<QLabel *>("note");
        QVERIFY(note->text().contains("not a real model"));
    }

    void loraInputsNeedLora()
    {
        Session session{smallCatalog()};
        const ParameterPanel panel(session);
        QVERIFY(!panel.row("training.lora_rank")->isEnabled());
        QVERIFY(!panel.row("training.lora_percent")->isEnabled());
        choose(listOf(panel, "training.method"), "QLoRA");
        QVERIFY(panel.row("training.lora_rank")->isEnabled());
        QVERIFY(!panel.row("training.lora_percent")->isEnabled());
        Scenario worksheet = session.scenario();
        worksheet.estimator = EstimatorKind::Worksheet;
        session.edit("estimator", "estimator", worksheet);
        QVERIFY(panel.row("training.lora_percent")->isEnabled());
        QVERIFY(panel.row("training.lora_rank")->isEnabled()); // its seconds depend on it
    }

    void frameworkInputsNeedTheirFramework()
    {
        Session session{smallCatalog()};
        const ParameterPanel panel(session);
        QVERIFY(panel.row("parallel.prefetch_bucket")->isEnabled());
        QVERIFY(!panel.row("parallel.wrap")->isEnabled());
        choose(listOf(panel, "parallel.strategy"), "ZeRO-1");
        QVERIFY(panel.row("parallel.reduce_bucket")->isEnabled());
        QVERIFY(!panel.row("parallel.prefetch_bucket")->isEnabled());
        choose(listOf(panel, "parallel.strategy"), "HSDP");
        QVERIFY(!panel.row("parallel.reduce_bucket")->isEnabled());
        QVERIFY(panel.row("parallel.wrap")->isEnabled());
        QVERIFY(panel.row("parallel.shard_group")->isEnabled());
        choose(listOf(panel, "parallel.strategy"), "DDP");
        QVERIFY(!panel.row("parallel.offload")->isEnabled());
        QVERIFY(panel.row("parallel.gradient_precision")->isEnabled()); // what is sent is smaller
    }

    void whatIsGreyedOutSaysWhy_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<QString>("needed");
        const Scenario standard;
        Scenario worksheet;
        worksheet.estimator = EstimatorKind::Worksheet;
        Scenario real;
        real.model.id = "meta-llama/Meta-Llama-3-8B";
        Scenario tokens;
        tokens.run.tokens = 1e9;
        const auto row
            = [](const char *name, const char *key, const Scenario &scenario, const char *needed) {
                  QTest::newRow(name) << key << scenario << QString::fromUtf8(needed);
              };
        row("an adapter without a method for it", "training.lora_rank", standard,
            "“Method” LoRA or QLoRA");
        row("units of FSDP under ZeRO", "parallel.wrap", standard,
            "“Sharding” FSDP, FSDP grad-op or HSDP");
        row("an allocator for rules of thumb", "hardware.allocator", worksheet,
            "“Estimator” Detailed");
        row("examples beside tokens", "run.examples", tokens, "“Data set, tokens” 0");
        row("epochs of no data", "run.epochs", standard,
            "“Data set, tokens” or “Data set, examples” above 0");
        row("the size of a real model takes its place", "model.parameters", real, "");
        row("what advice asks for", "hardware.host_gib", standard, "");
    }

    void whatIsGreyedOutSaysWhy()
    {
        QFETCH(QString, key);
        QFETCH(Scenario, scenario);
        QFETCH(QString, needed);
        Session session{smallCatalog()};
        const ParameterPanel panel(session);
        session.load({.scenario = scenario});
        const FieldRow *row = panel.row(key);
        QCOMPARE(row->isEnabled(), needed.isEmpty());
        const QString reason = QStringLiteral("Not used at present. It needs: %1.").arg(needed);
        for (const QString &text : {row->toolTip(), row->control()->accessibleDescription()})
            QCOMPARE(text.endsWith(reason), !needed.isEmpty());
    }

    void whatHasNoEffectIsFoldedToALine()
    {
        Session session{smallCatalog()};
        ParameterPanel panel(session);
        panel.show();
        QToolButton *line = lineOf(panel, "training.lora_rank");
        QVERIFY(line->isVisible());
        const auto &fields = panel.groups().at(3)->fields();
        const auto idle
            = std::count_if(fields.begin(), fields.end(), [&session](const Field &field) {
                  return missingFor(field, session.scenario()).has_value();
              });
        QCOMPARE(line->text(), QStringLiteral("%1 input(s) without effect: show").arg(idle));
        QVERIFY(!panel.row("training.lora_rank")->isVisible());
        QVERIFY(panel.row("training.method")->isVisible());
        line->setFocus();
        QTest::keyClick(line, Qt::Key_Space); // by keyboard
        QVERIFY(line->text().endsWith("without effect: hide"));
        QVERIFY(panel.row("training.lora_rank")->isVisible());
        QVERIFY(!panel.row("training.lora_rank")->isEnabled());
        line->click();
        QVERIFY(!panel.row("training.lora_rank")->isVisible());

        choose(listOf(panel, "training.method"), "LoRA");
        QVERIFY(panel.row("training.lora_rank")->isVisible());
        session.undoStack()->undo();
        QVERIFY(!panel.row("training.lora_rank")->isVisible());
    }

    void whatIsLookedForIsShownWithoutEffectToo()
    {
        Session session{smallCatalog()};
        ParameterPanel panel(session);
        panel.show();
        auto *filter = panel.findChild<QLineEdit *>();
        filter->setText("LoRA rank");
        QVERIFY(panel.row("training.lora_rank")->isVisible());
        filter->clear();
        QVERIFY(!panel.row("training.lora_rank")->isVisible());
        QSignalSpy shown(&panel, &ParameterPanel::unusedShownChanged);
        panel.focusControl("training.lora_rank");
        QVERIFY(panel.row("training.lora_rank")->isVisible());
        QCOMPARE(shown.count(), 1);
        QCOMPARE(shown.first().first().toStringList(), panel.unusedShown());
        ParameterPanel later(session);
        later.setUnusedShown(panel.unusedShown());
        later.show();
        QVERIFY(later.row("training.lora_rank")->isVisible());
        later.groups().at(7)->setExpanded(true);
        QVERIFY(!later.row("parallel.wrap")->isVisible()); // of another group
    }

    void aRejectedTextSaysWhyUntilTheNextKey_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("why");
        QTest::newRow("a number beyond the range")
            << "parallel.gpus"
            << "99999999999"
            << "“99999999999” was not taken. Enter a whole number from 1 to ";
        QTest::newRow("no number") << "training.micro_batch"
                                   << "two"
                                   << "“two” was not taken. Enter a whole number from 1 to ";
        QTest::newRow("a model that nobody knows") << "model.id"
                                                   << "my model"
                                                   << "The catalogue has no model “my model”.";
    }

    void aRejectedTextSaysWhyUntilTheNextKey()
    {
        QFETCH(QString, key);
        QFETCH(QString, typed);
        QFETCH(QString, why);
        Session session{smallCatalog()};
        const Scenario before = session.scenario();
        ParameterPanel panel(session);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        FieldRow *row = panel.row(key);
        auto *line = row->findChild<QLineEdit *>();
        const auto *note = row->findChild<QLabel *>("note");
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, typed);
        QTest::keyClick(line, Qt::Key_Tab);
        QCoreApplication::processEvents();
        QCOMPARE(session.scenario(), before);
        QVERIFY(note->isVisible());
        QVERIFY2(note->text().contains(why), qPrintable(note->text()));
        QVERIFY(row->control()->accessibleDescription().startsWith(why));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Shift);
        QVERIFY2(!note->text().contains(why), qPrintable(note->text()));
        QVERIFY(!row->control()->accessibleDescription().startsWith(why));
    }

    void aGreyedOutControlLeavesTheWordToItsRow()
    {
        Session session{smallCatalog()};
        const ParameterPanel panel(session);
        QComboBox *list = listOf(panel, "parallel.wrap");
        QVERIFY(!list->isEnabled() && !list->toolTip().isEmpty());
        QHelpEvent event(QEvent::ToolTip, {}, {});
        QApplication::sendEvent(list, &event);
        QCOMPARE(QToolTip::text(), panel.row("parallel.wrap")->toolTip());
        QVERIFY(QToolTip::text().contains("Not used at present"));
    }

    void checksLoraTargets()
    {
        Session session{smallCatalog()};
        const ParameterPanel panel(session);
        QLineEdit *line = listOf(panel, "training.lora_targets")->lineEdit();
        line->setText("q_proj, o_proj");
        emit line->editingFinished();
        QCOMPARE(session.scenario().training.loraTargets, "q_proj,o_proj");
        line->setText("q_proj;;");
        emit line->editingFinished();
        QCOMPARE(session.scenario().training.loraTargets, "q_proj,o_proj");
        QCOMPARE(line->text(), "q_proj,o_proj");
    }

    void focusesAnyControl()
    {
        Session session{smallCatalog()};
        ParameterPanel panel(session);
        panel.resize(320, 300);
        panel.show();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        for (const char *key : {"hardware.reserve_gib", "model.parameters", "training.precision"}) {
            panel.focusControl(key);
            QVERIFY2(panel.row(key)->control()->hasFocus(), key);
            QVERIFY2(!panel.row(key)->visibleRegion().isEmpty(), key);
        }
    }

    void filters()
    {
        Session session{smallCatalog()};
        ParameterPanel panel(session);
        panel.show();
        panel.focusFilter();
        auto *filter = panel.findChild<QLineEdit *>();
        filter->setText("cross-entropy"); // only in the meaning of training.loss, folded away
        QVERIFY(panel.row("training.loss")->isVisible());
        QVERIFY(!panel.row("parallel.gpus")->isVisible());
        QVERIFY(!panel.groups().front()->isVisible());
        panel.focusControl("parallel.gpus");
        QVERIFY(panel.row("parallel.gpus")->isVisible());
        QVERIFY(!panel.row("training.loss")->isVisible()); // its group is folded again
    }

    void headersCountChanges()
    {
        Session session{smallCatalog()};
        const ParameterPanel panel(session);
        const FieldGroup *training = panel.groups().at(2);
        QCOMPARE(training->changedCount(), 0);
        Scenario changed = session.scenario();
        changed.training.microBatch = 4;
        changed.training.optimizer = Optimizer::Lion;
        session.edit("both", "both", changed);
        QCOMPARE(training->changedCount(), 2);
        QCOMPARE(training->findChild<QToolButton *>()->text(), "Training (2 changed)");
    }

    void nothingIsCutOff()
    {
        Session session{smallCatalog()};
        ParameterPanel panel(session);
        panel.resize(panel.minimumSizeHint().width(), 300);
        panel.show();
        const auto *area = panel.findChild<QScrollArea *>();
        QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
        QVERIFY(area->widget()->width() <= area->viewport()->width());
    }

    void mirrored()
    {
        Session session{smallCatalog()};
        ParameterPanel panel(session);
        panel.setLayoutDirection(Qt::RightToLeft);
        panel.resize(400, 600);
        panel.show();
        const FieldRow *row = panel.row("training.sequence_length");
        const auto *label = row->findChild<QLabel *>("label");
        const auto *box = row->findChild<QuantityEdit *>();
        QVERIFY(label->geometry().left() > box->geometry().right());
        auto *header = panel.groups().front()->findChild<QToolButton *>();
        const QImage picture = header->grab().toImage();
        const QRect arrow(header->width() - 20, 0, 20, header->height());
        const QRect otherSide(0, 0, 20, header->height());
        QVERIFY(hasInk(picture, arrow));
        QVERIFY(!hasInk(picture, otherSide));
    }
};

QTEST_MAIN(TestParameterPanel)
#include "tst_parameterpanel.moc"
