// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/residentmemory.h"
#include "tests/support/testcatalog.h"
#include "ui/freememory.h"
#include "ui/session.h"

#include <QElapsedTimer>
#include <QTest>
#include <QTimer>

#include <cstring>
#include <memory>
#include <vector>

#if defined(SHARDSCOPE_SANITIZED) || !defined(__GLIBC__)
constexpr bool isGlibcMalloc = false;
#else
constexpr bool isGlibcMalloc = true;
#endif

using namespace shardscope;

namespace {

using Block = std::unique_ptr<char[]>;

Block blockOf(std::size_t bytes)
{
    Block block(new char[bytes]);
    std::memset(block.get(), 1, bytes);
    return block;
}

} // namespace

class TestFreeMemory : public QObject
{
    Q_OBJECT

private slots:
    // Below a block that is still in use glibc keeps whatever was freed.
    void goesBackAfterAnEdit()
    {
        if (!isGlibcMalloc)
            QSKIP("another malloc, which gives back what it likes");
        Session session{builtInCatalog()};
        FreeMemory freeMemory(session);
        freeMemory.setPause(0);

        constexpr std::size_t blockBytes = 16 * 1024; // far below those that are mapped one by one
        std::vector<Block> blocks(96 * 1024 * 1024 / blockBytes);
        for (Block &block : blocks)
            block = blockOf(blockBytes);
        const Block last = blockOf(blockBytes);
        blocks.clear();
        const double full = residentMebibytes();

        Scenario next = session.scenario();
        next.parallel.gpus *= 2;
        session.editAtOnce("edit", "edit", next);
        QTRY_VERIFY2(residentMebibytes() < full - 80,
            qPrintable(QStringLiteral("%1 of %2 MiB").arg(residentMebibytes()).arg(full)));
    }

    // Who drags on is not spared it, and pays for it once in a while.
    void doesNotWaitForTheLastEdit()
    {
        Session session{builtInCatalog()};
        FreeMemory freeMemory(session);
        freeMemory.setPause(50);
        auto *const pause = freeMemory.findChild<QTimer *>();
        QVERIFY(pause);
        int times = 0;
        connect(pause, &QTimer::timeout, this, [&times] { ++times; });
        QElapsedTimer clock;
        clock.start();
        for (int gpus = 1; times < 2; ++gpus) {
            QVERIFY(clock.elapsed() < 10'000);
            Scenario next = session.scenario();
            next.parallel.gpus = 1 + gpus % 64;
            session.edit("GPUs", "parallel.gpus", next);
            QCoreApplication::processEvents();
        }
    }

    // What is computed beside a plan may end when memory has gone back once.
    void goesBackTwiceAfterTheLastEdit()
    {
        Session session{builtInCatalog()};
        FreeMemory freeMemory(session);
        freeMemory.setPause(300);
        auto *const pause = freeMemory.findChild<QTimer *>();
        QVERIFY(pause);
        // Since the plan last changed: that of a slow machine changes again when it is played.
        int times = 0;
        connect(pause, &QTimer::timeout, this, [&times] { ++times; });
        connect(&session, &Session::planChanged, this, [&times] { times = 0; });
        Scenario next = session.scenario();
        next.parallel.gpus *= 2;
        session.editAtOnce("GPUs", "parallel.gpus", next);
        QTRY_VERIFY(times == 2 && !pause->isActive());
    }
};

QTEST_MAIN(TestFreeMemory)
#include "tst_freememory.moc"
