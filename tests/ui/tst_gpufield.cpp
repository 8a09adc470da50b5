// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/fieldrow.h"
#include "ui/panels/parameterpanel.h"
#include "ui/session.h"

#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QTest>

using namespace shardscope;

namespace {

Catalog twoGpus()
{
    Catalog catalog;
    catalog.gpus = {{.id = "h100-sxm",
                        .name = "H100 SXM5 80GB",
                        .label = "H100 SXM",
                        .aliases = {"h100"},
                        .vendor = "NVIDIA",
                        .segment = GpuSegment::DataCenter,
                        .nominalGb = {.value = 80},
                        .usableGib = {.value = 79.1}},
        {.id = "a4000",
            .name = "RTX A4000",
            .label = "A4000",
            .vendor = "NVIDIA",
            .segment = GpuSegment::Workstation,
            .usableGib = {.value = 15.6}}};
    return catalog;
}

} // namespace

class TestGpuField : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_panel.reset(); // it looks at the session before
        m_session = std::make_unique<Session>(twoGpus());
        m_panel = std::make_unique<ParameterPanel>(*m_session);
        m_list = m_panel->row("hardware.gpu")->findChild<QComboBox *>();
    }

    void groupsHaveHeadings()
    {
        QCOMPARE(m_list->count(), 4);
        QCOMPARE(m_list->itemText(0), "NVIDIA, data centre");
        QCOMPARE(m_list->itemText(2), "NVIDIA, workstation");
        for (const int row : {0, 2})
            QVERIFY(!(m_list->model()->flags(m_list->model()->index(row, 0)) & Qt::ItemIsEnabled));
    }

    void offersWhatHoldsAllWords_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<int>("count");
        QTest::newRow("vendor") << "nvidia" << 2;
        QTest::newRow("words of the name, in any order") << "80gb sxm5" << 1;
        QTest::newRow("what it is sold for") << "workstation" << 1;
        QTest::newRow("part of an id") << "a40" << 1;
        QTest::newRow("words of two") << "h100 a4000" << 0;
        QTest::newRow("none") << "radeon" << 0;
    }

    void offersWhatHoldsAllWords()
    {
        QFETCH(QString, typed);
        QFETCH(int, count);
        m_list->lineEdit()->setText(typed);
        QCOMPARE(m_list->completer()->model()->rowCount(), count);
    }

    void takesWhatIsMeant()
    {
        const auto type = [this](const QString &typed) {
            m_list->lineEdit()->setText(typed);
            emit m_list->lineEdit()->editingFinished();
            return QString::fromStdString(m_session->scenario().hardware.gpu);
        };
        QCOMPARE(type("rtx-A4000"), "a4000");
        QCOMPARE(type("H100 80GB"), "h100-sxm");
        // What is none leaves it as it is, a heading as well.
        QCOMPARE(type("abacus"), "h100-sxm");
        QCOMPARE(type("NVIDIA, workstation"), "h100-sxm");
        QVERIFY(m_list->currentText().startsWith("H100 SXM"));
    }

private:
    std::unique_ptr<Session> m_session;
    std::unique_ptr<ParameterPanel> m_panel;
    QComboBox *m_list = nullptr;
};

QTEST_MAIN(TestGpuField)
#include "tst_gpufield.moc"
