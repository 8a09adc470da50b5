// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/exampletexts.h"

#include "core/scenario/keys.h"
#include "ui/compare/inputtext.h"
#include "ui/panels/inputs.h"
#include "ui/text/names.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <array>

namespace shardscope {

namespace {

class ExampleTexts
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::ExampleTexts)
};

// {parallel.gpus} stands for the name of a control, {training.loss=fused} for that of a choice.
constexpr std::array texts{
    QT_TRANSLATE_NOOP("Examples", "Llama 3 8B, all weights, on 8 GPUs"),
    QT_TRANSLATE_NOOP("Examples",
        "An ordinary run to start from: it fits, with room to give back. Drag anything, and read "
        "below the chart what follows."),
    QT_TRANSLATE_NOOP("Examples", "Qwen2.5 7B with QLoRA on one GPU"),
    QT_TRANSLATE_NOOP("Examples",
        "A run at home: 4-bit weights and a small adapter on one card. Drag "
        "{training.sequence_length} until the verdict turns."),
    QT_TRANSLATE_NOOP("Examples", "Llama 2 70B, all weights, on 8 GPUs"),
    QT_TRANSLATE_NOOP("Examples",
        "A run that does not fit. Read below the chart what would make it fit, and apply it."),
    QT_TRANSLATE_NOOP("Examples", "What ZeRO 1, 2 and 3 take away"),
    QT_TRANSLATE_NOOP("Examples",
        "Of the 112 GB of model states that DDP keeps on every GPU, ZeRO-1, 2 and 3 leave 38.5, "
        "26.25 and 14 GB on 8 GPUs. Drag {parallel.gpus} to 4: they leave 49, 38.5 and 28 GB, and "
        "DDP has not moved."),
    QT_TRANSLATE_NOOP("Examples", "How many GPUs 70 billion parameters take"),
    QT_TRANSLATE_NOOP("Examples",
        "17.5 GB on each of 8 GPUs are the weights alone: with gradients and optimizer they are "
        "140 GB. Drag {parallel.gpus}: the curve goes below the line of 80 GB at 16 GPUs, where "
        "76.4 GB leave little to spare."),
    QT_TRANSLATE_NOOP("Examples", "A rule of thumb, and what frameworks allocate"),
    QT_TRANSLATE_NOOP("Examples",
        "The rule of thumb says 14 GiB for this run, the detailed estimate 24: no rule knows of "
        "the 5 GiB of temporaries in the optimizer step, nor of what allocator, CUDA and NCCL "
        "keep. Click a part of the bar to read why it is there."),
    QT_TRANSLATE_NOOP("Examples", "LoRA does not shrink activations"),
    QT_TRANSLATE_NOOP("Examples",
        "LoRA frees the 11 GiB that master weights and optimizer take on each GPU, but more than "
        "90 % of the 25 GiB of activations stay. Set {training.checkpointing} to "
        "{training.checkpointing=full}: that is what shrinks them, to 1 GiB."),
    QT_TRANSLATE_NOOP("Examples", "When activation checkpointing helps"),
    QT_TRANSLATE_NOOP("Examples",
        "13 of the 34 GiB of this LoRA run are activations, and it does not fit. Set "
        "{training.checkpointing} to {training.checkpointing=full}: 21 GiB fit, for a longer step. "
        "With {training.method} at {training.method=full} it would be no help: the peak is in the "
        "optimizer step then."),
    QT_TRANSLATE_NOOP("Examples", "Where the logits dominate"),
    QT_TRANSLATE_NOOP("Examples",
        "The logits of 8,192 tokens over a vocabulary of 128,256 take 12 GiB, more than twice as "
        "much as all the 4-bit weights. Set {training.loss} to {training.loss=fused}: the peak "
        "falls from 21 to 11 GiB."),
    QT_TRANSLATE_NOOP("Examples", "Where the sequence length bites"),
    QT_TRANSLATE_NOOP("Examples",
        "With FlashAttention memory follows the sequence: 20 GiB at 8,192 tokens, 25 at 16,384 and "
        "36 at 32,768. Set {training.attention} to {training.attention=eager}: its scores follow "
        "the square, so that 8,192 tokens take 40 GiB and 16,384 no longer fit."),
    QT_TRANSLATE_NOOP("Examples", "The last resort: offload"),
    QT_TRANSLATE_NOOP("Examples",
        "Without it each of the 8 GPUs would need 143 GiB of its 80 GB. With the optimizer in host "
        "memory it takes 27 GiB, but the host 1.3 TiB, and the step over three times as long. Set "
        "{parallel.offload} to {parallel.offload=none} to see the difference."),
    QT_TRANSLATE_NOOP("Examples", "What the ring carries"),
    QT_TRANSLATE_NOOP("Examples",
        "Around a ring each of 2 GPUs sends 14 GB of gradients in a step, each of 8 sends 24.5 GB, "
        "and however many they are, never more than 28 GB. Set {parallel.strategy} to "
        "{parallel.strategy=zero3}: half as much again, since the weights are gathered twice."),
    QT_TRANSLATE_NOOP("Examples", "What gradient accumulation costs ZeRO-2"),
    QT_TRANSLATE_NOOP("Examples",
        "With 4 micro-steps DDP sends 28 GB for each optimizer step, just as with 1. ZeRO-2 sends "
        "126 GB rather than 42, since it reduces the gradients of every one of them. Drag "
        "{training.accumulation} to see which bars grow."),
    QT_TRANSLATE_NOOP("Examples", "Which link makes ZeRO-3 slow"),
    QT_TRANSLATE_NOOP("Examples",
        "Over NVLink this step takes 0.4 s and waits for nothing; over PCI Express 5.0 it takes "
        "1.6 s, most of it waiting. Drag {training.sequence_length} to 16,384: there is more to "
        "compute but no more to send, and the waiting is gone."),
    QT_TRANSLATE_NOOP("Examples", "Rule of thumb"),
    QT_TRANSLATE_NOOP("Examples", "Full fine-tuning"),
    QT_TRANSLATE_NOOP("Examples", "Without offload"),
    QT_TRANSLATE_NOOP("Examples", "NVLink"),
};

