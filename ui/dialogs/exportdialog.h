// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/exportchoices.h"
#include "ui/files/filedialogs.h"

#include <QDialog>

#include <memory>
#include <optional>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QStackedWidget;

namespace shardscope {

class MessageBar;
class Preview;
class Session;
class Settings;

/// What the export dialog needs besides its session.
struct ExportServices
{
    QString documentPath{}; ///< Documents::suggestedPath(): the exported file is named after it
    std::unique_ptr<FileDialogs> dialogs = std::make_unique<FileDialogs>();
    std::shared_ptr<const SweepRun> sweep{}; ///< that the window shows; null: none
    std::optional<MeshAxis> axis{}; ///< by which it shows the cluster
    std::optional<ChartKind> chart{}; ///< nothing: as the last export
};

/// Chooses what a chart or table is exported as, and shows what will be in the file. Not modal: the
/// preview follows the session.
class ExportDialog : public QDialog
{
    Q_OBJECT

public:
    ExportDialog(Session &session, Settings &settings, QWidget *parent = nullptr,
        ExportServices services = {});
    ~ExportDialog() override;

    const ExportChoices &choices() const { return m_choices; }

signals:
    void exported(const QStringList &paths);

private:
    QFormLayout *makeForm();
    QWidget *makeFormats();
    QWidget *makePreview();
    void connectControls();
    /// Shows `m_choices`, which the user has just changed.
    void refresh();
    void showChoices();
    void offerCharts();
    void showPreview();
    void showPicture(const Plan &plan);
    bool showsChart() const;
    void chooseSize(const QSize &size);
    ExportOptions optionsFor(const QString &path) const;
    bool mayReplace(const QStringList &paths, const QString &asked);
    void save();
    /// Why nothing can be saved; empty where it can.
    QString obstacle() const;
    bool hasCurrentPlan() const;
    bool hasHost() const;
    bool hasPipeline() const;

    Session &m_session;
    Settings &m_settings;
    ExportServices m_services;
    ExportChoices m_choices;
    QComboBox *m_chart;
    std::vector<QCheckBox *> m_formats{}; ///< in the order of ExportFormat
    QWidget *m_formatBox; ///< with them
    QLineEdit *m_title;
    QPlainTextEdit *m_caption;
    QComboBox *m_size;
    QSpinBox *m_width;
    QSpinBox *m_height;
    QSpinBox *m_scale;
    QComboBox *m_theme;
    QCheckBox *m_scenario;
    QLabel *m_scenarioNote;
    QFormLayout *m_form;
    QStackedWidget *m_pages;
    Preview *m_preview;
    QPlainTextEdit *m_text;
    QLabel *m_extent;
    QPushButton *m_save;
    MessageBar *m_messages;
};

/// Opens the dialog beside the window, which goes with it.
ExportDialog *openExport(
    Session &session, Settings &settings, QWidget *window, ExportServices services);

} // namespace shardscope
