// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/searchspace.h"

#include <QWidget>

#include <utility>
#include <vector>

class QCheckBox;
class QLabel;
class QSpinBox;

namespace shardscope {

/// What a search holds, and what it may change.
class FreedomForm : public QWidget
{
    Q_OBJECT

public:
    explicit FreedomForm(QWidget *parent = nullptr);

    /// The scenario that the search starts from: its batch and number of GPUs stand in the boxes.
    void setPresent(const Scenario &present, const Catalog &catalog);
    SearchFreedom freedom() const;

signals:
    void edited();

private:
    void showTokens();
    QWidget *makeGpus(); ///< the box and the number beside it

    QLabel *m_held;
    std::vector<std::pair<Dimension, QCheckBox *>> m_free;
    QCheckBox *m_fewerGpus = nullptr;
    QSpinBox *m_gpus = nullptr;
    QSpinBox *m_batch;
    QLabel *m_tokens;
    int m_sequenceLength = 0;
};

} // namespace shardscope
