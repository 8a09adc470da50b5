// SPDX-License-Identifier: GPL-3.0-or-later
// Widgets that paint what they show themselves, for assistive technology: a picture with parts.
#pragma once

#include <QAccessibleWidget>
#include <QHash>
#include <QPointer>
#include <QWidget>

namespace shardscope {

/// A part of a picture, which is no widget of its own and has no parts.
class PicturePart : public QAccessibleInterface
{
public:
    explicit PicturePart(QWidget &picture)
        : m_picture(&picture)
    { }

    bool isValid() const override { return m_picture; }
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_picture);
    }
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::Graphic; }
    void setText(QAccessible::Text, const QString &) override { }
    QString text(QAccessible::Text kind) const override;
    QRect rect() const override;
    QAccessible::State state() const override;

protected:
    virtual QString name() const = 0;
    virtual QString description() const = 0;
    virtual QRect rectInPicture() const = 0;
    virtual bool isSelected() const = 0;

private:
    QPointer<QWidget> m_picture;
};

/// The picture. Its parts are made when somebody asks for them.
class AccessiblePicture : public QAccessibleWidget
{
public:
    explicit AccessiblePicture(QWidget &picture)
        : QAccessibleWidget(&picture, QAccessible::Chart)
    { }
    ~AccessiblePicture() override { forget(); }

    QAccessibleInterface *child(int index) const override;
    int indexOfChild(const QAccessibleInterface *wanted) const override;
    void forget();

protected:
    /// For the part of that index, which is there.
    virtual PicturePart *makePart(int index) const = 0;

private:
    mutable QHash<int, QAccessible::Id> m_parts;
};

/// The parts of a picture are others now.
void forgetParts(QWidget &picture);
/// The keyboard has come to the part of that index. Where assistive technology is not running,
/// neither does anything.
void announcePart(QWidget &picture, int index);

} // namespace shardscope
