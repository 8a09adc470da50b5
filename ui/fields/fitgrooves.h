// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/feasibility.h"
#include "ui/fields/scale.h"

#include <QObject>

#include <deque>

class QTimer;

namespace shardscope {

class ScaleSlider;
class Session;

/// Everything that a slider reaches, with samples at its marks and evenly between them.
ValueGrid gridOf(const Scale &scale);

/// Of scenarios that an Evaluator remembers who asks for sliders: each value of those that change
/// the model or how it computes is a family of its own, asked about again after each edit.
inline constexpr std::size_t grooveFamilies = 64;

/// Tells sliders which of their values fit, all else held. Works after the plan has been shown,
/// between events and a few milliseconds at a time; what an edit has overtaken is dropped. Begins
/// when one of the sliders has been painted: the window comes first.
class FitGrooves : public QObject
{
    Q_OBJECT

public:
    explicit FitGrooves(Session &session, QObject *parent = nullptr);

    /// Both must live as long as this.
    void add(ScaleSlider &slider, const Key &key);

    bool isUpToDate() const { return m_due.empty() && !m_hasNew; }
    /// Scans finished so far: a slider that is dragged asks for none of its own.
    int scanCount() const { return m_scans; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Groove
    {
        ScaleSlider *slider;
        const Key *key;
        Scale scale{};
        ValueGrid grid{};
        std::optional<Scenario> answered{}; ///< the base of the answer that is shown
        int scan = 0; ///< which one answered
    };

    Scenario baseOf(const Groove &groove) const;
    void begin();
    void drop();
    void restart();
    void work();
    void ask();

    Session &m_session;
    Evaluator m_evaluator;
    QTimer *m_turn;
    std::deque<Groove> m_grooves; ///< where they stay: scans refer to their grids
    std::deque<Groove *> m_due; ///< the oldest answer first
    std::optional<FeasibilityScan> m_scan; ///< of the first that is due
    int m_scans = 0;
    bool m_hasNew = false; ///< grooves that nobody has asked yet
    bool m_isSeen = false; ///< a slider has been painted
};

} // namespace shardscope
