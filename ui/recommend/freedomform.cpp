// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recommend/freedomform.h"

#include "core/estimate/run.h"
#include "core/explore/search/recommendtexts.h"
#include "ui/flowlayout.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>

namespace shardscope {

namespace {

constexpr int Most = 1 << 20; // as for parallel.gpus

QSpinBox *makeBox(QWidget *parent)
{
    auto *box = new QSpinBox(parent);
    box->setRange(1, Most);
    box->setGroupSeparatorShown(true);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setKeyboardTracking(false);
    return box;
}

} // namespace

FreedomForm::FreedomForm(QWidget *parent)
    : QWidget(parent)
    , m_held(new QLabel(this))
    , m_batch(makeBox(this))
    , m_tokens(new QLabel(this))
{
    m_held->setTextFormat(Qt::PlainText);
    m_held->setWordWrap(true);
    m_batch->setAccessibleName(tr("Sequences in each optimizer step"));
    m_batch->setToolTip(
        tr("Micro-batch × accumulation × GPUs. It is held, so that training stays the same."));

    const std::vector<std::pair<Dimension, QString>> names{{Dimension::Strategy, tr("&Strategy")},
        {Dimension::Framework, tr("&Framework")}, {Dimension::MicroBatch, tr("&Micro-batch")},
        {Dimension::Checkpointing, tr("&Checkpointing")}, {Dimension::Offload, tr("&Offloading")},
        {Dimension::Loss, tr("&Loss")}, {Dimension::Attention, tr("A&ttention")},
        {Dimension::Tensor, tr("Te&nsor parallel")}, {Dimension::Pipeline, tr("&Pipeline")},
        {Dimension::Chunks, tr("Chun&ks")}, {Dimension::Schedule, tr("Sche&dule")},
        {Dimension::RankOrder, tr("&Rank order")}, {Dimension::Context, tr("Conte&xt parallel")},
        {Dimension::Expert, tr("Ro&uted experts")}};
    auto *boxes = new FlowLayout(14);
    for (const auto &[dimension, name] : names) {
        auto *box = new QCheckBox(name, this);
        box->setChecked(true);
        connect(box, &QCheckBox::toggled, this, &FreedomForm::edited);
        boxes->addWidget(box);
        m_free.emplace_back(dimension, box);
    }
    boxes->addWidget(makeGpus());
    auto *batch = new QHBoxLayout;
    batch->addWidget(m_batch);
    batch->addWidget(m_tokens, 1);

    auto *layout = new QFormLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addRow(tr("Held:"), m_held);
    auto *batchLabel = new QLabel(tr("Se&quences per step:"), this);
    batchLabel->setBuddy(m_batch);
    layout->addRow(batchLabel, batch);
    layout->addRow(tr("May change:"), boxes);

    const auto enableGpus = [this](bool mayChange) {
        m_gpus->setEnabled(mayChange);
        m_gpus->setToolTip(mayChange ? m_fewerGpus->toolTip()
                                     : tr("Check the box beside it, and their number may change."));
    };
    enableGpus(false);
    connect(m_fewerGpus, &QCheckBox::toggled, this, enableGpus);
    connect(m_fewerGpus, &QCheckBox::toggled, this, &FreedomForm::edited);
    connect(m_gpus, &QSpinBox::valueChanged, this, &FreedomForm::edited);
    connect(m_batch, &QSpinBox::valueChanged, this, [this] {
        showTokens();
        emit edited();
    });
}

/// Made after the boxes before it: so goes the Tab key.
QWidget *FreedomForm::makeGpus()
{
    auto *gpus = new QWidget(this);
    m_fewerGpus = new QCheckBox(tr("&GPUs, up to:"), gpus);
    m_fewerGpus->setToolTip(tr("Tries powers of two within a node, then whole nodes."));
    m_gpus = makeBox(gpus);
    m_gpus->setAccessibleName(tr("GPUs at most"));
    auto *together = new QHBoxLayout(gpus);
    together->setContentsMargins(0, 0, 0, 0);
    together->addWidget(m_fewerGpus);
    together->addWidget(m_gpus);
    return gpus;
}

void FreedomForm::setPresent(const Scenario &present, const Catalog &catalog)
{
    const QSignalBlocker gpus(m_gpus);
    const QSignalBlocker batch(m_batch);
    m_held->setText(translated(heldOf(present, catalog), &catalog));
    m_gpus->setValue(
        std::max(m_fewerGpus->isChecked() ? m_gpus->value() : 1, present.parallel.gpus));
    m_batch->setValue(static_cast<int>(std::min<double>(Most, sequencesPerStep(present))));
    m_sequenceLength = present.training.sequenceLength;
    const bool isDetailed = present.estimator == EstimatorKind::Detailed;
    for (const auto &[dimension, box] : m_free) {
        // The worksheet knows nothing of the others.
        const bool isKnown = dimension == Dimension::Strategy || dimension == Dimension::MicroBatch
            || dimension == Dimension::Checkpointing;
        box->setEnabled(isDetailed || isKnown);
        box->setToolTip(box->isEnabled()
                ? QString()
                : tr("The worksheet's rules of thumb know nothing of it."));
    }
    showTokens();
}

SearchFreedom FreedomForm::freedom() const
{
    SearchFreedom freedom;
    for (const auto &[dimension, box] : m_free)
        *freedomOf(freedom, dimension) = box->isChecked();
    freedom.gpusAtMost = m_fewerGpus->isChecked() ? m_gpus->value() : 0;
    freedom.batch = m_batch->value();
    return freedom;
}

void FreedomForm::showTokens()
{
    m_tokens->setText(
        tr("= %1 tokens")
            .arg(formatWhole(static_cast<double>(m_batch->value()) * m_sequenceLength)));
}

} // namespace shardscope
