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
    case Optimizer::AdamWForLoop:
        return Names::tr("AdamW (for loop)");
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
    case Loss::InPlace:
        return Names::tr("In place");
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
    case Framework::Nanotron:
        return Names::tr("nanotron");
    }
    return {};
}

QString displayName(Dora value)
{
    switch (value) {
    case Dora::Off:
        return Names::tr("Off", "DoRA");
    case Dora::On:
        return Names::tr("On", "DoRA");
    }
    return {};
}

QString displayName(QuantStorage value)
{
    switch (value) {
    case QuantStorage::Uint8:
        return Names::tr("Bytes");
    case QuantStorage::Bits16:
        return Names::tr("16 bit");
    }
    return {};
}

QString displayName(LoraPrecision value)
{
    switch (value) {
    case LoraPrecision::Auto:
        return Names::tr("Automatic");
    case LoraPrecision::Fp32:
        return Names::tr("FP32");
    case LoraPrecision::Bits16:
        return Names::tr("16 bit");
    }
    return {};
}

QString displayName(Kernels value)
{
    switch (value) {
    case Kernels::Cuda:
        return Names::tr("CUDA");
    case Kernels::Reference:
        return Names::tr("Reference");
    case Kernels::Unsloth:
        return Names::tr("Unsloth");
    case Kernels::Fused:
        return Names::tr("Fused");
    }
    return {};
}

QString displayName(KbitPreparation value)
{
    switch (value) {
    case KbitPreparation::None:
        return Names::tr("None");
    case KbitPreparation::Norms:
        return Names::tr("Norms in FP32");
    case KbitPreparation::Full:
        return Names::tr("All in FP32");
    }
    return {};
}

QString displayName(Stack value)
{
    switch (value) {
    case Stack::Transformers5:
        return Names::tr("transformers 5");
    case Stack::Transformers446:
        return Names::tr("transformers 4.46 and later");
    case Stack::Transformers4:
        return Names::tr("transformers before 4.46");
    }
    return {};
}

QString displayName(Outputs value)
{
    switch (value) {
    case Outputs::Dropped:
        return Names::tr("Dropped at once");
    case Outputs::Step:
        return Names::tr("Kept until the step ends");
    case Outputs::Next:
        return Names::tr("Kept until the next forward pass");
    }
    return {};
}

QString displayName(Wrap value)
{
    switch (value) {
    case Wrap::Auto:
        return Names::tr("Automatic");
    case Wrap::Root:
        return Names::tr("Layers and root");
    case Wrap::EmbedHead:
        return Names::tr("Embedding and head apart");
    }
    return {};
}

QString displayName(GradientSync value)
{
    switch (value) {
    case GradientSync::Auto:
        return Names::tr("Automatic");
    case GradientSync::EveryMicroStep:
        return Names::tr("In every micro-step");
    case GradientSync::LastMicroStep:
        return Names::tr("In the last micro-step");
    }
    return {};
}

QString displayName(BucketView value)
{
    switch (value) {
    case BucketView::Off:
        return Names::tr("Off");
    case BucketView::On:
        return Names::tr("On");
    }
    return {};
}

QString displayName(GradientPrecision value)
{
    switch (value) {
    case GradientPrecision::Auto:
        return Names::tr("Automatic");
    case GradientPrecision::Bits16:
        return Names::tr("16 bit");
    case GradientPrecision::Fp32:
        return Names::tr("FP32");
    }
    return {};
}

QString displayName(Overlap value)
{
    switch (value) {
    case Overlap::Auto:
        return Names::tr("Automatic");
    case Overlap::On:
        return Names::tr("On");
    case Overlap::Off:
        return Names::tr("Off");
    }
    return {};
}

QString displayName(Offload value)
{
    switch (value) {
    case Offload::None:
        return Names::tr("None");
    case Offload::Optimizer:
        return Names::tr("Optimizer");
    case Offload::Parameters:
        return Names::tr("Optimizer and parameters");
    case Offload::Nvme:
        return Names::tr("NVMe");
    }
    return {};
}

QString displayName(Allocator value)
{
    switch (value) {
    case Allocator::Default:
        return Names::tr("Default");
    case Allocator::Expandable:
        return Names::tr("Expandable segments");
    }
    return {};
}

QString displayName(ExpertCode value)
{
    switch (value) {
    case ExpertCode::Grouped:
        return Names::tr("Grouped");
    case ExpertCode::Loop:
        return Names::tr("One after the other");
    }
    return {};
}

QString displayName(Algorithm value)
{
    switch (value) {
    case Algorithm::Auto:
        return Names::tr("As NCCL chooses");
    case Algorithm::Ring:
        return Names::tr("Ring");
    case Algorithm::Tree:
        return Names::tr("Tree");
    case Algorithm::Hierarchical:
        return Names::tr("Hierarchical");
    case Algorithm::Nvls:
        return Names::tr("In the switch (NVLS)");
    }
    return {};
}

QString displayName(ZeroPlusPlus value)
{
    switch (value) {
    case ZeroPlusPlus::None:
        return Names::tr("None");
    case ZeroPlusPlus::QuantizedWeights:
        return Names::tr("8-bit weights (qwZ)");
    case ZeroPlusPlus::SecondCopy:
        return Names::tr("Second copy (hpZ)");
    case ZeroPlusPlus::QuantizedGradients:
        return Names::tr("4-bit gradients (qgZ)");
    case ZeroPlusPlus::All:
        return Names::tr("All three");
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
