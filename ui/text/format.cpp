// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/format.h"

#include <QCoreApplication>
#include <QGuiApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <array>
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
    const QString zero = QLocale().toString(0.0, 'f', decimals);
    return QLocale().toString(std::abs(value), 'f', decimals) == zero
        ? zero
        : QLocale().toString(value, 'f', decimals);
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

QString formatSignificant(double value)
{
    const double size = std::abs(value);
    int decimals = 0;
    if (size < 9.995)
        decimals = 2;
    else if (size < 999.95)
        decimals = 1;
    return fixed(value, decimals);
}

QString formatMemory(Bytes bytes)
{
    return withUnit(formatSignificant(bytes / GiB), QStringLiteral("GiB"));
}

QString formatDecimalMemory(Bytes bytes)
{
    return withUnit(formatSignificant(bytes / GB), QStringLiteral("GB"));
}

QString formatTraffic(Bytes bytes)
{
    return withUnit(formatSignificant(bytes / GB), QStringLiteral("GB"));
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
    const double seconds = time.value();
    if (seconds >= 1 || seconds <= 0)
        return withUnit(formatSignificant(seconds), QStringLiteral("s"));
    if (seconds >= 1e-3)
        return withUnit(formatSignificant(seconds * 1e3), QStringLiteral("ms"));
    return withUnit(formatSignificant(seconds * 1e6), QStringLiteral("µs"));
}

QString formatWhole(double value)
{
    return fixed(value, 0);
}

QString formatParameters(double count)
{
    struct Step
    {
        double size;
        const char16_t *suffix;
    };
    constexpr std::array<Step, 4> steps{{{1e12, u"T"}, {1e9, u"B"}, {1e6, u"M"}, {1e3, u"k"}}};
    for (const Step &step : steps) {
        if (count >= 0.9995 * step.size)
            return withUnit(formatSignificant(count / step.size), QString::fromUtf16(step.suffix));
    }
    return formatWhole(count);
}

QString formatPercent(double share)
{
    return withUnit(fixed(100 * share, 1), QStringLiteral("%"));
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
        return formula;
    static const QRegularExpression number(QStringLiteral("\\b\\d[\\d,]*(?:\\.\\d+)?\\b"));
    QString result;
    qsizetype end = 0;
    for (const QRegularExpressionMatch &match : number.globalMatch(formula)) {
        result += QStringView(formula).sliced(end, match.capturedStart() - end);
        result += localNumber(match.captured());
        end = match.capturedEnd();
    }
    return result.append(QStringView(formula).sliced(end));
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
