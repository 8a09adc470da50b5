// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace shardscope {

class Session;

/// Answers "why this number?" for the selected part or collective.
class ExplainView : public QTextBrowser
{
    Q_OBJECT

public:
    explicit ExplainView(Session &session, QWidget *parent = nullptr);

    void selectPart(const QString &id);
    QString part() const { return m_part; } ///< empty: the largest

signals:
    /// The user wants to change what makes the part smaller.
    void controlRequested(const QString &keyId);
    /// The user wants to see when in the step that is.
    void phaseRequested(const QString &phaseId);

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();

    const Session &m_session;
    QString m_part;
    QString m_html; ///< what is shown
};

} // namespace shardscope
