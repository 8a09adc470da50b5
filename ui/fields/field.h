// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/scenario/scenario.h"
#include "ui/fields/scale.h"

#include <QString>

#include <functional>
#include <string_view>

class QWidget;

namespace shardscope {

class FieldRow;
class Session;
struct Field;

/// Display names and tool tips of an enumeration, by the number of the choice.
struct ChoiceTexts
{
    QString (*name)(std::size_t) = nullptr;
    QString (*hint)(std::size_t) = nullptr;
};

/// One input on the screen. Range, unit, meaning and choices come from the key table; here stands
/// only what is about the screen.
struct Field
{
    std::string_view key;
    QString label{}; ///< with mnemonic
    /// Makes the kind of row that this input wants.
    FieldRow *(*make)(Session &, const Field &, QWidget *parent) = nullptr;
    std::function<Scale(const Scenario &)> scale{}; ///< empty: it has none
    bool hasSlider = false;
    bool isOpenAtZero = false; ///< 0 is shown as an empty field: nothing has been said
    ChoiceTexts choices{};
    /// A line under the row.
    QString (*note)(const Scenario &, const Catalog &) = nullptr;
    /// Where the number shown is not the one in the scenario.
    double (*shown)(const Scenario &, const Catalog &) = nullptr;
    /// Whether it differs from the default; null: compares the key's value.
    bool (*isChanged)(const Scenario &) = nullptr;
};

/// What people call one of its choices; the word itself where it is none.
QString choiceName(const Field &field, const QString &word);
/// Whether the input differs from the default.
bool isChanged(const Field &field, const Scenario &scenario);
/// Whether its label, key, meaning or unit hold the words.
bool matches(const Field &field, const QString &words);

} // namespace shardscope
