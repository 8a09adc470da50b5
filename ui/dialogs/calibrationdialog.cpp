// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/calibrationdialog.h"

#include "core/scenario/keys.h"
#include "ui/plainlabel.h"
#include "ui/session.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

QString signedMemory(Bytes bytes)
{
    const QString amount = formatMemory(Bytes(std::abs(bytes.value())));
    return (bytes < Bytes(0) ? QChar(0x2212) : QLatin1Char('+')) + amount;
}

QString understood(const Evidence &evidence)
{
    switch (evidence.kind) {
    case EvidenceKind::OutOfMemory:
        return evidence.capacity
            ? CalibrationDialog::tr("An out-of-memory error: %1 could not be had any more on a GPU "
                                    "of %2. The run needed at least what stands below.")
                  .arg(formatMemory(*evidence.requested), formatMemory(*evidence.capacity))
            : CalibrationDialog::tr("An out-of-memory error: %1 could not be had any more. The run "
                                    "needed at least what stands below.")
                  .arg(formatMemory(*evidence.requested));
    case EvidenceKind::NvidiaSmi:
        return CalibrationDialog::tr("Output of nvidia-smi: the fullest GPU holds %1.")
            .arg(formatMemory(evidence.measurements.front().bytes));
    case EvidenceKind::Peak:
        return evidence.isGuess
            ? CalibrationDialog::tr("A measured peak. Say below what was measured.")
            : CalibrationDialog::tr("A measured peak.");
    }
    return {};
}

constexpr double Alike = 0.02; ///< of the estimate

double shareOf(const Deviation &deviation)
{
    return deviation.difference() / deviation.estimated;
}

/// Where more was allocated, more is reserved and in use, too: the inmost one explains the others.
const Deviation &toExplain(const std::vector<Deviation> &deviations)
{
    const auto inmost = std::find_if(deviations.begin(), deviations.end(),
        [](const Deviation &deviation) { return std::abs(shareOf(deviation)) >= Alike; });
    return inmost == deviations.end() ? widestOf(deviations) : *inmost;
}

/// What people have seen to cause a difference of that kind.
QString explanationOf(const Deviation &deviation)
{
    const double share = shareOf(deviation);
    if (deviation.measured.isAtLeast && share < 0)
        return CalibrationDialog::tr("The run broke off before it came to the peak that is "
                                     "estimated: this says nothing against the estimate.");
    if (std::abs(share) < Alike)
        return CalibrationDialog::tr("The measurement agrees with the estimate.");
    if (share < 0)
        return CalibrationDialog::tr("Less was measured. Sequences may have been shorter than "
                                     "assumed, or the peak was not in what was measured.");
    switch (deviation.measured.question) {
    case MemoryQuestion::Allocated:
        return CalibrationDialog::tr("More was allocated. Sequences may have been longer, an "
                                     "evaluation may have run, or tensors of the program's own are "
                                     "alive: batches, outputs that are kept, a second model.");
    case MemoryQuestion::Reserved:
        return CalibrationDialog::tr("More was reserved. Batches of changing length leave holes; "
                                     "expandable segments close most of them.");
    case MemoryQuestion::Device:
        return CalibrationDialog::tr("More was in use. Other processes on the GPU, more "
                                     "communicators or libraries with memory of their own count "
                                     "here, and not for PyTorch.");
    }
    return {};
}

/// What was measured on another GPU says little of this one.
QString otherGpu(const Evidence &evidence, const Plan &plan, const Catalog &catalog)
{
    constexpr double Tolerance = 0.05; // between the name on the box and what PyTorch sees
    const GpuSpec *gpu = catalog.findGpu(plan.scenario.hardware.gpu);
    if (!gpu || !evidence.capacity || *evidence.capacity <= Bytes(0)
        || std::abs(*evidence.capacity / gpu->usable() - 1) <= Tolerance)
        return {};
    return QLatin1Char(' ')
        + CalibrationDialog::tr("That GPU has %1, but %2 of the scenario has %3.")
              .arg(formatMemory(*evidence.capacity), toText(gpu->label),
                  formatMemory(gpu->usable()));
}

} // namespace

