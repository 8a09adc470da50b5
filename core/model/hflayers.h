// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fields.h"
#include "core/model/families.h"

namespace shardscope {

/// Of a list of names, one for each layer, those that are `wanted`. It may go on past the last
/// layer of a shortened model.
std::vector<bool> layersCalled(Fields &fields, const Json::Array &names, std::string_view key,
    std::string_view wanted, std::int64_t count);

/// Keys of a config that name one layer in each period, and what its class takes where they are
/// absent.
struct PeriodKeys
{
    std::string_view period;
    std::int64_t usualPeriod;
    std::string_view offset;
    std::int64_t usualOffset;
};

/// Of `count` layers those whose place in the period is the offset, which lies within it
/// (configuration_jamba.py, validate_architecture).
std::vector<bool> periodicLayers(Fields &fields, const PeriodKeys &keys, std::int64_t count);

/// Which decoder layers have a gated delta rule, and its sizes.
void readDeltaRule(Fields &fields, const Json &config, const Family &family, ModelSpec &spec);

/// Which decoder layers attend to images (configuration_mllama.py, cross_attention_layers).
void readImageLayers(const Json &config, ModelSpec &spec);

/// How the attention of one decoder layer differs from another's: whether it sees all tokens or a
/// window of them, which masks the model makes for that, and whether it has rotary embedding.
void readLayerKinds(Fields &fields, const Json &config, const Family &family, ModelSpec &spec);

/// How many tokens `layers` see, where the config classes of transformers 5.12.1 know a window.
void readWindowSize(Fields &fields, const Json &config, const Family &family,
    std::vector<bool> layers, ModelSpec &spec);

} // namespace shardscope
