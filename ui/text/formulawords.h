// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace shardscope {

/// A formula of core's with its words in the user's language; numbers, units and names stay.
QString translatedFormula(const QString &formula);

/// What is left of a formula without the words that translators know: numbers, signs and units,
/// unless core has got a word that stands in no list.
QString withoutFormulaWords(const QString &formula);

} // namespace shardscope
