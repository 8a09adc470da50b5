// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/paletteentries.h"

#include "ui/dialogs/shortcutsdialog.h"
#include "ui/fields/quantitytext.h"
#include "ui/palette/fuzzymatch.h"
#include "ui/panels/inputs.h"
#include "ui/panels/parameterpanel.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QPointer>

namespace shardscope {

namespace {

struct Palette
{
    Q_DECLARE_TR_FUNCTIONS(Palette)
};

QString pairText(const QString &name, const QString &value)
{
    return Palette::tr("%1: %2", "input, value").arg(name, value);
}

std::function<void()> settingOf(Session &session, std::string_view key, const Json &value)
{
    return [&session, key, value] {
        Scenario scenario = session.scenario();
        if (setKey(scenario, *findKey(key), value))
            session.editAtOnce(inputLabel(key), QStringLiteral("palette"), scenario);
    };
}

bool stands(const Session &session, std::string_view key, const Json &value)
{
    const std::optional<Json> present = findKey(key)->get(session.scenario());
    return present && *present == value;
}

/// A value that is a word.
PaletteEntry wordEntry(
    Session &session, std::string_view key, const std::string &word, const QString &name)
{
    const QString id = QStringLiteral("%1=%2").arg(toText(key), toText(word));
    return {.id = id,
        .section = PaletteSection::Choices,
        .text = pairText(inputLabel(key), name),
        .detail
        = stands(session, key, Json(word)) ? Palette::tr("now", "the present value") : QString(),
        .keywords = id,
        .run = settingOf(session, key, Json(word))};
}

void addActions(QList<PaletteEntry> &entries, const QList<QAction *> &actions,
    const QString &menu = {}, PaletteSection section = PaletteSection::Actions)
{
    for (QAction *action : actions) {
        const bool isNote = !menu.isEmpty() && !action->isEnabled(); // "No files yet"
        if (action->isSeparator() || !action->isVisible() || isNote)
            continue;
        QString text = withoutMnemonic(action->text());
        text.remove(QStringLiteral("...")).remove(QChar(0x2026));
        if (QMenu *submenu = action->menu()) {
            emit submenu->aboutToShow(); // some are filled only now
            const bool isExamples = submenu->objectName() == QStringLiteral("examples");
            addActions(entries, submenu->actions(), text,
                isExamples ? PaletteSection::Examples : PaletteSection::Actions);
            continue;
        }
        const QString name = menu.isEmpty() ? text : pairText(menu, text);
        const QString id = action->objectName();
        entries += {.id = id.isEmpty() ? QStringLiteral("action:") + name : id,
            .section = section,
            .text = name,
            .detail = action->shortcut().toString(QKeySequence::NativeText),
            .isEnabled = action->isEnabled(),
            .run = [target = QPointer<QAction>(action)] {
                if (target)
                    target->trigger();
            }};
    }
}

QString presentText(const Field &field, const Session &session)
{
    const Key &key = *findKey(field.key);
    if (missingFor(field, session.scenario()))
        return Palette::tr("not used", "an input that others rule out");
    const std::optional<Json> value = key.get(session.scenario());
    if (field.shown)
        return spokenQuantity(key, field.shown(session.scenario(), session.catalog()));
    if (!value)
        return {};
    if (value->number())
        return spokenQuantity(key, *value->number());
    const std::string *word = value->string();
    return word ? choiceName(field, toText(*word)) : QString();
}

PaletteEntry inputEntry(const Field &field, const PaletteSources &sources)
{
    const QString key = toText(field.key);
    return {.id = QStringLiteral("input:") + key,
        .section = PaletteSection::Inputs,
        .text = withoutMnemonic(field.label),
        .detail = presentText(field, sources.session),
        .keywords = key,
        .run = [&inputs = sources.inputs, key] { inputs.focusControl(key); }};
}

void addInputs(QList<PaletteEntry> &entries, const PaletteSources &sources)
{
    for (const InputGroup &group : inputGroups()) {
        for (const Field &field : group.fields) {
            entries += inputEntry(field, sources);
            const Key &key = *findKey(field.key);
            for (std::size_t i = 0; i < key.choices.size(); ++i)
                entries += wordEntry(
                    sources.session, field.key, std::string(key.choices[i]), field.choices.name(i));
        }
    }
}

void addCatalogue(QList<PaletteEntry> &entries, Session &session)
{
    const auto add = [&](PaletteSection section, std::string_view key, const std::string &id,
                         const std::string &name, const std::vector<std::string> &aliases) {
        PaletteEntry entry = wordEntry(session, key, id, toText(name));
        entry.section = section;
        for (const std::string &alias : aliases)
            entry.keywords += QLatin1Char(' ') + toText(alias);
        entries += entry;
    };
    for (const ModelEntry &model : session.catalog().models)
        add(PaletteSection::Models, "model.id", model.id, model.name, model.aliases);
    for (const GpuSpec &gpu : session.catalog().gpus) {
        std::vector<std::string> names{gpu.name};
        names.insert(names.end(), gpu.aliases.begin(), gpu.aliases.end());
        add(PaletteSection::Gpus, "hardware.gpu", gpu.id, gpu.label, names);
    }
    for (const LinkSpec &link : session.catalog().links)
        add(PaletteSection::Gpus, "hardware.link", link.id, link.name, link.aliases);
}

PaletteEntry offerOf(
    const Field &field, const Key &key, const QuantityReading &reading, Session &session)
{
    PaletteEntry entry{.id = QStringLiteral("input:") + toText(field.key),
        .section = PaletteSection::Values,
        .text = withoutMnemonic(field.label),
        .detail = reading.hint,
        .keywords = toText(field.key),
        .isEnabled = reading.value.has_value()};
    if (reading.value) {
        entry.text = pairText(entry.text, spokenQuantity(key, *reading.value));
        const QString present = presentText(field, session);
        const bool isValue = !present.isEmpty() && !missingFor(field, session.scenario());
        entry.detail = isValue ? Palette::tr("now %1", "the present value").arg(present) : present;
        entry.run = settingOf(session, field.key, Json(*reading.value));
    }
    return entry;
}

} // namespace

QList<PaletteEntry> paletteEntries(const PaletteSources &sources)
{
    QList<PaletteEntry> entries;
    addActions(entries, actionsOf(sources.menus));
    addInputs(entries, sources);
    addCatalogue(entries, sources.session);
    return entries;
}

void addValueOffers(PaletteQuery &query, Session &session)
{
    QString text = query.text;
    QStringList words = text.replace(QLatin1Char('='), QLatin1Char(' '))
                            .split(QLatin1Char(' '), Qt::SkipEmptyParts);
    // A value begins with a digit; behind it there may be the unit.
    const auto isValue = [](const QString &word) {
        const qsizetype sign = word.size() > 1 && !word[0].isLetterOrNumber() ? 1 : 0;
        return word[sign].isDigit();
    };
    const auto from = std::find_if(words.rbegin(), words.rend(), isValue);
    const auto count = words.rend() - from; // of the words up to the value
    if (from == words.rend() || count < 2)
        return;
    query.offerQuery = words.mid(0, count - 1).join(QLatin1Char(' '));
    const QString value = words.mid(count - 1).join(QLatin1Char(' '));
    for (const InputGroup &group : inputGroups()) {
        for (const Field &field : group.fields) {
            const Key &key = *findKey(field.key);
            // By its name: the unit that is said with a value has words of its own.
            if (key.isNumeric()
                && fuzzyMatchWords(
                    query.offerQuery, withoutMnemonic(field.label), toText(field.key)))
                query.offers += offerOf(field, key, readQuantity(key, value), session);
        }
    }
}

} // namespace shardscope
