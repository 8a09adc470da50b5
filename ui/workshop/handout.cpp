// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/handout.h"

#include "core/document/document.h"
#include "core/lesson/livevalue.h"
#include "core/planner/makeplan.h"
#include "ui/charts/chartpicture.h"
#include "ui/files/exporter.h"
#include "ui/files/paperdocument.h"
#include "ui/text/format.h"
#include "ui/text/messages.h"
#include "ui/workshop/lessonwords.h"
#include "ui/workshop/motionpicture.h"
#include "ui/workshop/screenchart.h"

#include <QCoreApplication>
#include <QPainter>
#include <QTextCursor>
#include <QTextDocument>

#include <cmath>

namespace shardscope {

namespace {

class Handout
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::Handout)
};

constexpr double BodyPoints = 10;
constexpr double StepPoints = 13;
constexpr double TitlePoints = 18;
constexpr QSize chartSize{680, 300}; ///< pixels of 1/96 inch
constexpr double ChartScale = PaperDocument::PrintedDotsPerInch / PaperDocument::DotsPerInch;
constexpr int AnswerLines = 2;

/// Writes one sheet from its beginning to its end.
class SheetWriter
{
public:
    SheetWriter(QTextDocument &document, const Lesson &lesson, const Catalog &catalog, Sheet sheet)
        : m_document(document)
        , m_cursor(&document)
        , m_lesson(lesson)
        , m_catalog(catalog)
        , m_sheet(sheet)
    { }

    void write()
    {
        heading(wordsOf(m_lesson.title), TitlePoints);
        if (m_sheet == Sheet::Notes && minutesOf(m_lesson) > 0)
            paragraph(Handout::tr("%1 minutes").arg(formatSignificant(minutesOf(m_lesson))));
        for (std::size_t i = 0; i < m_lesson.steps.size(); ++i)
            step(i);
        if (m_sheet != Sheet::Notes)
            paragraph(Handout::tr("Figures by %1, %2").arg(programAndVersion(), today()));
    }

private:
    void step(std::size_t index)
    {
        const LessonStep &step = m_lesson.steps[index];
        // Two steps with their pictures fill a page.
        const bool isNewPage = m_sheet != Sheet::Notes && index > 0 && index % 2 == 0;
        heading(QStringLiteral("%1. %2").arg(index + 1).arg(wordsOf(step.title)), StepPoints,
            isNewPage);
        const Result<Scenario> scenario = scenarioOf(m_lesson, index);
        if (!scenario)
            return paragraph(errorText(scenario.error()));
        const Result<Plan> plan = makePlan(*scenario, m_catalog, Reserving::Played);
        if (!plan)
            return paragraph(errorText(plan.error()));
        const PlanMaker make = makerBeside(*plan, m_catalog);
        const LiveSource source{*scenario, m_catalog, make};
        if (m_sheet == Sheet::Notes) {
            if (step.minutes > 0)
                paragraph(Handout::tr("%1 minutes").arg(formatSignificant(step.minutes)));
            markdown(filledWords(step.notes, source));
            return;
        }
        markdown(filledWords(step.text, source));
        picture(step, *plan, make, secretOf(step, *scenario, make));
        if (step.question)
            question(*step.question, *scenario, source, make);
    }

    void heading(const QString &text, double points, bool isNewPage = false)
    {
        QTextBlockFormat block;
        if (isNewPage)
            block.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        block.setTopMargin(points);
        block.setBottomMargin(points / 3);
        QTextCharFormat format;
        format.setFontPointSize(points);
        format.setFontWeight(QFont::Bold);
        insertBlock(block, format);
        m_cursor.insertText(text);
    }

    void insertBlock(const QTextBlockFormat &block, const QTextCharFormat &format)
    {
        if (m_isFirst)
            m_cursor.setBlockFormat(block);
        else
            m_cursor.insertBlock(block);
        m_isFirst = false;
        m_cursor.setBlockCharFormat(format);
        m_cursor.setCharFormat(format);
    }

    void paragraph(const QString &text)
    {
        QTextBlockFormat block;
        block.setBottomMargin(BodyPoints / 2);
        insertBlock(block, {});
        m_cursor.insertText(text);
    }

    /// Qt's reader makes blocks of its own.
    void markdown(const QString &text)
    {
        paragraph({});
        m_cursor.insertMarkdown(text);
        m_cursor.movePosition(QTextCursor::End);
    }

    /// What the question sheet may not tell; nothing where nothing is to be worked out.
    std::optional<double> secretOf(
        const LessonStep &step, const Scenario &scenario, const PlanMaker &make) const
    {
        if (m_sheet != Sheet::Questions || !step.question
            || step.question->kind == QuestionKind::Choice)
            return std::nullopt;
        const Result<Amount> truth = truthOf(*step.question, scenario, make);
        return truth ? std::optional(truth->value) : std::nullopt;
    }

