// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json.h"
#include "core/keys.h"
#include "ui/fields/field.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QToolButton;

namespace shardscope {

/// The row of one input: label, a button back to the default, the control, a note. Follows the
/// session and edits it; what the control looks like is up to the classes derived from it.
class FieldRow : public QWidget
{
    Q_OBJECT

public:
    const Field &field() const { return m_field; }
    const Key &key() const { return m_key; }
    QString keyId() const;
    /// The label without mnemonic.
    QString title() const;
    /// What takes the focus: the slider, box or list.
    QWidget *control() const { return m_control; }

    /// Differs from the default.
    bool isChanged() const;

    void reset();
    /// Shows what stands in the session.
    void refresh();

protected:
    FieldRow(Session &session, const Field &field, QWidget *parent);

    Session &session() const { return m_session; }
    virtual void showScenario(const Scenario &scenario) = 0;
    void apply(const Json &value);
    void applyKey(std::string_view keyId, const Json &value);
    void endGesture();

    /// Beside the label, at the trailing edge.
    void addBeside(QWidget *widget, int stretch = 0);
    /// On a line of its own.
    void addBelow(QWidget *widget);
    /// Names and describes a widget for assistive tools, and guards it from stray wheels.
    void introduce(QWidget *widget);
    void setControl(QWidget *control);
    /// Stands in for the note until it is empty again.
    void setHint(const QString &hint, bool isError);

    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showNote();
    void showUse(bool isUsed);

    Session &m_session;
    Field m_field;
    const Key &m_key;
    QWidget *m_control = nullptr;
    QLabel *m_label;
    QToolButton *m_reset;
    QLabel *m_note;
    QBoxLayout *m_header;
    QBoxLayout *m_body;
    QString m_hint;
    bool m_isError = false;
};

} // namespace shardscope
