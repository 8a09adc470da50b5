// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/formulawords.h"

#include "core/base/text.h"
#include "ui/text/translated.h"

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
    english("formula", "of the policy's answers: logits, keys and values, scores"),
    english("formula", "of hidden states, keys and values that were returned"),
    english("formula", "of probabilities for the log"), english("formula", "of the value model"),
    english("formula", "of the anchors"), english("formula", "of gradients of the first pass"),
    english("formula", "of the gathered reference"),
    english("formula", "of the reference's tables and norm"),
    english("formula", "of a gathered layer of the reference"),
    english("formula", "of the reference's weights"),
    english("formula", "of buffers of other models"),
    english("formula", "beside embedding, layers and head"),
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
    english("formula", "in all, each rounded up to a power of two"),
    english("formula", "preconditioners"), english("formula", "products"),
    english("formula", "projected"), english("formula", "ranks"), english("formula", "rows"),
    english("formula", "rows and columns"), english("formula", "sequence"),
    english("formula", "sequences"), english("formula", "shards"), english("formula", "sub-groups"),
    english("formula", "tensors"), english("formula", "tokens"), english("formula", "vocabulary")};

QLatin1String literal(const Text &word)
{
    return {word.pattern.data(), static_cast<qsizetype>(word.pattern.size())};
}

bool isLetter(QChar character)
{
    return character.isLetterOrNumber() || character == u'_';
}

/// The word that begins a text, the longest of several; null: none.
const Text *firstWord(QStringView text)
{
    const Text *longest = nullptr;
    for (const Text &word : words) {
        const QLatin1String letters = literal(word);
        const bool isLonger = !longest || letters.size() > literal(*longest).size();
        if (!isLonger || !text.startsWith(letters))
            continue;
        const bool goesOn = letters.size() < text.size()
            && (isLetter(text.at(letters.size())) || text.at(letters.size()) == u'-');
        longest = goesOn ? longest : &word;
    }
    return longest;
}

/// `made` of each word, in place.
template <class Made>
QString replaced(const QString &formula, const Made &made)
{
    QString result;
    for (qsizetype at = 0; at < formula.size();) {
        const bool isInside = at > 0 && isLetter(formula.at(at - 1));
        const Text *word = isInside ? nullptr : firstWord(QStringView(formula).sliced(at));
        result += word ? made(*word) : QString(formula.at(at));
        at += word ? literal(*word).size() : 1;
    }
    return result;
}

} // namespace

QString translatedFormula(const QString &formula)
{
    return replaced(formula, [](const Text &word) { return translated(word); });
}

QString withoutFormulaWords(const QString &formula)
{
    return replaced(formula, [](const Text &) { return QString(); });
}

} // namespace shardscope
