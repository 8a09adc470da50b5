// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/testcatalog.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/session.h"
#include "ui/settings.h"

#include <QTemporaryDir>
#include <QTest>

namespace shardscope {

/// A window with everything that it needs, away from the user's own files; shown and active.
struct TestWindow
{
    QTemporaryDir folder;
    Settings settings{folder.filePath("settings.ini")};
    Translations translations;
    Session session{builtInCatalog()};
    MainWindow window{{session, settings, translations}, {.backupFolder = folder.path()}};

    TestWindow()
    {
        window.show();
        window.activateWindow();
        [[maybe_unused]] const bool isActive = QTest::qWaitForWindowActive(&window);
    }
    ~TestWindow() { translations.use("en"); }
};

} // namespace shardscope
