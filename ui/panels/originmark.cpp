// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/originmark.h"

#include "ui/accessiblerole.h"
#include "ui/fields/fieldrow.h"
#include "ui/session.h"
#include "ui/text/foreign.h"
#include "ui/text/originwords.h"

#include <QPainter>

#include <algorithm>

namespace shardscope {

namespace {

constexpr double markSize = 0.45; ///< of the height of letters
constexpr double penWidth = 1.4; ///< pixels

bool isOfFiles(const Origins::value_type &origin)
{
    const OriginKind kind = origin.second.kind;
    return kind != OriginKind::User && kind != OriginKind::Default;
}

QPolygonF triangleIn(const QRectF &box)
{
    return QPolygonF{{box.center().x(), box.top()}, box.bottomRight(), box.bottomLeft()};
}

} // namespace

OriginMark::OriginMark(Session &session, FieldRow &row)
    : QWidget(&row)
    , m_session(session)
    , m_row(row)
{
    readAs(*this, QAccessible::Indicator);
    setObjectName(QStringLiteral("origin"));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(tr("Where %1 comes from", "input").arg(row.title()));
    hide();
    row.addMark(this);
    connect(&session, &Session::scenarioChanged, this, &OriginMark::refresh);
    refresh();
}

QSize OriginMark::sizeHint() const
{
    const int height = fontMetrics().height();
    return {qRound(markSize * height) + 2, height};
}

/// What somebody takes back to the default by hand is nobody's word against a file.
Origin OriginMark::present() const
{
    const Origins &origins = m_session.origins();
    const auto found = origins.find(m_row.key().id);
    if (found == origins.end())
        return {};
    const bool isBack = found->second.kind == OriginKind::User && !m_row.isChanged()
        && std::none_of(origins.begin(), origins.end(), isOfFiles);
    return isBack ? Origin{} : found->second;
}

void OriginMark::refresh()
{
    Origin origin = present();
    if (origin == m_origin)
        return;
    m_origin = std::move(origin);
    const QString text = originText(m_origin);
    setToolTip(plainTip(text));
    setAccessibleDescription(text);
    m_row.setRemark(text);
    setVisible(m_origin.kind != OriginKind::Default);
    update();
}

void OriginMark::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double side = markSize * fontMetrics().height() - penWidth;
    QRectF box(0, 0, side, side);
    box.moveCenter(QRectF(rect()).center());
    const bool isUser = m_origin.kind == OriginKind::User;
    const QColor colour = palette().color(isUser ? QPalette::WindowText : QPalette::Link);
    painter.setPen(QPen(colour, penWidth));
    if (isUser || m_origin.kind == OriginKind::File)
        painter.setBrush(colour);
    if (isUser)
        painter.drawPolygon(triangleIn(box));
    else if (m_origin.kind == OriginKind::Format)
        painter.drawRect(box);
    else
        painter.drawEllipse(box);
}

} // namespace shardscope
