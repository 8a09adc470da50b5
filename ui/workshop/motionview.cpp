// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/motionview.h"

#include "ui/accessiblerole.h"
#include "ui/announce.h"
#include "ui/plainlabel.h"
#include "ui/workshop/barmorph.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace shardscope {

namespace {

constexpr int FrameMilliseconds = 16;
constexpr int Steps = 100; ///< of the scrubber between two frames
constexpr std::array speeds{0.25, 0.5, 1.0, 2.0, 4.0};

/// In the colour of the text: a style's own sign is black on black in a dark room.
QIcon playIcon(const QWidget &widget, bool isRunning)
{
    const int size = widget.fontMetrics().height();
    QPixmap sign(QSize(size, size) * widget.devicePixelRatioF());
    sign.setDevicePixelRatio(widget.devicePixelRatioF());
    sign.fill(Qt::transparent);
    QPainter painter(&sign);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(widget.palette().color(QPalette::WindowText));
    if (isRunning) {
        painter.drawRect(QRectF(0.2 * size, 0.15 * size, 0.2 * size, 0.7 * size));
        painter.drawRect(QRectF(0.6 * size, 0.15 * size, 0.2 * size, 0.7 * size));
    } else {
        painter.drawPolygon(QPolygonF{QPointF(0.2 * size, 0.1 * size),
            QPointF(0.9 * size, 0.5 * size), QPointF(0.2 * size, 0.9 * size)});
    }
    return QIcon(sign);
}

} // namespace

class MotionView::Canvas : public QWidget
{
public:
    explicit Canvas(MotionView &view)
        : QWidget(&view)
        , m_view(view)
    {
        readAs(*this, QAccessible::Animation);
        setMinimumSize(320, 180);
    }

protected:
    void paintEvent(QPaintEvent * /*event*/) override
    {
        QPainter painter(this);
        // Of the window: what is around it may be dressed as fields are.
        const ChartTheme theme = chartTheme(window()->palette(), font());
        painter.fillRect(rect(), theme.background);
        if (m_view.m_picture)
            m_view.m_picture->paint(painter, rect(), theme, m_view.m_place);
    }

private:
    MotionView &m_view;
};

MotionView::MotionView(QWidget *parent)
    : QWidget(parent)
    , m_canvas(new Canvas(*this))
    , m_sentence(makePlainLabel(this))
    , m_play(new QToolButton(this))
    , m_scrubber(new QSlider(Qt::Horizontal, this))
    , m_speed(new QComboBox(this))
{
    m_play->setAutoRaise(true);
    m_scrubber->setAccessibleName(tr("Moment"));
    m_scrubber->setSingleStep(Steps);
    m_speed->setAccessibleName(tr("Speed"));
    for (const double speed : speeds)
        m_speed->addItem(tr("%1×", "speed").arg(QLocale().toString(speed)), speed);
    m_speed->setCurrentIndex(2);
    m_sentence->setWordWrap(true);
    m_clock.setInterval(FrameMilliseconds);
    m_clock.setTimerType(Qt::PreciseTimer);

    auto *controls = new QHBoxLayout;
    controls->addWidget(m_play);
    controls->addWidget(m_scrubber, 1);
    controls->addWidget(m_speed);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_sentence);
    layout->addLayout(controls);

    connect(&m_clock, &QTimer::timeout, this, &MotionView::tick);
    connect(m_play, &QToolButton::clicked, this, &MotionView::toggle);
    connect(m_scrubber, &QSlider::valueChanged, this,
        [this](int value) { setPlace(static_cast<double>(value) / Steps); });
    setRunning(false);
}

