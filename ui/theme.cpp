// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyle>
#include <QStyleFactory>

namespace shardscope {

namespace {

struct Shades
{
    QColor window;
    QColor base;
    QColor field; ///< of boxes and buttons to choose with: seen without an outline
    QColor alternate;
    QColor button;
    QColor text;
    QColor faint;
    QColor highlight;
    QColor highlightedText;
    QColor link;
};

const Shades light{.window = 0xf3f4f6,
    .base = 0xffffff,
    .field = 0xffffff,
    .alternate = 0xf7f8fa,
    .button = 0xf7f8fa,
    .text = 0x1b1e23,
    .faint = 0x5f6670,
    .highlight = 0x0b6bcb,
    .highlightedText = 0xffffff,
    .link = 0x0b57a8};

const Shades dark{.window = 0x1f2226,
    .base = 0x17191c,
    .field = 0x3a4048,
    .alternate = 0x1d2024,
    .button = 0x2b2f35,
    .text = 0xeceef1,
    .faint = 0xa2a9b3,
    .highlight = 0x3d8fe0,
    .highlightedText = 0x0b0d0f,
    .link = 0x7db8f2};

constexpr int leastLightness = 16;

QPalette paletteOf(const Shades &shades)
{
    QPalette palette(shades.button, shades.window);
    const auto set = [&palette](QPalette::ColorRole role, const QColor &colour) {
        palette.setColor(role, colour);
    };
    set(QPalette::WindowText, shades.text);
    set(QPalette::Base, shades.base);
    set(QPalette::AlternateBase, shades.alternate);
    set(QPalette::Text, shades.text);
    set(QPalette::ButtonText, shades.text);
    set(QPalette::BrightText, shades.text);
    set(QPalette::PlaceholderText, shades.faint);
    set(QPalette::Highlight, shades.highlight);
    set(QPalette::HighlightedText, shades.highlightedText);
    set(QPalette::Link, shades.link);
    set(QPalette::LinkVisited, shades.link);
    set(QPalette::ToolTipBase, shades.base);
    set(QPalette::ToolTipText, shades.text);
    for (const QPalette::ColorRole role :
        {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, shades.faint);
    return palette;
}

} // namespace

void setFieldPalette(QPalette palette)
{
    // Their outlines are darker than the window: on black, as of high contrast, nobody sees them.
    if (palette.color(QPalette::Window).lightness() < leastLightness)
        palette.setColor(QPalette::Window, palette.color(QPalette::Text));
    for (const char *field :
        {"QLineEdit", "QAbstractSpinBox", "QComboBox", "QRadioButton", "QCheckBox", "QPushButton"})
        QApplication::setPalette(palette, field);
}

void applyTheme(QApplication &application, ThemeChoice choice)
{
    if (choice == ThemeChoice::System) {
        application.setPalette(QPalette());
        setFieldPalette(QApplication::palette());
        return;
    }
    // Native styles paint in the system's colours whatever the palette says; Fusion obeys it.
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    const Shades &shades = choice == ThemeChoice::Dark ? dark : light;
    QPalette palette = paletteOf(shades);
    application.setPalette(palette);
    palette.setColor(QPalette::Base, shades.field);
    setFieldPalette(palette);
}

} // namespace shardscope
