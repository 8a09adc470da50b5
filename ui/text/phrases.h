// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace shardscope {

/// What core says in English about a value, in the user's language: "a whole number from 1 to 8".
/// Unknown phrases stay as they are: a reason in English is better than none.
QString translatedPhrase(std::string_view english);

} // namespace shardscope
