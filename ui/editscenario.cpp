// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editscenario.h"

#include "ui/session.h"

#include <utility>

namespace shardscope {

EditScenario::EditScenario(
    Session &session, const QString &label, Gesture gesture, SourcedScenario next)
    : QUndoCommand(label)
    , m_session(session)
    , m_gesture(std::move(gesture))
    , m_before{session.scenario(), session.origins()}
    , m_after(std::move(next))
{ }

void EditScenario::undo()
{
    // Merging reaches a step that was come back to by undo: without this, the next edit would
    // vanish into it.
    m_session.endGesture();
    m_session.setScenario(m_before);
}

void EditScenario::redo()
{
    if (std::exchange(m_wasDone, true)) // when it is pushed, its gesture still goes on
        m_session.endGesture();
    m_session.setScenario(m_after);
}

bool EditScenario::mergeWith(const QUndoCommand *other)
{
    const auto *next = static_cast<const EditScenario *>(other);
    if (next->m_gesture != m_gesture)
        return false;
    m_after = next->m_after;
    if (m_after.scenario == m_before.scenario) { // dragged back to where it began
        setObsolete(true);
        m_session.setScenario(m_before);
    }
    return true;
}

} // namespace shardscope
