// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalogjson.h"
#include "ui/fields/fieldrow.h"

namespace shardscope {

class ChoiceList;

/// An entry of a catalogue, or a text of that kind. Derived classes say what is on the list.
class PickerField : public FieldRow
{
    Q_OBJECT

public:
    ChoiceList *list() const { return m_list; }

protected:
    enum class Typing { No, Search, Free };

    PickerField(Session &session, const Field &field, Typing typing, QWidget *parent);

    void showScenario(const Scenario &scenario) override;
    /// The data of the entry that stands in the scenario.
    virtual QString currentId(const Scenario &scenario) const;
    /// The user chose the entry with this data.
    virtual void applyId(const QString &id);
    /// The user typed a text that is no entry.
    virtual void applyText(const QString &text) { Q_UNUSED(text); }

    /// `keywords` are found by typing, and not shown.
    void addEntry(
        const QString &text, const QString &id, const QString &hint, const QString &keywords = {});
    /// An entry for each model of the catalogue.
    void addModels();
    /// Takes the entry of a catalogue that is meant; says so where there is none, or more than one.
    void applyMeant(const QString &text, CatalogKind kind);

private:
    void makeEditable(Typing typing);
    void takeText();
    bool isEntry(int index) const;

    ChoiceList *m_list;
    bool m_isCatalogue; ///< every entry is one of a catalogue
};

/// GPU types in groups, with what PyTorch can use of each; for the worksheet, with what they are
/// called by. Typing searches.
class GpuField : public PickerField
{
    Q_OBJECT

public:
    GpuField(Session &session, const Field &field, QWidget *parent);

protected:
    void showScenario(const Scenario &scenario) override;
    void applyText(const QString &text) override;
};

/// Links with what a large collective reaches on each; the first entry leaves it to the program.
class LinkField : public PickerField
{
    Q_OBJECT

public:
    LinkField(Session &session, const Field &field, QWidget *parent);
};

/// Models: a shape of some size, the catalogue, and what was imported. Typing searches.
class ModelField : public PickerField
{
    Q_OBJECT

public:
    ModelField(Session &session, const Field &field, QWidget *parent);

protected:
    void showScenario(const Scenario &scenario) override;
    QString currentId(const Scenario &scenario) const override;
    void applyId(const QString &id) override;
    void applyText(const QString &text) override;
};

/// The models of the catalogue that may be learned from, or a copy of the trained one. Typing
/// searches.
class TeacherField : public PickerField
{
    Q_OBJECT

public:
    TeacherField(Session &session, const Field &field, QWidget *parent);

protected:
    QString currentId(const Scenario &scenario) const override;
    void applyText(const QString &text) override;
};

/// Modules that LoRA adapts: usual lists, or any that is typed.
class TargetsField : public PickerField
{
    Q_OBJECT

public:
    TargetsField(Session &session, const Field &field, QWidget *parent);

protected:
    void applyText(const QString &text) override;
};

/// Parts of a layer that Megatron-Core computes again: usual lists, or any that is typed.
class RecomputeField : public PickerField
{
    Q_OBJECT

public:
    RecomputeField(Session &session, const Field &field, QWidget *parent);

protected:
    void applyText(const QString &text) override;
};

/// Names of modules with commas between them, or none. `noneHint` says what none means; `lists` are
/// usual ones.
class NamesField : public PickerField
{
    Q_OBJECT

public:
    NamesField(Session &session, const Field &field, QWidget *parent, const QString &noneHint,
        const QStringList &lists);

protected:
    void applyText(const QString &text) override;
};

/// Modules that PEFT trains whole beside the adapters.
class ModulesField : public NamesField
{
    Q_OBJECT

public:
    ModulesField(Session &session, const Field &field, QWidget *parent);
};

/// Modules of a quantised base that stay in 16 bits.
class UnquantizedField : public NamesField
{
    Q_OBJECT

public:
    UnquantizedField(Session &session, const Field &field, QWidget *parent);
};

/// Adapted modules of which IA3 scales the input.
class FeedforwardField : public PickerField
{
    Q_OBJECT

public:
    FeedforwardField(Session &session, const Field &field, QWidget *parent);

protected:
    void applyText(const QString &text) override;
};

/// What full training leaves as it is beside layers.
class FrozenField : public NamesField
{
    Q_OBJECT

public:
    FrozenField(Session &session, const Field &field, QWidget *parent);
};

} // namespace shardscope
