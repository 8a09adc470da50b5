// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/arrangement.h"

#include "ui/palette/fuzzymatch.h"
#include "ui/text/translated.h"

#include <algorithm>
#include <array>
#include <vector>

namespace shardscope {

namespace {

constexpr std::size_t mostInSection = 8;
constexpr int recentBonus = 4;

struct Found
{
    PaletteRow row{};
    int score = 0;
};

void addFound(std::vector<Found> &all, const QList<PaletteEntry> &entries, const QString &words,
    const QStringList &recent)
{
    for (const PaletteEntry &entry : entries) {
        const auto match = fuzzyMatchWords(words, entry.text, entry.keywords);
        if (!match)
            continue;
        const int bonus = recent.contains(entry.id) ? recentBonus : 0;
        all.push_back(
            {.row = {.entry = entry, .marked = match->positions}, .score = match->score + bonus});
    }
}

/// The better ones; between equals the shorter, of which more was typed.
void sortAndCut(std::vector<Found> &all)
{
    std::stable_sort(all.begin(), all.end(), [](const Found &a, const Found &b) {
        return a.score != b.score ? a.score > b.score
                                  : a.row.entry.text.size() < b.row.entry.text.size();
    });
    // Letters strewn over a text are found nearly everywhere, and meant nowhere.
    const auto poor = std::find_if(all.begin(), all.end(),
        [&](const Found &found) { return found.score * 2 < all.front().score; });
    all.erase(poor, all.end());
}

void addSection(QList<PaletteRow> &rows, PaletteSection section, const QList<PaletteRow> &found)
{
    if (found.isEmpty())
        return;
    rows += {.entry = {.section = section, .text = sectionName(section), .isEnabled = false},
        .isHeading = true};
    rows += found;
}

QList<PaletteRow> rowsWithoutQuery(const QList<PaletteEntry> &entries, const QStringList &recent)
{
    QList<PaletteRow> rows;
    QList<PaletteRow> used;
    for (const QString &id : recent) {
        for (const PaletteEntry &entry : entries) {
            if (entry.id == id)
                used += {.entry = entry};
        }
    }
    addSection(rows, PaletteSection::Recent, used);
    for (const PaletteSection section : {PaletteSection::Actions, PaletteSection::Inputs}) {
        QList<PaletteRow> all;
        for (const PaletteEntry &entry : entries) {
            if (entry.section == section)
                all += {.entry = entry};
        }
        addSection(rows, section, all);
    }
    return rows;
}

} // namespace

QString sectionName(PaletteSection section)
{
    constexpr std::array names{english("Sections", "Used last"), english("Sections", "Set to"),
        english("Sections", "Actions"), english("Sections", "Inputs"),
        english("Sections", "Choices"), english("Sections", "Models"),
        english("Sections", "GPUs and links"), english("Sections", "Examples")};
    return translated(names[static_cast<std::size_t>(section)]);
}

QList<PaletteRow> arranged(const QList<PaletteEntry> &entries, const PaletteQuery &query)
{
    if (query.text.trimmed().isEmpty())
        return rowsWithoutQuery(entries, query.recent);
    std::vector<Found> all;
    std::vector<Found> offers;
    addFound(all, entries, query.text, query.recent);
    addFound(offers, query.offers, query.offerQuery, query.recent);
    sortAndCut(all);
    sortAndCut(offers);
    // A value was typed: what it can be set to comes first.
    all.insert(all.begin(), offers.begin(), offers.end());

    std::vector<PaletteSection> order;
    for (const Found &found : all) {
        if (std::find(order.begin(), order.end(), found.row.entry.section) == order.end())
            order.push_back(found.row.entry.section);
    }
    QList<PaletteRow> rows;
    for (const PaletteSection section : order) {
        QList<PaletteRow> best;
        for (const Found &found : all) {
            if (found.row.entry.section == section
                && static_cast<std::size_t>(best.size()) < mostInSection)
                best += found.row;
        }
        addSection(rows, section, best);
    }
    return rows;
}

} // namespace shardscope
