// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/qrpicture.h"

#include <qrencode.h>

#include <memory>

namespace shardscope {

QImage qrImage(const QString &text, int pixels)
{
    constexpr int QuietZone = 4; // modules, ISO/IEC 18004
    const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(
        QRcode_encodeString(text.toUtf8().constData(), 0, QR_ECLEVEL_M, QR_MODE_8, 1),
        &QRcode_free);
    if (!code)
        return {};
    const int side = code->width + 2 * QuietZone;
    QImage modules(side, side, QImage::Format_RGB32);
    modules.fill(Qt::white);
    for (int y = 0; y < code->width; ++y) {
        for (int x = 0; x < code->width; ++x) {
            if (code->data[y * code->width + x] & 1U)
                modules.setPixel(x + QuietZone, y + QuietZone, qRgb(0, 0, 0));
        }
    }
    const int scale = std::max(1, pixels / side);
    return modules.scaled(side * scale, side * scale);
}

} // namespace shardscope
