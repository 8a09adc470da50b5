// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/inputtext.h"

#include "ui/fields/quantitytext.h"
#include "ui/panels/inputs.h"
#include "ui/text/names.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

class InputText
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::InputText)
};

constexpr qsizetype MostWords = 2; ///< differences that a name has room for

QString catalogName(const Key &key, const std::string &id, const Catalog &catalog)
{
    if (key.id == "model.id" || key.id == "training.teacher") {
        if (const ModelEntry *model = catalog.findModel(id))
            return toText(model->name);
    }
    if (key.id == "hardware.gpu")
        return translated(Named{Named::What::Gpu, id}, &catalog);
    if (key.id == "hardware.link")
        return translated(Named{Named::What::Link, id}, &catalog);
    return toText(id);
}

QString numberText(const Key &key, double value)
{
    const bool isEstimated = key.minimum == Hardware::asEstimated && value == Hardware::asEstimated;
    return isEstimated ? InputText::tr("as estimated", "value of an input")
                       : quantityText(key, value);
}

/// Whose values say by themselves what they are values of.
bool speaksForItself(const Key &key)
{
    constexpr std::array<std::string_view, 4> ids{
        "parallel.strategy", "model.id", "hardware.gpu", "estimator"};
    return std::find(ids.begin(), ids.end(), key.id) != ids.end();
}

QString placeName(const Parallel &parallel)
{
    return InputText::tr("%1, %n GPU(s)", "strategy", parallel.gpus)
        .arg(displayName(parallel.strategy));
}

QString particular(const Key &key, const Scenario &scenario, const Catalog &catalog)
{
    if (key.id == "model.config")
        return scenario.model.imported ? toText(scenario.model.imported->name) : QString();
    const QString value = inputValue(key, key.get(scenario), catalog);
    return speaksForItself(key)
        ? value
        : InputText::tr("%1 %2", "input, its value").arg(inputLabel(key.id), value);
}

/// In what the scenario differs from any of the others, in the order of the key table.
QStringList particulars(const Scenario &scenario, const Compared &others, const Catalog &catalog)
{
    QStringList words;
    for (const PinnedPlan &other : others.pins) {
        for (const InputDifference &one : inputDifferences(other.scenario(), scenario)) {
            if (one.key->id == "parallel.strategy" || one.key->id == "parallel.gpus")
                continue;
            const QString word = particular(*one.key, scenario, catalog);
            if (!word.isEmpty() && !words.contains(word) && words.size() < MostWords)
                words += word;
        }
    }
    return words;
}

} // namespace

QString inputValue(const Key &key, const std::optional<Json> &value, const Catalog &catalog)
{
    if (!value)
        return InputText::tr("not set", "value of an input");
    if (const double *number = value->number())
        return numberText(key, *number);
    const std::string *word = value->string();
    if (!word)
        return InputText::tr("imported", "value of an input: a model from a file");
    return key.kind == KeyKind::Choice ? inputChoiceName(key.id, *word)
                                       : catalogName(key, *word, catalog);
}

QString inputChange(const InputDifference &change, const Catalog &catalog)
{
    const QString after = inputValue(*change.key, change.after, catalog);
    const QString label = inputLabel(change.key->id);
    if (!change.before) // what was chosen in another way before
        return InputText::tr("%1 %2", "input, its value").arg(label, after);
    const QString values = InputText::tr("%1 to %2", "value before, value after")
                               .arg(inputValue(*change.key, change.before, catalog), after);
    return speaksForItself(*change.key)
        ? values
        : InputText::tr("%1 %2", "input, its value").arg(label, values);
}

QStringList inputChanges(const Scenario &before, const KeyValues &settings, const Catalog &catalog)
{
    const Result<Scenario> after = applied(before, settings);
    if (!after)
        return {};
    QStringList changes;
    for (const InputDifference &one : inputDifferences(before, *after))
        changes += inputChange(one, catalog);
    return changes;
}

QString pinName(const Scenario &scenario, const Compared &others, const Catalog &catalog)
{
    QStringList words{placeName(scenario.parallel)};
    words += particulars(scenario, others, catalog);
    const QString name = words.join(QStringLiteral(", "));
    const auto isTaken = [&others](const QString &text) {
        return std::any_of(others.pins.begin(), others.pins.end(),
            [&text](const PinnedPlan &pin) { return pin.name == text; });
    };
    QString unique = name;
    for (int number = 2; isTaken(unique); ++number)
        unique = QStringLiteral("%1 (%2)").arg(name).arg(number);
    return unique;
}

} // namespace shardscope
