// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"
#include "ui/compare/compared.h"

#include <QObject>

namespace shardscope {

/// A scenario to pin again: what backups hold.
struct PinnedScenario
{
    QString name{};
    Scenario scenario{};

    bool operator==(const PinnedScenario &) const = default;
};

/// The scenarios that are kept to compare with, and whether the baseline among them is peeked at.
/// They stay when another file is opened, so that two files can be compared; they are no part of
/// any file, and nothing here is an edit.
class Pins : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t Most = 4;

    /// `catalog` outlives it.
    explicit Pins(const Catalog &catalog, QObject *parent = nullptr);

    const Compared &all() const { return m_all; }
    std::size_t count() const { return m_all.pins.size(); }

    /// Keeps a scenario under a name that says what is particular about it. False, with `told`
    /// saying why, where it cannot.
    bool pin(const Scenario &scenario);
    void rename(std::size_t pin, const QString &name); ///< an empty name is none
    void remove(std::size_t pin);
    void clear();
    void setBaseline(std::size_t pin);
    /// Takes the place of all; what cannot be planned any more is left out.
    void restore(const std::vector<PinnedScenario> &pins, std::size_t baseline);

    /// While it is peeked at, the baseline is shown in the place of the present plan.
    bool isPeeking() const { return m_isPeeking; }
    void setPeeking(bool isPeeking); ///< does nothing where there is no baseline

signals:
    void changed();
    void peekingChanged(bool isPeeking);
    /// A sentence about what has been done, or why it was not.
    void told(const QString &sentence);

private:
    bool add(const QString &name, const Scenario &scenario);

    const Catalog &m_catalog;
    Compared m_all;
    bool m_isPeeking = false;
};

} // namespace shardscope
