// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <functional>

namespace shardscope {

/// Takes text piece by piece, where all of it at once would be much.
using TextSink = std::function<void(std::string_view)>;
/// Says all of a text to a sink.
using TextSource = std::function<void(const TextSink &)>;

/// Writes JSON as it comes: the same text as `writeJson` makes of a whole value. What is opened is
/// to be closed, and each value of an object follows its key.
class JsonWriter
{
public:
    explicit JsonWriter(TextSink sink, JsonStyle style = JsonStyle::Indented);

    void beginObject() { open('{'); }
    void endObject() { close('}'); }
    void beginArray() { open('['); }
    void endArray() { close(']'); }
    void key(std::string_view name);
    void value(const Json &value);
    /// An array of which `valueAt` says each of `count` values.
    template <class ValueAt>
    void array(std::size_t count, const ValueAt &valueAt);

private:
    void open(char bracket);
    void close(char bracket);
    /// What stands before a value or a key: a comma, a new line.
    void separate();
    void breakLine();

    TextSink m_sink;
    JsonStyle m_style;
    std::size_t m_depth = 0;
    bool m_isFirst = true; ///< nothing stands yet in what was opened last
    bool m_isNamed = false; ///< the key is written, its value is not
};

template <class ValueAt>
void JsonWriter::array(std::size_t count, const ValueAt &valueAt)
{
    beginArray();
    for (std::size_t i = 0; i < count; ++i)
        value(valueAt(i));
    endArray();
}

} // namespace shardscope
