// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"

#include <string>
#include <string_view>

namespace shardscope {

/// A scenario as text that survives a chat, a slide and a QR code:
///
///     shardscope:1/model.id=meta-llama/Llama-3.1-8B;parallel.gpus=16;...#1a2b3c4d
///
/// Every input that differs from a new scenario, as `--set` takes it, with what would end it in a
/// chat percent-encoded, and a CRC-32 of what stands between the scheme and the '#', so that a code
/// that was cut short or mistyped is not taken for another.
std::string shareCode(const Scenario &scenario);

/// Whether it begins like a code: spaces and line breaks around it do not count, nor whether the
/// scheme is in small letters.
bool isShareCode(std::string_view text);

/// Spaces and line breaks that a mail put into it are let pass.
/// Errors: BrokenCode (cut short or mistyped), UnsupportedVersion, UnknownField, as setKeyText.
Result<ScenarioDocument> readShareCode(std::string_view text);

} // namespace shardscope
