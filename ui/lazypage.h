// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

namespace shardscope {

/// Fills itself when it is first seen or asked for: what nobody looks at costs nothing.
class LazyWidget : public QWidget
{
public:
    using Make = std::function<QWidget *()>;

    explicit LazyWidget(Make make, QWidget *parent = nullptr);

    QWidget *contentIfMade() const { return m_content; }
    /// Made now where it is not there yet.
    QWidget &content();
    /// What is done with the content once it is made and, where this can be seen, shown.
    void whenMade(std::function<void()> then) { m_then = std::move(then); }

protected:
    void showEvent(QShowEvent *event) override;

private:
    Make m_make;
    std::function<void()> m_then;
    QWidget *m_content = nullptr;
};

/// The same, of a kind that is known.
template <class Page>
class LazyPage : public LazyWidget
{
public:
    explicit LazyPage(std::function<Page *()> make, QWidget *parent = nullptr)
        : LazyWidget(std::move(make), parent)
    { }

    Page *pageIfMade() const { return static_cast<Page *>(contentIfMade()); }
    Page &page() { return static_cast<Page &>(content()); }
};

} // namespace shardscope
