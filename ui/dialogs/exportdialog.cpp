// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/exportdialog.h"

#include "ui/dialogs/messagebar.h"
#include "ui/dialogs/preview.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/text/names.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <QtMath>

#include <utility>

namespace shardscope {

template <>
inline constexpr std::array<Text, 5> textsOf<ExportFormat>{
    {english("shardscope::ExportDialog", "PNG: picture for slides and chats"),
        english("shardscope::ExportDialog", "SVG: drawing that can be edited"),
        english("shardscope::ExportDialog", "PDF: drawing for documents"),
        english("shardscope::ExportDialog", "CSV: table for spreadsheets"),
        english("shardscope::ExportDialog", "Markdown: table for notes")}};

template <>
inline constexpr std::array<Text, 4> textsOf<ExportSize>{{english("shardscope::ExportDialog",
                                                              "Slide 16:9"),
    english("shardscope::ExportDialog", "Text width of an A4 page"),
    english("shardscope::ExportDialog", "Square"), english("shardscope::ExportDialog", "Custom")}};

template <>
inline constexpr std::array<Text, 3> textsOf<ChartThemeKind>{
    {english("shardscope::ExportDialog", "Light"), english("shardscope::ExportDialog", "Dark"),
        english("shardscope::ExportDialog", "Print: white, hatched")}};

namespace {

constexpr double MillimetresPerPixel = 25.4 / 96;
// Characters; the numbers of a large sweep are a thousand times that.
constexpr int LongestPreview = 50'000;
constexpr int CaptionLines = 4;

/// One entry for each enumerator, in their order: an index is a choice.
template <class Choice>
QComboBox *makeList(QWidget *parent)
{
    auto *list = new QComboBox(parent);
    for (std::size_t i = 0; i < namesOf<Choice>.size(); ++i)
        list->addItem(displayName(static_cast<Choice>(i)));
    return list;
}

template <class Choice>
void showChoice(QComboBox *list, Choice choice)
{
    const QSignalBlocker blocker(list);
    list->setCurrentIndex(static_cast<int>(choice));
}

QSpinBox *makeBox(QWidget *parent, int smallest, int largest, const QString &suffix)
{
    auto *box = new QSpinBox(parent);
    box->setRange(smallest, largest);
    box->setSuffix(suffix);
    box->setKeyboardTracking(false); // "1280" is not 1, 12, 128 on its way
    return box;
}

void showNumber(QSpinBox *box, int number)
{
    const QSignalBlocker blocker(box);
    box->setValue(number);
}

void describe(QWidget *control, const QString &name, const QString &description)
{
    control->setAccessibleName(name);
    control->setAccessibleDescription(description);
    control->setToolTip(description);
}

QString extentText(const ExportChoices &choices)
{
    const QSize size = choices.pixels();
    QStringList extents;
    if (choices.has(ExportFormat::Png))
        extents += ExportDialog::tr("%1 × %2 pixels", "width, height")
                       .arg(size.width() * choices.scale)
                       .arg(size.height() * choices.scale);
    if (choices.has(ExportFormat::Svg) || choices.has(ExportFormat::Pdf))
        extents += ExportDialog::tr("%1 × %2 mm", "width, height")
                       .arg(qRound(size.width() * MillimetresPerPixel))
                       .arg(qRound(size.height() * MillimetresPerPixel));
    return extents.join(QStringLiteral(", "));
}

} // namespace

ExportDialog::ExportDialog(
    Session &session, Settings &settings, QWidget *parent, ExportServices services)
    : QDialog(parent)
    , m_session(session)
    , m_settings(settings)
    , m_services(std::move(services))
    , m_choices(settings.exportChoices())
    , m_chart(makeList<ChartKind>(this))
    , m_formatBox(makeFormats())
    , m_title(new QLineEdit(this))
    , m_caption(new QPlainTextEdit(this))
    , m_size(makeList<ExportSize>(this))
    , m_width(makeBox(
          this, ExportChoices::SmallestSide, ExportChoices::LargestSide, tr(" px", "pixels")))
    , m_height(makeBox(
          this, ExportChoices::SmallestSide, ExportChoices::LargestSide, tr(" px", "pixels")))
    , m_scale(makeBox(this, 1, ExportChoices::LargestScale, tr(" ×", "times")))
    , m_theme(makeList<ChartThemeKind>(this))
    , m_scenario(new QCheckBox(tr("&Include the scenario"), this))
    , m_scenarioNote(new QLabel(this))
    , m_form(makeForm())
    , m_messages(new MessageBar(this))
{
    setWindowTitle(tr("Export"));
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    m_save = buttons->button(QDialogButtonBox::Save);
    m_save->setText(tr("&Save..."));
    auto *sides = new QHBoxLayout;
    sides->addLayout(m_form);
    sides->addWidget(makePreview(), 1);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_messages);
    layout->addLayout(sides, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &ExportDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(&session, &Session::planChanged, this, &ExportDialog::refresh);
    connect(&session.pins(), &Pins::changed, this, &ExportDialog::refresh);
    m_choices.chart = m_services.chart.value_or(m_choices.chart);
    connectControls();
    refresh();
    resize(960, 560);
}

ExportDialog::~ExportDialog() = default;

QFormLayout *ExportDialog::makeForm()
{
    const QString pixels = tr("In pixels of 1/96 inch");
    describe(m_chart, tr("Chart"), tr("What the picture shows"));
    describe(m_title, tr("Title"), tr("What stands above the chart; empty: its own title"));
    describe(m_caption, tr("Caption"),
        tr("What stands below the chart; empty: the verdict, what was planned, version and date"));
    m_caption->setTabChangesFocus(true);
    const double frame = 2 * (m_caption->document()->documentMargin() + m_caption->frameWidth());
    m_caption->setFixedHeight(qCeil(CaptionLines * m_caption->fontMetrics().lineSpacing() + frame));
    describe(m_size, tr("Size"), tr("Width and height of the picture"));
    describe(m_width, tr("Width"), pixels);
    describe(m_height, tr("Height"), pixels);
    describe(
        m_scale, tr("Scale"), tr("Image pixels for each pixel of the size: 2 for sharp slides"));
    describe(m_theme, tr("Theme"), tr("Colours of the picture"));
    const QString note
        = tr("The file can then be opened here again, with every input. Leave it out "
             "where the inputs are confidential.");
    describe(m_scenario, tr("Include the scenario"), note);
    m_scenarioNote->setText(note);
    m_scenarioNote->setWordWrap(true);
    m_scenarioNote->setAlignment(Qt::AlignLeading | Qt::AlignTop);
    auto *form = new QFormLayout;
    form->addRow(tr("&Chart:"), m_chart);
    form->addRow(tr("Titl&e:"), m_title);
    form->addRow(tr("C&aption:"), m_caption);
    form->addRow(tr("&Formats:"), m_formatBox);
    form->addRow(tr("Si&ze:"), m_size);
    form->addRow(tr("&Width:"), m_width);
    form->addRow(tr("&Height:"), m_height);
    form->addRow(tr("Sca&le:"), m_scale);
    form->addRow(tr("&Theme:"), m_theme);
    form->addRow(m_scenario);
    form->addRow(m_scenarioNote);
    return form;
}

QWidget *ExportDialog::makeFormats()
{
    auto *box = new QWidget(this);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    for (std::size_t i = 0; i < namesOf<ExportFormat>.size(); ++i) {
        const auto format = static_cast<ExportFormat>(i);
        auto *tick = new QCheckBox(displayName(format), box);
        tick->setObjectName(toText(nameOf(format)));
        describe(tick, displayName(format), tr("A file for each format, all of one name"));
        connect(tick, &QCheckBox::toggled, this, [this, format](bool isOn) {
            if (isOn)
                m_choices.formats.insert(format);
            else
                m_choices.formats.erase(format);
            refresh();
        });
        layout->addWidget(tick);
        m_formats.push_back(tick);
    }
    box->setFocusProxy(m_formats.front());
    return box;
}

QWidget *ExportDialog::makePreview()
{
    auto *side = new QWidget(this);
    m_pages = new QStackedWidget(side);
    m_preview = new Preview(m_pages);
    m_text = new QPlainTextEdit(m_pages);
    m_text->setReadOnly(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setTabChangesFocus(true);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    describe(m_text, tr("Preview"), tr("The table as it will stand in the file"));
    m_pages->addWidget(m_preview);
    m_pages->addWidget(m_text);
    m_extent = new QLabel(side);
    auto *layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_extent, 0, Qt::AlignHCenter);
    return side;
}

void ExportDialog::connectControls()
{
    const auto follow = [this](QComboBox *list, auto ExportChoices::*member) {
        connect(list, &QComboBox::currentIndexChanged, this, [this, member](int index) {
            m_choices.*member = static_cast<std::decay_t<decltype(m_choices.*member)>>(index);
            refresh();
        });
    };
    follow(m_chart, &ExportChoices::chart);
    follow(m_size, &ExportChoices::size);
    follow(m_theme, &ExportChoices::theme);
    connect(m_title, &QLineEdit::textChanged, this, [this](const QString &title) {
        m_choices.title = title.simplified();
        showPreview();
    });
    connect(m_caption, &QPlainTextEdit::textChanged, this, [this] {
        m_choices.caption = m_caption->toPlainText().trimmed();
        showPreview();
    });
    connect(m_width, &QSpinBox::valueChanged, this, [this](int width) {
        chooseSize({width, m_height->value()});
    });
    connect(m_height, &QSpinBox::valueChanged, this, [this](int height) {
        chooseSize({m_width->value(), height});
    });
    connect(m_scale, &QSpinBox::valueChanged, this, [this](int scale) {
        m_choices.scale = scale;
        refresh();
    });
    connect(m_scenario, &QCheckBox::toggled, this,
        [this](bool isOn) { m_choices.carriesScenario = isOn; });
}

void ExportDialog::chooseSize(const QSize &size)
{
    m_choices.size = ExportSize::Custom;
    m_choices.customSize = size;
    refresh();
}

bool ExportDialog::hasCurrentPlan() const
{
    return m_session.plan() && !m_session.problem();
}

void ExportDialog::refresh()
{
    showChoices();
    showPreview();
    m_save->setEnabled(hasCurrentPlan() && obstacle().isEmpty());
    m_save->setToolTip(obstacle());
    if (m_session.problem())
        m_messages->showError(*m_session.problem());
    else
        m_messages->hide();
}

void ExportDialog::showChoices()
{
    offerCharts();
    showChoice(m_chart, m_choices.chart);
    for (std::size_t i = 0; i < m_formats.size(); ++i) {
        const QSignalBlocker blocker(m_formats[i]);
        m_formats[i]->setChecked(m_choices.has(static_cast<ExportFormat>(i)));
    }
    showChoice(m_size, m_choices.size);
    showChoice(m_theme, m_choices.theme);
    showNumber(m_width, m_choices.pixels().width());
    showNumber(m_height, m_choices.pixels().height());
    showNumber(m_scale, m_choices.scale);
    const QSignalBlocker blocker(m_scenario);
    m_scenario->setChecked(m_choices.carriesScenario);
    const std::initializer_list<QWidget *> ofPictures{
        m_size, m_width, m_height, m_scale, m_theme, m_scenario, m_scenarioNote};
    const auto enable = [this](QWidget *control, bool applies, const QString &needed) {
        control->setEnabled(applies);
        control->setToolTip(applies ? control->accessibleDescription() : needed);
        if (QWidget *label = m_form->labelForField(control))
            label->setEnabled(applies);
    };
    const bool hasPicture = m_choices.hasPicture();
    enable(m_chart, showsChart(), tr("Markdown holds the table of the plan, whatever the chart."));
    for (QWidget *control : ofPictures)
        enable(control, hasPicture, tr("Only for pictures, not for tables."));
    for (QWidget *control : std::initializer_list<QWidget *>{m_title, m_caption})
        enable(control, hasPicture || m_choices.has(ExportFormat::Markdown),
            tr("A CSV file holds numbers alone."));
    if (hasPicture)
        enable(m_scale, m_choices.has(ExportFormat::Png),
            tr("Only for PNG: drawings have no pixels."));
}

/// Charts beside pins are there where something is pinned, the host where something is offloaded.
void ExportDialog::offerCharts()
{
    auto *items = qobject_cast<QStandardItemModel *>(m_chart->model());
    const auto offer = [items](ChartKind kind, bool hasContent, const QString &needed) {
        QStandardItem *item = items->item(static_cast<int>(kind));
        item->setEnabled(hasContent);
        item->setToolTip(hasContent ? QString() : needed);
    };
    const bool hasPins = m_session.pins().count() > 0;
    for (const ChartKind kind : {ChartKind::MemoryCompared, ChartKind::TrafficCompared})
        offer(kind, hasPins, tr("Pin a scenario first (Ctrl+D)."));
    offer(ChartKind::HostMemory, hasHost(), tr("Nothing is offloaded."));
    offer(ChartKind::Pipeline, hasPipeline(), tr("There is no pipeline."));
}

bool ExportDialog::hasHost() const
{
    return m_session.plan() && !m_session.plan()->memory.host.parts.empty();
}

bool ExportDialog::hasPipeline() const
{
    return m_session.plan() && !m_session.plan()->stages.empty();
}

/// Markdown alone holds none.
bool ExportDialog::showsChart() const
{
    return m_choices.hasPicture() || m_choices.has(ExportFormat::Csv);
}

QString ExportDialog::obstacle() const
{
    if (m_choices.formats.empty())
        return tr("Choose a format.");
    // It was chosen while there was something on it.
    if (m_choices.chart == ChartKind::HostMemory && !hasHost() && showsChart())
        return tr("Nothing is offloaded.");
    if (m_choices.chart == ChartKind::Pipeline && !hasPipeline() && showsChart())
        return tr("There is no pipeline.");
    return {};
}

void ExportDialog::showPreview()
{
    const bool isShown = hasCurrentPlan() && !m_choices.formats.empty();
    m_pages->setVisible(isShown);
    m_extent->setVisible(isShown && m_choices.hasPicture());
    if (!isShown)
        return;
    const Plan &plan = *m_session.plan();
    if (m_choices.hasPicture()) {
        m_extent->setText(extentText(m_choices));
        showPicture(plan);
        m_pages->setCurrentWidget(m_preview);
    } else {
        const QString text = m_choices.has(ExportFormat::Csv)
            ? chartCsv(plan, m_session.catalog(), optionsFor({}))
            : chartMarkdown(plan, m_session.catalog(), optionsFor({}));
        m_text->setPlainText(text.left(LongestPreview));
        m_pages->setCurrentWidget(m_text);
    }
}

/// What stands there by itself is shown where nothing is typed.
void ExportDialog::showPicture(const Plan &plan)
{
    ExportOptions options = optionsFor({});
    const QString title = std::exchange(options.title, QString());
    const QString caption = std::exchange(options.caption, QString());
    ChartPicture picture = planPicture(plan, m_session.catalog(), options);
    m_title->setPlaceholderText(picture.content.data.title);
    m_caption->setPlaceholderText(picture.caption);
    if (!title.isEmpty())
        picture.content.data.title = title;
    if (!caption.isEmpty())
        picture.caption = caption;
    m_preview->setPicture(picture);
}

ExportOptions ExportDialog::optionsFor(const QString &path) const
{
    ExportOptions options = m_choices.optionsFor(path);
    options.compared = m_session.pins().all();
    options.sweep = m_services.sweep;
    options.axis = m_services.axis;
    return options;
}

void ExportDialog::save()
{
    m_session.settle();
    if (!hasCurrentPlan())
        return;
    const QString asked
        = m_services.dialogs->saveFile(this, exportPath(m_services.documentPath, m_choices));
    const QStringList paths = exportPaths(asked, m_choices);
    if (asked.isEmpty() || !mayReplace(paths, asked))
        return;
    for (const QString &path : paths) {
        const Status written = exportPlan(
            *m_session.plan(), m_session.catalog(), m_session.document(), optionsFor(path));
        if (!written)
            return m_messages->showError(written.error());
    }
    m_settings.setExportChoices(m_choices);
    emit exported(paths);
    accept();
}

/// The question for the name that was typed has been asked.
bool ExportDialog::mayReplace(const QStringList &paths, const QString &asked)
{
    QStringList there;
    for (const QString &path : paths) {
        if (path != asked && QFileInfo::exists(path))
            there += QFileInfo(path).fileName();
    }
    return there.isEmpty() || m_services.dialogs->askToReplace(this, there);
}

ExportDialog *openExport(
    Session &session, Settings &settings, QWidget *window, ExportServices services)
{
    auto *dialog = new ExportDialog(session, settings, window, std::move(services));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
    return dialog;
}

} // namespace shardscope
