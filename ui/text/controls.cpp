// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/messages.h"

#include <QCoreApplication>

#include <array>

namespace shardscope {

namespace {

struct ControlName
{
    std::string_view key;
    const char *name;
};

constexpr const char *Context = "shardscope::Messages";
constexpr std::array<ControlName, 21> controlNames{
    {{"estimator", QT_TRANSLATE_NOOP("shardscope::Messages", "Estimator")},
        {"model.parameters", QT_TRANSLATE_NOOP("shardscope::Messages", "Parameters")},
        {"model.id", QT_TRANSLATE_NOOP("shardscope::Messages", "Model")},
        {"training.method", QT_TRANSLATE_NOOP("shardscope::Messages", "Method")},
        {"training.lora_rank", QT_TRANSLATE_NOOP("shardscope::Messages", "LoRA rank")},
        {"training.lora_targets", QT_TRANSLATE_NOOP("shardscope::Messages", "LoRA targets")},
        {"training.lora_percent", QT_TRANSLATE_NOOP("shardscope::Messages", "Trainable share")},
        {"training.precision", QT_TRANSLATE_NOOP("shardscope::Messages", "Precision")},
        {"training.optimizer", QT_TRANSLATE_NOOP("shardscope::Messages", "Optimizer")},
        {"training.sequence_length", QT_TRANSLATE_NOOP("shardscope::Messages", "Sequence length")},
        {"training.micro_batch", QT_TRANSLATE_NOOP("shardscope::Messages", "Micro-batch")},
        {"training.accumulation", QT_TRANSLATE_NOOP("shardscope::Messages", "Accumulation")},
        {"training.checkpointing", QT_TRANSLATE_NOOP("shardscope::Messages", "Checkpointing")},
        {"training.attention", QT_TRANSLATE_NOOP("shardscope::Messages", "Attention")},
        {"training.loss", QT_TRANSLATE_NOOP("shardscope::Messages", "Loss")},
        {"parallel.strategy", QT_TRANSLATE_NOOP("shardscope::Messages", "Strategy")},
        {"parallel.framework", QT_TRANSLATE_NOOP("shardscope::Messages", "Framework")},
        {"parallel.gpus", QT_TRANSLATE_NOOP("shardscope::Messages", "GPUs")},
        {"parallel.gpus_per_node", QT_TRANSLATE_NOOP("shardscope::Messages", "GPUs per node")},
        {"hardware.gpu", QT_TRANSLATE_NOOP("shardscope::Messages", "GPU")},
        {"hardware.link", QT_TRANSLATE_NOOP("shardscope::Messages", "Link")}}};

} // namespace

QString controlName(std::string_view keyId)
{
    for (const ControlName &control : controlNames) {
        if (control.key == keyId)
            return QCoreApplication::translate(Context, control.name);
    }
    return QString::fromUtf8(keyId.data(), static_cast<qsizetype>(keyId.size()));
}

} // namespace shardscope
