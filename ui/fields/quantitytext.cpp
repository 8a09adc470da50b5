// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/quantitytext.h"

#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

struct Quantities
{
    Q_DECLARE_TR_FUNCTIONS(Quantities)
};

bool isWhole(double value)
{
    return std::floor(value) == value;
}

QString plainText(double value)
{
    return isWhole(value) ? formatWhole(value) : QLocale().toString(value, 'g', 6);
}

/// "70 B"; nothing where three decimals would not say it all.
QString suffixedText(double value)
{
    struct Suffix
    {
        double size;
        char16_t letter;
    };
    constexpr std::array<Suffix, 3> suffixes{{{1e12, u'T'}, {1e9, u'B'}, {1e6, u'M'}}};
    for (const auto [size, letter] : suffixes) {
        if (value < size)
            continue;
        const double thousandths = value / size * 1000;
        if (std::abs(thousandths - std::round(thousandths)) > 1e-6)
            return {};
        return QLocale().toString(value / size, 'g', 12) + QChar::Nbsp + QChar(letter);
    }
    return {};
}

/// "8.03B" is 8029999999.999999 in binary, and meant whole.
double withoutNoise(double value)
{
    const double whole = std::round(value);
    return std::abs(value - whole) <= 1e-12 * std::abs(whole) ? whole : value;
}

/// The text without its unit and with plain spaces.
QString bareText(const Key &key, QString text)
{
    text.replace(QChar::Nbsp, QLatin1Char(' '));
    text = text.trimmed();
    const QString unit = keyUnit(key);
    if (!unit.isEmpty() && text.endsWith(unit, Qt::CaseInsensitive))
        text.chop(unit.size());
    return text.trimmed();
}

std::optional<double> parseLocalized(const QString &text, NumberStyle style)
{
    const QLocale locale;
    bool isNumber = false;
    const double value = locale.toDouble(text, &isNumber);
    if (isNumber && std::isfinite(value))
        return value;
    if (const std::optional<double> number = parseNumber(text.toStdString(), style))
        return number;
    QString neutral = text;
    neutral.remove(locale.groupSeparator());
    neutral.replace(locale.decimalPoint(), QStringLiteral("."));
    return parseNumber(neutral.toStdString(), style);
}

/// The smallest number that is meant as one.
QString leastText(const Key &key)
{
    return key.minimum == key.automatic ? plainText(0) : quantityText(key, key.minimum);
}

QString rangeHint(const Key &key)
{
    const QString from = leastText(key);
    const QString to = quantityText(key, key.maximum);
    return key.kind == KeyKind::Integer
        ? Quantities::tr("Enter a whole number from %1 to %2.").arg(from, to)
        : Quantities::tr("Enter a number from %1 to %2.").arg(from, to);
}

QString exampleHint(const Key &key)
{
    switch (key.style) {
    case NumberStyle::Parameters:
        return Quantities::tr("Enter a number such as %1.").arg(QStringLiteral("70B"));
    case NumberStyle::Tokens:
        return Quantities::tr("Enter a number such as %1.").arg(QStringLiteral("32k"));
    case NumberStyle::Plain:
        break;
    }
    return rangeHint(key);
}

/// With a capital letter; a word before a colon is a value, which stays as it is typed.
QString asSentence(QString text)
{
    const auto isLetter = [](QChar c) { return c.isLower() || c == u'-'; };
    const auto end = std::find_if_not(text.cbegin(), text.cend(), isLetter);
    if (end != text.cbegin() && end != text.cend() && *end == u' ')
        text[0] = text[0].toUpper();
    return text;
}

QString automaticText()
{
    return Quantities::tr("auto", "a number that the program finds out");
}

bool isAutomatic(const QString &text)
{
    return text.compare(automaticText(), Qt::CaseInsensitive) == 0
        || text.compare(QLatin1String("auto"), Qt::CaseInsensitive) == 0;
}

bool isPlain(const QString &text, double value)
{
    return text == plainText(value) || text == QLocale::c().toString(value, 'g', 15)
        || text == QString::number(value, 'f', 0);
}

} // namespace

QString quantityText(const Key &key, double value)
{
    if (value == key.automatic)
        return automaticText();
    const QString text = key.style == NumberStyle::Parameters ? suffixedText(value) : QString();
    return text.isEmpty() ? plainText(value) : text;
}

QString spokenQuantity(const Key &key, double value)
{
    const QString number = quantityText(key, value);
    const bool isOneOfThem = value == 1 && key.unit.ends_with('s'); // "1 GPUs" is said nowhere
    return key.unit.empty() || value == key.automatic || isOneOfThem
        ? number
        : Quantities::tr("%1 %2", "number, unit").arg(number, keyUnit(key));
}

QString keyDescription(const Key &key)
{
    const QString meaning = asSentence(keyMeaning(key));
    if (!key.isNumeric())
        return meaning;
    const QString from = leastText(key);
    const QString to = quantityText(key, key.maximum);
    if (key.unit.empty())
        return Quantities::tr("%1. From %2 to %3.", "meaning of an input").arg(meaning, from, to);
    return Quantities::tr("%1. Unit: %2, from %3 to %4.", "meaning of an input")
        .arg(meaning, keyUnit(key), from, to);
}

QuantityReading readQuantity(const Key &key, const QString &text)
{
    const QString bare = bareText(key, text);
    if (key.automatic && isAutomatic(bare))
        return {.value = key.automatic};
    std::optional<double> value = parseLocalized(bare, key.style);
    if (!value)
        return {.hint = exampleHint(key)};
    value = withoutNoise(*value);
    const bool isWrongKind = key.kind == KeyKind::Integer && !isWhole(*value);
    if (isWrongKind || *value < key.minimum || *value > key.maximum)
        return {.hint = rangeHint(key)};
    if (isPlain(bare, *value))
        return {.value = value};
    return {.value = value,
        .hint = Quantities::tr("= %1", "how a text was understood").arg(plainText(*value))};
}

} // namespace shardscope
