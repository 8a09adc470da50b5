// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/screencontrols.h"

#include "ui/fields/fieldrow.h"
#include "ui/panels/inputs.h"
#include "ui/session.h"

#include <QHBoxLayout>

namespace shardscope {

ScreenControls::ScreenControls(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
}

void ScreenControls::setKeys(const std::vector<std::string> &keys)
{
    for (FieldRow *row : m_rows)
        delete row;
    m_rows.clear();
    const std::vector<InputGroup> groups = inputGroups();
    for (const std::string &key : keys) {
        const Field *field = findField(groups, key);
        if (!field)
            continue;
        m_rows.push_back(field->make(m_session, *field, this));
        m_layout->addWidget(m_rows.back(), 1);
        m_rows.back()->refresh();
    }
    m_layout->setSpacing(2 * fontMetrics().height());
    setVisible(!m_rows.empty());
}

} // namespace shardscope
