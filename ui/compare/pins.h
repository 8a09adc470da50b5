// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"
#include "ui/compare/compared.h"

#include <QObject>

namespace shardscope {

/// The scenarios that are kept to compare with, and whether the baseline among them is peeked at.
/// They are part of the document, to be saved with it, but nothing here is an edit to be undone.
class Pins : public QObject
{
    Q_OBJECT

public:
    /// `catalog` outlives it.
    explicit Pins(const Catalog &catalog, QObject *parent = nullptr);

    const Compared &all() const { return m_all; }
    std::size_t count() const { return m_all.pins.size(); }

    /// Keeps a scenario under a name; where that is empty, under one that says what is particular
    /// about it. False, with `told` saying why, where it cannot.
    bool pin(const Scenario &scenario, const QString &name = {});
    void rename(std::size_t pin, const QString &name); ///< an empty name is none
    void remove(std::size_t pin);
    void clear();
    void setBaseline(std::size_t pin);
    /// Takes the place of all. What cannot be planned (any more) is not shown, but saved again.
    void restore(const std::vector<Pin> &pins);
    /// As they go into a file.
    std::vector<Pin> saved() const;

    /// While it is peeked at, the baseline is shown in the place of the present plan.
    bool isPeeking() const { return m_isPeeking; }
    void setPeeking(bool isPeeking); ///< does nothing where there is no baseline

signals:
    void changed();
    void peekingChanged(bool isPeeking);
    /// A sentence about what has been done, or why it was not.
    void told(const QString &sentence);

private:
    bool add(const Pin &pin);
    bool isFull();

    const Catalog &m_catalog;
    Compared m_all;
    std::vector<Pin> m_unplanned;
    bool m_isPeeking = false;
};

} // namespace shardscope
