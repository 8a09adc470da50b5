// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/script.h"

namespace shardscope {

/// Writes to a script where there is one.
class ScriptPen
{
public:
    using Size = Script::Size;

    void writeTo(Script &script) { m_script = &script; }
    bool isWriting() const { return m_script != nullptr; }
    void grow(Size size)
    {
        if (m_script)
            m_script->grow(size);
    }
    void shrink(Size size)
    {
        if (m_script)
            m_script->shrink(size);
    }
    void blink(Size size)
    {
        grow(size);
        shrink(size);
    }
    void blinkUnlike(Size size)
    {
        if (m_script)
            m_script->blinkUnlike(size);
    }
    void change(double bytes)
    {
        if (m_script)
            m_script->change(bytes);
    }

private:
    Script *m_script = nullptr;
};

} // namespace shardscope