void MotionView::setPicture(std::unique_ptr<MotionPicture> picture)
{
    m_picture = std::move(picture);
    if (m_picture)
        m_picture->conceal(m_secret);
    const QSignalBlocker blocker(m_scrubber);
    const auto last = m_picture ? static_cast<int>(m_picture->frames()) - 1 : 0;
    m_scrubber->setRange(0, last * Steps);
    m_scrubber->setPageStep(std::max(1, last / 10) * Steps);
    const QString origin = m_picture ? m_picture->origin() : QString();
    m_canvas->setToolTip(origin);
    m_scrubber->setToolTip(origin); // what the keyboard comes to
    m_sentence->setMinimumHeight(0);
    setRunning(false);
    m_place = m_picture ? m_picture->begin() : 0;
    m_isDue = m_picture && m_picture->end() > m_picture->begin();
    showPlace();
}

void MotionView::conceal(std::optional<double> amount)
{
    if (std::exchange(m_secret, amount) == amount || !m_picture)
        return;
    m_picture->conceal(amount);
    showPlace();
}

QString MotionView::sentence() const
{
    if (!m_picture)
        return tr("This scenario has nothing to show here.");
    return m_picture->sentence(static_cast<std::size_t>(m_place));
}

void MotionView::setPlace(double place)
{
    const double last = m_picture ? static_cast<double>(m_picture->frames() - 1) : 0;
    m_place = std::clamp(place, 0.0, last);
    showPlace();
}

/// At the end it begins anew.
void MotionView::setRunning(bool isRunning)
{
    const bool runs = isRunning && m_picture;
    const double last = m_picture ? static_cast<double>(m_picture->frames() - 1) : 0;
    if (runs && !isMotionWelcome()) { // a frame for each press
        m_isDue = m_place + 1 < m_picture->end();
        setPlace(m_place >= last ? 0 : std::floor(m_place) + 1);
        return;
    }
    if (runs && m_place >= last)
        setPlace(0);
    if (runs)
        m_until = std::exchange(m_isDue, false) ? m_picture->end() : last;
    m_since.start();
    if (runs)
        m_clock.start();
    else
        m_clock.stop();
    m_play->setIcon(playIcon(*this, runs));
    m_play->setToolTip(runs ? tr("Pause (P)") : tr("Play (P)"));
    m_play->setAccessibleName(runs ? tr("Pause") : tr("Play"));
    if (!runs && isVisible())
        announce(m_canvas, sentence());
}

void MotionView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        m_play->setIcon(playIcon(*this, isRunning()));
}

void MotionView::tick()
{
    const double seconds = static_cast<double>(m_since.restart()) / 1000;
    const double speed = m_speed->currentData().toDouble();
    setPlace(placeAfter(seconds * speed));
    if (m_place >= m_until)
        setRunning(false);
}

/// Frames take as long as they like: many may pass between two ticks.
double MotionView::placeAfter(double seconds) const
{
    double place = m_place;
    while (place < m_until) {
        const double frame = std::floor(place);
        const double whole = m_picture->secondsOf(static_cast<std::size_t>(frame));
        const double left = (frame + 1 - place) * whole;
        if (left > seconds)
            return std::min(m_until, place + seconds / whole);
        seconds -= left;
        place = frame + 1;
    }
    return m_until;
}

void MotionView::showPlace()
{
    const QSignalBlocker blocker(m_scrubber);
    m_scrubber->setValue(static_cast<int>(std::lround(m_place * Steps)));
    const QString said = sentence();
    if (m_sentence->text() != said) {
        m_sentence->setText(said);
        keepRoom();
        m_canvas->setAccessibleDescription(said);
        m_scrubber->setAccessibleDescription(said);
    }
    m_canvas->update();
}

/// A sentence that needs fewer lines than the one before does not move the picture.
void MotionView::keepRoom()
{
    const int wanted = m_sentence->heightForWidth(width());
    if (width() > 0 && wanted > m_sentence->minimumHeight())
        m_sentence->setMinimumHeight(wanted);
}

void MotionView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() == event->oldSize().width())
        return;
    m_sentence->setMinimumHeight(0);
    keepRoom();
}

} // namespace shardscope
