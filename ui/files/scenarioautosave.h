// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/files/autosave.h"

namespace shardscope {

class Session;

/// The backup of the scenario, with its pins and its sweep.
class ScenarioAutosave : public Autosave
{
    Q_OBJECT

public:
    ScenarioAutosave(Session &session, const QString &folder, QObject *parent = nullptr);
};

} // namespace shardscope
