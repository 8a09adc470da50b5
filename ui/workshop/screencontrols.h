// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <string>
#include <vector>

class QHBoxLayout;

namespace shardscope {

class FieldRow;
class Session;

/// The inputs that a step needs, side by side; keys that the window has no control for are left
/// out.
class ScreenControls : public QWidget
{
    Q_OBJECT

public:
    explicit ScreenControls(Session &session, QWidget *parent = nullptr);

    void setKeys(const std::vector<std::string> &keys);
    const std::vector<FieldRow *> &rows() const { return m_rows; }

private:
    Session &m_session;
    QHBoxLayout *m_layout;
    std::vector<FieldRow *> m_rows;
};

} // namespace shardscope
