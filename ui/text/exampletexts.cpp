// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/exampletexts.h"

#include "core/scenario/keys.h"
#include "ui/compare/inputtext.h"
#include "ui/panels/inputs.h"
#include "ui/text/names.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace shardscope {

namespace {

class ExampleTexts
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::ExampleTexts)
};

/// The name of what stands between braces, or nothing.
QString nameFor(const QString &id, const QString &value, const Catalog &catalog)
{
    const Key *key = findKey(id.toStdString());
    if (!key)
        return {};
    return value.isEmpty() ? inputLabel(key->id)
                           : inputValue(*key, Json(value.toStdString()), catalog);
}

/// `shown` makes of a key and the name in quotes what stands there; choices come without key.
template <class Shown>
QString filled(const QString &text, const Catalog &catalog, const Shown &shown)
{
    static const QRegularExpression braces(QStringLiteral("\\{([a-z_.]+)=?([^}]*)\\}"));
    QString all;
    qsizetype done = 0;
    for (const QRegularExpressionMatch &match : braces.globalMatch(text)) {
        const QString key = match.captured(1);
        const QString value = match.captured(2);
        const QString name = nameFor(key, value, catalog);
        all += text.mid(done, match.capturedStart() - done);
        all += name.isEmpty() ? match.captured()
                              : shown(value.isEmpty() ? key : QString(),
                                  ExampleTexts::tr("“%1”", "name of a control").arg(name));
        done = match.capturedEnd();
    }
    return all + text.mid(done);
}

/// A user's own words are in no list of translations.
QString ownWords(const std::string &english)
{
    return toText(QCoreApplication::translate("Examples", english.c_str()).toStdString());
}

} // namespace

QString exampleText(const std::string &english, const Catalog &catalog)
{
    return filled(ownWords(english), catalog,
        [](const QString & /*key*/, const QString &name) { return name; });
}

QString exampleHtml(const std::string &english, const Catalog &catalog)
{
    return filled(
        ownWords(english).toHtmlEscaped(), catalog, [](const QString &key, const QString &name) {
            return key.isEmpty()
                ? name.toHtmlEscaped()
                : QStringLiteral("<a href=\"%1\">%2</a>").arg(key, name.toHtmlEscaped());
        });
}

} // namespace shardscope
