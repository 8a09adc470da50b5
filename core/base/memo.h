// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <utility>

namespace shardscope {

/// What `build` makes of the keys asked about last. The builder sees the key and nothing else, so
/// that a value depends on what its key says, and on nothing that was forgotten there.
template <class Key, class Value, Value (*build)(const Key &)>
class Memo
{
public:
    /// Remembers the values of `most` keys, 1 at least.
    explicit Memo(std::size_t most = 1)
        : m_most(most)
    { }

    /// Valid until `most` other keys have been asked about.
    const Value &of(const Key &key)
    {
        for (auto entry = m_entries.begin(); entry != m_entries.end(); ++entry) {
            if (entry->first != key)
                continue;
            m_entries.splice(m_entries.begin(), m_entries, entry);
            return m_entries.front().second;
        }
        Value value = build(key);
        if (m_entries.size() >= m_most && !m_entries.empty())
            m_entries.pop_back();
        m_entries.emplace_front(key, std::move(value));
        return m_entries.front().second;
    }

private:
    std::size_t m_most;
    std::list<std::pair<Key, Value>> m_entries; ///< the one asked about last goes first
};

} // namespace shardscope
