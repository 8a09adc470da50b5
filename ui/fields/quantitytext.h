// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/keys.h"

#include <QString>

#include <optional>

namespace shardscope {

// Numbers of inputs to text and back, in the default QLocale.

/// As short as it can be said without loss: "7 B", "8,030,261,248", "4,096", "0.05".
QString quantityText(const Key &key, double value);
/// With its unit, as it is read out: "4,096 tokens".
QString spokenQuantity(const Key &key, double value);
/// Meaning, unit and range of an input: tool tip and accessible description.
QString keyDescription(const Key &key);

/// What a typed text came to.
struct QuantityReading
{
    std::optional<double> value{}; ///< nothing where the key does not allow it
    QString
        hint{}; ///< with a value: how it was understood, if that is not plain; else what to type
};

/// Locale numbers first, then "70B", "32k", "8*1024", each with or without the unit.
QuantityReading readQuantity(const Key &key, const QString &text);

} // namespace shardscope
