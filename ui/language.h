// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QString>

#include <memory>
#include <vector>

class QLocale;
class QTranslator;

namespace shardscope {

struct Language
{
    QString code{}; ///< "de", "zh_CN"; empty: as the system
    QString name{}; ///< in the language itself; empty for the system's
};

/// What a user can choose from, the system's first.
QList<Language> languages();

/// Made-up language of accented, longer English: shows text that nobody can translate or that has
/// no room to grow. Not offered to users.
inline const QString PseudoLanguage = QStringLiteral("pseudo");

/// The language of the application, its numbers included. Widgets get QEvent::LanguageChange.
class Translations : public QObject
{
    Q_OBJECT

public:
    explicit Translations(QObject *parent = nullptr);
    ~Translations() override;

    const QString &code() const { return m_code; }
    void use(const QString &code);

private:
    void load(const QLocale &locale);
    bool install(const QLocale &locale, const QString &name, const QString &folder);
    bool install(std::unique_ptr<QTranslator> translator);

    QString m_code;
    std::vector<std::unique_ptr<QTranslator>> m_installed;
};

} // namespace shardscope
