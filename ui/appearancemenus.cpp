// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/appearancemenus.h"

#include "ui/choicemenu.h"
#include "ui/language.h"
#include "ui/settings.h"
#include "ui/theme.h"

#include <QApplication>
#include <QMenu>

namespace shardscope {

namespace {

class AppearanceMenus
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::AppearanceMenus)
};

} // namespace

QMenu *makeThemeMenu(QWidget *parent, Settings &settings)
{
    const QStringList names{AppearanceMenus::tr("As the &System"), AppearanceMenus::tr("&Light"),
        AppearanceMenus::tr("&Dark")};
    return makeChoiceMenu(parent, AppearanceMenus::tr("T&heme"), names,
        static_cast<int>(settings.theme()), [&settings](int choice) {
            settings.setTheme(static_cast<ThemeChoice>(choice));
            applyTheme(*qApp, settings.theme());
        });
}

QMenu *makeLanguageMenu(QWidget *parent, Settings &settings, Translations &translations)
{
    QStringList names;
    qsizetype current = 0;
    for (const Language &language : languages()) {
        if (language.code == settings.language())
            current = names.size();
        names.append(
            language.name.isEmpty() ? AppearanceMenus::tr("As the &System") : language.name);
    }
    return makeChoiceMenu(parent, AppearanceMenus::tr("&Language"), names,
        static_cast<int>(current), [&settings, &translations](int choice) {
            settings.setLanguage(languages().at(choice).code);
            translations.use(settings.language());
        });
}

} // namespace shardscope
