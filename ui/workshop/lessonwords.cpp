// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/lessonwords.h"

#include "core/lesson/livevalue.h"
#include "ui/text/format.h"
#include "ui/text/names.h"
#include "ui/text/translated.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <QTextDocument>
#include <QUrl>

#include <algorithm>

namespace shardscope {

namespace {

class LessonWords
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::LessonWords)
};

const QLatin1String scheme("value:");

/// A line may not end between a number and its unit.
QString unbroken(QString text)
{
    return text.replace(u' ', QChar(QChar::Nbsp));
}

QString argumentWords(const Argument &value, const Catalog &catalog)
{
    return translated(Phrase{Text{{}, "%1"}, {value}}, &catalog);
}

} // namespace

QString wordsOf(const LessonText &text)
{
    return toText(text.in(QLocale().name().toStdString()));
}

QString liveText(const std::string &expression, const LiveSource &source)
{
    const Result<Argument> value = liveValue(expression, source.scenario, source.make);
    if (!value)
        return QStringLiteral("[%1: %2]")
            .arg(toText(expression), translated(phraseOf(value.error()), &source.catalog));
    return unbroken(argumentWords(*value, source.catalog));
}

QString filledWords(const LessonText &text, const LiveSource &source)
{
    return toText(withLiveValues(wordsOf(text).toStdString(), [&source](std::string_view value) {
        return liveText(std::string(value), source).toStdString();
    }));
}

QString linkedWords(const LessonText &text, const LiveSource &source, const QColor &links)
{
    const std::string markdown
        = withLiveValues(wordsOf(text).toStdString(), [&source](std::string_view value) {
              const QString shown = liveText(std::string(value), source);
              const QByteArray link = QUrl::toPercentEncoding(toText(value));
              return QStringLiteral("[%1](%2%3)")
                  .arg(shown, scheme, QString::fromLatin1(link))
                  .toStdString();
          });
    QTextDocument document;
    document.setMarkdown(toText(markdown));
    // Qt takes the colour of links from the application, which is not dressed for the room.
    static const QRegularExpression style(
        QStringLiteral("(<a href=[^>]*><span style=\")[^\"]*(\">)"));
    static const QRegularExpression body(QStringLiteral("<body [^>]*>"));
    return document.toHtml()
        .replace(body, QStringLiteral("<body>")) // the label has its own font
        .replace(style, QStringLiteral("\\1text-decoration:none;color:%1;\\2").arg(links.name()));
}

QString liveDerivation(const QString &link, const LiveSource &source)
{
    if (!link.startsWith(scheme))
        return {};
    const QString expression = QUrl::fromPercentEncoding(link.mid(scheme.size()).toLatin1());
    const Result<LiveDerivation> derivation
        = liveDerivation(expression.toStdString(), source.scenario, source.make);
    if (!derivation)
        return translated(phraseOf(derivation.error()), &source.catalog);
    QStringList lines{translated(derivation->meaning, &source.catalog)};
    if (!derivation->formula.empty())
        lines += LessonWords::tr("Derivation: %1").arg(formatFormula(toText(derivation->formula)));
    if (!derivation->source.empty())
        lines += LessonWords::tr("Source: %1").arg(toText(derivation->source));
    return lines.join(u'\n');
}

} // namespace shardscope
