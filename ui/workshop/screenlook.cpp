// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/screenlook.h"

namespace shardscope {

namespace {

// Shares of the height. The charts' numbers are the smallest, at 0.88 of the body.
constexpr double BodyType = ScreenLook::SmallestType / 0.86;
constexpr double SentenceType = 0.036;
constexpr double TitleType = 0.028;
constexpr double SafeArea = 0.04;

QFont sized(QFont font, double pixels, int dotsPerInch)
{
    constexpr double PointsPerInch = 72;
    font.setPointSizeF(pixels * PointsPerInch / dotsPerInch);
    return font;
}

QPalette paletteOf(Room room)
{
    const bool isDark = room == Room::Dark;
    const QColor ground = isDark ? QColor(0x0d0e10) : QColor(Qt::white);
    const QColor text = isDark ? QColor(0xf4f5f7) : QColor(0x101114);
    const QColor field = isDark ? QColor(0x24272c) : QColor(0xf0f2f4);
    QPalette palette(field, ground);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text,
             QPalette::ButtonText, QPalette::ToolTipText, QPalette::BrightText})
        palette.setColor(role, text);
    palette.setColor(QPalette::Base, ground);
    palette.setColor(QPalette::AlternateBase, field);
    palette.setColor(QPalette::ToolTipBase, field);
    palette.setColor(QPalette::PlaceholderText, isDark ? QColor(0xa9afb8) : QColor(0x5a6068));
    palette.setColor(QPalette::Link, isDark ? QColor(0x8ab4f8) : QColor(0x0b57d0));
    palette.setColor(QPalette::LinkVisited, palette.color(QPalette::Link));
    palette.setColor(QPalette::Highlight, isDark ? QColor(0x8ab4f8) : QColor(0x0b57d0));
    palette.setColor(QPalette::HighlightedText, isDark ? QColor(0x0d0e10) : QColor(Qt::white));
    for (const QPalette::ColorRole role :
        {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, isDark ? QColor(0x8d949d) : QColor(0x6b7178));
    return palette;
}

} // namespace

ScreenLook screenLook(Room room, const QSize &size, const QFont &family, int dotsPerInch)
{
    const double height = size.height();
    ScreenLook look{.palette = paletteOf(room),
        .body = sized(family, BodyType * height, dotsPerInch),
        .title = sized(family, TitleType * height, dotsPerInch),
        .sentence = sized(family, SentenceType * height, dotsPerInch)};
    look.title.setBold(true);
    look.fields = look.palette;
    look.fields.setColor(QPalette::Base, look.palette.color(QPalette::Button));
    // Outlines are a darker shade of the window.
    if (room == Room::Dark)
        look.fields.setColor(QPalette::Window, look.palette.color(QPalette::Text));
    const int margin = static_cast<int>(SafeArea * height);
    look.safeArea = {margin * size.width() / std::max(1, size.height()), margin,
        margin * size.width() / std::max(1, size.height()), margin};
    return look;
}

} // namespace shardscope
