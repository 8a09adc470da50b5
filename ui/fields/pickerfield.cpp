// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/pickerfield.h"

#include "core/catalog/gpugroups.h"
#include "core/catalog/meantid.h"
#include "core/scenario/recompute.h"
#include "ui/fields/choicelist.h"
#include "ui/fields/fitmarks.h"
#include "ui/fields/modelsize.h"
#include "ui/fields/wordsearch.h"
#include "ui/session.h"
#include "ui/text/format.h"
#include "ui/text/names.h"
#include "ui/text/translated.h"

#include <QCompleter>
#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QStandardItemModel>

namespace shardscope {

namespace {

// No catalogue id begins with a colon.
constexpr QLatin1String importedId(":imported");

QString orUnknown(const Figure &figure, const QString &text)
{
    return figure.isKnown() ? text : PickerField::tr("unknown");
}

/// The three sizes that a GPU's memory goes by.
QString gpuHint(const GpuSpec &gpu, const QString &usable)
{
    const QString nominal = orUnknown(gpu.nominalGb, formatDecimalMemory(gpu.nominalGb.value * GB));
    const QString driver = orUnknown(gpu.driverMib, formatMemory(gpu.driverMib.value * MiB));
    const QString bandwidth
        = orUnknown(gpu.memoryBandwidth, formatBandwidth(gpu.memoryBandwidth.value * GBPerSecond));
    return PickerField::tr("%1\nMemory by name: %2\nShown by the driver: %3\n"
                           "Usable by PyTorch: %4\nMemory bandwidth: %5")
        .arg(toText(gpu.name), nominal, driver, usable, bandwidth);
}

/// With the memory that the estimator goes by.
QString gpuText(const GpuSpec &gpu, EstimatorKind estimator)
{
    const QString label = toText(gpu.label);
    if (estimator == EstimatorKind::Worksheet) {
        const QString nominal = formatDecimalMemory(gpu.nominalGb.value * GB);
        return GpuField::tr("%1, %2 by name", "GPU, its memory")
            .arg(label, orUnknown(gpu.nominalGb, nominal));
    }
    return GpuField::tr("%1, %2 usable", "GPU, its memory")
        .arg(label, orUnknown(gpu.usableGib, formatMemory(gpu.usable())));
}

/// Names with commas between them.
bool isNameList(const QString &text)
{
    static const QRegularExpression form(QStringLiteral("^\\w[\\w.-]*(\\s*,\\s*\\w[\\w.-]*)*$"));
    return form.match(text).hasMatch();
}

std::string withoutSpaces(QString text)
{
    return text.remove(QLatin1Char(' ')).toStdString();
}

} // namespace

PickerField::PickerField(Session &session, const Field &field, Typing typing, QWidget *parent)
    : FieldRow(session, field, parent)
    , m_list(new ChoiceList)
    , m_isCatalogue(typing != Typing::Free)
{
    if (typing != Typing::No)
        makeEditable(typing);
    addBelow(m_list);
    introduce(m_list);
    setControl(m_list);
    connect(m_list, &ChoiceList::activated, this, [this](int index) {
        if (isEntry(index))
            applyId(m_list->itemData(index).toString());
        endGesture();
        refresh(); // a heading that was typed goes
    });
}

void PickerField::makeEditable(Typing typing)
{
    constexpr int seenAtOnce = 20; // of lists that are long
    m_list->setEditable(true);
    m_list->setMaxVisibleItems(seenAtOnce);
    m_list->setInsertPolicy(ChoiceList::NoInsert);
    if (typing == Typing::Search) {
        WordSearch::install(*m_list);
    } else {
        QCompleter *completer = m_list->completer();
        completer->setCompletionMode(QCompleter::PopupCompletion);
        completer->setCaseSensitivity(Qt::CaseInsensitive);
        completer->setFilterMode(Qt::MatchStartsWith);
    }
    m_list->lineEdit()->setAccessibleName(title());
    connect(m_list->lineEdit(), &QLineEdit::editingFinished, this, &PickerField::takeText);
}

/// Headings have no data.
bool PickerField::isEntry(int index) const
{
    return index >= 0 && m_list->itemData(index).isValid();
}

void PickerField::takeText()
{
    const QString text = m_list->currentText().trimmed();
    const int index = m_list->findText(text, Qt::MatchFixedString);
    if (!isEntry(index))
        applyText(text);
    else if (m_list->itemData(index).toString() != currentId(session().scenario()))
        applyId(m_list->itemData(index).toString());
    endGesture();
    refresh(); // a text that led nowhere goes
}

void PickerField::addEntry(
    const QString &text, const QString &id, const QString &hint, const QString &keywords)
{
    // With all its data before it is in the list: the search is told of each change.
    auto *entry = new QStandardItem(text);
    entry->setData(id, Qt::UserRole);
    entry->setData(hint, Qt::ToolTipRole);
    entry->setData(keywords, WordSearch::KeywordsRole);
    qobject_cast<QStandardItemModel *>(m_list->model())->appendRow(entry);
}

void PickerField::applyMeant(const QString &text, CatalogKind kind)
{
    const std::vector<std::string> ids = meantIds(text.toStdString(), kind, session().catalog());
    if (ids.size() == 1)
        return apply(Json(ids.front()));
    QStringList names;
    for (const std::string &id : ids)
        names += toText(id);
    if (!names.isEmpty())
        reject(tr("“%1” could be any of these: %2.").arg(text, names.join(QStringLiteral(", "))));
    else if (kind == CatalogKind::Models)
        reject(tr("The catalogue has no model “%1”.").arg(text));
    else
        reject(tr("The catalogue has no GPU “%1”.").arg(text));
}

QString PickerField::currentId(const Scenario &scenario) const
{
    const std::optional<Json> value = key().get(scenario);
    return value && value->string() ? toText(*value->string()) : QString();
}

void PickerField::applyId(const QString &id)
{
    apply(Json(id.toStdString()));
}

void PickerField::showScenario(const Scenario &scenario)
{
    const QString id = currentId(scenario);
    const QSignalBlocker blocker(m_list);
    int index = m_list->findData(id);
    if (index < 0 && m_isCatalogue && !id.isEmpty()) { // from a file, and not in this catalogue
        addEntry(tr("%1 (unknown)").arg(id), id, tr("The catalogue has no entry of this name."));
        index = m_list->count() - 1;
    }
    m_list->setCurrentIndex(index);
    m_list->setToolTip(index < 0 ? QString() : m_list->itemData(index, Qt::ToolTipRole).toString());
    if (index < 0)
        m_list->setEditText(id);
    else if (m_list->isEditable())
        m_list->lineEdit()->setCursorPosition(0);
}

GpuField::GpuField(Session &session, const Field &field, QWidget *parent)
    : PickerField(session, field, Typing::Search, parent)
{
    const std::vector<GpuGroup> groups = gpuGroups(session.catalog());
    for (const GpuGroup &group : groups) {
        const QString title = translated(titleOf(group));
        if (groups.size() > 1)
            list()->addHeading(title);
        for (const GpuSpec *gpu : group.gpus) {
            const QString usable = orUnknown(gpu->usableGib, formatMemory(gpu->usable()));
            QStringList keywords{title, toText(gpu->id), toText(gpu->name)};
            for (const std::string &alias : gpu->aliases)
                keywords += toText(alias);
            addEntry(gpuText(*gpu, session.scenario().estimator), toText(gpu->id),
                gpuHint(*gpu, usable), keywords.join(QLatin1Char(' ')));
        }
    }
    new FitMarks(session, key(), *list());
    refresh();
}

void GpuField::showScenario(const Scenario &scenario)
{
    const QSignalBlocker blocker(list());
    for (int i = 0; i < list()->count(); ++i) {
        const std::string id = list()->itemData(i).toString().toStdString();
        const GpuSpec *gpu = session().catalog().findGpu(id);
        if (gpu && list()->itemText(i) != gpuText(*gpu, scenario.estimator))
            list()->setItemText(i, gpuText(*gpu, scenario.estimator));
    }
    PickerField::showScenario(scenario);
}

void GpuField::applyText(const QString &text)
{
    applyMeant(text, CatalogKind::Gpus);
}

LinkField::LinkField(Session &session, const Field &field, QWidget *parent)
    : PickerField(session, field, Typing::No, parent)
{
    addEntry(tr("Automatic"), {}, tr("What the GPU type and the number of nodes imply."));
    for (const LinkSpec &link : session.catalog().links) {
        const QString rate = orUnknown(link.busBandwidth, formatBandwidth(link.bandwidth()));
        addEntry(tr("%1, %2", "link, its bandwidth").arg(toText(link.name), rate), toText(link.id),
            tr("Large collectives reach %1 for each GPU.").arg(rate));
    }
    refresh();
}

void PickerField::addModels()
{
    for (const ModelEntry &model : session().catalog().models) {
        QStringList keywords{toText(model.id)};
        for (const std::string &alias : model.aliases)
            keywords += toText(alias);
        addEntry(toText(model.name), toText(model.id), toText(model.id),
            keywords.join(QLatin1Char(' ')));
    }
}

TeacherField::TeacherField(Session &session, const Field &field, QWidget *parent)
    : PickerField(session, field, Typing::Search, parent)
{
    addEntry(tr("A copy of the model"), {}, tr("The model learns from what it was."));
    addModels();
    refresh();
}

QString TeacherField::currentId(const Scenario &scenario) const
{
    const ModelEntry *model = session().catalog().findModel(scenario.training.teacher);
    return toText(model ? model->id : scenario.training.teacher);
}

void TeacherField::applyText(const QString &text)
{
    if (const ModelEntry *model = session().catalog().findModel(text.toStdString()))
        apply(Json(model->id));
    else
        applyMeant(text, CatalogKind::Models);
}

ModelField::ModelField(Session &session, const Field &field, QWidget *parent)
    : PickerField(session, field, Typing::Search, parent)
{
    addEntry(tr("Llama-like shape of a size"), {},
        tr("No real model: the proportions of Llama, scaled to the model size."));
    addModels();
    new FitMarks(session, key(), *list());
    refresh();
}

QString ModelField::currentId(const Scenario &scenario) const
{
    if (scenario.model.imported)
        return importedId;
    const ModelEntry *model = session().catalog().findModel(scenario.model.id);
    return toText(model ? model->id : scenario.model.id);
}

void ModelField::applyId(const QString &id)
{
    if (id == importedId)
        return; // it is there already
    if (id.isEmpty()) // the size stays, the shape becomes Llama's
        applyKey("model.parameters", Json(roundedSize(session().scenario(), session().catalog())));
    else
        apply(Json(id.toStdString()));
}

void ModelField::applyText(const QString &text)
{
    if (const ModelEntry *model = session().catalog().findModel(text.toStdString()))
        apply(Json(model->id));
    else
        applyMeant(text, CatalogKind::Models);
}

void ModelField::showScenario(const Scenario &scenario)
{
    const QSignalBlocker blocker(list());
    if (const int old = list()->findData(importedId); old >= 0)
        list()->removeItem(old);
    if (scenario.model.imported) {
        const QString name = toText(scenario.model.imported->name);
        addEntry(name.isEmpty() ? tr("Imported model") : name, importedId,
            tr("Read from a config.json."));
    }
    PickerField::showScenario(scenario);
}

TargetsField::TargetsField(Session &session, const Field &field, QWidget *parent)
    : PickerField(session, field, Typing::Free, parent)
{
    for (const char *targets : {"all-linear", "q_proj,v_proj", "q_proj,k_proj,v_proj,o_proj",
             "gate_proj,up_proj,down_proj"}) {
        const QString text = QString::fromLatin1(targets);
        addEntry(text, text, text);
    }
    refresh();
}

void TargetsField::applyText(const QString &text)
{
    if (isNameList(text))
        apply(Json(withoutSpaces(text)));
    else
        reject(tr("Enter all-linear, or module names with commas between them."));
}

RecomputeField::RecomputeField(Session &session, const Field &field, QWidget *parent)
    : PickerField(session, field, Typing::Free, parent)
{
    for (const char *parts : {"core_attn", "core_attn,layernorm", "mlp", "layernorm,moe_act",
             "layernorm,mla_up_proj,moe_act", "moe"}) {
        const QString text = QString::fromLatin1(parts);
        addEntry(text, text, text);
    }
    refresh();
}

void RecomputeField::applyText(const QString &text)
{
    const std::string list = withoutSpaces(text);
    if (!list.empty() && !unknownPart(list))
        apply(Json(list));
    else
        reject(tr("Enter names such as %1, with commas between them.")
                   .arg(QStringLiteral("core_attn, layernorm, mlp, moe_act")));
}

NamesField::NamesField(Session &session, const Field &field, QWidget *parent,
    const QString &noneHint, const QStringList &lists)
    : PickerField(session, field, Typing::Free, parent)
{
    addEntry(tr("None", "modules"), {}, noneHint);
    for (const QString &names : lists)
        addEntry(names, names, names);
    refresh();
}

void NamesField::applyText(const QString &text)
{
    if (text.isEmpty() || isNameList(text))
        apply(Json(withoutSpaces(text)));
    else
        reject(tr("Enter module names with commas between them, or nothing."));
}

ModulesField::ModulesField(Session &session, const Field &field, QWidget *parent)
    : NamesField(session, field, parent, tr("Nothing but the adapters is trained."),
        {QStringLiteral("embed_tokens"), QStringLiteral("lm_head"),
            QStringLiteral("embed_tokens,lm_head")})
{ }

UnquantizedField::UnquantizedField(Session &session, const Field &field, QWidget *parent)
    : NamesField(session, field, parent, tr("All linear modules are quantised, the head too."),
        {QStringLiteral("lm_head"), QStringLiteral("lm_head,vision_tower,multi_modal_projector"),
            QStringLiteral("lm_head,out_proj")})
{ }

FeedforwardField::FeedforwardField(Session &session, const Field &field, QWidget *parent)
    : PickerField(session, field, Typing::Free, parent)
{
    addEntry(tr("Automatic", "modules"), QStringLiteral("auto"),
        tr("Those that PEFT takes for the model's family."));
    addEntry(
        tr("None", "modules"), QStringLiteral("none"), tr("Of all modules the result is scaled."));
    for (const char *names : {"down_proj", "fc2", "dense_4h_to_h"}) {
        const QString text = QString::fromLatin1(names);
        addEntry(text, text, text);
    }
    refresh();
}

void FeedforwardField::applyText(const QString &text)
{
    if (isNameList(text))
        apply(Json(withoutSpaces(text)));
    else
        reject(tr("Enter auto, none, or module names with commas between them."));
}

FrozenField::FrozenField(Session &session, const Field &field, QWidget *parent)
    : NamesField(session, field, parent, tr("Only layers are frozen, if any."),
        {QStringLiteral("embed_tokens"), QStringLiteral("embed_tokens,norm,lm_head")})
{ }

} // namespace shardscope