CalibrationDialog::CalibrationDialog(Session &session, QWidget *parent)
    : QDialog(parent)
    , m_session(session)
    , m_text(new QPlainTextEdit(this))
    , m_understood(makePlainLabel(this))
    , m_question(new QComboBox(this))
    , m_deviations(new QTreeWidget(this))
    , m_explanation(makePlainLabel(this))
{
    m_session.settle(); // what is only estimated is nothing to correct
    setWindowTitle(tr("Calibrate"));
    auto *prompt
        = new QLabel(tr("&Paste PyTorch's out-of-memory message, the output of nvidia-smi, "
                        "or a measured peak such as 61.3 GiB:"),
            this);
    prompt->setWordWrap(true);
    prompt->setBuddy(m_text);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setTabChangesFocus(true);
    m_text->setAccessibleName(tr("Measurement"));
    m_text->setAccessibleDescription(tr("What a run has shown, as text"));
    for (const MemoryQuestion question :
        {MemoryQuestion::Allocated, MemoryQuestion::Reserved, MemoryQuestion::Device})
        m_question->addItem(displayName(question));
    m_question->setAccessibleName(tr("Measured was"));
    auto *form = new QFormLayout;
    form->addRow(tr("&Measured was:"), m_question);
    m_deviations->setHeaderLabels(
        {tr("Memory"), tr("Measured"), tr("Estimated"), tr("Difference")});
    m_deviations->setRootIsDecorated(false);
    m_deviations->header()->setStretchLastSection(false);
    m_deviations->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_deviations->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_deviations->setAccessibleName(tr("Measured and estimated memory"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_apply = buttons->addButton(tr("&Apply"), QDialogButtonBox::AcceptRole);
    m_apply->setDefault(true);

    auto *layout = new QVBoxLayout(this);
    layout->addWidget(prompt);
    layout->addWidget(m_text, 2);
    layout->addWidget(m_understood);
    layout->addLayout(form);
    layout->addWidget(m_deviations, 1);
    layout->addWidget(m_explanation);
    layout->addWidget(buttons);
    connect(m_text, &QPlainTextEdit::textChanged, this, &CalibrationDialog::read);
    connect(m_question, &QComboBox::activated, this, &CalibrationDialog::refresh);
    connect(&session, &Session::planChanged, this, &CalibrationDialog::refresh);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_apply, &QPushButton::clicked, this, &CalibrationDialog::apply);
    const int line = fontMetrics().height();
    resize(QSize(38 * line, 33 * line).boundedTo(screen()->availableSize()));
    read();
}

void CalibrationDialog::setText(const QString &text)
{
    m_text->setPlainText(text);
}

void CalibrationDialog::read()
{
    m_evidence = readEvidence(m_text->toPlainText().toStdString());
    if (m_evidence && !m_evidence->measurements.empty())
        m_question->setCurrentIndex(static_cast<int>(m_evidence->measurements.front().question));
    refresh();
}

void CalibrationDialog::refresh()
{
    m_deviations->clear();
    m_explanation->clear();
    m_apply->setEnabled(false);
    const bool isGuess = m_evidence && m_evidence->isGuess;
    m_question->setEnabled(isGuess);
    const Plan *plan = m_session.plan();
    if (!plan || plan->scenario.estimator == EstimatorKind::Worksheet)
        return m_understood->setText(
            tr("Only the detailed estimator can be held against a measurement."));
    if (m_text->toPlainText().trimmed().isEmpty())
        return m_understood->setText(tr("Nothing is pasted yet."));
    if (!m_evidence || m_evidence->measurements.empty())
        return m_understood->setText(tr("No amount of memory was found in the text."));
    m_understood->setText(
        understood(*m_evidence) + otherGpu(*m_evidence, *plan, m_session.catalog()));
    Evidence evidence = *m_evidence;
    if (isGuess) {
        for (Reading &measured : evidence.measurements)
            measured.question = static_cast<MemoryQuestion>(m_question->currentIndex());
    }
    showDeviations(*plan, deviationsOf(*plan, evidence));
}

void CalibrationDialog::showDeviations(const Plan &plan, const std::vector<Deviation> &deviations)
{
    for (const Deviation &deviation : deviations) {
        const QString measured = formatMemory(deviation.measured.bytes);
        auto *row = new QTreeWidgetItem(m_deviations,
            {displayName(deviation.measured.question),
                deviation.measured.isAtLeast ? tr("at least %1", "amount").arg(measured) : measured,
                formatMemory(deviation.estimated), signedMemory(deviation.difference())});
        for (int column = 1; column < 4; ++column)
            row->setTextAlignment(column, Qt::AlignTrailing | Qt::AlignVCenter);
    }
    constexpr double Step = 0.01; // GiB: what the box shows
    m_correction = std::round(correctionFor(deviations) / Step) * Step;
    const Key *key = findKey("hardware.correction_gib");
    m_correction = std::clamp(m_correction, key->minimum, key->maximum);
    m_apply->setEnabled(m_correction != plan.scenario.hardware.correctionGib);
    const QString effect = m_apply->isEnabled()
        ? tr("Apply sets the correction to %1.").arg(signedMemory(m_correction * GiB))
        : tr("There is nothing to apply.");
    m_explanation->setText(explanationOf(toExplain(deviations)) + QLatin1Char(' ') + effect);
}

void CalibrationDialog::apply()
{
    Scenario next = m_session.scenario();
    next.hardware.correctionGib = m_correction;
    m_session.editAtOnce(tr("Calibrate"), QStringLiteral("calibrate"), next);
    accept();
}

void showCalibration(Session &session, QWidget *parent, const QString &measured)
{
    auto *dialog = new CalibrationDialog(session, parent);
    if (!measured.isEmpty())
        dialog->setText(measured);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

} // namespace shardscope
