// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/exportchoices.h"

#include "ui/text/names.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace shardscope {

namespace {

bool isPicture(ExportFormat format)
{
    return format != ExportFormat::Csv && format != ExportFormat::Markdown;
}

QString suffixOf(ExportFormat format)
{
    return toText(nameOf(format));
}

} // namespace

bool ExportChoices::hasPicture() const
{
    return std::any_of(formats.begin(), formats.end(), isPicture);
}

QSize ExportChoices::pixels() const
{
    switch (size) {
    case ExportSize::Slide:
        return {1280, 720};
    case ExportSize::A4TextWidth:
        return {643, 482}; // 170 mm between margins of 20 mm
    case ExportSize::Square:
        return {800, 800};
    case ExportSize::Custom:
        return customSize;
    }
    return customSize;
}

ExportOptions ExportChoices::optionsFor(const QString &path) const
{
    return {.path = path,
        .chart = chart,
        .size = pixels(),
        .scale = static_cast<double>(scale),
        .theme = theme,
        .carriesScenario = carriesScenario,
        .title = title,
        .caption = caption,
        .date = today()};
}

QString exportPath(const QString &documentPath, const ExportChoices &choices)
{
    const QFileInfo document(documentPath);
    QString name = document.completeBaseName();
    const bool isOfChart = choices.hasPicture()
        || (choices.has(ExportFormat::Csv)
            && (choices.chart == ChartKind::Timeline || choices.chart == ChartKind::Sweep));
    if (isOfChart)
        name += QLatin1Char('-') + toText(nameOf(choices.chart));
    if (!choices.formats.empty())
        name += QLatin1Char('.') + suffixOf(*choices.formats.begin());
    return document.dir().filePath(name);
}

QStringList exportPaths(const QString &path, const ExportChoices &choices)
{
    if (choices.formats.size() == 1)
        return {path};
    const QFileInfo file(path);
    const auto known = fromName<ExportFormat>(file.suffix().toLower().toStdString());
    const QString base = known ? path.chopped(file.suffix().size() + 1) : path;
    QStringList paths;
    for (const ExportFormat format : choices.formats)
        paths += base + QLatin1Char('.') + suffixOf(format);
    return paths;
}

} // namespace shardscope
