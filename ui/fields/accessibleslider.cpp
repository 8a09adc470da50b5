// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/accessibleslider.h"

#include "ui/fields/scaleslider.h"

#include <QAccessibleWidget>

namespace shardscope {

namespace {

class AccessibleSlider : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    explicit AccessibleSlider(ScaleSlider *slider)
        : QAccessibleWidget(slider, QAccessible::Slider)
        , m_slider(slider)
    { }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface *>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    QString text(QAccessible::Text type) const override
    {
        if (type == QAccessible::Value)
            return m_slider->quantityText();
        if (type != QAccessible::Description)
            return QAccessibleWidget::text(type);
        return (m_slider->feasibilityTexts() << QAccessibleWidget::text(type))
            .join(QStringLiteral(". "));
    }

    QVariant currentValue() const override { return m_slider->quantity(); }
    void setCurrentValue(const QVariant &value) override
    {
        const Scale &scale = m_slider->scale();
        m_slider->editQuantity(qBound(scale.minimum(), value.toDouble(), scale.maximum()));
    }
    QVariant maximumValue() const override { return m_slider->scale().maximum(); }
    QVariant minimumValue() const override { return m_slider->scale().minimum(); }
    QVariant minimumStepSize() const override
    {
        const double value = m_slider->quantity();
        return m_slider->scale().next(value) - value;
    }

private:
    ScaleSlider *m_slider;
};

} // namespace

QAccessibleInterface *makeAccessibleSlider(const QString & /*className*/, QObject *object)
{
    auto *slider = qobject_cast<ScaleSlider *>(object);
    return slider ? new AccessibleSlider(slider) : nullptr;
}

} // namespace shardscope
