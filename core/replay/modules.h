// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/settings.h"
#include "core/replay/tapebuilder.h"

namespace shardscope {

/// Writes the modules of transformers 5.12 onto a tape, statement by statement.
class ModuleWriter
{
public:
    ModuleWriter(TapeBuilder &tape, const LayerSettings &settings)
        : m_tape(tape)
        , m_settings(settings)
    { }

    TensorId norm(std::string_view name, TensorId x, double width, double rows);
    TensorId linear(std::string_view name, TensorId x, double in, double out, bool bias);
    TensorId attention(TensorId x);
    TensorId mlp(TensorId x, double width);

private:
    struct Heads
    {
        TensorId query;
        TensorId key;
        TensorId value;
    };

    TensorId normOfKind(std::string_view name, TensorId x, double width, double rows);
    TensorId rmsNorm(std::string_view name, TensorId x, double width, double rows);
    TensorId gemmaNorm(std::string_view name, TensorId x, double width, double rows);
    TensorId layerNorm(std::string_view name, TensorId x, double width, double rows);
    TensorId weight(std::string_view name, double rows, double columns);
    TensorId quantizedProduct(std::string_view name, TensorId x, double in, double out);
    TensorId adapted(TensorId x, TensorId base, double in, double out);
    Heads projections(TensorId x);
    TensorId normalized(std::string_view name, TensorId x, double heads);
    TensorId rotated(TensorId x, TensorId cos, TensorId sin);
    TensorId flash(const Heads &heads);
    TensorId eager(const Heads &heads);
    TensorId repeated(TensorId x);
    TensorId forProduct(TensorId x, bool isContiguous);

    double tokens() const { return m_settings.tokens(); }
    const ModelSpec &spec() const { return m_settings.spec; }

    TapeBuilder &m_tape;
    const LayerSettings &m_settings;
};

} // namespace shardscope
