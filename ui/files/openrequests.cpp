// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/openrequests.h"

#include "ui/files/documents.h"

#include <QApplication>
#include <QFileOpenEvent>

namespace shardscope {

OpenRequests::OpenRequests(Documents &documents, QObject *parent)
    : QObject(parent)
    , m_documents(documents)
{
    qApp->installEventFilter(this);
}

bool OpenRequests::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != qApp || event->type() != QEvent::FileOpen)
        return QObject::eventFilter(watched, event);
    const auto *request = static_cast<const QFileOpenEvent *>(event);
    const QString file = request->file();
    m_documents.open(file.isEmpty() ? request->url().toString(QUrl::FullyEncoded) : file);
    return true;
}

} // namespace shardscope
