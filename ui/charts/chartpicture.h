// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartscene.h"
#include "ui/charts/drawing.h"
#include "ui/charts/sweepmap.h"

#include <QImage>
#include <QSize>

class QPaintDevice;

namespace shardscope {

/// A chart for paper and slides: title above, caption below, nothing of the mouse and keyboard.
struct ChartPicture
{
    ChartContent content{};
    QSize size{1280, 720};
    QString caption{};
    std::optional<SweepMap> sweep{}; ///< in place of bars
    std::shared_ptr<const Drawing> drawing{}; ///< in place of them, too
};

/// Paints onto any device of 96 dots per inch: text stays text and fills stay shapes.
void paintPicture(QPaintDevice &device, const ChartPicture &picture);

/// `scale` pixels for each of `size`; carries the physical size that belongs to it.
QImage pictureImage(const ChartPicture &picture, double scale);

} // namespace shardscope
