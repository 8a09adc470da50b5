// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/names.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

struct Names
{
    Q_DECLARE_TR_FUNCTIONS(Names)
};

} // namespace

QString toText(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString withoutMnemonic(const QString &label)
{
    QString text;
    for (qsizetype i = 0; i < label.size(); ++i) {
        // Chinese has its mnemonics behind the words: "model(&M)".
        if (QStringView(label).sliced(i).startsWith(u"(&") && label.indexOf(u')', i) == i + 3) {
            i += 3;
            continue;
        }
        if (label[i] == QLatin1Char('&') && ++i == label.size())
            break;
        text += label[i];
    }
    return text;
}

QString displayName(EstimatorKind value)
{
    switch (value) {
    case EstimatorKind::Worksheet:
        return Names::tr("Worksheet");
    case EstimatorKind::Detailed:
        return Names::tr("Detailed");
    }
    return {};
}

QString displayName(Method value)
{
    switch (value) {
    case Method::Full:
        return Names::tr("Full fine-tuning");
    case Method::Lora:
        return Names::tr("LoRA");
    case Method::Qlora:
        return Names::tr("QLoRA");
    }
    return {};
}

QString displayName(Precision value)
{
    switch (value) {
    case Precision::Fp32:
        return Names::tr("FP32");
    case Precision::Bf16:
        return Names::tr("Pure BF16");
    case Precision::Fp16:
        return Names::tr("Pure FP16");
    case Precision::Bf16Amp:
        return Names::tr("BF16 autocast");
    case Precision::Fp16Amp:
        return Names::tr("FP16 autocast");
    case Precision::Bf16Master:
        return Names::tr("BF16 with FP32 master");
    case Precision::Fp16Master:
        return Names::tr("FP16 with FP32 master");
    }
    return {};
}

QString displayName(Optimizer value)
{
    switch (value) {
    case Optimizer::AdamW:
        return Names::tr("AdamW");
    case Optimizer::AdamWForeach:
        return Names::tr("AdamW (foreach)");
    case Optimizer::AdamW8bit:
        return Names::tr("AdamW 8-bit");
    case Optimizer::PagedAdamW8bit:
        return Names::tr("Paged AdamW 8-bit");
    case Optimizer::Adafactor:
        return Names::tr("Adafactor");
    case Optimizer::Lion:
        return Names::tr("Lion");
    case Optimizer::Muon:
        return Names::tr("Muon");
    case Optimizer::Sgd:
        return Names::tr("SGD");
    case Optimizer::SgdMomentum:
        return Names::tr("SGD with momentum");
    }
    return {};
}

QString displayName(Checkpointing value)
{
    switch (value) {
    case Checkpointing::None:
        return Names::tr("None");
    case Checkpointing::Selective:
        return Names::tr("Selective");
    case Checkpointing::Full:
        return Names::tr("Full");
    }
    return {};
}

QString displayName(Attention value)
{
    switch (value) {
    case Attention::Flash:
        return Names::tr("FlashAttention");
    case Attention::Sdpa:
        return Names::tr("PyTorch SDPA");
    case Attention::Eager:
        return Names::tr("Eager");
    }
    return {};
}

QString displayName(Loss value)
{
    switch (value) {
    case Loss::Standard:
        return Names::tr("Standard");
    case Loss::Chunked:
        return Names::tr("In chunks");
    case Loss::Fused:
        return Names::tr("Fused with the head");
    }
    return {};
}

QString displayName(Strategy value)
{
    switch (value) {
    case Strategy::Ddp:
        return Names::tr("DDP");
    case Strategy::Zero1:
        return Names::tr("ZeRO-1");
    case Strategy::Zero2:
        return Names::tr("ZeRO-2");
    case Strategy::Zero3:
        return Names::tr("ZeRO-3");
    case Strategy::FsdpGradOp:
        return Names::tr("FSDP grad-op");
    case Strategy::Fsdp:
        return Names::tr("FSDP");
    case Strategy::Hsdp:
        return Names::tr("HSDP");
    }
    return {};
}

QString displayName(Framework value)
{
    switch (value) {
    case Framework::Auto:
        return Names::tr("Automatic");
    case Framework::Trainer:
        return Names::tr("Hugging Face Trainer");
    case Framework::DeepSpeed:
        return Names::tr("DeepSpeed");
    case Framework::Fsdp1:
        return Names::tr("PyTorch FSDP1");
    case Framework::Fsdp2:
        return Names::tr("PyTorch FSDP2");
    case Framework::Megatron:
        return Names::tr("Megatron-LM");
    }
    return {};
}

QString displayHint(EstimatorKind value)
{
    switch (value) {
    case EstimatorKind::Worksheet:
        return Names::tr("The rules of thumb of the articles, in decimal GB and nominal capacity.");
    case EstimatorKind::Detailed:
        return Names::tr("What the frameworks really allocate in each phase of a training step.");
    }
    return {};
}

QString displayHint(Method value)
{
    switch (value) {
    case Method::Full:
        return Names::tr("Every weight is trained.");
    case Method::Lora:
        return Names::tr("Small adapters are trained; the base weights are frozen.");
    case Method::Qlora:
        return Names::tr("Adapters are trained on a frozen base in 4 bits.");
    }
    return {};
}

QString displayHint(Precision value)
{
    switch (value) {
    case Precision::Fp32:
        return Names::tr("Bytes per parameter: weights 4, gradients 4, moments 8, no master copy.");
    case Precision::Bf16:
        return Names::tr("Bytes per parameter: weights 2, gradients 2, moments 4, no master copy.");
    case Precision::Fp16:
        return Names::tr("Bytes per parameter: weights 2, gradients 2, moments 4, no master copy. "
                         "Needs loss scaling.");
    case Precision::Bf16Amp:
        return Names::tr("Bytes per parameter: weights 4, gradients 4, moments 8, no master copy. "
                         "Computes in BF16.");
    case Precision::Fp16Amp:
        return Names::tr("Bytes per parameter: weights 4, gradients 4, moments 8, no master copy. "
                         "Computes in FP16 with loss scaling.");
    case Precision::Bf16Master:
        return Names::tr("Bytes per parameter: weights 2, gradients 2, moments 8, master copy 4.");
    case Precision::Fp16Master:
        return Names::tr("Bytes per parameter: weights 2, gradients 2, moments 8, master copy 4. "
                         "Needs loss scaling.");
    }
    return {};
}

QString displayHint(Optimizer value)
{
    switch (value) {
    case Optimizer::AdamW:
        return Names::tr("Two moments for each trainable parameter.");
    case Optimizer::AdamWForeach:
        return Names::tr("Two moments; updates all tensors at once, at the price of temporaries.");
    case Optimizer::AdamW8bit:
        return Names::tr("Two moments of one byte each for each trainable parameter.");
    case Optimizer::PagedAdamW8bit:
        return Names::tr("Two moments of one byte each, in memory that can move to the host.");
    case Optimizer::Adafactor:
        return Names::tr("Row and column statistics in place of a full second moment.");
    case Optimizer::Lion:
        return Names::tr("One moment for each trainable parameter.");
    case Optimizer::Muon:
        return Names::tr("One moment for matrices; the other parameters use AdamW.");
    case Optimizer::Sgd:
        return Names::tr("No state beside the weights.");
    case Optimizer::SgdMomentum:
        return Names::tr("One moment for each trainable parameter.");
    }
    return {};
}

QString displayHint(Checkpointing value)
{
    switch (value) {
    case Checkpointing::None:
        return Names::tr("Every activation is kept: most memory, least computation.");
    case Checkpointing::Selective:
        return Names::tr(
            "What is large and cheap to compute is computed again in the backward pass.");
    case Checkpointing::Full:
        return Names::tr(
            "Only the input of each layer is kept; the forward pass is computed twice.");
    }
    return {};
}

QString displayHint(Attention value)
{
    switch (value) {
    case Attention::Flash:
        return Names::tr("Never holds the score matrix.");
    case Attention::Sdpa:
        return Names::tr(
            "The kernel that PyTorch picks; no score matrix where a fused kernel is available.");
    case Attention::Eager:
        return Names::tr(
            "Keeps the score matrix: memory grows with the square of the sequence length.");
    }
    return {};
}

QString displayHint(Loss value)
{
    switch (value) {
    case Loss::Standard:
        return Names::tr("The logits of all tokens are held at once.");
    case Loss::Chunked:
        return Names::tr("The logits are made and used up in chunks of tokens.");
    case Loss::Fused:
        return Names::tr("Head and cross-entropy are one kernel; the logits are never whole.");
    }
    return {};
}

QString displayHint(Strategy value)
{
    switch (value) {
    case Strategy::Ddp:
        return Names::tr("Every GPU holds everything. FSDP name: NO_SHARD.");
    case Strategy::Zero1:
        return Names::tr("Optimizer state is sharded. No FSDP counterpart.");
    case Strategy::Zero2:
        return Names::tr("Optimizer state and gradients are sharded. FSDP name: SHARD_GRAD_OP.");
    case Strategy::Zero3:
        return Names::tr(
            "Optimizer state, gradients and weights are sharded. FSDP name: FULL_SHARD.");
    case Strategy::FsdpGradOp:
        return Names::tr("Optimizer state and gradients are sharded: SHARD_GRAD_OP, like ZeRO-2.");
    case Strategy::Fsdp:
        return Names::tr(
            "Optimizer state, gradients and weights are sharded: FULL_SHARD, like ZeRO-3.");
    case Strategy::Hsdp:
        return Names::tr("Sharded within a node, replicated between nodes: HYBRID_SHARD.");
    }
    return {};
}

QString displayHint(Framework value)
{
    switch (value) {
    case Framework::Auto:
        return Names::tr("What a user of the chosen strategy would run.");
    case Framework::Trainer:
        return Names::tr("The conventions of the Hugging Face Trainer and accelerate.");
    case Framework::DeepSpeed:
        return Names::tr("The conventions of DeepSpeed.");
    case Framework::Fsdp1:
        return Names::tr("FullyShardedDataParallel: flat parameters.");
    case Framework::Fsdp2:
        return Names::tr("fully_shard: one sharded tensor for each parameter.");
    case Framework::Megatron:
        return Names::tr("The conventions of Megatron-LM.");
    }
    return {};
}

QString keyMeaning(const Key &key)
{
    return QCoreApplication::translate("keys", std::string(key.meaning).c_str());
}

QString keyUnit(const Key &key)
{
    return key.unit.empty() ? QString()
                            : QCoreApplication::translate("keys", std::string(key.unit).c_str());
}

} // namespace shardscope
