// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace shardscope {

/// A label whose text can be selected from when the mouse is over it: QLabel lays text that can be
/// selected out as a QTextDocument, which takes several times as long.
class PlainLabel : public QLabel
{
public:
    using QLabel::QLabel;

protected:
    void enterEvent(QEnterEvent *event) override
    {
        setTextInteractionFlags(Qt::TextSelectableByMouse);
        QLabel::enterEvent(event);
    }
};

/// A label of sentences, which wrap and can be copied with the mouse.
inline QLabel *makePlainLabel(QWidget *parent)
{
    auto *label = new PlainLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setFocusPolicy(Qt::ClickFocus);
    label->setWordWrap(true);
    return label;
}

} // namespace shardscope
