// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace shardscope {

class DrawingView;

/// Makes drawings speak to assistive technology: the summary, and one child for each place. Calling
/// it again does nothing.
void installDrawingAccessibility();

/// The places are others now.
void forgetDrawingPlaces(DrawingView &view);
/// The keyboard has come to a place.
void announceDrawingPlace(DrawingView &view, int place);

} // namespace shardscope
