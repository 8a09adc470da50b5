// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace shardscope {

/// Exported pictures carry the scenario they show, so that opening one restores it:
/// PNG in an uncompressed iTXt chunk named "shardscope", SVG in <metadata>, PDF in its XMP packet.
enum class PictureFormat { Png, Svg, Pdf };

/// The format by the first bytes; nothing where it is none of the three.
std::optional<PictureFormat> pictureFormat(std::string_view bytes);

/// The picture with `scenario` (the text of a scenario file) put into it. PNG and SVG only:
/// a PDF gets its packet (`xmpPacket`) from whoever writes it. Anything else comes back as it was.
std::string withScenario(std::string picture, std::string_view scenario);

/// An XMP packet that carries `scenario` and names the program as creator.
std::string xmpPacket(std::string_view scenario, std::string_view title);

/// The scenario text that a picture carries. Errors: NoScenario, Unreadable (a broken PNG).
Result<std::string> scenarioIn(std::string_view picture);

} // namespace shardscope
