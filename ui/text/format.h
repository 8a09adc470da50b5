// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"

#include <QString>

namespace shardscope {

// The one place where quantities become text for people, in the default QLocale.
// Memory in GiB, traffic in GB, bandwidth in GB/s.

QString formatAmount(const Amount &amount);
/// Three significant digits, but never fewer than the whole number: 0.42, 7.25, 38.3, 1284.
QString formatSignificant(double value);
QString formatMemory(Bytes bytes); ///< "38.3 GiB"
QString formatDecimalMemory(Bytes bytes); ///< "17.5 GB": the worksheet's unit
QString formatTraffic(Bytes bytes); ///< "28.1 GB"
QString formatExactBytes(Bytes bytes); ///< "41,124,003,840 bytes"
QString formatBandwidth(BytesPerSecond rate); ///< "361 GB/s"
QString formatSeconds(Seconds time); ///< "1.24 s", "38 ms"
QString formatWhole(double value); ///< "8,192"
QString formatParameters(double count); ///< "8.03 B", "135 M"
QString formatPercent(double share); ///< 0.425 -> "42.5 %"
/// Numbers, units and formulas are read from left to right, in a language that is not, too.
QString leftToRight(QString text);
/// An amount without sign, with that of `value`: "+1.20 GiB", "−3.40 GiB"; none where it is 0.
QString withSign(double value, const QString &amount);
/// Core's "8,192 tokens x 0.5 B" with the words, digits and separators of the language.
QString formatFormula(const QString &formula);
/// A value on a chart, without unit: as many digits as tell the values of an axis up to `largest`
/// apart.
QString formatAxis(double value, double largest);

} // namespace shardscope
