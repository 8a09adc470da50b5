// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/feasibilitytext.h"
#include "ui/fields/fitband.h"
#include "ui/fields/scale.h"

#include <QSlider>

#include <optional>

namespace shardscope {

/// A slider over a Scale. Holds a real value; the position of the handle only shows it.
/// Snaps to the marks; Alt leaves them alone, Shift moves ten times finer, Ctrl and an arrow leads
/// to the next value from which on it fits better or worse.
class ScaleSlider : public QSlider
{
    Q_OBJECT

public:
    explicit ScaleSlider(QWidget *parent = nullptr);

    const Scale &scale() const { return m_scale; }
    void setScale(const Scale &scale);

    double quantity() const { return m_quantity; }
    /// Shows a value and tells nobody.
    void setQuantity(double quantity);
    /// As the user would: shows the value and tells it.
    void editQuantity(double quantity);
    /// Where a notch marks the default.
    void setDefaultQuantity(double quantity);

    /// How values are read out.
    void setTexts(ValueTexts texts) { m_texts = std::move(texts); }
    QString quantityText() const { return m_texts.spoken ? m_texts.spoken(m_quantity) : QString(); }

    /// Which values fit, all else held: shown by the groove. Empty: nothing is known.
    void setFeasibility(const Feasibility &feasibility);
    const Feasibility &feasibility() const { return m_feasibility; }
    QStringList feasibilityTexts() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void quantityEdited(double quantity);
    void resetRequested();
    void gestureEnded();

protected:
    bool event(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void initStyleOption(QStyleOptionSlider *option) const override;

private:
    struct Groove
    {
        double start = 0; ///< pixel of the first position
        double span = 1; ///< pixels from the first to the last
        bool isMirrored = false;
    };

    Groove groove() const;
    double positionUnder(double x) const;
    double pixelOf(double quantity) const;
    void dragTo(double position, Qt::KeyboardModifiers modifiers);
    std::optional<double> keyTarget(int key) const;
    std::optional<double> flipTarget(int key) const;
    std::vector<FitStretch> stretches() const;
    void drawFeasibility(QPainter &painter) const;
    void drawHandle(QPainter &painter);
    void drawMarks(QPainter &painter) const;
    void drawFocus(QPainter &painter) const;

    Scale m_scale;
    double m_quantity = 0;
    std::optional<double> m_default;
    ValueTexts m_texts;
    Feasibility m_feasibility;
    double m_dragPosition = 0; ///< between positions, for fine moves
    double m_dragX = 0;
    int m_wheelRest = 0; ///< eighths of a degree short of a step
};

} // namespace shardscope
