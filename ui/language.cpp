// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace shardscope {

namespace {

/// "Open %1" -> "[Ôpén %1~~~]"; tags and placeholders stay what they are.
QString pseudoText(const QString &source)
{
    const QString growth(source.size() * 2 / 5, u'~');
    QString text;
    QChar closing;
    for (const QChar c : source) {
        if (c == u'<')
            closing = u'>';
        const qsizetype vowel
            = closing.isNull() ? QStringLiteral("aeiouAEIOU").indexOf(c) : qsizetype(-1);
        text += vowel < 0 ? c : QStringLiteral("àéîöûÀÉÎÖÛ").at(vowel);
        if (c == closing)
            closing = {};
    }
    return QLatin1Char('[') + text + growth + QLatin1Char(']');
}

class PseudoTranslator : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char * /*context*/, const char *source, const char * /*comment*/,
        int /*n*/) const override
    {
        return pseudoText(QString::fromUtf8(source));
    }
};

/// The user's own region where it speaks that language: British dates stay British.
QLocale localeFor(const QString &code)
{
    const QLocale system = QLocale::system();
    if (code.isEmpty())
        return system;
    const QLocale locale(code);
    return locale.language() == system.language() && locale.script() == system.script() ? system
                                                                                        : locale;
}

} // namespace

QList<Language> languages()
{
    return {{}, {QStringLiteral("en"), QStringLiteral("English")},
        {QStringLiteral("de"), QStringLiteral("Deutsch")},
        {QStringLiteral("zh_CN"), QStringLiteral("简体中文")}};
}

Translations::Translations(QObject *parent)
    : QObject(parent)
{ }

Translations::~Translations() = default; // a translator leaves the application by itself

void Translations::use(const QString &code)
{
    m_code = code;
    m_installed.clear();
    if (code == PseudoLanguage) {
        QLocale::setDefault(QLocale::c());
        install(std::make_unique<PseudoTranslator>());
        return;
    }
    const QLocale locale = localeFor(code);
    QLocale::setDefault(locale);
    load(locale);
}

/// Qt's own words come along only where ours are there: a mixture helps nobody.
void Translations::load(const QLocale &locale)
{
    const QString ours = QStringLiteral("shardscope");
    const QString folder = QStringLiteral(":/i18n");
    if (!install(locale, ours, folder)) {
        install(QLocale(QLocale::English), ours, folder); // English plurals are a translation too
        return;
    }
    const QString qt = QStringLiteral("qtbase");
    if (!install(locale, qt, folder))
        install(locale, qt, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
}

bool Translations::install(const QLocale &locale, const QString &name, const QString &folder)
{
    auto translator = std::make_unique<QTranslator>();
    return translator->load(locale, name, QStringLiteral("_"), folder)
        && install(std::move(translator));
}

bool Translations::install(std::unique_ptr<QTranslator> translator)
{
    m_installed.push_back(std::move(translator));
    return QCoreApplication::installTranslator(m_installed.back().get());
}

} // namespace shardscope
