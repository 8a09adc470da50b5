// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/importtext.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr std::array lists{
    ImportList{"taken", english("import", "Taken"), &ImportReport::taken},
    ImportList{"assumed", english("import", "Assumed"), &ImportReport::assumed},
    ImportList{"without_effect", english("import", "No effect on memory or traffic"),
        &ImportReport::withoutEffect},
    ImportList{"not_understood", english("import", "Not understood"), &ImportReport::notUnderstood},
};

std::string said(const ImportRow &row)
{
    return row.key.empty() ? std::string() : row.key + ": " + row.value;
}

std::string reached(const ImportRow &row)
{
    return row.input.empty() ? std::string() : row.input + " = " + row.taken;
}

std::string placeOf(const ImportRow &row)
{
    return row.line > 0 ? row.file + ":" + std::to_string(row.line) : row.file;
}

/// A line for a contradiction, and one for each saying of it.
std::vector<std::vector<std::string>> contradictionRows(const Contradiction &contradiction)
{
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < contradiction.sayings.size(); ++i) {
        const ImportRow &row = contradiction.sayings[i];
        rows.push_back({placeOf(row), said(row), contradiction.input,
            englishText(i == contradiction.chosen ? Phrase(english("import", "Holds."))
                                                  : Phrase(english("import", "Given up.")))});
    }
    return rows;
}

std::string block(Text title, std::vector<std::vector<std::string>> rows)
{
    if (rows.empty())
        return {};
    const TextTable table{
        .columns = {{"file"}, {"key"}, {"input"}, {"remark"}}, .rows = std::move(rows)};
    return std::string(title) + "\n" + renderTable(table, TableFormat::Text) + "\n";
}

Json rowToJson(const ImportRow &row)
{
    Json json;
    json["file"] = Json(row.file);
    json["line"] = Json(row.line);
    json["key"] = Json(row.key);
    json["value"] = Json(row.value);
    json["input"] = Json(row.input);
    json["taken"] = Json(row.taken);
    json["remark"] = Json(englishText(row.why));
    return json;
}

Json contradictionToJson(const Contradiction &contradiction)
{
    Json json;
    json["input"] = Json(contradiction.input);
    json["chosen"] = Json(static_cast<double>(contradiction.chosen));
    json["sayings"] = Json::list(contradiction.sayings, rowToJson);
    return json;
}

bool isSaid(const ImportRow &row)
{
    return !row.key.empty();
}

} // namespace

std::span<const ImportList> importLists()
{
    return lists;
}

std::string importPlace(const ImportRow &row)
{
    const std::string place = placeOf(row);
    return place + (place.empty() || !isSaid(row) ? "" : ": ") + said(row);
}

std::string importToText(const ImportedRun &run)
{
    std::string text;
    for (const ImportList &list : lists) {
        std::vector<std::vector<std::string>> rows;
        for (const ImportRow &row : run.report.*list.rows)
            rows.push_back({placeOf(row), said(row), reached(row), englishText(row.why)});
        text += block(list.title, std::move(rows));
        if (list.rows != &ImportReport::assumed)
            continue;
        std::vector<std::vector<std::string>> sayings;
        for (const Contradiction &each : run.report.contradicting) {
            for (std::vector<std::string> &row : contradictionRows(each))
                sayings.push_back(std::move(row));
        }
        text += block(contradictingTitle, std::move(sayings));
    }
    if (!text.empty())
        text.pop_back(); // the last empty line
    return text;
}

Json importToJson(const ImportedRun &run)
{
    Json json;
    json["schema"] = Json(ReportSchema);
    json["files"] = Json::list(run.files, [](const RunFile &file) { return Json(file.name); });
    for (const ImportList &list : lists)
        json[list.id] = Json::list(run.report.*list.rows, rowToJson);
    json["contradicting"] = Json::list(run.report.contradicting, contradictionToJson);
    json["problems"]
        = Json::list(run.problems, [](const Error &error) { return Json(describe(error)); });
    return json;
}

std::vector<std::string> importNotes(const ImportedRun &run)
{
    std::vector<std::string> notes;
    const auto note = [&notes](const std::string &place, const Phrase &what) {
        notes.push_back(place + ": " + englishText(what));
    };
    for (const Contradiction &each : run.report.contradicting) {
        const ImportRow &holds = each.sayings[each.chosen];
        for (std::size_t i = 0; i < each.sayings.size(); ++i) {
            if (i != each.chosen)
                note(importPlace(each.sayings[i]),
                    {english("import", "given up for %1"), {importPlace(holds)}});
        }
    }
    std::size_t assumed = 0;
    for (const ImportRow &row : run.report.assumed) {
        if (isSaid(row) && row.input.empty())
            note(importPlace(row), row.why);
        else if (row.input == "parallel.gpus" || row.input == "model.id")
            note(reached(row), row.why); // all else depends on them
        else
            ++assumed;
    }
    constexpr std::size_t most = 20; // a line each
    const std::vector<ImportRow> &unclear = run.report.notUnderstood;
    for (std::size_t i = 0; i < std::min(most, unclear.size()); ++i)
        note(importPlace(unclear[i]),
            unclear[i].why.isEmpty() ? Phrase(english("import", "not understood"))
                                     : unclear[i].why);
    if (unclear.size() > most)
        notes.push_back(englishText({english("import",
                                         "%1 more keys are not understood: shardscope-cli import "
                                         "lists them"),
            {Amount::whole(static_cast<double>(unclear.size() - most))}}));
    if (assumed > 0)
        notes.push_back(englishText({english("import",
                                         "%1 inputs are not said by any file and were assumed: "
                                         "shardscope-cli import lists them"),
            {Amount::whole(static_cast<double>(assumed))}}));
    return notes;
}

} // namespace shardscope
