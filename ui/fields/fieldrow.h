// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/scenario/keys.h"
#include "ui/fields/field.h"

#include <QList>
#include <QWidget>

class QBoxLayout;
class QLabel;
class QToolButton;

namespace shardscope {

class NextKeyPress;

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

    /// Greys the row out, with a tool tip that says what it takes for the input to count. Empty: it
    /// counts.
    void setMissing(const QString &what);
    /// A small sign beside the label.
    void addMark(QWidget *mark);
    /// What a control says of itself to who listens, behind its meaning.
    void setRemark(const QString &remark);
    /// Whether the input makes a difference at present.
    bool counts() const { return m_missing.isEmpty(); }

    void reset();
    /// Shows what stands in the session.
    void refresh();

protected:
    FieldRow(Session &session, const Field &field, QWidget *parent);

    Session &session() const { return m_session; }
    virtual void showScenario(const Scenario &scenario) = 0;
    void changeEvent(QEvent *event) override;
    void apply(const Json &value);
    void applyKey(std::string_view keyId, const Json &value);
    void endGesture();

    /// Beside the label, at the trailing edge.
    void addBeside(QWidget *widget, int stretch = 0);
    /// On a line of its own.
    void addBelow(QWidget *widget);
    /// Names and describes a widget for assistive tools, guards it from stray wheels, and lets it
    /// say why it is greyed out.
    void introduce(QWidget *widget);
    void setControl(QWidget *control);
    /// Stands in for the note until it is empty again.
    void setHint(const QString &hint, bool isError);
    /// Says below the control, to assistive technology as well, why what was typed was not taken:
    /// until the next key press, or until something changes.
    void reject(const QString &why);

    bool eventFilter(QObject *watched, QEvent *event) override;

    /// The meaning, why it does not count where it does not, and the remark.
    QString description() const;

private:
    QString meaning() const;
    QString noteText() const;
    void showNote();
    void forgetRejection();

    Session &m_session;
    Field m_field;
    const Key &m_key;
    QWidget *m_control = nullptr;
    QLabel *m_label;
    QToolButton *m_reset;
    QLabel *m_note;
    QBoxLayout *m_header;
    QBoxLayout *m_body;
    QList<QWidget *> m_introduced;
    NextKeyPress *m_nextKeyPress;
    QString m_hint;
    QString m_rejection;
    QString m_missing;
    QString m_remark;
    bool m_isError = false;
};

} // namespace shardscope
