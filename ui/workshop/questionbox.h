// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QButtonGroup;
class QDoubleSpinBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace shardscope {

class Presentation;

/// The question of a step: choices with a show of hands, or a number; and what is right, once that
/// has been revealed.
class QuestionBox : public QWidget
{
    Q_OBJECT

public:
    explicit QuestionBox(Presentation &presentation, QWidget *parent = nullptr);

private:
    void ask();
    void askChoices(QVBoxLayout &layout);
    void askNumber(QVBoxLayout &layout);
    void showAnswer();
    void showTruth();
    QString outcomeWords() const;

    Presentation &m_presentation;
    QWidget *m_body = nullptr; ///< of the question that is shown; made anew for each
    QButtonGroup *m_choices = nullptr;
    std::vector<QLabel *> m_marks; ///< one per choice: right or wrong
    std::vector<QProgressBar *> m_shares; ///< one per choice: of the hands in the room
    QDoubleSpinBox *m_number = nullptr;
    double m_unit = 1; ///< base units in one of the number
    QPushButton *m_reveal = nullptr;
    QLabel *m_truth = nullptr;
};

} // namespace shardscope
