// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/format.h"

#include "ui/text/formulawords.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr QChar isolateBegin(0x2066);
constexpr QChar isolateEnd(0x2069);

QString withUnit(const QString &number, const QString &unit)
{
    return leftToRight(number + QChar::Nbsp + unit);
}

/// What rounds to nothing has no sign.
QString fixed(double value, int decimals)
{
    const auto text = [decimals](double shown) { return QLocale().toString(shown, 'f', decimals); };
    if (value >= 0)
        return text(value);
    const QString zero = text(0);
    return text(-value) == zero ? zero : text(value);
}

/// "0.515869140625", "8,192" of the C locale with commas.
QString localNumber(QString number)
{
    number.remove(QLatin1Char(','));
    const qsizetype point = number.indexOf(QLatin1Char('.'));
    const qsizetype decimals = point < 0 ? 0 : number.size() - point - 1;
    return fixed(number.toDouble(), static_cast<int>(decimals));
}

} // namespace

QString leftToRight(QString text)
{
    if (!QGuiApplication::isRightToLeft() || text.isEmpty())
        return text;
    text.remove(isolateBegin).remove(isolateEnd);
    return isolateBegin + text + isolateEnd;
}

QString formatAmount(const Amount &amount)
{
    if (amount.notation == Notation::Rate)
        return QLocale().toString(amount.value, 'g', 3).toLower(); // 2e-05, not 2E-05
    const AmountUnit unit = unitOf(amount);
    const QString number = fixed(amount.value / unit.size, decimalsOf(amount));
    return unit.symbol.empty()
        ? number
        : withUnit(number, QString::fromUtf8(unit.symbol.data(), std::ssize(unit.symbol)));
}

QString formatSignificant(double value)
{
    return fixed(value, significantDecimals(std::abs(value)));
}

QString formatMemory(Bytes bytes)
{
    return formatAmount({Notation::Memory, bytes.value()});
}

QString formatDecimalMemory(Bytes bytes)
{
    return formatAmount({Notation::DecimalMemory, bytes.value()});
}

QString formatTraffic(Bytes bytes)
{
    return formatAmount(Amount::traffic(bytes));
}

QString formatExactBytes(Bytes bytes)
{
    return QCoreApplication::translate("format", "%1 bytes", "exact amount of memory")
        .arg(formatWhole(bytes.value()));
}

QString formatBandwidth(BytesPerSecond rate)
{
    return withUnit(formatSignificant(rate / GBPerSecond), QStringLiteral("GB/s"));
}

QString formatSeconds(Seconds time)
{
    return formatAmount(Amount::time(time));
}

QString formatWhole(double value)
{
    return fixed(value, 0);
}

QString formatParameters(double count)
{
    return formatAmount(Amount::parameters(count));
}

QString formatPercent(double share)
{
    return formatAmount(Amount::share(share));
}

QString withSign(double value, const QString &amount)
{
    const bool isNothing = std::none_of(
        amount.begin(), amount.end(), [](QChar letter) { return letter.digitValue() > 0; });
    if (isNothing)
        return amount;
    return leftToRight((value < 0 ? QChar(0x2212) : QChar(u'+')) + amount);
}

QString formatFormula(const QString &formula)
{
    if (QLocale().language() == QLocale::C)
        return translatedFormula(formula);
    static const QRegularExpression number(QStringLiteral("\\b\\d[\\d,]*(?:\\.\\d+)?\\b"));
    QString result;
    qsizetype end = 0;
    for (const QRegularExpressionMatch &match : number.globalMatch(formula)) {
        result += QStringView(formula).sliced(end, match.capturedStart() - end);
        result += localNumber(match.captured());
        end = match.capturedEnd();
    }
    return translatedFormula(result.append(QStringView(formula).sliced(end)));
}

QString formatAxis(double value, double largest)
{
    int decimals = 0;
    if (largest < 1)
        decimals = 2;
    else if (largest < 10)
        decimals = 1;
    return fixed(value, decimals);
}

} // namespace shardscope
