// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compared.h"

#include <memory>

class QSizeF;
class QTextDocument;
class QWidget;

namespace shardscope {

class Session;

/// Shows the report as it will be printed, and prints it from there.
void printReport(Session &session, QWidget *window);

/// Verdict, chart, table of parts and assumptions, laid out on one page of `size` (pixels of 1/96
/// inch, margins not included). With pins, the table says how much the baseline differs.
std::unique_ptr<QTextDocument> reportDocument(
    const Plan &plan, const Catalog &catalog, const QSizeF &size, const Compared &compared = {});

} // namespace shardscope
