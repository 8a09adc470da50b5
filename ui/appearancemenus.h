// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMenu;
class QWidget;

namespace shardscope {

class Settings;
class Translations;

/// Choices that take effect at once and are remembered.
QMenu *makeThemeMenu(QWidget *parent, Settings &settings);
QMenu *makeLanguageMenu(QWidget *parent, Settings &settings, Translations &translations);

} // namespace shardscope
