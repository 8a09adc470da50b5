// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/fields/scale.h"

#include <QSlider>

#include <functional>
#include <optional>

namespace shardscope {

/// A slider over a Scale. Holds a real value; the position of the handle only shows it.
/// Snaps to the marks; Alt leaves them alone, Shift moves ten times finer.
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

    /// How values are read out: "4,096 tokens".
    void setTextOf(std::function<QString(double)> textOf) { m_textOf = std::move(textOf); }
    QString quantityText() const { return m_textOf ? m_textOf(m_quantity) : QString(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void quantityEdited(double quantity);
    void resetRequested();
    void gestureEnded();

protected:
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
    void drawMarks(QPainter &painter) const;
    void drawFocus(QPainter &painter) const;

    Scale m_scale;
    double m_quantity = 0;
    std::optional<double> m_default;
    std::function<QString(double)> m_textOf;
    double m_dragPosition = 0; ///< between positions, for fine moves
    double m_dragX = 0;
    int m_wheelRest = 0; ///< eighths of a degree short of a step
};

} // namespace shardscope
