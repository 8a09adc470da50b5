// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/formulawords.h"

#include "core/base/text.h"
#include "ui/text/translated.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// What formulas count and add up, as core writes it behind numbers and units.
constexpr std::array words{english("formula", "allocated"),
    english("formula", "of 16-bit gradients"), english("formula", "of 16-bit shards"),
    english("formula", "of 16-bit weight copies"), english("formula", "of a gathered parameter"),
    english("formula", "of all-gather buffers"), english("formula", "of all-gathered parameters"),
    english("formula", "of cached 16-bit weights"), english("formula", "of checks"),
    english("formula", "of dummy gradients"), english("formula", "of embedding and head"),
    english("formula", "of flat gradients"), english("formula", "of flattened gradients"),
    english("formula", "of fp32 gradients"), english("formula", "of fp32 logits"),
    english("formula", "of frozen units' inputs"), english("formula", "of gathered gradients"),
    english("formula", "of gathered inputs"), english("formula", "of gathered parameters"),
    english("formula", "of inputs and gradients sent"), english("formula", "of inputs of chunks"),
    english("formula", "of gradients"), english("formula", "of gradients of that"),
    english("formula", "of the shared table's gradient"),
    english("formula", "of a copy of experts"), english("formula", "of inputs and gradients"),
    english("formula", "of logits that are referred to"), english("formula", "of receive buffers"),
    english("formula", "of rounding and padding"), english("formula", "of the embedded stream"),
    english("formula", "of the embedded stream and its gradient"),
    english("formula", "on their way between host and GPU"),
    english("formula", "for means of columns"), english("formula", "for inputs of layers"),
    english("formula", "saved tensors"),
    english("formula", "of the engine, and for a weight that it is given"),
    english("formula", "of the gathered reference"),
    english("formula", "of the reference's weights"),
    english("formula", "that layers have in common"),
    english("formula", "that 8-bit products refer to"),
    english("formula", "of logits that were returned"),
    english("formula", "of kept tower activations"), english("formula", "of looked-up rows"),
    english("formula", "of masks and positions"),
    english("formula", "of pixels, tables and features"),
    english("formula", "of micro-batches in flight"),
    english("formula", "of moments without a gradient"), english("formula", "of new own gradients"),
    english("formula", "of norms"), english("formula", "of optimizer scratch"),
    english("formula", "of own gradients"), english("formula", "of reduce buckets"),
    english("formula", "of reduced gradients"), english("formula", "of returned keys and values"),
    english("formula", "of rounding"), english("formula", "of scattered gradients"),
    english("formula", "of step counters and rounding"),
    english("formula", "of tables and token ids"), english("formula", "of the last gradient"),
    english("formula", "of the layer at work"), english("formula", "of the operation at work"),
    english("formula", "of the tied table's gradient"), english("formula", "of whole gradients"),
    english("formula", "reserved but unallocated"), english("formula", "CUDA context"),
    english("formula", "cuBLAS workspace"), english("formula", "a connection"),
    english("formula", "buffers"), english("formula", "communicators"),
    english("formula", "correction"), english("formula", "gradients"), english("formula", "hidden"),
    english("formula", "layers"), english("formula", "page-locked for"),
    english("formula", "in all, each rounded up to a power of two"), english("formula", "products"),
    english("formula", "projected"), english("formula", "ranks"), english("formula", "rows"),
    english("formula", "rows and columns"), english("formula", "sequence"),
    english("formula", "sequences"), english("formula", "shards"), english("formula", "sub-groups"),
    english("formula", "tokens"), english("formula", "vocabulary")};

QString literal(const Text &word)
{
    return QString::fromUtf8(word.pattern.data(), static_cast<qsizetype>(word.pattern.size()));
}

/// Any of the words; of two that begin alike the longer one.
QRegularExpression anyWord()
{
    QStringList all;
    for (const Text &word : words)
        all += QRegularExpression::escape(literal(word));
    std::sort(all.begin(), all.end(),
        [](const QString &a, const QString &b) { return a.size() > b.size(); });
    return QRegularExpression(QStringLiteral("\\b(?:%1)(?![\\w-])").arg(all.join(u'|')));
}

/// `made` of each word, in place.
template <class Made>
QString replaced(const QString &formula, const Made &made)
{
    static const QRegularExpression word = anyWord();
    QString result;
    qsizetype end = 0;
    for (const QRegularExpressionMatch &match : word.globalMatch(formula)) {
        result += QStringView(formula).sliced(end, match.capturedStart() - end);
        result += made(match.captured());
        end = match.capturedEnd();
    }
    return result.append(QStringView(formula).sliced(end));
}

} // namespace

QString translatedFormula(const QString &formula)
{
    return replaced(formula, [](const QString &found) {
        const auto word = std::find_if(words.begin(), words.end(),
            [&found](const Text &each) { return literal(each) == found; });
        return translated(*word);
    });
}

QString withoutFormulaWords(const QString &formula)
{
    return replaced(formula, [](const QString &) { return QString(); });
}

} // namespace shardscope
