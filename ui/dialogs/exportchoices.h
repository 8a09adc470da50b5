// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/files/exporter.h"

#include <QStringList>

#include <set>

namespace shardscope {

enum class ExportFormat { Png, Svg, Pdf, Csv, Markdown };
/// Also the suffixes of the files.
template <>
inline constexpr std::array<std::string_view, 5> namesOf<ExportFormat>{
    "png", "svg", "pdf", "csv", "md"};

enum class ExportSize { Slide, A4TextWidth, Square, Custom };
template <>
inline constexpr std::array<std::string_view, 4> namesOf<ExportSize>{
    "slide", "a4-text-width", "square", "custom"};

/// What the user chose in the export dialog, without the place.
struct ExportChoices
{
    // As the exporter checks them.
    static constexpr int SmallestSide = 200;
    static constexpr int LargestSide = 8000;
    static constexpr int LargestScale = 4;

    ChartKind chart = ChartKind::Memory;
    std::set<ExportFormat> formats{ExportFormat::Png}; ///< a file for each
    QString title{}; ///< empty: the chart's own; not remembered beyond the dialog, like the caption
    QString caption{}; ///< empty: verdict, assumptions and origin
    ExportSize size = ExportSize::Slide;
    QSize customSize{1280, 720};
    int scale = 2; ///< PNG only
    ChartThemeKind theme = ChartThemeKind::Print;
    bool carriesScenario = true;

    bool has(ExportFormat format) const { return formats.contains(format); }
    bool hasPicture() const;
    /// Pixels of 1/96 inch.
    QSize pixels() const;
    ExportOptions optionsFor(const QString &path) const;

    bool operator==(const ExportChoices &) const = default;
};

/// A name beside the document: "runs/llama.shardscope" -> "runs/llama-memory.png", for the first of
/// several formats.
QString exportPath(const QString &documentPath, const ExportChoices &choices);
/// The files that are written when the user asks for `path`: it alone for one format, else one of
/// its name for each.
QStringList exportPaths(const QString &path, const ExportChoices &choices);

} // namespace shardscope
