// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/scenarioautosave.h"

#include "core/document/document.h"
#include "ui/session.h"
#include "ui/text/names.h"

namespace shardscope {

ScenarioAutosave::ScenarioAutosave(Session &session, const QString &folder, QObject *parent)
    : Autosave({.kind = "scenario",
                   .isModified = [&session] { return session.isModified(); },
                   .text = [&session] { return writeScenario(session.document()); },
                   .title =
                       [](const std::string &text) {
                           const Result<ScenarioDocument> document
                               = readScenario(std::string_view(text));
                           return document ? std::optional(toText(document->title)) : std::nullopt;
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
