// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/exportchoices.h"

#include "ui/text/names.h"

#include <QDir>
#include <QFileInfo>

namespace shardscope {

bool ExportChoices::isPicture() const
{
    return format != ExportFormat::Csv && format != ExportFormat::Markdown;
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
        .carriesScenario = carriesScenario};
}

QString exportPath(const QString &documentPath, const ExportChoices &choices)
{
    const QFileInfo document(documentPath);
    QString name = document.completeBaseName();
    const bool isOfChart = choices.isPicture()
        || (choices.format == ExportFormat::Csv
            && (choices.chart == ChartKind::Timeline || choices.chart == ChartKind::Sweep));
    if (isOfChart)
        name += QLatin1Char('-') + toText(nameOf(choices.chart));
    name += QLatin1Char('.') + toText(nameOf(choices.format));
    return document.dir().filePath(name);
}

} // namespace shardscope
