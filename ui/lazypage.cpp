// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lazypage.h"

#include "ui/panes.h"

#include <QVBoxLayout>

#include <cassert>
#include <utility>

namespace shardscope {

LazyWidget::LazyWidget(Make make, QWidget *parent)
    : QWidget(parent)
    , m_make(std::move(make))
{ }

QWidget &LazyWidget::content()
{
    if (m_content)
        return *m_content;
    assert(m_make);
    m_content = std::exchange(m_make, {})();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_content);
    placeInTabOrder(*this);
    if (isVisible()) {
        m_content->setGeometry(rect()); // the layout comes too late for what is shown at once
        m_content->show();
    }
    if (const auto then = std::exchange(m_then, {}))
        then();
    return *m_content;
}

void LazyWidget::showEvent(QShowEvent *event)
{
    content();
    QWidget::showEvent(event);
}

} // namespace shardscope
