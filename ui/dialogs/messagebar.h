// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QFrame>

#include <functional>

class QLabel;
class QTimer;
class QToolButton;

namespace shardscope {

/// A strip for what went wrong or was done, above what it is about: stops nobody, and is read out.
/// Notes go by themselves, the rest stays until it is closed or something newer is said.
class MessageBar : public QFrame
{
    Q_OBJECT

public:
    explicit MessageBar(QWidget *parent = nullptr);

    void showError(const Error &error);
    void showError(const QString &sentence);
    void showNote(const QString &sentence);
    void showWritten(const QStringList &paths);
    /// A button for the message that is shown.
    void offer(const QString &name, const std::function<void()> &command);
    /// What a document has to say, under its title.
    void showText(const QString &title, const QString &html);
    /// Where there is little height: a text of a document in one line, until somebody opens it.
    void setBrief(bool isBrief);
    /// The word and the sentence; empty while nothing is shown.
    QString message() const;

signals:
    /// A link of a text.
    void linkActivated(const QString &link);

protected:
    bool event(QEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    enum class Kind { Error, Note, Text };

    void show(Kind kind, const QString &sentence);
    QString word() const;
    void fade();
    void refresh();
    void showSentence();
    bool isFolded() const;
    QColor accent() const;

    Kind m_kind = Kind::Note;
    bool m_isBrief = false;
    QString m_text;
    QString m_title; ///< of a text of a document
    QString m_html;
    QLabel *m_icon;
    QLabel *m_word;
    QLabel *m_sentence;
    QToolButton *m_close;
    QToolButton *m_more; ///< opens what is folded
    QToolButton *m_offer; ///< what a message is about
    QTimer *m_timer;
};

} // namespace shardscope
