// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/passcolour.h"

namespace shardscope {

namespace {

int styleOf(Pass pass, BackwardPart part)
{
    switch (pass) {
    case Pass::Forward:
        return 0;
    case Pass::Backward:
        return part == BackwardPart::Weights ? 2 : 5;
    case Pass::Update:
        break;
    }
    return 10; // grey
}

} // namespace

QColor passColour(Pass pass, BackwardPart part, int chunk, int chunks)
{
    constexpr double palest = 0.65;
    const double share = chunks > 1 ? palest * chunk / (chunks - 1) : 0;
    const auto mixed = [share](int shade) { return qRound(shade + share * (255 - shade)); };
    const QColor colour = chartFill(styleOf(pass, part)).colour;
    return {mixed(colour.red()), mixed(colour.green()), mixed(colour.blue())};
}

ChartFill passFill(const PassWork &work, int chunk, int chunks)
{
    const bool isWeights = work.part == BackwardPart::Weights;
    const Qt::BrushStyle pattern = work.pass == Pass::Update ? Qt::DiagCrossPattern
        : isWeights                                          ? Qt::VerPattern
        : work.pass == Pass::Backward                        ? Qt::FDiagPattern
                                                             : Qt::NoBrush;
    return {passColour(work.pass, work.part, chunk, chunks), pattern};
}

} // namespace shardscope
