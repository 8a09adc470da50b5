// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <QGroupBox>

#include <functional>
#include <optional>

class QComboBox;
class QFormLayout;
class QLineEdit;
class QPlainTextEdit;

namespace shardscope {

/// The question of a step; without a tick there is none.
class QuestionForm : public QGroupBox
{
    Q_OBJECT

public:
    explicit QuestionForm(QWidget *parent = nullptr);

    void show(const std::optional<Question> &question, const std::string &language);

signals:
    void edited(const std::optional<shardscope::Question> &question, const QString &gesture);

private:
    void edit(const QString &gesture, const std::function<void(Question &)> &change);
    void showKind();
    std::vector<LessonChoice> choicesFrom(const QString &lines) const;
    QString linesOf(const std::vector<LessonChoice> &choices) const;

    std::optional<Question> m_question;
    std::string m_language;
    QFormLayout *m_form;
    QComboBox *m_kind;
    QLineEdit *m_text;
    QLineEdit *m_value;
    QPlainTextEdit *m_choices; ///< one a line; what is right begins with an asterisk
    QPlainTextEdit *m_reveal;
    bool m_isShowing = false;
};

} // namespace shardscope