    void picture(const LessonStep &step, const Plan &plan, const PlanMaker &make,
        std::optional<double> secret)
    {
        const QString name = QStringLiteral("picture%1").arg(++m_pictures);
        const bool isDragged = secret && step.question->kind == QuestionKind::Drag;
        m_document.addResource(QTextDocument::ImageResource, QUrl(name),
            QVariant(step.motion && !isDragged ? motionImage(*step.motion, plan, make, secret)
                                               : chartImage(step, plan, secret)));
        QTextImageFormat image;
        image.setName(name);
        image.setWidth(chartSize.width());
        image.setHeight(chartSize.height());
        paragraph({});
        m_cursor.insertImage(image);
    }

    QImage chartImage(const LessonStep &step, const Plan &plan, std::optional<double> secret) const
    {
        const ChartKind kind = fromName<ChartKind>(step.chart).value_or(ChartKind::Memory);
        ChartPicture picture = planPicture(plan, m_catalog, {.chart = kind, .size = chartSize});
        picture.caption.clear();
        if (secret && step.question->kind == QuestionKind::Drag)
            picture.content.data = withoutTruth(std::move(picture.content.data), {});
        else if (secret)
            picture.content.data = withoutAmount(std::move(picture.content.data), *secret);
        return pictureImage(picture, ChartScale);
    }

    /// In the middle of what moves.
    QImage motionImage(
        Motion motion, const Plan &plan, const PlanMaker &make, std::optional<double> secret) const
    {
        QImage image(chartSize * ChartScale, QImage::Format_RGB32);
        image.setDevicePixelRatio(ChartScale);
        image.fill(Qt::white);
        QPainter painter(&image);
        const auto moving = motionPicture(motion, plan, m_catalog, make);
        if (!moving)
            return image;
        moving->conceal(secret);
        constexpr int edge = 6; // letters reach over their box
        moving->paint(painter, QRectF(QPointF(), chartSize).adjusted(edge, 0, -edge, 0),
            chartTheme(ChartThemeKind::Light, m_document.defaultFont()),
            std::ceil((moving->begin() + moving->end()) / 2));
        return image;
    }

    void question(const Question &question, const Scenario &scenario, const LiveSource &source,
        const PlanMaker &make)
    {
        const bool tells = m_sheet == Sheet::Answers;
        markdown(QStringLiteral("**%1**").arg(filledWords(question.text, source)));
        for (const LessonChoice &choice : question.choices) {
            const QString box = !tells ? QStringLiteral("☐")
                : choice.isRight       ? QStringLiteral("☑")
                                       : QStringLiteral("☐");
            paragraph(QStringLiteral("%1  %2").arg(box, filledWords(choice.text, source)));
        }
        if (tells && question.kind != QuestionKind::Choice) {
            if (const Result<Amount> truth = truthOf(question, scenario, make))
                paragraph(Handout::tr("It is %1.").arg(formatAmount(*truth)));
        }
        if (tells)
            return markdown(filledWords(question.reveal, source));
        for (int i = 0; i < AnswerLines && question.kind != QuestionKind::Choice; ++i)
            paragraph(QString(60, u'_'));
    }

    QTextDocument &m_document;
    QTextCursor m_cursor;
    const Lesson &m_lesson;
    const Catalog &m_catalog;
    Sheet m_sheet;
    int m_pictures = 0;
    bool m_isFirst = true;
};

QByteArray pdfOf(const Lesson &lesson, const Catalog &catalog, Sheet sheet)
{
    return paperPdf(wordsOf(lesson.title),
        [&](const QSizeF &page) { return sheetDocument(lesson, catalog, sheet, page); });
}

} // namespace

std::unique_ptr<QTextDocument> sheetDocument(
    const Lesson &lesson, const Catalog &catalog, Sheet sheet, const QSizeF &page)
{
    auto document = std::make_unique<PaperDocument>(BodyPoints);
    document->setPageSize(page);
    SheetWriter(*document, lesson, catalog, sheet).write();
    return document;
}

std::vector<HandoutFile> handoutFiles(
    const Lesson &lesson, const Catalog &catalog, const QString &name)
{
    std::vector<HandoutFile> files{
        {name + QStringLiteral("-questions.pdf"), pdfOf(lesson, catalog, Sheet::Questions)},
        {name + QStringLiteral("-answers.pdf"), pdfOf(lesson, catalog, Sheet::Answers)},
        {name + QStringLiteral("-notes.pdf"), pdfOf(lesson, catalog, Sheet::Notes)}};
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const Result<Scenario> scenario = scenarioOf(lesson, i);
        if (!scenario)
            continue;
        const ScenarioDocument document{.scenario = *scenario,
            .title = wordsOf(lesson.steps[i].title).toStdString(),
            .chart = lesson.steps[i].chart};
        files.push_back({QStringLiteral("%1-step-%2.shardscope").arg(name).arg(i + 1),
            QByteArray::fromStdString(writeScenario(document))});
    }
    return files;
}

} // namespace shardscope