/// The name of what stands between braces, or nothing.
QString nameFor(const QString &id, const QString &value, const Catalog &catalog)
{
    const Key *key = findKey(id.toStdString());
    if (!key)
        return {};
    return value.isEmpty() ? inputLabel(key->id)
                           : inputValue(*key, Json(value.toStdString()), catalog);
}

/// `shown` makes of a key and the name in quotes what stands there; choices come without key.
template <class Shown>
QString filled(const QString &text, const Catalog &catalog, const Shown &shown)
{
    static const QRegularExpression braces(QStringLiteral("\\{([a-z_.]+)=?([^}]*)\\}"));
    QString all;
    qsizetype done = 0;
    for (const QRegularExpressionMatch &match : braces.globalMatch(text)) {
        const QString key = match.captured(1);
        const QString value = match.captured(2);
        const QString name = nameFor(key, value, catalog);
        all += text.mid(done, match.capturedStart() - done);
        all += name.isEmpty() ? match.captured()
                              : shown(value.isEmpty() ? key : QString(),
                                  ExampleTexts::tr("“%1”", "name of a control").arg(name));
        done = match.capturedEnd();
    }
    return all + text.mid(done);
}

} // namespace

std::span<const char *const> exampleTexts()
{
    return texts;
}

QString exampleText(const std::string &english, const Catalog &catalog)
{
    return filled(QCoreApplication::translate("Examples", english.c_str()), catalog,
        [](const QString & /*key*/, const QString &name) { return name; });
}

QString exampleHtml(const std::string &english, const Catalog &catalog)
{
    const QString text = QCoreApplication::translate("Examples", english.c_str());
    return filled(text.toHtmlEscaped(), catalog, [](const QString &key, const QString &name) {
        return key.isEmpty()
            ? name.toHtmlEscaped()
            : QStringLiteral("<a href=\"%1\">%2</a>").arg(key, name.toHtmlEscaped());
    });
}

} // namespace shardscope
