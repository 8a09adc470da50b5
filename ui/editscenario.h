// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/origin.h"

#include <QUndoCommand>

namespace shardscope {

class Session;

/// Which edits belong together: the same control, with no pause between.
struct Gesture
{
    QString control;
    int serial = 0;

    bool operator==(const Gesture &) const = default;
};

/// The only undo command: swaps two scenarios. It knows no fields, so a new input costs nothing
/// here.
class EditScenario : public QUndoCommand
{
public:
    EditScenario(Session &session, const QString &label, Gesture gesture, SourcedScenario next);

    void undo() override;
    void redo() override;
    int id() const override { return 1; }
    bool mergeWith(const QUndoCommand *other) override;

private:
    Session &m_session;
    Gesture m_gesture;
    SourcedScenario m_before;
    SourcedScenario m_after;
    bool m_wasDone = false;
};

} // namespace shardscope
