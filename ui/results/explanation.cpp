// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/explanation.h"

#include "core/scenario/relevance.h"
#include "ui/panels/inputs.h"
#include "ui/results/partcontrols.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

class Explanation
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::Explanation)
};

QString paragraph(const QString &html)
{
    return QStringLiteral("<p>%1</p>").arg(html);
}

QString escaped(const QString &plain)
{
    return plain.toHtmlEscaped();
}

QString heading(const Plan &plan, const QString &part, const QString &amount, double share)
{
    // The click may have been on the bar of another strategy.
    const QString name
        = QStringLiteral("%1, %2").arg(part, displayName(plan.scenario.parallel.strategy));
    const QString rest = Explanation::tr("%1 · %2 of the total", "amount, percent")
                             .arg(amount, formatPercent(share));
    return paragraph(QStringLiteral("<b>%1</b> &nbsp; %2").arg(escaped(name), escaped(rest)));
}

QString formula(std::string_view formula, const QString &result)
{
    const QString line
        = leftToRight(QStringLiteral("%1 = %2").arg(formatFormula(toText(formula)), result));
    return paragraph(QStringLiteral("<code>%1</code>").arg(escaped(line)));
}

QString source(std::string_view source)
{
    if (source.empty())
        return {};
    return paragraph(escaped(Explanation::tr("Source: %1").arg(toText(source))));
}

/// Those that change something as things stand: the worksheet knows few.
QString controls(std::span<const std::string_view> keys, const Scenario &scenario, Answer answer)
{
    QStringList links;
    for (const std::string_view key : keys) {
        if (!missingFor(key, scenario, answer))
            links += QStringLiteral("<a href=\"%1:%2\">%3</a>")
                         .arg(QLatin1String(ControlScheme), toText(key), escaped(inputLabel(key)));
    }
    return paragraph(Explanation::tr("Made smaller by: %1", "list of controls")
                         .arg(links.join(QStringLiteral(" · "))));
}

/// "forward pass 4.1 GiB · backward pass 4.1 GiB"; the peak stands out.
QString phases(const Plan &plan, PartId id)
{
    QStringList amounts;
    for (const Phase &phase : plan.memory.phases) {
        Bytes bytes;
        for (const Part &part : phase.parts)
            bytes += part.id == id ? part.bytes : Bytes(0);
        const QString amount
            = QStringLiteral("<a href=\"%1:%2\">%3</a> %4")
                  .arg(QLatin1String(PhaseScheme), toText(nameOf(phase.id)),
                      escaped(displayName(phase.id)), escaped(planMemory(plan, bytes)));
        const bool isPeak = phase.id == plan.memory.peakPhase;
        amounts += isPeak ? QStringLiteral("<b>%1</b>").arg(amount) : amount;
    }
    return paragraph(Explanation::tr("In each phase: %1", "list of phases and amounts")
                         .arg(amounts.join(QStringLiteral(" · "))));
}

QString ofPart(const Plan &plan, const Part &part)
{
    const QString amount = planMemory(plan, part.bytes);
    const double share = plan.memory.peak > Bytes(0) ? part.bytes / plan.memory.peak : 0;
    return heading(plan, displayName(part.id), amount, share)
        + paragraph(escaped(displayHint(part.id))) + formula(part.formula.text(), amount)
        + controls(controlsOf(part.id), plan.scenario, Answer::Memory) + phases(plan, part.id)
        + source(part.source);
}

QString ofCollective(const Plan &plan, const Collective &collective)
{
    const Bytes bytes = collective.bytesPerStep();
    const Bytes all = plan.traffic.bytesPerGpuPerStep();
    const QString how
        = Explanation::tr("Among %n GPU(s), %1 × per optimizer step, %2 in all.",
            "number, duration", collective.group)
              .arg(formatSignificant(collective.timesPerStep), formatSeconds(collective.seconds));
    return heading(plan, collectiveName(collective), formatTraffic(bytes),
               all > Bytes(0) ? bytes / all : 0)
        + paragraph(escaped(how))
        + formula(collective.formula.text(), formatTraffic(collective.bytesPerGpu))
        + controls(controlsOf(collective.payload), plan.scenario, Answer::Speed)
        + source(collective.source);
}

} // namespace

QString explanation(const Plan &plan, const QString &id)
{
    const std::string wanted = id.toStdString();
    for (const Part &part : plan.memory.atPeak().parts) {
        if (nameOf(part.id) == wanted)
            return ofPart(plan, part);
    }
    for (const Collective &collective : plan.traffic.collectives) {
        if (collective.id() == wanted)
            return ofCollective(plan, collective);
    }
    return {};
}

} // namespace shardscope
