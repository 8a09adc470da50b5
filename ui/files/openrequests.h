// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace shardscope {

class Documents;

/// What the system asks the running program to open: files that were clicked, and codes whose
/// scheme it knows for ours. macOS tells so; elsewhere they come on the command line.
class OpenRequests : public QObject
{
    Q_OBJECT

public:
    explicit OpenRequests(Documents &documents, QObject *parent = nullptr);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    Documents &m_documents;
};

} // namespace shardscope
