// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/phrases.h"

#include "ui/text/names.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

// %1 and %2 stand for numbers, names and keys, which are the same in every language.
constexpr std::array phrases{
    QT_TRANSLATE_NOOP("Phrases", "at most %1 points"),
    QT_TRANSLATE_NOOP("Phrases", "%1 points"),
    QT_TRANSLATE_NOOP("Phrases", "a range or a list of values"),
    QT_TRANSLATE_NOOP("Phrases", "two different inputs"),
    QT_TRANSLATE_NOOP("Phrases", "the same input on both axes"),
    QT_TRANSLATE_NOOP("Phrases", "a range from %1 to %2"),
    QT_TRANSLATE_NOOP("Phrases", "an end that is not below the start"),
    QT_TRANSLATE_NOOP("Phrases", "a step above 0"),
    QT_TRANSLATE_NOOP("Phrases", "a factor above 1"),
    QT_TRANSLATE_NOOP("Phrases", "a start above 0 for equal ratios"),
    QT_TRANSLATE_NOOP("Phrases", "a whole number of values, 1 or more"),
    QT_TRANSLATE_NOOP("Phrases", "a number above 0 for the metric %1"),
    QT_TRANSLATE_NOOP("Phrases", "an input with numbers, choices or catalogue ids"),
    QT_TRANSLATE_NOOP("Phrases", "a metric of speed or cost"),
    QT_TRANSLATE_NOOP("Phrases", "an input that changes a figure of the sweep"),
    QT_TRANSLATE_NOOP("Phrases", "a scaled model in place of a real one"),
    QT_TRANSLATE_NOOP("Phrases", "a correction that leaves something of the peak"),
    QT_TRANSLATE_NOOP("Phrases", "estimator detailed"),
    QT_TRANSLATE_NOOP("Phrases", "parallel.framework auto"),
    QT_TRANSLATE_NOOP("Phrases", "training.method lora or qlora"),
    QT_TRANSLATE_NOOP("Phrases", "training.method lora or qlora with estimator detailed"),
    QT_TRANSLATE_NOOP("Phrases",
        "training.method lora or qlora, unsharded or under FSDP in pure 16 bit, with estimator "
        "detailed"),
    QT_TRANSLATE_NOOP(
        "Phrases", "training.method lora or qlora, unsharded or under FSDP in pure 16 bit"),
    QT_TRANSLATE_NOOP("Phrases", "training.method qlora"),
    QT_TRANSLATE_NOOP("Phrases", "training.method qlora with estimator detailed"),
    QT_TRANSLATE_NOOP("Phrases", "training.method lora or qlora with estimator worksheet"),
    QT_TRANSLATE_NOOP("Phrases", "parallel.strategy zero1, zero2 or zero3"),
    QT_TRANSLATE_NOOP("Phrases", "parallel.strategy zero3"),
    QT_TRANSLATE_NOOP("Phrases", "parallel.strategy zero1 or zero2"),
    QT_TRANSLATE_NOOP("Phrases", "parallel.strategy fsdp, fsdp-grad-op or hsdp"),
    QT_TRANSLATE_NOOP("Phrases", "parallel.strategy hsdp"),
    QT_TRANSLATE_NOOP("Phrases",
        "parallel.strategy fsdp, fsdp-grad-op or hsdp with training.accumulation above 1"),
    QT_TRANSLATE_NOOP("Phrases", "DDP or FSDP with training.accumulation above 1"),
    QT_TRANSLATE_NOOP("Phrases", "parallel.strategy ddp"),
    QT_TRANSLATE_NOOP("Phrases", "parallel.strategy other than ddp"),
    QT_TRANSLATE_NOOP("Phrases", "a parallel.offload that the strategy can do"),
    QT_TRANSLATE_NOOP("Phrases", "hardware.fragmentation_percent -1 with estimator detailed"),
    QT_TRANSLATE_NOOP("Phrases", "run.tokens 0"),
    QT_TRANSLATE_NOOP("Phrases", "run.tokens or run.examples above 0"),
    QT_TRANSLATE_NOOP("Phrases", "a whole number from %1 to %2"),
    QT_TRANSLATE_NOOP("Phrases", "a number from %1 to %2"),
    QT_TRANSLATE_NOOP("Phrases", "one of %1"),
    QT_TRANSLATE_NOOP("Phrases", "text"),
    QT_TRANSLATE_NOOP("Phrases", "true or false"),
    QT_TRANSLATE_NOOP("Phrases", "a list"),
    QT_TRANSLATE_NOOP("Phrases", "a list of ids"),
    QT_TRANSLATE_NOOP("Phrases", "a list of layer numbers"),
    QT_TRANSLATE_NOOP("Phrases", "an object"),
    QT_TRANSLATE_NOOP("Phrases", "an empty object"),
    QT_TRANSLATE_NOOP("Phrases", "an object with gpus, links or models"),
    QT_TRANSLATE_NOOP("Phrases", "an object with %1"),
    QT_TRANSLATE_NOOP("Phrases", "a key that `shardscope-cli keys` lists"),
    QT_TRANSLATE_NOOP("Phrases", "an id that `shardscope-cli catalog %1` lists"),
    QT_TRANSLATE_NOOP("Phrases", "an id of its own for each entry"),
    QT_TRANSLATE_NOOP("Phrases", "a figure with a value above 0"),
    QT_TRANSLATE_NOOP("Phrases", "a divisor of the hidden size %1"),
    QT_TRANSLATE_NOOP("Phrases", "a divisor of the %1 attention heads"),
    QT_TRANSLATE_NOOP("Phrases", "the hidden size %1"),
    QT_TRANSLATE_NOOP("Phrases", "all-linear or some of %1"),
    QT_TRANSLATE_NOOP("Phrases", "at most the %1 experts there are"),
    QT_TRANSLATE_NOOP("Phrases", "at most %1 levels of nesting"),
    QT_TRANSLATE_NOOP("Phrases", "at most %1 values"),
    QT_TRANSLATE_NOOP("Phrases", "at most %1 MiB of text"),
    QT_TRANSLATE_NOOP("Phrases", "at most %1 MiB"),
    QT_TRANSLATE_NOOP("Phrases", "at most %1"),
    QT_TRANSLATE_NOOP(
        "Phrases", "a scenario, a Hugging Face config.json or a picture that Shardscope exported"),
    QT_TRANSLATE_NOOP("Phrases", "a whole PNG picture"),
    QT_TRANSLATE_NOOP("Phrases", "a folder that holds a config.json"),
    QT_TRANSLATE_NOOP("Phrases", "a file or a folder"),
    QT_TRANSLATE_NOOP("Phrases", "a file that exists"),
    QT_TRANSLATE_NOOP("Phrases", "a file, not a folder"),
    QT_TRANSLATE_NOOP("Phrases", "a file that may be read (%1)"),
    QT_TRANSLATE_NOOP("Phrases", "a file that can be read to its end"),
    QT_TRANSLATE_NOOP("Phrases", "an ordinary file"),
    QT_TRANSLATE_NOOP("Phrases", "a name that ends in .png, .svg, .pdf, .csv or .md"),
};

/// "at most %1" also fits "at most 3 values": the phrases above go from special to general.
QRegularExpression patternOf(const char *phrase)
{
    QString pattern = QRegularExpression::escape(QString::fromLatin1(phrase));
    pattern.replace(QStringLiteral("\\%1"), QStringLiteral("(.+)"));
    pattern.replace(QStringLiteral("\\%2"), QStringLiteral("(.+)"));
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern),
        QRegularExpression::DotMatchesEverythingOption);
}

} // namespace

QString translatedPhrase(std::string_view english)
{
    // Most are there word for word; patterns take their time.
    const auto exact = std::find(phrases.begin(), phrases.end(), english);
    if (exact != phrases.end())
        return QCoreApplication::translate("Phrases", *exact);
    const QString text = toText(english);
    for (const char *phrase : phrases) {
        const QRegularExpressionMatch match = patternOf(phrase).match(text);
        if (!match.hasMatch())
            continue;
        const QString translation = QCoreApplication::translate("Phrases", phrase);
        switch (match.lastCapturedIndex()) {
        case 0:
            return translation;
        case 1:
            return translation.arg(match.captured(1));
        default:
            return translation.arg(match.captured(1), match.captured(2));
        }
    }
    return text;
}

} // namespace shardscope
