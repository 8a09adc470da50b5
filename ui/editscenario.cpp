// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editscenario.h"

#include "ui/session.h"

#include <utility>

namespace shardscope {

EditScenario::EditScenario(Session &session, const QString &label, Gesture gesture, Scenario next)
    : QUndoCommand(label)
    , m_session(session)
    , m_gesture(std::move(gesture))
    , m_before(session.scenario())
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
    setObsolete(m_after == m_before); // dragged back to where it began
    return true;
}

} // namespace shardscope
