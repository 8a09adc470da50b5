// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>

namespace shardscope {

/// The text as a QR code, dark on light whatever the theme, with the quiet zone that readers want.
/// Null where the text is too long for one: about 2,900 characters.
QImage qrImage(const QString &text, int pixels);

} // namespace shardscope
