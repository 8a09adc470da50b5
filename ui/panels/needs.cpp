// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/needs.h"

#include "ui/panels/inputs.h"
#include "ui/panels/parameterpanel.h"
#include "ui/text/names.h"

#include <QRegularExpression>

namespace shardscope {

QString neededText(const Phrase &missing)
{
    static const QRegularExpression words(QStringLiteral("[a-z][a-z0-9_.-]*"));
    const std::vector<InputGroup> groups = inputGroups();
    const QString phrase = translated(missing);
    QString text;
    const Field *input = nullptr; // the latest, whose choices come after it
    qsizetype end = 0;
    for (const QRegularExpressionMatch &match : words.globalMatch(phrase)) {
        text += phrase.mid(end, match.capturedStart() - end);
        end = match.capturedEnd();
        const QString word = match.captured();
        if (const Field *named = findField(groups, word.toStdString())) {
            input = named;
            text += ParameterPanel::tr("“%1”", "label of an input")
                        .arg(withoutMnemonic(input->label));
        } else {
            text += input ? choiceName(*input, word) : word;
        }
    }
    return text + phrase.mid(end);
}

} // namespace shardscope
