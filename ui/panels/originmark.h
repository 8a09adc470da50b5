// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/origin.h"

#include <QWidget>

namespace shardscope {

class FieldRow;
class Session;

/// A small sign beside the label of an input: where its value comes from. Nothing for a default.
/// The kinds differ in shape, the tool tip has it in words, and so has the control for who listens.
class OriginMark : public QWidget
{
    Q_OBJECT

public:
    OriginMark(Session &session, FieldRow &row);

    OriginKind kind() const { return m_origin.kind; }
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void refresh();
    Origin present() const;

    Session &m_session;
    FieldRow &m_row;
    Origin m_origin;
};

} // namespace shardscope
