// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result.h"

#include <QFrame>

class QLabel;
class QTimer;
class QToolButton;

namespace shardscope {

/// A strip for what went wrong or was done, above what it is about: stops nobody, and is read out.
/// Notes go by themselves, errors stay until they are closed or something newer is said.
class MessageBar : public QFrame
{
    Q_OBJECT

public:
    explicit MessageBar(QWidget *parent = nullptr);

    void showError(const Error &error);
    void showError(const QString &sentence);
    void showNote(const QString &sentence);
    /// The word and the sentence; empty while nothing is shown.
    QString message() const;

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    enum class Kind { Error, Note };

    void show(Kind kind, const QString &sentence);
    void fade();
    void refresh();
    QColor accent() const;

    Kind m_kind = Kind::Note;
    QLabel *m_icon;
    QLabel *m_word;
    QLabel *m_sentence;
    QToolButton *m_close;
    QTimer *m_timer;
};

} // namespace shardscope
