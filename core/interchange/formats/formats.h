// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/format.h"

namespace shardscope {

// Each stands in a file of its own, beside the source that its keys were read from.

// Files.
extern const Format deepSpeedFormat; ///< JSON
extern const Format accelerateFormat; ///< YAML
extern const Format peftComparisonFormat; ///< JSON
extern const Format adapterFormat; ///< PEFT's adapter_config.json
extern const Format indexFormat; ///< model.safetensors.index.json
extern const Format axolotlFormat; ///< YAML
extern const Format llamaFactoryFormat; ///< YAML, JSON; also its flags
extern const Format llamaFactoryV1Format; ///< its second schema
extern const Format msSwiftFormat; ///< YAML, JSON; also its flags
extern const Format llmFoundryFormat; ///< YAML
extern const Format nanotronFormat; ///< YAML
extern const Format litGptFormat; ///< YAML; also its flags
extern const Format megatronSwiftFormat; ///< YAML, JSON; also its flags
extern const Format torchtuneFormat; ///< YAML
extern const Format verlFormat; ///< YAML; also its overrides: "actor_rollout_ref.model.path"
extern const Format torchtitanFormat; ///< TOML; also its flags: "training.seq_len"
extern const Format trainerFormat; ///< TrainingArguments: YAML, JSON, flags, Python
extern const Format trlFormat; ///< the same with TRL's own keys and defaults
extern const Format unslothFormat; ///< Python: from_pretrained, get_peft_model
extern const Format unslothSentenceFormat; ///< the same of FastSentenceTransformer
extern const Format sentenceTransformersFormat; ///< Python: models, modules, losses

// Flags alone: without leading dashes, with underscores.
extern const Format megatronFormat;
extern const Format megatronDeepSpeedFormat; ///< Megatron-LM's, under --deepspeed
extern const Format accelerateLaunchFormat;
extern const Format torchrunFormat;
extern const Format deepSpeedLaunchFormat;
extern const Format slurmFormat;
extern const Format environmentFormat; ///< variables set before a command

/// FSDP's classes to wrap, as accelerate and the Trainer name them: "root" where one decoder layer
/// is named, which leaves the rest to the root.
std::optional<Json> wrapOfLayers(const Json &classes);

} // namespace shardscope
