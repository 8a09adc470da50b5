#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Packs the PNGs of hicolor/ into what Windows and macOS take: shardscope.ico, shardscope.icns.

    resources/icons/pack.py [FOLDER]     # FOLDER: where they go; here, if none is named
"""

import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAME = "org.shardscope.Shardscope.png"
# Apple's names of sizes: points, and the same at double density.
APPLE = [(b"icp4", 16), (b"icp5", 32), (b"ic11", 32), (b"icp6", 64), (b"ic12", 64), (b"ic07", 128),
         (b"ic08", 256), (b"ic13", 256)]
WINDOWS = [16, 32, 48, 64, 128, 256]


def png(size):
    return (HERE / f"hicolor/{size}x{size}/apps" / NAME).read_bytes()


def icns():
    items = b"".join(kind + struct.pack(">I", len(png(size)) + 8) + png(size) for kind, size in APPLE)
    return b"icns" + struct.pack(">I", len(items) + 8) + items


def ico():
    """A table of sizes (0 stands for 256), then the pictures. Windows reads PNGs since Vista."""
    head, body = struct.pack("<HHH", 0, 1, len(WINDOWS)), b""
    begin = len(head) + 16 * len(WINDOWS)
    for size in WINDOWS:
        data = png(size)
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(data), begin + len(body))
        body += data
    return head + body


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    (folder / "shardscope.ico").write_bytes(ico())
    (folder / "shardscope.icns").write_bytes(icns())


if __name__ == "__main__":
    main()
