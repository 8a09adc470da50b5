// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/scenarioautosave.h"

#include "core/document/document.h"
#include "ui/session.h"

namespace shardscope {

ScenarioAutosave::ScenarioAutosave(Session &session, const QString &folder, QObject *parent)
    : Autosave({.kind = "scenario",
                   .isModified = [&session] { return session.isModified(); },
                   .text = [&session] { return writeScenario(session.document()); },
                   .isReadable =
                       [](const std::string &text) {
                           return readScenario(std::string_view(text)).has_value();
                       }},
        folder, parent)
{
    connect(&session, &Session::scenarioChanged, this, &Autosave::noteChange);
    connect(&session, &Session::viewChanged, this, &Autosave::noteChange);
    connect(session.undoStack(), &QUndoStack::cleanChanged, this, [this](bool isClean) {
        if (isClean)
            update();
    });
}

} // namespace shardscope
