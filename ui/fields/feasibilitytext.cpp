// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/feasibilitytext.h"

#include "ui/text/names.h"

#include <QCoreApplication>

#include <array>

namespace shardscope {

namespace {

struct Grooves
{
    Q_DECLARE_TR_FUNCTIONS(Grooves)
};

constexpr qsizetype mostRanges = 3; // more are no help to anybody

QString answerName(std::optional<Fit> fit)
{
    return fit ? displayName(*fit) : Grooves::tr("Not possible");
}

QString rangeText(const FitSpan &span, const Feasibility &all, const ValueTexts &texts)
{
    const bool isFirst = span == all.front();
    const bool isLast = span == all.back();
    if (isFirst && isLast)
        return Grooves::tr("every value");
    if (span.first == span.last)
        return texts.spoken(span.first);
    if (isFirst)
        return Grooves::tr("up to %1", "values of an input").arg(texts.spoken(span.last));
    if (isLast)
        return Grooves::tr("from %1", "values of an input").arg(texts.spoken(span.first));
    const QString first = texts.bare ? texts.bare(span.first) : texts.spoken(span.first);
    return Grooves::tr("%1 to %2", "values of an input").arg(first, texts.spoken(span.last));
}

QStringList namesIn(const FitSpan &span, const ValueTexts &texts)
{
    QStringList names;
    for (double value = span.first; value <= span.last; ++value)
        names += texts.spoken(value);
    return names;
}

} // namespace

QStringList feasibilityLines(const Feasibility &feasibility, const ValueTexts &texts)
{
    constexpr std::array<std::optional<Fit>, 4> answers{
        Fit::Fits, Fit::AtRisk, Fit::DoesNotFit, std::nullopt};
    QStringList lines;
    for (const std::optional<Fit> answer : answers) {
        QStringList ranges;
        for (const FitSpan &span : feasibility) {
            if (span.fit == answer)
                ranges += texts.areNames ? namesIn(span, texts)
                                         : QStringList{rangeText(span, feasibility, texts)};
        }
        if (ranges.isEmpty())
            continue;
        if (!texts.areNames && ranges.size() > mostRanges)
            ranges = ranges.mid(0, mostRanges) << QStringLiteral("\u2026");
        lines += Grooves::tr("%1: %2", "Fits: up to 4,096 tokens")
                     .arg(answerName(answer), ranges.join(QStringLiteral(", ")));
    }
    return lines;
}

} // namespace shardscope
