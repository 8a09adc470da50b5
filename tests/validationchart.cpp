// SPDX-License-Identifier: GPL-3.0-or-later
// Draws predicted against measured memory for the documentation:
// shardscope_validation_chart FOLDER CASES.json...
#include "resources/catalogs.h"
#include "resources/readfile.h"
#include "tools/validate/casereader.h"
#include "tools/validate/validation.h"
#include "ui/charts/agreementchart.h"

#include <QApplication>
#include <QDir>
#include <QFile>

#include <algorithm>
#include <array>
#include <cstdio>

using namespace shardscope;

namespace {

struct Kind
{
    const char *label;
    std::array<std::string_view, 2> metrics;
    std::string_view format{}; ///< empty: any
};
constexpr std::array<Kind, 4> kinds{{
    {"tensors of a Hugging Face step", {"peak_bytes", ""}, "steps"},
    {"tensors of a DeepSpeed step", {"peak_bytes", ""}, "deepspeed"},
    {"a GPU: allocated or reserved", {"allocated", "reserved"}},
    {"a GPU: nvidia-smi", {"nvidia_smi", "nvidia_smi_delta"}},
}};

bool isOf(const Kind &kind, const Comparison &comparison)
{
    const bool isMetric = std::find(kind.metrics.begin(), kind.metrics.end(), comparison.metric)
        != kind.metrics.end();
    const Tag tag("format", kind.format);
    return isMetric
        && (kind.format.empty()
            || std::find(comparison.tags.begin(), comparison.tags.end(), tag)
                != comparison.tags.end());
}

AgreementChart chartOf(const std::vector<Comparison> &comparisons)
{
    AgreementChart chart{
        .title = "Peak memory of one GPU", .xLabel = "measured, GiB", .yLabel = "predicted, GiB"};
    for (const Kind &kind : kinds) {
        AgreementChart::Group group{.label = kind.label};
        for (const Comparison &comparison : comparisons) {
            if (isOf(kind, comparison))
                group.points.emplace_back(comparison.measured / GiB, comparison.predicted / GiB);
        }
        chart.groups.push_back(std::move(group));
    }
    return chart;
}

std::vector<Comparison> comparisonsOf(const QStringList &files)
{
    std::vector<Case> all;
    for (const QString &file : files) {
        const Result<std::string> text = readFile(file.toStdString());
        Result<std::vector<Case>> cases = text ? readCases(*text) : text.error();
        if (!cases) {
            std::fprintf(stderr, "%s: %s\n", qPrintable(file), describe(cases.error()).c_str());
            std::exit(2);
        }
        std::move(cases->begin(), cases->end(), std::back_inserter(all));
    }
    return validate(all, builtInCatalog()).comparisons;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const QStringList words = QApplication::arguments();
    if (words.size() < 3) {
        std::fputs("usage: shardscope_validation_chart FOLDER CASES.json...\n", stderr);
        return 1;
    }
    const AgreementChart chart = chartOf(comparisonsOf(words.mid(2)));
    for (const ChartThemeKind kind : {ChartThemeKind::Light, ChartThemeKind::Dark}) {
        const std::string name = "validation-" + std::string(nameOf(kind)) + ".svg";
        QFile file(QDir(words[1]).filePath(QString::fromStdString(name)));
        const QByteArray svg
            = agreementSvg(chart, {720, 720}, chartTheme(kind, QFont("DejaVu Sans", 10)));
        if (!file.open(QIODevice::WriteOnly) || file.write(svg) != svg.size()) {
            std::fprintf(stderr, "%s cannot be written\n", qPrintable(file.fileName()));
            return 2;
        }
    }
    return 0;
}
